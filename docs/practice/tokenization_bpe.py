"""Tasks of the card Tokenization and BPE."""

from zhixing.practice.core.task import agrees, right, task, wrong


def words(r, n):
    """Words over few letters, so that pairs repeat, overlap and tie; some words stand twice."""
    letters = b"abcd"[: 1 + n // 2 + (n > 2)]
    drawn = [bytes(r.choice(list(letters), 1 + int(r.integers(0, n + 2))).tolist()) for _ in range(n + 1)]
    return drawn + drawn[:1]


def tokens(r, n):
    """Ids with runs of one pair, the pair, and an id that is new."""
    ids = [int(i) for i in r.integers(0, 2, 2 * n)] + [1, 1, 1]
    return ids, (int(r.integers(0, 2)), 1), 7


def merges(r, n):
    """A word and merges whose parts come earlier in the list; the ranks are not in alphabetical order."""
    ranks = {}
    for new in range(256, 257 + 2 * n):
        pair = tuple(int(i) for i in r.choice([97, 98, *range(256, new)], 2))
        if pair not in ranks:
            ranks[pair] = 256 + len(ranks)
    return bytes(r.choice([97, 98], 2 * n + 1).tolist()), ranks


TASKS = [
    task(
        "bpe-merge", "merge", minutes=6, level=1,
        title=("BPE: one merge", "BPE：一次合并"),
        prompt=("A new list of ids in which every occurrence of the pair is the new id, taken from left to right without overlap.", "返回新的编号列表：这一对每次出现都换成新编号，从左到右，不重叠。"),
        hints=[("Walk through the ids and look at the last one that you wrote.", "逐个走过编号，看看刚写下的最后一个。"), ("After a merge the new id stands last, so it cannot be used twice.", "合并之后末尾是新编号，所以不会被用两次。")],
        properties=[
            agrees(("every pair, from left to right", "从左到右替换每一对"), tokens),
            agrees(("a run of one id is merged in twos", "同一编号连成一串时两两合并"), lambda r, n: ([1] * (n + 1), (1, 1), 5)),
            agrees(("an empty list stays empty", "空列表还是空列表"), lambda r, n: ([], (1, n), 9)),
        ],
        wrong=[
            wrong(("only the first occurrence is merged", "只合并了第一次出现"), "bpe-greedy", ("if out and (out[-1], token) == pair:", "if out and new not in out and (out[-1], token) == pair:")),
            wrong(("the order within the pair is ignored", "不管这一对的先后"), "bpe-greedy", ("(out[-1], token) == pair", "{out[-1], token} == set(pair)")),
            wrong(("the second id of the pair stays", "这一对的第二个留了下来"), "bpe-more-merges", ("            out[-1] = new\n", "            out[-1] = new\n            out.append(token)\n")),
        ],
        right=[right("look back at two", ("        if out and (out[-1], token) == pair:\n            out[-1] = new\n        else:\n            out.append(token)", "        out.append(token)\n        if tuple(out[-2:]) == pair:\n            out[-2:] = [new]"))],
        claims=["bpe-greedy", "bpe-more-merges"],
    ),
    task(
        "bpe-train", "train_bpe", minutes=15, level=2,
        title=("BPE: training", "BPE：训练"),
        prompt=("The merges of byte pair encoding over words of bytes: pair -> id from 256 on, most frequent first; of equally frequent pairs the smallest. Fewer merges if nothing is left.", "对字节组成的词做字节对编码，返回合并：对 -> 从 256 起的编号，最多的先合并；次数相同取最小的一对。没有可合并的就提前结束。"),
        hints=[("Count pairs of neighbours in all words, before every merge anew.", "每次合并之前，重新统计所有词里的相邻对。"), ("Order by the negative count and then by the pair.", "先按负的次数、再按这一对本身排序。")],
        properties=[
            agrees(("the same merges in the same order", "合并及次序相同"), lambda r, n: (words(r, n), n)),
            agrees(("stops when every word is one token", "每个词都成为一个词元时停下"), lambda r, n: ([b"ab", b"a" * n], 9)),
            agrees(("no merges: nothing", "零次合并：什么也没有"), lambda r, n: (words(r, n), 0)),
            agrees(("of equals the smallest pair", "次数相同取最小的一对"), lambda r, n: ([b"dcba"] * n, 3)),
        ],
        wrong=[
            wrong(("the rarest pair first", "先合并最少的一对"), "bpe-greedy", ("(-counts[p], p)", "(counts[p], p)")),
            wrong(("of equals the largest", "次数相同取了最大的"), "bpe-greedy", ("min(counts, key=lambda p: (-counts[p], p))", "max(counts, key=lambda p: (counts[p], p))")),
            wrong(("ids start at 0", "编号从 0 开始"), "bpe-round-trip", ("range(256, 256 + merges)", "range(merges)")),
            wrong(("the words are never merged", "没有真的合并词"), "bpe-more-merges", ("[merge(ids, pair, new) for ids in texts], new", "texts, new")),
            wrong(("each distinct word is counted once", "重复的词只数了一次"), "bpe-incremental", ("[list(word) for word in words], {}", "[list(word) for word in set(words)], {}")),
        ],
        right=[
            right("sorted", ("pair = min(counts, key=lambda p: (-counts[p], p))", "pair = sorted(counts, key=lambda p: (-counts[p], p))[0]")),
            right("a largest count", ("pair = min(counts, key=lambda p: (-counts[p], p))", "most = max(counts.values())\n            pair = min(p for p in counts if counts[p] == most)")),
        ],
        claims=["bpe-greedy", "bpe-incremental"],
    ),
    task(
        "bpe-encode", "encode_word", minutes=10, level=2,
        title=("BPE: encoding", "BPE：编码"),
        prompt=("The ids of a word of bytes under merges pair -> id: start with the bytes and merge the present pair with the lowest id until none is left.", "给定合并（对 -> 编号），求一个字节词的编号：从字节开始，反复合并现有的对中编号最小的，直到没有为止。"),
        hints=[("List the pairs of neighbours that are in the table.", "列出表里有的相邻对。"), ("Merge all occurrences of the lowest one, then look again.", "把最小的那一对全部合并，然后再看。")],
        properties=[
            agrees(("lowest rank first", "次序最小的先合并"), merges),
            agrees(("without merges the bytes themselves", "没有合并时就是字节本身"), lambda r, n: (bytes(range(n, 3 * n)), {})),
            agrees(("an empty word has no ids", "空词没有编号"), lambda r, n: (b"", {(97, 98): 256})),
            agrees(("not from left to right", "不是从左到右"), lambda r, n: (b"abc" * n, {(98, 99): 256, (97, 98): 257, (97, 256): 258})),
        ],
        wrong=[
            wrong(("the leftmost pair first", "先合并最左边的一对"), "bpe-encode-by-rank", ("min(pairs, key=ranks.get)", "pairs[0]")),
            wrong(("one merge only", "只合并了一次"), "bpe-more-merges", ("        ids = merge(ids, first, ranks[first])\n", "        return merge(ids, first, ranks[first])\n")),
            wrong(("the smallest pair in place of the lowest rank", "取了最小的对而不是次序最小的"), "bpe-encode-by-rank", ("min(pairs, key=ranks.get)", "min(pairs)")),
        ],
        right=[right("replay of the list", ("    while pairs := [pair for pair in zip(ids, ids[1:]) if pair in ranks]:\n        first = min(pairs, key=ranks.get)\n        ids = merge(ids, first, ranks[first])", "    for pair in sorted(ranks, key=ranks.get):\n        ids = merge(ids, pair, ranks[pair])"))],
        claims=["bpe-encode-by-rank", "bpe-round-trip"],
    ),
]

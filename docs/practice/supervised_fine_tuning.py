"""Tasks of the card Supervised Fine-Tuning."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def chat(r, n, turns=2):
    """Tokens of `turns` exchanges, and which of them the assistant wrote; both sides say n + 1 tokens."""
    written = np.tile(np.repeat([False, True], [n + 1, n + 1]), turns)
    return r.integers(4, 20, len(written)), written


def labelled(r, n, kept):
    """Labels (B, n + 3): row b keeps kept[b] tokens from place 1 on."""
    place, count = np.arange(n + 3), np.array(kept)[:, None]
    return np.where((place > 0) & (place <= count), r.integers(0, 9, (len(kept), n + 3)), -100)


def example(r, length):
    """One example: tokens, and labels of which the last is masked."""
    tokens = r.integers(0, 20, length)
    return tokens, np.append(tokens[1:], -100)


TASKS = [
    task(
        "sft-labels", "next_token_labels", minutes=6, level=2,
        title=("Labels of the answer alone", "只给回答做标签"),
        prompt=("`tokens` is a chat and `written` says which tokens the assistant wrote. Return the label of every position: the next token, if the assistant wrote that, else −100.", "`tokens` 是一段对话，`written` 说哪些词元由助手写出。返回每个位置的标签：下一个词元若由助手写出就是它，否则 −100。"),
        hints=[("Token and mask move by one together.", "词元和掩码要一起移一位。"), ("The last position has no next token.", "最后一个位置没有下一个词元。")],
        properties=[
            agrees(("a chat of two turns", "两轮对话"), lambda r, n: chat(r, n)),
            agrees(("nothing was written", "什么也没写"), lambda r, n: (r.integers(4, 20, n + 1), np.zeros(n + 1, bool))),
            agrees(("everything was written", "全部由助手写出"), lambda r, n: (r.integers(4, 20, n + 1), np.ones(n + 1, bool))),
        ],
        wrong=[
            wrong(("not shifted", "没有移位"), "sft-labels-shift", ("labels[:-1] = np.where(written[1:], tokens[1:], -100)", "labels = np.where(written, tokens, -100)")),
            wrong(("the mask is not shifted", "掩码没有移位"), "sft-labels-shift", ("np.where(written[1:], tokens[1:], -100)", "np.where(written[:-1], tokens[1:], -100)")),
            wrong(("the prompt counts too", "提示也算"), "sft-end", ("np.where(written[1:], tokens[1:], -100)", "tokens[1:]")),
            wrong(("shifted the other way", "移反了"), "sft-labels-shift", ("labels[:-1] = np.where(written[1:], tokens[1:], -100)", "labels[1:] = np.where(written[:-1], tokens[:-1], -100)")),
            wrong(("the first comes round to the end", "第一个绕到了末尾"), "sft-packing-alone", ("labels[:-1] = np.where(written[1:], tokens[1:], -100)", "labels[:] = np.where(np.roll(written, -1), np.roll(tokens, -1), -100)")),
        ],
        right=[right("a list", code="def next_token_labels(tokens, written):\n    after = zip(tokens[1:], written[1:])\n    return np.array([token if mine else -100 for token, mine in after] + [-100])\n")],
        claims=["sft-labels-shift", "sft-packing-alone"],
    ),
    task(
        "sft-pack", "pack", minutes=8, level=2,
        title=("Pack examples into one row", "把样本打包成一行"),
        prompt=("Put the examples, pairs of tokens and labels, end to end. Return tokens, labels, positions that restart at 0 with every example, and the number of the example to which each token belongs.", "把样本（词元与标签的对）首尾相接。返回词元、标签、每个样本都从 0 开始的位置，以及每个词元所属样本的编号。"),
        hints=[("The lengths say everything about positions and numbers.", "位置和编号只取决于各样本的长度。"), ("`np.repeat` repeats each number as often as its example is long.", "`np.repeat` 按样本的长度重复编号。")],
        properties=[
            agrees(("one example", "一个样本"), lambda r, n: ([example(r, n + 1)],)),
            agrees(("different lengths", "长短不一"), lambda r, n: ([example(r, k) for k in (n, 2 * n + 1, 1, n + 2)],)),
        ],
        wrong=[
            wrong(("positions run on", "位置接着往下编"), "sft-packing-alone", ("np.concatenate([np.arange(n) for n in lengths])", "np.arange(sum(lengths))")),
            wrong(("one document for all", "全算同一个样本"), "sft-packing-alone", ("np.repeat(np.arange(len(lengths)), lengths)", "np.repeat(0, sum(lengths))")),
            wrong(("positions from one on", "位置从一开始"), "sft-packing-alone", ("[np.arange(n) for n in lengths]", "[1 + np.arange(n) for n in lengths]")),
            wrong(("shortest first", "最短的先放"), "sft-packing-alone", ("lengths = [len(tokens) for tokens, _ in examples]", "examples = sorted(examples, key=lambda one: len(one[0]))\n    lengths = [len(tokens) for tokens, _ in examples]")),
        ],
        right=[right("token by token", code="def pack(examples):\n    rows = [(t, y, i, d) for d, (tokens, labels) in enumerate(examples) for i, (t, y) in enumerate(zip(tokens, labels))]\n    return tuple(np.array(column) for column in zip(*rows))\n")],
        claims=["sft-packing-alone", "sft-packing-rope"],
        equivalent={"4: True -> False": "tokens and labels of an example are equally many"},
    ),
    task(
        "sft-weights", "token_weights", minutes=8, level=2,
        title=("What each token weighs", "每个词元的权重"),
        prompt=("Return a weight for every label, 0 where it is −100. By token: all kept tokens alike, sum 1. With `by_sample`: every row has the same share, split evenly among its kept tokens.", "给每个标签一个权重，−100 处为 0。按词元：保留的词元一律相等，和为 1。`by_sample` 时：每行所占的份额相同，再由它保留的词元平分。"),
        hints=[("Count the kept tokens, once of all and once of each row.", "数一数保留的词元：一次数全部，一次逐行数。"), ("The shares of the rows add up to 1.", "各行的份额加起来是 1。")],
        properties=[
            agrees(("by token", "按词元"), lambda r, n: (labelled(r, n, (1, n, n + 1)),)),
            agrees(("by sample", "按样本"), lambda r, n: (labelled(r, n, (1, n, n + 1)), True)),
            agrees(("one row", "只有一行"), lambda r, n: (labelled(r, n, (n,)), True)),
        ],
        wrong=[
            wrong(("the mean of all positions", "对所有位置平均"), "sft-means", ("return kept / kept.sum()", "return kept / kept.size")),
            wrong(("rows are not shared out", "没有除以行数"), "sft-means", ("return kept / kept.sum(axis=1, keepdims=True) / len(labels)", "return kept / kept.sum(axis=1, keepdims=True)")),
            wrong(("counted down the columns", "按列数了"), "sft-means", ("kept.sum(axis=1, keepdims=True)", "np.maximum(kept.sum(axis=0, keepdims=True), 1)")),
            wrong(("always by token", "一律按词元"), "quiz-sft-weight", ("if by_sample:", "if False:")),
        ],
        right=[right("in two steps", ("return kept / kept.sum(axis=1, keepdims=True) / len(labels)", "count = kept.sum(axis=1)\n        return kept / (count * len(count))[:, None]"))],
        claims=["sft-means"],
    ),
]

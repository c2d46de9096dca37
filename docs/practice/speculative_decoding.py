"""Tasks of the card Speculative Decoding."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def repeating(r, n):
    """Tokens of a small vocabulary, so that n-grams come again."""
    return r.integers(0, 3, 4 * n).tolist()


def parents(r, n):
    """A random tree; parents before children, −1 for the prefix."""
    return [int(r.integers(-1, node)) if node else -1 for node in range(n + 2)]


class Script:
    """A generator with chosen drafts and uniform numbers; later choices are the most likely token. It notes what it was given."""

    def __init__(self, tokens, u):
        self.tokens, self.u, self.seen = list(tokens), u, []

    def choice(self, n, p):
        assert abs(sum(p) - 1) < 1e-6, "p must sum to 1"
        self.seen.append(np.array(p))
        return self.tokens.pop(0) if self.tokens else int(np.argmax(p))

    def random(self):
        return self.u


def scripted(made, P, Q, prefix, gamma, drafts, u):
    """What the solution writes, and every distribution that it drew from."""
    rng = Script(drafts, u)
    return made(lambda t: P[np.asarray(t)], lambda t: Q[np.asarray(t)], list(prefix), gamma, rng), rng.seen


def chosen(r, n, u, sure=False):
    """Models that read one token, a prefix, γ, drafts, and the uniform number of all checks."""
    V = 4
    P, Q = r.dirichlet(np.ones(V), size=(2, V))
    if sure:
        Q = np.eye(V)[r.integers(0, V, V)] * 0.996 + 0.001
    return P, Q, r.integers(0, V, n).tolist(), n, r.integers(0, V, n).tolist(), u


TASKS = [
    task(
        "prompt-lookup", "prompt_lookup", minutes=12, level=2,
        title=("Drafts by prompt lookup", "用提示查找起草"),
        prompt=("Find the latest earlier place of the last n tokens, for n from `longest` down to 1, and return up to γ tokens that followed it there; [] if there is none. The place must begin before the end does.", "从 n = `longest` 到 1，找最后 n 个词元上一次出现的地方（最近的一处），返回那里之后的至多 γ 个词元；没有就返回 []。那一处必须早于结尾处开始。"),
        hints=[("Two loops: n from long to short, start from late to early.", "两层循环：n 从长到短，起点从后往前。"), ("The latest start that leaves a token to copy is len(tokens) − n − 1.", "能留下一个词元可抄的最晚起点是 len(tokens) − n − 1。")],
        properties=[
            agrees(("repeating tokens", "有重复的词元"), lambda r, n: (repeating(r, n), n)),
            agrees(("n-grams of one length only", "只有一种长度的 n-gram"), lambda r, n: (repeating(r, n), 2, 1)),
            agrees(("long n-grams", "长的 n-gram"), lambda r, n: (repeating(r, 3 * n), 3, n + 1)),
            agrees(("nothing repeats", "没有重复"), lambda r, n: (r.permutation(n + 1).tolist(), 3)),
            agrees(("one token again and again", "同一个词元反复出现"), lambda r, n: ([5] * n, 4)),
        ],
        wrong=[
            wrong(("the first place in place of the latest", "取了最早的一处"), "spec-lookup", ("range(len(tokens) - n - 1, -1, -1)", "range(len(tokens) - n)")),
            wrong(("short n-grams first", "先试了短的 n-gram"), "spec-lookup", ("range(min(longest, len(tokens) - 1), 0, -1)", "range(1, min(longest, len(tokens) - 1) + 1)")),
            wrong(("the match itself is copied", "把匹配的部分也抄了"), "spec-lookup", ("return tokens[start + n : start + n + gamma]", "return tokens[start : start + gamma]")),
            wrong(("one token too many", "多抄了一个"), "spec-lookup", ("start + n + gamma]", "start + n + gamma + 1]")),
            wrong(("the end matches itself", "结尾与自己匹配"), "spec-lookup", ("range(len(tokens) - n - 1, -1, -1)", "range(len(tokens) - n, -1, -1)")),
            wrong(("the first token is never tried", "没有试第一个位置"), "spec-lookup", ("range(len(tokens) - n - 1, -1, -1)", "range(len(tokens) - n - 1, 0, -1)")),
        ],
        right=[right("a list of places", code="def prompt_lookup(tokens, gamma, longest=3):\n    for n in reversed(range(1, longest + 1)):\n        places = [i for i in range(len(tokens) - n) if tokens[i:i + n] == tokens[len(tokens) - n:]]\n        if places:\n            return tokens[places[-1] + n:][:gamma]\n    return []\n")],
        claims=["spec-lookup"],
        equivalent={
            "3: len(tokens) - 1 -> len(tokens) + 1": "n-grams as long as the text have no earlier place",
            "3: 1 -> 0": "n-grams as long as the text have no earlier place",
            "3: 0 -> -1": "an empty n-gram equals no list of tokens",
            "4: 1 -> 2 #2": "no n-gram stands before the first token",
        },
    ),
    task(
        "tree-mask", "tree_mask", minutes=8, level=2,
        title=("The mask of a tree of drafts", "草稿树的掩码"),
        prompt=("`parents[i]` is the parent of node i, −1 if it stands right after the prefix; parents come before their children. Return the (n, n) matrix that is True where node i may attend to node j: itself and its ancestors.", "`parents[i]` 是节点 i 的父节点，紧接前文的是 −1；父节点排在子节点之前。返回 (n, n) 的矩阵，节点 i 能看到节点 j（自己和祖先）的地方为 True。"),
        hints=[("A node sees all that its parent sees, and itself.", "节点看到父节点看到的一切，加上自己。"), ("−1 is no index here.", "这里的 −1 不是下标。")],
        properties=[
            agrees(("random trees", "随机的树"), lambda r, n: (parents(r, n),)),
            agrees(("a chain", "一条链"), lambda r, n: (list(range(-1, n)),)),
            agrees(("siblings", "兄弟节点"), lambda r, n: ([-1] * (n + 1),)),
        ],
        wrong=[
            wrong(("only the parent, not its ancestors", "只看父节点，不看祖先"), "spec-tree-mask", ("mask[node] |= mask[parent]", "mask[node, parent] = True")),
            wrong(("the causal mask", "因果掩码"), "quiz-spec-tree", ("mask = np.eye(len(parents), dtype=bool)", "mask = np.tri(len(parents), dtype=bool)")),
            wrong(("−1 taken as the last node", "把 −1 当成最后一个节点"), "spec-tree-mask", ("        if parent >= 0:\n            mask[node]", "        if True:\n            mask[node]")),
            wrong(("descendants in place of ancestors", "看到的是后代"), "spec-tree-mask", ("return mask", "return mask.T")),
            wrong(("node 0 forgotten as a parent", "忘了节点 0 也能是父节点"), "spec-tree-mask", ("if parent >= 0:", "if parent > 0:")),
        ],
        right=[right("walk up", code="def tree_mask(parents):\n    mask = np.zeros((len(parents), len(parents)), dtype=bool)\n    for node in range(len(parents)):\n        up = node\n        while up != -1:\n            mask[node, up] = True\n            up = parents[up]\n    return mask\n")],
        claims=["spec-tree-mask"],
    ),
    task(
        "speculate", "speculate", minutes=20, level=4,
        title=("A step of speculative decoding", "投机解码的一步"),
        prompt=("Draft γ tokens with `rng.choice(V, p=q)`, score them with one call of `target`, accept from the left if `rng.random()` is below p/q, else draw from max(p − q, 0) normalised; if all are accepted draw one more from p. Return the prefix and the new tokens.", "用 `rng.choice(V, p=q)` 起草 γ 个词元，调用一次 `target` 打分，从左到右，`rng.random()` 小于 p/q 就接受，否则从归一化的 max(p − q, 0) 抽；全部接受就再从 p 抽一个。返回前文与新词元。"),
        use=scripted,
        hints=[("Row t of `target(tokens)` is the law of the token after position t.", "`target(tokens)` 的第 t 行是位置 t 之后的词元的分布。"), ("The first row that counts is that of the last token of the prefix.", "第一个有用的行属于前文的最后一个词元。")],
        properties=[
            agrees(("all accepted", "全部接受"), lambda r, n: chosen(r, n, 0.0)),
            agrees(("by halves", "一半的门槛"), lambda r, n: chosen(r, n, 0.5)),
            agrees(("nearly always rejected", "几乎总被拒绝"), lambda r, n: chosen(r, n, 0.999)),
            agrees(("a draft that is sure", "很有把握的草稿"), lambda r, n: chosen(r, n, 0.3, sure=True)),
            agrees(("a token that the target forbids, also at u = 0", "目标概率为 0 的词元，u = 0 也一样"), lambda r, n: (np.tile([0.0, 0.3, 0.7], (3, 1)), np.tile([0.5, 0.3, 0.2], (3, 1)), [1], n, [1] * (n - 1) + [0], 0.0)),
            agrees(("no drafts", "没有草稿"), lambda r, n: (*chosen(r, n, 0.5)[:3], 0, [], 0.5)),
        ],
        wrong=[
            wrong(("drawn from p after a rejection", "拒绝之后从 p 重抽"), "spec-exact", ("left = np.maximum(p[i] - q[i], 0)", "left = p[i]")),
            wrong(("no free token", "没有白得的词元"), "spec-when-it-pays", ("return [*tokens, int(rng.choice(len(p[-1]), p=p[-1]))]", "return tokens")),
            wrong(("rows off by one", "行错了一位"), "spec-exact", ("target(tokens)[len(prefix) - 1 :]", "target(tokens)[len(prefix) :]")),
            wrong(("q over p", "比值颠倒"), "spec-alpha-overlap", ("p[i][x] / q[i][x]", "q[i][x] / p[i][x]")),
            wrong(("the draft is kept after a rejection", "拒绝之后仍保留草稿"), "spec-exact", ("return [*tokens[: len(prefix) + i], x]", "return [*tokens[: len(prefix) + i + 1], x]")),
            wrong(("the residual is turned round", "剩余分布颠倒"), "spec-exact", ("np.maximum(p[i] - q[i], 0)", "np.maximum(q[i] - p[i], 0)")),
        ],
        right=[right("the last row of zeros", code="def speculate(target, draft, prefix, gamma, rng):\n    tokens, rows = list(prefix), []\n    for _ in range(gamma):\n        row = draft(tokens)[-1]\n        rows.append(row)\n        tokens.append(int(rng.choice(row.size, p=row)))\n    p = target(tokens)\n    place = len(prefix)\n    for row in rows:\n        if rng.random() < p[place - 1][tokens[place]] / row[tokens[place]]:\n            place += 1\n        else:\n            break\n    else:\n        row = np.zeros(p.shape[1])\n    left = np.clip(p[place - 1] - row, 0, None)\n    return tokens[:place] + [int(rng.choice(left.size, p=left / left.sum()))]\n")],
        claims=["spec-exact", "spec-over-seeds"],
        equivalent={"6: 1 -> 0": "all rows are as long", "13: 1 -> 0": "all rows are as long"},
    ),
]

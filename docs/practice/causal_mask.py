"""Tasks of the card Causal_Mask."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "window-mask", "window_mask", minutes=8, level=2,
        title=("Sliding-window mask", "滑动窗口掩码"),
        prompt=("Each query sees the `window` newest keys, its own included, and nothing of the future. The queries are the last T of S positions. A window below 1 is a ValueError.", "每个查询看到最新的 `window` 个键（含自己），看不到未来。查询是 S 个位置中的最后 T 个。窗口小于 1 时抛出 ValueError。"),
        hints=[("Allowed: position of the query − window < key ≤ position of the query.", "允许：查询位置 − window < 键 ≤ 查询位置。"), ("A causal mask without an older causal mask: `keep & ~too_old`.", "因果掩码去掉一个更旧的因果掩码：`keep & ~too_old`。")],
        properties=[
            agrees(("as many queries as keys", "查询与键一样多"), lambda r, n: [(n + 1, w) for w in (1, 2, n, n + 5)]),
            agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: [(n, 2, n + 3), call(1, 3, S=n + 2)]),
            agrees(("an empty window is refused", "空窗口被拒绝"), lambda r, n: [(n, 0), (n, -1)], sizes=(1, 2)),
        ],
        wrong=[
            wrong(("window + 1 keys", "看到了 window + 1 个键"), "causal-mask-window", ("- T - window,", "- T - window - 1,")),
            wrong(("the query's own key is not counted", "没有把自己算进去"), "causal-mask-window", ("- T - window,", "- T - window + 1,")),
            wrong(("the future is visible", "能看到未来"), "causal-mask-influence", ("return keep & ~too_old", "return ~too_old")),
            wrong(("the old is kept instead of the new", "留下了旧的而不是新的"), "causal-mask-window", ("return keep & ~too_old", "return keep & too_old")),
            wrong(("the cache is forgotten", "忘了缓存"), "causal-mask-q-offset", ("k=keep.shape[1] - T - window", "k=-window"), ("keep = causal_mask(T, S)", "keep = np.tri(T, T if S is None else S, dtype=bool)")),
        ],
        right=[right("distances", ("return keep & ~too_old", "n = keep.shape[1]\n    d = np.arange(n - T, n)[:, None] - np.arange(n)\n    return (d >= 0) & (d < window)")), right("exclusive or", ("keep & ~too_old", "keep ^ too_old"))],
        claims=["causal-mask-window"],
    ),
    task(
        "prefix-mask", "prefix_mask", minutes=5, level=2,
        title=("Prefix-LM mask", "前缀语言模型掩码"),
        prompt=("The first `prefix` tokens see each other in both directions; all later tokens are causal and see the whole prefix.", "前 `prefix` 个词彼此双向可见；之后的词按因果方式，并能看到整个前缀。"),
        hints=[("Start from the causal mask and add.", "从因果掩码出发，再加上一部分。"), ("Which columns may every row see?", "哪些列是每一行都能看的？")],
        properties=[agrees(("every prefix", "任意前缀"), lambda r, n: [(n + 2, p) for p in range(n + 3)]), agrees(("a prefix longer than the text", "前缀比文本长"), lambda r, n: (n, n + 2))],
        wrong=[
            wrong(("only causal", "只是因果掩码"), "causal-mask-q-why-decoder", (" | (np.arange(T) < prefix)", "")),
            wrong(("one token too many", "多了一个词"), "causal-mask-triu", ("np.arange(T) < prefix", "np.arange(T) <= prefix")),
            wrong(("and instead of or", "用了与而不是或"), "causal-mask-triu", ("causal_mask(T) | (", "causal_mask(T) & (")),
            wrong(("the rows of the prefix see everything", "前缀的行能看到一切"), "causal-mask-influence", ("(np.arange(T) < prefix)", "(np.arange(T) < prefix)[:, None]")),
        ],
        right=[right("assignment on a copy", ("return causal_mask(T) | (np.arange(T) < prefix)", "keep = causal_mask(T).copy()\n    keep[:, :prefix] = True\n    return keep")), right("maximum of positions", ("causal_mask(T) | (np.arange(T) < prefix)", "np.arange(T) <= np.maximum(np.arange(T)[:, None], prefix - 1)"))],
        claims=["causal-mask-influence"],
    ),
    task(
        "packed-mask", "packed_mask", minutes=6, level=2,
        title=("Mask for packed documents", "打包多篇文档的掩码"),
        prompt=("Several documents stand in one sequence; `documents` holds the number of each token's document. Causal, and never across documents.", "一个序列里放了多篇文档，`documents` 是每个词所属文档的编号。按因果方式，且不跨文档。"),
        hints=[("Two conditions: not later, and of the same document.", "两个条件：不在之后，且属于同一文档。"), ("`documents[:, None] == documents` compares all pairs.", "`documents[:, None] == documents` 比较所有配对。")],
        properties=[agrees(("documents one after another", "一篇接一篇"), lambda r, n: (np.sort(r.integers(0, 3, n + 2)),)), agrees(("numbers may come back", "编号可以重复出现"), lambda r, n: (r.integers(0, 2, n + 2),)), agrees(("one document", "只有一篇"), lambda r, n: (np.zeros(n, int),))],
        wrong=[
            wrong(("tokens of other documents are visible", "能看到别的文档"), "causal-mask-influence", (" & (documents[:, None] == documents)", "")),
            wrong(("not causal within a document", "文档内部不是因果的"), "causal-mask-copying", ("causal_mask(len(documents)) & ", "")),
            wrong(("earlier documents are visible", "能看到更早的文档"), "causal-mask-influence", ("documents[:, None] == documents", "documents[:, None] >= documents")),
            wrong(("or instead of and", "用了或而不是与"), "causal-mask-triu", (") & (", ") | (")),
        ],
        right=[right("loops", code="def packed_mask(documents):\n    T = len(documents)\n    return np.array([[j <= i and documents[i] == documents[j] for j in range(T)] for i in range(T)], dtype=bool).reshape(T, T)\n"), right("equal.outer", ("documents[:, None] == documents", "np.equal.outer(documents, documents)"))],
        claims=["causal-mask-influence"],
    ),
    task(
        "padding-mask", "with_padding", minutes=5, level=2,
        title=("A mask and padding together", "掩码与填充合并"),
        prompt=("`keep` (T, S) is a mask for all sequences, `real` (B, S) is True where a key is no padding. Return (B, T, S): allowed by both.", "`keep` (T, S) 是所有序列共用的掩码，`real` (B, S) 在键不是填充处为 True。返回 (B, T, S)：两者都允许。"),
        hints=[("Padding concerns keys, so it belongs to the last axis.", "填充关乎键，所以属于最后一轴。"), ("Give `real` an axis for the queries in the middle.", "在 `real` 中间插入一个查询轴。")],
        properties=[agrees(("padding of either side", "两侧的填充"), lambda r, n: (np.tri(n, n, dtype=bool), r.random((2, n)) < 0.7)), agrees(("fewer queries than keys", "查询比键少"), lambda r, n: (r.random((n, n + 2)) < 0.7, r.random((3, n + 2)) < 0.7))],
        wrong=[
            wrong(("padding applied to the queries", "填充作用在了查询上"), "causal-mask-q-padding", ("real[:, None, :]", "real[:, : keep.shape[0], None]")),
            wrong(("or instead of and", "用了或而不是与"), "causal-mask-q-padding", ("keep & real", "keep | real")),
            wrong(("padding inverted", "填充取反了"), "causal-mask-q-polarity", ("keep & real[:, None, :]", "keep & ~real[:, None, :]")),
        ],
        right=[right("logical_and", ("keep & real[:, None, :]", "np.logical_and(keep[None], real[:, None])")), right("einsum", ("keep & real[:, None, :]", "np.einsum('ts,bs->bts', keep, real)"))],
        claims=["causal-mask-padding-sides"],
    ),
]

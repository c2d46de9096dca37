"""Tasks of the card Sparse_Attention."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong


def blocks(r, n):
    """Queries and keys of n + 2 blocks, the size of a block and how many to choose; no two sizes are equal."""
    block = n + 1
    T = block * (n + 2)
    return r.normal(size=(T, n + 4)), r.normal(size=(T, n + 4)), block, 2


def picked(choose_blocks, q, k, block, topk):
    """Which blocks each query reads, as a mask: their order does not matter."""
    chosen, allowed = choose_blocks(q, k, block, topk)
    mask = np.zeros((len(q), len(k) // block), dtype=bool)
    for row, (some, keep) in enumerate(zip(np.asarray(chosen), np.asarray(allowed), strict=True)):
        mask[row, some[keep.astype(bool)]] = True
    return mask


def index_input(r, n):
    """Index queries, keys and weights; no two sizes are equal."""
    return r.normal(size=(n + 1, n + 2, n + 3)), r.normal(size=(n + 4, n + 3)), r.normal(size=(n + 1, n + 2))


TASKS = [
    task(
        "moba-blocks", "moba_blocks", minutes=12, level=3,
        title=("Choose blocks as MoBA does", "像 MoBA 那样选块"),
        prompt=(
            "For each query the indices of `topk` blocks, its own and the best earlier ones by q · mean of the block's keys, and which of them are allowed. Future blocks are not allowed; where too few are, the row is padded. `choose` and `block_scores` of the card may be used.",
            "对每个查询给出 `topk` 个块的下标：自己的块总要选上，其余按 q 与块内键均值的点积取更早的最佳块；并给出其中哪些是允许的。未来的块不允许；不够时用别的块填满。可以使用卡片里的 `choose` 和 `block_scores`。",
        ),
        hints=[("The own block is t // block; give it a score that always wins.", "自己的块是 t // block，给它一个必胜的得分。"), ("Its mean contains later tokens: it must not compete by its mean.", "它的均值含有后面的词元：不能按均值竞争。")],
        use=picked,
        properties=[
            agrees(("the chosen blocks of every query", "每个查询选出的块"), blocks),
            agrees(("one block: the own one", "只选一块：自己的"), lambda r, n: (*blocks(r, n)[:3], 1)),
            agrees(("all blocks", "全部块"), lambda r, n: (*blocks(r, n)[:3], n + 2)),
        ],
        wrong=[
            wrong(("the own block competes by its mean", "自己的块按均值竞争"), "sparse-moba", ("np.where(index == own, np.inf, block_scores(q, k, block))", "block_scores(q, k, block)")),
            wrong(("blocks of the future are allowed", "允许了未来的块"), "sparse-moba", ("index <= own, topk", "index >= 0, topk")),
            wrong(("the own block is left out", "漏掉了自己的块"), "sparse-moba", ("index <= own, topk", "index < own, topk")),
            wrong(("the worst blocks in place of the best", "取了最差的块"), "sparse-moba", ("block_scores(q, k, block))", "-block_scores(q, k, block))")),
            wrong(("one block too many", "多取了一块"), "quiz-sparse-moba-share", ("index <= own, topk)", "index <= own, topk + 1)")),
        ],
        right=[right("own block as a large number", ("np.where(index == own, np.inf, block_scores(q, k, block))", "block_scores(q, k, block) + 1e9 * (index == own)"))],
        claims=["sparse-moba"],
    ),
    task(
        "lightning-indexer", "index_scores", minutes=8, level=3,
        title=("The lightning indexer's scores", "闪电索引器的得分"),
        prompt=("I[t, s] = Σ_j w[t, j] · max(0, q[t, j] · k[s]), with q (T, J, E), k (S, E) and w (T, J).", "I[t, s] = Σ_j w[t, j] · max(0, q[t, j] · k[s])，q 为 (T, J, E)，k 为 (S, E)，w 为 (T, J)。"),
        hints=[("First all dot products: (T, J, S).", "先算所有点积：(T, J, S)。"), ("ReLU comes before the weighted sum over j.", "先 ReLU，再对 j 加权求和。")],
        properties=[
            agrees(("any sizes", "任意尺寸"), index_input),
            agrees(("one index head", "一个索引头"), lambda r, n: (r.normal(size=(n + 1, 1, 3)), r.normal(size=(n + 2, 3)), r.normal(size=(n + 1, 1)))),
        ],
        wrong=[
            wrong(("no ReLU", "漏掉了 ReLU"), "sparse-indexer-exact", ("np.maximum(q @ k.T, 0)", "q @ k.T")),
            wrong(("ReLU after the sum", "先求和再 ReLU"), "sparse-indexer-exact", ("    heads = np.maximum(q @ k.T, 0)  # (T, J, S)\n    return (w[..., None] * heads).sum(axis=1)", "    heads = q @ k.T  # (T, J, S)\n    return np.maximum((w[..., None] * heads).sum(axis=1), 0)")),
            wrong(("weights left out", "漏掉了权重"), "sparse-q-dsa", ("(w[..., None] * heads)", "heads")),
            wrong(("mean in place of the sum", "求了平均而不是和"), "sparse-indexer-exact", (".sum(axis=1)", ".mean(axis=1)")),
        ],
        right=[right("einsum", ("return (w[..., None] * heads).sum(axis=1)", 'return np.einsum("tj,tjs->ts", w, heads)')), right("head by head", code="def index_scores(q, k, w):\n    total = 0\n    for j in range(q.shape[1]):\n        total = total + w[:, j, None] * np.maximum(q[:, j] @ k.T, 0)\n    return total\n")],
        claims=["sparse-indexer-exact"],
    ),
    task(
        "band-mask", "band_mask", minutes=6, level=2,
        title=("Window to both sides, dilated", "双侧窗口与空洞窗口"),
        prompt=("Each token sees itself and w keys to each side that are `dilation` apart.", "每个词看到自己，以及两侧各 w 个、彼此相隔 `dilation` 的键。"),
        hints=[("The distance must be a multiple of `dilation`.", "距离必须是 `dilation` 的倍数。"), ("The furthest key is w · dilation away.", "最远的键相距 w · dilation。")],
        properties=[agrees(("plain windows", "普通窗口"), lambda r, n: [(n + 2, w) for w in (0, 1, 2)]), agrees(("dilated windows", "空洞窗口"), lambda r, n: [call(n + 6, w, dilation=d) for w, d in ((1, 2), (2, 3), (0, 2))])],
        wrong=[
            wrong(("w keys in all, not to each side", "总共 w 个而不是每侧 w 个"), "sparse-pair-count", ("np.abs(offset) <= w * dilation", "2 * np.abs(offset) <= w * dilation")),
            wrong(("one key too few on each side", "每侧少一个键"), "sparse-pair-count", ("<= w * dilation", "< w * dilation")),
            wrong(("only the past", "只看过去"), "sparse-receptive-field", ("(np.abs(offset) <= w * dilation)", "(offset >= 0) & (offset <= w * dilation)")),
            wrong(("dilation widens the window without gaps", "只加宽窗口而没有空洞"), "sparse-pair-count", (" & (offset % dilation == 0)", "")),
            wrong(("gaps without widening", "有空洞但没有加宽"), "sparse-pair-count", ("w * dilation)", "w)")),
        ],
        right=[right("set of distances", ("(np.abs(offset) <= w * dilation) & (offset % dilation == 0)", "np.isin(offset, np.arange(-w, w + 1) * dilation)"))],
        claims=["sparse-pair-count", "sparse-receptive-field"],
    ),
    task(
        "global-mask", "global_mask", minutes=6, level=2,
        title=("Global tokens", "全局词"),
        prompt=("The global tokens see all tokens and, if `symmetric`, are seen by all. Return a fresh boolean (T, T).", "全局词能看到所有词；若 `symmetric`，也被所有词看到。返回新的布尔数组 (T, T)。"),
        hints=[("A row of the mask is what a query sees.", "掩码的一行是一个查询所能看到的。"), ("Seen by all means a column.", "被所有词看到，对应一列。")],
        properties=[agrees(("symmetric", "对称"), lambda r, n: [(n + 2, [0]), (n + 2, [1, n + 1]), (n, [])]), agrees(("one direction only", "单向"), lambda r, n: call(n + 2, [0, n], symmetric=False))],
        wrong=[
            wrong(("only seen, does not see", "只被看到，自己看不到"), "sparse-global-is-symmetric", ("return rows | chosen if symmetric else rows.copy()", "return rows.T.copy()")),
            wrong(("only the global tokens see each other", "只有全局词彼此可见"), "sparse-q-symmetric", ("return rows | chosen if symmetric else rows.copy()", "return rows & chosen if symmetric else rows.copy()")),
            wrong(("never symmetric", "从不对称"), "sparse-global-is-symmetric", ("rows | chosen if symmetric else rows.copy()", "rows.copy()")),
            wrong(("always symmetric", "总是对称"), "sparse-global-is-symmetric", ("rows | chosen if symmetric else rows.copy()", "rows | chosen")),
        ],
        right=[right("assignment", code="def global_mask(T, tokens, symmetric=True):\n    keep = np.zeros((T, T), bool)\n    for t in tokens:\n        keep[t] = True\n        if symmetric:\n            keep[:, t] = True\n    return keep\n")],
        claims=["sparse-global-is-symmetric"],
    ),
    task(
        "receptive-field", "reach", minutes=8, level=2,
        title=("Who can influence whom after L layers?", "L 层之后谁能影响谁？"),
        prompt=("Boolean (T, T): can token j influence output i after so many attention layers with this mask and residual connections?", "布尔 (T, T)：经过若干层使用该掩码、带残差的注意力之后，词 j 能否影响输出 i？"),
        hints=[("One layer: the mask, and the token itself by the residual.", "一层：掩码，加上残差带来的词自己。"), ("Several layers: a product of such matrices, of which only > 0 counts.", "多层：这种矩阵的乘积，只看是否 > 0。")],
        properties=[agrees(("any mask", "任意掩码"), lambda r, n: [(r.random((n + 2, n + 2)) < 0.3, k) for k in (1, 2, 3)]), agrees(("no layer: only the token itself", "零层：只有词自己"), lambda r, n: (r.random((n, n)) < 0.5, 0)), agrees(("a window spreads step by step", "窗口逐步扩散"), lambda r, n: (np.tri(8, dtype=bool) & ~np.tri(8, k=-2, dtype=bool), n))],
        wrong=[
            wrong(("the residual forgotten", "忘了残差"), "sparse-receptive-field", ("(mask | np.eye(len(mask), dtype=bool))", "mask")),
            wrong(("one layer only", "只算了一层"), "sparse-q-how-far", ("for _ in range(layers):", "for _ in range(min(layers, 1)):")),
            wrong(("one layer too many", "多算了一层"), "sparse-q-how-far", ("range(layers)", "range(layers + 1)")),
            wrong(("transposed: who is influenced by whom", "转置了：影响方向反了"), "sparse-receptive-field", ("return seen > 0", "return (seen > 0).T")),
        ],
        right=[right("matrix power", ("    for _ in range(layers):\n        seen = np.minimum(step @ seen, 1)\n", "    seen = np.linalg.matrix_power(step.astype(int), layers)\n")), right("boolean any", ("seen = np.minimum(step @ seen, 1)", "seen = ((step[:, :, None] * seen[None]) > 0).any(1).astype(float)"))],
        claims=["sparse-receptive-field"],
        equivalent={
            "4: np.eye(len(mask), dtype=np.float32) -> np.eye(len(mask))": "only whether a number is positive counts",
            "6: step @ seen -> seen @ step": "seen is a power of step",
            "6: 1 -> 2": "only whether a number is positive counts",
        },
    ),
]

"""Tasks of the card Flash_Attention."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def qkv(r, n, *lead, S=None, scale=1.0):
    """Queries, keys, values."""
    S = n if S is None else S
    return r.normal(size=(*lead, n, 4)) * scale, r.normal(size=(*lead, S, 4)) * scale, r.normal(size=(*lead, S, 3))


WHOLE = """def blockwise_attention_numpy(q, k, v, causal=False, block_q=512, block_k=1024):
    *lead, T, D = q.shape
    S = k.shape[-2]
    out = np.zeros((*lead, T, v.shape[-1]))
    for head in np.ndindex(*lead):
        for i in range(0, T, block_q):
            rows = q[head][i : i + block_q] / np.sqrt(D)
            m, l, o = np.full(len(rows), -np.inf), np.zeros(len(rows)), np.zeros((len(rows), v.shape[-1]))
            for j in range(0, S, block_k):
                s = rows @ k[head][j : j + block_k].T
                if causal:
                    t, c = np.arange(i, i + len(rows))[:, None] + S - T, np.arange(j, j + s.shape[1])
                    s = np.where(c <= t, s, -np.inf)
                new = np.maximum(m, s.max(-1))
                base = np.where(new == -np.inf, 0.0, new)
                e, shrink = np.exp(s - base[:, None]), np.exp(m - base)
                l, o, m = l * shrink + e.sum(-1), o * shrink[:, None] + e @ v[head][j : j + block_k], new
            out[head][i : i + block_q] = np.divide(o, l[:, None], out=np.zeros_like(o), where=l[:, None] > 0)
    return out
"""

def with_grad(r, n, *lead, S=None, causal=False):
    """What the backward pass is given: the gradient of the output, q, k, v, the output and L."""
    q, k, v = qkv(r, n, *lead, S=S)
    T, S = q.shape[-2], k.shape[-2]
    seen = np.tri(T, S, S - T if causal else S, dtype=bool)
    scores = np.where(seen, q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]), -1e9)
    peak = scores.max(-1, keepdims=True)
    e = np.exp(scores - peak) * seen
    total = e.sum(-1, keepdims=True)
    out = e / np.where(total == 0, 1, total) @ v
    return r.normal(size=out.shape), q, k, v, out, peak + np.log(np.where(total == 0, 1, total))


def slopes(f, r, n):
    """dq, dk, dv against central differences of the loss."""
    grad, q, k, v, out, lse = with_grad(r, n + 1, S=n + 2)

    def loss():
        s = q @ k.T / np.sqrt(q.shape[-1])
        p = np.exp(s - s.max(-1, keepdims=True))
        return (grad * (p / p.sum(-1, keepdims=True) @ v)).sum()

    found = []
    for x in (q, k, v):
        slope = np.zeros_like(x)
        for at in np.ndindex(*x.shape):
            x[at] += 1e-5
            above = loss()
            x[at] -= 2e-5
            slope[at] = (above - loss()) / 2e-5
            x[at] += 1e-5
        found.append(slope)
    return (grad, q, k, v, out, lse), f(grad, q, k, v, out, lse, False, 2, 2), tuple(found)


WHOLE_BACK = """def blockwise_backward_numpy(grad, q, k, v, out, lse, causal=False, block_q=512, block_k=1024):
    T, S, scale = q.shape[-2], k.shape[-2], 1 / np.sqrt(q.shape[-1])
    s = np.einsum('...td,...sd->...ts', q, k) * scale
    seen = np.tri(T, S, S - T if causal else S, dtype=bool)
    p = np.where(seen, np.exp(np.where(seen, s - lse, 0)), 0)
    dv = np.einsum('...ts,...td->...sd', p, grad)
    dp = np.einsum('...td,...sd->...ts', grad, v)
    ds = p * (dp - (p * dp).sum(-1, keepdims=True)) * scale
    return ds @ k, np.swapaxes(ds, -1, -2) @ q, dv
"""

TASKS = [
    task(
        "flash-attention", "blockwise_attention_numpy", minutes=40, level=5,
        title=("Blockwise attention", "分块注意力（FlashAttention 前向）"),
        prompt=("softmax(q kᵀ/√D) v, worked through in tiles of block_q × block_k scores with a running maximum and sum. Causal: the queries are the last T of S positions; a query that sees nothing returns zeros. You may use `tiles`.", "按 block_q × block_k 的分数块，用滚动最大值与总和计算 softmax(q kᵀ/√D) v。因果时查询是 S 个位置中的最后 T 个；什么都看不到的查询返回零。可以使用 `tiles`。"),
        hints=[("For each block of queries: maximum, sum and output, all corrected by exp(old − new) when the maximum rises.", "对每块查询维护：最大值、总和、输出；最大值变大时都乘以 exp(旧 − 新)。"), ("Divide by the sum once, after the last block of keys.", "处理完最后一块键之后再除一次总和。")],
        properties=[
            agrees(("one tile", "一个块"), lambda r, n: qkv(r, n, S=n + 1)),
            agrees(("many tiles, sizes that do not fit", "很多块，且尺寸不整除"), lambda r, n: [call(*qkv(r, n + 4, 2, S=n + 6), block_q=a, block_k=b) for a, b in ((2, 3), (1, 1), (4, 2))]),
            agrees(("causal, with a cache", "因果，带缓存"), lambda r, n: [call(*qkv(r, n + 2, 2, S=n + s), causal=True, block_q=2, block_k=b) for s, b in ((2, 2), (5, 3))]),
            agrees(("causal, queries that see nothing", "因果，有的查询什么都看不到"), lambda r, n: call(*qkv(r, n + 4, S=n + 1), causal=True, block_q=2, block_k=2)),
            agrees(("large scores, the largest in the last tile", "很大的分数，最大的在最后一块"), lambda r, n: (lambda q, k, v: call(q, np.sort(k, axis=0), v, block_q=2, block_k=2))(*qkv(r, n + 3, scale=30.0))),
            holds(("block sizes change nothing", "块的大小不影响结果"), lambda f, r, n: (lambda a: (a, f(*a, False, n, 2), f(*a)))(qkv(r, 7))),
        ],
        wrong=[
            wrong(("sum and output not corrected", "总和与输出没有修正"), "flash-q-exact", ("                z *= shrink\n", ""), ("                o *= shrink\n", "")),
            wrong(("only the sum corrected", "只修正了总和"), "flash-exact", ("                o *= shrink\n", "")),
            wrong(("scale missing", "没有除以 √D"), "Attention_Mechanism#^why-sqrt-dk", ("q[head][start:stop] / math.sqrt(D)", "q[head][start:stop] / 1.0")),
            wrong(("aligned at the top left", "按左上角对齐"), "flash-alignment", ("shift = S - T if causal else S", "shift = 0 if causal else S")),
            wrong(("not divided by the sum", "没有除以总和"), "flash-merge", ("            np.divide(acc, total, out=acc, where=total > 0)\n", "")),
            wrong(("the tile on the diagonal not masked", "对角线上的块没有掩码"), "flash-alignment", ("                if cut > 0:", "                if cut > S + T:")),
        ],
        right=[right("plain tiles", code=WHOLE), right("one pass over whole rows", code="def blockwise_attention_numpy(q, k, v, causal=False, block_q=512, block_k=1024):\n    T, S = q.shape[-2], k.shape[-2]\n    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])\n    keep = np.tri(T, S, S - T, dtype=bool) if causal else np.ones((T, S), bool)\n    s = np.where(keep, s, -np.inf)\n    m = s.max(-1, keepdims=True)\n    e = np.exp(s - np.where(m == -np.inf, 0, m))\n    z = e.sum(-1, keepdims=True)\n    return (e / np.where(z == 0, 1, z)) @ v\n")],
        claims=["flash-exact", "flash-alignment"],
        equivalent={
            "12: np.zeros((*lead, T, v.shape[-1]), dtype=np.result_type(q, k, v)) -> np.zeros((*lead, T, v.shape[-1]))": "the precision of the result is free",
            "12: np.result_type(q, k, v) -> np.result_type(k, q, v)": "the result type does not depend on the order",
            "13: np.empty(min(block_q, T) * min(block_k, S), dtype=out.dtype) -> np.empty(min(block_q, T) * min(block_k, S))": "the precision of the result is free",
            "17: np.full((stop - start, 1), -np.inf, dtype=out.dtype) -> np.full((stop - start, 1), -np.inf)": "the precision of the result is free",
            "24: cut > 0 -> cut >= 0": "with cut = 0 no row is masked",
            "23: 1 -> 0": "the next row sees the whole tile: its mask forbids nothing",
            "24: 0 -> -1": "with cut = 0 no row is masked",
            "26: -1 -> 1": "the array has two axes",
            "30: -1 -> 1": "the array has two axes",
            "27: np.subtract(s, new, out=s) -> np.subtract(s, new)": "the exponential writes into the tile all the same",
            "34: 0 -> 1": "a sum holds exp(0) = 1: at exactly 1 nothing is to be divided",
        },
    ),
    task(
        "flash-backward", "blockwise_backward_numpy", minutes=40, level=5,
        title=("Backward pass of blockwise attention", "分块注意力的反向传播"),
        prompt=("Given the gradient of the output, the output itself and L, the logarithm of each row's sum of exponentials, return dq, dk, dv. No tile of weights was kept: compute each again as exp(s − L). Causal: the queries are the last T of S positions; a query that sees nothing has no gradient. You may use `tiles`.", "给定输出的梯度、输出本身，以及 L（每行指数之和的对数），返回 dq、dk、dv。权重没有保存：逐块用 exp(s − L) 重新计算。因果时查询是 S 个位置中的最后 T 个；什么都看不到的查询没有梯度。可以使用 `tiles`。"),
        hints=[("Δ_i = Σ_d dO_id O_id is what the Jacobian of softmax subtracts; dS = P ∘ (dO Vᵀ − Δ).", "softmax 的雅可比要减去的是 Δ_i = Σ_d dO_id O_id；dS = P ∘ (dO Vᵀ − Δ)。"), ("dV = Pᵀ dO, dQ = dS K / √D, dK = dSᵀ Q / √D: the scale stands in both.", "dV = Pᵀ dO，dQ = dS K / √D，dK = dSᵀ Q / √D：两处都有缩放。"), ("A key belongs to many blocks of queries: add to dk and dv, do not assign.", "一个键属于很多查询块：对 dk 和 dv 要累加，不能赋值。")],
        properties=[
            agrees(("one tile", "一个块"), lambda r, n: with_grad(r, n, S=n + 1)),
            agrees(("many tiles, sizes that do not fit", "很多块，且尺寸不整除"), lambda r, n: [call(*with_grad(r, n + 4, 2, S=n + 6), block_q=a, block_k=b) for a, b in ((2, 3), (1, 1), (4, 2))]),
            agrees(("causal, with a cache", "因果，带缓存"), lambda r, n: [call(*with_grad(r, n + 2, 2, S=n + s, causal=True), causal=True, block_q=2, block_k=b) for s, b in ((2, 2), (5, 3))]),
            agrees(("causal, queries that see nothing", "因果，有的查询什么都看不到"), lambda r, n: call(*with_grad(r, n + 4, S=n + 1, causal=True), causal=True, block_q=2, block_k=2)),
            holds(("the gradients are the slopes of the loss", "梯度就是损失的斜率"), slopes, sizes=(1, 3)),
        ],
        wrong=[
            wrong(("Δ forgotten", "忘了减 Δ"), "flash-backward-exact", (" - delta[head][first:stop]", "")),
            wrong(("scale missing in dQ", "dQ 没有除以 √D"), "flash-backward-exact", ("ds @ k[head][j:end] / math.sqrt(D)", "ds @ k[head][j:end]")),
            wrong(("scale missing in dK", "dK 没有除以 √D"), "flash-backward-exact", ("ds.T @ rows", "ds.T @ q[head][first:stop]")),
            wrong(("dQ assigned, so the last tile alone counts", "dQ 用了赋值，只剩最后一块"), "flash-backward-exact", ("dq[head][first:stop] += ds", "dq[head][first:stop] = ds")),
            wrong(("dK and dV assigned, so the last queries alone count", "dK、dV 用了赋值，只剩最后的查询"), "flash-backward-exact", ("dv[head][j:end] += p.T", "dv[head][j:end] = p.T"), ("dk[head][j:end] += ds.T", "dk[head][j:end] = ds.T")),
            wrong(("weights not normalised by L", "权重没有用 L 归一化"), "flash-q-backward", ("np.exp(s - lse[head][first:stop])", "np.exp(s)")),
            wrong(("each tile normalised by itself", "每块各自归一化"), "flash-q-exact", ("np.exp(s - lse[head][first:stop])", "np.exp(s - s.max(-1, keepdims=True)) / np.exp(s - s.max(-1, keepdims=True)).sum(-1, keepdims=True)")),
            wrong(("the mask forgotten in the backward pass", "反向时忘了掩码"), "flash-alignment", ("                s[~np.tri(*s.shape, first + shift - j, dtype=bool)] = -np.inf\n", "")),
            wrong(("not multiplied by the weights", "没有乘以权重"), "flash-q-backward", ("p * (up @ v[head][j:end].T", "(up @ v[head][j:end].T")),
        ],
        right=[right("whole rows, by einsum", code=WHOLE_BACK), right("in float32", ("    *lead, T, D = q.shape\n", "    grad, q, k, v, out, lse = (np.asarray(x, np.float32) for x in (grad, q, k, v, out, lse))\n    *lead, T, D = q.shape\n"))],
        claims=["flash-backward-exact"],
    ),
]

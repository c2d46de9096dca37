"""Tasks of the card Grouped_Query_Attention_GQA."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong


def heads(r, n, H, G, *lead, Dv=3):
    """Queries of H heads, keys and values of G heads."""
    return r.normal(size=(*lead, H, n, 4)), r.normal(size=(*lead, G, n + 1, 4)), r.normal(size=(*lead, G, n + 1, Dv))


def layer(made, H, G, x, cache=None):
    """A layer with fixed weights."""
    return made(np.random.default_rng(11), x.shape[-1], H, G)(x, cache)


TASKS = [
    task(
        "gqa", "grouped_query_attention", minutes=15, level=3,
        title=("Grouped-query attention", "分组查询注意力"),
        prompt=("Query head i reads KV head i // (H/G). Return the heads and the weights without copying the keys. A mask must have exactly the shape (T, S); a wrong shape or a number of heads that cannot be grouped is a ValueError.", "查询头 i 读取键值头 i // (H/G)。返回各头输出与权重，不要复制键。掩码形状必须恰好是 (T, S)；形状不对或头数不能分组时抛出 ValueError。"),
        hints=[("Give the queries one more axis: (..., G, H/G, T, D).", "给查询多加一个轴：(..., G, H/G, T, D)。"), ("Keys get a 1 at the same place, (..., G, 1, S, D), and broadcast.", "键在同一位置加一个 1：(..., G, 1, S, D)，靠广播。")],
        properties=[
            agrees(("two groups", "两组"), lambda r, n: heads(r, n, 4, 2)),
            agrees(("one group, and as many groups as heads", "一组，以及组数等于头数"), lambda r, n: [heads(r, n, 3, 1, 2), heads(r, n, 3, 3, 2)]),
            agrees(("with a mask", "带掩码"), lambda r, n: [call(*heads(r, n, 4, 2, *lead), mask=np.tri(n, n + 1, 1, dtype=bool)) for lead in ((), (2,))]),
            agrees(("a mask of another shape is refused, though it would broadcast", "形状不同的掩码被拒绝，即使可以广播"), lambda r, n: [call(*heads(r, n, 4, 2), mask=np.ones((1, n, n + 1), bool)), call(*heads(r, n + 1, 4, 2), mask=np.ones((1, n + 2), bool))]),
            agrees(("heads that cannot be grouped are refused", "不能分组的头数被拒绝"), lambda r, n: heads(r, n, 4, 3), sizes=(1, 2)),
        ],
        wrong=[
            wrong(("heads assigned in turn: 0 1 0 1", "头交替分配：0 1 0 1"), "gqa-equals-torch", ("q.reshape(*q.shape[:-3], G, H // G, T, D)", "np.moveaxis(q.reshape(*q.shape[:-3], H // G, G, T, D), -4, -3)"), ("lead = q.shape[:-1]", "heads, weights = np.moveaxis(heads, -3, -4), np.moveaxis(weights, -3, -4)\n    lead = q.shape[:-1]")),
            wrong(("every head reads the first KV head", "每个头都读第一个键值头"), "gqa-endpoints", ("k[..., None, :, :], v[..., None, :, :]", "k[..., :1, None, :, :], v[..., :1, None, :, :]")),
            wrong(("mask not passed on", "没有把掩码传下去"), "gqa-cached-decoding", ("scaled_dot_product_attention(grouped, k, v, mask)", "scaled_dot_product_attention(grouped, k, v)")),
            wrong(("any mask that broadcasts is taken", "任何能广播的掩码都接受"), "Attention_Mechanism#^attention-mask-shapes", ("if mask is not None and mask.shape != (T, k.shape[-2]):", "if False:")),
            wrong(("the groups are left in the result", "结果里留着分组轴"), "gqa-equals-torch", ("return heads.reshape(*lead, v.shape[-1]), weights.reshape(*lead, k.shape[-2])", "return heads, weights")),
        ],
        right=[right("repeated keys", ("grouped = q.reshape(*q.shape[:-3], G, H // G, T, D)", "return scaled_dot_product_attention(q, np.repeat(k, H // G, axis=-3), np.repeat(v, H // G, axis=-3), mask)\n    grouped = q")), right("loop over heads", ("grouped = q.reshape(*q.shape[:-3], G, H // G, T, D)", "parts = [scaled_dot_product_attention(q[..., h, :, :], k[..., h * G // H, :, :], v[..., h * G // H, :, :], mask) for h in range(H)]\n    return np.stack([p[0] for p in parts], -3), np.stack([p[1] for p in parts], -3)\n    grouped = q"))],
        claims=["gqa-endpoints", "gqa-equals-torch"],
        equivalent={
            "11: if H % G: -> pass": "reshape refuses such heads with a ValueError of its own",
            "18: 1 -> 2": "reshape takes any negative number for the axis that it has to find",
        },
    ),
    task(
        "gqa-layer", "GroupedQueryAttentionNumPy", minutes=15, level=3,
        title=("A GQA layer with its cache", "带缓存的 GQA 层"),
        prompt=("Write `__call__`: x holds the T newest tokens, `cache` the earlier keys and values or None. Return the output and the new cache.", "写出 `__call__`：x 是最新的 T 个词，`cache` 是更早的键和值，或为 None。返回输出和新的缓存。"),
        hints=[("Join old and new keys along the position axis before attending.", "注意力之前沿位置轴把旧键与新键拼起来。"), ("The causal mask is for T queries at the end of S positions.", "因果掩码对应 S 个位置末尾的 T 个查询。")],
        blank=["__call__"], use=layer,
        properties=[
            agrees(("a prompt without a cache", "没有缓存的提示"), lambda r, n: (4, 2, r.normal(size=(2, n, 8)))),
            agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: [(4, 2, r.normal(size=(2, t, 8)), (r.normal(size=(2, 2, n, 2)), r.normal(size=(2, 2, n, 2)))) for t in (1, 3)]),
            agrees(("no batch axis", "没有批量轴"), lambda r, n: [(2, 1, r.normal(size=(n, 4))), (2, 1, r.normal(size=(2, 4)), (r.normal(size=(1, n, 2)), r.normal(size=(1, n, 2))))]),
        ],
        wrong=[
            wrong(("not causal", "没有因果掩码"), "gqa-cached-decoding", ("causal_mask(q.shape[-2], k.shape[-2])", "None")),
            wrong(("mask without the cache's offset", "掩码没有考虑缓存偏移"), "gqa-cached-decoding", ("causal_mask(q.shape[-2], k.shape[-2])", "np.tri(q.shape[-2], k.shape[-2], dtype=bool)")),
            wrong(("new keys before the old ones", "新键放到了旧键前面"), "gqa-cached-decoding", ("[cache[0], k]", "[k, cache[0]]"), ("[cache[1], v]", "[v, cache[1]]")),
            wrong(("only the new keys are returned", "只返回了新的键"), "KV_Cache#^kv-cached-equals-uncached", ("        if cache is not None:", "        kept = (k, v)\n        if cache is not None:"), ("self.w_o, (k, v)", "self.w_o, kept")),
            wrong(("keys and values exchanged in the cache", "缓存里的键和值对调"), "KV_Cache#^what-is-a-kv-cache", ("[cache[0], k]", "[cache[1], k]"), ("[cache[1], v]", "[cache[0], v]")),
            wrong(("W_O forgotten", "忘了 W_O"), "gqa-numpy-equals-torch", ("merge_heads(heads) @ self.w_o", "merge_heads(heads)")),
        ],
        right=[right("cache unpacked", ("            k = np.concatenate([cache[0], k], axis=-2)  # (..., G, S, D)\n            v = np.concatenate([cache[1], v], axis=-2)", "            k, v = (np.concatenate(pair, axis=-2) for pair in zip(cache, (k, v)))"))],
        claims=["gqa-cached-decoding"],
    ),
    task(
        "gqa-pooling", "mean_pool_heads", minutes=8, level=3,
        title=("From MHA to GQA: pool the heads", "从 MHA 到 GQA：合并头"),
        prompt=("Average the key (or value) projections inside each group: (C, H·D) → (C, G·D). Heads 0 … H/G − 1 form the first group.", "在每组内对键（或值）的投影取平均：(C, H·D) → (C, G·D)。头 0 … H/G − 1 为第一组。"),
        hints=[("Reshape to (C, G, H/G, D).", "reshape 成 (C, G, H/G, D)。"), ("Average over the members of a group, keep the features.", "对组内成员取平均，保留特征。")],
        properties=[agrees(("several groups", "若干组"), lambda r, n: (r.normal(size=(n + 1, 4 * n)), 4, 2)), agrees(("one group and H groups", "一组与 H 组"), lambda r, n: [(r.normal(size=(3, 4 * n)), 4, g) for g in (1, 4)])],
        wrong=[
            wrong(("summed, not averaged", "求和而不是平均"), "gqa-mean-is-closest", (".mean(2)", ".sum(2)")),
            wrong(("the first head of each group", "取每组的第一个头"), "gqa-convert-checkpoint", (".mean(2)", "[:, :, 0]")),
            wrong(("features averaged instead of heads", "平均了特征而不是头"), "gqa-mean-is-closest", ("return w.reshape(C, G, H // G, D).mean(2).reshape(C, G * D)", "return w.reshape(C, G, D, H // G).mean(3).reshape(C, G * D)")),
            wrong(("groups of every G-th head", "每隔 G 个头成一组"), "gqa-equals-torch", ("w.reshape(C, G, H // G, D).mean(2)", "w.reshape(C, H // G, G, D).mean(1)")),
        ],
        right=[right("einsum", ("w.reshape(C, G, H // G, D).mean(2).reshape", "(np.einsum('cghd->cgd', w.reshape(C, G, H // G, -1)) / (H // G)).reshape")), right("loop", code="def mean_pool_heads(w, H, G):\n    parts = np.split(w, H, axis=1)\n    n = H // G\n    return np.concatenate([sum(parts[g * n : (g + 1) * n]) / n for g in range(G)], axis=1)\n")],
        claims=["gqa-mean-is-closest"],
        equivalent={"4: w.reshape(C, G, H // G, D) -> w.reshape(G, C, H // G, D)": "the members of a group stay neighbours in memory, and the last reshape undoes the rest"},
    ),
]

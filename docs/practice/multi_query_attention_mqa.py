"""Tasks of the card Multi-Query_Attention_MQA."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "mqa-layer", "MultiQueryAttentionNumPy", minutes=15, level=3,
        title=("An MQA layer with its cache", "带缓存的 MQA 层"),
        prompt=("Write `__call__`: H query heads share one key and one value head. `cache` holds keys and values (..., S − T, D) of earlier tokens, or None. Return the output and the new cache.", "写出 `__call__`：H 个查询头共用一个键值头和一个值头。`cache` 是更早的键和值 (..., S − T, D)，或为 None。返回输出和新的缓存。"),
        hints=[("Keys and values have no head axis; only the queries are split.", "键和值没有头轴；只有查询要分头。"), ("Join along the position axis, then a causal mask for T queries at the end of S.", "沿位置轴拼接，然后用 S 末尾 T 个查询的因果掩码。")],
        blank=["__call__"],
        use=lambda made, H, x, cache=None: made(np.random.default_rng(11), x.shape[-1], H)(x, cache),
        properties=[
            agrees(("a prompt without a cache", "没有缓存的提示"), lambda r, n: (4, r.normal(size=(2, n, 8)))),
            agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: [(2, r.normal(size=(2, t, 6)), (r.normal(size=(2, n, 3)), r.normal(size=(2, n, 3)))) for t in (1, 3)]),
            agrees(("no batch axis, one head", "没有批量轴，一个头"), lambda r, n: (1, r.normal(size=(n, 4)))),
        ],
        wrong=[
            wrong(("not causal", "没有因果掩码"), "mqa-cached-decoding", ("causal_mask(q.shape[-2], k.shape[-2])", "None")),
            wrong(("mask without the cache's offset", "掩码没有考虑缓存偏移"), "mqa-cached-decoding", ("causal_mask(q.shape[-2], k.shape[-2])", "np.tri(q.shape[-2], k.shape[-2], dtype=bool)")),
            wrong(("new keys before the old ones", "新键放到了旧键前面"), "mqa-cached-decoding", ("[cache[0], k]", "[k, cache[0]]"), ("[cache[1], v]", "[v, cache[1]]")),
            wrong(("only the keys are cached", "只缓存了键"), "KV_Cache#^what-is-a-kv-cache", ("            v = np.concatenate([cache[1], v], axis=-2)\n", "            v = np.concatenate([0 * cache[1], v], axis=-2)\n")),
            wrong(("the old cache is returned", "返回了旧的缓存"), "mqa-cached-decoding", ("self.w_o, (k, v)  #", "self.w_o, (cache or (k, v))  #")),
            wrong(("heads merged by reshape alone", "只用 reshape 合并头"), "Attention_Mechanism#^split-heads-equals-loop", ("merge_heads(heads) @", "heads.reshape(x.shape) @")),
        ],
        right=[right("keys repeated for every head", ("heads, _ = multi_query_attention(q, k, v, causal_mask(q.shape[-2], k.shape[-2]))", "heads = np.stack([multi_query_attention(q[..., h : h + 1, :, :], k, v, causal_mask(q.shape[-2], k.shape[-2]))[0][..., 0, :, :] for h in range(self.H)], -3)"))],
        claims=["mqa-cached-decoding", "mqa-equals-tied-heads"],
    ),
    task(
        "decode-cost", "decode_cost", minutes=12, level=3,
        title=("Parameters, cache and bytes of a decoding step", "一步解码的参数、缓存与字节"),
        prompt=("One attention layer, B sequences, one new token each, S tokens in every cache. Return a dict: `parameters`; `cache`, the numbers cached per token; `flops` of all matrix products (a multiply-add counts 2); `bytes` read: weights once, every cache once.", "一个注意力层，B 个序列各一个新词，每个缓存有 S 个词。返回字典：`parameters`；`cache`，每个词缓存的数的个数；全部矩阵乘法的 `flops`（一次乘加算 2）；读取的 `bytes`：权重读一次，每个缓存读一次。"),
        hints=[("W_Q and W_O are C × HD, W_K and W_V are C × GD.", "W_Q、W_O 是 C × HD，W_K、W_V 是 C × GD。"), ("Sharing keys saves no FLOP: scores and weighted sum are over all H query heads.", "共用键不省 FLOP：分数与加权和仍是全部 H 个查询头。")],
        properties=[agrees(("one sequence", "一个序列"), lambda r, n: (8 * n, 4, 2, 2 * n, int(r.integers(1, 99)))), agrees(("batches and other precisions", "批量与其他精度"), lambda r, n: call(8, 4, n, 3, int(r.integers(1, 99)), B=int(r.integers(2, 9)), bytes_per_number=4))],
        wrong=[
            wrong(("cache counted for the query heads", "按查询头计算缓存"), "mqa-cache-and-parameters", ("cache = 2 * G * D", "cache = 2 * H * D")),
            wrong(("values forgotten", "忘了值"), "KV_Cache#^how-large-is-the-kv-cache", ("cache = 2 * G * D", "cache = G * D")),
            wrong(("core FLOPs divided by the sharing", "把核心 FLOPs 按共用打了折"), "mqa-core-flops", ("4 * S * H * D", "4 * S * G * D")),
            wrong(("weights read once per sequence", "每个序列都读一遍权重"), "mqa-why-batch-does-not-help", ("bytes_per_number * (parameters + B * S * cache)", "bytes_per_number * B * (parameters + S * cache)")),
            wrong(("W_O forgotten", "忘了 W_O"), "mqa-cache-and-parameters", ("2 * C * H * D + 2 * C * G * D", "C * H * D + 2 * C * G * D")),
        ],
        right=[right("factored", ("2 * C * H * D + 2 * C * G * D", "2 * C * D * (H + G)")), right("product by product", ("B * (2 * parameters + 4 * S * H * D)", "2 * B * parameters + sum(2 * B * H * S * D for _ in ('scores', 'mix'))"))],
        claims=["mqa-cache-and-parameters", "mqa-core-flops"],
    ),
]

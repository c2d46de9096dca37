"""Tasks of the card Attention_Mechanism."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def qkv(r, n, *lead, S=None, Dv=3):
    """Queries (…, n, 4), keys and values of S positions."""
    S = n + 1 if S is None else S
    return r.normal(size=(*lead, n, 4)) * 2, r.normal(size=(*lead, S, 4)) * 2, r.normal(size=(*lead, S, Dv))


def swapped(f, r, n):
    """Shuffling keys and values together changes no output."""
    q, k, v = qkv(r, n)
    order = r.permutation(len(k))
    return (q, k, v), f(q, k[order], v[order])[0], f(q, k, v)[0]


TASKS = [
    task(
        "attention", "scaled_dot_product_attention", minutes=12, level=2,
        title=("Scaled dot-product attention", "缩放点积注意力"),
        prompt=("Return softmax(q kᵀ/√D) v and the weights. `mask` is True where a query may attend; it may be missing. Any number of leading axes.", "返回 softmax(q kᵀ/√D) v 和权重。`mask` 为 True 表示可以关注，也可能没有。前面可以有任意多个轴。"),
        hints=[("Only the last two axes of k are swapped: `k.swapaxes(-1, -2)`, not `k.T`.", "只交换 k 的最后两个轴：`k.swapaxes(-1, -2)`，不是 `k.T`。"), ("D is the width of a query, `q.shape[-1]`; each row of weights sums to one over the keys.", "D 是查询的宽度 `q.shape[-1]`；每行权重沿键求和为 1。")],
        properties=[
            agrees(("one head without a mask", "单头，没有掩码"), lambda r, n: qkv(r, n)),
            agrees(("batch and head axes", "带批量轴和头轴"), lambda r, n: qkv(r, n, 2, 3)),
            agrees(("some keys forbidden", "禁止部分键"), lambda r, n: (*qkv(r, n, 2), r.random((2, n, n + 1)) < 0.6)),
            agrees(("a mask that broadcasts over the batch, rows without any key", "在批量上广播的掩码，有的行没有任何键"), lambda r, n: call(*qkv(r, n, 2), mask=np.arange(n)[:, None] > np.zeros(n + 1))),
            holds(("the order of the keys does not matter", "键的顺序无关紧要"), swapped),
        ],
        wrong=[
            wrong(("scale missing", "没有除以 √D"), "why-sqrt-dk", (" / math.sqrt(q.shape[-1])", "")),
            wrong(("divided by D, not by its root", "除以了 D 而不是 √D"), "attention-score-variance", ("math.sqrt(q.shape[-1])", "q.shape[-1]")),
            wrong(("multiplied by √D", "乘以了 √D"), "why-sqrt-dk", (" / math.sqrt", " * math.sqrt")),
            wrong(("mask inverted", "掩码取反了"), "Softmax#^which-value-for-a-mask", ("masked_softmax(scores, mask)", "masked_softmax(scores, ~np.asarray(mask))")),
            wrong(("mask ignored", "忽略了掩码"), "causal-mask-keeps-past", ("softmax(scores) if mask is None else masked_softmax(scores, mask)", "softmax(scores)")),
            wrong(("softmax over the queries", "沿查询做了 softmax"), "how-attention-weights-computed", ("softmax(scores) if mask is None else masked_softmax(scores, mask)", "softmax(scores, -2) if mask is None else masked_softmax(scores, mask, -2)")),
            wrong(("scaled by the number of keys", "按键的个数缩放"), "why-sqrt-dk", ("math.sqrt(q.shape[-1])", "math.sqrt(k.shape[-2])")),
        ],
        right=[
            right("einsum", ("q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])", "np.einsum('...td,...sd->...ts', q, k) * q.shape[-1] ** -0.5")),
            right("queries scaled first", ("q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])", "(q / np.sqrt(q.shape[-1])) @ np.moveaxis(k, -1, -2)")),
            right("always a mask", ("softmax(scores) if mask is None else masked_softmax(scores, mask)", "masked_softmax(scores, np.ones(scores.shape, bool) if mask is None else mask)")),
            right("in float32", ("scores = q @", "q, k, v = (np.asarray(a, np.float32) for a in (q, k, v))\n    scores = q @")),
        ],
        claims=["attention-score-variance", "attention-output-convex", "attention-matches-torch"],
    ),
    task(
        "causal-mask", "causal_mask", minutes=6, level=1,
        title=("Causal mask with cached positions", "带缓存位置的因果掩码"),
        prompt=("The queries are the last T of S positions. Return a boolean (T, S), True where a query may attend: to itself and to everything before. Fewer positions than queries is a ValueError.", "查询是 S 个位置中的最后 T 个。返回布尔 (T, S)，True 表示可以关注：自己以及之前的一切。位置数少于查询数时抛出 ValueError。"),
        hints=[("Query i stands at position S − T + i.", "第 i 个查询位于位置 S − T + i。"), ("Allowed where key ≤ position of the query; `np.tri` has a parameter k for the offset.", "键 ≤ 查询的位置时允许；`np.tri` 有偏移参数 k。")],
        properties=[
            agrees(("as many queries as keys", "查询与键一样多"), lambda r, n: (n,)),
            agrees(("T new tokens after S − T cached ones", "S − T 个缓存之后的 T 个新词"), lambda r, n: [(n, n + int(r.integers(1, 4))), (1, n), (n, n)]),
            agrees(("more queries than positions are refused", "查询多于位置时拒绝"), lambda r, n: (n + 1, n)),
        ],
        wrong=[
            wrong(("aligned at the top left: the cache is forgotten", "按左上角对齐：忘了缓存"), "Causal_Mask#^causal-mask-q-offset", ("k=S - T", "k=0")),
            wrong(("the diagonal is missing: a token cannot see itself", "缺少对角线：词看不到自己"), "Causal_Mask#^causal-mask-triu", ("k=S - T", "k=S - T - 1")),
            wrong(("one key of the future is visible", "多看到一个未来的键"), "Causal_Mask#^causal-mask-triu", ("k=S - T", "k=S - T + 1")),
            wrong(("inverted: True means forbidden", "取反了：True 表示禁止"), "Causal_Mask#^causal-mask-q-polarity", ("return np.tri(T, S, k=S - T, dtype=bool)", "return ~np.tri(T, S, k=S - T, dtype=bool)")),
            wrong(("numbers instead of booleans", "返回了数而不是布尔值"), "Causal_Mask#^causal-mask-dtypes", (", dtype=bool", "")),
        ],
        right=[right("comparison of positions", ("np.tri(T, S, k=S - T, dtype=bool)", "np.arange(S) <= np.arange(S - T, S)[:, None]")), right("tril", ("np.tri(T, S, k=S - T, dtype=bool)", "np.tril(np.ones((T, S), bool), S - T)"))],
        claims=["causal-mask-keeps-past", "masked-pass-equals-prefixes"],
    ),
    task(
        "split-heads", "split_heads", minutes=5, level=1,
        title=("Cut the features into heads", "把特征切成多个头"),
        prompt=("(..., T, C) → (..., H, T, D) with C = H·D: head h gets the features hD … hD + D − 1 of every token. A width that cannot be divided is a ValueError.", "(..., T, C) → (..., H, T, D)，C = H·D：第 h 个头得到每个词的第 hD … hD + D − 1 个特征。宽度不能整除时抛出 ValueError。"),
        hints=[("Reshape the last axis into (H, D) first.", "先把最后一轴 reshape 成 (H, D)。"), ("Then the token axis and the head axis trade places; a reshape alone would cut through tokens.", "然后交换词轴与头轴；单靠 reshape 会把词切开。")],
        properties=[
            agrees(("one sequence", "一个序列"), lambda r, n: (r.normal(size=(n + 1, 6)), 3)),
            agrees(("batches", "批量"), lambda r, n: [(r.normal(size=(2, n, 4)), 2), (r.normal(size=(2, 3, n, 4)), 4), (r.normal(size=(2, n, 4)), 1)]),
            agrees(("a width that cannot be divided is refused", "不能整除的宽度被拒绝"), lambda r, n: (r.normal(size=(n, 6 * n + 1)), 6), sizes=(1, 2)),
        ],
        wrong=[
            wrong(("heads cut by reshape alone", "只用 reshape 切头"), "split-heads-equals-loop", ("x.reshape(*lead, T, num_heads, C // num_heads).swapaxes(-2, -3)", "x.reshape(*lead, num_heads, T, C // num_heads)")),
            wrong(("head axis left behind the tokens", "头轴留在了词轴之后"), "split-heads-equals-loop", (".swapaxes(-2, -3)", "")),
            wrong(("features interleaved: every H-th to a head", "特征交错：每隔 H 个给一个头"), "split-heads-equals-loop", ("x.reshape(*lead, T, num_heads, C // num_heads).swapaxes(-2, -3)", "np.moveaxis(x.reshape(*lead, T, C // num_heads, num_heads), -1, -3)")),
        ],
        right=[right("loop and stack", ("x.reshape(*lead, T, num_heads, C // num_heads).swapaxes(-2, -3)", "np.stack(np.split(x, num_heads, axis=-1), axis=-3)")), right("transpose", ("x.reshape(*lead, T, num_heads, C // num_heads).swapaxes(-2, -3)", "np.moveaxis(x.reshape(*lead, T, num_heads, -1), -2, -3)"))],
        claims=["split-heads-equals-loop"],
        equivalent={"4: if C % num_heads: -> pass": "reshape refuses such a width with a ValueError of its own"},
    ),
    task(
        "merge-heads", "merge_heads", minutes=4, level=1,
        title=("Put the heads together again", "把头拼回去"),
        prompt=("(..., H, T, D) → (..., T, H·D): the features of head 1, then those of head 2, and so on, for every token.", "(..., H, T, D) → (..., T, H·D)：每个词先是第 1 个头的特征，再是第 2 个头的，依此类推。"),
        hints=[("It undoes split_heads: swap first, then reshape.", "它是 split_heads 的逆：先交换，再 reshape。"), ("The swapped array is a view; the reshape copies.", "交换后的数组是视图；reshape 会复制。")],
        properties=[
            agrees(("one sequence", "一个序列"), lambda r, n: (r.normal(size=(3, n + 1, 2)),)),
            agrees(("batches", "批量"), lambda r, n: [(r.normal(size=(2, 3, n, 2)),), (r.normal(size=(2, 2, 1, n, 3)),)]),
        ],
        wrong=[
            wrong(("reshaped without swapping", "没有交换就 reshape"), "split-heads-equals-loop", ("x.swapaxes(-2, -3).reshape", "x.reshape")),
            wrong(("features interleaved", "特征交错了"), "split-heads-equals-loop", ("x.swapaxes(-2, -3).reshape", "np.moveaxis(x, -3, -1).reshape")),
            wrong(("heads added up instead of joined", "把头相加而不是拼接"), "multi-head-pure-formula", ("x.swapaxes(-2, -3).reshape(*lead, T, H * D)", "np.tile(x.sum(-3), H)")),
        ],
        right=[right("concatenate", ("x.swapaxes(-2, -3).reshape(*lead, T, H * D)", "np.concatenate(list(np.moveaxis(x, -3, 0)), axis=-1)"))],
        claims=["split-heads-equals-loop"],
    ),
    task(
        "multi-head-attention", "MultiHeadAttentionNumPy", minutes=20, level=3,
        title=("Multi-head attention", "多头注意力"),
        prompt=("Write `__call__`: project, split into heads, attend, merge, project with W_O. Return the output and the weights of all heads. `key` and `value` default to self-attention. Give the mask its head axis with `expand_mask`.", "写出 `__call__`：投影、分头、注意力、合并、再用 W_O 投影。返回输出和所有头的权重。`key`、`value` 缺省时为自注意力。用 `expand_mask` 给掩码加上头轴。"),
        hints=[("A missing key is the query, a missing value is the key.", "缺省的 key 就是 query，缺省的 value 就是 key。"), ("`expand_mask(mask, lead, H, T, S)`: lead are the batch axes of the query.", "`expand_mask(mask, lead, H, T, S)`：lead 是 query 的批量轴。")],
        blank=["__call__"],
        use=lambda made, C, H, query, *rest, **named: made(np.random.default_rng(7), C, H)(query, *rest, **named),
        properties=[
            agrees(("self-attention", "自注意力"), lambda r, n: (4, 2, r.normal(size=(2, n, 4)))),
            agrees(("one head, and as many heads as features", "一个头，以及头数等于特征数"), lambda r, n: [(4, 1, r.normal(size=(n, 4))), (4, 4, r.normal(size=(n, 4)))]),
            agrees(("cross-attention: keys from elsewhere", "交叉注意力：键来自别处"), lambda r, n: [(6, 2, r.normal(size=(2, n, 6)), r.normal(size=(2, n + 2, 6))), (6, 2, r.normal(size=(2, n, 6)), r.normal(size=(2, n + 2, 6)), r.normal(size=(2, n + 2, 6)))]),
            agrees(("masks of one sequence and of a batch", "单个序列和批量的掩码"), lambda r, n: [call(4, 2, r.normal(size=(n, 4)), mask=r.random((n, n)) < 0.7), call(4, 2, r.normal(size=(2, n, 4)), mask=r.random((n, n)) < 0.7), call(4, 2, r.normal(size=(3, n, 4)), mask=r.random((3, n, n)) < 0.7), call(4, 2, r.normal(size=(2, n, 4)), r.normal(size=(2, n + 1, 4)), mask=r.random((2, n, n + 1)) < 0.7)]),
        ],
        wrong=[
            wrong(("W_O forgotten", "忘了 W_O"), "multi-head-pure-formula", ("merge_heads(heads) @ self.w_o", "merge_heads(heads)")),
            wrong(("one head of full width", "只用了一个全宽的头"), "why-multi-head", ("split_heads(query @ self.w_q, self.H)", "split_heads(query @ self.w_q, 1)"), ("split_heads(key @ self.w_k, self.H)", "split_heads(key @ self.w_k, 1)"), ("split_heads(value @ self.w_v, self.H)", "split_heads(value @ self.w_v, 1)")),
            wrong(("heads merged by reshape alone", "只用 reshape 合并头"), "split-heads-equals-loop", ("merge_heads(heads)", "heads.reshape(query.shape)")),
            wrong(("a residual connection added", "多加了残差连接"), "multi-head-pure-formula", ("merge_heads(heads) @ self.w_o, weights", "query + merge_heads(heads) @ self.w_o, weights")),
            wrong(("mask not given its head axis", "没有给掩码加头轴"), "attention-mask-shapes", ("            mask = expand_mask(mask, query.shape[:-2], self.H, q.shape[-2], k.shape[-2])\n", "            pass\n")),
            wrong(("keys from the query in cross-attention", "交叉注意力里键用了 query"), "cross-attention-lengths", ("key @ self.w_k", "query @ self.w_k")),
        ],
        right=[
            right("loop over heads", ("heads, weights = scaled_dot_product_attention(q, k, v, mask)", "full = None if mask is None else np.broadcast_to(mask, (*q.shape[:-1], k.shape[-2]))\n        parts = [scaled_dot_product_attention(q[..., h, :, :], k[..., h, :, :], v[..., h, :, :], None if full is None else full[..., h, :, :]) for h in range(self.H)]\n        heads, weights = np.stack([p[0] for p in parts], -3), np.stack([p[1] for p in parts], -3)")),
            right("einsum with W_O by head", ("return merge_heads(heads) @ self.w_o, weights", "return np.einsum('...htd,hdc->...tc', heads, self.w_o.reshape(self.H, -1, self.w_o.shape[1])), weights")),
        ],
        claims=["split-heads-equals-loop", "multi-head-pure-formula", "attention-mask-shapes"],
    ),
    task(
        "attention-cost", "attention_cost", minutes=8, level=2,
        title=("Count FLOPs and score bytes", "计算 FLOPs 与分数矩阵字节数"),
        prompt=("Return a dict: `projections`, the FLOPs of the four projections; `core`, those of the scores and the weighted sum; `score_bytes`, the bytes of all score matrices if they are stored. A multiply-add counts 2.", "返回字典：`projections` 为四次投影的 FLOPs；`core` 为分数与加权和的 FLOPs；`score_bytes` 为保存全部分数矩阵所需的字节数。一次乘加算 2。"),
        hints=[("Four projections of C × C for T tokens.", "T 个词要做四次 C × C 投影。"), ("Scores and weighted sum: two products of T × T with the features of all heads together.", "分数与加权和：两次 T × T 与全部头特征的乘积。")],
        properties=[
            agrees(("small layers", "小的层"), lambda r, n: (int(r.integers(1, 50)), 4 * n, n)),
            agrees(("other precisions", "其他精度"), lambda r, n: call(int(r.integers(1, 50)), 8 * n, 4, bytes_per_number=int(r.choice([1, 4, 8])))),
        ],
        wrong=[
            wrong(("multiply-adds counted once", "乘加只算了一次"), "attention-flops", ("8 * T * C**2", "4 * T * C**2"), ("4 * T**2 * C,", "2 * T**2 * C,")),
            wrong(("W_O forgotten", "忘了 W_O"), "attention-flops", ("8 * T * C**2", "6 * T * C**2")),
            wrong(("core counted once per head at full width", "每个头都按全宽计算"), "heads-keep-parameter-count", ("4 * T**2 * C,", "4 * T**2 * C * H,")),
            wrong(("one score matrix for all heads", "所有头只算一个分数矩阵"), "attention-score-memory", ("H * T**2 * bytes_per_number", "T**2 * bytes_per_number")),
        ],
        right=[right("product by product", code="def attention_cost(T, C, H, bytes_per_number=2):\n    def product(a, b, c):\n        return 2 * a * b * c\n\n    D = C // H\n    core = H * (product(T, D, T) + product(T, T, D))\n    return {'projections': 4 * product(T, C, C), 'core': core, 'score_bytes': bytes_per_number * T * T * H}\n")],
        claims=["attention-flops", "attention-score-memory"],
    ),
]

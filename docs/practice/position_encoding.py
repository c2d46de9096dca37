"""Tasks of the card Position_Encoding."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def sinusoid(p, C):
    """PE[p] for one position."""
    angle = p * 10000.0 ** (-np.arange(0, C, 2) / C)
    return np.stack([np.sin(angle), np.cos(angle)], -1).reshape(-1)


def shifted(f, r, n):
    """R turns the encoding of one place into that of another."""
    p, delta, C = float(r.integers(0, 50)), float(r.integers(-5, 9)), 2 * n
    return (delta, C), f(delta, C) @ sinusoid(p, C), sinusoid(p + delta, C)


TASKS = [
    task(
        "shift-matrix", "shift_matrix", minutes=12, level=3,
        title=("A step is a rotation", "一步就是一次旋转"),
        prompt=("Return the matrix R with PE[p + delta] = R PE[p] for every p, for the sinusoidal encoding with sines in the even and cosines in the odd features.", "返回矩阵 R，使对任意 p 有 PE[p + delta] = R PE[p]；正弦在偶数特征、余弦在奇数特征。"),
        hints=[("sin(a + b) = sin a cos b + cos a sin b; cos(a + b) = cos a cos b − sin a sin b.", "和角公式：sin(a + b) = sin a cos b + cos a sin b；cos(a + b) = cos a cos b − sin a sin b。"), ("One 2 × 2 block per pair of features; everything else is 0.", "每对特征一个 2 × 2 块，其余为 0。")],
        properties=[agrees(("every even width", "任意偶数宽度"), lambda r, n: (float(r.normal() * 5), 2 * n)), holds(("it moves the encoding of any place", "它能移动任意位置的编码"), shifted)],
        wrong=[
            wrong(("turned the other way", "旋转方向反了"), "position-rotation-group", ("np.cos(angle), np.sin(angle)\n", "np.cos(angle), -np.sin(angle)\n"), ("-np.sin(angle), np.cos(angle)\n", "np.sin(angle), np.cos(angle)\n")),
            wrong(("one angle for all pairs", "所有特征对用一个角度"), "position-q-why-sinusoids", ("delta * pair_frequencies(C)", "delta + 0 * pair_frequencies(C)")),
            wrong(("a reflection", "变成了反射"), "position-rotation-group", ("= -np.sin(angle), np.cos(angle)", "= np.sin(angle), np.cos(angle)")),
            wrong(("pairs (p, p + C/2)", "按 (p, p + C/2) 配对"), "position-rotation-group", ("np.arange(0, C, 2), np.arange(1, C, 2)", "np.arange(C // 2), np.arange(C // 2, C)")),
        ],
        right=[right("loop over pairs", code="def shift_matrix(delta, C):\n    R = np.zeros((C, C))\n    for i, w in enumerate(10000.0 ** (-np.arange(0, C, 2) / C)):\n        c, s = np.cos(delta * w), np.sin(delta * w)\n        R[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]\n    return R\n"), right("diagonals", code="def shift_matrix(delta, C):\n    a = np.repeat(delta * pair_frequencies(C), 2)\n    off = np.sin(a) * (np.arange(C) % 2 == 0)\n    off = off[:-1]\n    return np.diag(np.cos(a)) + np.diag(off, 1) - np.diag(off, -1)\n")],
        claims=["position-rotation-group"],
    ),
    task(
        "key-distance", "query_key_distance", minutes=4, level=1,
        title=("Distances of queries and keys", "查询与键的距离"),
        prompt=("d[i, j] = position of query i − position of key j; the T queries are the last of S positions (T if S is None).", "d[i, j] = 查询 i 的位置 − 键 j 的位置；T 个查询是 S 个位置中的最后几个（S 为 None 时即 T）。"),
        hints=[("The last query stands at S − 1.", "最后一个查询位于 S − 1。"), ("A column minus a row gives all pairs.", "列减行得到所有配对。")],
        properties=[agrees(("a whole sequence", "整个序列"), lambda r, n: (n,)), agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: [(n, n + 3), call(1, S=n)])],
        wrong=[
            wrong(("the cache is forgotten", "忘了缓存"), "ALiBi#^alibi-cache-offset", ("np.arange(S - T, S)[:, None]", "np.arange(T)[:, None]")),
            wrong(("the sign is turned", "符号反了"), "position-q-absolute-relative", ("np.arange(S - T, S)[:, None] - np.arange(S)", "np.arange(S) - np.arange(S - T, S)[:, None]")),
            wrong(("the absolute value: direction lost", "取了绝对值：丢了方向"), "position-dot-product", ("return np.arange(S - T, S)[:, None] - np.arange(S)", "return np.abs(np.arange(S - T, S)[:, None] - np.arange(S))")),
        ],
        right=[right("subtract.outer", ("np.arange(S - T, S)[:, None] - np.arange(S)", "np.subtract.outer(np.arange(S)[S - T :], np.arange(S))"))],
        claims=["position-relative-translation"],
    ),
    task(
        "t5-buckets", "relative_bucket", minutes=15, level=4,
        title=("T5's distance buckets", "T5 的距离分桶"),
        prompt=("Distances below half of the buckets have one each; larger ones share the other half by their logarithm, up to `furthest`; what is further goes into the last. Causal: a negative distance counts as 0. Otherwise half of the buckets are for the future.", "小于桶数一半的距离各占一桶；更大的距离按对数分享另一半，直到 `furthest`；再远的归入最后一桶。因果时负距离按 0 计；否则一半的桶留给未来。"),
        hints=[("Past exact: exact + floor(log(d/exact) / log(furthest/exact) · (buckets − exact)), at most buckets − 1.", "超过 exact 后：exact + floor(log(d/exact) / log(furthest/exact) · (buckets − exact))，最多 buckets − 1。"), ("Not causal: the future (distance < 0) starts at buckets // 2, and both halves use |distance| with half of the buckets.", "非因果：未来（距离 < 0）从 buckets // 2 开始，两半都用 |distance| 和一半的桶。")],
        properties=[
            agrees(("causal, usual numbers", "因果，常用参数"), lambda r, n: (np.arange(-3, 60 * n),)),
            agrees(("both directions", "双向"), lambda r, n: call(np.arange(-60 * n, 60 * n), causal=False)),
            agrees(("other numbers of buckets", "其他桶数"), lambda r, n: [call(np.arange(-2, 90), 4 * n + 4, furthest=20 * n + 40), call(np.arange(-90, 90), 8, 50, causal=False)]),
            agrees(("a matrix of distances", "距离矩阵"), lambda r, n: (np.arange(n)[:, None] * 20 - np.arange(4),)),
        ],
        wrong=[
            wrong(("far distances run over the last bucket", "远距离超出了最后一桶"), "position-t5-buckets", ("np.minimum(far, buckets - 1)", "far")),
            wrong(("linear instead of logarithmic", "线性而不是对数"), "position-q-t5-bias", ("np.log(np.maximum(distance, exact) / exact) / math.log(furthest / exact)", "(np.maximum(distance, exact) - exact) / (furthest - exact)")),
            wrong(("past and future exchanged", "过去与未来对调"), "position-t5-buckets", ("(distance < 0)", "(distance > 0)")),
            wrong(("the future folded onto the past", "把未来折叠到过去"), "position-t5-buckets", ("distance = np.maximum(distance, 0)", "distance = np.abs(distance)")),
            wrong(("every distance by the logarithm", "所有距离都按对数"), "position-t5-buckets", ("return np.where(distance < exact, distance, np.minimum(far, buckets - 1))", "return np.minimum((np.log(np.maximum(distance, 1)) / math.log(furthest) * buckets).astype(int), buckets - 1)")),
        ],
        right=[right("loop", code="def relative_bucket(distance, buckets=32, furthest=128, causal=True):\n    out = np.zeros(np.shape(distance), dtype=int)\n    half = buckets if causal else buckets // 2\n    exact = half // 2\n    for at, d in np.ndenumerate(distance):\n        start = 0\n        if not causal:\n            start, d = (half if d < 0 else 0), abs(d)\n        d = max(int(d), 0)\n        if d >= exact:\n            d = min(exact + int(np.log(d / exact) / np.log(furthest / exact) * (half - exact)), half - 1)\n        out[at] = start + d\n    return out\n")],
        claims=["position-t5-buckets"],
        equivalent={"10: distance < exact -> distance <= exact": "at exactly that distance both rules give the same bucket"},
    ),
]

"""Tasks of the card RoPE."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def turning(r, n, *lead, D=4, pairs=2):
    """Vectors, positions and frequencies."""
    return r.normal(size=(*lead, n, D)), r.integers(0, 50, n), 10000.0 ** (-np.arange(pairs) / pairs)


def relative(f, r, n):
    """Scores of turned queries and keys stay when both move."""
    q, places, w = turning(r, n)
    k = r.normal(size=q.shape)
    move = int(r.integers(1, 9))
    return (q, places, w), f(q, places + move, w) @ f(k, places + move, w).T, f(q, places, w) @ f(k, places, w).T


def lengths(f, r, n):
    """A rotation keeps lengths."""
    x, places, w = turning(r, n)
    return (x, places, w), np.linalg.norm(f(x, places, w), axis=-1), np.linalg.norm(x, axis=-1)



TASKS = [
    task(
        "rope", "rotate", minutes=12, level=3,
        title=("RoPE, interleaved layout", "RoPE：交错排布"),
        prompt=("Turn each pair of neighbouring features (2p, 2p+1) by the angle position · w_p. There may be fewer frequencies than pairs: the remaining features are kept.", "把相邻的一对特征 (2p, 2p+1) 旋转 position · w_p 的角度。频率可能比特征对少，其余特征保持不变。"),
        hints=[("angle = positions[..., None] * frequencies has the shape (T, n/2), n being the number of turned features.", "angle = positions[..., None] * frequencies，形状为 (T, n/2)，n 是被旋转的特征数。"), ("(a, b) becomes (a cos − b sin, a sin + b cos); even features are x[..., 0:n:2].", "(a, b) 变成 (a cos − b sin, a sin + b cos)；偶数特征是 x[..., 0:n:2]。")],
        properties=[
            agrees(("one sequence", "一个序列"), lambda r, n: turning(r, n)),
            agrees(("batch and heads", "批量与多头"), lambda r, n: turning(r, n, 2, 3, D=6, pairs=3)),
            agrees(("partial rotation: features beyond the frequencies are kept", "部分旋转：频率之外的特征保持不变"), lambda r, n: turning(r, n, 2, D=7, pairs=2)),
            agrees(("whole numbers are turned too", "整数输入也能旋转"), lambda r, n: (r.integers(-3, 4, (n, 4)), r.integers(0, 9, n), np.array([1.0, 0.1]))),
            holds(("moving queries and keys together changes no score", "查询和键一起平移，分数不变"), relative),
            holds(("lengths stay", "长度不变"), lengths),
        ],
        wrong=[
            wrong(("turned the other way", "旋转方向反了"), "rope-orthogonal", ("even * cos - odd * sin", "even * cos + odd * sin"), ("even * sin + odd * cos", "odd * cos - even * sin")),
            wrong(("half-split layout", "用成了前后两半的排布"), "rope-layouts", ("x[..., 0:n:2], x[..., 1:n:2], x.astype(float)", "x[..., : n // 2], x[..., n // 2 : n], x.astype(float)"), ("turned[..., 0:n:2]", "turned[..., : n // 2]"), ("turned[..., 1:n:2]", "turned[..., n // 2 : n]")),
            wrong(("a reflection: both signs alike", "变成了反射：两个符号相同"), "rope-orthogonal", ("even * sin + odd * cos", "even * sin - odd * cos")),
            wrong(("even features overwritten before the odd ones are turned", "偶数特征先被改写再用来算奇数"), "rope-orthogonal", ("turned[..., 1:n:2] = even * sin + odd * cos", "turned[..., 1:n:2] = turned[..., 0:n:2] * sin + odd * cos")),
            wrong(("the same angle at every position", "每个位置用了同样的角度"), "rope-relative-score", ("positions[..., None] * frequencies", "0 * positions[..., None] + frequencies")),
        ],
        right=[
            right("complex numbers", code="def rotate(x, positions, frequencies):\n    n = 2 * len(frequencies)\n    y = np.array(x, dtype=float)\n    z = (y[..., 0:n:2] + 1j * y[..., 1:n:2]) * np.exp(1j * positions[..., None] * frequencies)\n    y[..., 0:n:2], y[..., 1:n:2] = z.real, z.imag\n    return y\n"),
            right("loop over pairs", code="def rotate(x, positions, frequencies):\n    y = np.array(x, dtype=np.float64)\n    for p, w in enumerate(frequencies):\n        a = positions * w\n        R = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])\n        y[..., 2 * p : 2 * p + 2] = np.einsum('ijt,...tj->...ti', R, x[..., 2 * p : 2 * p + 2])\n    return y\n"),
        ],
        claims=["rope-relative-score", "rope-orthogonal", "rope-layouts"],
        equivalent={"6: 0:n:2 -> 0:n - 1:2": "n is even: the last even feature is n − 2", "7: 0:n:2 -> 0:n - 1:2": "n is even: the last even feature is n − 2"},
    ),
    task(
        "rope-half-split", "rotate_half_split", minutes=10, level=3,
        title=("RoPE, half-split layout", "RoPE：前后两半的排布"),
        prompt=("The layout of LLaMA's published weights: feature p is paired with p + n/2, n being the number of turned features. The rest is kept.", "LLaMA 公开权重的排布：特征 p 与 p + n/2 成对，n 是被旋转的特征数。其余保持不变。"),
        hints=[("Split the last axis into first half, second half and rest.", "把最后一轴切成前半、后半和其余。"), ("first · cos − second · sin, then first · sin + second · cos, then the rest.", "先是 first · cos − second · sin，再是 first · sin + second · cos，最后是其余。")],
        properties=[
            agrees(("one sequence", "一个序列"), lambda r, n: turning(r, n)),
            agrees(("batch and heads", "批量与多头"), lambda r, n: turning(r, n, 2, 3, D=6, pairs=3)),
            agrees(("partial rotation: features beyond the frequencies are kept", "部分旋转：频率之外的特征保持不变"), lambda r, n: turning(r, n, 2, D=7, pairs=2)),
            holds(("moving queries and keys together changes no score", "查询和键一起平移，分数不变"), relative),
        ],
        wrong=[
            wrong(("interleaved layout", "用成了交错排布"), "rope-q-layout", ("first, second, rest = np.split(x, [half, 2 * half], axis=-1)", "first, second, rest = x[..., 0 : 2 * half : 2], x[..., 1 : 2 * half : 2], x[..., 2 * half :]"), ("np.concatenate([first * cos - second * sin, first * sin + second * cos, rest], axis=-1)", "np.concatenate([np.stack([first * cos - second * sin, first * sin + second * cos], -1).reshape(*x.shape[:-1], 2 * half), rest], axis=-1)")),
            wrong(("turned the other way", "旋转方向反了"), "rope-orthogonal", ("first * cos - second * sin, first * sin + second * cos", "first * cos + second * sin, second * cos - first * sin")),
            wrong(("the rest is lost", "丢了其余特征"), "rope-partial", ("second * cos, rest]", "second * cos]")),
            wrong(("the halves are swapped in the result", "结果里两半颠倒了"), "rope-layouts", ("first * cos - second * sin, first * sin + second * cos", "first * sin + second * cos, first * cos - second * sin")),
            wrong(("paired with D/2 although only a part is turned", "只旋转一部分时仍按 D/2 配对"), "rope-partial", ("[half, 2 * half], axis=-1)", "[half, 2 * half], axis=-1)\n    if x.shape[-1] > 2 * half:\n        m = x.shape[-1] // 2\n        first, second = x[..., :half], x[..., m : m + half]\n        y = x.copy()\n        y[..., :half], y[..., m : m + half] = first * cos - second * sin, first * sin + second * cos\n        return y")),
        ],
        right=[right("rotate_half", code="def rotate_half_split(x, positions, frequencies):\n    n = 2 * len(frequencies)\n    angle = np.concatenate([positions[..., None] * frequencies] * 2, axis=-1)\n    y = x[..., :n]\n    half = np.concatenate([-y[..., n // 2 :], y[..., : n // 2]], axis=-1)\n    return np.concatenate([y * np.cos(angle) + half * np.sin(angle), x[..., n:]], axis=-1)\n"), right("complex numbers", code="def rotate_half_split(x, positions, frequencies):\n    h = len(frequencies)\n    z = (x[..., :h] + 1j * x[..., h : 2 * h]) * np.exp(1j * positions[:, None] * frequencies)\n    return np.concatenate([z.real, z.imag, x[..., 2 * h :]], -1)\n")],
        claims=["rope-layouts", "rope-partial"],
    ),
    task(
        "rope-layout-order", "half_split_order", minutes=6, level=2,
        title=("From interleaved to half-split", "从交错到前后两半"),
        prompt=("Return the permutation `order` with which `rotate_half_split(x[..., order])` equals `rotate(x)[..., order]`: even features first, then odd ones.", "返回排列 `order`，使 `rotate_half_split(x[..., order])` 等于 `rotate(x)[..., order]`：先偶数特征，再奇数特征。"),
        hints=[("Feature 2p must land at p, feature 2p + 1 at p + D/2.", "特征 2p 要到 p，特征 2p + 1 要到 p + D/2。"), ("Indexing with `order` puts the feature order[i] at place i.", "用 `order` 作索引时，第 i 位放的是特征 order[i]。")],
        properties=[agrees(("every even width", "任意偶数宽度"), lambda r, n: (2 * n,)), agrees(("an odd width has one even feature more", "奇数宽度多一个偶数特征"), lambda r, n: (2 * n + 1,))],
        wrong=[
            wrong(("the inverse permutation", "用了逆排列"), "rope-layouts", ("return np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)])", "return np.argsort(np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)]))")),
            wrong(("odd features first", "奇数特征在前"), "rope-layouts", ("[np.arange(0, D, 2), np.arange(1, D, 2)]", "[np.arange(1, D, 2), np.arange(0, D, 2)]")),
            wrong(("nothing is permuted", "什么都没有重排"), "rope-q-layout", ("return np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)])", "return np.arange(D)")),
        ],
        right=[right("argsort by parity", ("np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)])", "np.argsort(np.arange(D) % 2, kind='stable')")), right("list", ("np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)])", "np.array([*range(0, D, 2), *range(1, D, 2)])"))],
        claims=["rope-layouts"],
    ),
    task(
        "rotary-attention", "rotary_attention", minutes=10, level=3,
        title=("Attention with RoPE and a cache", "带缓存的 RoPE 注意力"),
        prompt=("The T queries are the last of the S positions of the keys. Turn queries and keys by their places, then attend.", "T 个查询是键的 S 个位置中的最后 T 个。按各自的位置旋转查询和键，再做注意力。"),
        hints=[("With a cache the first query stands at S − T, not at 0.", "有缓存时第一个查询位于 S − T，而不是 0。"), ("Values are not turned.", "值不旋转。")],
        properties=[
            agrees(("a whole sequence", "整个序列"), lambda r, n: (r.normal(size=(2, n, 4)), r.normal(size=(2, n, 4)), r.normal(size=(2, n, 3)), np.array([1.0, 0.1]))),
            agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: (r.normal(size=(n, 4)), r.normal(size=(n + 3, 4)), r.normal(size=(n + 3, 4)), np.array([1.0, 0.1]))),
            agrees(("with a mask", "带掩码"), lambda r, n: call(r.normal(size=(n, 4)), r.normal(size=(n + 1, 4)), r.normal(size=(n + 1, 2)), np.array([1.0]), mask=np.tri(n, n + 1, 1, dtype=bool))),
        ],
        wrong=[
            wrong(("queries counted from 0: the cache is forgotten", "查询从 0 数起：忘了缓存"), "rope-cache", ("np.arange(S - T, S)", "np.arange(T)")),
            wrong(("values turned as well", "把值也旋转了"), "rope-values-stay", ("return scaled_dot_product_attention(q, k, v, mask)", "return scaled_dot_product_attention(q, k, rotate(v, np.arange(S), frequencies[: v.shape[-1] // 2]), mask)")),
            wrong(("keys not turned", "没有旋转键"), "rope-relative-score", ("rotate(k, np.arange(S), frequencies)", "k")),
            wrong(("queries not turned", "没有旋转查询"), "rope-relative-score", ("rotate(q, np.arange(S - T, S), frequencies)", "q")),
            wrong(("mask not passed on", "没有把掩码传下去"), "rope-cache", ("scaled_dot_product_attention(q, k, v, mask)", "scaled_dot_product_attention(q, k, v)")),
        ],
        right=[right("only distances matter", ("np.arange(S - T, S), frequencies), rotate(k, np.arange(S), frequencies)", "np.arange(T), frequencies), rotate(k, np.arange(S) - (S - T), frequencies)"))],
        claims=["rope-cache", "rope-values-stay"],
    ),
    task(
        "yarn", "yarn_frequencies", minutes=20, level=4,
        title=("YaRN's frequencies", "YaRN 的频率"),
        prompt=("Pairs that turn more than `fast` times within `length` keep their frequency, pairs with fewer than `slow` turns are divided by `scale`, with a linear ramp over the index of the pair in between; its ends are rounded outwards and kept within 0 … D − 1, and its width is at least 0.001.", "在 `length` 内转动超过 `fast` 圈的特征对保持频率，少于 `slow` 圈的除以 `scale`，中间按特征对的序号线性过渡；两端向外取整并限制在 0 … D − 1，宽度至少 0.001。"),
        hints=[("Pair p turns length · w_p / 2π times, w_p = base^(−2p/D): solve for p.", "第 p 对转 length · w_p / 2π 圈，w_p = base^(−2p/D)：解出 p。"), ("ramp = clip((p − low) / (high − low), 0, 1); the frequency is w_p (1 − ramp + ramp / scale).", "ramp = clip((p − low) / (high − low), 0, 1)；频率为 w_p (1 − ramp + ramp / scale)。")],
        properties=[
            agrees(("usual heads", "常见的头"), lambda r, n: (32 * n, float(r.uniform(2, 16)), int(r.choice([1024, 2048, 4096])))),
            agrees(("other bases and thresholds", "其他底数与阈值"), lambda r, n: call(16 * n, float(r.uniform(2, 9)), 4096, base=float(r.choice([1e3, 5e5])), fast=float(r.uniform(8, 40)), slow=float(r.uniform(1, 4)))),
            agrees(("short lengths: the ramp begins before the first pair", "很短的长度：过渡从第一对之前开始"), lambda r, n: (16, 4.0, 8 * n)),
            agrees(("long lengths and a small base: the ramp ends after the last pair", "很长的长度和小的底数：过渡到最后一对之后"), lambda r, n: call(8 * n, 8.0, 1 << 20, base=100.0, fast=5000.0)),
            agrees(("thresholds that meet", "两个阈值重合"), lambda r, n: call(16 * n, 4.0, 2048, fast=4.0, slow=4.0)),
        ],
        wrong=[
            wrong(("everything divided: position interpolation", "全部相除：变成了位置插值"), "rope-scaling", ("(1 - ramp + ramp / scale)", "(1 / scale)")),
            wrong(("the ramp turned round", "过渡反了"), "rope-q-scaling", ("(1 - ramp + ramp / scale)", "(ramp + (1 - ramp) / scale)")),
            wrong(("multiplied instead of divided", "乘了而不是除"), "rope-scaling", ("ramp / scale)", "ramp * scale)")),
            wrong(("ramp not clipped", "过渡没有截断"), "rope-scaling", ("np.clip((np.arange(D // 2) - low) / max(high - low, 1e-3), 0, 1)", "(np.arange(D // 2) - low) / max(high - low, 1e-3)")),
            wrong(("2π forgotten", "忘了 2π"), "rope-q-scaling", ("length / (2 * math.pi * turns)", "length / turns")),
        ],
        right=[right("interpolated in one step", ("pair_frequencies(D, base) * (1 - ramp + ramp / scale)", "(1 - ramp) * pair_frequencies(D, base) + ramp * pair_frequencies(D, base) / scale")), right("minimum and maximum", ("np.clip((np.arange(D // 2) - low) / max(high - low, 1e-3), 0, 1)", "np.minimum(1, np.maximum(0, (np.arange(D // 2) - low) / max(high - low, 1e-3)))"))],
        claims=["rope-scaling"],
        equivalent={
            "13: np.clip((np.arange(D // 2) - low) / max(high - low, 0.001), 0, 1) -> np.clip(0, (np.arange(D // 2) - low) / max(high - low, 0.001), 1)": "the middle of three numbers, whatever their order",
            "13: 0.001 -> 0.002": "both ends are whole numbers: the next pair is beyond either",
        },
    ),
]

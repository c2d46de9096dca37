"""Tasks of the card ALiBi."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "alibi-slopes", "alibi_slopes", minutes=8, level=2,
        title=("ALiBi's slopes", "ALiBi 的斜率"),
        prompt=("For a power of two the slopes are 2^(−8h/H), h = 1 … H. Otherwise take those of the largest power of two n ≤ H, then every second slope of 2n heads, beginning with the first, until there are H.", "H 为 2 的幂时斜率是 2^(−8h/H)，h = 1 … H。否则取不超过 H 的最大 2 的幂 n 的斜率，再从 2n 个头的斜率中隔一个取一个（从第一个开始），直到凑够 H 个。"),
        hints=[("`H.bit_length()` gives the largest power of two.", "`H.bit_length()` 可求最大的 2 的幂。"), ("The slopes of 2n heads are 2^(−4h/n); every second one has h = 1, 3, 5 …", "2n 个头的斜率是 2^(−4h/n)；隔一个取即 h = 1, 3, 5 …")],
        properties=[
            agrees(("powers of two", "2 的幂"), lambda r, n: (2**n,)),
            agrees(("any number of heads", "任意头数"), lambda r, n: [(int(h),) for h in (3, 5, 6, 7, 12, n + 8)]),
        ],
        wrong=[
            wrong(("counted from h = 0: one head sees everything alike", "从 h = 0 数起：有一个头不分远近"), "alibi-slopes-geometric", ("np.arange(1, n + 1) / n)", "np.arange(n) / n)")),
            wrong(("the formula used for any H", "任何 H 都套同一公式"), "alibi-q-slopes", ("return np.concatenate([slopes, between])", "return 2.0 ** (-8 * np.arange(1, H + 1) / H)")),
            wrong(("the missing slopes taken from the even places", "缺的斜率取自偶数位"), "alibi-slopes-geometric", ("np.arange(1, 2 * (H - n), 2)", "np.arange(2, 2 * (H - n) + 1, 2)")),
            wrong(("positive exponent: slopes grow", "指数为正：斜率变大"), "alibi-slopes-geometric", ("2.0 ** (-8 *", "2.0 ** (8 *")),
            wrong(("sorted by size", "按大小排了序"), "alibi-slopes-geometric", ("np.concatenate([slopes, between])", "np.sort(np.concatenate([slopes, between]))[::-1]")),
        ],
        right=[right("powers of the first slope", ("2.0 ** (-8 * np.arange(1, n + 1) / n)", "(2.0 ** (-8 / n)) ** np.arange(1, n + 1)")), right("log2", ("2 ** (H.bit_length() - 1)", "2 ** int(np.floor(np.log2(H)))")), right("recursion", code="def alibi_slopes(H):\n    n = 1 << (H.bit_length() - 1)\n    own = np.array([2 ** (-8 * h / n) for h in range(1, n + 1)])\n    return own if n == H else np.concatenate([own, alibi_slopes(2 * n)[0::2][: H - n]])\n")],
        claims=["alibi-slopes-geometric"],
    ),
    task(
        "alibi", "alibi_bias", minutes=8, level=2,
        title=("ALiBi's bias", "ALiBi 的偏置"),
        prompt=("−m_h |i − j| for every head, query and key; the queries are the last T of S positions. Write the slopes yourself or call `alibi_slopes`.", "对每个头、查询和键给出 −m_h |i − j|；查询是 S 个位置中的最后 T 个。斜率可用 `alibi_slopes`。"),
        hints=[("`query_key_distance(T, S)` gives i − j with the offset of the cache.", "`query_key_distance(T, S)` 给出考虑了缓存偏移的 i − j。"), ("One slope per head: (H, 1, 1) times (T, S).", "每个头一个斜率：(H, 1, 1) 乘 (T, S)。")],
        properties=[
            agrees(("a whole sequence", "整个序列"), lambda r, n: (2, n)),
            agrees(("other numbers of heads", "其他头数"), lambda r, n: (n + 2, 3)),
            agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: [(4, n, n + 3), call(4, 1, S=n)]),
        ],
        wrong=[
            wrong(("the sign is missing: far tokens gain", "少了负号：远处反而加分"), "alibi-monotone", ("* -np.abs(", "* np.abs(")),
            wrong(("no absolute value: the future gains", "没有取绝对值：未来加分"), "alibi-q-encoder", ("-np.abs(query_key_distance(T, S))", "-query_key_distance(T, S)")),
            wrong(("the cache is forgotten", "忘了缓存"), "alibi-cache-offset", ("-np.abs(query_key_distance(T, S))", "-np.abs(np.arange(T)[:, None] - np.arange(T if S is None else S))")),
            wrong(("one slope for all heads", "所有头用一个斜率"), "alibi-q-slopes", ("alibi_slopes(H)[:, None, None]", "(0 * alibi_slopes(H) + alibi_slopes(H)[0])[:, None, None]")),
        ],
        right=[right("einsum", ("alibi_slopes(H)[:, None, None] * -np.abs(query_key_distance(T, S))", "-np.einsum('h,ts->hts', alibi_slopes(H), np.abs(query_key_distance(T, S)))")), right("positions by hand", ("query_key_distance(T, S)", "np.arange(T if S is None else S)[-T:, None] - np.arange(T if S is None else S)"))],
        claims=["alibi-additive-mask", "alibi-relative", "alibi-cache-offset"],
    ),
]

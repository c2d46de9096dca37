"""Tasks of the card Autoregressive_Decoding."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def markov(r, V):
    """A step function whose logits depend on the last token alone; no two are equal."""
    table = r.permutation(V * V).reshape(V, V) / V

    def step(tokens):
        return table[tokens[-1]]

    return step


def drafts(r, n, *lead, V=4):
    """Target and draft distributions, drafted tokens and uniform numbers."""
    p, q = r.dirichlet(np.ones(V), size=(*lead, n + 1)), r.dirichlet(np.ones(V), size=(*lead, n))
    return p, q, r.integers(0, V, (*lead, n)), r.random((*lead, n + 1))


def frequencies(f, r, n):
    """The first new token of many runs is distributed as the target's."""
    N, V = 20000, 3
    p, q = r.dirichlet(np.ones(V) * 2, size=2), r.dirichlet(np.ones(V) * 2, size=1)
    drafted = (np.cumsum(q[0])[None] <= r.random((N, 1))).sum(-1)[:, None].clip(0, V - 1)
    accepted, token = f(np.broadcast_to(p, (N, 2, V)).copy(), np.broadcast_to(q, (N, 1, V)).copy(), drafted, r.random((N, 2)))
    first = np.where(np.asarray(accepted) > 0, drafted[:, 0], token)
    return (p, q), np.bincount(first, minlength=V) / N, p[0]


TASKS = [
    task(
        "top-k", "top_k_filter", minutes=6, level=1,
        title=("Top-k filter", "top-k 过滤"),
        prompt=("Keep the k largest logits of each row and set the others to −∞; k = 0 keeps all. Of equal logits the lower id is kept.", "每行保留最大的 k 个 logits，其余设为 −∞；k = 0 时全部保留。相等时保留编号小的。"),
        hints=[("`ranks` gives the place of every token, ties by id.", "`ranks` 给出每个词的名次，并列按编号。"), ("A threshold at the k-th value would keep too many of equal logits.", "用第 k 大的值作阈值，遇到并列会留下太多。")],
        properties=[
            agrees(("different logits", "互不相同的 logits"), lambda r, n: [(r.normal(size=(2, n + 2)), k) for k in (1, 2)]),
            agrees(("k = 0 and k beyond the vocabulary keep all", "k = 0 或 k 超过词表时全部保留"), lambda r, n: [(r.normal(size=n), 0), (r.normal(size=n), n), (r.normal(size=n), n + 3)]),
            agrees(("equal logits: exactly k remain", "有并列：恰好留下 k 个"), lambda r, n: (r.integers(0, 2, (3, n + 3)).astype(float), 2)),
        ],
        wrong=[
            wrong(("the k smallest are kept", "保留了最小的 k 个"), "q-decoding-top-k-top-p", ("ranks(logits) < k", "ranks(-logits) < k")),
            wrong(("one token too many", "多留了一个"), "q-decoding-top-k-top-p", ("ranks(logits) < k", "ranks(logits) <= k")),
            wrong(("a threshold: equal logits all stay", "用阈值：并列的全留下"), "decoding-nucleus-is-smallest", ("np.where(ranks(logits) < k, logits, -np.inf)", "np.where(logits >= np.sort(logits, axis=-1)[..., -min(k, logits.shape[-1])][..., None], logits, -np.inf)")),
            wrong(("the others become 0, which is a logit like any other", "其余设为 0，而 0 也是普通的 logit"), "q-decoding-top-k-top-p", ("logits, -np.inf)", "logits, 0.0)")),
            wrong(("k = 0 keeps nothing", "k = 0 时什么都不留"), "q-decoding-top-k-top-p", (" if k > 0 else logits", "")),
        ],
        right=[right("sorted order by hand", code="def top_k_filter(logits, k):\n    if k <= 0:\n        return logits\n    order = np.argsort(-logits, axis=-1, kind='stable')[..., :k]\n    out = np.full(logits.shape, -np.inf)\n    np.put_along_axis(out, order, np.take_along_axis(logits, order, -1), -1)\n    return out\n")],
        claims=["decoding-numpy-equals-torch"],
    ),
    task(
        "top-p", "top_p_filter", minutes=12, level=3,
        title=("Top-p (nucleus) filter", "top-p（核）过滤"),
        prompt=("Keep the shortest list of most probable tokens whose total is at least p, −∞ for the others. p ≥ 1 keeps all; p ≤ 0 is a ValueError. Ties go to the lower id.", "保留总概率至少为 p 的最短的最可能词列表，其余为 −∞。p ≥ 1 时全部保留；p ≤ 0 时抛出 ValueError。并列时编号小的优先。"),
        hints=[("A token stays if the total of the tokens ranked above it is still below p.", "若排在它前面的词的总概率仍小于 p，该词保留。"), ("Sort the probabilities, take exclusive cumulative sums, bring the decision back by `ranks`.", "把概率排序，求不含自身的累积和，再用 `ranks` 把结果放回原位。")],
        properties=[
            agrees(("some p", "不同的 p"), lambda r, n: [(r.normal(size=(2, n + 2)) * 2, float(r.uniform(0.1, 0.95))) for _ in range(2)]),
            agrees(("a small p keeps the first token", "很小的 p 保留第一个词"), lambda r, n: (r.normal(size=(2, n + 1)), 1e-4)),
            agrees(("p of 1 and more keeps all", "p 大于等于 1 时全部保留"), lambda r, n: [(r.normal(size=n + 1), 1.0), (r.normal(size=n + 6) * 40, 1.0), (r.normal(size=n + 1) * 30, 1.5)]),
            agrees(("equal logits: no more than needed", "有并列：只留所需"), lambda r, n: [(np.zeros((1, 4 * n)), 0.5 + 0.1 / n), (np.zeros((1, 4)), 0.5)]),
            agrees(("several leading axes", "前面有多个轴"), lambda r, n: (r.normal(size=(3, 2, n + 1)) * 2, 0.7)),
            agrees(("p of 0 or less is refused", "p ≤ 0 被拒绝"), lambda r, n: [(r.normal(size=n), 0.0), (r.normal(size=n), -0.5)], sizes=(1, 2)),
        ],
        wrong=[
            wrong(("the crossing token is dropped", "跨过 p 的那个词被丢掉"), "q-decoding-top-k-top-p", ("np.cumsum(probs, axis=-1) - probs", "np.cumsum(probs, axis=-1)")),
            wrong(("probabilities not brought back to their places", "没有把结果放回原位"), "decoding-nucleus-is-smallest", ("np.take_along_axis(before < p, ranks(logits), axis=-1)", "before < p")),
            wrong(("the order used instead of the ranks", "用了排序下标而不是名次"), "decoding-nucleus-is-smallest", ("np.take_along_axis(before < p, ranks(logits), axis=-1)", "np.take_along_axis(before < p, np.argsort(-logits, axis=-1, kind='stable'), axis=-1)")),
            wrong(("a threshold on single probabilities", "对单个概率设阈值"), "q-decoding-top-k-top-p", ("return np.where(keep, logits, -np.inf)", "return np.where(softmax(logits) >= p, logits, -np.inf)")),
            wrong(("least probable first", "从最不可能的开始"), "decoding-nucleus-is-smallest", ("-np.sort(-softmax(logits), axis=-1)", "np.sort(softmax(logits), axis=-1)")),
        ],
        right=[right("loop over rows", code="def top_p_filter(logits, p):\n    if p <= 0:\n        raise ValueError('p')\n    if p >= 1:\n        return logits\n    out = np.full(logits.shape, -np.inf)\n    for at in np.ndindex(*logits.shape[:-1]):\n        probs, total = softmax(logits[at]), 0.0\n        for token in sorted(range(len(probs)), key=lambda i: -logits[at][i]):\n            if total >= p:\n                break\n            out[at][token], total = logits[at][token], total + probs[token]\n    return out\n")],
        claims=["decoding-nucleus-is-smallest"],
        equivalent={
            "7: np.sort(-softmax(logits), axis=-1) -> np.sort(-softmax(logits))": "the last axis is the default",
            "9: np.take_along_axis(before < p, ranks(logits), axis=-1) -> np.take_along_axis(before < p, ranks(logits))": "the last axis is the default of newer NumPy; older ones ask for it",
        },
    ),
    task(
        "min-p", "min_p_filter", minutes=6, level=2,
        title=("Min-p filter", "min-p 过滤"),
        prompt=("Keep every token that is at least p times as probable as the most probable one, −∞ for the others. p = 0 keeps all; a p outside [0, 1] is a ValueError.", "保留概率不低于最高者 p 倍的每个 token，其余为 −∞。p = 0 时全部保留；p 不在 [0, 1] 内时抛出 ValueError。"),
        hints=[("The ratio of two probabilities needs no sum: p_i / p_max = exp(z_i − z_max).", "两个概率之比不需要求和：p_i / p_max = exp(z_i − z_max)。"), ("The maximum is taken over the last axis, for every row of its own.", "最大值沿最后一个轴取，每行各取各的。")],
        properties=[
            agrees(("some p", "不同的 p"), lambda r, n: [(r.normal(size=(2, n + 2)) * 2, float(r.uniform(0.02, 0.7))) for _ in range(2)]),
            agrees(("p = 0 keeps all, p = 1 the best alone", "p = 0 全部保留，p = 1 只留最高者"), lambda r, n: [(r.normal(size=n + 1) * 3, 0.0), (r.normal(size=n + 1) * 3, 1.0), (np.zeros(n + 1), 1.0)]),
            agrees(("many unlikely tokens beside a few likely ones", "少数可能的 token 旁边有许多不太可能的"), lambda r, n: (np.concatenate([r.normal(size=n + 2), np.full(40, -2.0)]), 0.2)),
            agrees(("several leading axes", "前面有多个轴"), lambda r, n: (r.normal(size=(3, 2, n + 1)) * 2, 0.3)),
            agrees(("large logits", "很大的 logits"), lambda r, n: (r.normal(size=(2, n + 2)) + 5000.0, 0.4)),
            agrees(("tokens that are already cut stay cut", "已经截去的仍被截去"), lambda r, n: (np.append(r.normal(size=n + 1), -np.inf), 0.1)),
            agrees(("a p outside [0, 1] is refused", "p 不在 [0, 1] 内时被拒绝"), lambda r, n: [(r.normal(size=n), -0.1), (r.normal(size=n), 1.5)], sizes=(1, 2)),
        ],
        wrong=[
            wrong(("a threshold on the probability itself", "直接对概率设阈值"), "q-decoding-min-p", ("np.exp(logits - logits.max(axis=-1, keepdims=True))", "softmax(logits)")),
            wrong(("the maximum of the whole array, not of the row", "取了整个数组的最大值，而不是每行的"), "decoding-min-p-threshold", ("logits.max(axis=-1, keepdims=True)", "logits.max()")),
            wrong(("p as a distance between logits", "把 p 当作 logits 之间的距离"), "decoding-min-p-threshold", ("ratio >= p", "logits >= logits.max(axis=-1, keepdims=True) - p")),
            wrong(("the ratio of the logits", "取了 logits 之比"), "decoding-min-p-threshold", ("np.exp(logits - logits.max(axis=-1, keepdims=True))", "logits / logits.max(axis=-1, keepdims=True)")),
            wrong(("the best token itself is cut at p = 1", "p = 1 时连最高者也被截去"), "q-decoding-min-p", ("ratio >= p", "ratio > p")),
            wrong(("the maximum not subtracted: overflow", "没有减去最大值：溢出"), "Softmax#^why-subtract-the-max", ("np.exp(logits - logits.max(axis=-1, keepdims=True))", "np.exp(logits) / np.exp(logits).max(axis=-1, keepdims=True)")),
            wrong(("the others become 0, which is a logit like any other", "其余设为 0，而 0 也是普通的 logit"), "q-decoding-min-p", ("logits, -np.inf)", "logits, 0.0)")),
        ],
        right=[
            right("by softmax", ("np.exp(logits - logits.max(axis=-1, keepdims=True))", "softmax(logits) / softmax(logits).max(axis=-1, keepdims=True)")),
            right("in logits", code="def min_p_filter(logits, p):\n    if p < 0 or p > 1:\n        raise ValueError('p')\n    if p == 0:\n        return logits.copy()\n    out = logits.copy()\n    out[logits < logits.max(-1)[..., None] + np.log(p)] = -np.inf\n    return out\n"),
            right("a loop over rows", code="def min_p_filter(logits, p):\n    if not 0 <= p <= 1:\n        raise ValueError('p')\n    out = np.full(logits.shape, -np.inf)\n    for at in np.ndindex(*logits.shape[:-1]):\n        best = max(logits[at])\n        for i, z in enumerate(logits[at]):\n            if np.exp(z - best) >= p:\n                out[at][i] = z\n    return out\n"),
        ],
        claims=["decoding-min-p-threshold"],
        given=["softmax.softmax"],
    ),
    task(
        "draw", "draw", minutes=8, level=2,
        title=("Draw a token by one uniform number", "用一个均匀随机数抽词"),
        prompt=("Return the first i whose cumulative probability exceeds u. `probs` need not sum to one; a token of probability 0 is never drawn.", "返回累积概率首次超过 u 的 i。`probs` 不必和为 1；概率为 0 的词永远不会被抽到。"),
        hints=[("Divide the cumulative sum by its last entry.", "把累积和除以它的最后一项。"), ("Count how many cumulative probabilities are ≤ u.", "数一数有多少个累积概率 ≤ u。")],
        properties=[
            agrees(("one distribution", "一个分布"), lambda r, n: (r.dirichlet(np.ones(n + 1)), r.random())),
            agrees(("many at once, not normalised", "一次多个，未归一化"), lambda r, n: (r.random((3, n + 1)) * 5, r.random(3))),
            agrees(("zeros, also at the front, and u = 0", "有零概率，也可在最前面，u = 0"), lambda r, n: [(np.array([0.0, 0.0, *r.random(n), 0.0]), 0.0), (np.array([0.0, *r.random(n), 0.0]), float(r.random()))]),
            agrees(("u exactly on a step", "u 恰好落在台阶上"), lambda r, n: (np.ones(4), n / 4 % 1)),
        ],
        wrong=[
            wrong(("not normalised", "没有归一化"), "decoding-speculative-exact", ("total / total[..., -1:] <=", "total <=")),
            wrong(("a token of probability 0 can be drawn", "概率为 0 的词会被抽到"), "q-decoding-speculative-proof", ("<= np.asarray(u)", "< np.asarray(u)")),
            wrong(("one token too far", "多走了一步"), "decoding-speculative-chi-square", ("np.asarray(u)[..., None]).sum(axis=-1)", "np.asarray(u)[..., None]).sum(axis=-1) + 1")),
            wrong(("the most probable token", "总取最可能的词"), "q-decoding-greedy-optimal", ("return (total / total[..., -1:] <= np.asarray(u)[..., None]).sum(axis=-1)", "return np.argmax(probs, axis=-1)")),
        ],
        right=[right("argmax of the first step", ("(total / total[..., -1:] <= np.asarray(u)[..., None]).sum(axis=-1)", "np.argmax(total > np.asarray(u)[..., None] * total[..., -1:], axis=-1)")), right("searchsorted", code="def draw(probs, u):\n    out = np.empty(probs.shape[:-1], dtype=int)\n    u = np.broadcast_to(u, out.shape)\n    for at in np.ndindex(*out.shape):\n        c = np.cumsum(probs[at])\n        out[at] = np.searchsorted(c / c[-1], u[at], side='right')\n    return out if out.ndim else int(out)\n")],
        claims=["decoding-speculative-chi-square"],
    ),
    task(
        "beam-search", "beam_search", minutes=25, level=4,
        title=("Beam search", "束搜索"),
        prompt=("Return the best `width` texts of up to `length` new tokens as (log p, tokens), best first. A text that ended with `end` is kept as it is and competes on. Ranked by log p / (new tokens) ** power; of equals, the earlier.", "返回至多 `length` 个新词的最好的 `width` 个文本，形如 (log p, tokens)，最好的在前。以 `end` 结尾的文本原样保留并继续竞争。按 log p / (新词数) ** power 排名；并列时先来的优先。"),
        hints=[("Each round: grow every open text by every token, keep the best `width` of all.", "每一轮：把每个未结束的文本接上每个词，在全部里留最好的 `width` 个。"), ("The score that is kept is the plain sum of log-probabilities; only the ranking divides by the length.", "保存的分数是对数概率之和；只有排名时才除以长度。")],
        properties=[
            agrees(("width 1 is greedy", "宽度 1 即贪心"), lambda r, n: (markov(r, 4), [0], 1, n)),
            agrees(("wider beams", "更宽的束"), lambda r, n: [(markov(r, 4), [1, 0], w, n) for w in (2, 3)]),
            agrees(("texts that end early", "提前结束的文本"), lambda r, n: [call(markov(r, 3), [0], 3, n, end=2), call(markov(r, 3), [2], 2, n, end=2)]),
            agrees(("ranked by length", "按长度归一排名"), lambda r, n: [call(markov(r, 3), [0, 1], 3, n, end=2, power=p) for p in (0.7, 1.0)]),
        ],
        wrong=[
            wrong(("logits added instead of log-probabilities", "累加了 logits 而不是对数概率"), "decoding-beam-limits", ("log_softmax(np.asarray(step(list(tokens))))", "np.asarray(step(list(tokens)))")),
            wrong(("ended texts go on growing", "已结束的文本继续增长"), "decoding-beam-limits", ("if len(tokens) > len(start) and tokens[-1] == end:", "if False:")),
            wrong(("ended texts are dropped", "丢弃了已结束的文本"), "decoding-beam-limits", ("grown.append((score, tokens))  # finished: kept as it is", "pass")),
            wrong(("worst first", "最差的在前"), "q-decoding-greedy-optimal", ("sorted(grown, key=rank)[:width]", "sorted(grown, key=rank, reverse=True)[:width]")),
            wrong(("length penalty ignored", "忽略了长度惩罚"), "decoding-beam-limits", ("** power", "** 0.0")),
            wrong(("length of the prompt counted", "把提示的长度也算进去"), "decoding-beam-limits", ("(len(beam[1]) - len(start))", "len(beam[1])")),
        ],
        right=[right("heap", ("beams = sorted(grown, key=rank)[:width]", "import heapq\n        beams = heapq.nsmallest(width, grown, key=rank)"))],
        claims=["decoding-beam-limits"],
    ),
    task(
        "speculative", "verify", minutes=25, level=5,
        title=("Accept or reject drafted tokens", "投机解码的接受与拒绝"),
        prompt=("Accept drafts from the left: draft i passes if u_i q_i < p_i. At the first rejection draw from `correct(p, q)` of that place, after γ acceptances from p itself; the last u is for that draw. Where the residual is empty, which only rounding can cause, draw from p. Return the number of accepted drafts and the extra token.", "从左到右接受草稿：u_i q_i < p_i 时第 i 个通过。第一次拒绝处从该处的 `correct(p, q)` 抽词，全部 γ 个接受后从 p 抽；最后一个 u 用于这次抽取。残差为空（只可能由舍入造成）时从 p 抽。返回接受的个数和多出的那个词。"),
        hints=[("A cumulative product of the passes stops at the first rejection.", "对通过与否做累积乘积，就会停在第一次拒绝。"), ("A row of zeros below q covers the case that all were accepted: max(p − 0, 0) = p.", "在 q 下面补一行零，就涵盖了全部接受的情形：max(p − 0, 0) = p。")],
        properties=[
            agrees(("one sequence", "一个序列"), lambda r, n: drafts(r, n)),
            agrees(("many at once", "一次多个"), lambda r, n: drafts(r, n, 6)),
            agrees(("a perfect draft is accepted whole", "完美的草稿全部接受"), lambda r, n: (lambda p: (p, p[..., :-1, :], r.integers(0, 4, (3, n)), r.random((3, n + 1))))(r.dirichlet(np.ones(4), size=(3, n + 1)))),
            agrees(("a token that the target forbids is rejected, also at u = 0", "目标概率为 0 的词被拒绝，u = 0 也一样"), lambda r, n: (np.tile([0.0, 0.4, 0.6], (n + 1, 1)), np.tile([0.5, 0.5, 0.0], (n, 1)), np.zeros(n, int), np.append(np.zeros(n), r.random()))),
            agrees(("a residual that is empty by rounding alone", "仅因舍入而为空的残差"), lambda r, n: (np.array([[[0.5 - 2.0**-54, 0.5], [0.5, 0.5]], [[0.1, 0.9], [0.5, 0.5]]]), np.array([[[0.5, 0.5]], [[0.8, 0.2]]]), np.array([[0], [0]]), np.array([[1 - 2.0**-53, r.random()], [1 - 2.0**-53, r.random()]]))),
            holds(("the first new token is distributed as the target's", "第一个新词的分布就是目标分布"), frequencies, sizes=(1,), rtol=0.0, atol=0.05),
        ],
        wrong=[
            wrong(("after a rejection drawn from p, not from the residual", "拒绝后从 p 抽，而不是从残差抽"), "q-decoding-speculative-proof", ("left = correct(p, q)", "left = p")),
            wrong(("residual of the wrong place", "用错了位置的残差"), "decoding-speculative-exact", ("row = accepted[..., None, None]", "row = 0 * accepted[..., None, None]")),
            wrong(("later drafts accepted after a rejection", "拒绝之后仍接受后面的草稿"), "decoding-speculative-exact", ("np.cumprod(passed, axis=-1).sum(axis=-1)", "passed.sum(axis=-1)")),
            wrong(("accepted when the target prefers it, without chance", "目标更偏好就接受，没有随机"), "decoding-speculative-chi-square", ("u[..., :-1] * q_of < p_of", "q_of <= p_of")),
            wrong(("p and q exchanged in the test", "检验里 p 和 q 对调"), "q-decoding-speculative-proof", ("u[..., :-1] * q_of < p_of", "u[..., :-1] * p_of < q_of")),
        ],
        right=[right("ratio", ("u[..., :-1] * q_of < p_of", "u[..., :-1] < p_of / np.maximum(q_of, 1e-300)")), right("first rejection by argmin", ("np.cumprod(passed, axis=-1).sum(axis=-1)", "np.where(passed.all(-1), passed.shape[-1], np.argmin(passed, axis=-1))"))],
        claims=["decoding-speculative-exact", "decoding-speculative-chi-square"],
        equivalent={
            "7: np.take_along_axis(p[..., :-1, :], ids, axis=-1) -> np.take_along_axis(p[..., :-1, :], ids)": "the last axis is the default of newer NumPy; older ones ask for it",
            "8: np.take_along_axis(q, ids, axis=-1) -> np.take_along_axis(q, ids)": "the last axis is the default of newer NumPy; older ones ask for it",
            "7: 0 -> -1": "that axis has one entry",
            "8: 0 -> -1": "that axis has one entry",
            "13: 0 -> -1": "that axis has one entry",
            "11: :1 -> :": "more rows of zeros below q are never read",
            "11: 1 -> 2": "more rows of zeros below q are never read",
        },
    ),
    task(
        "perplexity", "perplexity", minutes=3, level=1,
        title=("Perplexity", "困惑度"),
        prompt=("exp of minus the mean log-probability of the tokens that came.", "已出现的词的平均对数概率取负，再取指数。"),
        hints=[("It is a mean over tokens, not a sum.", "是对词取平均，不是求和。"), ("The logarithms are natural ones.", "对数是自然对数。")],
        properties=[agrees(("any text", "任意文本"), lambda r, n: (-r.random(n) * 3,)), agrees(("equally likely tokens: their number", "等可能的词：就是词的个数"), lambda r, n: (np.full(n, -np.log(7.0)),))],
        wrong=[
            wrong(("sum instead of mean", "求和而不是平均"), "q-decoding-perplexity", ("np.mean(log_probs)", "np.sum(log_probs)")),
            wrong(("sign forgotten", "忘了负号"), "decoding-perplexity-per-token", ("np.exp(-np.mean", "np.exp(np.mean")),
            wrong(("base 2", "用了底数 2"), "q-decoding-perplexity", ("float(np.exp(-np.mean(log_probs)))", "float(2 ** (-np.mean(log_probs)))")),
            wrong(("mean of the probabilities", "对概率取了平均"), "decoding-perplexity-per-token", ("float(np.exp(-np.mean(log_probs)))", "float(1 / np.mean(np.exp(log_probs)))")),
        ],
        right=[right("geometric mean", ("float(np.exp(-np.mean(log_probs)))", "float(np.prod(np.exp(-log_probs)) ** (1 / len(log_probs)))")), right("a NumPy scalar", ("float(np.exp(-np.mean(log_probs)))", "np.exp(-log_probs.sum() / log_probs.size)"))],
        claims=["decoding-perplexity-per-token"],
    ),
]

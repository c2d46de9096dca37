"""Tasks of the card Softmax."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def slope(f, x, step=1e-5):
    """d f / d x by central differences: (n,) -> (outputs, n)."""
    moves = np.eye(x.size) * step
    return np.stack([(f(x + move) - f(x - move)) / (2 * step) for move in moves], axis=-1)


def blocks(r, n, scale=3.0):
    """Some blocks of scores of different lengths."""
    return [r.normal(size=int(r.integers(1, 4))) * scale for _ in range(n)]


TASKS = [
    task(
        "softmax", "softmax", minutes=8, level=1,
        title=("Softmax along an axis", "沿指定轴的 softmax"),
        prompt=(
            "Turn scores into weights that are positive and sum to one along `axis`. The result must be right for scores of any size.",
            "把分数变成沿 `axis` 为正且和为 1 的权重。分数再大也要算对。",
        ),
        hints=[
            ("The exponential of 1000 is infinite. Which shift of all scores leaves the weights as they are?", "e 的 1000 次方是无穷大。把所有分数平移多少，权重不变？"),
            ("Subtract the maximum along `axis`, with `keepdims=True` so that it broadcasts back.", "减去沿 `axis` 的最大值，加上 `keepdims=True` 才能广播回去。"),
        ],
        properties=[
            agrees(("ordinary scores: each row becomes positive weights that sum to one", "普通的分数：每一行都变成和为 1 的正权重"), lambda r, n: (r.normal(size=(n, n + 1)) * 2,)),
            agrees(("any axis: the given one sums to one", "任意轴：和为 1 的是给定的那个轴"), lambda r, n: [call(r.normal(size=(n, 2, n + 1)), axis=axis) for axis in (0, 1, -2)]),
            agrees(("scores of a thousand: nothing overflows", "上千的分数：不会溢出"), lambda r, n: (r.normal(size=(2, n + 1)) * 1000,)),
            agrees(("very negative scores: no row is divided by zero", "很负的分数：不会除以零"), lambda r, n: (r.normal(size=(2, n + 1)) - 2000,)),
            holds(("adding a constant to all scores changes nothing", "所有分数加同一个常数，结果不变"), lambda f, r, n: (lambda x: ((x, "x + 7"), f(x + 7.0), f(x)))(r.normal(size=(n, 3)))),
        ],
        wrong=[
            wrong(("maximum not subtracted", "没有减去最大值"), "why-subtract-the-max", ("x - x.max(axis=axis, keepdims=True)", "x")),
            wrong(("softmax over the wrong axis", "softmax 沿错了轴"), "softmax-distribution", ("x.max(axis=axis", "x.max(axis=0"), ("exps.sum(axis=axis", "exps.sum(axis=0")),
            wrong(("one sum for the whole array", "整个数组只用了一个总和"), "softmax-distribution", ("exps.sum(axis=axis, keepdims=True)", "exps.sum()")),
            wrong(("max(x) - x instead of x - max(x)", "写成了 max(x) - x"), "softmax-max-minus-x", ("x - x.max(axis=axis, keepdims=True)", "x.max(axis=axis, keepdims=True) - x")),
            wrong(("axis ignored: always the last", "忽略 axis，总是最后一维"), "softmax-distribution", ("x.max(axis=axis", "x.max(axis=-1"), ("exps.sum(axis=axis", "exps.sum(axis=-1")),
            wrong(("divided by the largest, not by the sum", "除以了最大值而不是总和"), "softmax-distribution", ("exps.sum(", "exps.max(")),
        ],
        right=[
            right("by log-sum-exp", ("return exps / exps.sum(axis=axis, keepdims=True)", "return np.exp(x - x.max(axis=axis, keepdims=True) - np.log(exps.sum(axis=axis, keepdims=True)))")),
            right("in place on a copy", code="def softmax(x, axis=-1):\n    y = np.array(x, dtype=float)\n    y -= y.max(axis=axis, keepdims=True)\n    np.exp(y, out=y)\n    y /= y.sum(axis=axis, keepdims=True)\n    return y\n"),
            right("in float32", ("x = np.asarray(x)", "x = np.asarray(x, dtype=np.float32)")),
            right("moved axis and einsum", code="def softmax(x, axis=-1):\n    y = np.moveaxis(np.asarray(x), axis, -1)\n    e = np.exp(y - y.max(-1)[..., None])\n    return np.moveaxis(np.einsum('...i,...->...i', e, 1 / e.sum(-1)), -1, axis)\n"),
        ],
        claims=["softmax-distribution", "softmax-shift-invariant"],
    ),
    task(
        "log-softmax", "log_softmax", minutes=8, level=2,
        title=("Log-softmax without overflow", "不溢出的 log-softmax"),
        prompt=("Return the logarithm of softmax along `axis`. A weight that underflows to zero must still have a finite logarithm.", "返回沿 `axis` 的 softmax 的对数。权重下溢为零时，它的对数仍须是有限的。"),
        hints=[
            ("log softmax(x)_i = x_i − log Σ exp(x_j): no softmax is needed.", "log softmax(x)_i = x_i − log Σ exp(x_j)，不必先算 softmax。"),
            ("Subtract the maximum first, then the logarithm of the sum of exponentials of what is left.", "先减最大值，再减去剩下部分指数和的对数。"),
        ],
        properties=[
            agrees(("ordinary scores", "普通的分数"), lambda r, n: (r.normal(size=(n, n + 1)) * 2,)),
            agrees(("any axis", "任意轴"), lambda r, n: [call(r.normal(size=(n, 2, n + 1)), axis=axis) for axis in (0, 1)]),
            agrees(("scores of a thousand: finite, no −inf", "上千的分数：结果有限，没有 −inf"), lambda r, n: (r.normal(size=(2, n + 2)) * 1000,)),
            holds(("the exponentials sum to one", "取指数后和为 1"), lambda f, r, n: (lambda x: ((x,), np.exp(f(x)).sum(-1), np.ones(n)))(r.normal(size=(n, 4)))),
        ],
        wrong=[
            wrong(("log of softmax: log 0 = −inf", "先 softmax 再取对数：log 0 = −inf"), "why-fuse-softmax-and-cross-entropy", ("return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))", "return np.log(np.exp(shifted) / np.exp(shifted).sum(axis=axis, keepdims=True))")),
            wrong(("maximum not subtracted", "没有减去最大值"), "why-subtract-the-max", ("x - x.max(axis=axis, keepdims=True)", "x")),
            wrong(("the logarithm is missing", "忘了取对数"), "softmax-log-sum-exp", ("np.log(np.exp(shifted).sum(axis=axis, keepdims=True))", "np.exp(shifted).sum(axis=axis, keepdims=True)")),
            wrong(("maximum of the whole array", "用了整个数组的最大值"), "softmax-shift-invariant", ("x.max(axis=axis, keepdims=True)", "x.max()")),
        ],
        right=[
            right("log-sum-exp put back", ("return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))", "peak = x.max(axis=axis, keepdims=True)\n    return x - (peak + np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))")),
            right("logaddexp", code="def log_softmax(x, axis=-1):\n    x = np.asarray(x, dtype=float)\n    return x - np.logaddexp.reduce(x, axis=axis, keepdims=True)\n"),
        ],
        claims=["softmax-log-sum-exp"],
    ),
    task(
        "log-sum-exp", "log_sum_exp", minutes=6, level=1,
        title=("Log-sum-exp", "对数求和指数 log-sum-exp"),
        prompt=("Return log Σ exp(x_j) along `axis`; that axis disappears. No intermediate result may overflow.", "返回沿 `axis` 的 log Σ exp(x_j)，该轴消失。中间结果不得溢出。"),
        hints=[("Take the largest exponential out of the sum: log Σ e^x = m + log Σ e^(x − m).", "把最大的指数提到和号外：log Σ e^x = m + log Σ e^(x − m)。"), ("`keepdims=True` for the subtraction; drop the axis at the end.", "相减时用 `keepdims=True`，最后再去掉该轴。")],
        properties=[
            agrees(("ordinary scores; the axis is gone", "普通的分数；该轴消失"), lambda r, n: (r.normal(size=(n, n + 1)),)),
            agrees(("any axis", "任意轴"), lambda r, n: [call(r.normal(size=(n, 2, n + 1)), axis=axis) for axis in (0, 1)]),
            agrees(("scores of a thousand, either sign", "正负上千的分数"), lambda r, n: [(r.normal(size=(2, n)) + 1000,), (r.normal(size=(2, n)) - 1000,), (r.normal(size=(2, n + 1)) * 500,)]),
            holds(("a constant comes out: f(x + c) = f(x) + c", "常数可以提出来：f(x + c) = f(x) + c"), lambda f, r, n: (lambda x: ((x, "x + 5"), f(x + 5.0), f(x) + 5.0))(r.normal(size=(n, 3)))),
        ],
        wrong=[
            wrong(("maximum not subtracted", "没有减去最大值"), "why-subtract-the-max", ("peak + np.log(total)", "np.log(np.exp(x).sum(axis=axis, keepdims=True))")),
            wrong(("maximum not added back", "最大值没有加回来"), "softmax-log-sum-exp", ("peak + np.log(total)", "np.log(total)")),
            wrong(("the axis is kept", "没有去掉该轴"), "softmax-log-sum-exp", ("np.squeeze(peak + np.log(total), axis=axis)", "peak + np.log(total)")),
            wrong(("mean instead of sum", "求了平均而不是求和"), "softmax-log-sum-exp", (".sum(axis=axis", ".mean(axis=axis")),
        ],
        right=[right("logaddexp", code="def log_sum_exp(x, axis=-1):\n    return np.logaddexp.reduce(np.asarray(x, dtype=float), axis=axis)\n"), right("take the maximum along the axis", ("np.squeeze(peak + np.log(total), axis=axis)", "(peak + np.log(total)).sum(axis=axis)"))],
        claims=["softmax-log-sum-exp"],
    ),
    task(
        "softmax-jacobian", "softmax_jacobian", minutes=8, level=2,
        title=("The Jacobian of softmax", "softmax 的雅可比矩阵"),
        prompt=("Return the whole matrix of derivatives ∂s_i/∂z_j for each row of `z`.", "对 `z` 的每一行返回完整的导数矩阵 ∂s_i/∂z_j。"),
        hints=[("s_i (1 − s_i) is only the diagonal. What does raising one score do to the other weights?", "s_i (1 − s_i) 只是对角线。抬高一个分数，其他权重会怎样？"), ("J = diag(s) − s sᵀ; `s[..., :, None] * s[..., None, :]` is the outer product.", "J = diag(s) − s sᵀ；`s[..., :, None] * s[..., None, :]` 是外积。")],
        properties=[
            agrees(("one vector of scores", "一个分数向量"), lambda r, n: (r.normal(size=n),)),
            agrees(("a batch of rows: one matrix for each", "一批行：每行一个矩阵"), lambda r, n: (r.normal(size=(2, n, n + 1)),)),
            holds(("it is the derivative: finite differences of softmax", "它就是导数：与 softmax 的差商一致"), lambda f, r, n: (lambda z: ((z,), f(z), slope(lambda y: np.exp(y) / np.exp(y).sum(), z)))(r.normal(size=n + 1)), rtol=1e-3),
        ],
        wrong=[
            wrong(("only the diagonal", "只有对角线"), "softmax-jacobian-matrix", ("return diagonal - s[..., :, None] * s[..., None, :]", "return diagonal * (1 - s[..., :, None])")),
            wrong(("the sign is turned", "符号反了"), "softmax-jacobian-matrix", ("return diagonal - s[..., :, None] * s[..., None, :]", "return s[..., :, None] * s[..., None, :] - diagonal")),
            wrong(("the outer product is missing", "少了外积那一项"), "what-is-the-softmax-derivative", ("return diagonal - s[..., :, None] * s[..., None, :]", "return diagonal")),
            wrong(("the vector s(1 − s), not a matrix", "返回了向量 s(1 − s) 而不是矩阵"), "softmax-jacobian-matrix", ("return diagonal - s[..., :, None] * s[..., None, :]", "return s * (1 - s)")),
        ],
        right=[right("einsum", ("s[..., :, None] * s[..., None, :]", "np.einsum('...i,...j->...ij', s, s)")), right("loops", code="def softmax_jacobian(z):\n    s = softmax(z)\n    J = np.zeros((*s.shape, s.shape[-1]))\n    for at in np.ndindex(*J.shape):\n        i, j = at[:-1], at[:-2] + at[-1:]\n        J[at] = s[i] * ((at[-1] == at[-2]) - s[j])\n    return J\n")],
        claims=["softmax-jacobian-matrix"],
        equivalent={"4: np.eye(s.shape[-1], dtype=s.dtype) -> np.eye(s.shape[-1])": "float64 holds the same zeros and ones"},
    ),
    task(
        "softmax-backward", "softmax_backward", minutes=8, level=2,
        title=("Backward pass of softmax", "softmax 的反向传播"),
        prompt=("Given the weights `s` and the gradient with respect to them, return the gradient with respect to the scores, in O(n).", "给定权重 `s` 和对它的梯度，返回对分数的梯度，复杂度 O(n)。"),
        hints=[("Multiply the Jacobian diag(s) − s sᵀ by g on paper: nothing of size n × n is left.", "在纸上用 diag(s) − s sᵀ 乘以 g：不会剩下 n × n 的东西。"), ("s ⊙ (g − Σ_j s_j g_j), the sum along `axis`.", "s ⊙ (g − Σ_j s_j g_j)，沿 `axis` 求和。")],
        properties=[
            agrees(("one row", "一行"), lambda r, n: (r.dirichlet(np.ones(n)), r.normal(size=n))),
            agrees(("rows and any axis", "多行与任意轴"), lambda r, n: [call(r.dirichlet(np.ones(3), size=(2, n)), r.normal(size=(2, n, 3))), call(r.dirichlet(np.ones(3), size=(2, n)).swapaxes(0, 2), r.normal(size=(3, n, 2)), axis=0)]),
            holds(("it is the gradient: finite differences through softmax", "它就是梯度：与经过 softmax 的差商一致"), lambda f, r, n: (lambda z, g: ((z, g), f(np.exp(z) / np.exp(z).sum(), g), slope(lambda y: np.atleast_1d(np.exp(y) @ g / np.exp(y).sum()), z)[0]))(r.normal(size=n + 1), r.normal(size=n + 1)), rtol=1e-3),
        ],
        wrong=[
            wrong(("only the diagonal: s(1 − s) g", "只用了对角线：s(1 − s) g"), "softmax-jacobian-matrix", ("(upstream - (s * upstream).sum(axis=axis, keepdims=True))", "(1 - s) * upstream")),
            wrong(("mean of g instead of the weighted mean", "用了 g 的平均而不是加权平均"), "what-is-the-softmax-derivative", ("(s * upstream).sum(axis=axis, keepdims=True)", "upstream.mean(axis=axis, keepdims=True)")),
            wrong(("factor s missing", "少乘了 s"), "what-is-the-softmax-derivative", ("return s * (", "return (")),
            wrong(("axis ignored", "忽略了 axis"), "softmax-distribution", (".sum(axis=axis,", ".sum(axis=-1,")),
        ],
        right=[right("einsum of two terms", ("return s * (upstream - (s * upstream).sum(axis=axis, keepdims=True))", "return s * upstream - s * np.sum(s * upstream, axis=axis, keepdims=True)")), right("by the Jacobian", code="def softmax_backward(s, upstream, axis=-1):\n    s, g = np.moveaxis(s, axis, -1), np.moveaxis(upstream, axis, -1)\n    J = s[..., None] * np.eye(s.shape[-1]) - s[..., None] * s[..., None, :]\n    return np.moveaxis(np.einsum('...ij,...j->...i', J, g), -1, axis)\n")],
        claims=["softmax-jacobian-matrix"],
    ),
    task(
        "masked-softmax", "masked_softmax", minutes=10, level=2,
        title=("Softmax with a mask", "带掩码的 softmax"),
        prompt=("Softmax over the positions where `mask` is True. Forbidden positions get exactly 0. A row in which nothing is allowed gives zeros, not NaN.", "只在 `mask` 为 True 的位置上做 softmax。不允许的位置恰好为 0；整行都不允许时返回零，而不是 NaN。"),
        hints=[("Put −∞ where the mask is False: its exponential is exactly 0.", "在掩码为 False 处填 −∞：它的指数恰好是 0。"), ("In an empty row the maximum is −∞ and −∞ − (−∞) is NaN: use 0 as the maximum there, and 1 as the sum.", "空行的最大值是 −∞，而 −∞ − (−∞) 是 NaN：此时最大值取 0，总和取 1。")],
        properties=[
            agrees(("some positions forbidden", "部分位置不允许"), lambda r, n: (lambda m: (r.normal(size=(n, n + 2)), m | ~m.any(-1, keepdims=True)))(r.random((n, n + 2)) < 0.6)),
            agrees(("a row without any allowed position gives zeros", "没有任何允许位置的行返回零"), lambda r, n: (r.normal(size=(n + 1, 3)), np.arange(n + 1)[:, None] < np.array([n, n, n]))),
            agrees(("the mask broadcasts, any axis", "掩码可广播，任意轴"), lambda r, n: [call(r.normal(size=(2, n, 3)), r.random((n, 3)) < 0.7), call(r.normal(size=(n, 3)), r.random((n, 3)) < 0.7, axis=0)]),
            agrees(("a huge forbidden score does not disturb the others", "被禁的巨大分数不影响其他位置"), lambda r, n: (np.concatenate([r.normal(size=(2, n)), np.full((2, 1), 5000.0)], -1), np.arange(n + 1) < n)),
            agrees(("rows thousands apart: each has its own maximum", "相差数千的行：各用各的最大值"), lambda r, n: (r.normal(size=(2, n + 1)) + np.array([[3000.0], [0.0]]), np.arange(n + 1) < n)),
            agrees(("very negative scores are still scores", "很负的分数仍然是分数"), lambda r, n: (r.normal(size=(2, n + 1)) - 1e10, r.random((2, n + 1)) < 0.7)),
        ],
        wrong=[
            wrong(("mask inverted", "掩码取反了"), "which-value-for-a-mask", ("np.where(mask, scores, -np.inf)", "np.where(mask, -np.inf, scores)")),
            wrong(("empty row becomes NaN", "空行变成 NaN"), "softmax-empty-row", ("    peak = np.where(peak == -np.inf, 0.0, peak)  # empty row: avoid -inf - (-inf) = nan\n", ""), ("exps / np.where(total == 0.0, 1.0, total)", "exps / total")),
            wrong(("−1e9 instead of −∞", "用了 −1e9 而不是 −∞"), "softmax-empty-row", ("-np.inf)\n    peak = s", "-1e9)\n    peak = s")),
            wrong(("multiplied by the mask after softmax, not renormalised", "softmax 之后乘掩码，没有重新归一化"), "which-value-for-a-mask", code="def masked_softmax(scores, mask, axis=-1):\n    exps = np.exp(scores - scores.max(axis=axis, keepdims=True))\n    return exps / exps.sum(axis=axis, keepdims=True) * mask\n"),
            wrong(("scores multiplied by the mask: 0 is a score", "分数乘以掩码：0 也是一个分数"), "which-value-for-a-mask", code="def masked_softmax(scores, mask, axis=-1):\n    scores = scores * mask\n    exps = np.exp(scores - scores.max(axis=axis, keepdims=True))\n    return exps / exps.sum(axis=axis, keepdims=True)\n"),
        ],
        right=[right("exponentials times mask", code="def masked_softmax(scores, mask, axis=-1):\n    mask = np.broadcast_to(mask, scores.shape)\n    peak = scores.max(axis=axis, keepdims=True, where=mask, initial=-np.inf)\n    peak[peak == -np.inf] = 0.0\n    e = np.where(mask, np.exp(np.where(mask, scores - peak, 0.0)), 0.0)\n    total = e.sum(axis=axis, keepdims=True)\n    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)\n"), right("nan to num", ("return exps / np.where(total == 0.0, 1.0, total)", "return np.nan_to_num(exps / total)"))],
        claims=["softmax-empty-row"],
        equivalent={
            "8: 0.0 -> 1.0": "in an empty row every exponential is 0, whatever is subtracted",
            "11: 1.0 -> 2.0": "0 divided by anything but 0 is 0",
        },
    ),
    task(
        "online-softmax-step", "online_step", minutes=10, level=3,
        title=("One step of online softmax", "在线 softmax 的一步"),
        prompt=("One block of scores arrives. Return the new running maximum, the factor by which every sum kept so far must be multiplied, and exp(block − new maximum). All scores so far, and those of the block, may be −∞.", "到来一块分数。返回新的最大值、此前所有累计和要乘的因子，以及 exp(块 − 新最大值)。此前的和块内的分数都可能是 −∞。"),
        hints=[("Old sums were taken with the old maximum: e^(x − old) · e^(old − new) = e^(x − new).", "旧的和是按旧最大值算的：e^(x − 旧) · e^(旧 − 新) = e^(x − 新)。"), ("If everything is −∞ so far, subtract 0 instead: then no NaN arises.", "若到目前全是 −∞，就改为减 0，这样不会出现 NaN。")],
        properties=[
            agrees(("a block after others", "前面已有别的块"), lambda r, n: (float(r.normal()), r.normal(size=n) * 3)),
            agrees(("the first block: the maximum so far is −∞", "第一块：此前最大值是 −∞"), lambda r, n: (-np.inf, r.normal(size=n) * 3)),
            agrees(("forbidden positions in the block", "块内有被禁的位置"), lambda r, n: (float(r.normal()), np.where(np.arange(n + 1) % 2, r.normal(size=n + 1), -np.inf))),
            agrees(("nothing but −∞ so far", "到目前全是 −∞"), lambda r, n: (-np.inf, np.full(n, -np.inf))),
            agrees(("scores of a thousand", "上千的分数"), lambda r, n: (1000.0 * float(r.normal()), r.normal(size=n) * 1000)),
        ],
        wrong=[
            wrong(("maximum of the block alone", "只取了块内的最大值"), "softmax-online-exact", ("max(peak, float(block.max()))", "float(block.max())")),
            wrong(("factor upside down", "因子上下颠倒"), "softmax-online-exact", ("np.exp(peak - base)", "np.exp(base - peak)")),
            wrong(("no factor for the older sums", "没有修正旧的和"), "softmax-online-exact", ("float(np.exp(peak - base))", "1.0")),
            wrong(("block shifted by the old maximum", "块减去了旧的最大值"), "softmax-online-exact", ("np.exp(block - base)", "np.exp(block - peak)")),
            wrong(("−∞ − (−∞): NaN while nothing is allowed", "−∞ − (−∞)：没有允许位置时出现 NaN"), "softmax-empty-row", ("0.0 if new_peak == -np.inf else new_peak", "new_peak")),
        ],
        equivalent={"4: 0.0 -> 1.0": "everything is −∞ there, whatever is subtracted"},
        right=[right("numpy maximum", ("max(peak, float(block.max()))", "float(np.maximum(peak, np.max(block)))")), right("isinf", ("0.0 if new_peak == -np.inf else new_peak", "new_peak if np.isfinite(new_peak) else 0.0"))],
        claims=["softmax-online-exact"],
    ),
    task(
        "online-softmax", "online_weighted_sum", minutes=15, level=3,
        title=("Streaming softmax(z) @ v", "流式计算 softmax(z) @ v"),
        prompt=("Scores and values arrive in blocks. Return softmax of all scores times all values in one pass, without ever holding all weights. If every score is −∞ the result is zeros.", "分数和值分块到来。一遍算出 softmax(全部分数) 乘以全部值，任何时候都不保存全部权重。若所有分数都是 −∞，结果为零。"),
        hints=[("Keep three things: the maximum, the sum of exponentials, and the weighted sum of values, both relative to that maximum.", "保存三样东西：最大值、指数和、值的加权和，后两者都相对于这个最大值。"), ("When the maximum rises, multiply both sums by exp(old − new): `online_step` gives the factor.", "最大值变大时，两个和都乘以 exp(旧 − 新)：`online_step` 给出这个因子。")],
        properties=[
            agrees(("one block", "一块"), lambda r, n: ([r.normal(size=n)], [r.normal(size=(n, 2))])),
            agrees(("several blocks of different lengths", "若干长度不同的块"), lambda r, n: (lambda z: (z, [r.normal(size=(len(b), 3)) for b in z]))(blocks(r, n + 1))),
            agrees(("scores of hundreds, rising and falling", "数百大小、有升有降的分数"), lambda r, n: (lambda z: (z, [r.normal(size=(len(b), 2)) for b in z]))(blocks(r, n + 1, 300.0))),
            agrees(("forbidden positions, also a whole block, also the first", "有被禁的位置，也可以是一整块、甚至第一块"), lambda r, n: (lambda z: (z, [r.normal(size=(len(b), 2)) for b in z]))([np.full(2, -np.inf), *blocks(r, n), np.array([-np.inf, 0.5])])),
            agrees(("nothing allowed at all gives zeros", "什么都不允许时返回零"), lambda r, n: ([np.full(2, -np.inf)] * n, [r.normal(size=(2, 3))] * n)),
        ],
        wrong=[
            wrong(("older sums not corrected", "旧的累计没有修正"), "softmax-online-exact", ("output * shrink + exps @ values", "output + exps @ values"), ("total * shrink + float(exps.sum())", "total + float(exps.sum())")),
            wrong(("only the denominator corrected", "只修正了分母"), "softmax-online-exact", ("output * shrink + exps @ values", "output + exps @ values")),
            wrong(("only the numerator corrected", "只修正了分子"), "softmax-online-exact", ("total * shrink + float(exps.sum())", "total + float(exps.sum())")),
            wrong(("not divided by the sum", "没有除以总和"), "how-to-softmax-in-one-pass", ("return output / total if total > 0.0 else output", "return output")),
            wrong(("empty input divides by zero", "全空输入除以零"), "softmax-empty-row", ("return output / total if total > 0.0 else output", "return output / total")),
        ],
        right=[
            right("normalised at every step", code="def online_weighted_sum(score_blocks, value_blocks):\n    m, l, o = -np.inf, 0.0, np.zeros(value_blocks[0].shape[-1])\n    for z, v in zip(score_blocks, value_blocks):\n        new = max(m, z.max())\n        if new == -np.inf:\n            continue\n        e, old = np.exp(z - new), l * np.exp(m - new)\n        o = (o * old + e @ v) / (old + e.sum())\n        m, l = new, old + e.sum()\n    return o\n"),
            right("token by token", code="def online_weighted_sum(score_blocks, value_blocks):\n    m, l, o = -np.inf, 0.0, np.zeros(value_blocks[0].shape[-1])\n    for block, values in zip(score_blocks, value_blocks):\n        for z, v in zip(block, values):\n            if z == -np.inf:\n                continue\n            new = max(m, z)\n            l = l * np.exp(m - new) + np.exp(z - new)\n            o = o * np.exp(m - new) + np.exp(z - new) * v\n            m = new\n    return o / l if l else o\n"),
        ],
        claims=["softmax-online-exact"],
        equivalent={
            "3: 0.0 -> 1.0": "the first block multiplies it by exp(−∞) = 0",
            "3: 0.0 -> 1.0 #2": "the first block multiplies it by exp(−∞) = 0",
            "4: True -> False": "lists of different lengths are no input of the task",
            "8: 0.0 -> 1.0": "the sum holds exp(0) = 1: at exactly 1 nothing is to be divided",
        },
    ),
]

"""Tasks of the card Layer_Normalization."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def gradient(f, r, n):
    """dx by finite differences of the forward pass."""
    x, gamma, g = r.normal(size=(n, 4)), r.normal(size=4), r.normal(size=(n, 4))

    def loss(y):
        return (g * gamma * (y - y.mean(-1, keepdims=True)) / np.sqrt(y.var(-1, keepdims=True) + 1e-5)).sum()

    moves = [np.eye(x.size)[i].reshape(x.shape) * 1e-5 for i in range(x.size)]
    return (x, gamma, g), f(x, gamma, g)[0], np.array([(loss(x + m) - loss(x - m)) / 2e-5 for m in moves]).reshape(x.shape)


TASKS = [
    task(
        "rms-norm", "rms_norm", minutes=5, level=1,
        title=("RMSNorm", "均方根归一化 RMSNorm"),
        prompt=("gamma x / sqrt(mean(x²) + eps) over the last axis.", "沿最后一轴：gamma x / sqrt(mean(x²) + eps)。"),
        hints=[("No mean is subtracted.", "不减均值。"), ("Mean of the squares, not their sum; eps inside the root.", "是平方的平均，不是和；eps 在根号里。")],
        properties=[
            agrees(("one token", "一个词"), lambda r, n: (r.normal(size=n + 1) + 1, r.normal(size=n + 1))),
            agrees(("a batch", "一批"), lambda r, n: (r.normal(size=(2, n, 4)) * 5, r.normal(size=4))),
            agrees(("small tokens: eps counts", "很小的词：eps 起作用"), lambda r, n: [(1e-3 * r.normal(size=(n, 4)), np.ones(4)), call(1e-2 * r.normal(size=(n, 4)), np.ones(4), eps=1e-3)]),
            agrees(("a token of zeros stays zero", "全零的词仍为零"), lambda r, n: (np.zeros((n, 3)), r.normal(size=3))),
        ],
        wrong=[
            wrong(("mean subtracted: that is LayerNorm", "减了均值：那是 LayerNorm"), "rms-norm-and-layer-norm", ("gamma * x / np.sqrt((x**2)", "gamma * (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(((x - x.mean(axis=-1, keepdims=True)) ** 2)")),
            wrong(("sum instead of mean", "用了和而不是平均"), "q-rms-norm", (".mean(axis=-1, keepdims=True) + eps", ".sum(axis=-1, keepdims=True) + eps")),
            wrong(("eps outside the root", "eps 放在了根号外面"), "rms-norm-default-epsilon", ("np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)", "(np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps)")),
            wrong(("eps missing", "没有 eps"), "rms-norm-default-epsilon", (" + eps", "")),
            wrong(("root forgotten", "忘了开方"), "q-rms-norm", ("np.sqrt((x**2)", "((x**2)")),
            wrong(("gamma forgotten", "忘了 gamma"), "q-rms-norm", ("gamma * x", "x")),
        ],
        right=[right("linalg.norm", ("np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)", "np.sqrt(np.linalg.norm(x, axis=-1, keepdims=True) ** 2 / x.shape[-1] + eps)")), right("in float32", ("return gamma * x", "x = x.astype(np.float32)\n    return gamma * x"))],
        claims=["rms-norm-and-layer-norm"],
    ),
    task(
        "norm-backward", "norm_backward", minutes=20, level=4,
        title=("Backward pass of LayerNorm and RMSNorm", "LayerNorm 与 RMSNorm 的反向传播"),
        prompt=("Given x, gamma and the gradient of the output, return the gradients of x, gamma and beta. `centred=False` means RMSNorm.", "给定 x、gamma 和输出的梯度，返回 x、gamma、beta 的梯度。`centred=False` 表示 RMSNorm。"),
        hints=[("With g = gamma · upstream and the normalised x̂: dx = (g − mean(g) − x̂ mean(g x̂)) / s. RMSNorm has no mean(g).", "记 g = gamma · upstream，x̂ 为归一化结果：dx = (g − mean(g) − x̂ mean(g x̂)) / s。RMSNorm 没有 mean(g) 一项。"), ("gamma and beta are shared by all tokens: sum over every axis but the last.", "gamma 和 beta 由所有词共享：对最后一轴以外的所有轴求和。")],
        properties=[
            agrees(("LayerNorm", "LayerNorm 的情形"), lambda r, n: (r.normal(size=(n, 4)) + 1, r.normal(size=4), r.normal(size=(n, 4)))),
            agrees(("RMSNorm", "RMSNorm 的情形"), lambda r, n: call(r.normal(size=(n, 4)) + 1, r.normal(size=4), r.normal(size=(n, 4)), centred=False)),
            agrees(("several leading axes", "前面有多个轴"), lambda r, n: (r.normal(size=(2, n, 3)), r.normal(size=3), r.normal(size=(2, n, 3)))),
            agrees(("eps counts for small tokens", "词很小时 eps 起作用"), lambda r, n: [(1e-3 * r.normal(size=(n, 4)), np.ones(4), r.normal(size=(n, 4))), call(1e-2 * r.normal(size=(n, 4)), np.ones(4), r.normal(size=(n, 4)), eps=1e-3)]),
            holds(("it is the gradient: finite differences", "它就是梯度：与差商一致"), gradient, rtol=1e-3, atol=1e-4),
        ],
        wrong=[
            wrong(("the norm treated as a constant factor", "把归一化当成常数因子"), "layer-norm-jacobian", ("dx = g - normed * (g * normed).mean(axis=-1, keepdims=True)", "dx = g")),
            wrong(("mean of g not subtracted", "没有减去 g 的均值"), "layer-norm-jacobian", ("dx = dx - g.mean(axis=-1, keepdims=True)", "dx = dx")),
            wrong(("gamma left out of g", "g 里漏了 gamma"), "q-layer-norm-gradient", ("g = gamma * upstream", "g = upstream")),
            wrong(("gradient of gamma not summed over the tokens", "gamma 的梯度没有对词求和"), "q-layer-norm-gradient", ("(upstream * normed).sum(axis=lead)", "upstream * normed")),
            wrong(("gradient of gamma from x, not from the normalised x", "gamma 的梯度用了 x 而不是归一化后的 x"), "layer-norm-equals-torch", ("(upstream * normed).sum(axis=lead)", "(upstream * x).sum(axis=lead)")),
            wrong(("not divided by s", "没有除以 s"), "layer-norm-jacobian", ("return dx / s,", "return dx,")),
        ],
        right=[right("by the Jacobian of each token", code="def norm_backward(x, gamma, upstream, eps=1e-5, centred=True):\n    C = x.shape[-1]\n    m = x.mean(-1, keepdims=True) * centred\n    s = np.sqrt(((x - m) ** 2).mean(-1, keepdims=True) + eps)\n    z = (x - m) / s\n    J = (np.eye(C) - centred / C - z[..., :, None] * z[..., None, :] / C) / s[..., None]\n    dx = np.einsum('...ij,...j->...i', J, gamma * upstream)\n    return dx, (upstream * z).reshape(-1, C).sum(0), upstream.reshape(-1, C).sum(0)\n")],
        claims=["layer-norm-jacobian", "layer-norm-equals-torch"],
    ),
]

"""Tasks of the card GPT."""

import numpy as np

from snippets.gpt import Weights
from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def optimise(made, steps, rate, seed, start=0):
    """Some steps of Adam on fixed gradients; returns the weights and what is left in the gradients."""
    r = np.random.default_rng(seed)
    w = Weights({"a": r.normal(size=(2, 3)), "b": r.normal(size=4)})
    w.grad = {name: np.zeros_like(array) for name, array in w.items()}
    adam = made(w, rate)
    for _ in range(steps):
        for g in w.grad.values():
            g += r.normal(size=g.shape) * 10.0**start
        adam.step()
    return [w["a"], w["b"], w.grad["a"], w.grad["b"]]


def slope(f, r, n):
    """The gradient by finite differences of the loss."""
    z, y = r.normal(size=(1, n, 3)), r.integers(0, 3, (1, n))
    moves = [np.eye(z.size)[i].reshape(z.shape) * 1e-5 for i in range(z.size)]
    return (z, y), f(z, y)[1], np.array([(f(z + m, y)[0] - f(z - m, y)[0]) / 2e-5 for m in moves]).reshape(z.shape)


TASKS = [
    task(
        "cross-entropy", "cross_entropy", minutes=12, level=3,
        title=("Cross-entropy and its gradient", "交叉熵及其梯度"),
        prompt=("Mean of −log p(target) over the counted positions (all if None), and the gradient with respect to the logits; positions that are not counted get 0.", "对计入的位置（None 表示全部）取 −log p(目标) 的平均，并给出对 logits 的梯度；不计入的位置梯度为 0。"),
        hints=[("The gradient of one position is p − y.", "一个位置的梯度是 p − y。"), ("Both are divided by the number of counted positions, not by all.", "两者都除以计入的位置数，而不是全部位置数。")],
        properties=[agrees(("all positions", "全部位置"), lambda r, n: (r.normal(size=(2, n, 4)), r.integers(0, 4, (2, n)))), agrees(("some positions", "部分位置"), lambda r, n: call(r.normal(size=(2, n + 1, 3)), r.integers(0, 3, (2, n + 1)), counted=np.arange(2 * n + 2).reshape(2, n + 1) % 2 == 0)), agrees(("large logits", "很大的 logits"), lambda r, n: (r.normal(size=(1, n, 4)) * 2000, r.integers(0, 4, (1, n)))), holds(("it is the gradient: finite differences", "它就是梯度：与差商一致"), slope, rtol=1e-3)],
        wrong=[
            wrong(("gradient not divided by the number of positions", "梯度没有除以位置数"), "gpt-numpy-equals-torch", (" / counted.sum()", "")),
            wrong(("positions that do not count get a gradient", "不计入的位置也有梯度"), "q-gpt-training-signal", ("gradient * counted[..., None] / counted.sum()", "gradient / counted.sum()")),
            wrong(("divided by all positions", "除以了全部位置数"), "q-gpt-training-signal", ("/ counted.sum()", "/ counted.size")),
            wrong(("y − p", "写成了 y − p"), "Softmax#^softmax-cross-entropy-gradient", ("np.exp(log_p) - (np.arange(logits.shape[-1]) == chosen)", "(np.arange(logits.shape[-1]) == chosen) - np.exp(log_p)")),
            wrong(("sign of the loss forgotten", "损失忘了负号"), "q-gpt-first-loss", ("loss = -np.take", "loss = np.take")),
            wrong(("gradient of softmax alone", "只有 softmax 的梯度"), "Softmax#^softmax-cross-entropy-gradient", ("np.exp(log_p) - (np.arange(logits.shape[-1]) == chosen)", "np.exp(log_p) * (1 - np.exp(log_p))")),
        ],
        right=[right("one-hot", ("(np.arange(logits.shape[-1]) == chosen)", "np.eye(logits.shape[-1])[targets]")), right("weighted mean", ("-np.take_along_axis(log_p, chosen, axis=-1)[..., 0][counted].mean()", "-(np.take_along_axis(log_p, chosen, axis=-1)[..., 0] * counted).sum() / counted.sum()"))],
        claims=["gpt-numpy-equals-torch"],
        equivalent={"5: np.take_along_axis(log_p, chosen, axis=-1) -> np.take_along_axis(log_p, chosen)": "the last axis is the default of newer NumPy; older ones ask for it", "5: 0 -> -1": "that axis has one entry"},
    ),
    task(
        "adam", "Adam", minutes=15, level=3,
        title=("A step of Adam", "Adam 的一步"),
        prompt=("Write `step`: running means of g and g² with the two betas, both corrected for their start, w −= rate · mean / (√square + 1e-8). Afterwards every gradient is zero. Arrays are changed in place.", "写出 `step`：用两个 beta 维护 g 和 g² 的滑动平均，并修正起始偏差，w −= rate · mean / (√square + 1e-8)。之后所有梯度清零。数组就地更新。"),
        hints=[("mean ← β₁ mean + (1 − β₁) g; the correction divides by 1 − β₁^steps.", "mean ← β₁ mean + (1 − β₁) g；修正是除以 1 − β₁^steps。"), ("Count the step before it is used; `+=` and `g[...] =` change arrays in place.", "先把步数加一再使用；`+=` 与 `g[...] =` 会就地修改数组。")],
        blank=["step"], use=optimise,
        properties=[agrees(("the first step", "第一步"), lambda r, n: (1, 0.1, n)), agrees(("several steps", "若干步"), lambda r, n: (n + 1, 0.05, n)), agrees(("tiny gradients: the 1e-8 counts", "极小的梯度：1e-8 起作用"), lambda r, n: (2, 0.1, n, -8))],
        wrong=[
            wrong(("bias correction missing", "没有修正偏差"), "gpt-numpy-equals-torch", ("(mean / first) / (np.sqrt(square / second) + 1e-8)", "mean / (np.sqrt(square) + 1e-8)")),
            wrong(("root forgotten", "忘了开方"), "gpt-numpy-equals-torch", ("np.sqrt(square / second)", "(square / second)")),
            wrong(("the two betas exchanged", "两个 beta 对调"), "gpt-numpy-equals-torch", ("(1 - self.betas[0]) * (g - mean)", "(1 - self.betas[1]) * (g - mean)"), ("(1 - self.betas[1]) * (g * g - square)", "(1 - self.betas[0]) * (g * g - square)")),
            wrong(("gradients not reset", "梯度没有清零"), "gpt-numpy-equals-torch", ("            g[...] = 0.0", "            pass")),
            wrong(("plain gradient descent", "变成了普通梯度下降"), "gpt-numpy-equals-torch", ("self.rate * (mean / first) / (np.sqrt(square / second) + 1e-8)", "self.rate * g")),
            wrong(("uphill", "朝上坡走"), "gpt-numpy-equals-torch", ("self.w[name] -= self", "self.w[name] += self")),
        ],
        right=[right("the usual form of the means", ("mean += (1 - self.betas[0]) * (g - mean)", "mean[...] = self.betas[0] * mean + (1 - self.betas[0]) * g"), ("square += (1 - self.betas[1]) * (g * g - square)", "square[...] = self.betas[1] * square + (1 - self.betas[1]) * g**2"))],
        claims=["gpt-numpy-equals-torch"],
    ),
]

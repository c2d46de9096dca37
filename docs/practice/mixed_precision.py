"""Tasks of the card Mixed Precision."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def sizes(r, n, low, high):
    """Normal numbers times powers of two between low and high."""
    return r.normal(size=4 * n) * np.exp2(r.uniform(low, high, 4 * n))


def ties(n):
    """Numbers half way between neighbours of 10 bits, of both signs."""
    return np.concatenate([1 + (2 * np.arange(n) + 1) * 2.0**-11, -(1 + (2 * np.arange(n) + 1) * 2.0**-11)])


def told(made, scale, interval, steps):
    """A scaler through the given steps: what it returned, and its scale after each."""
    scaler, out = made(scale, interval), []
    for grads in steps:
        found = scaler.unscale([np.array(g) for g in grads])
        out += [np.full(1, -1.0)] if found is None else [np.asarray(g, float) for g in found]
        out.append(np.full(1, float(scaler.scale)))
    return out


def run(r, n, pattern, scale=1024.0, interval=2):
    """Gradients of two parameters for each letter: o is good, x has one inf, n one nan."""
    steps = []
    for letter in pattern:
        grads = [r.normal(size=n), r.normal(size=(2, n))]
        if letter != "o":
            grads[1][1, 0] = np.inf if letter == "x" else np.nan
        steps.append(grads)
    return scale, interval, steps


TASKS = [
    task(
        "round-to", "round_to", minutes=12, level=3,
        title=("Round to any floating-point format", "舍入到任意浮点格式"),
        prompt=("`FORMATS[form]` gives the bits of exponent, the bits of mantissa and the largest number; `spacing(x, exponent_bits, mantissa_bits)` the distance of the numbers around x. Return the nearest number of the format, ties to even; ±inf where it is beyond the largest.", "`FORMATS[form]` 给出指数位数、尾数位数和最大的数；`spacing(x, exponent_bits, mantissa_bits)` 给出 x 附近相邻两数的间距。返回格式里最近的数，居中取偶；超过最大数的地方为 ±inf。"),
        hints=[("Count in steps: x / step, rounded, times step.", "按间距来数：x / step，取整，再乘 step。"), ("np.round takes ties to even. Compare with the largest number after rounding, not before.", "np.round 居中取偶。与最大数的比较要在舍入之后，不是之前。")],
        properties=[
            agrees(("float16, sizes in its range", "float16，范围之内"), lambda r, n: (sizes(r, n, -10, 10), "float16")),
            agrees(("ties", "居中的数"), lambda r, n: (ties(n), "float16"), atol=1e-5, rtol=0),
            agrees(("subnormal numbers", "次正规数"), lambda r, n: (np.arange(n + 3) * 0.3, "e2m1")),
            agrees(("overflow", "溢出"), lambda r, n: (np.array([1.0, -1.0]) * r.uniform(65504, 65535, (n, 1)), "float16")),
            agrees(("E4M3 and E5M2", "E4M3 与 E5M2"), lambda r, n: [(np.clip(sizes(r, n, -8, 6), -440, 440), "e4m3"), (sizes(r, n, -8, 8), "e5m2")]),
        ],
        wrong=[
            wrong(("cut off, not rounded", "截断而不是舍入"), "mixed-rounding", ("np.round(x / step)", "np.trunc(x / step)")),
            wrong(("halves always go up", "居中总是向上"), "quiz-mixed-tie", ("np.round(x / step)", "np.floor(x / step + 0.5)")),
            wrong(("compared before rounding", "在舍入之前比较"), "mixed-range", ("np.abs(near) > top", "np.abs(x) > top")),
            wrong(("saturates", "饱和而不是溢出"), "mixed-range", ("np.copysign(np.inf, x)", "np.copysign(top, x)")),
            wrong(("the sign of infinity is lost", "无穷大丢了符号"), "mixed-rounding", ("np.copysign(np.inf, x)", "np.inf")),
            wrong(("a step too fine", "间距小了一半"), "mixed-formats", ("spacing(x, exponent_bits, mantissa_bits)\n    near", "spacing(x, exponent_bits, mantissa_bits + 1)\n    near")),
        ],
        right=[right("rint", ("np.round(x / step)", "np.rint(x / step)")), right("sign apart", ("near = np.round(x / step) * step", "near = np.sign(x) * np.round(np.abs(x) / step) * step"))],
        claims=["mixed-rounding", "mixed-formats", "mixed-range"],
    ),
    task(
        "loss-scaler", "LossScaler", minutes=10, level=2,
        title=("A dynamic loss scaler", "动态损失缩放"),
        prompt=("Write `unscale`: it gets the gradients of scale · loss. If any is inf or nan, halve `scale`, start counting anew and return None. Otherwise count a good step, double `scale` after `interval` of them in a row, and return the gradients of the loss in float32.", "写出 `unscale`：输入是 scale · 损失 的梯度。有 inf 或 nan 就把 `scale` 减半，重新计数，返回 None。否则记一次正常步，连续 `interval` 次后把 `scale` 加倍，并返回 float32 的损失梯度。"),
        hints=[("Divide by the scale with which these gradients were made, not by the new one.", "除以产生这些梯度的缩放，而不是新的缩放。"), ("Both branches set the count back: after an overflow, and after a growth.", "两种情况都要把计数清零：溢出之后，加倍之后。")],
        blank=["unscale"], use=told,
        properties=[
            agrees(("good steps", "正常的步"), lambda r, n: run(r, n, "o" * n)),
            agrees(("growth after an interval", "满一个间隔后加倍"), lambda r, n: run(r, n, "o" * 7, interval=3)),
            agrees(("an overflow", "溢出"), lambda r, n: run(r, n, "oxoo")),
            agrees(("a nan", "有一个 nan"), lambda r, n: run(r, n, "noonoo")),
            agrees(("float16 gradients and a large scale", "float16 的梯度与很大的缩放"), lambda r, n: (2.0**20, 5, [[r.normal(size=n).astype(np.float16)]]), atol=1e-9),
        ],
        wrong=[
            wrong(("divided by the new scale", "除以了新的缩放"), "mixed-scaler", ("return [g.astype(np.float32) / scale for g in grads]", "return [g.astype(np.float32) / self.scale for g in grads]")),
            wrong(("the count goes on after an overflow", "溢出后没有清零计数"), "mixed-scaler", ("self.scale, self.good = scale / 2, 0", "self.scale = scale / 2")),
            wrong(("grows at every step after the first interval", "第一个间隔之后每步都加倍"), "mixed-scaler", ("if self.good == self.interval:\n            self.scale, self.good = scale * 2, 0", "if self.good >= self.interval:\n            self.scale = scale * 2")),
            wrong(("nan is not noticed", "没有发现 nan"), "mixed-scaler", ("np.isfinite(g).all()", "not np.isinf(g).any()")),
            wrong(("only if all are broken", "全坏了才算"), "mixed-scaler", ("if not all(np", "if not any(np")),
            wrong(("the gradients are not divided", "梯度没有除以缩放"), "mixed-scale-trains", ("g.astype(np.float32) / scale for", "g.astype(np.float32) for")),
            wrong(("divided in float16", "在 float16 里除"), "mixed-scaler", ("g.astype(np.float32) / scale for", "(g.astype(np.float16) / np.float16(scale)).astype(np.float32) for")),
        ],
        right=[right("a sum tells", ("if not all(np.isfinite(g).all() for g in grads):", "if not np.isfinite(sum(np.abs(g).max() for g in grads)):"))],
        claims=["mixed-scaler"],
    ),
]

"""Tasks of the card Learning Rate Schedules."""

from zhixing.practice.core.task import agrees, right, task, wrong


def rates(made, warm, total, *rest):
    """The shares of the peak at every step of the plan and a few after it."""
    return [made(t, warm, total, *rest) for t in range(1, total + 4)]


TASKS = [
    task(
        "warmup-cosine", "cosine", minutes=8, level=2,
        title=("Warmup and cosine", "预热加余弦"),
        prompt=("Return the share of the peak rate at step `t`, counted from 1: a straight line up that reaches 1 at step `warm`, then half a cosine down to `floor` at step `total`, and `floor` from there on. `progress` may be used.", "返回第 `t` 步（从 1 数起）的学习率占峰值的比例：先沿直线上升，到第 `warm` 步达到 1，再沿半个余弦下降，到第 `total` 步为 `floor`，此后保持 `floor`。可以使用 `progress`。"),
        hints=[("Half a cosine from 1 to 0 is (1 + cos πp) / 2, p from 0 to 1.", "从 1 到 0 的半个余弦是 (1 + cos πp) / 2，p 从 0 到 1。"), ("Squeeze the cosine between 1 and the floor, then take the smaller of ramp and cosine.", "把余弦压到 1 与底之间，再取上坡与余弦中较小的。")],
        use=rates,
        properties=[
            agrees(("a tenth as the floor", "底为十分之一"), lambda r, n: (n + 1, 4 * n + 5)),
            agrees(("another floor", "别的底"), lambda r, n: (n, 5 * n + 3, round(float(r.uniform(0.2, 0.6)), 2))),
            agrees(("down to zero", "降到零"), lambda r, n: (2 * n, 6 * n + 2, 0.0)),
        ],
        wrong=[
            wrong(("the floor is added on top", "底叠加在上面"), "lr-shapes", ("floor + (1 - floor) * fall", "floor + fall")),
            wrong(("the cosine starts at step 0", "余弦从第 0 步开始"), "lr-shapes", ("progress(t, warm, total)", "progress(t, 0, total)")),
            wrong(("a whole cosine", "走了一整个余弦"), "lr-shapes", ("cos(pi * progress", "cos(2 * pi * progress")),
            wrong(("no warmup", "没有预热"), "lr-warmup-curvature", ("return min(t / warm, floor + (1 - floor) * fall)", "return floor + (1 - floor) * fall")),
            wrong(("warmup counts from 0", "预热从 0 数起"), "lr-shapes", ("min(t / warm,", "min((t - 1) / warm,")),
            wrong(("a straight line", "成了直线"), "quiz-lr-cosine-middle", ("(1 + cos(pi * progress(t, warm, total))) / 2", "1 - 0.9 * progress(t, warm, total) ** 1.1")),
        ],
        right=[
            right("three cases", code="from math import cos, pi\n\n\ndef cosine(t, warm, total, floor=0.1):\n    if t <= warm:\n        return t / warm\n    if t >= total:\n        return floor\n    return floor + (1 - floor) * (1 + cos(pi * (t - warm) / (total - warm))) / 2\n"),
            right("a squared cosine", ("(1 + cos(pi * progress(t, warm, total))) / 2", "cos(pi / 2 * progress(t, warm, total)) ** 2")),
        ],
        claims=["lr-shapes", "lr-branch"],
    ),
    task(
        "wsd-schedule", "wsd", minutes=8, level=2,
        title=("Warmup, stable, decay", "预热、稳定、衰减"),
        prompt=("Return the share of the peak rate at step `t`, counted from 1: up to 1 at step `warm`, constant, then over the last `cooldown` steps a straight line down to `floor` at step `total`, and `floor` from there on. `progress` may be used.", "返回第 `t` 步（从 1 数起）的学习率占峰值的比例：到第 `warm` 步升到 1，保持不变，最后 `cooldown` 步沿直线降到第 `total` 步的 `floor`，此后保持 `floor`。可以使用 `progress`。"),
        hints=[("The decay begins at step total − cooldown.", "衰减从第 total − cooldown 步开始。"), ("The smaller of ramp and fall is the rate.", "上坡与下坡取较小的。")],
        use=rates,
        properties=[
            agrees(("down to zero", "降到零"), lambda r, n: (n, 6 * n + 4, 2 * n)),
            agrees(("with a floor", "有底"), lambda r, n: (n + 1, 7 * n + 5, 3 * n, round(float(r.uniform(0.1, 0.6)), 2))),
            agrees(("linear decay: no stable part", "线性衰减：没有稳定段"), lambda r, n: (n, 5 * n + 2, 4 * n + 2)),
        ],
        wrong=[
            wrong(("the decay lasts from the start", "从一开始就衰减"), "lr-branch", ("progress(t, total - cooldown, total)", "progress(t, 0, total)")),
            wrong(("the decay comes after the end", "衰减放在了结束之后"), "lr-shapes", ("progress(t, total - cooldown, total)", "progress(t, total, total + cooldown)")),
            wrong(("the floor cuts the line", "底把直线截断"), "lr-shapes", ("floor + (1 - floor) * fall", "max(floor, fall)")),
            wrong(("no warmup", "没有预热"), "lr-shapes", ("return min(t / warm, floor + (1 - floor) * fall)", "return floor + (1 - floor) * fall")),
            wrong(("warmup and decay are multiplied by the floor", "底乘在了外面"), "lr-shapes", ("floor + (1 - floor) * fall", "(1 - floor) * fall")),
        ],
        right=[
            right("cases", code="def wsd(t, warm, total, cooldown, floor=0.0):\n    if t < warm:\n        return t / warm\n    if t <= total - cooldown:\n        return 1.0\n    return floor + (1 - floor) * max(0.0, (total - t) / cooldown)\n"),
        ],
        claims=["lr-shapes", "lr-branch"],
    ),
]

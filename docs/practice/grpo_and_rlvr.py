"""Tasks of the card GRPO and RLVR."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "grpo-advantages", "group_advantages", minutes=8, level=2,
        title=("Group advantages", "组优势"),
        prompt=("Subtract the mean of each group and divide by its standard deviation (of the whole group, not G − 1); a group with equal rewards gets zeros. With divide=False only subtract.", "每组减去平均，再除以标准差（按整组，不是 G − 1）；奖励全相同的组为零。divide=False 时只减平均。"),
        hints=[("One row is one group.", "一行就是一组。"), ("Where the standard deviation is 0 divide by 1. The mean of three rewards of 0.1 is not quite 0.1: subtract one reward of the group first.", "标准差为 0 的地方除以 1。三个 0.1 的平均并不正好是 0.1：先减去组里的一个奖励。")],
        properties=[
            agrees(("centred and divided within each group", "在每组内减平均、除标准差"), lambda r, n: (r.normal(size=(n, n + 2)),)),
            agrees(("rewards of 0 and 1", "0 和 1 的奖励"), lambda r, n: (r.integers(0, 2, size=(n + 1, 4)).astype(float),)),
            agrees(("equal rewards give zeros, although their mean rounds", "奖励全相同时为零，哪怕平均有舍入误差"), lambda r, n: (np.vstack([np.full((1, 3), 0.1), r.normal(size=(n, 3))]),)),
            agrees(("only centred", "只减平均"), lambda r, n: call(r.normal(size=(n, 5)), divide=False)),
        ],
        wrong=[
            wrong(("over the whole batch", "对整批取平均"), "q-grpo-baseline", ("rewards.mean(axis=1, keepdims=True)", "rewards.mean()")),
            wrong(("the sample deviation with G − 1", "用了 G − 1 的样本标准差"), "grpo-no-signal", ("rewards.std(axis=1, keepdims=True)", "rewards.std(axis=1, keepdims=True, ddof=1)")),
            wrong(("divided by the variance", "除以了方差"), "grpo-no-signal", ("rewards.std(", "rewards.var(")),
            wrong(("not divided", "没有除以标准差"), "grpo-no-signal", ("return centred / np.where(spread == 0, 1, spread) if divide else centred", "return centred")),
            wrong(("always divided", "总是除以标准差"), "q-grpo-no-signal", (" if divide else centred", "")),
        ],
        right=[right("with the mean square", ("rewards.std(axis=1, keepdims=True)", "np.sqrt((centred**2).mean(axis=1, keepdims=True))")), right("transposed", ("rewards - rewards.mean(axis=1, keepdims=True)", "(rewards.T - rewards.mean(axis=1)).T"))],
        claims=["grpo-no-signal", "grpo-unbiased"],
        equivalent={
            "6: 1 -> 2": "zero over anything is zero",
        },
    ),
]

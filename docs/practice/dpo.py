"""Tasks of the card DPO."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def pairs(r, n):
    """Log-probabilities of chosen and rejected answers, of the policy and of the reference, and beta."""
    return *(-10 * r.uniform(size=(4, n))), 0.1 + 0.3 * n


TASKS = [
    task(
        "dpo", "dpo_loss", minutes=10, level=3,
        title=("DPO loss", "DPO 损失"),
        prompt=("−mean log σ(β (log-ratio of the chosen − log-ratio of the rejected)), from log-probabilities of whole answers. Margins of ±1,000 must not overflow.", "由整个回答的对数概率，求 −mean log σ(β (被偏好的对数比 − 被拒绝的对数比))。±1,000 的差距不能溢出。"),
        hints=[("A log-ratio is the policy's log-probability minus the reference's.", "对数比是策略的对数概率减去参考的。"), ("−log σ(u) = log(1 + e^−u): `np.logaddexp` computes it without overflow.", "−log σ(u) = log(1 + e^−u)：`np.logaddexp` 不会溢出。")],
        properties=[
            agrees(("the logistic loss of the margin", "差距的 logistic 损失"), pairs),
            agrees(("log 2 where policy and reference agree", "策略与参考一致时为 log 2"), lambda r, n: (lambda a, b: (a, b, a, b, 0.5 * n))(*r.normal(size=(2, n)))),
            agrees(("large margins", "很大的差距"), lambda r, n: (1000 * r.normal(size=n), 1000 * r.normal(size=n), np.zeros(n), np.zeros(n), 1.0)),
        ],
        wrong=[
            wrong(("the reference is left out", "漏掉了参考"), "q-dpo-reference", ("(chosen - ref_chosen) - (rejected - ref_rejected)", "chosen - rejected")),
            wrong(("chosen and rejected exchanged", "被偏好与被拒绝弄反了"), "dpo-equals-torch", ("(chosen - ref_chosen) - (rejected - ref_rejected)", "(rejected - ref_rejected) - (chosen - ref_chosen)")),
            wrong(("beta is missing", "漏掉了 beta"), "q-dpo-beta", ("margin = beta * ((chosen - ref_chosen) - (rejected - ref_rejected))\n    return np", "margin = (chosen - ref_chosen) - (rejected - ref_rejected)\n    return np")),
            wrong(("divided by beta", "除以了 beta"), "q-dpo-beta", ("margin = beta * ((chosen - ref_chosen) - (rejected - ref_rejected))\n    return np", "margin = ((chosen - ref_chosen) - (rejected - ref_rejected)) / beta\n    return np")),
            wrong(("the sigmoid overflows", "sigmoid 溢出"), "dpo-equals-torch", ("np.logaddexp(0.0, -margin).mean()", "-np.log(1 / (1 + np.exp(-margin))).mean()")),
            wrong(("the loss of the mean margin", "先对差距取了平均"), "dpo-equals-torch", ("np.logaddexp(0.0, -margin).mean()", "np.logaddexp(0.0, -margin.mean())")),
            wrong(("the sigmoid without the logarithm", "没有取对数"), "q-dpo-what", ("np.logaddexp(0.0, -margin).mean()", "(1 / (1 + np.exp(np.clip(margin, -500, 500)))).mean()")),
        ],
        right=[right("by differences", ("(chosen - ref_chosen) - (rejected - ref_rejected)", "(chosen - rejected) - (ref_chosen - ref_rejected)")), right("split by sign", ("np.logaddexp(0.0, -margin).mean()", "(np.maximum(-margin, 0) + np.log1p(np.exp(-np.abs(margin)))).mean()"))],
        claims=["dpo-equals-torch", "dpo-recovers-optimum"],
        equivalent={"4: np.logaddexp(0.0, -margin) -> np.logaddexp(-margin, 0.0)": "it is symmetric"},
    ),
]

"""Tasks of the card Cross-Entropy and Perplexity."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong


def batch(r, n):
    """Logits and targets with one of them ignored; wider than long."""
    targets = r.integers(0, n + 3, n + 1)
    targets[n // 2] = -100
    return 3 * r.normal(size=(n + 1, n + 3)), targets


TASKS = [
    task(
        "masked-cross-entropy", "cross_entropy", minutes=10, level=2,
        title=("Cross-entropy with ignored targets", "忽略填充的交叉熵"),
        prompt=("The mean of −log softmax(logits)[target] over the rows whose target is not `ignore`. Logits of 1,000 must not overflow.", "对目标不等于 `ignore` 的行，求 −log softmax(logits)[target] 的平均。1,000 那么大的 logits 不能溢出。"),
        hints=[("log softmax is z minus log-sum-exp, with the maximum subtracted first.", "log softmax 等于 z 减去 log-sum-exp，先减去最大值。"), ("Take the mean over the kept rows only: an ignored row counts neither above nor below.", "只对保留的行取平均：被忽略的行既不进分子也不进分母。")],
        properties=[
            agrees(("the mean over the kept rows", "对保留的行取平均"), batch),
            agrees(("nothing ignored", "没有忽略的行"), lambda r, n: (r.normal(size=(n, 4)), r.integers(0, 4, n))),
            agrees(("large logits", "很大的 logits"), lambda r, n: (1000.0 * r.normal(size=(n, 5)), r.integers(0, 5, n))),
            agrees(("another mark for ignored rows", "用别的数标记忽略"), lambda r, n: call(r.normal(size=(3, 4)), np.array([1, 2, 0]), ignore=2), sizes=(1, 2)),
        ],
        wrong=[
            wrong(("divided by all rows", "除以了全部行数"), "ce-mean-of-means", ("return -log_softmax(logits)[kept, targets[kept]].mean()", "return -log_softmax(logits)[kept, targets[kept]].sum() / len(targets)")),
            wrong(("a sum in place of the mean", "求和而不是平均"), "ce-mean-of-means", ("targets[kept]].mean()", "targets[kept]].sum()")),
            wrong(("ignored rows are not left out", "没有排除被忽略的行"), "ce-equals-torch", ("return -log_softmax(logits)[kept, targets[kept]].mean()", "return -log_softmax(logits)[np.arange(len(targets)), targets % logits.shape[1]].mean()")),
            wrong(("the logarithm of a softmax that overflows", "对会溢出的 softmax 取对数"), "ce-equals-torch", ("return -log_softmax(logits)[kept, targets[kept]].mean()", "e = np.exp(logits)\n    return -np.log(e / e.sum(-1, keepdims=True))[kept, targets[kept]].mean()")),
            wrong(("in bits", "以比特计"), "q-ce-perplexity", ("targets[kept]].mean()", "targets[kept]].mean() / np.log(2)")),
            wrong(("normalised over the rows", "在行方向上归一化"), "ce-equals-torch", ("log_softmax(logits)[kept", "log_softmax(logits, axis=0)[kept")),
        ],
        right=[
            right("log-sum-exp by hand", ("return -log_softmax(logits)[kept, targets[kept]].mean()", "z, y = logits[kept], targets[kept]\n    peak = z.max(-1)\n    lse = peak + np.log(np.exp(z - peak[:, None]).sum(-1))\n    return (lse - z[np.arange(len(y)), y]).mean()")),
            right("a loop", ("return -log_softmax(logits)[kept, targets[kept]].mean()", "losses = []\n    for z, y in zip(logits, targets):\n        if y != ignore:\n            losses.append(z.max() + np.log(np.exp(z - z.max()).sum()) - z[y])\n    return sum(losses) / len(losses)")),
        ],
        claims=["ce-equals-torch", "ce-mean-of-means"],
    ),
    task(
        "cross-entropy-gradient", "cross_entropy_gradient", minutes=10, level=3,
        title=("Gradient of cross-entropy", "交叉熵的梯度"),
        prompt=("The gradient of the mean loss on the logits; rows whose target is `ignore` get zero.", "平均损失对 logits 的梯度；目标等于 `ignore` 的行为零。"),
        hints=[("For one row it is softmax minus one-hot.", "对一行，它是 softmax 减去 one-hot。"), ("The loss is a mean: divide by the number of kept rows.", "损失是平均：除以保留的行数。")],
        properties=[
            agrees(("softmax minus one-hot over the kept rows", "softmax 减 one-hot，除以保留的行数"), batch),
            agrees(("nothing ignored", "没有忽略的行"), lambda r, n: (r.normal(size=(n, 4)), r.integers(0, 4, n))),
            agrees(("another mark for ignored rows", "用别的数标记忽略"), lambda r, n: call(r.normal(size=(3, 4)), np.array([1, 2, 0]), ignore=2), sizes=(1, 2)),
            agrees(("large logits", "很大的 logits"), lambda r, n: (1000.0 * r.normal(size=(n, 5)), r.integers(0, 5, n))),
        ],
        wrong=[
            wrong(("not divided by the count", "没有除以个数"), "ce-mean-of-means", ("return gradient / kept.sum()", "return gradient")),
            wrong(("divided by all rows", "除以了全部行数"), "ce-mean-of-means", ("return gradient / kept.sum()", "return gradient / len(targets)")),
            wrong(("the sign is turned", "符号反了"), "ce-equals-torch", ("return gradient / kept.sum()", "return -gradient / kept.sum()")),
            wrong(("the one-hot is missing", "漏掉了 one-hot"), "q-ce-why", ("    gradient[kept, targets[kept]] -= 1\n", "")),
            wrong(("ignored rows keep a gradient", "被忽略的行还有梯度"), "ce-equals-torch", ("softmax(logits) * kept[:, None]", "softmax(logits)")),
        ],
        right=[right("with an identity matrix", ("    gradient = softmax(logits) * kept[:, None]\n    gradient[kept, targets[kept]] -= 1\n", "    one_hot = np.eye(logits.shape[1])[np.where(kept, targets, 0)]\n    gradient = np.where(kept[:, None], softmax(logits) - one_hot, 0)\n"))],
        claims=["ce-equals-torch"],
    ),
]

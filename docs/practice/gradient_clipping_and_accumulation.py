"""Tasks of the card Gradient Clipping and Accumulation."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def arrays(r, n, size=1.0):
    """Gradients of three parameters of different shapes."""
    return [size * r.normal(size=shape) for shape in ((n, 3), (n + 1,), (2, 1, n))]


def summed(made, parts, counts):
    """The solution on micro-batches with given sums and counts, called as the card calls it."""
    return made(lambda k: ([part.copy() for part in parts[k]], counts[k]), range(len(counts)))


def micro_batches(r, n, counts):
    """Sums of gradients of two parameters for each micro-batch, and how many tokens each kept."""
    return [[r.normal(size=(n, 2)), r.normal(size=n + 1)] for _ in counts], tuple(counts)


TASKS = [
    task(
        "clip-by-global-norm", "clip_by_global_norm", minutes=8, level=2,
        title=("Clip by the global norm", "按全局范数裁剪"),
        prompt=("Scale all arrays by the same factor, min(1, limit / (norm + 1e-6)), where the norm is that of all arrays together. Return the clipped arrays and the norm before.", "所有数组乘同一个系数 min(1, limit / (norm + 1e-6))，范数是所有数组合在一起的范数。返回裁剪后的数组和裁剪前的范数。"),
        hints=[("Squares add up over arrays; take the root once.", "各数组的平方和相加，最后开一次方。"), ("A gradient that is short enough stays as it is.", "已经够短的梯度保持原样。")],
        properties=[
            agrees(("long gradients", "很长的梯度"), lambda r, n: (arrays(r, n, 10.0), 1.0)),
            agrees(("short ones stay", "短的保持不变"), lambda r, n: (arrays(r, n, 0.01), 5.0)),
            agrees(("tiny ones: the 1e-6 counts", "极小的梯度：1e-6 起作用"), lambda r, n: (arrays(r, n, 1e-6), 1e-6), atol=1e-5),
            agrees(("one array", "只有一个数组"), lambda r, n: ([3 * r.normal(size=n + 1)], 0.5)),
        ],
        wrong=[
            wrong(("every array by its own norm", "每个数组按自己的范数"), "clip-direction", ("return [g * min(1.0, limit / (norm + 1e-6)) for g in grads], norm", "return [g * min(1.0, limit / (global_norm([g]) + 1e-6)) for g in grads], norm")),
            wrong(("short gradients are stretched", "短的梯度被拉长了"), "clip-equals-torch", ("min(1.0, limit / (norm + 1e-6))", "(limit / (norm + 1e-6))")),
            wrong(("every entry is cut", "逐个数裁剪"), "clip-direction", ("return [g * min(1.0, limit / (norm + 1e-6)) for g in grads], norm", "return [np.clip(g, -limit, limit) for g in grads], norm")),
            wrong(("the norms are added", "把范数直接相加"), "quiz-clip-global", ("norm = global_norm(grads)", "norm = sum(global_norm([g]) for g in grads)")),
            wrong(("the norm after in place of before", "返回了裁剪后的范数"), "clip-equals-torch", ("for g in grads], norm", "for g in grads], min(norm, limit)")),
            wrong(("no root", "没有开方"), "clip-equals-torch", ("norm = global_norm(grads)", "norm = global_norm(grads) ** 2")),
        ],
        right=[right("one long vector", ("norm = global_norm(grads)", "norm = np.linalg.norm(np.concatenate([g.ravel() for g in grads]))")), right("a branch", ("return [g * min(1.0, limit / (norm + 1e-6)) for g in grads], norm", "factor = limit / (norm + 1e-6)\n    return [g * factor if factor < 1 else g for g in grads], norm"))],
        claims=["clip-equals-torch", "clip-direction"],
    ),
    task(
        "accumulate", "accumulated", minutes=10, level=2,
        title=("Accumulate micro-batches, exactly", "精确地累积微批次"),
        prompt=("`gradient(batch)` returns the gradients of the sum of losses, a list of arrays, and the number of tokens that were kept. Return the gradients of the mean loss a token over all batches.", "`gradient(batch)` 返回损失之和的梯度（一组数组）和保留的词元数。返回全部批次上每词元平均损失的梯度。"),
        hints=[("Add the sums and the counts apart; divide once at the end.", "和与个数分别累加，最后除一次。"), ("A mean of means is right only if all counts are equal.", "只有个数都相等时，平均的平均才对。")],
        use=summed,
        properties=[
            agrees(("one batch", "一个批次"), lambda r, n: micro_batches(r, n, (n,))),
            agrees(("equal counts", "个数相等"), lambda r, n: micro_batches(r, n, (n, n, n))),
            agrees(("different counts", "个数不同"), lambda r, n: micro_batches(r, n, (1, 3 * n, n + 1))),
            agrees(("a batch without tokens", "没有词元的批次"), lambda r, n: ([[np.zeros((n, 2)), np.zeros(n + 1)], [r.normal(size=(n, 2)), r.normal(size=n + 1)]], (0, n))),
        ],
        wrong=[
            wrong(("the mean of means", "平均的平均"), "accum-mean-of-means", ("grads, count = gradient(batch)", "grads, count = gradient(batch)\n        grads, count = [g / count for g in grads], 1")),
            wrong(("no division", "没有除"), "accum-equals-batch", ("return [g / tokens for g in total]", "return total")),
            wrong(("divided by the number of batches", "除以了批次个数"), "q-accum-tokens", ("tokens = tokens + count", "tokens = tokens + 1")),
            wrong(("only the last batch counts", "只算了最后一个批次"), "accum-equals-batch", ("total = grads if total is None else [a + b for a, b in zip(total, grads, strict=True)]", "total = grads")),
            wrong(("divided by the last count", "除以了最后一个批次的个数"), "accum-mean-of-means", ("tokens = tokens + count", "tokens = count")),
        ],
        right=[right("all at once", code="def accumulated(gradient, batches):\n    found = [gradient(batch) for batch in batches]\n    tokens = sum(count for _, count in found)\n    return [sum(parts) / tokens for parts in zip(*(grads for grads, _ in found))]\n")],
        claims=["accum-equals-batch", "accum-mean-of-means"],
        equivalent={"6: True -> False": "lists of different lengths are no input of the task"},
    ),
]

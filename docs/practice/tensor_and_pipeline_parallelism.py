"""Tasks of the card Tensor and Pipeline Parallelism."""

import numpy as np

from snippets.data_parallel_and_zero import lockstep
from zhixing.practice.core.task import agrees, right, task, wrong


def together(made, x, dy, A, B, p):
    """What all ranks return who each call the solution with their part of the matrices."""
    As, Bs = np.split(A, p, axis=1), np.split(B, p)
    hidden = [np.maximum(x @ part, 0) for part in As]
    programs = [made(x.copy(), hidden[r].copy(), As[r].copy(), Bs[r].copy(), dy.copy(), r, p) for r in range(p)]
    return lockstep(programs)


def matrices(r, n, p):
    """Tokens, a gradient and two matrices that p ranks can share."""
    C, f = n + 1, p * (n + 2)
    return r.normal(size=(n, C)), r.normal(size=(n, C)), r.normal(size=(C, f)), r.normal(size=(f, C)), p


TASKS = [
    task(
        "pipeline-1f1b", "one_f_one_b", minutes=15, level=3,
        title=("One forward, one backward", "一次前向，一次反向"),
        prompt=("For each of p stages the list of its operations (\"F\" or \"B\", micro-batch, stage) in 1F1B order: stage s warms up with p − 1 − s forward passes (never more than m), then alternates one forward, one backward, then does the backward passes that are left.", "给出 p 个阶段各自的操作单 (\"F\" 或 \"B\", 微批次, 阶段)，按 1F1B 的顺序：阶段 s 先做 p − 1 − s 次前向预热（不超过 m 次），然后一次前向、一次反向交替，最后做完剩下的反向。"),
        hints=[("The last stage does not warm up: F 0, B 0, F 1, B 1, …", "最后一个阶段不预热：F 0、B 0、F 1、B 1……"), ("After the warm-up, forward pass warm + i is followed by backward pass i.", "预热之后，第 warm + i 次前向后面跟着第 i 次反向。")],
        properties=[
            agrees(("one stage", "一个阶段"), lambda r, n: (1, n)),
            agrees(("many micro-batches", "微批次很多"), lambda r, n: (n + 1, 3 * n + 2)),
            agrees(("fewer micro-batches than stages", "微批次比阶段少"), lambda r, n: [(n + 3, 2), (n + 2, 1)]),
            agrees(("as many as stages", "与阶段一样多"), lambda r, n: (n + 1, n + 1)),
        ],
        wrong=[
            wrong(("all forward passes first", "先做全部前向"), "pp-memory", ("warm = min(m, p - 1 - s)", "warm = m")),
            wrong(("one more to warm up", "多预热一次"), "pp-memory", ("warm = min(m, p - 1 - s)", "warm = min(m, p - s)")),
            wrong(("the last stage warms up longest", "最后一个阶段预热最久"), "pp-bubble", ("warm = min(m, p - 1 - s)", "warm = min(m, s)")),
            wrong(("the backward pass of the newest", "反向做的是最新的微批次"), "q-pp-1f1b", ("order += [(\"F\", warm + i, s), (\"B\", i, s)]", "order += [(\"F\", warm + i, s), (\"B\", warm + i, s)]")),
            wrong(("the rest is forgotten", "忘了做完剩下的"), "pp-bubble", ("orders.append(order + [(\"B\", i, s) for i in range(m - warm, m)])", "orders.append(order)")),
            wrong(("few micro-batches are not thought of", "没想到微批次可能很少"), "pp-bubble", ("warm = min(m, p - 1 - s)", "warm = p - 1 - s")),
        ],
        right=[right("by two counters", code="def one_f_one_b(p, m):\n    orders = []\n    for s in range(p):\n        order, done, back = [], 0, 0\n        while back < m:\n            if done < m and done - back < p - s:\n                order.append((\"F\", done, s))\n                done += 1\n            else:\n                order.append((\"B\", back, s))\n                back += 1\n        orders.append(order)\n    return orders\n")],
        claims=["pp-bubble", "pp-memory"],
    ),
    task(
        "tensor-parallel-backward", "mlp_backward", minutes=15, level=4,
        title=("Backward through a split MLP", "切开的 MLP 的反向"),
        prompt=("A generator for one rank of relu(x A) B, with A its columns, B its rows, `hidden` its relu(x A), and dy the gradient of the whole output. Return dx (whole), dA, dB (own parts). `yield from all_reduce(array, rank, p)` sums an array over the ranks in place.", "为 relu(x A) B 的一个 rank 写生成器：A 是自己的列，B 是自己的行，`hidden` 是自己的 relu(x A)，dy 是完整输出的梯度。返回 dx（整份）、dA、dB（自己的部分）。`yield from all_reduce(array, rank, p)` 就地对 rank 求和。"),
        hints=[("dB and dA need only own parts; dx is a sum over all columns, hence over all ranks.", "dB 和 dA 只用得到自己的部分；dx 是对所有列的求和，也就是对所有 rank 的求和。"), ("The slope of relu is `hidden > 0`.", "relu 的斜率是 `hidden > 0`。")],
        use=together,
        properties=[
            agrees(("one rank", "一个 rank"), lambda r, n: matrices(r, n, 1)),
            agrees(("two ranks", "两个 rank"), lambda r, n: matrices(r, n, 2)),
            agrees(("more ranks", "更多 rank"), lambda r, n: matrices(r, n, n + 2)),
        ],
        wrong=[
            wrong(("dx is not summed", "dx 没有求和"), "tp-mlp", ("    yield from all_reduce(dx, rank, p)\n", "    yield from ()\n")),
            wrong(("everything is summed", "什么都求和"), "q-tp-mlp", ("yield from all_reduce(dx, rank, p)", "yield from all_reduce(dx, rank, p)\n    yield from all_reduce(d_hidden, rank, p)")),
            wrong(("no slope of relu", "漏了 relu 的斜率"), "tp-mlp", ("d_hidden = (dy @ B.T) * (hidden > 0)", "d_hidden = dy @ B.T")),
            wrong(("multiplied by hidden", "乘成了 hidden"), "tp-mlp", ("* (hidden > 0)", "* hidden")),
            wrong(("a mean in place of the sum", "取了平均"), "tp-mlp", ("yield from all_reduce(dx, rank, p)", "yield from all_reduce(dx, rank, p)\n    dx /= p")),
        ],
        right=[right("weights first", code="def mlp_backward(x, hidden, A, B, dy, rank, p):\n    dB = np.einsum('tf,tc->fc', hidden, dy)\n    d_hidden = np.where(hidden > 0, np.einsum('tc,fc->tf', dy, B), 0)\n    dA = np.einsum('tc,tf->cf', x, d_hidden)\n    dx = np.ascontiguousarray(np.einsum('tf,cf->tc', d_hidden, A))\n    yield from all_reduce(dx, rank, p)\n    return dx, dA, dB\n")],
        claims=["tp-mlp"],
    ),
]

"""Tasks of the card Activation Checkpointing."""

import weakref

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


class Held(np.ndarray):
    """An array whose owners can be counted: it is gone when nobody holds it."""


def watched(made, weights, x, grad, k):
    """A solution on layers x -> tanh(w x) that count what is run and what is alive.

    -> gradient, inputs it says were held, layers it says were run again, layers really run, too many alive.
    """
    alive, runs, most = weakref.WeakSet(), [0], [0]

    def track(a):
        made_here = np.array(a, float).view(Held)
        alive.add(Ref(made_here))
        return made_here

    class Ref:
        """What dies with its array."""

        def __init__(self, array):
            array.owner = self

    def layer(w):
        def f(x):
            runs[0] += 1
            most[0] = max(most[0], len(alive))
            return track(np.tanh(w * np.asarray(x)))

        def vjp(x, g):
            most[0] = max(most[0], len(alive))
            return g * w * (1 - np.tanh(w * np.asarray(x)) ** 2)

        return f, vjp

    found, held, again = made([layer(w) for w in weights], track(x), grad, k)
    return [np.asarray(found), np.array([held, again, runs[0], float(most[0] > held + 2)])]


TASKS = [
    task(
        "checkpointed-chain", "segmented", minutes=15, level=4,
        title=("Back through a chain with checkpoints", "带检查点沿链反向"),
        prompt=("`layers` are pairs f(x), vjp(x, grad). Run forward and keep only the input of every k-th layer. Then go back segment by segment: run the segment's layers again (not its last one), and call each vjp with the input of its layer. Return the gradient in x, the most inputs held at once, and how many layers were run again.", "`layers` 是成对的 f(x)、vjp(x, grad)。前向时每 k 层只留一个输入。然后逐段反向：重跑这一段的层（最后一层除外），用每层的输入调用它的 vjp。返回 x 处的梯度、最多同时留存的输入数、重跑的层数。"),
        hints=[("Layer i starts a segment if i % k == 0; segments go back from the last start.", "i % k == 0 的层是一段的开头；从最后一个开头往回走。"), ("While a segment is open: the other checkpoints are held, and all inputs of the segment.", "一段打开时：留存的有其他检查点，以及这一段的全部输入。")],
        use=watched,
        properties=[
            agrees(("one layer", "一层"), lambda r, n: (r.normal(size=1), r.normal(size=n), r.normal(size=n), 1)),
            agrees(("segments of equal length", "等长的段"), lambda r, n: (r.normal(size=6), r.normal(size=n), r.normal(size=n), 3)),
            agrees(("a short last segment", "最后一段较短"), lambda r, n: (r.normal(size=7 + n), r.normal(size=2), r.normal(size=2), 3)),
            agrees(("everything is kept", "全部留下"), lambda r, n: (r.normal(size=n + 3), r.normal(size=2), r.normal(size=2), 1)),
            agrees(("one long segment", "一整段"), lambda r, n: (r.normal(size=n + 3), r.normal(size=2), r.normal(size=2), n + 9)),
        ],
        wrong=[
            wrong(("the outputs of segments are kept", "留下的是段的输出"), "ckpt-sqrt", ("if i % k == 0:", "if (i + 1) % k == 0:")),
            wrong(("segments are taken from the front", "从前往后处理各段"), "ckpt-chain", ("in reversed(range(0, len(layers), k))", "in range(0, len(layers), k)")),
            wrong(("the vjp of a segment in the order of the forward pass", "段内按前向的次序求 vjp"), "ckpt-chain", ("in reversed(segment)", "in segment")),
            wrong(("the last layer of each segment is run as well", "每段的最后一层也重跑了"), "ckpt-sqrt", ("for f, _ in segment[:-1]:", "for f, _ in segment:")),
            wrong(("everything is kept", "全都留下了"), "ckpt-sqrt", ("if i % k == 0:", "if i >= 0:")),
            wrong(("open inputs are not counted", "没有数打开的一段"), "ckpt-sqrt", ("most = max(most, len(kept) + len(inputs))", "most = max(most, len(kept) + 1)")),
        ],
        right=[right("checkpoints by index", code="def segmented(layers, x, grad, k):\n    saved, n, runs, peak = {}, len(layers), 0, 0\n    for i in range(n):\n        if not i % k:\n            saved[i] = x\n        x = layers[i][0](x)\n    peak = len(saved)\n    for start in sorted(saved, reverse=True):\n        stack = [saved.pop(start)]\n        for i in range(start + 1, min(start + k, n)):\n            stack.append(layers[i - 1][0](stack[-1]))\n            runs += 1\n        peak = max(peak, len(saved) + len(stack))\n        for i in range(start + len(stack) - 1, start - 1, -1):\n            grad = layers[i][1](stack.pop(), grad)\n    return grad, peak, runs\n")],
        claims=["ckpt-chain", "ckpt-sqrt"],
    ),
]

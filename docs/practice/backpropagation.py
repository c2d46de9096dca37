"""Tasks of the card Backpropagation."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def spread(r, shape, target):
    """A gradient of the broadcast shape, and the shape that it has to get back."""
    return r.normal(size=shape), target


def graph(made, kind, numbers, times=1):
    """Gradients of the leaves of a small graph of scalars after so many calls of backward, and how often steps were asked."""
    leaves, asked = [made(number) for number in numbers], []

    def plus(a, b):
        return made(a.data + b.data, (a, b), lambda g: (g, g))

    def times_(a, b):
        return made(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

    out = leaves[0]
    if kind == "chain":
        for leaf in leaves[1:]:
            out = times_(out, leaf)
    elif kind == "doubled":
        for _ in leaves:
            out = made(out.data * 2, (out, out), lambda g: asked.append(1) or (g, g))
    elif kind == "shared":  # the long way first, then the short one
        long = leaves[0]
        for leaf in leaves:
            long = plus(times_(long, leaf), leaf)
        out = times_(long, times_(leaves[0], long))
    elif kind == "unused":
        out = times_(leaves[0], leaves[0])
    middle = times_(out, out)
    for _ in range(times):
        middle.backward()
    return [float(leaf.grad) for leaf in leaves], float(out.grad) if out.parents else None, len(asked)


def attention(r, n, lead=()):
    """Queries, keys, values and an upstream gradient; no two sizes are equal."""
    return tuple(r.normal(size=(*lead, rows, n + 1)) for rows in (n, n + 2, n + 2, n))


TASKS = [
    task(
        "backprop-engine", "Tensor", minutes=20, level=4,
        title=("A reverse-mode engine", "反向模式求导引擎"),
        prompt=("Write `backward`: visit every node once, after all its users, hand each parent its part of `node.back(node.grad)`, and add up. Leaves keep and accumulate their gradient; all other nodes are left at zero, so that a second call adds the same again.", "写出 `backward`：每个节点只访问一次，而且在所有用到它的节点之后；把 `node.back(node.grad)` 的各部分交给父节点并累加。叶子留着梯度并不断累加；其他节点最后归零，所以再调用一次会再加上同样的梯度。"),
        hints=[("Depth first: append a node after its parents, then walk the list backwards.", "深度优先：先放父节点，再放自己；然后倒着走这个列表。"), ("The gradient of the node itself is 1.", "起点自己的梯度是 1。"), ("A node without parents is a leaf.", "没有父节点的就是叶子。")],
        blank=["backward"], use=graph,
        properties=[
            agrees(("a product of several leaves", "几个叶子的乘积"), lambda r, n: ("chain", tuple(r.normal(size=n + 1)))),
            agrees(("a value that is used twice", "用了两次的值"), lambda r, n: ("doubled", tuple(r.normal(size=n)))),
            agrees(("a long and a short way to the same leaf", "到同一个叶子有长短两条路"), lambda r, n: ("shared", tuple(r.normal(size=n)))),
            agrees(("backward twice on one graph", "同一张图上调用两次"), lambda r, n: ("shared", tuple(r.normal(size=n)), 2)),
            agrees(("a leaf that nobody used", "没人用到的叶子"), lambda r, n: ("unused", tuple(r.normal(size=n + 1)))),
            agrees(("each step is asked once, whatever the number of paths", "路径再多，每一步也只问一次"), lambda r, n: ("doubled", (0.01,) * 12), sizes=(1,)),
        ],
        wrong=[
            wrong(("several users: the last one wins", "多个使用者：后来的覆盖了先前的"), "backprop-paths", ("parent.grad = parent.grad + part", "parent.grad = part")),
            wrong(("no order: the list is walked forwards", "没有倒着走"), "q-backprop-what", ("in reversed(order)", "in list(order)")),
            wrong(("in the order in which nodes are found from the end", "按从末端找到的先后来走"), "backprop-paths", ("                for parent in node.parents:\n                    visit(parent)\n                order[node] = True", "                order[node] = True\n                for parent in node.parents:\n                    visit(parent)"), ("in reversed(order)", "in list(order)")),
            wrong(("gradients stay in the middle of the graph", "中间节点的梯度没有归零"), "backprop-accumulates", ("node.grad = 0.0  # leaves keep theirs", "pass")),
            wrong(("every path by itself", "逐条路径去走"), "backprop-paths", ("            if node not in order:\n                for parent in node.parents:\n                    visit(parent)\n                order[node] = True", "            for parent in node.parents:\n                visit(parent)\n            order[(len(order), node)] = True"), ("for node in reversed(order):", "for _, node in reversed(order):")),
            wrong(("the leaves are reset first", "先把叶子清零了"), "backprop-accumulates", ("        self.grad = 1.0\n", "        for node in order:\n            node.grad = 0.0\n        self.grad = 1.0\n")),
        ],
        right=[right("a list and a set", ("order = {}", "order, seen = [], set()"), ("if node not in order:", "if node not in seen:\n                seen.add(node)"), ("order[node] = True", "order.append(node)"))],
        claims=["backprop-equals-torch", "backprop-paths"],
        equivalent={"16: True -> False": "only the keys of the dict count", "22: True -> False": "lists of different lengths are no input of the task"},
    ),
    task(
        "unbroadcast", "unbroadcast", minutes=8, level=2,
        title=("The backward of a broadcast", "广播的反向"),
        prompt=("A variable of the given shape was broadcast to the shape of g. Return its gradient: g summed over the axes that were added in front or stretched from size one, with exactly that shape.", "一个形状为 shape 的变量被广播成了 g 的形状。返回它的梯度：把 g 沿前面新增的轴和由 1 拉长的轴求和，形状正好是 shape。"),
        hints=[("Broadcasting adds axes in front: there are g.ndim − len(shape).", "广播在前面加轴：共 g.ndim − len(shape) 个。"), ("Axes of size one are summed with keepdims.", "长度为一的轴求和时要 keepdims。")],
        properties=[
            agrees(("an axis was added", "新增了一个轴"), lambda r, n: spread(r, (n + 1, n), (n,))),
            agrees(("an axis was stretched", "拉长了一个轴"), lambda r, n: spread(r, (n + 1, n + 2), (n + 1, 1))),
            agrees(("both at once", "两者都有"), lambda r, n: spread(r, (n, 3, n + 1, 4), (3, 1, 4))),
            agrees(("a scalar", "标量"), lambda r, n: spread(r, (n, 2), ())),
            agrees(("nothing was broadcast", "没有广播"), lambda r, n: spread(r, (n, 2), (n, 2))),
        ],
        wrong=[
            wrong(("the mean in place of the sum", "用了平均而不是求和"), "q-backprop-linear", ("g = g.sum(axis=tuple(range(g.ndim - len(shape))))", "g = g.mean(axis=tuple(range(g.ndim - len(shape))))")),
            wrong(("stretched axes are dropped", "拉长的轴被丢掉了"), "backprop-finite-differences", ("return g.sum(axis=stretched, keepdims=True)", "return g.sum(axis=stretched)")),
            wrong(("stretched axes are forgotten", "忘了拉长的轴"), "backprop-finite-differences", ("return g.sum(axis=stretched, keepdims=True)", "return g")),
            wrong(("the last axes are summed", "对末尾的轴求和了"), "quiz-backprop-bias", ("tuple(range(g.ndim - len(shape)))", "tuple(range(len(shape), g.ndim))")),
            wrong(("reshaped, not summed", "只是 reshape，没有求和"), "q-backprop-linear", ("return g.sum(axis=stretched, keepdims=True)", "return g.ravel()[: int(np.prod(shape))].reshape(shape)")),
        ],
        right=[right("axis by axis", code="def unbroadcast(g, shape):\n    while g.ndim > len(shape):\n        g = g.sum(axis=0)\n    for axis, size in enumerate(shape):\n        if size == 1:\n            g = g.sum(axis=axis, keepdims=True)\n    return g\n")],
        claims=["backprop-finite-differences"],
    ),
    task(
        "attention-backward", "attention_backward", minutes=20, level=4,
        title=("The backward of attention", "注意力的反向"),
        prompt=("From q, k, v and the gradient of the output of softmax(q kᵀ/√D) v, the gradients of q, k and v. `softmax` and `softmax_backward` are given.", "由 q、k、v 和 softmax(q kᵀ/√D) v 输出的梯度，求 q、k、v 的梯度。`softmax` 与 `softmax_backward` 已给出。"),
        hints=[("Four products: weightsᵀ upstream, upstream vᵀ, and two with the gradient of the scores.", "四次乘法：weightsᵀ upstream、upstream vᵀ，以及用分数的梯度做的两次。"), ("softmax_backward(weights, gradient of the weights), then the scale.", "softmax_backward(权重, 权重的梯度)，然后乘缩放。"), ("swapaxes(-1, -2) is the transpose with leading axes.", "有批次轴时，转置写 swapaxes(-1, -2)。")],
        properties=[
            agrees(("one head", "单头"), attention),
            agrees(("batches and heads", "批次与多头"), lambda r, n: attention(r, n, (2, 3))),
            agrees(("sharp weights", "很尖的权重"), lambda r, n: tuple(4 * x for x in attention(r, n))),
        ],
        wrong=[
            wrong(("the scale is missing on the way back", "反向时漏了缩放"), "backprop-attention", ("upstream @ v.swapaxes(-1, -2)) * scale", "upstream @ v.swapaxes(-1, -2))")),
            wrong(("through the softmax by w (1 − w)", "softmax 的反向用了 w (1 − w)"), "Softmax#^softmax-jacobian-matrix", ("softmax_backward(weights, upstream @ v.swapaxes(-1, -2))", "(weights * (1 - weights) * (upstream @ v.swapaxes(-1, -2)))")),
            wrong(("q and k exchanged", "q 和 k 的梯度交换了"), "q-backprop-attention", ("return d_scores @ k, d_scores.swapaxes(-1, -2) @ q, d_v", "return d_scores.swapaxes(-1, -2) @ q, d_scores @ k, d_v")),
            wrong(("no softmax on the way back", "反向时没有经过 softmax"), "q-backprop-attention", ("softmax_backward(weights, upstream @ v.swapaxes(-1, -2))", "(upstream @ v.swapaxes(-1, -2))")),
            wrong(("1/D for 1/√D", "1/√D 写成了 1/D"), "backprop-attention", ("1 / np.sqrt(q.shape[-1])", "1 / q.shape[-1]")),
        ],
        right=[right("row sums from the output", ("d_scores = softmax_backward(weights, upstream @ v.swapaxes(-1, -2)) * scale", "rows = (upstream * (weights @ v)).sum(axis=-1, keepdims=True)\n    d_scores = weights * (upstream @ v.swapaxes(-1, -2) - rows) * scale"))],
        claims=["backprop-attention"],
    ),
]

"""Tasks of the card Residual_Connection."""

import numpy as np

from snippets.residual_connection import residual_forward
from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def stack(r, n):
    """Weights of n layers and an input."""
    return r.normal(size=(3, 4)), [r.normal(size=(4, 4)) / 2 for _ in range(n)]


def back(r, n, **named):
    """States of a forward pass, weights and the gradient of the last state."""
    x, weights = stack(r, n)
    return call(residual_forward(x, weights, **named), weights, r.normal(size=x.shape), **named)


def slope(f, r, n):
    """d L / d x_0 by finite differences."""
    x, weights = stack(r, n)
    g = r.normal(size=x.shape)
    moves = [np.eye(x.size)[i].reshape(x.shape) * 1e-6 for i in range(x.size)]
    numbers = [((residual_forward(x + m, weights)[-1] - residual_forward(x - m, weights)[-1]) * g).sum() / 2e-6 for m in moves]
    return (x, weights, g), f(residual_forward(x, weights), weights, g)[0], np.array(numbers).reshape(x.shape)


TASKS = [
    task(
        "residual-forward", "residual_forward", minutes=6, level=1,
        title=("A residual stack", "残差堆叠"),
        prompt=("x_{l+1} = skip x_l + scale max(0, x_l) W_l. Return all states, x_0 included.", "x_{l+1} = skip x_l + scale max(0, x_l) W_l。返回包括 x_0 在内的全部状态。"),
        hints=[("The shortcut carries x itself, before ReLU.", "捷径传递的是 ReLU 之前的 x。"), ("`skip` belongs to the shortcut, `scale` to the branch.", "`skip` 属于捷径，`scale` 属于分支。")],
        properties=[agrees(("plain residual layers", "普通残差层"), lambda r, n: stack(r, n)), agrees(("other factors", "其他系数"), lambda r, n: call(*stack(r, n), scale=0.5, skip=0.9)), agrees(("no layer: the input", "零层：就是输入"), lambda r, n: stack(r, 0), sizes=(1,))],
        wrong=[
            wrong(("no shortcut", "没有捷径"), "q-residual-gradient", ("skip * states[-1] + scale", "0 * states[-1] + scale")),
            wrong(("ReLU on the shortcut as well", "捷径也过了 ReLU"), "residual-zero-is-identity", ("skip * states[-1] +", "skip * np.maximum(0, states[-1]) +")),
            wrong(("ReLU after the matrix", "ReLU 放在矩阵之后"), "residual-numpy-equals-torch", ("np.maximum(0, states[-1]) @ W", "np.maximum(0, states[-1] @ W)")),
            wrong(("factors exchanged", "两个系数对调"), "residual-scaled-shortcut", ("skip * states[-1] + scale * np", "scale * states[-1] + skip * np")),
            wrong(("only the last state", "只返回最后的状态"), "residual-numpy-equals-torch", ("return states", "return states[-1:]")),
        ],
        right=[right("running x", code="def residual_forward(x, weights, scale=1.0, skip=1.0):\n    out = [x]\n    for W in weights:\n        x = skip * x + scale * np.einsum('nc,cd->nd', np.where(x > 0, x, 0.0), W)\n        out.append(x)\n    return out\n")],
        claims=["residual-numpy-equals-torch", "residual-zero-is-identity"],
    ),
    task(
        "residual-backward", "residual_backward", minutes=15, level=3,
        title=("Backward through residual layers", "残差层的反向传播"),
        prompt=("Given all states of the forward pass, return the gradient of x_0 and the list of the gradients of every W_l, in the order of the layers.", "给定前向的全部状态，返回 x_0 的梯度，以及按层顺序排列的各 W_l 的梯度列表。"),
        hints=[("Two ways lead back: skip · g along the shortcut, and scale · (g Wᵀ) where x > 0.", "有两条回路：沿捷径的 skip · g，以及在 x > 0 处的 scale · (g Wᵀ)。"), ("dW_l = scale · max(0, x_l)ᵀ g, with the gradient that arrives above the layer.", "dW_l = scale · max(0, x_l)ᵀ g，g 是到达该层上方的梯度。")],
        properties=[agrees(("plain residual layers", "普通残差层"), lambda r, n: back(r, n)), agrees(("other factors", "其他系数"), lambda r, n: back(r, n, scale=0.5, skip=0.9)), holds(("it is the gradient: finite differences", "它就是梯度：与差商一致"), slope, rtol=1e-3, atol=1e-4)],
        wrong=[
            wrong(("the shortcut carries no gradient", "捷径没有传梯度"), "q-residual-gradient", ("skip * gradient + scale * through", "scale * through")),
            wrong(("derivative of ReLU missing", "漏了 ReLU 的导数"), "residual-numpy-equals-torch", ("(gradient @ W.T) * (x > 0)", "gradient @ W.T")),
            wrong(("W not transposed", "W 没有转置"), "residual-jacobian-bounds", ("gradient @ W.T", "gradient @ W")),
            wrong(("gradients of the weights in the order of the way back", "权重梯度按回传顺序排列"), "residual-numpy-equals-torch", ("weight_gradients[::-1]", "weight_gradients")),
            wrong(("scale forgotten in the weights' gradient", "权重梯度里忘了 scale"), "residual-inverse-sqrt-depth", ("scale * np.maximum(0, x).T @ gradient", "np.maximum(0, x).T @ gradient")),
            wrong(("x instead of max(0, x) in the weights' gradient", "权重梯度用了 x 而不是 max(0, x)"), "residual-numpy-equals-torch", ("np.maximum(0, x).T @ gradient", "x.T @ gradient")),
        ],
        right=[right("by index", code="def residual_backward(states, weights, upstream, scale=1.0, skip=1.0):\n    g, out = upstream, [None] * len(weights)\n    for l in range(len(weights) - 1, -1, -1):\n        x = states[l]\n        out[l] = scale * np.einsum('nc,nd->cd', np.maximum(x, 0), g)\n        g = skip * g + scale * np.where(x > 0, np.einsum('nd,cd->nc', g, weights[l]), 0.0)\n    return g, out\n")],
        claims=["residual-numpy-equals-torch", "residual-jacobian-bounds"],
        equivalent={
            "10: True -> False": "states and weights have lengths that fit",
            "12: x > 0 -> x >= 0": "at exactly 0 either is a subgradient of ReLU",
        },
    ),
]

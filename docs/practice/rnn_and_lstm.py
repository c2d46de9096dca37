"""Tasks of the card RNN_and_LSTM."""

import numpy as np

from snippets.rnn_and_lstm import lstm_forward
from zhixing.practice.core.task import agrees, holds, right, task, wrong


def rnn(r, n, B=2, N=3):
    """x, h, W, U, b."""
    return r.normal(size=(B, n, 4)), r.normal(size=(B, N)), r.normal(size=(N, 4)), r.normal(size=(N, N)), r.normal(size=N)


def lstm(r, n, B=2, N=2):
    """x, h, c, W, U, b."""
    return r.normal(size=(B, n, 3)), r.normal(size=(B, N)), r.normal(size=(B, N)), r.normal(size=(4 * N, 3)), r.normal(size=(4 * N, N)), r.normal(size=4 * N)


def first_state(f, r, n):
    """d L / d h_0 by finite differences."""
    x, h, W, U, b = rnn(r, n, B=1)
    g = r.normal(size=(1, 3))

    def run(h):
        states = [h]
        for t in range(n):
            states.append(np.tanh(x[:, t] @ W.T + states[-1] @ U.T + b))
        return states

    steps = np.eye(3)[:, None, :] * 1e-5
    slope = np.array([((run(h + s)[-1] - run(h - s)[-1]) * g).sum() / 2e-5 for s in steps])
    return (np.stack(run(h), 1), U, g), f(np.stack(run(h), 1), U, g)[0, 0], slope


TASKS = [
    task(
        "rnn", "rnn_forward", minutes=8, level=2,
        title=("A recurrent layer", "循环层"),
        prompt=("h_t = tanh(W x_t + U h_{t−1} + b). Return all states, h_0 included: (B, T + 1, N).", "h_t = tanh(W x_t + U h_{t−1} + b)。返回包括 h_0 在内的全部状态：(B, T + 1, N)。"),
        hints=[("Rows are batch entries: W x_t is `x[:, t] @ W.T`.", "行是批量：W x_t 即 `x[:, t] @ W.T`。"), ("Stack the states along axis 1.", "沿轴 1 堆叠状态。")],
        properties=[agrees(("any length", "任意长度"), lambda r, n: rnn(r, n)), agrees(("no input at all: the first state alone", "没有输入：只有初始状态"), lambda r, n: rnn(r, 0, B=n), sizes=(1, 2))],
        wrong=[
            wrong(("tanh forgotten", "忘了 tanh"), "rnn-equals-torch", ("np.tanh(inputs + states[-1] @ U.T)", "inputs + states[-1] @ U.T")),
            wrong(("U not transposed", "U 没有转置"), "rnn-equals-torch", ("states[-1] @ U.T", "states[-1] @ U")),
            wrong(("every step from the first state", "每一步都从初始状态出发"), "q-rnn-vanishing", ("states[-1] @ U.T", "states[0] @ U.T")),
            wrong(("the first state left out", "漏了初始状态"), "rnn-equals-torch", ("return np.stack(states, axis=1)", "return np.stack(states[1:], axis=1) if len(states) > 1 else np.stack(states, axis=1)")),
            wrong(("bias added after tanh", "偏置加在 tanh 之后"), "rnn-equals-torch", ("(x @ W.T + b).swapaxes", "(x @ W.T).swapaxes"), ("np.tanh(inputs + states[-1] @ U.T)", "np.tanh(inputs + states[-1] @ U.T) + b")),
            wrong(("time first in the result", "结果里时间轴在前"), "rnn-equals-torch", ("np.stack(states, axis=1)", "np.stack(states)")),
        ],
        right=[right("an array filled in", code="def rnn_forward(x, h, W, U, b):\n    B, T, _ = x.shape\n    out = np.empty((B, T + 1, len(U)))\n    out[:, 0] = h\n    for t in range(T):\n        out[:, t + 1] = np.tanh(np.einsum('bd,nd->bn', x[:, t], W) + out[:, t] @ U.T + b)\n    return out\n")],
        claims=["rnn-equals-torch"],
    ),
    task(
        "rnn-backward", "rnn_state_gradients", minutes=12, level=3,
        title=("Backpropagation through time", "沿时间反向传播"),
        prompt=("Given all states h_0 … h_T and the gradient of the last one, return the gradients of all states.", "给定全部状态 h_0 … h_T 和最后一个状态的梯度，返回所有状态的梯度。"),
        hints=[("tanh'(a) = 1 − h², with h the state that came out.", "tanh'(a) = 1 − h²，h 是输出的状态。"), ("One step back: (g ⊙ (1 − h_t²)) U, without a transpose because rows are batch entries.", "回退一步：(g ⊙ (1 − h_t²)) U，因为行是批量，所以不转置。")],
        properties=[agrees(("any length", "任意长度"), lambda r, n: (np.tanh(r.normal(size=(2, n + 1, 3))), r.normal(size=(3, 3)), r.normal(size=(2, 3)))), holds(("it is the gradient: finite differences", "它就是梯度：与差商一致"), first_state, rtol=1e-3)],
        wrong=[
            wrong(("derivative of tanh missing", "漏了 tanh 的导数"), "rnn-gradient-hundred-steps", ("(gradients[-1] * (1 - h**2)) @ U", "gradients[-1] @ U")),
            wrong(("U transposed", "多转置了 U"), "rnn-equals-torch", ("(1 - h**2)) @ U", "(1 - h**2)) @ U.T")),
            wrong(("derivative at the state before", "用了前一个状态的导数"), "rnn-equals-torch", ("states[:, :0:-1].swapaxes(0, 1)", "states[:, -2::-1].swapaxes(0, 1)")),
            wrong(("1 − h instead of 1 − h²", "用了 1 − h 而不是 1 − h²"), "rnn-gradient-hundred-steps", ("(1 - h**2)", "(1 - h)")),
            wrong(("order of time not restored", "没有恢复时间顺序"), "rnn-equals-torch", ("gradients[::-1]", "gradients")),
        ],
        right=[right("an array filled from behind", code="def rnn_state_gradients(states, U, upstream):\n    out = np.empty(states.shape)\n    out[:, -1] = upstream\n    for t in range(states.shape[1] - 1, 0, -1):\n        out[:, t - 1] = (out[:, t] * (1 - states[:, t] ** 2)) @ U\n    return out\n")],
        claims=["rnn-equals-torch", "rnn-gradient-hundred-steps"],
    ),
    task(
        "lstm", "lstm_forward", minutes=20, level=4,
        title=("An LSTM layer", "LSTM 层"),
        prompt=("Rows of W, U, b in the order input, forget, candidate, output. Return all h_t, the last (h, c), and for every step the tuple (i, f, g, o, c before, c after).", "W、U、b 的行按输入、遗忘、候选、输出的顺序。返回全部 h_t、最后的 (h, c)，以及每步的元组 (i, f, g, o, 之前的 c, 之后的 c)。"),
        hints=[("Three gates pass sigmoid, the candidate passes tanh.", "三个门经过 sigmoid，候选经过 tanh。"), ("c = f c + i g; h = o tanh(c).", "细胞 c = f c + i g；状态 h = o tanh(c)。")],
        properties=[agrees(("any length", "任意长度"), lambda r, n: lstm(r, n)), agrees(("wider states", "更宽的状态"), lambda r, n: lstm(r, 2, B=1, N=n + 1)), agrees(("long memory: gates far open or shut", "长记忆：门几乎全开或全关"), lambda r, n: (lambda a: (*a[:3], a[3] * 30, *a[4:]))(lstm(r, n)))],
        wrong=[
            wrong(("order i, f, o, g", "顺序写成 i, f, o, g"), "lstm-equals-torch", ("for k in (0, 1, 3))", "for k in (0, 1, 2))"), ("a[:, 2 * N : 3 * N]", "a[:, 3 * N :]")),
            wrong(("the cell is overwritten, not added to", "细胞被覆盖而不是累加"), "lstm-cell-gradient", ("f * c + i * g", "i * g")),
            wrong(("tanh of the cell forgotten", "忘了对细胞取 tanh"), "lstm-equals-torch", ("h = o * np.tanh(c)", "h = o * c")),
            wrong(("candidate through sigmoid", "候选经过了 sigmoid"), "q-lstm-gates", ("g = np.tanh(a", "g = sigmoid(a")),
            wrong(("input and forget gate exchanged", "输入门与遗忘门对调"), "q-lstm-gates", ("f * c + i * g", "i * c + f * g")),
            wrong(("forget gate 1 − i", "遗忘门写成 1 − i"), "q-lstm-gates", ("f * c + i * g", "(1 - i) * c + i * g")),
        ],
        right=[right("split", ("i, f, o = (sigmoid(a[:, k * N : (k + 1) * N]) for k in (0, 1, 3))\n        g = np.tanh(a[:, 2 * N : 3 * N])", "i, f, g, o = np.split(a, 4, axis=1)\n        i, f, o, g = sigmoid(i), sigmoid(f), sigmoid(o), np.tanh(g)")), right("one time step at a time", ("for inputs in (x @ W.T + b).swapaxes(0, 1):  # (T, B, 4N)", "for t in range(x.shape[1]):\n        inputs = x[:, t] @ W.T + b"))],
        claims=["lstm-equals-torch", "lstm-cell-gradient"],
        equivalent={
            "6: -1 -> 1": "the state has two axes",
        },
    ),
    task(
        "lstm-backward", "lstm_state_gradients", minutes=30, level=5,
        title=("Backward through an LSTM", "LSTM 的反向传播"),
        prompt=("Given the trace of `lstm_forward`, U and the gradients of the last h and c, return the gradients of all pairs (h_t, c_t), t = 0 … T, as two arrays (B, T + 1, N).", "给定 `lstm_forward` 的 trace、U 以及最后 h、c 的梯度，返回所有 (h_t, c_t)，t = 0 … T 的梯度，两个 (B, T + 1, N) 的数组。"),
        hints=[("First add to dc what comes from h = o tanh(c); then split it over i, g, f and the cell before.", "先把经由 h = o tanh(c) 的部分加到 dc；再分到 i、g、f 和之前的细胞。"), ("Through the gates: da U; along the cell: dc f.", "经过门：da U；沿细胞：dc f。")],
        properties=[
            agrees(("any length", "任意长度"), lambda r, n: (lstm_forward(*lstm(r, n))[2], r.normal(size=(8, 2)), r.normal(size=(2, 2)), r.normal(size=(2, 2)))),
            agrees(("no gradient of the cell given", "没有给细胞的梯度"), lambda r, n: (lstm_forward(*lstm(r, n))[2], r.normal(size=(8, 2)), r.normal(size=(2, 2)))),
        ],
        wrong=[
            wrong(("the cell gets nothing from h", "细胞没有得到来自 h 的梯度"), "lstm-cell-gradient", ("dc = dc + dh * o * (1 - shown**2)", "dc = dc + 0 * dh")),
            wrong(("forget gate left out along the cell", "沿细胞漏了遗忘门"), "lstm-cell-gradient", ("dh, dc = da @ U, dc * f", "dh, dc = da @ U, dc")),
            wrong(("forget gate's gradient with the new cell", "遗忘门的梯度用了新的细胞"), "lstm-equals-torch", ("dc * before * f * (1 - f)", "dc * c * f * (1 - f)")),
            wrong(("tanh' taken for the candidate's sigmoid", "候选的导数用成了 sigmoid 的"), "q-lstm-gates", ("dc * i * (1 - g**2)", "dc * i * g * (1 - g)")),
            wrong(("order i, f, o, g", "顺序写成 i, f, o, g"), "lstm-equals-torch", ("da = np.concatenate((*da, dh * shown * o * (1 - o)), axis=-1)", "da = np.concatenate((*da[:2], dh * shown * o * (1 - o), da[2]), axis=-1)")),
        ],
        right=[right("gate by gate", ("        da = (dc * g * i * (1 - i), dc * before * f * (1 - f), dc * i * (1 - g**2))\n        da = np.concatenate((*da, dh * shown * o * (1 - o)), axis=-1)  # (B, 4N)\n        dh, dc = da @ U, dc * f", "        N = dh.shape[-1]\n        parts = (dc * g * i * (1 - i), dc * before * f * (1 - f), dc * i * (1 - g**2), dh * shown * o * (1 - o))\n        dh, dc = sum(p @ U[k * N : (k + 1) * N] for k, p in enumerate(parts)), dc * f"))],
        claims=["lstm-cell-gradient", "lstm-equals-torch"],
        equivalent={
            "3: dc + np.zeros_like(dh) -> dc - np.zeros_like(dh)": "the zeros only give a number its shape",
            "8: -1 -> 1": "the gates have two axes",
        },
    ),
]

"""Tasks of the card Initialization."""

from zhixing.practice.core.task import agrees, right, task, wrong


def rules(made, fan_in, fan_out, layers):
    """The spreads of all rules."""
    return [made(rule, fan_in, fan_out, layers) for rule in ("lecun", "xavier", "kaiming", "gpt2", "gpt2-out")]


def stack(r, n, name):
    """Matrices whose widths all differ, inputs, a gradient at the end, and the activation."""
    widths = [n + 1, n + 3, n + 2, n + 4]
    weights = [r.normal(size=pair) for pair in zip(widths, widths[1:], strict=False)]
    return weights, r.normal(size=(n + 1, widths[0])), r.normal(size=(n + 1, widths[-1])), name


TASKS = [
    task(
        "init-spread", "spread", minutes=6, level=1,
        title=("The spread of first weights", "初始权重的标准差"),
        prompt=("Return the standard deviation for a matrix (fan_in, fan_out): `lecun` keeps the variance of a linear layer, `xavier` stands between forward and backward, `kaiming` is for ReLU, `gpt2` is 0.02, and `gpt2-out` is that of a matrix that writes into the residual stream of a model with so many layers.", "返回矩阵 (fan_in, fan_out) 的标准差：`lecun` 保持线性层的方差，`xavier` 取前向与反向的折中，`kaiming` 用于 ReLU，`gpt2` 是 0.02，`gpt2-out` 用于写入残差流的矩阵，`layers` 是模型的层数。"),
        hints=[("The rules are given as variances; take the root.", "规则给出的是方差，要开方。"), ("Each layer writes into the stream twice.", "每层写入残差流两次。")],
        use=rules,
        properties=[
            agrees(("a matrix that widens", "变宽的矩阵"), lambda r, n: (8 * n, 24 * n, n)),
            agrees(("a matrix that narrows", "变窄的矩阵"), lambda r, n: (20 * n + 5, 4 * n, 12 * n)),
            agrees(("a square", "方阵"), lambda r, n: (64 * n, 64 * n, 3 * n)),
        ],
        wrong=[
            wrong(("the variance in place of its root", "返回了方差"), "init-rules", ("np.sqrt(2 / fan_in)", "2 / fan_in")),
            wrong(("fan-out for fan-in", "扇入写成了扇出"), "init-rules", ("np.sqrt(2 / fan_in)", "np.sqrt(2 / fan_out)")),
            wrong(("Xavier without the 2", "Xavier 少了 2"), "init-rules", ("np.sqrt(2 / (fan_in + fan_out))", "np.sqrt(1 / (fan_in + fan_out))")),
            wrong(("one write a layer", "每层只算写入一次"), "init-gpt-depth", ("0.02 / np.sqrt(2 * layers)", "0.02 / np.sqrt(layers)")),
            wrong(("divided without a root", "除的时候没有开方"), "quiz-init-gpt2", ("0.02 / np.sqrt(2 * layers)", "0.02 / (2 * layers)")),
        ],
        right=[right("variances, one root", code="import numpy as np\n\n\ndef spread(rule, fan_in, fan_out, layers=1):\n    variance = {'lecun': 1 / fan_in, 'xavier': 1 / ((fan_in + fan_out) / 2), 'kaiming': 2 / fan_in, 'gpt2': 4e-4, 'gpt2-out': 2e-4 / layers}\n    return variance[rule] ** 0.5\n")],
        claims=["init-rules", "init-depth"],
        equivalent={"1: 1 -> 2": "the task always gives the number of layers"},
    ),
    task(
        "init-signals", "signals", minutes=15, level=3,
        title=("Signals through a stack", "信号穿过深层网络"),
        prompt=("Send `x` forward through `act(x @ W)` for every W, then the gradient `d` from the end back to the input. Return two arrays, both one longer than the list of weights: the RMS of the input and of every layer's output, and the RMS of the gradient at every layer's input, that at the end last. `activation(name, z)` gives value and slope, `rms` the root mean square.", "让 `x` 依次前向穿过每个 W 的 `act(x @ W)`，再让梯度 `d` 从末尾传回输入。返回两个数组，都比权重列表多一个：输入和每层输出的均方根；每层输入处梯度的均方根，末尾的放在最后。`activation(name, z)` 给出值与斜率，`rms` 给出均方根。"),
        hints=[("Keep the slopes of the forward pass; the backward pass needs them in reverse.", "前向时留下斜率，反向时倒着用。"), ("Through one layer the gradient becomes (d · slope) Wᵀ.", "梯度穿过一层变成 (d · slope) Wᵀ。")],
        properties=[
            agrees(("linear layers", "线性层"), lambda r, n: stack(r, n, "linear")),
            agrees(("ReLU", "ReLU"), lambda r, n: stack(r, n + 2, "relu")),
            agrees(("tanh", "tanh"), lambda r, n: stack(r, n, "tanh")),
        ],
        wrong=[
            wrong(("the slope is forgotten", "忘了斜率"), "init-depth", ("d = (d * at) @ W.T", "d = d @ W.T")),
            wrong(("the gradient in the wrong order", "梯度的顺序反了"), "init-depth", ("np.array(back[::-1])", "np.array(back)")),
            wrong(("no activation", "没有激活函数"), "init-depth", ("x, slope = activation(name, x @ W)", "x, slope = x @ W, activation(name, x @ W)[1]")),
            wrong(("the slope at the output", "在输出处取斜率"), "init-tanh", ("x, slope = activation(name, x @ W)", "x, slope = activation(name, x @ W)[0], activation(name, activation(name, x @ W)[0])[1]")),
            wrong(("the input is not measured", "没有量输入"), "init-depth", ("sizes, slopes = [rms(x)], []", "sizes, slopes = [], []")),
        ],
        right=[right("by index", code="import numpy as np\n\n\ndef signals(weights, x, d, name):\n    values, slopes = [x], []\n    for W in weights:\n        value, slope = activation(name, values[-1] @ W)\n        values.append(value)\n        slopes.append(slope)\n    grads = [d]\n    for i in range(len(weights) - 1, -1, -1):\n        grads.insert(0, np.multiply(grads[0], slopes[i]) @ weights[i].T)\n    return np.array([rms(v) for v in values]), np.array([rms(g) for g in grads])\n")],
        claims=["init-depth", "init-orthogonal"],
        equivalent={"9: True -> False": "weights and slopes are always as many"},
    ),
]

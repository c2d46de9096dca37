"""Tasks of the card Feed_Forward_Network."""

import numpy as np

from snippets.feed_forward_network import ModelShape, gelu_tanh
from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "gelu", "gelu_tanh", minutes=5, level=1,
        title=("GELU by its tanh formula", "GELU 的 tanh 近似"),
        prompt=("0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))).", "计算 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))。"),
        hints=[("The cube is inside the bracket with x.", "立方项与 x 在同一个括号里。"), ("For large x it is x, for very negative x it is 0.", "x 很大时等于 x，很负时等于 0。")],
        properties=[agrees(("ordinary numbers", "普通的数"), lambda r, n: (r.normal(size=(n, 4)) * 2,)), agrees(("far to both sides", "两端很远处"), lambda r, n: (np.array([-60.0, -6.0, 0.0, 6.0, 60.0]) * n,))],
        wrong=[
            wrong(("factor 0.5 missing", "少了 0.5"), "ffn-gelu-shape", ("0.5 * x", "x")),
            wrong(("square instead of cube", "平方而不是立方"), "ffn-gelu-shape", ("x**3", "x**2")),
            wrong(("√(π/2)", "写成了 √(π/2)"), "ffn-gelu-shape", ("2 / math.pi", "math.pi / 2")),
            wrong(("x sigmoid(x): that is SiLU", "写成 x·sigmoid(x)：那是 SiLU"), "q-ffn-activations", ("0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))", "0.5 * x * (1 + np.tanh(x / 2))")),
            wrong(("the cube left out", "漏了立方项"), "ffn-gelu-shape", ("(x + 0.044715 * x**3)", "x")),
        ],
        right=[right("as a sigmoid", ("0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))", "x / (1 + np.exp(np.clip(-2 * np.sqrt(2 / np.pi) * (x + 0.044715 * x**3), -700, 700)))")), right("factored", ("(x + 0.044715 * x**3)", "x * (1 + 0.044715 * x * x)"))],
        claims=["ffn-gelu-shape"],
    ),
    task(
        "swiglu", "GatedFeedForward", minutes=6, level=2,
        title=("SwiGLU and its relatives", "SwiGLU 及其同类"),
        prompt=("Write `__call__`: (act(x W_gate) ⊙ (x W_up)) W_down; the activation is `self.activation`.", "写出 `__call__`：(act(x W_gate) ⊙ (x W_up)) W_down；激活函数是 `self.activation`。"),
        hints=[("Only the gate passes the activation.", "只有门经过激活函数。"), ("Gate and up are multiplied entry by entry.", "门与上投影逐元素相乘。")],
        blank=["__call__"],
        use=lambda made, x, activation=None: made(np.random.default_rng(5), x.shape[-1], 6, *([activation] if activation else []))(x),
        properties=[agrees(("SiLU, the default", "默认的 SiLU"), lambda r, n: (r.normal(size=(2, n, 4)),)), agrees(("another activation", "其他激活函数"), lambda r, n: [(r.normal(size=(n, 3)), np.tanh), (r.normal(size=n), gelu_tanh)])],
        wrong=[
            wrong(("no gate", "没有门"), "ffn-gate-is-quadratic", ("self.activation(x @ self.w_gate) * (x @ self.w_up)", "self.activation(x @ self.w_up)")),
            wrong(("activation on the wrong branch", "激活加在了错的分支上"), "q-ffn-activations", ("self.activation(x @ self.w_gate) * (x @ self.w_up)", "(x @ self.w_gate) * self.activation(x @ self.w_up)")),
            wrong(("activation on both", "两个分支都加了激活"), "ffn-gate-is-quadratic", ("* (x @ self.w_up)", "* self.activation(x @ self.w_up)")),
            wrong(("added instead of multiplied", "相加而不是相乘"), "ffn-gate-is-quadratic", ("(x @ self.w_gate) * (x", "(x @ self.w_gate) + (x")),
            wrong(("activation of the product", "对乘积取激活"), "q-ffn-activations", ("self.activation(x @ self.w_gate) * (x @ self.w_up)", "self.activation((x @ self.w_gate) * (x @ self.w_up))")),
        ],
        right=[right("one fused product", ("hidden = self.activation(x @ self.w_gate) * (x @ self.w_up)", "gate, up = np.split(x @ np.concatenate([self.w_gate, self.w_up], 1), 2, axis=-1)\n        hidden = self.activation(gate) * up")), right("einsum", ("return hidden @ self.w_down", "return np.einsum('...f,fc->...c', hidden, self.w_down)"))],
        claims=["ffn-swiglu-two-thirds", "ffn-gate-is-quadratic"],
    ),
    task(
        "count-parameters", "model_weights", minutes=15, level=3,
        title=("Count the weights of a language model", "数一个语言模型的参数"),
        prompt=("`shape` is a named tuple (V, C, layers, d_ff, kv, gated, tied, positions, bias): vocabulary, width, layers, FFN width, width of all KV heads together, gated FFN?, tied head?, learned positions, biases? Return a dict with `tokens`, `positions`, `attention`, `ffn`, `norms`. Two norms a layer and one at the end; with biases a norm has two vectors.", "`shape` 是具名元组 (V, C, layers, d_ff, kv, gated, tied, positions, bias)：词表、宽度、层数、FFN 宽度、全部键值头的总宽度、是否门控、是否绑定、可学习位置数、是否有偏置。返回字典，键为 `tokens`、`positions`、`attention`、`ffn`、`norms`。每层两个归一化，最后还有一个；有偏置时每个归一化有两个向量。"),
        hints=[("W_Q and W_O are C × C, W_K and W_V are C × kv.", "W_Q、W_O 是 C × C，W_K、W_V 是 C × kv。"), ("An untied head is a second table of V × C; `ffn_weights` counts one FFN.", "不绑定时输出头是另一张 V × C 的表；`ffn_weights` 计算一个 FFN。")],
        properties=[
            agrees(("without biases, tied", "无偏置，绑定"), lambda r, n: (ModelShape(100 * n, 8 * n, n, 32 * n, 4 * n, False, True, 0, False),)),
            agrees(("gated, untied, fewer KV heads", "门控、不绑定、键值头更少"), lambda r, n: (ModelShape(int(r.integers(50, 99)), 8, n, 20, 2, True, False, 0, False),)),
            agrees(("with biases and learned positions", "有偏置和可学习位置"), lambda r, n: (ModelShape(50, 8, n, 32, 8, bool(n % 2), True, 16, True),)),
        ],
        wrong=[
            wrong(("the head counted although it is tied", "绑定了还多算输出头"), "ffn-share-of-the-model", ("(1 if shape.tied else 2)", "2")),
            wrong(("last norm forgotten", "忘了最后的归一化"), "ffn-share-of-the-model", ("(2 * shape.layers + 1) * C", "2 * shape.layers * C")),
            wrong(("keys and values of full width", "键和值按全宽计算"), "Grouped_Query_Attention_GQA#^gqa-parameter-count", ("2 * C * C + 2 * C * kv + bias", "4 * C * C + bias")),
            wrong(("the gate's matrix forgotten", "忘了门的矩阵"), "q-ffn-parameters", ("shape.gated, bias)", "False, bias)")),
            wrong(("biases forgotten", "忘了偏置"), "q-ffn-parameters", ("shape.gated, bias)", "shape.gated)"), ("bias * (2 * C + 2 * kv)", "0")),
        ],
        right=[right("a layer at a time", ("shape.layers * attention,", "sum(attention for _ in range(shape.layers)),"))],
        claims=["ffn-share-of-the-model"],
        equivalent={
            "9: ffn_weights(C, shape.d_ff, shape.gated, bias) -> ffn_weights(shape.d_ff, C, shape.gated, bias)": "the count is symmetric in the two widths",
        },
    ),
]

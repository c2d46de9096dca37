"""Tasks of the card Transformer."""

import numpy as np

from snippets.transformer import LayerNorm
from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def bent(x):
    """A sublayer that no norm undoes."""
    return np.sin(3.0 * x)


def moved(norm, r):
    """A norm whose gamma and beta are not 1 and 0."""
    norm.gamma, norm.beta = r.normal(size=norm.gamma.shape), r.normal(size=norm.beta.shape)


def block(made, C, H, norm_first, *inputs, **named):
    """A block with moved norms, so that their order shows."""
    r = np.random.default_rng(3)
    layer = made(r, C, H, 2 * C, norm_first)
    for norm in (layer.norm_1, layer.norm_2, getattr(layer, "norm_3", None)):
        if norm is not None:
            moved(norm, r)
    return layer(*inputs, **named)


TASKS = [
    task(
        "layer-norm", "layer_norm", minutes=8, level=2,
        title=("LayerNorm", "层归一化 LayerNorm"),
        prompt=("Over the last axis: gamma (x − mean) / sqrt(var + eps) + beta.", "沿最后一轴：gamma (x − 均值) / sqrt(方差 + eps) + beta。"),
        hints=[("The variance is the biased one: divided by C, not by C − 1.", "方差是有偏的：除以 C，而不是 C − 1。"), ("eps stands inside the root.", "eps 在根号里面。")],
        properties=[
            agrees(("one token", "一个词"), lambda r, n: (r.normal(size=n + 1) * 3 + 1, r.normal(size=n + 1), r.normal(size=n + 1))),
            agrees(("a batch of tokens", "一批词"), lambda r, n: (r.normal(size=(2, n, 4)), r.normal(size=4), r.normal(size=4))),
            agrees(("tokens whose entries hardly differ: eps counts", "各分量几乎相同的词：eps 起作用"), lambda r, n: [(1e-3 * r.normal(size=(n, 4)), np.ones(4), np.zeros(4)), call(1e-2 * r.normal(size=(n, 4)), np.ones(4), np.zeros(4), eps=1e-3)]),
            agrees(("all entries equal: beta, no NaN", "所有分量相等：等于 beta，没有 NaN"), lambda r, n: (np.full((n, 3), 5.0), r.normal(size=3), r.normal(size=3))),
            holds(("a common shift of a token changes nothing", "整体平移一个词，结果不变"), lambda f, r, n: (lambda x: ((x, "x + 3"), f(x + 3.0, np.ones(4), np.zeros(4)), f(x, np.ones(4), np.zeros(4))))(r.normal(size=(n, 4)))),
        ],
        wrong=[
            wrong(("eps outside the root", "eps 放在了根号外面"), "transformer-layer-norm-definition", ("np.sqrt(var + eps)", "(np.sqrt(var) + eps)")),
            wrong(("eps missing", "没有 eps"), "transformer-layer-norm-definition", ("np.sqrt(var + eps)", "np.sqrt(var)")),
            wrong(("variance divided by C − 1", "方差除以了 C − 1"), "Layer_Normalization#^q-layer-norm-axis", ("x.var(axis=-1, keepdims=True)", "x.var(axis=-1, keepdims=True, ddof=1)")),
            wrong(("divided by the variance, not its root", "除以了方差而不是标准差"), "Layer_Normalization#^q-layer-norm-axis", ("np.sqrt(var + eps)", "(var + eps)")),
            wrong(("normalised over the batch", "沿批量归一化"), "transformer-q-why-layer-norm", ("x.mean(axis=-1", "x.mean(axis=0"), ("x.var(axis=-1", "x.var(axis=0")),
            wrong(("mean not subtracted", "没有减去均值"), "Layer_Normalization#^rms-norm-and-layer-norm", ("gamma * (x - mean)", "gamma * x")),
            wrong(("beta forgotten", "忘了 beta"), "Layer_Normalization#^q-layer-norm-axis", (" + beta", "")),
        ],
        right=[right("by hand", code="def layer_norm(x, gamma, beta, eps=1e-5):\n    centred = x - x.sum(-1, keepdims=True) / x.shape[-1]\n    return centred * gamma * (np.einsum('...c,...c->...', centred, centred)[..., None] / x.shape[-1] + eps) ** -0.5 + beta\n"), right("loop over tokens", code="def layer_norm(x, gamma, beta, eps=1e-5):\n    y = np.empty(x.shape)\n    for at in np.ndindex(*x.shape[:-1]):\n        t = x[at]\n        y[at] = gamma * (t - t.mean()) / np.sqrt(t.var() + eps) + beta\n    return y\n"), right("in float32", ("mean = x.mean", "x = x.astype(np.float32)\n    mean = x.mean"))],
        claims=["transformer-layer-norm-definition"],
    ),
    task(
        "sinusoids", "positional_encoding", minutes=8, level=2,
        title=("Sinusoidal positions", "正弦位置编码"),
        prompt=("PE[p, 2i] = sin(p w_i), PE[p, 2i+1] = cos(p w_i), w_i = 10000^(−2i/C). An odd width has one cosine fewer.", "PE[p, 2i] = sin(p w_i)，PE[p, 2i+1] = cos(p w_i)，w_i = 10000^(−2i/C)。奇数宽度少一个余弦。"),
        hints=[("The exponent uses the even feature numbers 0, 2, 4 … divided by C.", "指数用偶数特征号 0, 2, 4 … 除以 C。"), ("Write sines to the even columns and cosines to the odd ones; an odd C has ceil(C/2) sines.", "正弦写到偶数列，余弦写到奇数列；奇数 C 有 ceil(C/2) 个正弦。")],
        properties=[agrees(("even widths", "偶数宽度"), lambda r, n: (n + 3, 2 * n)), agrees(("odd widths", "奇数宽度"), lambda r, n: (n + 2, 2 * n + 1)), agrees(("far positions", "远处的位置"), lambda r, n: (100 * n, 6), sizes=(1, 3))],
        wrong=[
            wrong(("sines first, then all cosines", "先放全部正弦，再放全部余弦"), "transformer-q-why-sinusoids", ("encoding[:, 0::2] = np.sin(angle)", "encoding[:, : (C + 1) // 2] = np.sin(angle)"), ("encoding[:, 1::2] = ", "encoding[:, (C + 1) // 2 :] = ")),
            wrong(("sine and cosine exchanged", "正弦和余弦对调"), "transformer-pe-rotation", ("np.sin(angle)", "np.cos(angle)"), ("np.cos(angle[:, : C // 2])", "np.sin(angle[:, : C // 2])")),
            wrong(("exponent i/C instead of 2i/C", "指数用了 i/C 而不是 2i/C"), "Position_Encoding#^position-frequency-forms", ("-np.arange(0, C, 2) / C", "-np.arange((C + 1) // 2) / C")),
            wrong(("frequencies grow", "频率递增"), "Position_Encoding#^position-frequency-forms", ("(-np.arange(0, C, 2) / C)", "(np.arange(0, C, 2) / C)")),
            wrong(("positions counted from 1", "位置从 1 数起"), "transformer-pe-any-length", ("np.arange(T)[:, None]", "np.arange(1, T + 1)[:, None]")),
        ],
        right=[right("exp and log", ("10000.0 ** (-np.arange(0, C, 2) / C)", "np.exp(-np.log(10000.0) * np.arange(0, C, 2) / C)")), right("loops", code="def positional_encoding(T, C):\n    pe = np.zeros((T, C))\n    for p in range(T):\n        for c in range(C):\n            a = p / 10000 ** ((c - c % 2) / C)\n            pe[p, c] = np.cos(a) if c % 2 else np.sin(a)\n    return pe\n")],
        claims=["transformer-pe-rotation", "transformer-pe-any-length"],
    ),
    task(
        "residual-norm", "add_and_norm", minutes=4, level=1,
        title=("Residual and norm, both orders", "残差与归一化的两种顺序"),
        prompt=("Post-Norm: norm(x + sublayer(x)). Pre-Norm (`norm_first`): x + sublayer(norm(x)).", "后归一化 Post-Norm：norm(x + sublayer(x))。先归一化 Pre-Norm（`norm_first`）：x + sublayer(norm(x))。"),
        hints=[("In Pre-Norm the shortcut carries x itself, untouched.", "Pre-Norm 的捷径原样传递 x。"), ("In Post-Norm the norm comes last and sees the sum.", "Post-Norm 的归一化在最后，作用于和。")],
        properties=[agrees(("Post-Norm, the default", "默认的 Post-Norm"), lambda r, n: (r.normal(size=(n, 4)), bent, LayerNorm(4))), agrees(("Pre-Norm", "Pre-Norm 的情形"), lambda r, n: call(r.normal(size=(2, n, 4)), bent, LayerNorm(4), norm_first=True))],
        wrong=[
            wrong(("the two orders exchanged", "两种顺序对调"), "transformer-q-pre-or-post-norm", ("if norm_first else", "if not norm_first else")),
            wrong(("no shortcut in Post-Norm", "Post-Norm 没有捷径"), "transformer-q-residual", ("norm(x + sublayer(x))", "norm(sublayer(x))")),
            wrong(("shortcut taken after the norm", "捷径取自归一化之后"), "transformer-pre-norm-identity-path", ("x + sublayer(norm(x)) if", "norm(x) + sublayer(norm(x)) if")),
            wrong(("norm of the sublayer only", "只归一化了子层"), "transformer-q-pre-or-post-norm", ("norm(x + sublayer(x))", "x + norm(sublayer(x))")),
        ],
        right=[right("two branches", ("return x + sublayer(norm(x)) if norm_first else norm(x + sublayer(x))", "if norm_first:\n        return sublayer(norm(x)) + x\n    y = x.copy()\n    y += sublayer(x)\n    return norm(y)"))],
        claims=["transformer-pre-norm-identity-path"],
    ),
    task(
        "feed-forward", "FeedForward", minutes=5, level=1,
        title=("The feed-forward network", "前馈网络"),
        prompt=("Write `__call__`: max(0, x W1 + b1) W2 + b2 on every position alone.", "写出 `__call__`：对每个位置单独计算 max(0, x W1 + b1) W2 + b2。"),
        hints=[("Two affine maps with ReLU in between.", "两个仿射变换，中间夹一个 ReLU。"), ("The biases are zeros at the start and must still be added.", "偏置初始为零，但仍要加上。")],
        blank=["__call__"],
        use=lambda made, x, b_1, b_2: (lambda layer: (layer.__dict__.update(b_1=b_1, b_2=b_2), layer(x))[1])(made(np.random.default_rng(5), x.shape[-1], len(b_1))),
        properties=[agrees(("one token", "一个词"), lambda r, n: (r.normal(size=n), r.normal(size=2 * n), r.normal(size=n))), agrees(("a batch", "一批"), lambda r, n: (r.normal(size=(2, n, 3)), r.normal(size=6), r.normal(size=3)))],
        wrong=[
            wrong(("no nonlinearity", "没有非线性"), "transformer-q-ffn-two-layers", ("np.maximum(0, x @ self.w_1 + self.b_1)", "x @ self.w_1 + self.b_1")),
            wrong(("bias added after ReLU", "偏置加在了 ReLU 之后"), "Feed_Forward_Network#^ffn-needs-nonlinearity", ("np.maximum(0, x @ self.w_1 + self.b_1)", "np.maximum(0, x @ self.w_1) + self.b_1")),
            wrong(("ReLU at the end as well", "最后又加了一个 ReLU"), "Feed_Forward_Network#^ffn-one-layer-is-not-enough", ("hidden @ self.w_2 + self.b_2", "np.maximum(0, hidden @ self.w_2 + self.b_2)")),
            wrong(("biases forgotten", "忘了偏置"), "Feed_Forward_Network#^q-ffn-parameters", (" + self.b_1)", ")"), (" + self.b_2", "")),
            wrong(("the shortcut added inside", "在里面加了捷径"), "transformer-q-residual", ("hidden @ self.w_2 + self.b_2", "x + hidden @ self.w_2 + self.b_2")),
        ],
        right=[right("einsum and where", ("hidden = np.maximum(0, x @ self.w_1 + self.b_1)", "hidden = np.einsum('...c,cf->...f', x, self.w_1) + self.b_1\n        hidden = np.where(hidden > 0, hidden, 0.0)")), right("times a sign", ("np.maximum(0, x @ self.w_1 + self.b_1)", "(lambda a: a * (a > 0))(x @ self.w_1 + self.b_1)"))],
        claims=["transformer-ffn-share"],
    ),
    task(
        "encoder-block", "EncoderBlock", minutes=12, level=3,
        title=("Encoder block", "编码器层"),
        prompt=("Write `__call__`: self-attention with the mask, then the FFN, each with its shortcut and its own norm, in the order that `self.norm_first` says.", "写出 `__call__`：带掩码的自注意力，然后是 FFN，各自有捷径和归一化，顺序由 `self.norm_first` 决定。"),
        hints=[("`add_and_norm(x, sublayer, norm, norm_first)` holds the whole difference.", "`add_and_norm(x, sublayer, norm, norm_first)` 就包含了全部差别。"), ("The attention layer returns output and weights; the sublayer is a function of one argument.", "注意力层返回输出和权重；子层是只有一个参数的函数。")],
        blank=["__call__"], use=lambda made, norm_first, x, **named: block(made, 4, 2, norm_first, x, **named),
        properties=[agrees(("Post-Norm", "Post-Norm 的情形"), lambda r, n: (False, r.normal(size=(2, n, 4)))), agrees(("Pre-Norm", "Pre-Norm 的情形"), lambda r, n: (True, r.normal(size=(2, n, 4)))), agrees(("with a mask", "带掩码"), lambda r, n: [call(first, r.normal(size=(2, n, 4)), mask=r.random((n, n)) < 0.7) for first in (False, True)])],
        wrong=[
            wrong(("mask not passed on", "没有把掩码传下去"), "transformer-padding", ("self.attention(y, y, y, mask)", "self.attention(y, y, y)")),
            wrong(("always Post-Norm", "总是 Post-Norm"), "transformer-q-pre-or-post-norm", ("norm_first=self.norm_first", "norm_first=False")),
            wrong(("always Pre-Norm", "总是 Pre-Norm"), "transformer-q-pre-or-post-norm", ("norm_first=self.norm_first", "norm_first=True")),
            wrong(("FFN forgotten", "忘了 FFN"), "transformer-q-ffn-two-layers", ("return wrap(x, self.ffn, self.norm_2)", "return x")),
            wrong(("one norm used twice", "同一个归一化用了两次"), "transformer-encoder-equals-torch", ("self.ffn, self.norm_2)", "self.ffn, self.norm_1)")),
            wrong(("FFN before attention", "FFN 放在了注意力之前"), "transformer-encoder-equals-torch", ("x = wrap(x, lambda y: self.attention(y, y, y, mask)[0], self.norm_1)\n        return wrap(x, self.ffn, self.norm_2)", "x = wrap(x, self.ffn, self.norm_1)\n        return wrap(x, lambda y: self.attention(y, y, y, mask)[0], self.norm_2)")),
        ],
        right=[right("written out", ("wrap = partial(add_and_norm, norm_first=self.norm_first)\n        x = wrap(x, lambda y: self.attention(y, y, y, mask)[0], self.norm_1)\n        return wrap(x, self.ffn, self.norm_2)", "if self.norm_first:\n            x = x + self.attention(self.norm_1(x), mask=mask)[0]\n            return x + self.ffn(self.norm_2(x))\n        x = self.norm_1(x + self.attention(x, mask=mask)[0])\n        return self.norm_2(x + self.ffn(x))"))],
        claims=["transformer-encoder-equals-torch", "transformer-pre-norm-identity-path"],
    ),
    task(
        "decoder-block", "DecoderBlock", minutes=15, level=3,
        title=("Decoder block", "解码器层"),
        prompt=("Write `__call__`: masked self-attention, cross-attention to `memory` with `memory_mask`, FFN; each with its shortcut and its own norm.", "写出 `__call__`：带掩码的自注意力、对 `memory`（用 `memory_mask`）的交叉注意力、FFN；各自有捷径和归一化。"),
        hints=[("Queries come from the decoder, keys and values from the memory.", "查询来自解码器，键和值来自 memory。"), ("In Pre-Norm only the queries pass the norm; the memory is taken as it is.", "Pre-Norm 中只有查询经过归一化；memory 原样使用。")],
        blank=["__call__"], use=lambda made, norm_first, x, memory, **named: block(made, 4, 2, norm_first, x, memory, **named),
        properties=[agrees(("Post-Norm", "Post-Norm 的情形"), lambda r, n: (False, r.normal(size=(2, n, 4)), r.normal(size=(2, n + 1, 4)))), agrees(("Pre-Norm", "Pre-Norm 的情形"), lambda r, n: (True, r.normal(size=(2, n, 4)), r.normal(size=(2, n + 1, 4)))), agrees(("with both masks", "带两个掩码"), lambda r, n: [call(first, r.normal(size=(2, n, 4)), r.normal(size=(2, n + 1, 4)), mask=np.tri(n, dtype=bool), memory_mask=r.random((2, n, n + 1)) < 0.7) for first in (False, True)])],
        wrong=[
            wrong(("queries from the memory", "查询来自 memory"), "transformer-q-three-attentions", ("self.cross_attention(y, memory, memory, memory_mask)", "self.cross_attention(memory[:, : y.shape[1]], y, y)")),
            wrong(("the masks exchanged", "两个掩码对调"), "transformer-causality", ("memory_mask)[0]  #", "None)[0]  #"), ("self.attention(y, y, y, mask)", "self.attention(y, y, y, None)")),
            wrong(("self-attention not masked", "自注意力没有掩码"), "transformer-causality", ("self.attention(y, y, y, mask)", "self.attention(y, y, y)")),
            wrong(("cross-attention before self-attention", "交叉注意力在自注意力之前"), "transformer-decoder-equals-torch", ("x = wrap(x, lambda y: self.attention(y, y, y, mask)[0], self.norm_1)\n        x = wrap(x, consult, self.norm_2)", "x = wrap(x, consult, self.norm_1)\n        x = wrap(x, lambda y: self.attention(y, y, y, mask)[0], self.norm_2)")),
            wrong(("no shortcut around cross-attention", "交叉注意力没有捷径"), "transformer-q-residual", ("x = wrap(x, consult, self.norm_2)", "x = consult(self.norm_2(x)) if self.norm_first else self.norm_2(consult(x))")),
            wrong(("memory normalised in Pre-Norm", "Pre-Norm 把 memory 也归一化了"), "transformer-decoder-equals-torch", ("self.cross_attention(y, memory, memory, memory_mask)", "self.cross_attention(y, *[self.norm_2(memory) if self.norm_first else memory] * 2, memory_mask)")),
        ],
        right=[right("written out", ("wrap = partial(add_and_norm, norm_first=self.norm_first)\n        x = wrap(x, lambda y: self.attention(y, y, y, mask)[0], self.norm_1)\n        x = wrap(x, consult, self.norm_2)\n        return wrap(x, self.ffn, self.norm_3)", "look = lambda y: self.attention(y, mask=mask)[0]\n        for f, norm in ((look, self.norm_1), (consult, self.norm_2), (self.ffn, self.norm_3)):\n            x = x + f(norm(x)) if self.norm_first else norm(x + f(x))\n        return x"))],
        claims=["transformer-decoder-equals-torch", "transformer-causality"],
    ),
]

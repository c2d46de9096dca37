# ruff: noqa: E501
"""Answers that stand in no task's file: right ones in many styles, and wrong ones that nobody wrote down beforehand."""

from __future__ import annotations

N = "import numpy as np\n"
M = "import math\nimport numpy as np\n"
CARDS = {
    "softmax": "from snippets.softmax import softmax\n",
    "masked": "from snippets.softmax import masked_softmax, softmax\n",
    "causal": "from snippets.attention_mechanism import causal_mask\n",
}

RIGHT: list[tuple[str, str, str]] = [
    (
        "softmax",
        "torch-style name and keyword",
        N
        + "def softmax(x, axis=-1):\n    dim = axis\n    z = np.asarray(x, dtype=np.float64)\n    z = z - np.amax(z, axis=dim, keepdims=True)\n    return np.exp(z) / np.sum(np.exp(z), axis=dim, keepdims=True)\n",
    ),
    (
        "softmax",
        "logaddexp",
        N
        + "def softmax(x, axis=-1):\n    return np.exp(x - np.expand_dims(np.logaddexp.reduce(x, axis=axis), axis))\n",
    ),
    (
        "softmax",
        "in place on a copy",
        N
        + "def softmax(x, axis=-1):\n    out = np.array(x, dtype=float)\n    out -= out.max(axis, keepdims=True)\n    np.exp(out, out=out)\n    out /= out.sum(axis, keepdims=True)\n    return out\n",
    ),
    (
        "softmax",
        "apply along the axis",
        N
        + "def softmax(x, axis=-1):\n    def row(z):\n        e = np.exp(z - max(z))\n        return e / sum(e)\n    return np.apply_along_axis(row, axis, x)\n",
    ),
    (
        "log-softmax",
        "by logaddexp",
        N
        + "def log_softmax(x, axis=-1):\n    return x - np.expand_dims(np.logaddexp.reduce(np.asarray(x, float), axis), axis)\n",
    ),
    ("log-sum-exp", "logaddexp", N + "def log_sum_exp(x, axis=-1):\n    return np.logaddexp.reduce(x, axis=axis)\n"),
    (
        "softmax-jacobian",
        "einsum and loops",
        N
        + "def softmax_jacobian(z):\n    e = np.exp(z - z.max(-1, keepdims=True))\n    s = e / e.sum(-1, keepdims=True)\n    J = -np.einsum('...i,...j->...ij', s, s)\n    for i in range(z.shape[-1]):\n        J[..., i, i] += s[..., i]\n    return J\n",
    ),
    (
        "softmax-backward",
        "through the Jacobian",
        N
        + "def softmax_backward(s, upstream, axis=-1):\n    s, g = np.moveaxis(s, axis, -1), np.moveaxis(upstream, axis, -1)\n    J = s[..., None] * np.eye(s.shape[-1]) - s[..., None] * s[..., None, :]\n    return np.moveaxis((J @ g[..., None])[..., 0], -1, axis)\n",
    ),
    (
        "masked-softmax",
        "weights zeroed, then divided",
        N
        + "def masked_softmax(scores, mask, axis=-1):\n    mask = np.broadcast_to(mask, scores.shape)\n    low = np.where(mask, scores, -1e30)\n    e = np.exp(low - low.max(axis=axis, keepdims=True)) * mask\n    z = e.sum(axis=axis, keepdims=True)\n    return np.divide(e, z, out=np.zeros_like(e), where=z != 0)\n",
    ),
    (
        "attention",
        "einsum, additive mask",
        M
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    s = np.einsum('...td,...sd->...ts', q, k) * q.shape[-1] ** -0.5\n    if mask is not None:\n        s = s + np.where(mask, 0.0, -np.inf)\n    m = np.max(s, axis=-1, keepdims=True)\n    m[np.isneginf(m)] = 0\n    w = np.exp(s - m)\n    z = w.sum(-1, keepdims=True)\n    w = w / np.where(z > 0, z, 1)\n    return np.einsum('...ts,...sv->...tv', w, v), w\n",
    ),
    (
        "attention",
        "float32",
        M
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    q, k, v = (np.asarray(a, np.float32) for a in (q, k, v))\n    s = np.matmul(q, np.swapaxes(k, -1, -2)) / np.float32(np.sqrt(q.shape[-1]))\n    w = masked_softmax(s, np.ones(s.shape[-2:], bool) if mask is None else mask)\n    return np.matmul(w, v), w\n",
    ),
    (
        "causal-mask",
        "comparison of positions",
        N
        + "def causal_mask(T, S=None):\n    S = S if S is not None else T\n    if T > S:\n        raise ValueError('too short')\n    return np.arange(S)[None, :] <= np.arange(T)[:, None] + (S - T)\n",
    ),
    (
        "causal-mask",
        "negated triu",
        N
        + "def causal_mask(T, S=None):\n    if S is None:\n        S = T\n    if S < T:\n        raise ValueError\n    return ~np.triu(np.ones((T, S), dtype=bool), k=S - T + 1)\n",
    ),
    (
        "split-heads",
        "stack of slices",
        N
        + "def split_heads(x, num_heads):\n    if x.shape[-1] % num_heads != 0:\n        raise ValueError('heads')\n    return np.stack(np.split(x, num_heads, axis=-1), axis=-3)\n",
    ),
    (
        "merge-heads",
        "concatenate",
        N + "def merge_heads(x):\n    return np.concatenate([x[..., h, :, :] for h in range(x.shape[-3])], axis=-1)\n",
    ),
    (
        "merge-heads",
        "einops by hand",
        N
        + "def merge_heads(x):\n    y = np.moveaxis(x, -3, -2)\n    return np.ascontiguousarray(y).reshape(y.shape[:-2] + (-1,))\n",
    ),
    (
        "alibi-slopes",
        "recursive, as in the paper's code",
        M
        + "def alibi_slopes(H):\n    def power(n):\n        start = 2 ** (-(2 ** -(math.log2(n) - 3)))\n        return [start * start**i for i in range(n)]\n    if math.log2(H).is_integer():\n        return np.array(power(H))\n    n = 2 ** math.floor(math.log2(H))\n    return np.array(power(n) + power(2 * n)[0::2][: H - n])\n",
    ),
    (
        "top-k",
        "argpartition does not do ties, lexsort does",
        N
        + "def top_k_filter(logits, k):\n    if not k:\n        return logits.copy()\n    out = np.full_like(logits, float('-inf'), dtype=float)\n    for at in np.ndindex(logits.shape[:-1]):\n        best = np.lexsort((np.arange(logits.shape[-1]), -logits[at]))[:k]\n        out[at][best] = logits[at][best]\n    return out\n",
    ),
    (
        "perplexity",
        "one at a time",
        M
        + "def perplexity(log_probs):\n    total = 0.0\n    for p in log_probs:\n        total -= p\n    return math.exp(total / len(log_probs))\n",
    ),
    (
        "window-mask",
        "distance",
        N
        + "def window_mask(T, window, S=None):\n    if window <= 0:\n        raise ValueError\n    S = T if S is None else S\n    if S < T:\n        raise ValueError\n    d = np.arange(S - T, S)[:, None] - np.arange(S)[None]\n    return np.logical_and(d >= 0, d < window)\n",
    ),
    (
        "prefix-mask",
        "assignment",
        N
        + "def prefix_mask(T, prefix):\n    m = np.tril(np.ones((T, T))).astype(bool)\n    m[:, :prefix] = True\n    return m\n",
    ),
    (
        "packed-mask",
        "double loop",
        N
        + "def packed_mask(documents):\n    n = len(documents)\n    return np.array([[j <= i and documents[i] == documents[j] for j in range(n)] for i in range(n)], dtype=bool)\n",
    ),
    (
        "padding-mask",
        "logical_and",
        N + "def with_padding(keep, real):\n    return np.logical_and(keep[np.newaxis], np.expand_dims(real, 1))\n",
    ),
    (
        "embedding-backward",
        "one-hot product",
        N
        + "def embedding_backward(tokens, upstream, V):\n    one = np.eye(V)[np.ravel(tokens)]\n    return one.T @ upstream.reshape(-1, upstream.shape[-1])\n",
    ),
    (
        "next-token-loss",
        "fancy index",
        N
        + "def next_token_loss(logits, targets):\n    z = logits.reshape(-1, logits.shape[-1])\n    z = z - z.max(1, keepdims=True)\n    nll = np.log(np.exp(z).sum(1)) - z[np.arange(len(z)), targets.ravel()]\n    return nll.mean()\n",
    ),
    (
        "gelu",
        "np.power and constants",
        N
        + "def gelu_tanh(x):\n    inner = 0.7978845608028654 * (x + 0.044715 * np.power(x, 3))\n    return x / 2 * (1.0 + np.tanh(inner))\n",
    ),
    (
        "gelu",
        "as a sigmoid",
        N
        + "def gelu_tanh(x):\n    u = np.sqrt(2 / np.pi) * (x + 0.044715 * x * x * x)\n    return x / (1 + np.exp(-2 * u))\n",
    ),
    (
        "rms-norm",
        "einsum, in place",
        N
        + "def rms_norm(x, gamma, eps=1e-5):\n    y = np.array(x, dtype=float)\n    ms = np.einsum('...c,...c->...', y, y)[..., None] / y.shape[-1]\n    y *= 1.0 / np.sqrt(ms + eps)\n    y *= gamma\n    return y\n",
    ),
    (
        "layer-norm",
        "two passes by hand",
        N
        + "def layer_norm(x, gamma, beta, eps=1e-5):\n    C = x.shape[-1]\n    mu = x.sum(-1, keepdims=True) / C\n    d = x - mu\n    inv = (np.square(d).sum(-1, keepdims=True) / C + eps) ** -0.5\n    return d * inv * gamma + beta\n",
    ),
    (
        "rope",
        "complex numbers",
        N
        + "def rotate(x, positions, frequencies):\n    n = 2 * len(frequencies)\n    z = x[..., 0:n:2] + 1j * x[..., 1:n:2]\n    z = z * np.exp(1j * positions[..., None] * frequencies)\n    pair = np.stack([z.real, z.imag], -1).reshape(*z.shape[:-1], n)\n    return np.concatenate([pair, x[..., n:]], -1)\n",
    ),
    (
        "rope-half-split",
        "rotate_half, as in transformers",
        N
        + "def rotate_half_split(x, positions, frequencies):\n    n = 2 * len(frequencies)\n    body, rest = x[..., :n], x[..., n:]\n    ang = positions[..., None] * frequencies\n    cos = np.concatenate([np.cos(ang)] * 2, -1)\n    sin = np.concatenate([np.sin(ang)] * 2, -1)\n    half = np.concatenate([-body[..., n // 2 :], body[..., : n // 2]], -1)\n    return np.concatenate([body * cos + half * sin, rest], -1)\n",
    ),
    (
        "rope-layout-order",
        "list",
        N + "def half_split_order(D):\n    return np.array(list(range(0, D, 2)) + list(range(1, D, 2)))\n",
    ),
    (
        "sinusoids",
        "double loop",
        M
        + "def positional_encoding(T, C):\n    pe = np.zeros((T, C))\n    for p in range(T):\n        for i in range(C):\n            w = 1 / 10000 ** (2 * (i // 2) / C)\n            pe[p, i] = math.cos(p * w) if i % 2 else math.sin(p * w)\n    return pe\n",
    ),
    (
        "key-distance",
        "subtract.outer",
        N
        + "def query_key_distance(T, S=None):\n    S = T if S is None else S\n    return np.subtract.outer(np.arange(S)[S - T :], np.arange(S))\n",
    ),
    (
        "linear-attention",
        "the T × S matrix",
        N
        + "def linear_attention(phi_q, phi_k, v):\n    a = np.einsum('...tr,...sr->...ts', phi_q, phi_k)\n    return (a / a.sum(-1, keepdims=True)) @ v\n",
    ),
    (
        "patchify",
        "loops over the grid",
        N
        + "def patchify(images, P):\n    B, c, h, w = images.shape\n    if h % P != 0 or w % P != 0:\n        raise ValueError\n    rows = [images[:, :, i : i + P, j : j + P].reshape(B, -1) for i in range(0, h, P) for j in range(0, w, P)]\n    return np.stack(rows, 1)\n",
    ),
    (
        "rnn",
        "step by step",
        N
        + "def rnn_forward(x, h, W, U, b):\n    out = np.empty((x.shape[0], x.shape[1] + 1, h.shape[1]))\n    out[:, 0] = h\n    for t in range(x.shape[1]):\n        out[:, t + 1] = np.tanh(np.einsum('nd,bd->bn', W, x[:, t]) + out[:, t] @ U.T + b)\n    return out\n",
    ),
    (
        "band-mask",
        "loop",
        N
        + "def band_mask(T, w, dilation=1):\n    m = np.zeros((T, T), bool)\n    for i in range(T):\n        for step in range(-w, w + 1):\n            j = i + step * dilation\n            if 0 <= j < T:\n                m[i, j] = True\n    return m\n",
    ),
    (
        "receptive-field",
        "boolean products",
        N
        + "def reach(mask, layers):\n    T = len(mask)\n    seen = np.eye(T, dtype=bool)\n    step = np.logical_or(mask, np.eye(T, dtype=bool))\n    for _ in range(layers):\n        seen = (step[:, :, None] & seen[None]).any(1)\n    return seen\n",
    ),
    (
        "paged-lookup",
        "divmod in a loop",
        N
        + "def block_slots(table, length, size):\n    return np.array([table[p // size] * size + p % size for p in range(length)], dtype=int)\n",
    ),
    (
        "online-softmax",
        "whole at once",
        N
        + "def online_weighted_sum(score_blocks, value_blocks):\n    z, v = np.concatenate(list(score_blocks)), np.concatenate(list(value_blocks))\n    m = z.max()\n    if np.isneginf(m):\n        return np.zeros(v.shape[-1])\n    e = np.exp(z - m)\n    return (e[:, None] * v).sum(0) / e.sum()\n",
    ),
    (
        "gqa",
        "repeat",
        N
        + "from snippets.attention_mechanism import scaled_dot_product_attention\ndef grouped_query_attention(q, k, v, mask=None):\n    H, G = q.shape[-3], k.shape[-3]\n    if H % G:\n        raise ValueError\n    if mask is not None and mask.shape != (q.shape[-2], k.shape[-2]):\n        raise ValueError\n    k, v = np.repeat(k, H // G, axis=-3), np.repeat(v, H // G, axis=-3)\n    return scaled_dot_product_attention(q, k, v, mask)\n",
    ),
    (
        "gqa-pooling",
        "a loop over groups",
        N
        + "def mean_pool_heads(w, H, G):\n    D = w.shape[1] // H\n    heads = np.split(w, H, axis=1)\n    n = H // G\n    return np.concatenate([sum(heads[g * n : (g + 1) * n]) / n for g in range(G)], axis=1)\n",
    ),
    (
        "cross-entropy",
        "loops",
        N
        + "def cross_entropy(logits, targets, counted=None):\n    B, T, V = logits.shape\n    mask = np.ones((B, T)) if counted is None else counted.astype(float)\n    n, loss, grad = mask.sum(), 0.0, np.zeros_like(logits)\n    for b in range(B):\n        for t in range(T):\n            z = logits[b, t] - logits[b, t].max()\n            p = np.exp(z) / np.exp(z).sum()\n            loss -= mask[b, t] * (z[targets[b, t]] - np.log(np.exp(z).sum())) / n\n            p[targets[b, t]] -= 1\n            grad[b, t] = p * mask[b, t] / n\n    return loss, grad\n",
    ),
    (
        "residual-forward",
        "accumulate",
        "from itertools import accumulate\nimport numpy as np\ndef residual_forward(x, weights, scale=1.0, skip=1.0):\n    step = lambda s, W: skip * s + scale * (np.where(s > 0, s, 0) @ W)\n    return list(accumulate(weights, step, initial=x))\n",
    ),
]

WRONG: list[tuple[str, str, str]] = [
    (
        "softmax",
        "always the last axis",
        N
        + "def softmax(x, axis=-1):\n    e = np.exp(x - x.max(-1, keepdims=True))\n    return e / e.sum(-1, keepdims=True)\n",
    ),
    (
        "softmax",
        "shifted by the mean",
        N
        + "def softmax(x, axis=-1):\n    e = np.exp(x - x.mean(axis, keepdims=True))\n    return e / e.sum(axis, keepdims=True)\n",
    ),
    (
        "softmax",
        "clipped instead of shifted",
        N
        + "def softmax(x, axis=-1):\n    e = np.exp(np.clip(x, -50, 50))\n    return e / e.sum(axis, keepdims=True)\n",
    ),
    (
        "softmax",
        "eps in the denominator",
        N
        + "def softmax(x, axis=-1):\n    e = np.exp(x - x.max(axis, keepdims=True))\n    return e / (e.sum(axis, keepdims=True) + 1e-2)\n",
    ),
    (
        "log-softmax",
        "log of the softmax",
        N
        + "def log_softmax(x, axis=-1):\n    e = np.exp(x - x.max(axis, keepdims=True))\n    return np.log(e / e.sum(axis, keepdims=True))\n",
    ),
    (
        "log-sum-exp",
        "peak forgotten at the end",
        N + "def log_sum_exp(x, axis=-1):\n    return np.log(np.exp(x - x.max(axis, keepdims=True)).sum(axis))\n",
    ),
    (
        "softmax-backward",
        "as if it were a sigmoid",
        N + "def softmax_backward(s, upstream, axis=-1):\n    return upstream * s * (1 - s)\n",
    ),
    (
        "masked-softmax",
        "masked with -100",
        N
        + "def masked_softmax(scores, mask, axis=-1):\n    s = np.where(mask, scores, -100.0)\n    e = np.exp(s - s.max(axis, keepdims=True))\n    return e / e.sum(axis, keepdims=True)\n",
    ),
    (
        "masked-softmax",
        "empty rows are uniform",
        N
        + "def masked_softmax(scores, mask, axis=-1):\n    s = np.where(mask, scores, -1e9)\n    e = np.exp(s - s.max(axis, keepdims=True))\n    return e / e.sum(axis, keepdims=True)\n",
    ),
    (
        "masked-softmax",
        "multiplied after the softmax, not normalised again",
        N
        + "def masked_softmax(scores, mask, axis=-1):\n    e = np.exp(scores - scores.max(axis, keepdims=True))\n    return e / e.sum(axis, keepdims=True) * mask\n",
    ),
    (
        "attention",
        "scaled by the length",
        N
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    s = q @ k.swapaxes(-1, -2) / np.sqrt(k.shape[-2])\n    w = softmax(s) if mask is None else masked_softmax(s, mask)\n    return w @ v, w\n",
    ),
    (
        "attention",
        "scaled by the width of the values",
        N
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    s = q @ k.swapaxes(-1, -2) / np.sqrt(v.shape[-1])\n    w = softmax(s) if mask is None else masked_softmax(s, mask)\n    return w @ v, w\n",
    ),
    (
        "attention",
        "softmax over the queries",
        N
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])\n    w = softmax(s, axis=-2) if mask is None else masked_softmax(s, mask, axis=-2)\n    return w @ v, w\n",
    ),
    (
        "attention",
        "scores returned instead of weights",
        N
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])\n    w = softmax(s) if mask is None else masked_softmax(s, mask)\n    return w @ v, s\n",
    ),
    (
        "attention",
        "scaled twice",
        N
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    d = np.sqrt(q.shape[-1])\n    s = (q / d) @ (k / d).swapaxes(-1, -2)\n    w = softmax(s) if mask is None else masked_softmax(s, mask)\n    return w @ v, w\n",
    ),
    (
        "causal-mask",
        "strictly below",
        N
        + "def causal_mask(T, S=None):\n    S = T if S is None else S\n    if S < T:\n        raise ValueError\n    return np.tri(T, S, k=S - T - 1, dtype=bool)\n",
    ),
    (
        "causal-mask",
        "numbers, not booleans",
        N
        + "def causal_mask(T, S=None):\n    S = T if S is None else S\n    if S < T:\n        raise ValueError\n    return np.tri(T, S, k=S - T)\n",
    ),
    (
        "causal-mask",
        "no error",
        N
        + "def causal_mask(T, S=None):\n    S = T if S is None else S\n    return np.tri(T, S, k=S - T, dtype=bool)\n",
    ),
    (
        "split-heads",
        "reshaped without a transpose",
        N
        + "def split_heads(x, num_heads):\n    *lead, T, C = x.shape\n    if C % num_heads:\n        raise ValueError\n    return x.reshape(*lead, num_heads, T, C // num_heads)\n",
    ),
    (
        "split-heads",
        "features interleaved",
        N
        + "def split_heads(x, num_heads):\n    *lead, T, C = x.shape\n    if C % num_heads:\n        raise ValueError\n    return np.moveaxis(x.reshape(*lead, T, C // num_heads, num_heads), -1, -3)\n",
    ),
    (
        "merge-heads",
        "reshaped without a transpose",
        N + "def merge_heads(x):\n    *lead, H, T, D = x.shape\n    return x.reshape(*lead, T, H * D)\n",
    ),
    (
        "top-k",
        "k smallest ids",
        N
        + "def top_k_filter(logits, k):\n    if k <= 0:\n        return logits\n    out = np.full(logits.shape, -np.inf)\n    out[..., :k] = logits[..., :k]\n    return out\n",
    ),
    (
        "top-p",
        "greater, not at least",
        N
        + "from snippets.autoregressive_decoding import ranks\n"
        + CARDS["softmax"]
        + "def top_p_filter(logits, p):\n    if p <= 0:\n        raise ValueError\n    if p >= 1:\n        return logits\n    probs = -np.sort(-softmax(logits), -1)\n    keep = np.take_along_axis(np.cumsum(probs, -1) - probs <= p, ranks(logits), -1)\n    return np.where(keep, logits, -np.inf)\n",
    ),
    (
        "draw",
        "compared before normalising",
        N + "def draw(probs, u):\n    return (np.cumsum(probs, -1) <= np.asarray(u)[..., None]).sum(-1)\n",
    ),
    (
        "window-mask",
        "one key too many",
        N
        + "def window_mask(T, window, S=None):\n    if window < 1:\n        raise ValueError\n    S = T if S is None else S\n    d = np.arange(S - T, S)[:, None] - np.arange(S)\n    return (d >= 0) & (d <= window)\n",
    ),
    (
        "window-mask",
        "looks ahead",
        N
        + "def window_mask(T, window, S=None):\n    if window < 1:\n        raise ValueError\n    S = T if S is None else S\n    d = np.arange(S - T, S)[:, None] - np.arange(S)\n    return np.abs(d) < window\n",
    ),
    (
        "prefix-mask",
        "the prefix sees everything",
        N + "def prefix_mask(T, prefix):\n    m = np.tri(T, dtype=bool)\n    m[:prefix] = True\n    return m\n",
    ),
    ("packed-mask", "not causal", N + "def packed_mask(documents):\n    return documents[:, None] == documents\n"),
    (
        "embedding-backward",
        "repeated tokens lost",
        N
        + "def embedding_backward(tokens, upstream, V):\n    g = np.zeros((V, upstream.shape[-1]))\n    g[tokens] += upstream\n    return g\n",
    ),
    (
        "next-token-loss",
        "sum, not mean",
        N
        + "from snippets.softmax import log_softmax\ndef next_token_loss(logits, targets):\n    return -float(np.take_along_axis(log_softmax(logits), targets[..., None], -1).sum())\n",
    ),
    (
        "gelu",
        "the exact GELU",
        M + "def gelu_tanh(x):\n    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))\n",
    ),
    ("gelu", "the sigmoid approximation", N + "def gelu_tanh(x):\n    return x / (1 + np.exp(-1.702 * x))\n"),
    (
        "rms-norm",
        "eps outside the root",
        N
        + "def rms_norm(x, gamma, eps=1e-5):\n    return gamma * x / (np.sqrt((x**2).mean(-1, keepdims=True)) + eps)\n",
    ),
    (
        "rms-norm",
        "the norm, not its mean",
        N + "def rms_norm(x, gamma, eps=1e-5):\n    return gamma * x / np.sqrt((x**2).sum(-1, keepdims=True) + eps)\n",
    ),
    (
        "rms-norm",
        "default eps elsewhere",
        N
        + "def rms_norm(x, gamma, eps=1e-5):\n    return gamma * x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5)\n",
    ),
    (
        "layer-norm",
        "variance of a sample",
        N
        + "def layer_norm(x, gamma, beta, eps=1e-5):\n    return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True, ddof=1) + eps) + beta\n",
    ),
    (
        "layer-norm",
        "over all axes",
        N
        + "def layer_norm(x, gamma, beta, eps=1e-5):\n    return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta\n",
    ),
    (
        "layer-norm",
        "beta inside",
        N
        + "def layer_norm(x, gamma, beta, eps=1e-5):\n    return gamma * ((x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) + beta)\n",
    ),
    (
        "rope",
        "the other direction",
        N
        + "def rotate(x, positions, frequencies):\n    n = 2 * len(frequencies)\n    z = (x[..., 0:n:2] + 1j * x[..., 1:n:2]) * np.exp(-1j * positions[..., None] * frequencies)\n    return np.concatenate([np.stack([z.real, z.imag], -1).reshape(*z.shape[:-1], n), x[..., n:]], -1)\n",
    ),
    (
        "rope",
        "positions counted anew",
        N
        + "def rotate(x, positions, frequencies):\n    n = 2 * len(frequencies)\n    t = np.arange(x.shape[-2])\n    z = (x[..., 0:n:2] + 1j * x[..., 1:n:2]) * np.exp(1j * t[..., None] * frequencies)\n    return np.concatenate([np.stack([z.real, z.imag], -1).reshape(*z.shape[:-1], n), x[..., n:]], -1)\n",
    ),
    (
        "sinusoids",
        "base by i, not 2i",
        N
        + "def positional_encoding(T, C):\n    w = 10000.0 ** (-np.arange(0, (C + 1) // 2) / C)\n    a = np.arange(T)[:, None] * w\n    pe = np.empty((T, C))\n    pe[:, 0::2] = np.sin(a)\n    pe[:, 1::2] = np.cos(a[:, : C // 2])\n    return pe\n",
    ),
    (
        "sinusoids",
        "sines first, then cosines",
        N
        + "def positional_encoding(T, C):\n    a = np.arange(T)[:, None] * 10000.0 ** (-np.arange(0, C, 2) / C)\n    return np.concatenate([np.sin(a), np.cos(a)], -1)[:, :C]\n",
    ),
    (
        "linear-attention",
        "not normalised",
        N + "def linear_attention(phi_q, phi_k, v):\n    return phi_q @ (phi_k.swapaxes(-1, -2) @ v)\n",
    ),
    (
        "patchify",
        "pixels before channels",
        N
        + "def patchify(images, P):\n    B, c, h, w = images.shape\n    if h % P or w % P:\n        raise ValueError\n    return images.reshape(B, c, h // P, P, w // P, P).transpose(0, 2, 4, 3, 5, 1).reshape(B, -1, c * P * P)\n",
    ),
    (
        "gqa",
        "heads by modulo",
        N
        + "from snippets.attention_mechanism import scaled_dot_product_attention\ndef grouped_query_attention(q, k, v, mask=None):\n    H, G = q.shape[-3], k.shape[-3]\n    if H % G or (mask is not None and mask.shape != (q.shape[-2], k.shape[-2])):\n        raise ValueError\n    pick = np.arange(H) % G\n    return scaled_dot_product_attention(q, k[..., pick, :, :], v[..., pick, :, :], mask)\n",
    ),
    (
        "dropout",
        "not scaled",
        N
        + "def dropout(x, p, rng, training=True):\n    if not 0 <= p < 1:\n        raise ValueError\n    mask = rng.random(x.shape) < (1 - p if training else 1.0)\n    return x * mask, mask\n",
    ),
    (
        "rnn",
        "the first state left out",
        N
        + "def rnn_forward(x, h, W, U, b):\n    out = []\n    for t in range(x.shape[1]):\n        h = np.tanh(x[:, t] @ W.T + h @ U.T + b)\n        out.append(h)\n    return np.stack(out, 1)\n",
    ),
    (
        "paged-lookup",
        "offset forgotten",
        N
        + "def block_slots(table, length, size):\n    p = np.arange(length)\n    return size * np.asarray(table)[p // size]\n",
    ),
    (
        "attention",
        "in place: the queries are changed",
        N
        + CARDS["masked"]
        + "def scaled_dot_product_attention(q, k, v, mask=None):\n    q /= np.sqrt(q.shape[-1])\n    s = q @ k.swapaxes(-1, -2)\n    w = softmax(s) if mask is None else masked_softmax(s, mask)\n    return w @ v, w\n",
    ),
    (
        "alibi",
        "positive bias",
        N
        + "from snippets.alibi import alibi_slopes\nfrom snippets.position_encoding import query_key_distance\ndef alibi_bias(H, T, S=None):\n    return alibi_slopes(H)[:, None, None] * np.abs(query_key_distance(T, S))\n",
    ),
]

RIGHT += [
    (
        "swiglu",
        "by einsum",
        "import numpy as np\nimport math\nfrom snippets.feed_forward_network import silu\nclass GatedFeedForward:\n    def __init__(self, rng, C, d_ff, activation=silu):\n        self.w_gate, self.w_up = rng.standard_normal((2, C, d_ff)) / math.sqrt(C)\n        self.w_down = rng.standard_normal((d_ff, C)) / math.sqrt(d_ff)\n        self.activation = activation\n    def __call__(self, x):\n        return np.einsum('...f,fc->...c', self.activation(np.einsum('...c,cf->...f', x, self.w_gate)) * np.einsum('...c,cf->...f', x, self.w_up), self.w_down)\n",
    ),
    (
        "min-p",
        "in logarithms",
        "import numpy as np\nimport math\ndef min_p_filter(logits, p):\n    if not 0 <= p <= 1: raise ValueError('p')\n    if p == 0: return np.array(logits, dtype=float)\n    top = logits.max(-1, keepdims=True)\n    return np.where(logits - top >= math.log(p), logits, -np.inf)\n",
    ),
    (
        "top-p",
        "a loop over rows",
        "import numpy as np\nimport math\ndef top_p_filter(logits, p):\n    if p <= 0: raise ValueError\n    if p >= 1: return logits.copy()\n    flat = logits.reshape(-1, logits.shape[-1])\n    out = np.full(flat.shape, -np.inf)\n    for r, row in enumerate(flat):\n        e = np.exp(row - row.max()); e /= e.sum()\n        total = 0.0\n        for i in np.argsort(-row, kind='stable'):\n            out[r, i] = row[i]\n            total += e[i]\n            if total >= p: break\n    return out.reshape(logits.shape)\n",
    ),
    (
        "lora",
        "by einsum",
        "import numpy as np\nimport math\ndef lora_forward(x, W, A, B, alpha):\n    return np.einsum('...i,io->...o', x, W) + (alpha / B.shape[0]) * np.einsum('...i,ir,ro->...o', x, A, B)\n",
    ),
    (
        "lora",
        "in place on a copy",
        "import numpy as np\nimport math\ndef lora_forward(x, W, A, B, alpha):\n    out = x @ W\n    out += (x @ A) @ B * (alpha / A.shape[1])\n    return out\n",
    ),
    (
        "dpo",
        "logaddexp",
        "import numpy as np\nimport math\ndef dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):\n    z = beta * ((np.asarray(chosen) - ref_chosen) - (np.asarray(rejected) - ref_rejected))\n    return np.logaddexp(0, -z).mean()\n",
    ),
    (
        "dpo",
        "a loop with log1p",
        "import numpy as np\nimport math\ndef dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):\n    t = 0.0\n    for a, b, c, d in zip(chosen, rejected, ref_chosen, ref_rejected):\n        z = beta * ((a - c) - (b - d))\n        t += math.log1p(math.exp(-abs(z))) + max(-z, 0.0)\n    return t / len(chosen)\n",
    ),
    (
        "grpo-advantages",
        "a loop over groups",
        "import numpy as np\nimport math\ndef group_advantages(rewards, divide=True):\n    r = np.asarray(rewards, float)\n    out = np.zeros_like(r)\n    for q in range(len(r)):\n        c = r[q] - r[q].mean()\n        if not divide: out[q] = c\n        elif r[q].max() > r[q].min(): out[q] = c / np.sqrt((c * c).mean())\n    return out\n",
    ),
    (
        "quantize",
        "rint",
        "import numpy as np\nimport math\ndef quantize(w, bits, group):\n    M, K = w.shape\n    top = 2 ** (bits - 1) - 1\n    parts = w.reshape(M, K // group, group)\n    scale = np.abs(parts).max(-1, keepdims=True) / top\n    safe = np.where(scale == 0, 1, scale)\n    return np.rint(parts / safe).astype(np.int8), scale\n",
    ),
    (
        "adamw",
        "folded correction",
        "import numpy as np\nimport math\nfrom snippets.adam_and_adamw import Moments\ndef adamw_step(w, grad, state, lr, betas=(0.9, 0.999), eps=1e-8, decay=0.0):\n    b1, b2 = betas\n    t = state.t + 1\n    m = state.m + (1 - b1) * (grad - state.m)\n    v = b2 * state.v + (1 - b2) * np.square(grad)\n    step = lr * math.sqrt(1 - b2 ** t) / (1 - b1 ** t)\n    new = w * (1 - lr * decay) - step * m / (np.sqrt(v) + eps * math.sqrt(1 - b2 ** t))\n    return new, Moments(t, m, v)\n",
    ),
    (
        "dropout",
        "compared with p",
        "import numpy as np\nimport math\ndef dropout(x, p, rng, training=True):\n    if not 0 <= p < 1: raise ValueError(p)\n    if not training: return x, np.ones(x.shape, bool)\n    keep = rng.random(x.shape) >= p\n    return x * keep / (1 - p), keep\n",
    ),
    (
        "cross-entropy",
        "one-hot",
        "import numpy as np\nimport math\ndef cross_entropy(logits, targets, counted=None):\n    B, T, V = logits.shape\n    c = np.ones((B, T)) if counted is None else counted.astype(float)\n    z = logits - logits.max(-1, keepdims=True)\n    e = np.exp(z); s = e.sum(-1, keepdims=True)\n    hot = np.eye(V)[targets]\n    n = c.sum()\n    loss = ((np.log(s)[..., 0] - (z * hot).sum(-1)) * c).sum() / n\n    return loss, (e / s - hot) * c[..., None] / n\n",
    ),
]
WRONG += [
    (
        "swiglu",
        "gate and up swapped",
        "import numpy as np\nimport math\nfrom snippets.feed_forward_network import silu\nclass GatedFeedForward:\n    def __init__(self, rng, C, d_ff, activation=silu):\n        self.w_gate, self.w_up = rng.standard_normal((2, C, d_ff)) / math.sqrt(C)\n        self.w_down = rng.standard_normal((d_ff, C)) / math.sqrt(d_ff)\n        self.activation = activation\n    def __call__(self, x):\n        return (self.activation(x @ self.w_up) * (x @ self.w_gate)) @ self.w_down\n",
    ),
    (
        "swiglu",
        "silu hardwired",
        "import numpy as np\nimport math\nfrom snippets.feed_forward_network import silu\nclass GatedFeedForward:\n    def __init__(self, rng, C, d_ff, activation=silu):\n        self.w_gate, self.w_up = rng.standard_normal((2, C, d_ff)) / math.sqrt(C)\n        self.w_down = rng.standard_normal((d_ff, C)) / math.sqrt(d_ff)\n        self.activation = activation\n    def __call__(self, x):\n        return (silu(x @ self.w_gate) * (x @ self.w_up)) @ self.w_down\n",
    ),
    (
        "min-p",
        "strict",
        "import numpy as np\nimport math\ndef min_p_filter(logits, p):\n    if not 0 <= p <= 1: raise ValueError('p')\n    e = np.exp(logits - logits.max(-1, keepdims=True))\n    return np.where(e > p, logits, -np.inf)\n",
    ),
    (
        "min-p",
        "absolute p",
        "import numpy as np\nimport math\ndef min_p_filter(logits, p):\n    if not 0 <= p <= 1: raise ValueError('p')\n    e = np.exp(logits - logits.max(-1, keepdims=True)); e /= e.sum(-1, keepdims=True)\n    return np.where(e >= p, logits, -np.inf)\n",
    ),
    (
        "top-p",
        "drops crossing token",
        "import numpy as np\nimport math\ndef top_p_filter(logits, p):\n    if p <= 0: raise ValueError\n    if p >= 1: return logits.copy()\n    order = np.argsort(-logits, -1, kind='stable')\n    e = np.exp(logits - logits.max(-1, keepdims=True)); e /= e.sum(-1, keepdims=True)\n    s = np.take_along_axis(e, order, -1)\n    keep = np.cumsum(s, -1) <= p\n    keep[..., 0] = True\n    out = np.full(logits.shape, -np.inf)\n    np.put_along_axis(out, order, np.where(keep, np.take_along_axis(logits, order, -1), -np.inf), -1)\n    return out\n",
    ),
    (
        "lora",
        "no scale",
        "import numpy as np\nimport math\ndef lora_forward(x, W, A, B, alpha):\n    return x @ W + alpha * x @ A @ B\n",
    ),
    (
        "lora",
        "merges into W in place",
        "import numpy as np\nimport math\ndef lora_forward(x, W, A, B, alpha):\n    W += alpha / A.shape[1] * A @ B\n    return x @ W\n",
    ),
    (
        "lora",
        "by d_in",
        "import numpy as np\nimport math\ndef lora_forward(x, W, A, B, alpha):\n    return x @ W + alpha / A.shape[0] * x @ A @ B\n",
    ),
    (
        "dpo",
        "overflow",
        "import numpy as np\nimport math\ndef dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):\n    z = beta * ((chosen - ref_chosen) - (rejected - ref_rejected))\n    return -np.log(1 / (1 + np.exp(-z))).mean()\n",
    ),
    (
        "dpo",
        "beta outside",
        "import numpy as np\nimport math\ndef dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):\n    z = ((chosen - ref_chosen) - (rejected - ref_rejected))\n    return beta * np.logaddexp(0, -z).mean()\n",
    ),
    (
        "dpo",
        "no ref",
        "import numpy as np\nimport math\ndef dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):\n    return np.logaddexp(0, -beta * (chosen - rejected)).mean()\n",
    ),
    (
        "grpo-advantages",
        "ddof 1",
        "import numpy as np\nimport math\ndef group_advantages(rewards, divide=True):\n    c = rewards - rewards.mean(1, keepdims=True)\n    if not divide: return c\n    s = rewards.std(1, ddof=1, keepdims=True)\n    return np.where(s > 0, c / np.where(s > 0, s, 1), 0)\n",
    ),
    (
        "grpo-advantages",
        "over the batch",
        "import numpy as np\nimport math\ndef group_advantages(rewards, divide=True):\n    c = rewards - rewards.mean()\n    s = rewards.std()\n    return c / s if divide and s else c\n",
    ),
    (
        "grpo-advantages",
        "nan",
        "import numpy as np\nimport math\ndef group_advantages(rewards, divide=True):\n    c = rewards - rewards.mean(1, keepdims=True)\n    return c / rewards.std(1, keepdims=True) if divide else c\n",
    ),
    (
        "quantize",
        "truncates",
        "import numpy as np\nimport math\ndef quantize(w, bits, group):\n    M, K = w.shape\n    p = w.reshape(M, K // group, group)\n    s = np.abs(p).max(-1, keepdims=True) / (2 ** (bits - 1) - 1)\n    return (p / np.where(s == 0, 1, s)).astype(np.int8), s\n",
    ),
    (
        "quantize",
        "scale per row",
        "import numpy as np\nimport math\ndef quantize(w, bits, group):\n    M, K = w.shape\n    p = w.reshape(M, K // group, group)\n    s = np.broadcast_to(np.abs(w).max(-1)[:, None, None], (M, K // group, 1)) / (2 ** (bits - 1) - 1)\n    return np.rint(p / np.where(s == 0, 1, s)).astype(np.int8), s\n",
    ),
    (
        "adamw",
        "decay in gradient",
        "import numpy as np\nimport math\nfrom snippets.adam_and_adamw import Moments\ndef adamw_step(w, grad, state, lr, betas=(0.9, 0.999), eps=1e-8, decay=0.0):\n    b1, b2 = betas\n    grad = grad + decay * w\n    t = state.t + 1\n    m = b1 * state.m + (1 - b1) * grad\n    v = b2 * state.v + (1 - b2) * grad ** 2\n    return w - lr * (m / (1 - b1 ** t)) / (np.sqrt(v / (1 - b2 ** t)) + eps), Moments(t, m, v)\n",
    ),
    (
        "adamw",
        "eps inside root",
        "import numpy as np\nimport math\nfrom snippets.adam_and_adamw import Moments\ndef adamw_step(w, grad, state, lr, betas=(0.9, 0.999), eps=1e-8, decay=0.0):\n    b1, b2 = betas\n    t = state.t + 1\n    m = b1 * state.m + (1 - b1) * grad\n    v = b2 * state.v + (1 - b2) * grad ** 2\n    return w - lr * decay * w - lr * (m / (1 - b1 ** t)) / np.sqrt(v / (1 - b2 ** t) + eps), Moments(t, m, v)\n",
    ),
    (
        "dropout",
        "not inverted",
        "import numpy as np\nimport math\ndef dropout(x, p, rng, training=True):\n    if not 0 <= p < 1: raise ValueError(p)\n    if not training: return x, np.ones(x.shape, bool)\n    keep = rng.random(x.shape) >= p\n    return x * keep, keep\n",
    ),
    (
        "dropout",
        "own generator",
        "import numpy as np\nimport math\ndef dropout(x, p, rng, training=True):\n    if not 0 <= p < 1: raise ValueError(p)\n    if not training: return x, np.ones(x.shape, bool)\n    keep = np.random.default_rng(0).random(x.shape) >= p\n    return x * keep / (1 - p), keep\n",
    ),
    (
        "dropout",
        "one mask per row",
        "import numpy as np\nimport math\ndef dropout(x, p, rng, training=True):\n    if not 0 <= p < 1: raise ValueError(p)\n    if not training: return x, np.ones(x.shape, bool)\n    keep = np.broadcast_to(rng.random(x.shape[:-1] + (1,)) >= p, x.shape)\n    return x * keep / (1 - p), keep\n",
    ),
    (
        "cross-entropy",
        "gradient by all positions",
        "import numpy as np\nimport math\ndef cross_entropy(logits, targets, counted=None):\n    B, T, V = logits.shape\n    c = np.ones((B, T)) if counted is None else counted.astype(float)\n    z = logits - logits.max(-1, keepdims=True)\n    e = np.exp(z); s = e.sum(-1, keepdims=True)\n    hot = np.eye(V)[targets]\n    loss = ((np.log(s)[..., 0] - (z * hot).sum(-1)) * c).sum() / c.sum()\n    return loss, (e / s - hot) * c[..., None] / (B * T)\n",
    ),
]

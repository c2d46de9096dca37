"""Tasks of the card Linear_Attention."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def features(r, n, *lead, S=None):
    """Positive features of queries and keys, and values."""
    S = n if S is None else S
    return r.random((*lead, n, 3)) + 0.1, r.random((*lead, S, 3)) + 0.1, r.normal(size=(*lead, S, 2))


def pieces(f, r, n):
    """Two pieces, the second with the state of the first, give what one pass gives."""
    q, k, v = features(r, 2 * n + 1)
    first, state = f(q[:n], k[:n], v[:n])
    second, _ = f(q[n:], k[n:], v[n:], state)
    return (q, k, v), np.concatenate([first, second]), f(q, k, v)[0]


def writes(r, n, *lead, channels=1):
    """Queries, unit keys, values, decays, rates and a state; no two sizes are equal."""
    q, k = r.normal(size=(2, *lead, n, 5))
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    return q, k, r.normal(size=(*lead, n, 3)), r.uniform(0.3, 1, (*lead, n, channels)), r.uniform(0.1, 1, (*lead, n, 1)), r.normal(size=(*lead, 5, 3))


def newest(f, r, n):
    """With a rate of 1 and a unit key the newest pair is answered exactly, whatever the decay."""
    _, k, v, alpha, beta, S = writes(r, n, channels=5)
    return (k, v, alpha), f(k, k, v, alpha, np.ones_like(beta), S)[0], v


TASKS = [
    task(
        "gated-delta-rule", "gated_delta_rule", minutes=15, level=4,
        title=("The gated delta rule", "门控 delta 规则"),
        prompt=("Token by token: the state decays, then the error of what the key returns is written with rate β, then the query reads. Return the outputs and the state. alpha is (..., T, 1), or (..., T, D) for a decay per channel of the key.", "逐个词元：先让状态衰减，再把该键回答的误差以 β 写入，然后用查询读出。返回输出和状态。alpha 为 (..., T, 1)，或键的每个通道一个衰减的 (..., T, D)。"),
        hints=[("alpha[..., t, :, None] multiplies the rows of the state, one for each channel of the key.", "alpha[..., t, :, None] 乘在状态的行上，键的每个通道一行。"), ("What the key returns is kᵀS, read after the decay; the write is the outer product of k and β (v − kᵀS).", "键的回答是衰减之后的 kᵀS；写入的是 k 与 β (v − kᵀS) 的外积。")],
        properties=[agrees(("one head", "单头"), writes), agrees(("batch and heads", "批量与多头"), lambda r, n: writes(r, n, 2, 3)), agrees(("a decay for each channel", "每个通道一个衰减"), lambda r, n: writes(r, n, 2, channels=5)), holds(("the newest pair is answered exactly", "最新的一对回答精确"), newest)],
        wrong=[
            wrong(("the sum rule: nothing is taken out", "求和规则：什么也没取出"), "delta-rule-overwrites", ("error = beta[..., t, :] * (v[..., t, :] - stored)", "error = beta[..., t, :] * v[..., t, :]")),
            wrong(("the key reads before the decay", "在衰减之前读出"), "kda-channels", ("S = alpha[..., t, :, None] * S", "old, S = S, alpha[..., t, :, None] * S"), ("k[..., t, :], S)", "k[..., t, :], old)")),
            wrong(("read before the write", "先读出，后写入"), "quiz-delta-same-key", ("S = S + k[..., t, :, None] * error[..., None, :]", "old, S = S, S + k[..., t, :, None] * error[..., None, :]"), ("q[..., t, :], S)", "q[..., t, :], old)")),
            wrong(("no decay", "没有衰减"), "linear-q-gate", ("S = alpha[..., t, :, None] * S", "S = 1.0 * S")),
            wrong(("beta left out", "漏了 beta"), "delta-rule-gradient-step", ("error = beta[..., t, :] * (v[..., t, :] - stored)", "error = v[..., t, :] - stored")),
            wrong(("the error is added with the wrong sign", "误差的符号反了"), "delta-rule-gradient-step", ("v[..., t, :] - stored", "stored - v[..., t, :]")),
        ],
        right=[right("as transition matrices", code="def gated_delta_rule(q, k, v, alpha, beta, S):\n    out = np.empty(v.shape)\n    for t in range(v.shape[-2]):\n        key = k[..., t, :, None]\n        b = beta[..., t, None, :]\n        S = alpha[..., t, :, None] * S\n        S = (np.eye(k.shape[-1]) - b * key * key.swapaxes(-1, -2)) @ S + b * key * v[..., t, None, :]\n        out[..., t, :] = (q[..., t, None, :] @ S)[..., 0, :]\n    return out, S\n")],
        claims=["gated-delta-chunkwise", "delta-rule-gradient-step", "kda-channels"],
    ),
    task(
        "linear-attention", "linear_attention", minutes=10, level=3,
        title=("Linear attention", "线性注意力"),
        prompt=("φ(q)(φ(k)ᵀv) / φ(q)(φ(k)ᵀ1), without ever building a T × S matrix. The features are given.", "φ(q)(φ(k)ᵀv) / φ(q)(φ(k)ᵀ1)，不得构造 T × S 矩阵。特征已给出。"),
        hints=[("Multiply keys and values first: (r, S) @ (S, Dv).", "先乘键和值：(r, S) @ (S, Dv)。"), ("A column of ones next to the values gives the denominator in the same product.", "在值旁边加一列 1，同一次乘法就得到分母。")],
        properties=[agrees(("one head", "单头"), lambda r, n: features(r, n, S=n + 1)), agrees(("batch and heads", "批量与多头"), lambda r, n: features(r, n, 2, 3)), holds(("equal values come out as they are: it is an average", "相同的值原样输出：它是一种平均"), lambda f, r, n: (lambda q, k: ((q, k, "v of 5"), f(q, k, np.full((n, 2), 5.0)), np.full((n, 2), 5.0)))(*features(r, n)[:2]))],
        wrong=[
            wrong(("denominator missing", "漏了分母"), "linear-denominator", ("return mixed[..., :-1] / mixed[..., -1:]", "return mixed[..., :-1]")),
            wrong(("divided by the number of keys", "除以了键的个数"), "linear-q-denominator", ("/ mixed[..., -1:]", "/ phi_k.shape[-2]")),
            wrong(("the denominator's column kept in the result", "结果里留着分母那一列"), "linear-denominator", ("return mixed[..., :-1] /", "return mixed /")),
            wrong(("softmax over the scores", "对分数做了 softmax"), "linear-associativity", ("return mixed[..., :-1] / mixed[..., -1:]", "w = np.exp(phi_q @ phi_k.swapaxes(-1, -2))\n    return w / w.sum(-1, keepdims=True) @ v")),
        ],
        right=[right("einsum", ("state = phi_k.swapaxes(-1, -2) @ with_ones(v)", "return np.einsum('...tr,...rd->...td', phi_q, np.einsum('...sr,...sd->...rd', phi_k, v)) / np.einsum('...tr,...r->...t', phi_q, phi_k.sum(-2))[..., None]\n    state = 0")), right("weights built after all", ("return mixed[..., :-1] / mixed[..., -1:]", "w = phi_q @ phi_k.swapaxes(-1, -2)\n    return (w / w.sum(-1, keepdims=True)) @ v"))],
        claims=["linear-associativity", "linear-denominator"],
    ),
    task(
        "linear-attention-causal", "causal_linear_attention", minutes=15, level=4,
        title=("Causal linear attention with a state", "带状态的因果线性注意力"),
        prompt=("T new tokens after those that the state holds. Return the outputs and the new state (..., r, Dv + 1): φ(k)ᵀ times the values with a column of ones.", "在状态所含的词之后来了 T 个新词。返回输出和新状态 (..., r, Dv + 1)：φ(k)ᵀ 乘以加了一列 1 的值。"),
        hints=[("Inside the piece: (φ(q)φ(k)ᵀ ⊙ lower triangle) values; before it: φ(q) state.", "片段内部：(φ(q)φ(k)ᵀ ⊙ 下三角) values；片段之前：φ(q) state。"), ("Numerator and denominator are added up before they are divided.", "分子和分母先各自相加，再相除。")],
        properties=[agrees(("from the beginning", "从头开始"), lambda r, n: features(r, n, 2)), agrees(("after a state", "在已有状态之后"), lambda r, n: [call(*features(r, n, *lead), state=r.random((*lead, 3, 3))) for lead in ((), (2,))]), holds(("pieces give what one pass gives", "分段与一遍的结果相同"), pieces)],
        wrong=[
            wrong(("not causal inside the piece", "片段内部不是因果的"), "linear-causal-forms", (" * np.tri(T)", "")),
            wrong(("the token itself is not seen", "看不到词自己"), "linear-causal-forms", ("np.tri(T)", "np.tri(T, k=-1)")),
            wrong(("the state is not read", "没有读取状态"), "linear-q-rnn", ("mixed = mixed + phi_q @ state", "mixed = mixed + 0")),
            wrong(("the state is replaced, not added to", "状态被替换而不是累加"), "linear-constant-state", ("update = update + state", "update = update + 0")),
            wrong(("divided before the past is added", "在加上过去之前就做了除法"), "linear-denominator", ("    if state is not None:\n", "    mixed = mixed / mixed[..., -1:]\n    if state is not None:\n")),
        ],
        right=[right("token by token", code="def causal_linear_attention(phi_q, phi_k, v, state=None):\n    values = with_ones(v)\n    S = np.zeros((*v.shape[:-2], phi_k.shape[-1], values.shape[-1])) if state is None else state.copy()\n    out = np.empty(v.shape)\n    for t in range(v.shape[-2]):\n        S = S + phi_k[..., t, :, None] * values[..., t, None, :]\n        m = np.einsum('...r,...rd->...d', phi_q[..., t, :], S)\n        out[..., t, :] = m[..., :-1] / m[..., -1:]\n    return out, S\n")],
        claims=["linear-causal-forms", "linear-constant-state"],
    ),
]

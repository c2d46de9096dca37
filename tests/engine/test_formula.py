"""Display formulas are evaluated: what is true holds in any notation of the subset, what is changed does not."""

from __future__ import annotations

import numpy as np
import pytest
from zhixing.blocks.formula_help import coins, jacobian, normals, signs
from zhixing.blocks.formula_run import UnequalError, hold
from zhixing.syntax.formula.mark import CLASSES, formula_mark, read_mark, unknown_names
from zhixing.syntax.formula.tree import FormulaError

Z = "z: n; s = softmax(z)"
ATTENTION = "Q: T, d_k; K: S, d_k; V: S, d_v; A = attention(Q, K, V)"
HOLDS = [
    # fractions, roots, transposes, functions of the code
    (r"A = \text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V", ATTENTION),
    (r"A = \text{softmax}\big(Q K^\top / \sqrt{d_k}\big)\,V", ATTENTION),
    (r"A = \operatorname{softmax}\left(\tfrac{1}{\sqrt{d_k}} (K Q^T)^T\right) V", ATTENTION),
    (r"\text{attention}(Q, K, V) = A", ATTENTION + "; attention = attention"),
    # sums with and without bounds, indices from 0 and from 1, free indices
    (r"\text{softmax}(z)_i = \frac{e^{z_i}}{\sum_{j=1}^{n} e^{z_j}}", Z),
    (r"s_i = \frac{\exp(z_i)}{\sum_{j=0}^{n-1} \exp z_j}, \qquad 0 \le i < n", Z),
    (r"s_i = \frac{e^{z_i - m}}{\sum_j e^{z_j - m}}, \qquad m = \max_j z_j", Z),
    (r"\text{softmax}(z / T)_i = \frac{e^{z_i / T}}{\sum_j e^{z_j / T}}", "z: n; T = 0.7"),  # a letter, no transpose
    (r"s_i = \text{softmax}_i(z_i)", Z),
    (r"d = x_i x_j^T", "x: T, n; d = x[1] @ x[0]; i = 1; j = 0; rows"),
    (r"y_t = \sum_{j \le t} x_j", "x: T; y = np.cumsum(x)"),
    (r"y_t = y_{t-1} + x_t, \quad t = 2, \ldots, T", "x: T; y = np.cumsum(x)"),
    (
        r"p = \prod_{i=1}^{n} x_i = x_1 x_2 \cdots x_n",
        "n: size; x = rng.normal(size=n + 1); p = np.prod(x[1:]); x = x[1:]",
    ),
    # rows or columns
    (r"J = \text{diag}(s) - s s^\top", Z + "; J = jacobian(softmax, z)"),
    (
        r"\frac{\partial s_i}{\partial z_j} = s_i (\delta_{ij} - s_j)",
        Z + "; delta = np.eye(n); ds_dz = jacobian(softmax, z)",
    ),
    (r"y = xW + b", "x: n; W: n, m; b: m; y = x @ W + b"),
    (r"y = W x + b", "x: n; W: m, n; b: m; y = W @ x + b"),
    (r"d = x_i B\, x_j^T", "x: T, n; B: n, n; d = x[1] @ B @ x[0]; i = 1; j = 0"),
    (r"d = x_i^\top B\, x_j", "x: T, n; B: n, n; d = x[1] @ B @ x[0]; i = 1; j = 0"),
    # names with scripts, accents, primes; definitions inside of the formula
    (r"y = x W^Q, \qquad W_i^Q = w_i", "x: n; W_Q: n, m; w = W_Q; y = x @ W_Q"),
    (
        r"y = \frac{x - \mu}{\sigma}, \quad \mu = \frac{1}{n}\sum_i x_i, \quad \sigma^2 = \frac{1}{n}\sum_i (x_i - \mu)^2",
        "x: n; sigma = x.std(); y = (x - x.mean()) / x.std()",
    ),
    (r"\hat{x}' = x - \overline{x}", "x: n; hat_x_prime = x - x.mean()"),
    (r"d_{\text{model}} = h\, d_k", "h: size; d_k: size; d_model = h * d_k"),
    # cases, Iverson's brackets, matrices, norms, floors, dots, shapes
    (
        r"Z'_{ij} = \begin{cases} Z_{ij} & j \le i \\ -\infty & \text{otherwise} \end{cases}",
        "Z: T, T; Z_prime = np.where(np.tri(T), Z, -np.inf)",
    ),
    (r"M_{ij} = [\,j \le i\,] \wedge r_j", "T: size; r = np.arange(T) > 0; M = np.tri(T, dtype=bool) & r"),
    (
        r"\begin{pmatrix} c & -s \\ s & c \end{pmatrix} \begin{pmatrix} x_0 \\ x_1 \end{pmatrix} = y",
        "c, s: number; x: 2; y = np.array([c * x[0] - s * x[1], s * x[0] + c * x[1]])",
    ),
    (r"\lVert x \rVert^2 = x \cdot x = \sum_i |x_i|^2", "x: n"),
    (r"\lVert A \rVert_F^2 = \sum_i \lVert a_i \rVert^2", "A: n, m; a = A"),
    (r"(1 - c) \lVert v \rVert \le \lVert (I + J) v \rVert", "v: n; J: n, n; c = np.linalg.norm(J, 2)"),
    (
        r"P = (I + J_{L-1}) \cdots (I + J_1)(I + J_0) = I + \sum_l J_l + \ldots",
        "L = 3; J: L, n, n; I_ = np.eye(n); P = (I_ + J[2]) @ (I_ + J[1]) @ (I_ + J[0])",
    ),
    (r"y_i = 2 x_i, \qquad m_i \to 0", "x: n; y = 2 * x; skip 2"),
    (r"\text{row } t \text{: } \sum_{i:\, t_i = t} G_i", "G: 4, n; t = both(1, [0, 1, 1, 2]); value = G[1] + G[2]"),
    (r"w_T = (1 - a)^T w_0 = a_T", "a: number; T = 3; w = [2.0, 0, 0, 2 * (1 - a) ** 3]; a_T = w[3]"),
    (r"b = \log_2 x + \log_2(y)", "x, y = 3.0, 5.0; b = np.log2(15)"),
    (r"0 \le b \lceil S/b \rceil - S < b", "b: size; S: size"),
    (
        r"E = 1 + a + \dots + a^{g} = \frac{1 - a^{g + 1}}{1 - a}",
        "a: number; g: size; E = sum(a**k for k in range(g + 1))",
    ),
    (
        r"y = \text{Concat}(h_1, \ldots, h_H) W^O, \quad W^O \in \mathbb{R}^{HD \times C}",
        "h: H, T, D; W_O: H * D, C; y = np.concatenate(list(h), -1) @ W_O",
    ),
    (r"\text{plain: } x^2 \qquad \text{cube: } x^3", "x: number; plain = x * x; cube = x * x * x"),
    (r"2P + 4n \quad \text{FLOPs per token}", "P: size; n: size; value = 2 * P + 4 * n"),
    (
        r"\text{Concat}(h_1, \ldots, h_H) W^O = \sum_{i=1}^{H} h_i W_i^O",
        "h: H, T, D; W_O = blocks(rng.normal(size=(H * D, 4)), H)",
    ),
    (r"o_i = \phi(q_i)^T S", "q: T, d; S: d, e; phi = np.exp; o = np.exp(q) @ S; mixed"),
    (r"E[t] = x", "E: V, C; t = 1; x = E[1]"),
    # all outcomes of what is random
    (r"\mathbb{E}\big[e^{w \cdot q}\big] = e^{\lVert q \rVert^2/2}", "q: 2; w ~ normals(2)"),
    (r"\text{Var}[y_0] = p (1 - p)", "p = 0.3; y ~ coins(3, p)"),
    (
        r"\mathbb{E}[q \cdot k] = 0, \quad \text{Var}\left[\frac{q \cdot k}{\sqrt{d}}\right] = 1",
        "d = 3; q ~ signs(d); k ~ signs(d)",
    ),
]
WRONG = [
    (r"z' = 2 z", "z: n"),
    (r"y = a^T x", "x: n; a: number; y = a * x"),
    (r"y = \sum_{i+1} x_i", "x: n; y = x.sum()"),
    (r"w_p = 2 p, \qquad p = 0, \ldots, n", "n: size; w = 2 * np.arange(n)"),
    (r"A = \text{softmax}\left(\frac{QK^T}{d_k}\right)V", ATTENTION),
    (r"A = \text{softmax}\left(\frac{QK}{\sqrt{d_k}}\right)V", ATTENTION),
    (r"A = \text{softmax}\left(\frac{QK^T}{\sqrt{d_v}}\right)V", ATTENTION),
    (r"s_i = \frac{e^{-z_i}}{\sum_j e^{z_j}}", Z),
    (r"s_i = \frac{e^{z_i}}{\sum_{j=2}^{n} e^{z_j}}", Z),
    (r"s_i = \frac{e^{z_i}}{\sum_{j=1}^{n-1} e^{z_j}}", Z),
    (r"s_{i-1} = \frac{e^{z_i}}{\sum_j e^{z_j}}", Z),
    (r"J = \text{diag}(s) + s s^\top", Z + "; J = jacobian(softmax, z)"),
    (r"J = \text{diag}(s) - s^\top s", Z + "; J = jacobian(softmax, z)"),
    (r"d = x_i x_j^T", "x: T, n; d = x[1] @ x[0]; i = 1; j = 0"),
    (r"y = x^\top W + b", "x: n; W: n, m; b: m; y = x @ W + b"),
    (r"y = x W^\top + b", "x: n; W: n, m; b: m; y = x @ W + b"),
    (r"\mathbb{E}[q \cdot k] = 0, \quad \text{Var}[q \cdot k] = 1", "d = 3; q ~ signs(d); k ~ signs(d)"),
    (r"\lVert x \rVert = x \cdot x = \sum_i |x_i|^2", "x: n"),
    (r"\lVert x \rVert^2 = x \cdot x = \sum_i |x_i|", "x: n"),
]


def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


GIVEN = {"softmax": softmax, "attention": lambda q, k, v: softmax(q @ k.T / np.sqrt(q.shape[-1])) @ v}


@pytest.mark.parametrize(("tex", "mark"), HOLDS)
def test_true_formula_holds(tex: str, mark: str) -> None:
    hold(tex, mark, GIVEN)


@pytest.mark.parametrize(("tex", "mark"), WRONG)
def test_changed_formula_does_not_hold(tex: str, mark: str) -> None:
    with pytest.raises(FormulaError):
        hold(tex, mark, GIVEN)


def test_message_names_both_values_and_sizes() -> None:
    with pytest.raises(UnequalError) as caught:
        hold(r"y_i = 2 x_i", "x: n; y = 3 * x", {})
    first, left, right, sizes = str(caught.value).split("\n")
    assert first == "the formula does not hold: y_i = 2 x_i"
    assert left.startswith("left of =") and right.startswith("right of =") and sizes == "with i = 0, n = 3"


def test_error_of_a_binding_names_the_binding() -> None:
    with pytest.raises(FormulaError, match=r"`y = 1 / 0` in the mark raises ZeroDivisionError"):
        hold("y = 1", "y = 1 / 0", {})


def test_approximation_states_its_error() -> None:
    with pytest.raises(FormulaError, match="≈ holds to which error"):
        hold(r"\pi \approx 3.14", "x: number", {})
    hold(r"\pi \approx 3.14", "approx = 0.001", {})
    with pytest.raises(UnequalError):
        hold(r"\pi \approx 3.41", "approx = 0.001", {})


def test_helpers_of_a_mark() -> None:
    x = np.array([0.5, -1.0])
    assert np.allclose(jacobian(lambda one: one**2, x), np.diag(2 * x))
    assert signs(3).shape == (8, 3) and np.allclose(signs(3).T @ signs(3), 8 * np.eye(3))
    masks, chances = coins(3, 0.2)
    assert np.allclose(chances @ masks, 0.2) and np.isclose(chances.sum(), 1)
    points, weights = normals(2)
    assert np.allclose(weights @ np.exp(points @ [0.5, 1.0]), np.exp(0.625))


def test_mark_is_read() -> None:
    assert formula_mark("zhixing:formula x: n") == "x: n" and formula_mark("zhixing:explore x") is None
    assert {read_mark(name).kind for name in CLASSES} == CLASSES.keys()
    mark = read_mark("from snippets.softmax import softmax; x, y: T, 2 * n; i in 1..T; s = f(x, [1, 2])")
    assert mark.names == {"softmax", "x", "y", "T", "s"} and mark.indices == {"i"}
    assert [name for name, _ in unknown_names(mark, frozenset())] == ["n", "f"]
    assert [name for name, _ in unknown_names(mark, frozenset(["f", "n"]))] == []

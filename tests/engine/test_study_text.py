"""Cards in the terminal: formulas as Unicode, links as words, code as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zhixing.study.terminal.text import for_terminal
from zhixing.syntax.tex import readable


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\frac{QK^T}{\sqrt{d_k}}V", "(QKᵀ/√dₖ)V"),
        (r"\frac{8}{3}d", "(8/3)d"),
        (r"\frac{a+b}{2}", "(a+b)/2"),
        (r"\mathbb{R}^{n \times d}", "ℝ^(n × d)"),
        (r"h_{t-1}, x_i^2", "hₜ₋₁, xᵢ²"),
        (r"\log V + \log(2)", "log V + log(2)"),
        (r"\hat y", "ŷ"),
        (r"\left[\, j \le i \,\right]", "[ j ≤ i ]"),
        (r"\begin{cases} 1 & x \\ 0 \end{cases}", r"\begin{cases} 1 & x \\ 0 \end{cases}"),
        (r"\unknown{x}", r"\unknown{x}"),
        ("a}", "a}"),
    ],
)
def test_formula_in_one_line(tex: str, shown: str) -> None:
    assert readable(tex) == shown


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("See [[Soft_max]], [[A#B|the *b*]].", "See Soft max, the *b*."),
        ("$a_1 * b$ and `$c$`", r"*a₁ \* b* and `$c$`"),
        ("==term== is %%secret%% a word ^id", "**term** is  a word"),
        ("![[x/mask.svg|300]]", r"🖼 *mask\.svg*"),
        ("```python\n$x$ [[y]]\n```", "```python\n$x$ [[y]]\n```"),
        ("> [!NOTE] Mind $n^2$\n> this", "> **Mind *n²***  \n> this"),
        ("a\n\n$$\n\\sum_i x_i\n$$\n\nb", "a\n\n\n    ∑ᵢ xᵢ\n\n\nb"),
    ],
)
def test_markdown_for_the_terminal(markdown: str, shown: str) -> None:
    assert for_terminal(markdown) == shown


@given(st.text(alphabet=r"\{}^_ab1 $frac&~\n", max_size=40))
def test_no_formula_and_no_text_breaks_it(text: str) -> None:
    assert isinstance(readable(text), str)
    assert isinstance(for_terminal(f"x ${text}$ y\n\n$$\n{text}\n$$"), str)

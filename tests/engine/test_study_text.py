"""Cards in the terminal: formulas as Unicode, links as words, code as it is."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rich", reason="rich comes with the extra `study`")

from rich.cells import cell_len
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text
from zhixing.study.terminal.text import for_terminal, labelled
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


@pytest.mark.parametrize("width", [24, 40, 80])
def test_a_long_chinese_line_beside_a_label_is_whole(width: int) -> None:
    """The points of an interview ended in an ellipsis at the edge of the window."""
    said = (
        "投影和前馈网络没有变：在它们占主导的长度上，稀疏注意力对整层省不了多少时间，也不改变它们的权重和激活值的大小。"
    )
    grid = labelled()
    grid.add_row(Text("  2 [ ]"), Markdown(for_terminal(said)))
    console = Console(file=io.StringIO(), width=width)
    console.print(grid)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "".join(shown.split()) == f"2[]{said}"
    assert all(cell_len(line) <= width for line in shown.splitlines())

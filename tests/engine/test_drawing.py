"""Formulas are drawn by the build: once, by one process of node, and what cannot be read is named by file and line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from zhixing.hosts.cli.main import main
from zhixing.page import assets, drawing
from zhixing.page.diagrams import with_diagrams
from zhixing.page.drawing import Drawings, Wanted
from zhixing.page.formulas import formula_errors, with_formulas, with_plain_formulas
from zhixing.page.kept import MissingError

MKDOCS = """site_name: T
theme: {name: material, font: false}
plugins:
  - zhixing: {profile: vault}
markdown_extensions: [attr_list]
"""
NOTE = "# A $x_1$ title\n\nGood: $\\sqrt{2}$.\n\n## Part $y^2$\n\n> [!NOTE]\n> Bad: $\\nosuch{x}$, then\n>\n> $$\n> \\frac{1}\n> $$\n"


@pytest.fixture(scope="module")
def built() -> Path:
    return assets.build_assets(assets.asset_cache())


@pytest.fixture
def drawings(built: Path, tmp_path: Path) -> Iterator[Drawings]:
    made = Drawings(built, tmp_path)
    yield made
    made.close()


@pytest.mark.thorough
def test_formulas_become_mathml_and_keep_the_mark_after_them(drawings: Drawings) -> None:
    page = '<p>If <span class="arithmatex">\\(a &lt; b\\)</span>, then</p><div class="arithmatex">\\[\nx\n\\]</div>'
    html, refused = with_formulas(page, drawings.draw)
    assert refused == []
    assert '<span class="zx-together"><math class="zx-math" alttext="a &lt; b">' in html
    assert "</math>,</span> then" in html
    assert '<div class="zx-display"><math display="block" class="zx-math zx-math-block" alttext="x">' in html
    assert "arithmatex" not in html


def test_a_header_of_formulas_alone_is_named_by_their_tex(drawings: Drawings) -> None:
    formula = '<span class="arithmatex">\\(n^2\\)</span>'
    row = f'<th style="text-align:center">{formula}</th><th>with {formula}</th><th>{formula} {formula}</th><td>{formula}</td>'
    cells = with_formulas(f"<table><tr>{row}</tr></table>", drawings.draw)[0].split("<t")
    assert [cell.count('<math aria-label="n^2" class="zx-math" alttext="n^2">') for cell in cells[3:]] == [1, 0, 2, 0]


def test_a_refused_formula_stands_there_as_it_was_written(drawings: Drawings) -> None:
    html, (refused,) = with_formulas('<p><span class="arithmatex">\\(\\frac{&lt;\\)</span>.</p>', drawings.draw)
    assert refused.tex == "\\frac{<" and refused.error
    assert html.startswith('<p><span class="zx-refused" title="') and html.endswith(">\\frac{&lt;</span>.</p>")


def test_code_that_looks_like_a_formula_stays_code(drawings: Drawings) -> None:
    page = '<pre><code>&lt;span class="arithmatex"&gt;\\(x\\)&lt;/span&gt;</code></pre>'
    assert with_formulas(page, drawings.draw) == (page, [])


def test_an_entry_of_the_contents_list_is_drawn(drawings: Drawings) -> None:
    assert with_plain_formulas("Why \\(d_k\\) &amp; \\(\\oops{\\)", drawings.draw).startswith("Why <math ")
    assert with_plain_formulas("\\(\\oops{\\)", drawings.draw) == "\\(\\oops{\\)"


def test_errors_of_formulas_are_a_function_of_them(drawings: Drawings) -> None:
    found = formula_errors(["x", " \\frac{1} ", "\\text{若 } x"], drawings.draw)
    assert list(found) == [" \\frac{1} "]


def test_what_was_drawn_is_not_drawn_again(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Drawings(built, tmp_path)
    wanted = [Wanted("inline", "x^2"), Wanted("display", "x^2"), Wanted("inline", "\\frac{1}")]
    drawn = first.draw(wanted)
    first.keep()
    first.close()

    def no_node(name: str) -> str:
        raise assets.AssetError(f"{name} is missing")

    monkeypatch.setattr(drawing, "tool", no_node)
    again = Drawings(built, tmp_path)
    assert again.draw(wanted) == drawn
    with pytest.raises(MissingError, match="node is missing"):
        again.draw([Wanted("inline", "y^2")])


def test_a_program_that_ends_is_an_error_and_not_a_wait(tmp_path: Path) -> None:
    (tmp_path / drawing.PROGRAM).write_text("process.exit(3);\n", encoding="utf-8")
    with pytest.raises(MissingError, match="node ended"):
        Drawings(tmp_path, tmp_path).draw([Wanted("inline", "x")])


@pytest.mark.thorough
def test_a_strict_build_names_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    (tmp_path / "docs" / "index.md").write_text(NOTE, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "docs/index.md:8: F026 TeX cannot read \\nosuch{x}: " in done.stderr
    assert "docs/index.md:10: F026 TeX cannot read \\frac{1}: " in done.stderr
    subprocess.run(command[:-1], cwd=tmp_path, capture_output=True, text=True, check=True)
    html = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert html.count('class="zx-refused"') == 2
    assert 'alttext="y^2"' in html.split("md-content")[0], "the contents list shows the formula of the heading"


def test_diagrams_become_pictures_and_others_are_left_to_the_browser(drawings: Drawings) -> None:
    flow = '<pre class="mermaid"><code>flowchart TB\n  a[&quot;x &lt; y&quot;] --&gt; b\n</code></pre>'
    other = '<pre class="mermaid"><code>pie\n  &quot;a&quot; : 1\n</code></pre>'
    html = with_diagrams(f"{flow}<p>between</p>{other}", drawings.draw)
    assert html.startswith('<div class="zx-diagram"><svg role="img" aria-label="x &lt; y → b"')
    assert html.endswith(f"<p>between</p>{other}")


def test_the_check_names_what_tex_cannot_read(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the program has been built; else it says what it said before, and what it said is not remembered."""
    (tmp_path / "A.md").write_text(f"{NOTE}\n$\\tag{{1}}$ `$\\nosuch$` $x$\n")
    with monkeypatch.context() as patch:
        patch.setattr(assets, "asset_cache", lambda: tmp_path / "none")
        assert main(["--root", str(tmp_path), "check"]) == 0
    capsys.readouterr()
    assert main(["--root", str(tmp_path), "check"]) == 1
    hint = "  hint: mend the formula: the page shows it as it is written\n"
    assert capsys.readouterr().out == (
        f"A.md:8: F026 TeX cannot read \\nosuch{{x}}: Unsupported function name: \\nosuch\n{hint}"
        f"A.md:10: F026 TeX cannot read \\frac{{1}}: Unexpected end of input in a macro argument, expected '}}'\n{hint}"
    )
    monkeypatch.setattr(drawing, "tool", lambda name: "no-such-program")  # drawn once: not asked for again
    assert main(["--root", str(tmp_path), "check", "--no-cache"]) == 1


def test_the_check_names_what_mermaid_cannot_read(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own reader says so; what the text alone tells is told once."""
    diagrams = [
        "flowchart LR\n%% a remark\n\n%% and another\nA[one] --> B\nB --> end\nC --> A",
        "sequenceDiagram\nloop twice\nA->>B: words",
        "classDiagram\nclass A {\n +x\n}\nB ==>> A",
        "gitGraph\ncommit\ncheckout nowhere",
        'pie\n"a" : 3',
        "---\ntitle: x\n---\nstateDiagram-v2\n[*] --> A\nA -> B",
        "flowchart LR\nA{{a}} --> B",
    ]
    (tmp_path / "A.md").write_text("\n\n".join(f"```mermaid\n{text}\n```" for text in diagrams))
    assert main(["--root", str(tmp_path), "check"]) == 1
    mend = "  hint: mend the diagram: its page shows why\n"
    assert capsys.readouterr().out == (
        "A.md:7: F024 Mermaid cannot read 'B --> end'\n"
        "  hint: no node is called `end`: write End, or another name with the words in quotes\n"
        "A.md:14: F024 the diagram ends too early\n"
        "  hint: close what is opened in it: with `end`, a bracket or a brace\n"
        f"A.md:22: F024 Mermaid cannot read 'B ==>> A'\n{mend}"
        "A.md:26: F024 Mermaid cannot read the diagram: Trying to checkout branch which is not yet created. "
        f'(Help try using "branch nowhere")\n{mend}'
        f"A.md:42: F024 Mermaid cannot read 'A -> B'\n{mend}"
    )

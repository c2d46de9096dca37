"""Notebooks: read line for line, run as Jupyter runs them, stored, compared, and shown by MkDocs without other hosts."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from test_pytest_plugin import make_vault, run
from zhixing.blocks.notebook_file import Output, agree, stored_run
from zhixing.syntax.notebook import Cell, as_markdown, cells
from zhixing.vault.load import load_vault

pytestmark = pytest.mark.thorough  # each runs pytest, or builds a site

SOURCE = """\
# ---
# title: Steps
# minutes: 3
# ---

# %% [markdown]
# # Steps
#
# See [[Double]], `[[not this]]` and $x^2$.

# %%
from snippets.double import double

x = double(21)
print("x is", x)

# %% tags=["predict"]
assert x == 42
x

# %% [markdown]
# ## End
"""
DOUBLE = "# Double\n\n```python\ndef double(x):\n    return 2 * x\n```\n"
OPTIONS = "profile: cards\n      pages: ['*']\n      notebooks: [steps/**]\n      time_limit: 20"
PATH = "docs/steps/Steps.py"
TEST = f"{PATH}::notebook"
needs_matplotlib = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib, which is not installed"
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return make_vault(tmp_path, {"Double.md": DOUBLE, "steps/Steps.py": SOURCE}, OPTIONS)


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vault whose notebook was run and stored; a rewrite runs it as on several processors, so once is enough."""
    folder = make_vault(tmp_path_factory.mktemp("stored"), {"Double.md": DOUBLE, "steps/Steps.py": SOURCE}, OPTIONS)
    run(folder, "docs", "--zhixing-rewrite")
    return folder


@pytest.fixture
def stored_vault(rewritten: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(rewritten, tmp_path, dirs_exist_ok=True))


def write(vault: Path, *changes: tuple[str, str]) -> None:
    text = SOURCE
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (vault / PATH).write_text(text, encoding="utf-8")


def stored(vault: Path) -> nbformat.NotebookNode:
    return nbformat.read(vault / "docs/steps/Steps.ipynb", as_version=4)


def test_every_line_stays_where_it_is() -> None:
    markdown, problems = as_markdown(PATH, SOURCE)
    lines = markdown.split("\n")
    assert problems == [] and len(lines) == SOURCE.count("\n") + 1
    for line, shown in zip(SOURCE.split("\n"), lines, strict=True):
        assert line.startswith("# %%") or shown in (line, line.removeprefix("#").removeprefix(" "), "`" * 8)


@pytest.mark.parametrize(
    "text",
    [
        SOURCE,
        "# %%\nx = 1\n\n\n# %% [markdown]\n# a\n#\n# b\n\n# %%\ny = 2\n",
        '# %% tags=["a", "b"]\n# only a comment\n\n# %% [markdown]\n# ```text\n# # no heading\n# ```\n',
    ],
)
def test_jupytext_reads_the_same_cells(text: str) -> None:
    theirs = [cell for cell in jupytext.reads(text, fmt="py:percent").cells if cell.cell_type != "raw"]
    ours = list(cells(as_markdown(PATH, text)[0]))
    assert [(c.is_code, c.source, list(c.tags)) for c in ours] == [
        (c.cell_type == "code", c.source, c.metadata.get("tags", [])) for c in theirs
    ]


def test_rewrite_stores_a_valid_notebook_and_the_next_run_passes(vault: Path) -> None:
    first = run(vault)
    assert first.verdicts[TEST] == "FAILED"
    assert "S012 Steps.ipynb is not made from this notebook as it stands" in first.section("notebook")
    assert f"rewrote {PATH.replace('.py', '.ipynb')}" in run(vault, "docs", "--zhixing-rewrite").text
    notebook = stored(vault)
    nbformat.validate(notebook)
    prose, code, folded, _ = notebook.cells
    assert prose.source == "# Steps\n\nSee [Double](../Double.md), `[[not this]]` and $x^2$."
    assert code.outputs[0].text == "x is 42\n"
    assert folded.outputs[0].data["text/plain"] == "42"  # the value of the last line, as Jupyter shows it
    assert folded.metadata.tags == ["predict"] and folded.metadata.jupyter.outputs_hidden
    assert notebook.metadata.zhixing.versions.python
    assert run(vault).verdicts[TEST] == "PASSED"


def test_named_on_the_command_line_it_is_run_once_and_not_imported(vault: Path) -> None:
    write(vault, ('print("x is", x)', 'import sys; print("x is", x); assert __name__ == "__main__"'))
    done = run(vault, PATH, "--zhixing-rewrite")
    assert done.verdicts == {TEST: "PASSED"}


def test_failure_names_the_line_of_the_notebook(vault: Path) -> None:
    write(vault, ("assert x == 42", "assert x == 41"))
    report = run(vault).section("notebook")
    assert f"{PATH}:18: S020 AssertionError: assert 42 == 41" in report
    assert ">   18 | assert x == 41" in report


def test_failure_inside_a_card_names_both(vault: Path) -> None:
    (vault / "docs/Double.md").write_text(DOUBLE.replace("2 * x", "2 / 0"))
    report = run(vault).section("notebook")
    assert f"{PATH}:14: S020 ZeroDivisionError" in report
    assert "in double, docs/Double.md:5" in report


def test_output_that_is_not_the_stored_one_is_shown_as_a_diff(stored_vault: Path) -> None:
    (stored_vault / "docs/Double.md").write_text(DOUBLE.replace("2 * x", "2 * x + 0.0"))
    report = run(stored_vault).section("notebook")
    assert f"{PATH}:11: S023 the cell does not leave the output that Steps.ipynb shows" in report
    assert "-x is 42\n" in report and "+x is 42.0\n" in report


@needs_matplotlib
def test_pictures_are_stored_where_they_are_shown_and_compared(vault: Path) -> None:
    plot = "import matplotlib.pyplot as plt\nprint('before')\nplt.plot([0, double(1)])\nplt.show()\nprint('after')"
    write(vault, ('print("x is", x)', plot))
    run(vault, "docs", "--zhixing-rewrite")
    outputs = stored(vault).cells[1].outputs
    assert [output.output_type for output in outputs] == ["stream", "display_data", "stream"]
    svg = outputs[1].data["image/svg+xml"]
    assert "currentColor" in svg and "background: #fff" in svg  # readable in Jupyter as well
    assert run(vault).verdicts[TEST] == "PASSED"
    (vault / "docs/Double.md").write_text(DOUBLE.replace("2 * x", "2 * x if x > 1 else 3"))
    found = run(vault).section("notebook")
    assert f"{PATH}:11: S024 the cell does not draw the picture that Steps.ipynb shows" in found


def test_numbers_of_a_volatile_cell_do_not_count_but_its_words_and_asserts_do(vault: Path) -> None:
    write(vault, ("# %%\nfrom", '# %% tags=["volatile"]\nfrom'))
    run(vault, "docs", "--zhixing-rewrite")
    before = (vault / "docs/steps/Steps.ipynb").read_bytes()
    (vault / "docs/Double.md").write_text(DOUBLE.replace("2 * x", "2.0 * x"))
    assert "S023" in run(vault).section("notebook")  # the folded cell, which is not volatile
    changed = before.replace(b"x is 42", b"x is 57.25")
    (vault / "docs/steps/Steps.ipynb").write_bytes(changed)
    (vault / "docs/Double.md").write_text(DOUBLE)
    assert run(vault).verdicts[TEST] == "PASSED"
    run(vault, "docs", "--zhixing-rewrite")
    assert (vault / "docs/steps/Steps.ipynb").read_bytes() == changed  # nothing but the clock: nothing to write
    (vault / "docs/steps/Steps.ipynb").write_bytes(before.replace(b"x is 42", b"y is 42"))
    assert "S023" in run(vault).section("notebook")


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ("12 µs, ratio 3.4", "1,250 µs, ratio 17", True),
        ("a  12 | 3e-05", "a 7.125 | -1.5e+20", True),
        ("12 µs", "12 ms", False),
        ("two numbers 1 2", "two numbers 1", False),
    ],
)
def test_volatile_text_is_compared_without_its_numbers(shown: str, real: str, same: bool) -> None:
    cell = Cell(1, True, "", ("volatile",))
    assert agree(cell, [Output("text", shown)], [Output("text", real)]) is same
    assert agree(Cell(1, True, ""), [Output("text", shown)], [Output("text", real)]) is False


def test_time_limit_and_exit_are_reported(vault: Path) -> None:
    make_vault(vault, {}, OPTIONS.replace("20", "1"))
    write(vault, ('print("x is", x)', "while True: pass"))
    assert "S021" in run(vault).section("notebook")
    write(vault, ('print("x is", x)', "import os; os._exit(3)"))
    assert "S022" in run(vault).section("notebook")


def test_slow_notebook_carries_the_mark(vault: Path) -> None:
    write(vault, ("# %%\nfrom", '# %% tags=["slow"]\nfrom'))
    assert run(vault, "docs", "-m", "not slow", "--zhixing-rewrite").verdicts.get(TEST) is None
    assert run(vault, "docs", "-m", "slow", "--zhixing-rewrite").verdicts == {TEST: "PASSED"}


def test_notebook_needs_nothing_of_the_card_contract_and_makes_no_module(vault: Path) -> None:
    loaded = load_vault(vault, cache=False)
    card = loaded.cards[PATH]
    assert card.is_notebook and card.name == "Steps" and card.title == "Steps" and card.front.minutes == 3
    assert [heading.span.line for heading in card.headings] == [7, 22]
    assert stored_run(b"{}") is None and stored_run(b"no json") is None


MKDOCS = """
site_name: Test
theme: {{name: material, font: false}}
strict: true
plugins:
  - zhixing:
      languages: [en, zh]
      pages: ['*']
      notebooks: [steps/**]
{jupyter}
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages:
        - {{locale: en, name: English, default: true}}
        - {{locale: zh, name: 中文}}
markdown_extensions: [attr_list, toc, pymdownx.highlight, pymdownx.superfences]
"""
CHINESE = SOURCE.replace("# # Steps", "# # 步骤").replace("See", "见").replace("## End", "## 结尾")


@pytest.fixture(scope="module")
def rewritten_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault in two languages whose notebooks were run."""
    tmp_path = tmp_path_factory.mktemp("site")
    for lang, source in (("en", SOURCE), ("zh", CHINESE)):
        pages = {f"{lang}/index.md": "# Home\n\n[[Steps]] [[Steps#Steps]]\n", f"{lang}/Double.md": DOUBLE}
        pages["zh/index.md"] = "# 首页\n\n[[Steps]] [[Steps#步骤]]\n"
        make_vault(
            tmp_path, {**pages, f"{lang}/steps/Steps.py": source}, "languages: [en, zh]\n      notebooks: [steps/**]"
        )
    assert set(run(tmp_path, "docs", "--zhixing-rewrite").verdicts.values()) == {"PASSED"}
    (tmp_path / "mkdocs.yml").write_text(MKDOCS.format(jupyter="  - mkdocs-jupyter"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def site(rewritten_site: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(rewritten_site, tmp_path, dirs_exist_ok=True))


@pytest.fixture(scope="module")
def built_site(rewritten_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Another copy, built once for the tests that only look."""
    root = Path(shutil.copytree(rewritten_site, tmp_path_factory.mktemp("built"), dirs_exist_ok=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        built(root)
    yield root


def built(root: Path) -> dict[str, str]:
    """Build, and return the pages of the notebook in both languages."""
    build(load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site")))
    return notebook_pages(root)


def notebook_pages(root: Path) -> dict[str, str]:
    return {
        "en": (root / "site/steps/Steps/index.html").read_text(encoding="utf-8"),
        "zh": (root / "site/zh/steps/Steps/index.html").read_text(encoding="utf-8"),
    }


def test_pages_show_code_output_and_links_in_both_languages(built_site: Path) -> None:
    pages = notebook_pages(built_site)
    for lang, page in pages.items():
        article = page.split("<article")[1].split("</article>")[0]
        assert '<div class="highlight-ipynb hl-python language-python highlight"><pre><span></span><code>' in article
        assert "x is 42" in article and 'href="../../Double/"' in article
        assert '<math class="zx-math" alttext="x^2">' in article
        assert "[[not this]]" in article and "zx-cell>" not in article and "zx-word" not in article
        assert "<details" in article and "{}.{}".format(*sys.version_info) in article
        assert f'href="{"../../zh/steps/Steps/" if lang == "en" else "../../../steps/Steps/"}"' in page.replace(
            "&amp;", "&"
        )
    assert ">Decide first, then open" in pages["en"] and ">先写下你的预测" in pages["zh"]
    assert 'id="end"' in pages["zh"]  # an anchor of its own, which mkdocs-jupyter would have dropped
    assert 'href="steps/Steps/#steps"' in (built_site / "site/index.html").read_text(encoding="utf-8")


def test_pages_bring_no_script_style_or_host_along(built_site: Path) -> None:
    for page in notebook_pages(built_site).values():
        article = page.split("<article")[1].split("</article>")[0]
        assert not re.search(r"<script|<style|<link|https?://", article)
        assert not re.search(r"mathjax|require\.min|mermaid@|cdnjs|unpkg|jsdelivr", page, re.I)
        assert len(article) < 40_000


def test_download_is_the_stored_notebook(built_site: Path) -> None:
    pages = notebook_pages(built_site)
    for lang, folder in (("en", ""), ("zh", "zh/")):
        assert 'href="Steps.ipynb" download' in pages[lang]
        downloaded = built_site / f"site/{folder}steps/Steps/Steps.ipynb"
        assert downloaded.read_bytes() == (built_site / f"docs/{lang}/steps/Steps.ipynb").read_bytes()
    assert not list((built_site / "site").rglob("*.py"))


def test_cell_that_changed_since_it_was_run_is_shown_without_its_old_output(site: Path) -> None:
    path = site / "docs/en/steps/Steps.py"
    path.write_text(path.read_text().replace('print("x is", x)', 'print("changed", x)'))
    page = built(site)["en"]
    assert "changed" in page and "x is 42" not in page
    assert "not yet tested" in page


def test_notebook_that_was_never_run_has_no_page_and_no_address(site: Path) -> None:
    for lang in ("en", "zh"):
        (site / f"docs/{lang}/steps/Steps.ipynb").unlink()
    build(load_config(str(site / "mkdocs.yml"), site_dir=str(site / "site")))
    assert not list((site / "site").rglob("Steps*"))
    assert "steps/Steps" not in (site / "site/index.html").read_text(encoding="utf-8").split("<article")[1]


def test_mkdocs_jupyter_loads_what_converts_only_when_a_notebook_is_shown() -> None:
    program = (
        "import sys, zhixing.hosts.mkdocs.plugin, mkdocs_jupyter.plugin as plugin\n"
        "print('nbconvert' in sys.modules, 'jupytext.formats' in sys.modules)\n"
        "print(callable(plugin.convert.nb2html), 'nbconvert' in sys.modules)\n"
        "import jupytext.formats\n"
        "print(callable(plugin.jupytext.read), jupytext.formats.__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:3] == ["False False", "True True", "True jupytext.formats"]


def test_without_mkdocs_jupyter_the_author_is_told(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    (site / "mkdocs.yml").write_text(MKDOCS.format(jupyter=""), encoding="utf-8")
    with pytest.raises(Abort):
        built(site)
    assert "needs mkdocs-jupyter\n  hint: add `- mkdocs-jupyter`" in caplog.text


def test_stored_notebook_holds_no_random_id_path_or_clock(rewritten: Path, vault: Path) -> None:
    first = (rewritten / "docs/steps/Steps.ipynb").read_bytes()
    run(vault, "docs", "--zhixing-rewrite", seed="1")
    again = (vault / "docs/steps/Steps.ipynb").read_bytes()
    assert json.loads(first)["cells"] == json.loads(again)["cells"] and str(rewritten).encode() not in first


def test_an_edit_of_prose_under_serve_shows_at_once_beside_the_old_outputs(site: Path) -> None:
    config = load_config(str(site / "mkdocs.yml"), site_dir=str(site / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    whole_builds: list[str] = []
    server = LiveReloadServer(lambda: whole_builds.append("whole"), "127.0.0.1", 0, str(site / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)
    path = site / "docs/en/steps/Steps.py"
    path.write_text(path.read_text().replace("# See [[Double]]", "# Look at [[Double]]"))
    server.builder()
    server.server_close()
    page = (site / "site/steps/Steps/index.html").read_text(encoding="utf-8")
    assert whole_builds == [] and "Look at" in page and "x is 42" in page


def test_a_vault_in_one_language_has_notebook_pages_too(stored_vault: Path) -> None:
    (stored_vault / "docs/index.md").write_text("# Home\n\n[[Steps]]\n")
    settings = re.sub(
        r"  - i18n:.*(?=markdown_extensions)", "", MKDOCS.format(jupyter="  - mkdocs-jupyter"), flags=re.S
    )
    (stored_vault / "mkdocs.yml").write_text(settings.replace("      languages: [en, zh]\n", ""))
    build(load_config(str(stored_vault / "mkdocs.yml"), site_dir=str(stored_vault / "site")))
    page = (stored_vault / "site/steps/Steps/index.html").read_text(encoding="utf-8")
    assert "x is 42" in page and 'href="../../Double/"' in page and "cdnjs" not in page
    assert (stored_vault / "site/steps/Steps/Steps.ipynb").is_file()

"""The experiments as a reader meets them: real outputs, own colours, one host, a file that can be taken along."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from site_reader import views

NAMES = sorted(path.stem for path in (Path(__file__).parents[2] / "docs/en/experiments").glob("exp*.py"))
NOTEBOOKS = [f"{home}experiments/{name}/" for home in ("/", "/zh/") for name in NAMES]
INDEXES = ["/experiments/", "/zh/experiments/"]


@pytest.mark.parametrize(
    ("path", "width", "scheme"),
    [
        pytest.param(*view, marks=[] if number % 3 == 0 else [pytest.mark.exhaustive])
        for number, view in enumerate(views([*INDEXES, *NOTEBOOKS]))
    ],
)
def test_a_page_fits_the_window_and_asks_no_other_host(shown, path, width, scheme):
    someone = shown(path, width, scheme)
    page = someone.page
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    someone.rest()
    assert page.locator("article math").count() > 0
    assert page.locator(".arithmatex, .zx-refused").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    figures = page.locator("article figure.zx-figure > svg")
    looks = figures.evaluate_all(
        "all => all.map(e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color])"
    )
    assert len(looks) >= 2 or path in INDEXES
    for ground, ink in looks:
        assert ground == "rgba(0, 0, 0, 0)", "the white of the stored file is for Jupyter"
        assert (int(re.findall(r"\d+", ink)[0]) > 150) == (scheme == "dark")
    assert someone.errors == []
    assert someone.foreign == []


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_page_holds_outputs_and_nothing_of_a_notebook_viewer(site, path):
    html = (site / path.strip("/") / "index.html").read_text(encoding="utf-8")
    article = html.split("<article")[1].split("</article>")[0]
    assert article.count('class="language-output highlight"') >= 1 and article.count("<figure") >= 2
    assert not re.search(r"mathjax|require\.min\.js|jp-Notebook|jupyter-widgets|<style", article, re.I)
    assert not re.search(r"""(?:src|href)=["']?https?://""", article)
    assert len(html) < 400_000, "mkdocs-jupyter's own page has half a megabyte of styles"


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_the_notebook_lies_beside_its_page_with_its_outputs(site, path):
    name = path.rstrip("/").rpartition("/")[2]
    folder = site / path.strip("/")
    assert f'<a class="zx-download" href="{name}.ipynb" download>' in (folder / "index.html").read_text(
        encoding="utf-8"
    )
    notebook = nbformat.read(folder / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) >= 2


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_a_prediction_is_folded_and_the_notebook_can_be_downloaded(reader, home):
    page = reader().open(f"{home}experiments/exp1_attention_basics/")
    fold = page.locator("details.zx-predict").first
    assert fold.get_attribute("open") is None
    assert not fold.locator("code").first.is_visible()
    fold.locator("summary").click()
    assert fold.locator("code").first.is_visible()
    assert "cat" in fold.locator(".language-output").inner_text()
    with page.expect_download() as waiting:
        page.locator("a.zx-download").click()
    nbformat.validate(nbformat.reads(Path(waiting.value.path()).read_text(encoding="utf-8"), as_version=4))


@pytest.mark.parametrize(("home", "title"), [("/", "Experiments"), ("/zh/", "实验")])
def test_the_section_stands_in_the_navigation_and_its_page_lists_minutes(reader, home, title):
    someone = reader()
    someone.open(home)
    page = someone.follow(f".md-tabs a:has-text('{title}')")
    assert title in page.locator("article h1").inner_text()
    numbers = [int(text) for text in page.locator("article table tbody td:last-child").all_inner_texts()]
    assert len(numbers) == 7 and f" {sum(numbers)} " in page.locator("article").inner_text()


def test_the_language_switch_leads_to_the_same_experiment(reader):
    someone = reader()
    someone.open("/experiments/exp4_scaling/")
    page = someone.follow("a.zx-language[hreflang=zh]")
    assert page.url.endswith("/zh/experiments/exp4_scaling/")
    someone.follow("a.zx-language[hreflang=en]")
    assert page.url.endswith("/experiments/exp4_scaling/") and "/zh/" not in page.url


@pytest.mark.parametrize(("home", "query"), [("/", "permutation symmetry"), ("/zh/", "置换对称性")])
def test_search_finds_an_experiment(shown, home, query):
    links = shown(home).search(query)
    assert any("exp1_attention_basics" in link for link in [*dict.fromkeys(links)][:3])

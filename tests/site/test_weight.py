"""What a reader's browser fetches and holds for a card, cold: counted in bytes and nodes, never in seconds."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bench.page_weight import weight_of
from playwright.sync_api import Browser
from site_reader import Reader, new_context

KB = 1000
BUDGET = {
    "page": 150 * KB,
    "scripts": 50 * KB,
    "fonts": 120 * KB,
    "nodes": 9_000,
    "pictures without a size": 0,
    "shift": 0.01,
}
UNSIZED = """[...document.querySelectorAll('article img')]
  .filter((one) => !one.hasAttribute('width') && !one.closest('.twemoji')).length"""
SHIFT = """() => new Promise((done) => {
  let sum = 0;
  const seen = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  });
  seen.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
})"""


def packed(site: Path, path: str) -> int:
    """Bytes of a file as a host sends it."""
    file = site / path.lstrip("/") / ("index.html" if path.endswith("/") else "")
    data = file.read_bytes()
    return len(data) if file.suffix == ".woff2" else len(gzip.compress(data, 9, mtime=0))


def test_every_card_stays_within_its_budget(site: Path) -> None:
    """By what its own files say: what it asks for later is counted on the longest, and on all of them at night."""
    found = {path: weight_of(site, f"{path}index.html") for path in _cards(site)}
    assert len(found) > 100
    total = {path: one.html + one.styles + one.scripts for path, one in found.items()}
    assert {path: size for path, size in total.items() if size > BUDGET["page"]} == {}
    assert {path: one.scripts for path, one in found.items() if one.scripts > BUDGET["scripts"]} == {}
    assert {path: one.elements for path, one in found.items() if one.elements > BUDGET["nodes"]} == {}


def test_a_question_waits_for_no_answers(site: Path) -> None:
    """A study page begins with its deck; the answers, most of its weight, come when the first question is on the screen."""
    for lang in ("en", "zh"):
        assert packed(site, f"/assets/study/deck.{lang}.json") <= 60 * KB
        assert packed(site, f"/assets/study/deck.{lang}.texts.json") > 120 * KB


def _cards(site: Path) -> list[str]:
    """Cards, cases and notebooks in every language: whatever is studied, and no sheet for printing."""
    root = Path(__file__).resolve().parents[2] / "docs"
    files = [*root.glob("*/*/*.md"), *root.glob("*/*/*.ipynb")]
    keys = [file.relative_to(root).with_suffix("").as_posix().removeprefix("en/") for file in files]
    return sorted(f"{key}/" for key in keys if (site / key / "index.html").is_file())


def over_budget(chromium: Browser, address: str, site: Path, path: str) -> dict[str, float]:
    """What a browser that knows nothing fetches and holds for a page beyond the budget, and how much of it moves."""
    context = new_context(chromium, service_workers="block")  # what it would keep is no part of the page
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Reader(page, address).open(path)
    sizes = {one: packed(site, one) for one in {urlsplit(url).path for url in asked}}

    def total(*endings: str) -> int:
        return sum(size for one, size in sizes.items() if one.endswith(endings))

    measured = {
        "page": total("/", ".css", ".js"),
        "scripts": total(".js"),
        "fonts": total(".woff2"),
        "nodes": page.evaluate("document.querySelectorAll('*').length"),
        "pictures without a size": page.evaluate(UNSIZED),  # they move what stands below them
        "shift": page.evaluate(SHIFT),
    }
    context.close()
    return {name: measured[name] for name, most in BUDGET.items() if measured[name] > most}


def test_the_fonts_of_a_card_are_within_the_budget_whichever_of_them_it_needs(site: Path) -> None:
    """Latin, Greek, italics, code and formulas together; what is rarer is in pieces that hardly a page asks for."""
    text = ("inter-latin", "inter-italic", "inter-greek", "inter-raised", "mono-latin", "mono-greek")
    sizes = {
        name: (site / f"assets/zx/fonts/{name}.woff2").stat().st_size for name in (*text, "math-common", "math-letters")
    }
    assert sum(sizes.values()) <= BUDGET["fonts"], sizes


@pytest.mark.parametrize("rank", range(4))
def test_a_cold_card_stays_within_its_budget(chromium: Browser, address: str, site: Path, rank: int) -> None:
    """The longest ones, whichever they are."""
    path = sorted(_cards(site), key=lambda path: -(site / path / "index.html").stat().st_size)[rank]
    assert (path, over_budget(chromium, address, site, f"/{path}")) == (path, {})


@pytest.mark.nightly
def test_every_cold_card_stays_within_its_budget(chromium: Browser, address: str, site: Path) -> None:
    found = {path: over_budget(chromium, address, site, f"/{path}") for path in _cards(site)}
    assert {path: over for path, over in found.items() if over} == {}


def test_no_page_carries_unfinished_formulas_or_diagrams(site: Path) -> None:
    raw = [
        page.relative_to(site).as_posix()
        for page in site.rglob("index.html")
        if any(
            mark in page.read_text(encoding="utf-8") for mark in ('class="arithmatex"', 'class="mermaid"', "zx-refused")
        )
    ]
    assert raw == []

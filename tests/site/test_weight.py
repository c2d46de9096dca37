"""What a reader's browser fetches and holds for the longest card, cold: counted in bytes and nodes, never in seconds."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser
from site_reader import Reader, new_context

CARDS = ["/attention/Attention_Mechanism/", "/zh/attention/Attention_Mechanism/"]
KB = 1000
BUDGET = {"page": 150 * KB, "scripts": 50 * KB, "fonts": 120 * KB, "nodes": 9_000}
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


def test_the_longest_card_is_measured(site: Path) -> None:
    """Another one that grows beyond it takes its place here."""
    sizes = {
        path: (site / f"{path}index.html").stat().st_size for path in _pages(site) if path.startswith("attention/")
    }
    assert max(sizes, key=lambda path: sizes[path]) == "attention/Attention_Mechanism/"


def _pages(site: Path) -> list[str]:
    return [f"{file.parent.relative_to(site).as_posix()}/" for file in site.glob("*/*/index.html")]


@pytest.mark.parametrize("path", CARDS)
def test_a_cold_card_stays_within_its_budget(chromium: Browser, address: str, site: Path, path: str) -> None:
    context = new_context(chromium, service_workers="block")  # what it would keep is no part of the page
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    someone = Reader(page, address)
    someone.open(path)
    fetched = {urlsplit(url).path for url in asked}
    sizes = {one: packed(site, one) for one in fetched}

    def total(*endings: str) -> int:
        return sum(size for one, size in sizes.items() if one.endswith(endings))

    measured = {
        "page": total("/", ".css", ".js"),
        "scripts": total(".js"),
        "fonts": total(".woff2"),
        "nodes": page.evaluate("document.querySelectorAll('*').length"),
    }
    over = {name: (measured[name], most) for name, most in BUDGET.items() if measured[name] > most}
    assert over == {}, sorted(sizes.items())
    assert page.evaluate(SHIFT) < 0.02, "nothing moves while the page loads"
    sized = "[...document.querySelectorAll('article img')].filter((one) => !one.hasAttribute('width') && !one.closest('.twemoji')).length"
    assert page.evaluate(sized) == 0, "a picture without a size moves what stands below it"
    context.close()


def test_no_page_carries_unfinished_formulas_or_diagrams(site: Path) -> None:
    raw = [
        page.relative_to(site).as_posix()
        for page in site.rglob("index.html")
        if any(
            mark in page.read_text(encoding="utf-8") for mark in ('class="arithmatex"', 'class="mermaid"', "zx-refused")
        )
    ]
    assert raw == []

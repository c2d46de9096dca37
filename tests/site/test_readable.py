"""What is on a page can be read: code without scrolling sideways, at the widths of common screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from site_reader import new_context

FOLDERS = ("foundations", "attention", "position", "architecture", "inference", "theory")
ATTENTION = "attention/Attention_Mechanism"

# Put the code of another page in place of this one's, in the folds and callouts that it stands in, without all else.
SHOW = """html => {
  const page = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  for (const other of page.querySelectorAll("p, ul, ol, table, svg, img, .mermaid, .zx-display, .zx-tested")) {
    if (!other.querySelector("pre > code") || other.matches(".mermaid")) other.remove();
  }
  for (const fold of page.querySelectorAll("details")) fold.open = true;
  document.querySelector("article").replaceChildren(...page.childNodes);
}"""
# How many lines the code has, and which of them reach beyond what is shown of it.
LINES = """() => {
  let lines = 0;
  const hidden = [];
  for (const code of document.querySelectorAll("article pre > code")) {
    const texts = code.textContent.replace(/\\n$/, "").split("\\n");
    lines += texts.length;
    if (code.scrollWidth <= code.clientWidth) continue;
    const { right } = code.getBoundingClientRect();
    const edge = right - parseFloat(getComputedStyle(code).paddingRight);
    const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let line = 0, end = 0;
    const close = () => {
      if (end > edge + 0.5) hidden.push(texts[line]);
      line += 1;
      end = 0;
    };
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      let start = 0;
      for (const piece of node.data.split("\\n")) {
        if (start) close();
        range.setStart(node, start);
        range.setEnd(node, start + piece.length);
        if (piece) end = Math.max(end, range.getBoundingClientRect().right);
        start += piece.length + 1;
      }
    }
    close();
  }
  return { lines, hidden };
}"""


def _cards(site: Path, home: str) -> list[Path]:
    """The pages of cards in one language."""
    return sorted(page for folder in FOLDERS for page in (site / home.strip("/") / folder).glob("*/index.html"))


@pytest.fixture(scope="module")
def plain(chromium: Browser, address: str) -> Iterator[Page]:
    """A card on which the site's scripts do not run: what is measured is laid out by styles alone."""
    context = new_context(chromium)
    context.route("**/*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{address}/{ATTENTION}/")
    page.evaluate("document.fonts.load('14px \"JetBrains Mono Variable\"').then(() => document.fonts.ready)")
    yield page
    context.close()


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_code_shows_without_scrolling_sideways(site: Path, plain: Page, home: str) -> None:
    cards = _cards(site, home)
    assert len(cards) >= 30
    lines, hidden = 0, {1280: 0, 1440: 0}
    longest: list[str] = []
    for card in cards:
        plain.evaluate(SHOW, card.read_text(encoding="utf-8"))
        for width in hidden:
            plain.set_viewport_size({"width": width, "height": 900})
            seen: dict[str, Any] = plain.evaluate(LINES)
            hidden[width] += len(seen["hidden"])
        lines += seen["lines"]
        longest += [f"{card.parent.name}: {line}" for line in seen["hidden"]]
    assert lines > 10_000
    assert hidden[1280] <= 0.05 * lines, f"{hidden[1280]} of {lines} lines at 1280 px"
    assert not longest

"""Where a number comes from is said on its page: under the pointer, by a tap, and in a list that the keyboard reaches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from site_reader import Reader

TIP = ".zx-number-tip"
CARD = "attention/Multi-Head_Attention"
# Scroll to the first text of the article that holds these words; where its digits stand in the window.
FIND = """async ([before, digits]) => {
  const article = document.querySelector("article.md-content__inner");
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, at = node.data.indexOf(before + digits);
    if (at < 0 || node.parentElement.closest("pre, code, a, details:not([open])")) continue;
    const range = document.createRange();
    range.setStart(node, at + before.length);
    range.setEnd(node, at + before.length + digits.length);
    window.scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = range.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }
  return null;
}"""


@pytest.mark.parametrize(("lang", "root"), [("en", "/"), ("zh", "/zh/")])
def test_every_card_has_the_file_that_its_page_asks_for(site: Path, lang: str, root: str) -> None:
    html = (site / root.strip("/") / CARD / "index.html").read_text(encoding="utf-8")
    assert f'data-numbers="{lang}/{CARD}"' in html
    said = json.loads((site / f"assets/zx/numbers/{lang}/{CARD}.json").read_text(encoding="utf-8"))
    ids = {anchor for anchor in said if f'id="{anchor}"' in html}
    assert set(said) - ids <= {""}
    kinds = {witness[0] for numbers in said.values() for witnesses in numbers.values() for witness in witnesses}
    assert kinds == {0, 1, 3}


def test_pointer_at_rest_and_tap_and_list(reader: Callable[..., Reader]) -> None:
    someone = reader()
    page = someone.open(f"/{CARD}/")
    place = page.evaluate(FIND, ["Vaswani et al. (", "2017"])
    assert place
    page.mouse.move(*place)
    tip = page.locator(TIP)
    tip.wait_for()
    assert "Attention Is All You Need" in tip.inner_text()
    assert page.evaluate("() => CSS.highlights.has('zx-number')")
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    page.mouse.click(*place)
    tip.wait_for()
    button = page.locator(".zx-numbers-open")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.zx-numbers[open]")
    dialog.wait_for()
    assert dialog.locator("dt", has_text="2017").count() > 0
    assert dialog.locator("code").count() > 0
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert someone.errors == []

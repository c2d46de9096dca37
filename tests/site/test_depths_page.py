"""How deep a card is open: the reader's choice is kept, nothing moves, and what leads into a fold opens it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from site_reader import Reader

CARD = "foundations/Softmax/"
OPEN = """() => [...document.querySelectorAll("details.zx-depth")].map(({ dataset, open }) => `${dataset.depth} ${open}`)"""
SHIFT = """() => new Promise((done) => new PerformanceObserver((found) => {
  done(found.getEntries().reduce((sum, { value }) => sum + value, 0));
}).observe({ type: "layout-shift", buffered: true }) ?? requestAnimationFrame(() => done(0)))"""


def opened(page: Page) -> set[str]:
    return set(page.evaluate(OPEN))


@pytest.mark.parametrize(("home", "width"), [("/", 1280), ("/zh/", 360)])
def test_a_reader_chooses_how_deep_a_card_is_open(reader: Callable[..., Reader], home: str, width: int) -> None:
    someone = reader(width)
    page = someone.open(home + CARD)
    assert opened(page) == {"understanding true", "depth false"}
    buttons = page.locator(".zx-depths > button")
    assert [button.get_attribute("aria-pressed") for button in buttons.all()] == ["false", "true", "false"]
    buttons.first.click()
    assert opened(page) == {"understanding false", "depth false"}
    page = someone.open(home + CARD)  # it is remembered, and nothing moves on the way there
    assert opened(page) == {"understanding false", "depth false"}
    assert page.evaluate(SHIFT) < 0.01
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")  # paper has the essence alone
    headings = page.locator("article h2")
    assert headings.first.is_visible() and not headings.nth(1).is_visible()
    page.emulate_media(media="screen")

    page.locator("a[href='#why-subtract-the-max']").first.click()  # one of the five
    answer = page.locator("#why-subtract-the-max > p").first
    answer.wait_for(state="visible")
    deep = page.locator("details[data-depth=depth]").first
    page.evaluate("id => { location.hash = id; }", deep.evaluate("fold => fold.previousElementSibling.id"))
    page.wait_for_function("fold => fold.open && fold.checkVisibility()", arg=deep.element_handle())
    page.evaluate("scrollTo(0, 0)")
    buttons.last.click()
    assert opened(page) == {"understanding true", "depth true"}
    assert not someone.errors and not someone.foreign

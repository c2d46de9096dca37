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


FOLDS_ON_PAPER = """() => [...new Set([...document.querySelectorAll("details.zx-depth[open]")].map((fold) => {
  return `${getComputedStyle(fold.querySelector("summary")).display} ${getComputedStyle(fold).breakInside}`;
}))]"""


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


PLACE = """() => {
  const line = document.querySelector(".md-header").getBoundingClientRect().bottom + 2;
  const above = [...document.querySelectorAll(".md-content [data-pair]")].filter((one) => one.checkVisibility());
  return above.filter((one) => one.getBoundingClientRect().top <= line).at(-1)?.dataset.pair;
}"""
SEEN = """id => {
  const { top, height } = document.getElementById(id).getBoundingClientRect();
  return height > 0 && top >= 0 && top < 300;
}"""
LONGEST = "attention/Attention_Mechanism/"
DEEP = "variants-in-brief"  # a heading within a fold that is closed
FOLDED = "4-4-what-the-weights-say"  # a heading above one


@pytest.mark.parametrize(("home", "width"), [("/", 1280), ("/zh/", 360)])
def test_whatever_leads_into_a_fold_shows_it(reader: Callable[..., Reader], home: str, width: int) -> None:
    """The contents, an address, the switch of languages, both languages side by side, what was read last."""
    someone = reader(width)
    page = someone.open(home + LONGEST)
    assert not page.locator(f"#{DEEP}").is_visible()
    page.locator(f".md-nav--secondary a[href='#{DEEP}']").first.evaluate("link => link.click()")
    page.wait_for_function(SEEN, arg=DEEP)

    someone.open(f"{home}{LONGEST}?again#{DEEP}")
    page.wait_for_function(SEEN, arg=DEEP)
    page.mouse.wheel(0, 220)
    page.wait_for_function(f"id => !({SEEN})(id)", arg=DEEP)
    place = page.evaluate(PLACE)
    with page.expect_navigation(wait_until="load"):
        page.locator("a.zx-language").first.evaluate("link => link.click()")
    someone.rest()
    page.wait_for_function(f"place => ({PLACE})() === place", arg=place)

    page.locator("[data-zx-beside]").evaluate("button => button.click()")
    page.locator(".zx-twin").first.wait_for(state="attached")
    someone.rest()
    page.wait_for_function(f"place => ({PLACE})() === place", arg=place)
    inside = page.locator(f"details.zx-depth:has(> .zx-part > #{DEEP}) > .zx-part > .zx-twin")
    assert inside.count() > 2

    page.emulate_media(media="print")  # what the reader opened is on the paper, over as many pages as it takes
    assert page.locator(f"#{DEEP}").is_visible()
    assert page.evaluate(FOLDS_ON_PAPER) == ["none auto"]
    page.emulate_media(media="screen")
    assert not someone.errors and not someone.foreign


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_a_preview_shows_what_a_fold_hides(reader: Callable[..., Reader], home: str) -> None:
    someone = reader()
    page = someone.open(home + CARD)
    page.evaluate(
        """([card, id]) => {
          const link = document.createElement("a");
          link.href = `../../${card}#${id}`;
          link.id = "there";
          link.textContent = "there";
          document.querySelector("article h1").after(link);
        }""",
        [LONGEST, FOLDED],
    )
    page.locator("#there").hover()
    claim = page.locator(".zx-preview .zx-proof").first
    claim.wait_for(state="visible")
    assert page.locator(".zx-preview details.zx-depth").count() == 0

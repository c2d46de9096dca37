"""The palette of commands: Ctrl+K, typed into, and everything by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from site_reader import Reader

PALETTE = "dialog.zx-palette[open]"


def opened(page: Page) -> None:
    page.keyboard.press("Control+k")
    page.locator(f"{PALETTE} [role=option]").first.wait_for()


def typed(page: Page, text: str) -> list[str]:
    page.fill(f"{PALETTE} input", text)
    page.locator(f"{PALETTE} ul[aria-busy=false]").wait_for()
    page.wait_for_function("() => document.querySelector('.zx-palette ul').ariaBusy === 'false'")
    return [text.replace("\n", " ") for text in page.locator(f"{PALETTE} [role=option]").all_inner_texts()]


@pytest.mark.parametrize(
    ("root", "width", "card", "review", "other", "exercise"),
    [
        ("", 1280, "flash attention", "Start review", "中文", "Exercise"),
        ("/zh", 360, "因果掩码", "开始复习", "English", "问题"),
    ],
)
def test_everything_is_reached_by_keys(
    reader: Callable[..., Reader], root: str, width: int, card: str, review: str, other: str, exercise: str
) -> None:
    someone = reader(width)
    page = someone.open(f"{root}/foundations/Softmax/")
    link = page.locator("article a").first
    link.focus()
    opened(page)
    field = page.locator(f"{PALETTE} input")
    assert field.get_attribute("role") == "combobox"
    # The options are a list that the field leads through; Escape gives the focus back.
    first = field.get_attribute("aria-activedescendant")
    page.keyboard.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") != first
    chosen = page.locator(f"#{field.get_attribute('aria-activedescendant')}")
    assert chosen.get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")
    page.locator(PALETTE).wait_for(state="detached")
    assert link.evaluate("link => link === document.activeElement")
    # Colours.
    button = "[data-md-component=palette] label:not([hidden])"
    before = page.locator(button).get_attribute("title")
    opened(page)
    typed(page, "dark")
    page.keyboard.press("Enter")
    now = "old => document.querySelector('[data-md-component=palette] label:not([hidden])').title !== old"
    page.wait_for_function(now, arg=before)
    # Cards, sections, questions and exercises; the first card opens.
    opened(page)
    found = typed(page, card)
    assert any(text.startswith(exercise) for text in found) and len(found) > 4, found
    names = page.locator(f"{PALETTE} [role=option] span > small").all_inner_texts()
    cards = [text for text in found if text.startswith(("Card", "卡片"))]
    assert len(names) + len(cards) == len(found), "whatever is no card says of which it is"
    assert all(any(text.endswith(name) for text in cards) for name in names)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    with page.expect_navigation(wait_until="commit"):
        page.keyboard.press("Enter")
    assert "/attention/" in page.url
    page.wait_for_load_state("load")
    # The language, from the page where one is; then review.
    opened(page)
    typed(page, other)
    with page.expect_navigation(wait_until="commit"):
        page.keyboard.press("Enter")
    assert ("/zh/" in page.url) == (root == "")
    someone.open(f"{root}/foundations/Softmax/")
    opened(page)
    assert typed(page, review)[0].endswith(review)
    with page.expect_navigation(wait_until="commit"):
        page.keyboard.press("Enter")
    assert page.url.endswith(f"{root}/study/review/")
    assert not someone.errors and not someone.foreign


@pytest.mark.parametrize(("query", "card"), [("scaling", "Scaling Laws"), ("memory", "Training Memory")])
def test_a_card_whose_name_is_typed_stands_before_the_sections_of_others(
    reader: Callable[..., Reader], query: str, card: str
) -> None:
    page = reader().open("/foundations/Softmax/")
    opened(page)
    assert typed(page, query)[0].endswith(card)

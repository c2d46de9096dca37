"""Figures that answer, in a real browser: both languages, both widths, by keyboard, in words, on paper, without another host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from site_reader import Reader
from this_vault import this_vault
from zhixing.model import Card
from zhixing.syntax.explorables import EXPLORABLES

CARDS: dict[str, Card] = {
    card.key: card for card in this_vault().cards.values() if card.lang == "en" and card.explorables
}
WIDE, NARROW = (1280, "light"), (360, "dark")


def near(page: Page, name: str) -> str:
    """Open what a figure is folded in, scroll to it and wait until it is there; its selector."""
    place = f".zx-explore[data-explore={name}]"
    page.locator(place).evaluate(
        """place => {
          for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
          place.scrollIntoView({ block: "center" });
        }"""
    )
    page.wait_for_selector(f"{place}[data-state=ready]")
    page.wait_for_function("s => document.querySelector(s).textContent.length > 0", arg=f"{place} .zx-explore-said")
    return place


def test_every_figure_stands_on_a_card() -> None:
    assert sorted(name for card in CARDS.values() for name, _ in card.explorables) == list(EXPLORABLES)


def turns() -> Iterator[Any]:
    """Every other card in one of the languages, by turns; the others, and the other languages, with the exhaustive rest."""
    for number, key in enumerate(CARDS):
        first, second = ("en", "zh") if number % 4 == 0 else ("zh", "en")
        yield pytest.param(key, first, marks=[pytest.mark.exhaustive] if number % 2 else [])
        yield pytest.param(key, second, marks=pytest.mark.exhaustive)


@pytest.mark.parametrize(("key", "lang"), list(turns()))
def test_figures_of_a_card_answer(reader: Callable[..., Reader], key: str, lang: str) -> None:
    prefix = "" if lang == "en" else "/zh"
    person = reader(*(WIDE if lang == "en" else NARROW))
    page = person.open(f"{prefix}/{key}/")
    for name, _ in CARDS[key].explorables:
        place = near(page, name)
        label = "s => document.querySelector(s + ' svg[role=img]').getAttribute('aria-label')"
        said = "s => document.querySelector(s + ' .zx-explore-said').textContent"
        before, drawn = page.evaluate(said, place), page.locator(f"{place} svg").first.inner_html()
        assert page.evaluate(label, place) == before  # those who do not see it are told the same
        assert any("\u4e00" <= letter <= "\u9fff" for letter in before) == (lang == "zh")
        assert "NaN" not in drawn and "Infinity" not in drawn + before and "undefined" not in drawn + before
        sliders = page.locator(f"{place} input[type=range]")
        assert sliders.count() > 0
        for at in range(sliders.count()):
            slider = sliders.nth(at)
            assert slider.evaluate("input => input.labels[0].innerText.trim()")
            old, text = page.evaluate(said, place), slider.get_attribute("aria-valuetext")
            slider.press("ArrowRight" if slider.evaluate("input => input.value !== input.max") else "ArrowLeft")
            assert slider.get_attribute("aria-valuetext") != text
            changed = page.evaluate(said, place), page.locator(f"{place} svg").first.inner_html()
            assert changed != (old, drawn), slider.evaluate("input => input.labels[0].innerText")
            drawn = changed[1]
            assert page.evaluate(label, place) == changed[0] and "NaN" not in drawn + changed[0]
        assert page.locator(f"{place} table td").count() > 0
    page.set_viewport_size({"width": 360, "height": 900})
    person.rest()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    outside = page.eval_on_selector_all(
        ".zx-explore svg text",
        """texts => texts.filter((text) => {
          const box = text.getBoundingClientRect(), frame = text.ownerSVGElement.getBoundingClientRect();
          return box.left < frame.left - 1 || box.right > frame.right + 1;
        }).map((text) => text.textContent)""",
    )
    assert outside == []
    page.eval_on_selector_all(".zx-explore-values", "all => all.forEach((one) => (one.open = true))")
    scrolls = "tables => tables.filter((table) => table.scrollWidth > table.clientWidth).length"
    # The frame around them does, which the keyboard reaches.
    assert page.eval_on_selector_all(".zx-explore-table table", scrolls) == 0
    assert "" not in page.locator(".zx-explore-table th").all_text_contents()
    page.emulate_media(media="print")
    assert page.locator(".zx-explore").first.is_hidden()
    assert page.locator("article img[src*=svg], article svg").count() > 0
    assert person.errors == [] and person.foreign == []

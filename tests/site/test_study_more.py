"""From a card into its own questions, more than the day allows, and the question first on a phone."""

from __future__ import annotations

import pytest
from study_learner import HOMES, event, history
from zhixing.page.words import words

PLACES = [("en", 1280), ("zh", 360)]
CARD = "foundations/Softmax"
HIGHEST = 260  # of 740 pixels: the question began at 390


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_a_card_leads_into_its_due_questions_and_more_can_be_had(learner, decks, tmp_path, language, width):
    someone = learner(language, width)
    deck = decks[language]
    own = [item["id"] for item in deck["items"] if item["card"] == CARD and item["kind"] == "question"]
    done = [event("2026-10-01T08:00:00.000Z", type="settings", new_per_day=0, kinds=["question"])]
    done += [
        event(f"2026-10-0{n + 2}T08:00:00.000Z", type="review", item=own[n], grade=3, source="review") for n in (0, 1)
    ]
    someone.load(history(*done), tmp_path)
    page = someone.page

    someone.reader.open(f"{HOMES[language]}{CARD}/")
    page.wait_for_selector(".zx-asks b")
    assert words(language).due.format(2) in page.locator(".zx-asks").inner_text()
    page.click(".zx-asks a")
    page.wait_for_selector("[data-item]")
    assert someone.asked == own[0]
    assert page.locator(".zx-count[data-kind=fresh] b").inner_text() == str(len(own) - 2), (
        "a card has no limit of the day"
    )
    top = page.locator(".zx-prompt").bounding_box()["y"]
    assert width > 360 or top <= HIGHEST, top
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.locator(".zx-deck select").select_option("")
    assert page.locator(".zx-count[data-kind=fresh] b").inner_text() == "0"
    for number in (0, 1):
        assert someone.asked == own[number]
        someone.press("Space")
        page.wait_for_selector(".zx-answer")
        someone.press("4")
        page.wait_for_function("id => document.querySelector('[data-item]')?.dataset.item !== id", arg=own[number])
    page.click(".zx-more")
    page.wait_for_selector("[data-item]")
    assert someone.asked == own[2], "the card that was begun goes on"
    assert page.locator(".zx-count[data-kind=fresh] b").inner_text() == "10"
    page.reload()
    page.wait_for_selector("[data-item]")
    assert page.locator(".zx-count[data-kind=fresh] b").inner_text() == "10"
    assert someone.reader.errors == []

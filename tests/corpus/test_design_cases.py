"""The tasks of system design: enough of them, the same in both languages, computed, and cut from page and text alike."""

from __future__ import annotations

import pytest
from this_vault import this_vault
from zhixing.model import Vault
from zhixing.study.deck import study_deck
from zhixing.study.host import DeckHost
from zhixing.study.pages import StudyPages
from zhixing.study.source import SourcePages
from zhixing.vault.asked import ROLES
from zhixing.vault.resolve import Index


@pytest.fixture(scope="module")
def vault() -> Vault:
    return this_vault()


def test_there_are_twelve_with_the_same_points_in_both_languages(vault: Vault) -> None:
    decks = {lang: study_deck(vault, lang, Index(vault), SourcePages()) for lang in ("en", "zh")}
    shapes = {lang: [(case.id, len(case.points), case.minutes) for case in deck.cases] for lang, deck in decks.items()}
    assert shapes["en"] == shapes["zh"]
    assert len(shapes["en"]) >= 12
    assert all(points >= 5 and minutes >= 20 for _, points, minutes in shapes["en"])
    for role in ROLES:
        assert sum(role in case.roles and case.level != "junior" for case in decks["en"].cases) >= 2, role


def test_each_has_numbers_that_are_computed(vault: Vault) -> None:
    pages = [card for card in vault.cards.values() if any(callout.kind == "rubric" for callout in card.callouts)]
    for page in pages:
        blocks = [block for block in page.python_blocks() if block.output is not None]
        assert blocks, page.path
        level_two = [heading.anchor for heading in page.headings if heading.level == 2]
        assert len(level_two) == 6, page.path


def test_page_and_text_give_the_same_case(vault: Vault) -> None:
    index = Index(vault)
    pages = StudyPages(DeckHost(vault, index))
    card = vault.cards["docs/en/design/Serve_70B_to_1000_Users.md"]
    (shown,) = (item for item in pages.items(card) if item.kind == "case")
    (written,) = (item for item in SourcePages().items(card) if item.kind == "case")
    assert (shown.id, len(shown.points)) == (written.id, len(written.points))
    assert all("<a " in point and "<input" not in point for point in shown.points)
    assert 'href="inference/KV_Cache/#how-large-is-the-kv-cache"' in shown.points[2]
    assert "70 billion" in shown.prompt

"""Front matter has one reading: what the check, the page and the deck say of a card comes from the same value."""

from __future__ import annotations

import pytest
from test_markdown_ext import PlainHost
from zhixing.checks.links import check_prerequisites
from zhixing.model import Card, Config, Vault
from zhixing.page.context import Context
from zhixing.page.furniture import CardFurniture, Workshop
from zhixing.study.deck import study_deck
from zhixing.study.source import SourcePages
from zhixing.syntax.frontmatter import read
from zhixing.syntax.parse import parse_card
from zhixing.vault.resolve import Index

QUESTION = "\n# {}\n\n> [!QUESTION]- Why?\n> So.\n\n^why-{}\n"


def vault_of(first: str) -> Vault:
    """A, whose front matter begins with `first`, and Word_embeds, which builds on A."""
    texts = {"A": f"---\n{first}\n---", "Word_embeds": '---\nprerequisites: ["[[A]]"]\n---'}
    cards = [parse_card(f"{n}.md", "", n, text + QUESTION.format(n, n.lower())) for n, text in texts.items()]
    return Vault(Config(docs="."), {card.path: card for card in cards}, ())


def header(card: Card, vault: Vault) -> str:
    context = Context(card, Index(vault), PlainHost(), card.front.height)
    return CardFurniture(context, Workshop(vault, None), lambda name: "", lambda path, line: "").header()


@pytest.mark.parametrize(
    ("written", "is_one"),
    [
        ('prerequisites: ["[[Word_embeds]]"]', True),
        ('prerequisites: "[[Word_embeds]]"', True),
        ("prerequisites:\n  - '[[Word_embeds|words]]'", True),
        ("prerequisites: [' [[word_embeds#Word_embeds]] ', 3, null]", True),
        ('{title: x, prerequisites: ["[[Word_embeds]]"], related: "[[A]]"}', True),
        ('{title: x, prerequisites: [], related: "[[Word_embeds]]"}', False),  # on the same line, of another key
        ("prerequisites: [Word_embeds]", False),  # no link: neither in Obsidian
        ("prerequisites: [[Word_embeds]]", False),  # without quotes: a list in a list
        ("prerequisites: {a: b}", False),
    ],
)
def test_check_page_and_deck_read_the_same_prerequisites(written: str, is_one: bool) -> None:
    vault = vault_of(written)
    findings = list(check_prerequisites(vault))
    deck = study_deck(vault, "", Index(vault), SourcePages())
    in_deck = {card.key: card.prerequisites for card in deck.cards}["A"]
    assert (bool(findings), "Read first" in header(vault.cards["A.md"], vault), bool(in_deck)) == (is_one,) * 3


def test_a_circle_names_its_cards_as_they_are_called() -> None:
    (finding,) = check_prerequisites(vault_of('prerequisites: ["[[Word_embeds]]"]'))
    assert finding.problem == "prerequisites form a cycle: A → Word_embeds → A"


@pytest.mark.parametrize("end", ["---", "..."])
def test_a_card_knows_where_its_body_begins(end: str) -> None:
    card = parse_card("a.md", "", "a", f"---\ntopic: x\n{end}\n\nwords\n# A\n")
    assert card.body == "\nwords\n# A\n"
    assert card.front.height + 3 == card.headings[0].span.line
    assert parse_card("a.md", "", "a", "---\n\nwords\n").body == "---\n\nwords\n"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", (True, False, True)),
        ("publish: false\ndraft: true\nsearch: {exclude: true}", (False, True, False)),
        ("publish: no\ndraft: 'Yes'\nsearch:\n  exclude: on", (False, True, False)),
        ("publish: true\ndraft: false\nsearch: {boost: 2}", (True, False, True)),
        ("search: exclude", (True, False, True)),
        ("publish:\ndraft: []\nsearch: [exclude]", (True, False, True)),
    ],
)
def test_switches(written: str, expected: tuple[bool, bool, bool]) -> None:
    front, problems = read("a.md", f"---\n{written}\n---\n")
    assert (front.publish, front.draft, front.searched) == expected
    assert problems == []


@pytest.mark.parametrize(
    ("written", "expected", "told"),
    [
        ("publish: perhaps\ndraft: 2026", (False, True), ["F063", "F063"]),
        ("publish: flase", (False, False), ["F063"]),
        ("draft: ture", (True, True), ["F063"]),
        ("publish: false\ntitle: a\npublish: true", (False, False), ["F049"]),
        ("draft: true\ndraft: false", (True, True), ["F049"]),
        ("published: 2026-01-02", (True, False), []),
    ],
)
def test_switch_that_is_not_clear_hides_and_is_named(
    written: str, expected: tuple[bool, bool], told: list[str]
) -> None:
    front, problems = read("a.md", f"---\n{written}\n---\n")
    assert (front.publish, front.draft) == expected
    assert [problem.code for problem in problems] == told


@pytest.mark.parametrize("text", ["\n---\npublish: false\n---\n\nwords\n", "----\ndraft: true\n----\n\nwords\n"])
def test_front_matter_in_a_wrong_place_still_hides(text: str) -> None:
    front, problems = read("a.md", text)
    assert (front.publish and not front.draft) is False
    assert [problem.code for problem in problems] == ["F062"]


def test_values_of_a_wrong_form_are_empty_and_numbers_are_words() -> None:
    front, _ = read("a.md", "---\ntitle: 1984\ncategory: [a]\ndifficulty: 3\nminutes: true\ntags: '#a, b #c'\n---\n")
    assert (front.title, front.category, front.difficulty, front.minutes) == ("1984", "", 0, 0)
    assert front.tags == ("a", "b", "c")

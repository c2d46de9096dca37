"""A quiz is read once: the page, the deck and the terminal ask the options that the parser found."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_markdown_ext import PlainHost
from zhixing.model import Config, Vault
from zhixing.page.context import Context
from zhixing.study.pages import collected
from zhixing.study.source import source_items
from zhixing.syntax.parse import parse_card
from zhixing.vault.resolve import Index

LINES = [
    "",
    "More of the question.",
    "- [x] right",
    "- [ ] wrong",
    "- [X] big",
    "- [?] odd",
    "- [ ] two\n  lines",
    "- [ ]",
    "1. [x] counted",
    "- \n  [x] below its mark",
    "  - reason",
    "  - [ ] a task as a reason",
    "- reason that is not indented",
    "- [x] \n  - only a reason",
    "- [ ] loose\n\n  second paragraph",
    "Why it is so.",
    "```\n- [x] code\n```",
    "> quoted\n> - [x] no option",
    "| a |\n|---|\n| - [x] cell |",
    "%%\n- [x] hidden\n%%",
]


def quiz(lines: list[str], mark: str = "") -> str:
    body = "\n".join(f"> {line}".rstrip() for part in lines for line in part.split("\n"))
    return f"---\ntopic: x\n---\n\n# A\n\n> [!QUIZ]{mark} Which?\n{body}\n\n^which\n"


def both(text: str) -> tuple[list[bool], list[bool], list[bool]]:
    """Which options are right: as parsed, in the deck cut from the page, on the page."""
    card = parse_card("A.md", "", "A", text)
    vault = Vault(Config(docs="."), {"A.md": card}, ())
    context = Context(card, Index(vault), PlainHost(), card.front.height)
    found = collected(context)
    html = context.host.nested(context).convert(card.body)
    parsed, in_deck = (
        [option.right for item in items for option in item.options] for items in (source_items(card), found)
    )
    return parsed, in_deck, [word == "right" for word in re.findall(r'<li[^>]* data-option="(\w+)"', html)]


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(LINES), max_size=7), st.sampled_from(["", "-", "+"]))
def test_parser_deck_and_page_have_the_same_options(lines: list[str], mark: str) -> None:
    parsed, in_deck, on_page = both(quiz(lines, mark))
    assert parsed == in_deck == on_page


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (["- [x] a", "  - because", "- [ ] b", "- why b is wrong"], [True, False]),  # the reason is no third option
        (["- [ ] a", "", "Between.", "", "- [x] b"], [False, True]),
        (["- a list in the question", "", "Which?", "", "1. [x] a", "2. [ ] b"], [True, False]),
        (["- [?] a", "- [x] b"], [False, True]),
    ],
)
def test_what_is_an_option(lines: list[str], options: list[bool]) -> None:
    assert both(quiz(lines)) == (options, options, options)


def test_a_reason_that_is_not_indented_explains_the_option_above_it() -> None:
    card = parse_card("A.md", "", "A", quiz(["- [x] a", "- because"]))
    context = Context(card, Index(Vault(Config(docs="."), {"A.md": card}, ())), PlainHost(), card.front.height)
    found = collected(context)
    context.host.nested(context).convert(card.body)
    (page,), (source,) = found, source_items(card)
    assert [(o.text, o.why) for o in page.options] == [(o.text, o.why) for o in source.options] == [("a", "because")]

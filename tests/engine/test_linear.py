"""No input is quadratic: twice the text takes about twice the steps, in the check and on the page.

Steps are calls of functions, Python's own and those of its C library, as the profiler counts them: no clock is asked.
"""

from __future__ import annotations

import sys
import tracemalloc
from types import FrameType

import pytest
from zhixing.checks.run import run_checks
from zhixing.model import Config, Vault
from zhixing.page.context import Context
from zhixing.study.host import DeckHost
from zhixing.syntax.parse import parse_card
from zhixing.vault.resolve import Index

SIZE = 400
MOST = 2.6  # times the steps for twice the text; a square would be 4
UNITS = {
    "brackets": "[",
    "double brackets": "[[",
    "images": "![",
    "embeds": "![[a",
    "links that never end": "[a](",
    "links": "[a](b) ",
    "links in links": "[a[b](c)",
    "closers": "](x)",
    "references": "[x][",
    "brackets on lines": "[\n",
    "wiki-links": "[[a|b]] ",
    "emphasis": "*a ",
    "closed emphasis": "*a* ",
    "strong": "**a",
    "underscores": "_a",
    "backticks": "`a",
    "uneven backticks": "``a`",
    "tildes": "~~a",
    "marks": "==a",
    "closed marks": "==a== ",
    "quotes": "> a\n",
    "quotes on quotes": ">a\n>>b\n",
    "lists": "- a\n",
    "numbers": "1. a\n",
    "lists of lists": "- a\n  - b\n",
    "tasks": "- [ ] a\n",
    "tables": "|a|b|\n|-|-|\n",
    "cells": "|a",
    "callouts": "> [!note] a\n> b\n\n",
    "callout titles": "> [!note]\n",
    "footnotes": "a[^1] ",
    "footnote definitions": "[^1]: a\n\n",
    "definitions": "[a]: b\n",
    "tags of HTML": "<b>",
    "blocks of HTML": "<div>\n",
    "opened tags": "<a ",
    "less than": "<",
    "autolinks": "<http://a",
    "addresses": "http://a ",
    "long addresses": "https://a.",
    "addresses that open": "https://a(",
    "footnotes in the line": "a^[b] ",
    "open footnotes in the line": "^[",
    "ids on lines": "a^b\n",
    "tasks of any kind": "- [?] a\n",
    "tags with pictures": "#🎉 ",
    "comments of HTML": "<!--",
    "closed comments of HTML": "<!-- a -->",
    "comments": "%%",
    "closed comments": "%%a%% ",
    "dollars": "$",
    "formulas": "$a$ ",
    "display formulas": "$$\na\n$$\n",
    "entities": "&",
    "escapes": "\\",
    "tags": "#a ",
    "headings": "# a\n\n",
    "attributes": "a{.b} ",
    "block ids": "a ^b\n\n",
    "fences": "```\na\n```\n",
    "open fences": "```a\n",
    "quotation marks": "\"a 'b ",
    "hidden elements": "<div hidden>\n\n",
    "hidden words": "<i hidden>a",
    "words": "a b ",
    "paragraphs": "a\n\n",
}
FRONT = {"keys": "k{}: v\n", "lists": "k{}: [a, b]\n", "texts": "k{}: 'a'\n"}


def steps(text: str) -> int:
    """Function calls from the text to its findings and its page."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        card = parse_card("docs/a.md", "", "a", text)
        vault = Vault(Config(profile="vault"), {card.path: card}, ())
        run_checks(vault)
        index = Index(vault)
        host = DeckHost(vault, index)
        host.nested(Context(card, index, host, card.front.height)).convert(card.body)
    finally:
        sys.setprofile(before)
    return count


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What is imported at the first use is not counted."""
    steps("# a\n\n```python\nx = 1\n```\n\n[a](b) *c* [^1] <b>d</b>\n\n[^1]: e\n")


@pytest.mark.parametrize("what", UNITS)
def test_twice_the_text_takes_twice_the_steps(what: str) -> None:
    unit = UNITS[what]
    few, many = steps(unit * SIZE), steps(unit * 2 * SIZE)
    assert many <= MOST * few + 500, f"{few} steps, then {many}"


@pytest.mark.parametrize("what", FRONT)
def test_twice_the_front_matter_takes_twice_the_steps(what: str) -> None:
    few, many = (
        steps("---\n" + "".join(FRONT[what].format(number) for number in range(size)) + "---\n# a\n")
        for size in (SIZE // 2, SIZE)
    )
    assert many <= MOST * few + 500, f"{few} steps, then {many}"


@pytest.mark.thorough
@pytest.mark.parametrize("unit", ["[[a", "![[a", "[x][", "[^a", "[^a] ", "[a](", "<a", "$$a", "`a", "%%a"])
def test_twice_the_text_takes_twice_the_memory(unit: str) -> None:
    """No message and no piece that is kept holds the rest of the text."""

    def peak(text: str) -> int:
        tracemalloc.start()
        steps(text)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    few, many = peak(unit * SIZE), peak(unit * 4 * SIZE)
    assert many <= 2 * MOST * few + 100_000, f"{few} bytes, then {many}"


@pytest.mark.parametrize(
    "what",
    [
        *(
            "]]",
            "}}",
            "{{",
            "*a_",
            "_*a",
            "&amp;",
            "[a][b] ",
            "![a][b] ",
            "[a] ",
            "^[",
            "^[a] ",
            "a^[[[b]] ",
            "@a.b ",
            "\\[",
            "=a=",
        ),
        *(
            "~a",
            "***a",
            "`" * 3,
            "``a` ",
            "---\n",
            "- [x] ",
            "<!-- a -->\n",
            "[^a]: b\n",
            "|a|b|\n",
            "''",
            "&#",
            "</a>",
            "\t- a\n",
            "$a",
            "#",
        ),
    ],
)
def test_other_units_are_linear_too(what: str) -> None:
    few, many = steps(what * SIZE), steps(what * 2 * SIZE)
    assert many <= MOST * few + 500, f"{few} steps, then {many}"


def test_runs_of_backticks_of_every_length() -> None:
    few, many = (steps(" ".join("`" * n for n in range(1, size))) for size in (40, 80))  # four times the text
    assert many <= 2 * MOST * few + 500, f"{few} steps, then {many}"


def test_a_square_would_be_noticed() -> None:
    def square(size: int) -> int:
        count = 0
        for _ in range(size):
            count += size
        return count

    assert square(2 * SIZE) > MOST * square(SIZE) + 500

"""The table of codes in the handbook is what the engine says, and its examples are real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from engine_cases import card, read_cases
from zhixing.checks.codes import CODES, RUN_CODES, VAULT_CODES
from zhixing.checks.examples import EXAMPLES, code_table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/en/contributing/diagnostics.md"
PACKAGE = ROOT / "scripts/zhixing"


def test_page_is_what_the_command_prints() -> None:
    assert PAGE.read_text(encoding="utf-8") == code_table(), (
        "run `zhixing codes --markdown > docs/en/contributing/diagnostics.md`"
    )


def test_page_parses_without_links_or_problems() -> None:
    page = card(PAGE.read_text(encoding="utf-8"))
    assert page.links == () and page.diagnostics == () and page.formulas == () and page.tags == ()
    assert sum(rows - 1 for _, rows, _ in page.tables) == len(CODES)


@pytest.mark.parametrize("code", sorted(CODES.keys() - RUN_CODES - {"F007"}))
def test_example_is_a_message_of_the_checks(code: str) -> None:
    problem, hint = EXAMPLES[code]
    findings = "".join(case.text("findings") for case in read_cases("checks") if case.file == code)
    assert f": {code} {problem}\n  hint: {hint}\n" in findings


def test_codes_are_sorted_letters_with_three_digits() -> None:
    assert EXAMPLES.keys() == CODES.keys()
    assert all(re.fullmatch(r"[FLSCQPTW]\d{3}", code) for code in CODES)
    assert CODES.keys() >= VAULT_CODES | RUN_CODES
    for letter in "FLSCQPTW":
        group = [code for code in CODES if code[0] == letter]
        assert group == sorted(group)


def test_engine_uses_no_code_that_is_not_listed_and_lists_none_that_it_never_uses() -> None:
    used: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name not in ("codes.py", "examples.py"):
            used.update(re.findall(r"\b([FLSCQPTW]\d{3})\b", path.read_text(encoding="utf-8")))
    assert used == CODES.keys()

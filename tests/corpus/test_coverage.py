"""The two pages that map the notes to the cards are complete, and rows that promise a proof lead to one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from this_vault import this_vault
from zhixing.model import Card, Link, Vault
from zhixing.vault.resolve import Target, index_of

ROOT = Path(__file__).parents[2]
FOLDER = "docs/en/contributing/coverage"
ROW = re.compile(r"^\| ([A-Z]\d{2,3}) \|", re.M)
COUNTS = {
    "M": 50, "R": 16, "K": 16, "A": 25, "F": 20, "N": 30, "Q": 24, "X": 13, "L": 18, "G": 11, "B": 10, "T": 25,
}  # fmt: skip


@pytest.fixture(scope="module")
def vault() -> Vault:
    return this_vault()


def rows(page: Card) -> dict[str, int]:
    """Number of a row → its line."""
    found = [(match.group(1), page.text.count("\n", 0, match.start()) + 1) for match in ROW.finditer(page.text)]
    assert len(found) == len(dict(found)), "a row stands twice"
    return dict(found)


def targets(page: Card, line: int, vault: Vault) -> list[tuple[Link, Target]]:
    index = index_of(vault)
    resolved = [(link, index.resolve(link, page)) for link in page.links if link.span.line == line]
    return [(link, target) for link, target in resolved if isinstance(target, Target)]


def test_every_error_has_a_row(vault: Vault) -> None:
    page = vault.cards[f"{FOLDER}/errors.md"]
    assert list(rows(page)) == [f"E{number:02d}" for number in range(1, 109)]


def test_everything_the_notes_named_has_a_row(vault: Vault) -> None:
    page = vault.cards[f"{FOLDER}/inventory.md"]
    wanted = [f"{letter}{number:02d}" for letter, count in COUNTS.items() for number in range(1, count + 1)]
    assert list(rows(page)) == wanted


def test_every_row_leads_somewhere(vault: Vault) -> None:
    for name in ("errors", "inventory"):
        page = vault.cards[f"{FOLDER}/{name}.md"]
        lines = page.text.split("\n")
        for row, line in rows(page).items():
            files = re.findall(r"`(tests/[\w/.]+)`", lines[line - 1])
            assert all((ROOT / file).is_file() for file in files), row
            assert files or targets(page, line, vault), f"{name}.md: {row} leads nowhere"


def test_what_is_shown_by_code_leads_to_code_that_runs(vault: Vault) -> None:
    """To a claim with a proof, a section with a block, an experiment, or the rules of the blocks themselves."""
    page = vault.cards[f"{FOLDER}/errors.md"]
    lines = page.text.split("\n")
    for row, line in rows(page).items():
        if "| shown by code |" in lines[line - 1]:
            assert any(runs(target) for _, target in targets(page, line, vault)), f"{row} leads to no code"


def runs(target: Target) -> bool:
    card = target.card
    if card is None:
        return target.path.endswith((".py", ".ipynb"))
    if card.key == "contributing/writing-a-card" or card.key.startswith("experiments/"):
        return True
    if any(claim.id == target.anchor and claim.proof is not None for claim in card.claims):
        return True
    return target.heading is not None and any(
        block.python is not None and block.heading >= 0 and _below(card, block.heading, target.anchor)
        for block in card.blocks
    )


def _below(card: Card, heading: int, anchor: str) -> bool:
    """Whether a heading is the one with that anchor, or stands below it."""
    level = card.headings[heading].level
    while heading >= 0:
        if card.headings[heading].anchor == anchor:
            return True
        above = [i for i in range(heading) if card.headings[i].level < level]
        heading = above[-1] if above else -1
        level = card.headings[heading].level if heading >= 0 else 0
    return False


@pytest.fixture(scope="session")  # in any order of tests
def collected() -> list[str]:
    """The names of the tests that run the cases, as pytest itself finds them."""
    modules = [f"tests/engine/test_{name}.py" for name in ("markdown_ext", "parse", "encoding")]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *modules]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return [line for line in done.stdout.splitlines() if "::" in line]


@pytest.mark.parametrize("number", range(1, COUNTS["T"] + 1))
def test_every_format_is_a_case_that_runs(vault: Vault, collected: list[str], number: int) -> None:
    """A test whose name holds the number, made from the file that the row names."""
    page = vault.cards[f"{FOLDER}/inventory.md"]
    row = page.text.split("\n")[rows(page)[f"T{number:02d}"] - 1]
    (file,) = re.findall(r"`tests/engine/(?:fixtures/)?([\w/.]+)`", row)
    names = [name for name in collected if re.search(rf"\[.*\bT{number:02d}\b.*\]$", name)]
    assert any(f"[{Path(file).stem}: " in name or name.startswith(f"tests/engine/{file}::") for name in names), row

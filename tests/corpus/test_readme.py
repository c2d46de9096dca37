"""What the READMEs tell people to type exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from zhixing.cli import _parser
from zhixing.load import load_vault

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["README.md", "README.zh.md"])
def readme(request: pytest.FixtureRequest) -> str:
    return (ROOT / request.param).read_text(encoding="utf-8")


def test_every_target_of_make_is_there(readme: str) -> None:
    named = set(re.findall(r"(?:^\$ |`)make ([a-z-]+)", readme, re.M))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert {"serve", "test"} <= named <= targets


def test_every_command_is_understood(readme: str) -> None:
    shown = re.findall(r"^\$ zhixing ([^#\n]+)", readme, re.M)
    assert len(shown) >= 5
    for words in shown:
        _parser().parse_args([word.strip('"') for word in re.findall(r'"[^"]+"|\S+', words)])


def test_every_test_that_is_named_is_there(readme: str) -> None:
    cards = load_vault(ROOT).cards
    claims = {claim.id for card in cards.values() for claim in card.claims}
    named = re.findall(r"pytest docs -k (\S+)", readme)
    assert named and set(named) <= claims
    files = re.findall(r"pytest (docs/\S+\.md)", readme)
    assert files and set(files) <= cards.keys()

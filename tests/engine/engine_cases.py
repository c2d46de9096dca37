"""Fixtures are Markdown: `# title`, then parts fenced by eight tildes, each with a word that says what it is."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from zhixing.blocks.extract import emit_snippets
from zhixing.checks.translation import confirm
from zhixing.model import Card, Vault
from zhixing.syntax.parse import parse_card
from zhixing.vault.load import load_vault

FIXTURES = Path(__file__).parent / "fixtures"
GOOD = FIXTURES / "checks" / "vault"
_FENCE = "~" * 8


@dataclass
class Part:
    """One fenced piece of a case: its word, what follows the word, and the text inside."""

    kind: str
    argument: str
    text: str


@dataclass
class Case:
    """One case of a fixture file."""

    file: str
    title: str
    parts: list[Part] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.file}: {self.title}"

    def text(self, kind: str) -> str:
        """The text of the only part of that kind."""
        (part,) = (part for part in self.parts if part.kind == kind)
        return part.text


def read_cases(folder: str) -> list[Case]:
    """All cases of all Markdown files in one folder of fixtures."""
    return [case for path in sorted((FIXTURES / folder).glob("*.md")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    case: Case | None = None
    opened: Part | None = None
    for line in path.read_text(encoding="utf-8").split("\n"):
        if opened is not None:
            if line == _FENCE:
                opened = None
            else:
                opened.text += line + "\n"
        elif line.startswith(_FENCE):
            assert case is not None, f"{path.name}: a part before the first title"
            kind, _, argument = line.removeprefix(_FENCE).partition(" ")
            opened = Part(kind, argument, "")
            case.parts.append(opened)
        elif line.startswith("# "):
            if case is not None:
                yield case
            case = Case(path.stem, line[2:])
    assert opened is None, f"{path.name}: a part is never closed"
    if case is not None:
        yield case


def parametrize_cases(folder: str) -> pytest.MarkDecorator:
    """Run a test once for each case of a folder."""
    return pytest.mark.parametrize("case", read_cases(folder), ids=str)


def card(text: str, path: str = "docs/en/foundations/Card.md") -> Card:
    """A card made of this text alone."""
    return parse_card(path, "en", "foundations/Card", text)


def put(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files under a folder and return the folder."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return root


def settled(vault: Vault) -> Vault:
    """The vault as it is after `zhixing extract` and `zhixing translated --all`."""
    return replace(vault, generated=emit_snippets(vault), confirmed=confirm(vault, list(vault.cards.values())))


def load(root: Path) -> Vault:
    """The vault of a folder."""
    return load_vault(root)


@functools.cache
def confirmed_before() -> dict[str, Any]:
    """The translation record of the good vault."""
    return settled(load_vault(GOOD, cache=False)).confirmed


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file under a folder, the cache aside."""
    paths = (path for path in sorted(root.rglob("*")) if path.is_file() and ".cache" not in path.parts)
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}

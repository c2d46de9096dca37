"""A vault as an editor has it: what is on the disk, and the texts that were changed and not yet saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from zhixing.checks.causes import folded
from zhixing.checks.codes import VAULT_CODES
from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.vault.links import follow_links
from zhixing.vault.load import load_vault, parse_source
from zhixing.vault.read import Source
from zhixing.vault.resolve import Index

_Key = tuple[Span, str, str]


def unix(text: str) -> str:
    """A text with the line ends that the engine counts."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Project:
    """One vault, its open texts, and what the last check of the whole of it has found."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.found: dict[str, list[Diagnostic]] = {}  # by the whole check, by path
        self._texts: dict[str, str] = {}
        self._saved = load_vault(root)
        self._vault = self._saved
        self._index: Index | None = None

    @property
    def vault(self) -> Vault:
        """The cards as they are on the screen."""
        return self._vault

    @property
    def index(self) -> Index:
        """The names of these cards."""
        self._index = self._index or Index(self._vault)
        return self._index

    def reload(self) -> None:
        """Read again what is on the disk."""
        self._saved = load_vault(self.root)
        texts, self._texts, self._vault, self._index = self._texts, {}, self._saved, None
        for path, text in texts.items():
            self.put(path, text)

    def opened(self, path: str, text: str) -> None:
        """A text was opened; of bytes that are not read an editor shows something else."""
        known = self._saved.cards.get(path)
        if known is None or known.text or not known.diagnostics:
            self.put(path, text)

    def put(self, path: str, text: str) -> None:
        """A text is open, and reads so."""
        text = unix(text)
        self._texts[path] = text
        known = self._saved.cards.get(path)
        if known is None or self._vault.cards[path].text == text:
            return
        card = known
        if known.text != text:
            card = parse_source(Source(path, text.encode("utf-8", "surrogatepass")), self._vault.config)
        self._vault = replace(self._vault, cards={**self._vault.cards, path: card})
        self._index = None

    def drop(self, path: str) -> None:
        """A text was closed: what counts is the file."""
        if self._texts.pop(path, None) is not None and path in self._saved.cards:
            self._vault = replace(self._vault, cards={**self._vault.cards, path: self._saved.cards[path]})
            self._index = None

    def findings(self, path: str) -> list[Diagnostic]:
        """What is wrong with a note as it reads now, by itself and by its links.

        What only the whole check can say is kept from the last one, for the lines that have not changed since.
        """
        card, saved = self._vault.cards.get(path), self._saved.cards.get(path)
        before = self.found.get(path, [])
        if card is None or saved is None or card is saved:
            return before
        now = self._alone(card, self.index)
        told = {_key(finding) for finding in self._alone(saved, self.index)}
        kept = moved((it for it in before if _key(it) not in told), saved.text.split("\n"), card.text.split("\n"))
        return sorted({*now, *kept})

    def _alone(self, card: Card, index: Index) -> list[Diagnostic]:
        found = [*card.diagnostics, *(step.problem for step in follow_links(card, index) if step.problem)]
        if self._vault.config.profile != "cards":
            found = [finding for finding in found if finding.code in VAULT_CODES]
        return folded(self._vault, found)


def moved(findings: Iterable[Diagnostic], old: Sequence[str], new: Sequence[str]) -> list[Diagnostic]:
    """Findings on lines that did not change, where those lines are now."""
    most = min(len(old), len(new))
    above = next((number for number in range(most) if old[number] != new[number]), most)
    below = next((number for number in range(most - above) if old[-1 - number] != new[-1 - number]), most - above)
    kept = []
    for finding in findings:
        line = finding.span.line
        if line <= above:
            kept.append(finding)
        elif line > len(old) - below:
            kept.append(replace(finding, span=Span(finding.span.path, line + len(new) - len(old))))
    return kept


def _key(finding: Diagnostic) -> _Key:
    return finding.span, finding.code, finding.problem

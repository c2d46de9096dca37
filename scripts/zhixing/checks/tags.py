"""One thing has one tag: spelled one way in each language, and translated one way."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator

from zhixing.checks.translation import pairs
from zhixing.model import Card, Diagnostic, Span, Vault

_PLURAL = 4  # letters of a word whose last may be the s of the plural


def check_spelling(vault: Vault) -> Iterator[Diagnostic]:
    """No two tags of a language differ by case, hyphens, spaces or a plural alone."""
    used: dict[tuple[str, str], Counter[str]] = {}
    for card in vault.cards.values():
        for tag in card.front.tags:
            used.setdefault((card.lang, _folded(tag)), Counter())[tag] += 1
    for card in vault.cards.values():
        for tag in card.front.tags:
            usual = _usual(used[card.lang, _folded(tag)])
            if tag != usual:
                yield Diagnostic(_at(card), "F025", f"tag {tag!r} is elsewhere spelled {usual!r}", f"write {usual}")


def check_translation(vault: Vault) -> Iterator[Diagnostic]:
    """A tag is translated by one tag, and no other tag is translated by it; tags stand in the same order."""
    there: dict[tuple[str, str], Counter[str]] = {}
    back: dict[tuple[str, str], Counter[str]] = {}
    both = [(source, other) for source, other in pairs(vault) if len(source.front.tags) == len(other.front.tags)]
    for source, other in both:
        for ours, theirs in zip(source.front.tags, other.front.tags, strict=True):
            there.setdefault((other.lang, ours), Counter())[theirs] += 1
            back.setdefault((other.lang, theirs), Counter())[ours] += 1
    for source, other in both:
        for ours, theirs in zip(source.front.tags, other.front.tags, strict=True):
            usual = _usual(there[other.lang, ours])
            if _folded(theirs) != _folded(usual):
                hint = f"write {usual}, or give what is meant here a tag of its own in both languages"
                yield Diagnostic(
                    _at(other), "T014", f"tag {ours!r} is {theirs!r} here and {usual!r} on other cards", hint
                )
            usual = _usual(back[other.lang, theirs])
            if _folded(ours) != _folded(usual) and _usual(there[other.lang, ours]) == theirs:
                hint = f"write {usual}, or give what is meant here a tag of its own in both languages"
                problem = f"tags {ours!r} and {usual!r} are both {theirs!r} in {other.lang}"
                yield Diagnostic(_at(source), "T014", problem, hint)


def _usual(spellings: Counter[str]) -> str:
    """The one that most cards have; of equals the first by name, small letters before capitals."""
    return min(spellings, key=lambda tag: (-spellings[tag], tag.swapcase()))


def _folded(tag: str) -> str:
    letters = "".join(c for c in unicodedata.normalize("NFKC", tag).casefold() if c.isalnum()) or tag
    return (
        letters[:-1] if len(letters) >= _PLURAL and letters.isascii() and letters[-1] == "s" != letters[-2] else letters
    )


def _at(card: Card) -> Span:
    return Span(card.path, card.front.lines.get("tags", 1))

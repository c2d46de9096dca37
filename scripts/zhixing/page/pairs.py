"""Which block of a page says the same as which block of its translation: by section, and by kind within it."""

from __future__ import annotations

from bisect import bisect_right
from difflib import SequenceMatcher

from zhixing.model import Card, Vault

Marks = dict[int, int]  # line of a block → its number in the source language


def marks(card: Card, vault: Vault) -> Marks:
    """The blocks of a card that has translations, or is one: paired ones have the same number in every language."""
    languages, docs = vault.config.languages, vault.config.docs
    if card.lang not in languages or len(languages) < 2:
        return {}
    end = card.path.rpartition(".")[2]
    family = [vault.cards.get(f"{'' if docs == '.' else f'{docs}/'}{lang}/{card.key}.{end}") for lang in languages]
    source, *others = family
    if source is None or not any(others):
        return {}
    if card.path == source.path:
        return {line: number for number, (line, _) in enumerate(card.units)}
    return paired(source, card)


def paired(source: Card, other: Card) -> Marks:
    """The blocks of a translation, each with the number of the block that it translates."""
    theirs = _sections(other)
    found: Marks = {}
    for anchor, ours in _sections(source).items():
        mine = theirs.get(anchor, [])
        kinds, other_kinds = [block[2] for block in ours], [block[2] for block in mine]
        same = SequenceMatcher(None, kinds, other_kinds, autojunk=False)
        for here, there, size in [(0, 0, len(ours))] if kinds == other_kinds else same.get_matching_blocks():
            found |= {mine[there + step][1]: ours[here + step][0] for step in range(size)}
    return found


def _sections(card: Card) -> dict[str, list[tuple[int, int, str]]]:
    """Number, line and kind of the blocks under each heading."""
    lines = [heading.span.line for heading in card.headings]
    sections: dict[str, list[tuple[int, int, str]]] = {}
    text = card.text.split("\n")
    for number, (line, kind) in enumerate(card.units):
        if kind == "html_block" and text[line - 1].startswith("<!--zhixing:decided"):
            continue  # a quiz is decided in the source language only
        above = bisect_right(lines, line) - 1
        sections.setdefault(card.headings[above].anchor if above >= 0 else "", []).append((number, line, kind))
    return sections

"""What vouches for the numbers of a card, as the file that its page fetches when a reader asks.

    numbers/<language>/<key>.json   {anchor of a section: {digits: [[kind, what, line], …], …}, …}

The digits are those that stand on the page, without units; a list has one entry for each time they stand in the section.
Kinds: 0 a line of code or shown output of the source card, 1 a cited work, 2 the same number in the source language, 3 given.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import partial

from zhixing.blocks.witness import Witness, Witnesses, anchor_of
from zhixing.model import Card, Vault
from zhixing.vault.anchors import identity
from zhixing.vault.config import is_card
from zhixing.vault.kept_results import kept_by
from zhixing.vault.references import References, read_references

KINDS = {"code": 0, "reference": 1, "source": 2, "given": 3}
_DIGITS = re.compile(r"[0-9][0-9,.]*[0-9]|[0-9]")


def has_numbers(card: Card, vault: Vault) -> bool:
    """Whether the page of a card can say where its numbers come from."""
    return bool(vault.given) and is_card(card, vault.config) and not card.is_notebook


def number_files(vault: Vault, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, for the cards at these paths."""
    if not vault.given:
        return
    references, _ = read_references(vault.references)
    witnesses = Witnesses(vault, references)
    works = hashlib.sha256(repr(vault.references).encode()).hexdigest()
    for path in paths:
        card = vault.cards[path]
        if has_numbers(card, vault):
            source = witnesses.source_of(card)
            given = (
                __name__,
                works,
                vault.config,
                vault.given.get(card.key),
                identity(card),
                source and identity(source),
            )
            data = kept_by(given, partial(_file, card, witnesses, references))
            yield f"numbers/{card.lang or 'all'}/{card.key}.json", data


def _file(card: Card, witnesses: Witnesses, references: References) -> bytes:
    said = _sections(card, witnesses, references)
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _sections(card: Card, witnesses: Witnesses, references: References) -> dict[str, dict[str, list[list[str | int]]]]:
    out: dict[str, dict[str, list[list[str | int]]]] = {}
    source = witnesses.source_of(card)
    theirs: dict[tuple[str, str], list[Witness]] = {}
    for item in witnesses.of(source) if source else ():
        if item.witness:
            theirs.setdefault((anchor_of(source or card, item.heading), item.number.key), []).append(item.witness)
    for item in witnesses.of(card):
        digits = _DIGITS.search(item.number.text.replace("{,}", ","))
        witness = item.witness
        if witness is None or digits is None:
            continue
        if witness.kind == "source":  # what vouches for it there vouches for it here
            queue = theirs.get((anchor_of(card, item.heading), item.number.key))
            witness = queue.pop(0) if queue else witness
        what = witness.detail
        work = references.works.get(what.partition(",")[0]) if witness.kind == "reference" else None
        if work is not None:
            authors = work.authors[0] + (" et al." if len(work.authors) > 1 else "")
            place = what.partition(", ")[2]
            what = f"{authors}, {work.title} ({work.venue}, {work.year})" + (f": {place}" if place else "")
        found = out.setdefault(anchor_of(card, item.heading), {}).setdefault(digits.group(), [])
        found.append([KINDS[witness.kind], what[:160] if witness.kind != "source" else "", witness.line])
    return out

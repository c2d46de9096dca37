"""Parsed cards kept between runs, in pieces: each is packed once, by the process that parsed it."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zhixing.model import Card, Heading, Link, Section, Span
from zhixing.vault.read import cache_file, fingerprint, read_cache, uncollected
from zhixing.vault.write import write_cache

Entries = dict[str, tuple[bytes, Card]]  # path → digest of the file, card

_MOST = 12  # pieces; each edit adds one, and stale cards stay in the old ones until all is packed anew


def pack(entries: Entries) -> bytes:
    """A piece."""
    light = [(path, digest, _light(card)) for path, (digest, card) in entries.items()]
    return pickle.dumps(light, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(piece: bytes) -> Entries:
    """What was packed."""
    with uncollected():
        return {path: (digest, _card(light)) for path, digest, light in pickle.loads(piece)}


# Most of what a card holds are headings, links, sections and block ids. With these as plain tuples, a line in the place
# of the span, a card is packed in half the time.
_NODES = {"headings": Heading, "links": Link, "sections": Section}


def _light(card: Card) -> dict[str, Any]:
    light = dict(card.__dict__)
    for name in _NODES:
        light[name] = [(node[0].line, *node[1:]) for node in light[name]]
    light["block_ids"] = {ident: span.line for ident, span in card.block_ids.items()}
    return light


def _card(light: dict[str, Any]) -> Card:
    path, new = (
        light["path"],
        tuple.__new__,
    )  # not the classes themselves: a large vault has hundreds of thousands of nodes
    for name, node in _NODES.items():
        light[name] = tuple([new(node, (new(Span, (path, line)), *rest)) for line, *rest in light[name]])
    light["block_ids"] = {ident: new(Span, (path, line)) for ident, line in light["block_ids"].items()}
    card = object.__new__(Card)
    card.__dict__.update(light)
    return card


def read_cards(root: Path) -> tuple[Entries, tuple[bytes, ...]]:
    """The cards of the project at `root` as they were, and the pieces that hold them; nothing if they cannot be used."""
    stored = read_cache(cache_file(root))
    if not (isinstance(stored, tuple) and len(stored) == 2 and stored[0] == fingerprint()):
        return {}, ()
    cards: Entries = {}
    try:
        for piece in stored[1]:
            cards.update(unpack(piece))
    except Exception:  # a damaged pickle can raise anything
        return {}, ()
    return cards, tuple(stored[1])


def write_cards(root: Path, pieces: Sequence[bytes], fresh: Entries, everything: Entries) -> None:
    """Keep the pieces and what is in none of them yet; packed as one when there are too many."""
    added = [pack(fresh)] if fresh else []
    kept = [*pieces, *added] if len(pieces) + len(added) <= _MOST else [pack(everything)]
    write_cache(cache_file(root), (fingerprint(), kept))

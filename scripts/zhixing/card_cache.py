"""Parsed cards kept between runs, in pieces: each is packed once, by the process that parsed it."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

from zhixing.model import Card
from zhixing.read import cache_file, fingerprint, read_cache, uncollected
from zhixing.write import write_cache

Entries = dict[str, tuple[bytes, Card]]  # path → digest of the file, card

_MOST = 12  # pieces; each edit adds one, and stale cards stay in the old ones until all is packed anew


def pack(entries: Entries) -> bytes:
    """A piece."""
    return pickle.dumps(entries, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(piece: bytes) -> Entries:
    """What was packed."""
    with uncollected():
        entries: Entries = pickle.loads(piece)
        return entries


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

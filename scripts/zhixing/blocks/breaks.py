"""Small wrong changes that a claim's proof notices, as the page offers them: the record of them. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from zhixing.blocks import record
from zhixing.model import Card, CodeBlock

NAME = "breaks.json"


@dataclass(frozen=True)
class Break:
    """In the definition `block`, the text from `start` to `end` becomes `after`; `line` is that of the card."""

    block: str
    line: int
    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True)
class Breaks:
    """What was found for the proof of one claim, when its code had this digest."""

    digest: str
    edits: tuple[Break, ...]


Record = Mapping[str, Breaks]


def digest(card: Card, proof: CodeBlock) -> str:
    """Changes when the proof or a definition of the card changes or moves."""
    places = [f"{block.span.line} {block.name}" for block in card.python_blocks()]
    return hashlib.sha256("\0".join([record.digest(card, proof), *places]).encode()).hexdigest()[:12]


def parse_breaks(data: bytes | None) -> Record:
    """The record that a file holds; nothing if there is none."""
    stored = json.loads(data) if data else {}
    return {
        key: Breaks(entry["digest"], tuple(Break(**edit) for edit in entry["edits"])) for key, entry in stored.items()
    }


def breaks_bytes(found: Record) -> bytes:
    """The file, sorted."""
    plain = {key: asdict(entry) for key, entry in sorted(found.items())}
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def offered(found: Record, card: Card, proof: CodeBlock) -> Iterable[Break]:
    """The changes to offer for a proof as it stands now; none if its code has changed since."""
    entry = found.get(record.key(card, proof))
    return entry.edits if entry is not None and entry.digest == digest(card, proof) else ()

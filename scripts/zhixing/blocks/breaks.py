"""Small wrong changes that a claim's proof notices, as the page offers them: the record of them. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from zhixing.blocks import record
from zhixing.model import Card, CodeBlock

NAME = "breaks.json"


@dataclass(frozen=True)
class Break:
    """In the definition `block`, the text from `start` to `end` becomes `after`; the code of the block begins at 0.

    `module` is that of another card whose definition it is; "" for the card's own. `block` may be the proof itself.
    """

    block: str
    start: int
    end: int
    before: str
    after: str
    module: str = ""


@dataclass(frozen=True)
class Breaks:
    """What was found for the proof of one claim, when its code had this digest."""

    digest: str
    edits: tuple[Break, ...]


Record = Mapping[str, Breaks]


def digest(card: Card, proof: CodeBlock) -> str:
    """Changes when the proof or a definition of the card changes, or what a block is called; not when lines move."""
    names = [block.name for block in card.python_blocks()]
    return hashlib.sha256("\0".join([record.digest(card, proof), *names]).encode()).hexdigest()[:12]


def parse_breaks(data: bytes | None) -> Record:
    """The record that a file holds; nothing if there is none."""
    stored = json.loads(data) if data else {}
    return {
        key: Breaks(entry["digest"], tuple(Break(**edit) for edit in entry["edits"])) for key, entry in stored.items()
    }


def breaks_bytes(found: Record) -> bytes:
    """The file, sorted."""
    plain = {key: asdict(entry) for key, entry in sorted(found.items())}
    for entry in plain.values():
        for edit in entry["edits"]:
            if not edit["module"]:
                del edit["module"]
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def offered(
    found: Record, card: Card, proof: CodeBlock, modules: Mapping[str, Card]
) -> Iterator[tuple[CodeBlock, Break]]:
    """The changes to offer for a proof as it stands now, with the blocks they are for; none if its code has changed since.

    A change whose text is gone from another card is left out.
    """
    entry = found.get(record.key(card, proof))
    if entry is None or entry.digest != digest(card, proof):
        return
    for one in entry.edits:
        owner = modules.get(one.module) if one.module else card
        block = there(one, owner) if owner else None
        if block is not None:
            yield block, one


def there(one: Break, card: Card) -> CodeBlock | None:
    """The block of a card that a change is for, if its text still stands where it stood."""
    blocks = (block for block in card.python_blocks() if block.name == one.block)
    return next((block for block in blocks if block.code[one.start : one.end] == one.before), None)


def line_of(block: CodeBlock, start: int) -> int:
    """The line of the card on which a place of a block's code stands."""
    return block.span.line + 1 + block.code.count("\n", 0, start)

"""Small wrong changes that a claim's proof notices, as the page offers them: the record of them. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from zhixing.blocks import record
from zhixing.model import Card, CodeBlock

NAME = "breaks.json"


@dataclass(frozen=True)
class Break:
    """In the definition `block`, the text from `start` to `end` becomes `after`; `line` is that of the card.

    `module` is that of another card whose definition it is; "" for the card's own. `block` may be the proof itself.
    """

    block: str
    line: int
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
    for entry in plain.values():
        for edit in entry["edits"]:
            if not edit["module"]:
                del edit["module"]
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def offered(found: Record, card: Card, proof: CodeBlock, modules: Mapping[str, Card]) -> Iterable[Break]:
    """The changes to offer for a proof as it stands now; none if its code has changed since.

    What another card defines may have moved: the line is found anew. A change of text that is gone is left out.
    """
    entry = found.get(record.key(card, proof))
    if entry is None or entry.digest != digest(card, proof):
        return
    for one in entry.edits:
        block = there(one, modules[one.module]) if one.module in modules else None
        if block is not None:
            yield replace(one, line=line_of(block, one.start))
        elif not one.module:
            yield one


def there(one: Break, card: Card) -> CodeBlock | None:
    """The definition of another card that a change is for, if its text still stands where it stood."""
    blocks = (block for block in card.python_blocks() if block.name == one.block)
    return next((block for block in blocks if block.code[one.start : one.end] == one.before), None)


def line_of(block: CodeBlock, start: int) -> int:
    """The line of the card on which a place of a block's code stands."""
    return block.span.line + 1 + block.code.count("\n", 0, start)

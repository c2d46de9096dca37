"""The record of passing tests: which block passed, with which code, on which versions. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from zhixing.blocks.formula import formula_blocks
from zhixing.model import Card, CodeBlock, Config, Diagnostic, Span, Vault

NAME = "tested.json"

Status = Literal["passed", "skipped", "untested"]


@dataclass(frozen=True)
class Record:
    """Versions by package, digests of the blocks that passed, reasons of those that were skipped."""

    versions: Mapping[str, str] = field(default_factory=dict)
    blocks: Mapping[str, str] = field(default_factory=dict)
    skipped: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How the test of one block ended: a digest if it passed, a reason if it was skipped, neither if it failed."""

    key: str
    digest: str = ""
    skipped: str = ""


def runs(block: CodeBlock) -> bool:
    """Whether the block is run by the tests."""
    return block.python is not None or block.language in ("bash", "sh")


def tested(card: Card, config: Config) -> Iterator[CodeBlock]:
    """Every block of a card that is a test; a formula is one in the source language, since its translations are the same."""
    yield from filter(runs, card.blocks)
    if not config.languages or card.lang == config.languages[0]:
        yield from formula_blocks(card)


def key(card: Card, block: CodeBlock) -> str:
    """The name of the block's test: `docs/en/attention/Attention_Mechanism.md::variance-of-the-dot-product`."""
    return f"{card.path}::{block.name}"


def digest(card: Card, block: CodeBlock) -> str:
    """Changes when the block, the output it shows, or a definition of its card changes; not when it moves."""
    parts = [block.code, block.output.code if block.output else "", block.figure]
    parts += [other.code for other in card.python_blocks() if other.python and other.python.kind == "definition"]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def status(record: Record, card: Card, block: CodeBlock) -> Status:
    """What the record says of a block as it stands on the card now."""
    name = key(card, block)
    if record.blocks.get(name) == digest(card, block):
        return "passed"
    return "skipped" if name in record.skipped else "untested"


def parse_record(data: bytes | None) -> Record | None:
    """The record from its file; None if there is none, or none that can be read."""
    try:
        values = json.loads(data) if data else None
    except ValueError:
        return None
    if not isinstance(values, dict):
        return None
    maps = [values.get(name) for name in ("versions", "blocks", "skipped")]
    versions, blocks, skipped = ({str(k): str(v) for k, v in m.items()} if isinstance(m, dict) else {} for m in maps)
    return Record(versions, blocks, skipped)


def record_bytes(record: Record) -> bytes:
    """The file: sorted, one entry a line, no clock and no path of the machine."""
    values = {"versions": dict(record.versions), "blocks": dict(record.blocks), "skipped": dict(record.skipped)}
    return (json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def updated(record: Record, vault: Vault, outcomes: Mapping[str, Outcome]) -> Record:
    """The record after a test run: what was run is renewed, what was not run is kept, what is gone is dropped.

    A skip on this machine does not take back what passed, unchanged, on another.
    """
    passed: dict[str, str] = {}
    skipped: dict[str, str] = {}
    for card in vault.cards.values():
        for block in tested(card, vault.config):
            name = key(card, block)
            outcome = outcomes.get(name)
            before = record.blocks.get(name)
            if outcome is not None and outcome.digest:
                passed[name] = outcome.digest
            elif before is not None and (outcome is None or (outcome.skipped and before == digest(card, block))):
                passed[name] = before
            elif outcome is not None and outcome.skipped:
                skipped[name] = outcome.skipped
            elif outcome is None and name in record.skipped:
                skipped[name] = record.skipped[name]
    return replace(record, blocks=passed, skipped=skipped)


def check_record(vault: Vault) -> Iterator[Diagnostic]:
    """S011 for every block that no recorded run covers; a project that keeps no record is asked nothing."""
    hint = "run `pytest --zhixing-record docs`"
    if vault.tested is None:
        return
    record = parse_record(vault.tested)
    if record is None:
        path = f"{vault.config.snippets}/{NAME}"
        yield Diagnostic(Span(path, 1), "S011", "the record of passing tests cannot be read", hint)
        return
    own = [card for card in vault.cards.values() if not card.is_notebook]
    blocks = [(card, block) for card in own for block in tested(card, vault.config)]
    for card, block in blocks:
        if status(record, card, block) == "untested":
            known = key(card, block) in record.blocks
            what = "changed since it passed" if known else "has not passed a recorded test run"
            run = f"run `pytest --zhixing-record {card.path}`"
            yield Diagnostic(block.span, "S011", f"`{block.name}` {what}", run)

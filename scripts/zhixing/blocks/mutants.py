"""How many small wrong changes the proofs of a card notice, as the page tells it: the record of it. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from zhixing.model import Card

NAME = "mutants.json"
Rate = tuple[int, int]  # noticed, of how many


@dataclass(frozen=True)
class Survivor:
    """A change that no claim notices: in the definition `block`, `line` below its fence; what else notices it; why none can."""

    block: str
    line: int
    change: str
    by: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Kills:
    """What was found for one card when its code had this digest.

    Of a claim: what its proof notices alone, of those changes of a sample that it runs into. Of a definition: what any claim
    of the card notices, of all its changes but those that mean the same.
    """

    digest: str
    claims: Mapping[str, Rate]
    definitions: Mapping[str, Rate]
    survivors: tuple[Survivor, ...]

    @property
    def whole(self) -> Rate:
        """Of the card: changes that a claim notices, and all."""
        noticed, of = zip((0, 0), *self.definitions.values(), strict=True)
        return sum(noticed), sum(of)


Record = Mapping[str, Kills]  # by path of the card in the source language


def digest(card: Card) -> str:
    """Changes when the code of the card or an output that it shows changes; not when it moves."""
    parts = [(b.name, b.code, b.output.code if b.output else "") for b in card.python_blocks()]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def parse_mutants(data: bytes | None) -> Record:
    """The record that a file holds; nothing if there is none."""
    stored = json.loads(data) if data else {}
    return {
        path: Kills(
            entry["digest"],
            {name: (rate[0], rate[1]) for name, rate in entry["claims"].items()},
            {name: (rate[0], rate[1]) for name, rate in entry["definitions"].items()},
            tuple(Survivor(*one) for one in entry["survivors"]),
        )
        for path, entry in stored.items()
    }


def mutants_bytes(found: Record) -> bytes:
    """The file, sorted: one claim, definition or survivor a line."""
    plain = {
        path: {
            "digest": kills.digest,
            "claims": dict(sorted(kills.claims.items())),
            "definitions": dict(kills.definitions),
            "survivors": [[one.block, one.line, one.change, one.by, one.reason] for one in kills.survivors],
        }
        for path, kills in sorted(found.items())
    }
    return (_lines(plain) + "\n").encode()


def _lines(value: object, depth: int = 0) -> str:
    """JSON with a line for everything down to the third level, and nothing broken below it."""
    if depth > 2 or not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False)
    pad = " " * (depth + 1)
    inner = (
        [f"{json.dumps(key, ensure_ascii=False)}: {_lines(one, depth + 1)}" for key, one in value.items()]
        if isinstance(value, dict)
        else [_lines(one, depth + 3) for one in value]
    )
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    return f"{opened}\n{pad}" + f",\n{pad}".join(inner) + f"\n{' ' * depth}{closed}"


def kills_of(found: Record, card: Card) -> Kills | None:
    """What is known of a card of the source language as it stands; None if its code has changed since."""
    kills = found.get(card.path)
    return kills if kills is not None and kills.digest == digest(card) else None

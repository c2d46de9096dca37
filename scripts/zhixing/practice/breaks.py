"""For each claim that the page can run: small changes of its card's definitions that make the proof fail."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from zhixing.blocks import record
from zhixing.blocks.breaks import Break, Breaks, Record, digest
from zhixing.blocks.extract import is_extracted
from zhixing.blocks.run import Session
from zhixing.model import Card, CodeBlock, Vault
from zhixing.practice.core.mutate import changes, places, put
from zhixing.syntax.slug import module_name

WANTED = 3  # for each claim
TRIED = 16  # at most, for each claim


Edit = tuple[int, int, str]


@lru_cache(maxsize=256)
def edits(code: str) -> tuple[Edit, ...]:
    """Small changes of a text: from, to, and what stands there then. Each text parses to the tree that was meant."""
    return tuple(_edits(code))


def _edits(code: str) -> Iterator[Edit]:
    tree = ast.parse(code)
    starts = _line_starts(code)
    for path, node in places(tree):
        if not isinstance(node, ast.expr):
            continue
        start = _offset(code, starts, node.lineno, node.col_offset)
        end = _offset(code, starts, node.end_lineno or node.lineno, node.end_col_offset or 0)
        for operator, made in changes(node):
            if operator == "statement" or isinstance(made, ast.stmt):
                continue
            changed = copy.deepcopy(tree)
            put(changed, path, made)
            meant = ast.dump(changed)
            for text in (ast.unparse(made), f"({ast.unparse(made)})"):
                if _means(code[:start] + text + code[end:], meant):
                    yield start, end, text
                    break


def _line_starts(code: str) -> list[int]:
    starts = [0]
    for line in code.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _offset(code: str, starts: list[int], line: int, column: int) -> int:
    """Columns of a syntax tree count bytes."""
    text = code[starts[line - 1] : starts[line] - 1]
    return starts[line - 1] + len(text.encode()[:column].decode())


def _means(text: str, meant: str) -> bool:
    try:
        return ast.dump(ast.parse(text)) == meant
    except SyntaxError:
        return False


def find_breaks(
    root: Path, vault: Vault, known: Record, wanted: Callable[[Card, CodeBlock], bool], keep: Callable[[Record], None]
) -> Record:
    """The record renewed: what is known and still true is kept; `wanted` says which proofs the page can run.

    `keep` is told what is found after each card.
    """
    session = Session(root, vault.config, vault.cards)
    found: dict[str, Breaks] = {}
    source = vault.config.languages[0] if vault.config.languages else ""
    twins = {(card.key, card.lang): card for card in vault.cards.values()}
    for card in vault.cards.values():
        if card.lang != source:
            continue
        others = [twins[card.key, lang] for lang in vault.config.languages if (card.key, lang) in twins]
        for number, claim in enumerate(card.claims):
            proof = claim.proof
            if proof is None or not is_extracted(proof) or not wanted(card, proof):
                continue
            entry = known.get(record.key(card, proof))
            fresh = entry is None or entry.digest != digest(card, proof)
            chosen = _killed(session, card, proof) if fresh else _places_of(card, entry.edits if entry else ())
            for other in others:
                theirs = other.claims[number].proof if len(other.claims) > number else None
                if theirs is not None and chosen:
                    made = tuple(_break(other, *place) for place in chosen)
                    found[record.key(other, theirs)] = Breaks(digest(other, theirs), made)
        keep({**known, **found})
    return found


Place = tuple[int, int]  # number of the definition on its card, number of the edit in it


def _definitions(card: Card) -> list[CodeBlock]:
    return [b for b in card.python_blocks() if b.python and b.python.kind == "definition" and is_extracted(b)]


def _break(card: Card, definition: int, number: int) -> Break:
    block = _definitions(card)[definition]
    start, end, after = edits(block.code)[number]
    line = block.span.line + 1 + block.code.count("\n", 0, start)
    return Break(block.name, line, start, end, block.code[start:end], after)


def _places_of(card: Card, known: tuple[Break, ...]) -> list[Place]:
    names = [block.name for block in _definitions(card)]
    found = []
    for one in known:
        definition = names.index(one.block)
        known_edits = edits(_definitions(card)[definition].code)
        found.append((definition, known_edits.index((one.start, one.end, one.after))))
    return found


def _used(card: Card, proof: CodeBlock, package: str) -> set[str]:
    """Names that the proof takes from its own card, and those that these use."""
    own = f"{package}.{module_name(card.name)}"
    tree = ast.parse(proof.code)
    names = {
        a.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == own for a in node.names
    }
    bodies = {
        node.name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        for block in _definitions(card)
        for node in ast.parse(block.code).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }
    for _ in range(2):
        names |= {name for known in names for name in bodies.get(known, ()) if name in bodies}
    return names


def _killed(session: Session, card: Card, proof: CodeBlock) -> list[Place]:
    """Edits that make an assertion of the proof fail: from different lines if possible, all over what it uses."""
    used = _used(card, proof, session.config.snippets)
    candidates: list[Place] = []
    for definition, block in enumerate(_definitions(card)):
        spans = [
            (node.lineno, node.end_lineno or node.lineno)
            for node in ast.parse(block.code).body
            if getattr(node, "name", "") in used
        ]
        for number, (start, _, _) in enumerate(edits(block.code)):
            line = block.code.count("\n", 0, start) + 1
            if any(first <= line <= last for first, last in spans):
                candidates.append((definition, number))
    chosen: list[Place] = []
    spare: list[tuple[bool, Place]] = []
    lines: set[int] = set()
    for place in _spread(card, candidates)[:TRIED]:
        if len(chosen) == WANTED:
            break
        one = _break(card, *place)
        how = notices(session, card, proof, one)
        if how == "assertion" and one.line not in lines:
            chosen.append(place)
            lines.add(one.line)
        elif how:
            spare.append((how != "assertion", place))
    return sorted([*chosen, *(place for _, place in sorted(spare))][:WANTED])


def _spread(card: Card, candidates: list[Place]) -> list[Place]:
    """One of each line first, the lines in an order that depends on nothing but their text."""
    by_line: dict[tuple[int, int], list[Place]] = {}
    for place in candidates:
        by_line.setdefault((place[0], _break(card, *place).line), []).append(place)
    lines = sorted(by_line, key=lambda line: hashlib.sha256(f"{card.key} {line}".encode()).digest())
    rounds = max((len(places) for places in by_line.values()), default=0)
    return [by_line[line][number] for number in range(rounds) for line in lines if number < len(by_line[line])]


def notices(session: Session, card: Card, proof: CodeBlock, one: Break) -> str:
    """How the proof ends with this change: by an assertion, which teaches most, by another error, or "" not at all."""
    changed = replace(card, blocks=tuple(map(partial(_changed, one), card.blocks)))
    failure = session.run(changed, proof).failure
    if failure is None or failure.diagnostic.code != "S020":
        return ""
    return "assertion" if "Assertion" in failure.text() else "error"


def _changed(one: Break, block: CodeBlock) -> CodeBlock:
    if block.name != one.block or block.python is None:
        return block
    return replace(block, code=block.code[: one.start] + one.after + block.code[one.end :])


def by_key(vault: Vault) -> Mapping[str, tuple[Card, CodeBlock]]:
    """Every proof by the name of its test."""
    return {
        record.key(card, claim.proof): (card, claim.proof)
        for card in vault.cards.values()
        for claim in card.claims
        if claim.proof is not None
    }

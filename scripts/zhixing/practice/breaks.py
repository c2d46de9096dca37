"""For each claim that the page can run: small changes of its card's definitions that make the proof fail."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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


# Seconds of processor time: a change after which a proof goes on for longer teaches nothing, and may go on for ever.
ENDS_WITHIN = 20


def find_breaks(
    root: Path, vault: Vault, known: Record, wanted: Callable[[Card, CodeBlock], bool], keep: Callable[[Record], None]
) -> Record:
    """The record renewed: what is known and still true is kept; `wanted` says which proofs the page can run.

    `keep` is told what is found after each card.
    """
    session = Session(root, replace(vault.config, time_limit=min(ENDS_WITHIN, vault.config.time_limit)), vault.cards)
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
            scene = Scene(session, card, proof)
            chosen = None
            if entry is not None and entry.digest == digest(card, proof):
                chosen = scene.places_of(entry.edits)
            if chosen is None:
                chosen = scene.killed()
            for other in others:
                theirs = other.claims[number].proof if len(other.claims) > number else None
                if theirs is not None and chosen:
                    there = Scene(session, other, theirs)
                    made = tuple(there.made(place) for place in chosen)
                    found[record.key(other, theirs)] = Breaks(digest(other, theirs), made)
        keep({**known, **found})
    return found


@dataclass(frozen=True, order=True)
class Place:
    """The n-th edit of the n-th definition of a module, "" for the card's own; -1 is the proof itself."""

    module: str
    definition: int
    number: int


_PROOF = -1


def _definitions(card: Card) -> list[CodeBlock]:
    return [b for b in card.python_blocks() if b.python and b.python.kind == "definition" and is_extracted(b)]


@dataclass(frozen=True)
class Scene:
    """A proof and all that it runs: its card's definitions, those of the cards that it imports, and its own lines."""

    session: Session
    card: Card
    proof: CodeBlock

    def _block(self, module: str, definition: int) -> CodeBlock:
        if definition == _PROOF:
            return self.proof
        return _definitions(self.session.modules[module] if module else self.card)[definition]

    def made(self, place: Place) -> Break:
        """The change that stands at a place."""
        block = self._block(place.module, place.definition)
        start, end, after = edits(block.code)[place.number]
        return Break(block.name, start, end, block.code[start:end], after, place.module)

    def _line(self, place: Place) -> tuple[str, int, int]:
        """The line that a change is on: of which module, which definition, counted from the first line of its code."""
        block = self._block(place.module, place.definition)
        return place.module, place.definition, block.code.count("\n", 0, edits(block.code)[place.number][0]) + 1

    def places_of(self, known: tuple[Break, ...]) -> list[Place] | None:
        """Where known changes stand; None if one of them is gone."""
        found = []
        for one in known:
            if one.block == self.proof.name and not one.module:
                definition = _PROOF
            else:
                card = self.session.modules.get(one.module) if one.module else self.card
                names = [block.name for block in _definitions(card)] if card else []
                if one.block not in names:
                    return None
                definition = names.index(one.block)
            there = edits(self._block(one.module, definition).code)
            if (one.start, one.end, one.after) not in there:
                return None
            found.append(Place(one.module, definition, there.index((one.start, one.end, one.after))))
        return found

    def killed(self) -> list[Place]:
        """Edits that make an assertion of the proof fail, from different lines if possible: in what the card defines,
        then in what it imports, then in the proof's own lines."""
        chosen: list[Place] = []
        spare: list[tuple[bool, Place]] = []
        lines: set[tuple[str, int, int]] = set()
        for candidates in (self._own(), self._foreign(), self._proof()):
            for place in self._spread(candidates)[:TRIED]:
                if len(chosen) == WANTED:
                    break
                one = self.made(place)
                how = notices(self.session, self.card, self.proof, one)
                line = self._line(place)
                if how == "assertion" and line not in lines:
                    chosen.append(place)
                    lines.add(line)
                elif how and place.definition != _PROOF:
                    spare.append((how != "assertion", place))
            if len(chosen) + len(spare) >= WANTED:
                break
        return sorted([*chosen, *(place for _, place in sorted(spare))][:WANTED])

    def _own(self) -> list[Place]:
        own = f"{self.session.config.snippets}.{module_name(self.card.name)}"
        return self._inside("", self.card, _imported(self.proof.code).get(own, set()))

    def _foreign(self) -> list[Place]:
        start = f"{self.session.config.snippets}."
        found = []
        for name, names in sorted(_imported(self.proof.code).items()):
            module = name.removeprefix(start)
            card = self.session.modules.get(module) if name.startswith(start) else None
            if card is not None and module != module_name(self.card.name):
                found += self._inside(module, card, names)
        return found

    def _inside(self, module: str, card: Card, names: set[str]) -> list[Place]:
        used = _used(card, names)
        found = []
        for definition, block in enumerate(_definitions(card)):
            nodes = [node for node in ast.parse(block.code).body if getattr(node, "name", "") in used]
            found += _lines(module, definition, block, nodes)
        return found

    def _proof(self) -> list[Place]:
        """What the proof computes itself, its assertions aside."""
        nodes = [node for node in ast.parse(self.proof.code).body if not isinstance(node, ast.Assert)]
        asserts = {
            line
            for node in ast.walk(ast.parse(self.proof.code))
            if isinstance(node, ast.Assert)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        places = _lines("", _PROOF, self.proof, nodes)
        return [place for place in places if self._line(place)[2] not in asserts]

    def _spread(self, candidates: list[Place]) -> list[Place]:
        """One of each line first, the lines in an order that depends on nothing but their text."""
        by_line: dict[tuple[str, int, int], list[Place]] = {}
        for place in candidates:
            by_line.setdefault(self._line(place), []).append(place)
        lines = sorted(by_line, key=lambda line: hashlib.sha256(f"{self.card.key} {line}".encode()).digest())
        rounds = max((len(places) for places in by_line.values()), default=0)
        return [by_line[line][number] for number in range(rounds) for line in lines if number < len(by_line[line])]


def _lines(module: str, definition: int, block: CodeBlock, nodes: Sequence[ast.stmt]) -> list[Place]:
    """The edits on the lines of some statements."""
    spans = [(node.lineno, node.end_lineno or node.lineno) for node in nodes]
    found = []
    for number, (start, _, _) in enumerate(edits(block.code)):
        line = block.code.count("\n", 0, start) + 1
        if any(first <= line <= last for first, last in spans):
            found.append(Place(module, definition, number))
    return found


def _imported(code: str) -> dict[str, set[str]]:
    """Names that a code takes, by module: `from package.module import name`, and `name.attribute` of a module."""
    tree = ast.parse(code)
    found: dict[str, set[str]] = {}
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                found.setdefault(node.module, set()).add(alias.name)
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            found.setdefault(modules[node.value.id], set()).add(node.attr)
    return found


def _used(card: Card, names: set[str]) -> set[str]:
    """Names of a card's definitions, and those that these use."""
    bodies = {
        node.name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        for block in _definitions(card)
        for node in ast.parse(block.code).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }
    for _ in range(2):
        names = names | {name for known in names for name in bodies.get(known, ()) if name in bodies}
    return names


def notices(session: Session, card: Card, proof: CodeBlock, one: Break) -> str:
    """How the proof ends with this change: by an assertion, which teaches most, by another error, or "" not at all."""
    if one.module:
        session = copy.copy(session)
        session.modules = {**session.modules, one.module: _with(session.modules[one.module], one)}
    elif one.block == proof.name:
        proof = _changed(one, proof)
    else:
        card = _with(card, one)
    failure = session.run(card, proof).failure
    if failure is None or failure.diagnostic.code != "S020":
        return ""
    return "assertion" if "Assertion" in failure.text() else "error"


def _with(card: Card, one: Break) -> Card:
    return replace(card, blocks=tuple(map(partial(_changed, one), card.blocks)))


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

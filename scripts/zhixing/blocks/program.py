"""What a run of a block depends on: when two blocks are one program, and when one has changed since it passed. Pure."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

from zhixing.blocks.formula import is_formula
from zhixing.blocks.modules import definitions
from zhixing.model import Card, CodeBlock
from zhixing.syntax.directives import directives
from zhixing.syntax.slug import module_name

# A program that looks at its own text, place or docstrings sees what its twin in the other language does not.
_LOOKS_AT_ITSELF = re.compile(
    r"__doc__|__file__|__code__|__traceback__|_getframe|lineno|\b(?:inspect|linecache|traceback|tokenize|doctest|help|jit|triton)\b"
)
_UNSEEN = (  # names of what may open a file, or import by a name that is made while running
    r"(?:importlib|__import__|runpy|pkgutil|exec|eval|compile|open|io|os|pathlib|shutil|subprocess|"
    r"__file__|__path__|glob|urllib|socket|sqlite3|ctypes)"
)
_MAY_READ_UNSEEN = re.compile(rf"(?<!\w){_UNSEEN}(?!\w)")
_READS_UNSEEN = re.compile(rf"(?:id|name|module)='{_UNSEEN}(?:\.[\w.]*)?'")


def program(card: Card, block: CodeBlock) -> str:
    """Equal for blocks of a card and its translation that are the same program, strings included; "" if none is equal.

    Comments and docstrings do not count. The card's own definitions do, and what the comments above the fence ask for;
    cards import each other through the source language, so that what they import is the same for both.
    """
    if is_formula(block):
        return ""
    parts = [bare(part.code) for part in (*definitions(card), block)]
    if block.python is None or not all(parts) or any(_LOOKS_AT_ITSELF.search(part) for part in parts):
        return ""
    asked = directives(block)
    marks = [text for text, _ in asked.marks]
    place = [card.key, module_name(card.name), card.blocks.index(block)]
    return _digest([*place, block.figure, asked.needs, marks, asked.time_limit, *parts])


@lru_cache(maxsize=8192)  # a definition belongs to every block of its card
def bare(code: str) -> str:
    """The syntax tree without docstrings, as text; "" for code that cannot be compared."""
    try:
        tree = ast.parse(code)
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                node.body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
        return ast.dump(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


class Inputs:
    """What runs of blocks read, for blocks of many cards: the definitions of a card are looked at once."""

    def __init__(self, package: str, cards: Mapping[str, Card]) -> None:
        self.package = package
        self.cards = cards
        self._known: dict[str, tuple[Card, _Read]] = {}

    def digest(self, card: Card, blocks: Sequence[CodeBlock], *more: bytes | str | None) -> str:
        """Changes when anything changes that a run of these blocks reads: their code, the comments above them, what the card
        shows of them, and the definitions of their card and of every card that is imported from there.

        `more` is what the caller knows besides: the picture as it is stored, the versions of the libraries. "" if only a
        run can tell what it reads: a shell block, a block that opens files or finds modules by a name that it makes.
        """
        found = self._reached(card, blocks)
        if found is None or any(block.python is None for block in blocks):
            return ""
        asked = [(b.name, b.code, b.output and b.output.code, b.figure, repr(directives(b))) for b in blocks]
        known = [hashlib.sha256(part.encode() if isinstance(part, str) else part or b"").hexdigest() for part in more]
        return _digest([card.path, asked, {name: read.digest for name, read in found.items()}, known])

    def outside(self, card: Card, blocks: Sequence[CodeBlock]) -> frozenset[str]:
        """Modules that a run of the blocks imports from outside of the cards and of the standard library."""
        found = self._reached(card, blocks) or {}
        names = {name for read in found.values() for name in read.outside}
        return frozenset(names - {self.package} - sys.stdlib_module_names)

    def _reached(self, card: Card, blocks: Sequence[CodeBlock]) -> dict[str, _Read] | None:
        """What is read of the blocks themselves, of their card and of each module that is loaded; None if only a run can tell."""
        own = module_name(card.name)
        found = {"": self._definitions(card)}
        waiting = [_read_of([block.code for block in blocks], self.package), found[""]]
        found["."] = waiting[0]
        while waiting:
            names = waiting.pop().names
            if names is None or not names - {own} <= self.cards.keys():
                return None
            for name in names - found.keys():
                found[name] = found[""] if name == own else self._definitions(self.cards[name])
                waiting.append(found[name])
        return found

    def _definitions(self, card: Card) -> _Read:
        if (known := self._known.get(card.path)) is not None and known[0] is card:
            return known[1]
        read = _read_of([block.code for block in definitions(card)], self.package)
        self._known[card.path] = card, read
        return read


@dataclass(frozen=True)
class _Read:
    """What pieces of code read; `names` of the package's modules are None if that cannot be seen in them."""

    digest: str
    names: frozenset[str] | None
    outside: frozenset[str]  # first parts of the names of all modules


def _read_of(codes: Sequence[str], package: str) -> _Read:
    """What these pieces of code read, together."""
    each = [_imports(code, package) for code in codes]
    seen = [names for names, _ in each if names is not None]
    names = frozenset().union(*seen) if len(seen) == len(each) else None
    return _Read(_digest(list(codes)), names, frozenset().union(*(outside for _, outside in each)))


@lru_cache(maxsize=8192)
def _imports(code: str, package: str) -> tuple[frozenset[str] | None, frozenset[str]]:
    """Modules of the package that the code imports, None if it reads what cannot be seen in it; and the tops of all modules."""
    try:
        tree, text = ast.parse(code), normalize("NFKC", code)  # as Python reads names
        if _MAY_READ_UNSEEN.search(text) and _READS_UNSEEN.search(ast.dump(tree)):
            return None, frozenset()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, frozenset()
    names: set[str] = set()
    for node in ast.walk(tree) if "import" in text else ():
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{package}.{alias.name}" for alias in node.names]
            names.update(inside if node.module == package else [node.module or ""])
    mine = {name.split(".")[1] for name in names if name.startswith(f"{package}.")}
    tops = frozenset(name.partition(".")[0] for name in names)
    return (None if "*" in mine or package in names else frozenset(mine)), tops


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=True, sort_keys=True).encode()).hexdigest()

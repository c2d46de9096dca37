"""The mutants of a card: every small wrong change of what it defines, with the lines that must run to notice it."""

from __future__ import annotations

import ast
import hashlib
import itertools
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from zhixing.blocks.modules import definitions
from zhixing.model import Card, CodeBlock
from zhixing.practice.core.mutate import Path, places
from zhixing.practice.more import all_changes

_WORDS = ("__repr__", "__str__", "extra_repr")  # make a message
_UNSEEN = ("device", "strict")  # keywords: where there is one device, and lists of one length, they change nothing
_SEEDS = ("default_rng", "manual_seed", "Random")  # what holds with one seed holds with another
_ALWAYS: tuple[int, ...] = ()


@dataclass(frozen=True)
class CardMutant:
    """In the definition `block`, `before` on `line` of the card becomes `after`.

    A run notices nothing unless it comes to one of the lines `runs`; () is what runs on import.
    """

    block: str
    line: int
    operator: str
    before: str
    after: str
    runs: tuple[int, ...]
    path: Path
    number: int  # of the change among those of its place

    @property
    def key(self) -> str:
        """What a comment on the card calls it."""
        return f"{self.before} → {self.after}"

    @property
    def identity(self) -> str:
        """Its own among all of a card whose definitions are the same."""
        return hashlib.sha256(f"{self.block}\0{self.path}\0{self.number}\0{self.after}".encode()).hexdigest()[:16]


def card_mutants(card: Card) -> list[CardMutant]:
    """In the order of the card; changes that come out equal, or that no longer compile, are left out."""
    return [mutant for block in definitions(card) for mutant in _of(block)]


def _of(block: CodeBlock) -> Iterator[CardMutant]:
    tree = ast.parse(block.code)
    seen = {ast.dump(tree)}
    for path, node in [*places(tree)]:
        chain = _chain(tree, path)
        if _only_words(chain, node):
            continue
        for number, (operator, made) in enumerate(_made(chain, path, node)):
            if operator == "keyword" and _dropped(node, made) in _UNSEEN:
                continue
            with _Changed(tree, path, made):
                text = ast.dump(tree)
                if text in seen or not _compiles(tree):
                    continue
            seen.add(text)
            line = block.span.line + getattr(node, "lineno", 1)
            yield CardMutant(block.name, line, operator, _short(node), _short(made), _runs(block, chain), path, number)


def _made(chain: list[ast.AST], path: Path, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    yield from all_changes(node)
    parent = chain[-2] if len(chain) > 1 else None
    if (
        isinstance(parent, ast.FunctionDef)
        and path[-1][0] == "body"
        and isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and any(isinstance(one, ast.Return) and one.value for one in parent.body)
    ):
        yield "early return", ast.Return(node.value)


def _only_words(chain: list[ast.AST], node: ast.AST) -> bool:
    """Whether it stands in a message or a function that makes one, or in a keyword of which nothing is seen."""
    named = any(isinstance(one, ast.FunctionDef) and one.name in _WORDS for one in chain)
    parts = itertools.pairwise(chain)
    message = any(isinstance(a, ast.Assert) and b is a.msg for a, b in parts)
    unseen = any(isinstance(one, ast.keyword) and one.arg in _UNSEEN for one in chain)
    seed = isinstance(node, ast.Constant) and isinstance(chain[-2], ast.Call) and _called(chain[-2]) in _SEEDS
    return named or message or unseen or seed or any(isinstance(one, (ast.JoinedStr, ast.Raise)) for one in chain)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _dropped(node: ast.AST, made: ast.AST) -> str | None:
    """The name of the keyword that a call has lost."""
    kept = [word.arg for word in made.keywords] if isinstance(made, ast.Call) else []
    return next((w.arg for w in node.keywords if w.arg not in kept), None) if isinstance(node, ast.Call) else None


def _chain(tree: ast.AST, path: Path) -> list[ast.AST]:
    """The nodes from the module down to a place."""
    found = [tree]
    for name, number in path:
        value: Any = getattr(found[-1], name)
        found.append(value if number is None else value[number])
    return found


def _runs(block: CodeBlock, chain: list[ast.AST]) -> tuple[int, ...]:
    """The lines of the statement around it, of a compound one its head; of a default value the head of the function."""
    inside = [number for number, one in enumerate(chain) if isinstance(one, (ast.FunctionDef, ast.Lambda))]
    statement = [number for number, one in enumerate(chain) if isinstance(one, ast.stmt)][-1]
    here: Any = chain[statement]
    if not any(isinstance(one, ast.FunctionDef) for one in chain):
        return _ALWAYS
    first = min([here.lineno, *(one.lineno for one in getattr(here, "decorator_list", ()))])
    if inside[0] == statement:  # the head of a function that nothing encloses
        last = here.body[0].lineno - 1 if here.body[0].lineno > here.lineno else here.lineno
    elif isinstance(here, (ast.If, ast.For, ast.While, ast.With, ast.FunctionDef)):
        last = max(here.body[0].lineno - 1, here.lineno)
    else:
        last = here.end_lineno or here.lineno
    return tuple(block.span.line + line for line in range(first, last + 1))


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node))
    if isinstance(node, ast.For) and isinstance(node.body[-1], ast.Break):
        return f"{text.partition(chr(10))[0]} … break"
    return text if isinstance(node, ast.expr) else text.partition("\n")[0]


def _compiles(tree: ast.Module) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(ast.fix_missing_locations(tree), "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, TypeError):
        return False
    return True


class _Changed:
    """While this is open, the tree has another node in a place."""

    def __init__(self, tree: ast.Module, path: Path, made: ast.AST) -> None:
        self._parent: Any = _chain(tree, path)[-2]
        self._place, self._number = path[-1]
        self._made = made

    def _exchange(self, node: ast.AST) -> ast.AST:
        value = getattr(self._parent, self._place)
        if self._number is None:
            setattr(self._parent, self._place, node)
            before: ast.AST = value
        else:
            before, value[self._number] = value[self._number], node
        return before

    def __enter__(self) -> None:
        self._made = self._exchange(self._made)

    def __exit__(self, *_: object) -> None:
        self._exchange(self._made)


def mutant_code(block: CodeBlock, mutant: CardMutant, filename: str) -> CodeType:
    """The definition with the change in it, its lines those of the card."""
    tree = ast.parse(block.code)
    chain = _chain(tree, mutant.path)
    _, made = list(_made(chain, mutant.path, chain[-1]))[mutant.number]
    with _Changed(tree, mutant.path, made):
        ast.fix_missing_locations(tree)
        ast.increment_lineno(tree, block.span.line)
        with warnings.catch_warnings():  # a wrong change may look odd to the compiler: that is no news
            warnings.simplefilter("ignore", SyntaxWarning)
            return compile(tree, filename, "exec", dont_inherit=True)

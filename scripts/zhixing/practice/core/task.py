"""What a task is: a definition of a card, what must hold of it, and the wrong and right answers that are known."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Text = str | tuple[str, ...]  # one for all languages, or one for each in the order of the vault
Pair = tuple[str, str]  # old text, new text

SIZES = (1, 2, 3, 5)


@dataclass(frozen=True)
class Call:
    """Arguments of one call."""

    args: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)


def call(*args: Any, **named: Any) -> Call:
    """The arguments as they are written."""
    return Call(args, named)


@dataclass(frozen=True)
class Property:
    """`make(rng, size)` gives a call on which reference and solution must agree; or, if `own`,
    `make(solution, rng, size)` gives what was put in, what came out, and what should have."""

    words: Text
    make: Callable[..., Any]
    own: bool = False
    sizes: tuple[int, ...] = SIZES
    rtol: float = 1e-4
    atol: float = 1e-5  # relative to the largest number expected


def agrees(
    words: Text, make: Callable[..., Any], sizes: tuple[int, ...] = SIZES, rtol: float = 1e-4, atol: float = 1e-5
) -> Property:
    """The solution must do what the card's code does, on these inputs; also raise what it raises."""
    return Property(words, make, False, sizes, rtol, atol)


def holds(
    words: Text, make: Callable[..., Any], sizes: tuple[int, ...] = SIZES, rtol: float = 1e-4, atol: float = 1e-5
) -> Property:
    """The solution must have a property of its own: an invariance, a gradient, a frequency."""
    return Property(words, make, True, sizes, rtol, atol)


@dataclass(frozen=True)
class Answer:
    """A known answer: the card's code with some text replaced, or whole code. `link` leads to what explains a mistake."""

    name: Text
    edits: tuple[Pair, ...] = ()
    code: str = ""
    link: str = ""

    def source(self, reference: str) -> str:
        """The answer's text."""
        if self.code:
            return self.code
        head, body = _after_docstring(reference)
        for old, new in self.edits:
            if body.count(old) == 1:
                body = body.replace(old, new)
            elif body.count(old) == 0 and head.count(old) == 1:
                head = head.replace(old, new)
            else:
                raise ValueError(f"{self.name}: {old!r} stands {body.count(old)} times in the card's code")
        return head + body


def _after_docstring(source: str) -> tuple[str, str]:
    """An edit is meant for the code: the first line of a docstring often says the same."""
    first = ast.parse(source).body[0]
    assert isinstance(first, (ast.FunctionDef, ast.ClassDef))
    end = (first.body[0].end_lineno or 0) if ast.get_docstring(first) is not None else 0
    lines = source.splitlines(keepends=True)
    return "".join(lines[:end]), "".join(lines[end:])


def wrong(name: Text, link: str, *edits: Pair, code: str = "") -> Answer:
    """A piece of the museum: a mistake that people make."""
    return Answer(name, edits, code, link)


def right(name: Text, *edits: Pair, code: str = "") -> Answer:
    """Another way to write it, which must be accepted."""
    return Answer(name, edits, code)


def _direct(made: Any, *args: Any, **named: Any) -> Any:
    return made(*args, **named)


@dataclass(frozen=True)
class Task:
    """One exercise. `define` is the name in the card's module, `blank` the methods of a class that are emptied."""

    id: str
    define: str
    minutes: int
    level: int
    title: Text
    prompt: Text
    hints: tuple[Text, ...]
    properties: tuple[Property, ...]
    wrong: tuple[Answer, ...]
    right: tuple[Answer, ...]
    claims: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()  # names that do the whole work
    given: tuple[str, ...] = ()  # further names of cards, dotted, that may be imported
    withheld: tuple[str, ...] = ()  # names that the card's code uses and the learner may not
    equivalent: Mapping[str, str] = field(default_factory=dict)  # mutants that no input tells apart, and why
    use: Callable[..., Any] = _direct
    module: str = ""  # of the card; this and the next two are set by whoever reads the file
    card: str = ""
    needs: tuple[str, ...] = ()


def task(ident: str, define: str, *, hints: Sequence[Text], properties: Sequence[Property], **fields: Any) -> Task:
    """A task as it is written in a file."""
    for name in ("wrong", "right", "claims", "blank", "forbid", "given", "withheld"):
        fields[name] = tuple(fields.get(name, ()))
    return Task(ident, define, hints=tuple(hints), properties=tuple(properties), **fields)


def say(text: Text, language: int) -> str:
    """A text in one language; the first where there is no other."""
    if isinstance(text, str):
        return text
    return text[language] if language < len(text) else text[0]

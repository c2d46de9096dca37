"""What a learner can be asked, and the deck of it: the shape of `deck.<language>.json`.

A site has it in two: what a study page shows at once, and the texts that are wanted when a question is answered.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

FORMAT, VERSION = "zhixing-deck", 1
KINDS = ("question", "quiz", "cloze", "formula")
USUAL = ("question", "quiz")  # the others are asked on request
ALWAYS = 3  # how often a question is asked that must be known in any case
TOP = "top-50"  # the deck of them, among the categories
_EVERY = ("id", "kind", "card", "anchor", "prompt", "answer", "roles", "level", "often")
_OWN = {"question": ("short", "depth", "followup")}
_PARTS = ("short", "depth", "followup")
_LATER = ("answer", *_PARTS, "options")


@dataclass(frozen=True)
class StudyOption:
    """One answer of a quiz, as HTML."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True)
class StudyItem:
    """One thing to be asked; all texts are HTML, URLs in them relative to the language's root.

    `short`, `depth` and `followup` are the parts of a question's answer without their labels; "" where it has none.
    """

    id: str
    kind: str
    card: str  # its key
    anchor: str
    prompt: str
    answer: str
    short: str = ""
    depth: str = ""
    followup: str = ""
    options: tuple[StudyOption, ...] = ()
    points: tuple[str, ...] = ()  # of a case
    roles: tuple[str, ...] = ()  # who asks it
    level: str = ""
    often: int = 0  # 0 rarely, 1 sometimes, 2 often, 3 always
    layer: str = ""  # how deep it goes, one of `DEPTHS`; "" where its card does not say; no part of the row

    def row(self) -> dict[str, object]:
        """As the deck has it: only the fields of its kind."""
        row: dict[str, object] = {name: getattr(self, name) for name in (*_EVERY, *_OWN.get(self.kind, ()))}
        if self.kind == "quiz":
            row["options"] = [vars(option) for option in self.options]
        return row


@dataclass(frozen=True)
class DeckCard:
    """A card of the vault, as far as a learner's path needs it."""

    key: str
    title: str
    url: str  # relative to the language's root
    category: str
    difficulty: int
    minutes: int
    prerequisites: tuple[str, ...]
    tasks: int
    must: bool = False  # must be known for any interview
    roles: tuple[str, ...] = ()  # who asks about it
    first: int = 0  # minutes of a first reading, without what its page folds by depth; 0 where it folds nothing


@dataclass(frozen=True)
class DeckModule:
    """A page of the learning path: not a card, with a checklist, leading through some cards."""

    key: str
    title: str
    url: str  # relative to the language's root
    tasks: int
    cards: tuple[str, ...]  # keys, in the order of the page; each card belongs to the first module that names it


@dataclass(frozen=True)
class DeckTask:
    """A definition of a card to be written from memory; it comes back like a question, and is judged elsewhere."""

    id: str
    title: str
    card: str  # its key
    minutes: int
    url: str  # of the task, relative to the language's root; "" where no page shows it


@dataclass(frozen=True)
class DeckCase:
    """A task of system design, and the points of a strong answer to it, each with where it is explained."""

    id: str
    title: str
    url: str  # relative to the language's root
    minutes: int
    prompt: str
    points: tuple[str, ...]
    roles: tuple[str, ...]
    level: str
    often: int
    cards: tuple[str, ...] = ()  # keys of those that its page leads to


@dataclass(frozen=True)
class Category:
    """A group of cards; the id is the same in every language."""

    id: str
    name: str


@dataclass(frozen=True)
class Deck:
    """All cards of one language in the order of the learning path, and all items in the same order."""

    language: str
    categories: tuple[Category, ...] = ()
    cards: tuple[DeckCard, ...] = ()
    items: tuple[StudyItem, ...] = ()
    modules: tuple[DeckModule, ...] = ()
    tasks: tuple[DeckTask, ...] = ()
    cases: tuple[DeckCase, ...] = ()

    def top(self) -> tuple[StudyItem, ...]:
        """The questions that are always asked."""
        return tuple(item for item in self.items if item.kind == "question" and item.often == ALWAYS)

    def to_json(self) -> bytes:
        """All of it, in one file."""
        return _packed(self._value([item.row() for item in self.items]))

    def asked_json(self) -> bytes:
        """What a study page reads first: all but what is shown with an answer or with options."""
        rows = (item.row() for item in self.items)
        return _packed(self._value([{name: row[name] for name in row if name not in _later(row)} for row in rows]))

    def texts_json(self) -> bytes:
        """By id what `asked_json` leaves out; an answer that has all its parts is there in parts alone."""
        rows = {item.id: item.row() for item in self.items}
        divided = {ident for ident, row in rows.items() if all(map(row.get, _PARTS))}
        return _packed(
            {
                ident: {name: row[name] for name in _later(row) if name != "answer" or ident not in divided}
                for ident, row in rows.items()
            }
        )

    def _value(self, rows: list[dict[str, object]]) -> dict[str, object]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "language": self.language,
            "categories": [vars(category) for category in self.categories],
            "modules": [vars(module) for module in self.modules],
            "cards": [vars(card) for card in self.cards],
            "items": rows,
            "tasks": [vars(task) for task in self.tasks],
            "cases": [vars(case) for case in self.cases],
        }


def _later(row: dict[str, object]) -> list[str]:
    """The fields of a row that are not shown before its answer is: of a quiz, that is shown whole, its prompt as well."""
    names = _LATER if row["kind"] == "question" else ("prompt", *_LATER)
    return [name for name in row if name in names]


def _packed(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def option_order(item: StudyItem, sitting: str = "") -> list[int]:
    """Places of the options in the order in which one sitting shows them: it follows from both names, and from nothing else."""
    order = list(range(len(item.options)))
    Random(f"{sitting}:{item.id}").shuffle(order)
    return order

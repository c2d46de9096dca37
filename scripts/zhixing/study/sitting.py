"""A study session: what is asked next and what an answer does. Every answer is kept before the next question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from zhixing.study.day import day_end, moment, parsed
from zhixing.study.due_tasks import due_tasks
from zhixing.study.fresh import Wish, deck_queue, more_items
from zhixing.study.history import Event, quiz_deeds, stamp
from zhixing.study.items import TOP, Deck, DeckTask, StudyItem
from zhixing.study.queue import Queue, is_aside, last_step
from zhixing.study.schedule import Study, advance, replay, retrievability, review


@dataclass
class Sitting:
    """One sitting. `decks` are by language: an item has the same id in each, so the language may change at any time."""

    decks: Mapping[str, Deck]
    lang: str
    events: list[Event]
    options: bytes  # what the browser schedules by
    clock: Callable[[], datetime]
    save: Callable[[Sequence[Event]], list[Event]]  # keeps new events; returns the whole history
    categories: Collection[str] = ()  # all if empty
    kinds: Collection[str] = ()  # as the settings say if empty
    card: str = ""  # its key: only this one, without the day's limits
    name: str = ""  # of this sitting: the options of a quiz stand in the same order for all of it
    answered: int = 0
    results: list[tuple[str, bool]] = field(default_factory=list)  # of quizzes

    def __post_init__(self) -> None:
        self._made: list[Event] = []  # in this sitting
        self.study: Study = replay(self.events, self.options)
        self._more: tuple[str, ...] = ()
        self._more_at = ""

    @property
    def deck(self) -> Deck:
        """The deck in the language that is shown."""
        return self.decks[self.lang]

    def items(self) -> list[StudyItem]:
        """What this sitting asks, in the order of the deck."""
        kinds = self.kinds or self.study.settings["kinds"]
        category = {card.key: card.category for card in self.deck.cards}
        wanted = self.categories or set(category.values())
        if TOP in wanted:
            return list(self.deck.top())
        items = [item for item in self.deck.items if item.kind in kinds and category[item.card] in wanted]
        return [item for item in items if item.card == self.card] if self.card else items

    def queue(self) -> Queue:
        """What is to be asked now."""
        return deck_queue(self.deck, self._wish(), self.study, self.clock())

    def more(self, count: int) -> int:
        """Ask so many more, whatever the day's limits; how many there are."""
        at = self.clock()
        self._more, self._more_at = more_items(self.deck, self._wish(), self.study, at, count), moment(at)
        return len(self._more)

    def offered(self, count: int) -> int:
        """How many more could be asked, up to a number."""
        return len(more_items(self.deck, self._wish(), self.study, self.clock(), count))

    def _wish(self) -> Wish:
        return Wish(self.items(), bool(self.card) or TOP in self.categories, self._more, self._more_at)

    def tasks(self) -> list[DeckTask]:
        """Tasks of these categories that are to be written again today."""
        category = {card.key: card.category for card in self.deck.cards}
        wanted = self.categories or set(category.values())
        found = due_tasks(self.deck.tasks, self.study, self.clock())
        return [task for task in found if category[task.card] in wanted]

    def shown(self, ident: str) -> StudyItem | None:
        """An item in the language that is shown."""
        return next((item for item in self.deck.items if item.id == ident), None)

    def switch(self) -> None:
        """Show the next language."""
        langs = list(self.decks)
        self.lang = langs[(langs.index(self.lang) + 1) % len(langs)]

    def previews(self, ident: str) -> dict[int, timedelta]:
        """How long each grade would put an item off."""
        at, before = self.clock(), self.study.memories.get(ident)
        return {grade: review(self.study.scheduler, before, grade, at).due - at for grade in (1, 2, 3, 4)}

    def grade(self, ident: str, grade: int) -> None:
        """The learner has judged their own answer."""
        self._do([{"type": "review", "item": ident, "grade": grade, "source": "review"}])
        self.answered += 1

    def answer_quiz(self, item: StudyItem, picked: Sequence[int]) -> bool:
        """The learner has picked options; say whether exactly the right ones."""
        right = set(picked) == {number for number, option in enumerate(item.options) if option.right}
        self._do(quiz_deeds(item.id, picked, right))
        self.answered += 1
        self.results.append((item.id, right))
        return right

    def note(self, deeds: Sequence[Event]) -> None:
        """Put down what an interview has shown."""
        self._do(deeds)

    def bury(self, ident: str) -> None:
        """Not again before the next study day."""
        self._do([{"type": "bury", "item": ident, "until": moment(day_end(self.clock()))}])

    def suspend(self, ident: str) -> None:
        """Not again until it is resumed."""
        self._do([{"type": "suspend", "item": ident}])

    def undo(self) -> str:
        """Take back the last step of this sitting; return the item it was about, or ""."""
        step = last_step(self._made)
        if not step:
            return ""
        self._do([{"type": "undo", "of": event["id"]} for event in step])
        if any(event["type"] == "review" for event in step):
            self.answered -= 1
        if any(event["type"] == "quiz" for event in step):
            self.results.pop()
        return str(step[0]["item"])

    def _do(self, deeds: Iterable[Event]) -> None:
        at = self.clock()
        if self._made and moment(at) <= self._made[-1]["at"]:  # steps are told apart by their time
            at = parsed(self._made[-1]["at"]) + timedelta(milliseconds=1)
        made = stamp(deeds, at)
        self._made += made
        before, self.events = self.events, self.save(made)
        follows = self.events[: len(before)] == before and len(self.events) == len(before) + len(made)
        if not follows or not advance(self.study, made):
            self.study = replay(self.events, self.options)


def weakest(session: Sitting, limit: int) -> list[StudyItem]:
    """Quizzes for a session: answered wrong last, then nearest to being forgotten, then new ones."""
    at, study = session.clock(), session.study
    open_items = [item for item in session.items() if item.kind == "quiz" and not is_aside(item, study, at)]
    wrong = {event["item"]: not event["right"] for event in study.quizzes}

    def strength(item: StudyItem) -> tuple[bool, bool, float]:
        memory = study.memories.get(item.id)
        return not wrong.get(item.id, False), memory is None, retrievability(study.scheduler, memory, at)

    return sorted(open_items, key=strength)[:limit]

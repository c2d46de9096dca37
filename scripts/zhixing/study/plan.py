"""A plan to a date: what to read, to practise and to review each day. Whole minutes and whole days; no clock, no chance.

The browser has the same function (`plan.ts`); a test compares the two on many histories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

FIRST = 2  # minutes for a new question: it is answered twice on its first day
AGAIN = (2, 11)  # days after which a question comes back if it is known, as the schedule has it; a minute each
PIECE = 15  # minutes; a reading is cut into no smaller pieces, its end and days that are shorter aside
FREQUENT = 2  # how often a question must be asked to come before those of the other cards


@dataclass(frozen=True)
class PlanItem:
    """A question that was never answered."""

    id: str
    often: int = 1


@dataclass(frozen=True)
class PlanTask:
    """Code that was not yet written."""

    id: str
    minutes: int


@dataclass(frozen=True)
class PlanCard:
    """A card, and what is new on it; `minutes` are those that are left to read, 0 if it is read.

    `deep` are those of what is read where time is left, after all else.
    """

    key: str
    minutes: int
    must: bool = False
    wanted: bool = True  # asked by the role; else it is read only where a wanted card builds on it
    prerequisites: tuple[str, ...] = ()
    items: tuple[PlanItem, ...] = ()
    tasks: tuple[PlanTask, ...] = ()
    weight: int = 0  # how much the role asks about it
    deep: int = 0


@dataclass(frozen=True)
class PlanCase:
    """A task of system design that is to be gone through; `cards` are those that its points lead to."""

    id: str
    minutes: int
    often: int = 1
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlanStep:
    """What the last interview has shown to be weakest: a card to read again, code or a case; `kind` says which."""

    kind: str  # read, code or case
    id: str
    minutes: int


@dataclass(frozen=True)
class PlanReview:
    """A question that was answered before: the days, from today, on which it comes back."""

    id: str
    days: tuple[int, ...]


@dataclass(frozen=True)
class Given:
    """What a plan is made of; cards are in the order of the path."""

    days: int  # of study before the interview, today the first
    minutes: int  # a day
    spent: int = 0  # of today's
    fresh: int = 9999  # new questions a day
    fresh_done: int = 0  # today
    cards: tuple[PlanCard, ...] = ()
    reviews: tuple[PlanReview, ...] = ()
    cases: tuple[PlanCase, ...] = ()
    steps: tuple[PlanStep, ...] = ()


@dataclass
class PlanDay:
    """One day; reviews and new questions by their ids."""

    reading: list[tuple[str, int]] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    reviews: list[str] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    deeper: list[tuple[str, int]] = field(default_factory=list)
    minutes: int = 0


@dataclass
class Plan:
    """The days, and what does not fit into them: cards, and all that they would ask, whether they can be read or not."""

    days: list[PlanDay]
    cards_left: list[str] = field(default_factory=list)
    items_left: list[str] = field(default_factory=list)
    tasks_left: list[str] = field(default_factory=list)
    reviews_left: list[str] = field(default_factory=list)
    cases_left: list[str] = field(default_factory=list)
    deeper_left: list[str] = field(default_factory=list)  # cards that are read, but not to their end

    @property
    def is_whole(self) -> bool:
        """Whether everything fits."""
        left = (self.cards_left, self.items_left, self.tasks_left, self.reviews_left, self.cases_left, self.deeper_left)
        return not any(left)


def make_plan(given: Given) -> Plan:
    """Reviews first: they are due. Then what the last interview showed; the cards that must be known, each with what is often
    asked and the first of its code, and the cases of system design that build on them; then all else that fits, and last
    what is deeper on the cards that are read.
    """
    return _Maker(given).made()


class _Maker:
    def __init__(self, given: Given) -> None:
        self._given = given
        self._plan = Plan([PlanDay() for _ in range(given.days)])
        self._room = [given.minutes] * given.days
        self._fresh = [given.fresh] * given.days
        if given.days:
            self._room[0] = max(0, given.minutes - given.spent)
            self._fresh[0] = max(0, given.fresh - given.fresh_done)
        self._place = {card.key: place for place, card in enumerate(given.cards)}
        self._read: dict[str, int] = {}  # the day by which a card is read

    def made(self) -> Plan:
        for review in self._given.reviews:
            self._review(review)
        for step in self._given.steps:
            self._step(step)
        first = self._with_what_they_build_on(lambda card: card.must and card.wanted)
        every = self._with_what_they_build_on(lambda card: card.wanted)
        core = self._core(first)
        for card in core:
            self._first_of(card)
        early = [case for case in self._given.cases if case.often >= FREQUENT and self._is_ready(case)]
        early.sort(key=lambda case: -case.often)
        for case in early:
            self._case(case, case.cards)
        for card in first:
            if card not in core:
                self._first_of(card)
        for card in first:
            self._tasks(card, card.tasks[1:])
            self._items(card, lambda item: item.often < FREQUENT)
        names = {card.key for card in first}
        for card in every:
            if card.key not in names:
                self._card(card)
                self._items(card, lambda item: True)
                self._tasks(card, card.tasks)
        planned = {card.key for card in every}
        for case in sorted(self._given.cases, key=lambda case: -case.often):
            if case not in early:
                self._case(case, [key for key in case.cards if key in planned])
        for card in (*first, *(card for card in every if card.key not in names)):
            self._deeper(card)
        return self._plan

    def _before(self, card: PlanCard) -> Iterator[str]:
        """What must be read before a card; of two that name each other the path decides."""
        place = self._place[card.key]
        return (key for key in card.prerequisites if self._place.get(key, place) < place)

    def _with_what_they_build_on(self, is_wanted: Callable[[PlanCard], bool]) -> list[PlanCard]:
        """In the order of the path, each after what it builds on."""
        wanted: set[str] = set()
        for card in reversed(self._given.cards):
            if is_wanted(card) or card.key in wanted:
                wanted |= {card.key, *self._before(card)}
        return [card for card in self._given.cards if card.key in wanted]

    def _core(self, cards: Sequence[PlanCard]) -> list[PlanCard]:
        """Of cards that must be known, those about which most is asked for their minutes, with what they build on, as far as
        there is time for them: what stands late on the path is not crowded out by what stands early.
        """

        def cost(card: PlanCard) -> int:
            asked = sum(item.often >= FREQUENT for item in card.items)
            return card.minutes + (FIRST + len(AGAIN)) * asked + sum(task.minutes for task in card.tasks[:1])

        left, chosen = sum(self._room), set[str]()
        for wanted in sorted(cards, key=lambda card: -(1000 * card.weight // max(1, cost(card)))):
            group = self._with_what_they_build_on(lambda card, key=wanted.key: card.key == key)  # type: ignore[misc]
            new = [card for card in group if card.key not in chosen]
            total = sum(cost(card) for card in new)
            if total <= left:
                left -= total
                chosen |= {card.key for card in new}
        return [card for card in cards if card.key in chosen]

    def _first_of(self, card: PlanCard) -> None:
        """Read it, answer what is often asked, write the code that it is about: none of the three waits for all cards."""
        self._card(card)
        self._items(card, lambda item: item.often >= FREQUENT)
        self._tasks(card, card.tasks[:1])

    def _review(self, review: PlanReview) -> None:
        places = self._free(review.days)
        if places is None:
            self._plan.reviews_left.append(review.id)
            return
        for day in places:
            self._take(day, 1)
            self._plan.days[day].reviews.append(review.id)

    def _card(self, card: PlanCard) -> None:
        if not card.minutes:
            self._read[card.key] = 0
            return
        before = [self._read.get(key) for key in self._before(card)]
        start = max((day for day in before if day is not None), default=0)
        pieces = self._pieces(start, card.minutes) if None not in before else None
        if pieces is None:
            self._plan.cards_left.append(card.key)
            return
        for day, minutes in pieces:
            self._take(day, minutes)
            self._plan.days[day].reading.append((card.key, minutes))
        self._read[card.key] = pieces[-1][0]

    def _deeper(self, card: PlanCard) -> None:
        if card.deep and card.minutes and card.key in self._read:
            pieces = self._pieces(self._read[card.key], card.deep)
            if pieces is None:
                self._plan.deeper_left.append(card.key)
            for day, minutes in pieces or ():
                self._take(day, minutes)
                self._plan.days[day].deeper.append((card.key, minutes))

    def _pieces(self, start: int, minutes: int) -> list[tuple[int, int]] | None:
        """Days and minutes of a reading from a day on; None if it does not fit."""
        pieces: list[tuple[int, int]] = []
        piece = min(PIECE, self._given.minutes)
        for day in range(start, len(self._room)):
            if minutes and self._room[day] >= min(piece, minutes):
                pieces.append((day, min(minutes, self._room[day])))
                minutes -= pieces[-1][1]
        return None if minutes else pieces

    def _items(self, card: PlanCard, is_meant: Callable[[PlanItem], bool]) -> None:
        """The most frequent first; equal ones in the order of the card."""
        for item in sorted(card.items, key=lambda item: -item.often):
            if is_meant(item):
                self._item(item.id, self._read.get(card.key, len(self._room)))

    def _item(self, ident: str, start: int) -> None:
        for day in range(start, len(self._room)):
            if self._room[day] < FIRST or not self._fresh[day]:
                continue
            back = self._free(tuple(day + later for later in (AGAIN[0], sum(AGAIN))))
            if back is not None:
                self._take(day, FIRST)
                self._fresh[day] -= 1
                self._plan.days[day].fresh.append(ident)
                for later in back:
                    self._take(later, 1)
                    self._plan.days[later].reviews.append(ident)
                return
        self._plan.items_left.append(ident)

    def _free(self, days: Sequence[int]) -> list[int] | None:
        """A day with a minute for each of these, none before its own, all different; None if one has no such day.

        What would come back after the last day does not come back before the interview.
        """
        found: list[int] = []
        last = -1
        for wanted in days:
            if wanted >= len(self._room):
                break
            free = (day for day in range(max(wanted, last + 1), len(self._room)) if self._room[day] > 0)
            last = next(free, -1)
            if last < 0:
                return None
            found.append(last)
        return found

    def _tasks(self, card: PlanCard, tasks: Sequence[PlanTask]) -> None:
        for task in tasks:
            day = self._whole(self._read.get(card.key, len(self._room)), task.minutes)
            (self._plan.tasks_left if day is None else self._plan.days[day].tasks).append(task.id)

    def _is_ready(self, case: PlanCase) -> bool:
        return all(key in self._read for key in case.cards)

    def _case(self, case: PlanCase, cards: Sequence[str]) -> None:
        """After the reading of these cards; without a day where one of them has none."""
        read = [self._read.get(key) for key in cards]
        start = max((day for day in read if day is not None), default=0)
        day = self._whole(start, case.minutes) if None not in read else None
        (self._plan.cases_left if day is None else self._plan.days[day].cases).append(case.id)

    def _step(self, step: PlanStep) -> None:
        day, plan = self._whole(0, step.minutes), self._plan
        if step.kind == "read" and day is not None:
            plan.days[day].reading.append((step.id, step.minutes))
            return
        left = {"read": plan.cards_left, "code": plan.tasks_left, "case": plan.cases_left}[step.kind]
        fits = {"code": plan.days[day].tasks, "case": plan.days[day].cases} if day is not None else {}
        fits.get(step.kind, left).append(step.id)

    def _whole(self, start: int, minutes: int) -> int | None:
        """The first day from one on that has so many minutes at once, which are taken; None if none has."""
        day = next((day for day in range(start, len(self._room)) if self._room[day] >= minutes), None)
        if day is not None:
            self._take(day, minutes)
        return day

    def _take(self, day: int, minutes: int) -> None:
        self._room[day] -= minutes
        self._plan.days[day].minutes += minutes

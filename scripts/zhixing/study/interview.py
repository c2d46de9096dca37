"""A mock interview: what is asked, what an answer is worth, and what to do next. The browser: `draw.ts`, `next_steps.ts`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import floor, log
from typing import Any, TypeVar

from zhixing.study.history import Event
from zhixing.study.items import Deck, DeckCase, DeckTask, StudyItem
from zhixing.study.practice import task_item
from zhixing.study.rubric import PARTS, spread
from zhixing.study.schedule import Study, lapses_of, last_grade, retrievability

Random = Callable[[], float]  # from 0 to below 1
Answer = dict[str, Any]  # of an interview's event
T = TypeVar("T")

MINUTES = (10, 20, 30, 45, 60)
ENOUGH = 4  # below so many of six points an answer is weak
STEPS = 3
_MINUTES_PER_QUESTION, _UNSEEN, _MOST_PER_CARD = 4, 0.5, 2
_WITH_CODE, _WITH_CASE, _CODE_MINUTES, _CASE_MINUTES = 30, 45, 12, 25
_ASKED_AT = {"junior": ("junior",), "middle": ("junior", "middle"), "senior": ("middle", "senior")}


@dataclass(frozen=True)
class Wanted:
    """Who is interviewed: the role and level that are asked strictly, and topics that narrow them."""

    role: str
    level: str
    topics: Sequence[str] = ()


@dataclass(frozen=True)
class Parts:
    """What an interview consists of."""

    questions: int
    task: DeckTask | None
    case: DeckCase | None


@dataclass(frozen=True)
class Step:
    """A thing to do next: read a card, write code, go through a case, answer again; or something harder."""

    kind: str
    id: str = ""


def weakness(item: StudyItem, study: Study, at: datetime) -> float:
    """From 0, known for certain, to 1, just missed. What was never asked stands in the middle."""
    memory = study.memories.get(item.id)
    if memory is None:
        return _UNSEEN
    missed = {1: 0.6, 2: 0.25}.get(last_grade(study, item.id), 0.0)
    forgotten = 1 - retrievability(study.scheduler, memory, at)
    return min(1.0, max(0.02, forgotten + missed + 0.05 * min(lapses_of(study, item.id), 4)))


def _drawn(values: Sequence[T], weight: Callable[[T], float], random: Random) -> list[T]:
    """Draw without putting back; the chance to come early grows with the weight (Efraimidis and Spirakis 2006)."""
    keyed = [(log(1 - random()) / max(weight(value), 1e-9), value) for value in values]
    return [value for _, value in sorted(keyed, key=lambda pair: -pair[0])]


def _asks(roles: Sequence[str], wanted: Wanted) -> bool:
    return wanted.role == "all" or wanted.role in roles


def _fits(asked: StudyItem | DeckCase, wanted: Wanted) -> bool:
    return _asks(asked.roles, wanted) and asked.level in _ASKED_AT[wanted.level]


def askable(deck: Deck, study: Study, wanted: Wanted) -> list[StudyItem]:
    """All questions that such an interview may ask."""
    topic = {card.key: card.category for card in deck.cards}
    of = set(wanted.topics or topic.values())
    open_items = [item for item in deck.items if item.kind == "question" and item.id not in study.suspended]
    return [item for item in open_items if topic[item.card] in of and _fits(item, wanted)]


def draw_questions(
    deck: Deck, study: Study, wanted: Wanted, count: int, at: datetime, random: Random
) -> list[StudyItem]:
    """From easy to hard, and no more than two of a card while there are other cards."""

    def weight(item: StudyItem) -> float:
        fit = (3 if item.level == wanted.level else 1) * (1 + item.often)
        return (0.1 + weakness(item, study, at)) * fit

    per_card: Counter[str] = Counter()
    first, rest = list[StudyItem](), list[StudyItem]()
    for item in _drawn(askable(deck, study, wanted), weight, random):
        (first if per_card[item.card] < _MOST_PER_CARD else rest).append(item)
        per_card[item.card] += 1
    difficulty = {card.key: card.difficulty for card in deck.cards}
    return sorted([*first, *rest][:count], key=lambda item: difficulty[item.card])


def draw_parts(deck: Deck, study: Study, wanted: Wanted, minutes: int, random: Random) -> Parts:
    """Code in the middle, a task of design at the end, as far as its minutes and the deck allow."""
    cards = {card.key: card for card in deck.cards}
    tasks = [
        task
        for task in deck.tasks
        if task.url
        and task.minutes <= _CODE_MINUTES + 3
        and task.card in cards
        and _asks(cards[task.card].roles, wanted)
        and (not wanted.topics or cards[task.card].category in wanted.topics)
    ]
    cases = [case for case in deck.cases if _fits(case, wanted)]
    task = next(iter(_drawn(tasks, lambda _: 1.0, random)), None) if minutes >= _WITH_CODE else None
    case = next(iter(_drawn(cases, lambda one: 1.0 + one.often, random)), None) if minutes >= _WITH_CASE else None
    left = minutes - (_CODE_MINUTES if task else 0) - (_CASE_MINUTES if case else 0)
    count = max(1, floor(left / _MINUTES_PER_QUESTION + 0.5))
    return Parts(min(count, len(askable(deck, study, wanted))), task, case)


def draw_interview(deck: Deck, study: Study, wanted: Wanted, minutes: int, at: datetime, random: Random) -> list[str]:
    """Ids of all that is asked, in order."""
    parts = draw_parts(deck, study, wanted, minutes, random)
    asked = [item.id for item in draw_questions(deck, study, wanted, parts.questions, at, random)]
    middle = -(-len(asked) // 2)
    code = [task_item(parts.task.id)] if parts.task else []
    return [*asked[:middle], *code, *asked[middle:], *([parts.case.id] if parts.case else [])]


def with_open(items: Sequence[str], answers: Sequence[Answer], marks: dict[str, int], seconds: int) -> list[Answer]:
    """Whoever ends early has not answered the rest: each part without a mark counts as missed.

    `marks` are those of the question that was being answered, `seconds` the time since it was asked.
    """
    none = dict.fromkeys(PARTS, 0)
    rest = [{"item": item, **none, "seconds": 0} for item in items[len(answers) :]]
    if rest:
        rest[0] |= {**marks, "seconds": seconds}
    return [*answers, *rest]


def verdict_of(events: Sequence[Event], task: str, since: str) -> dict[str, int]:
    """What the judge has said of a task since a moment: the best of it."""
    item = task_item(task)
    deeds = {e["deed"] for e in events if e["type"] == "practice" and e["item"] == item and e["at"] >= since}
    return spread(6 if "accepted" in deeds else 4 if "late" in deeds else 1 if "rejected" in deeds else 0, 6)


def points(answer: Answer) -> int:
    """Of six."""
    return sum(answer[part] for part in PARTS)


def percent_of(answers: Sequence[Answer]) -> int:
    """Of all points; 0 of nothing."""
    return floor(100 * sum(map(points, answers)) / (6 * len(answers)) + 0.5) if answers else 0


def weak_answers(answers: Sequence[Answer]) -> list[Answer]:
    """The weakest first."""
    return sorted((answer for answer in answers if points(answer) < ENOUGH), key=points)


def next_steps(deck: Deck, answers: Sequence[Answer]) -> list[Step]:
    """What was weakest comes first: its card to read, a task of that card to write, the task of design to go through again,
    the weak questions themselves. Whoever had nothing weak is sent to something harder.
    """
    card_of = {item.id: item.card for item in deck.items}
    task_of = {task_item(task.id): task.id for task in deck.tasks}
    cases = {case.id for case in deck.cases}
    weak = weak_answers(answers)
    steps: list[Step] = []
    cards: dict[str, None] = {}
    for ident in (answer["item"] for answer in weak):
        if ident in cases:
            steps.append(Step("case", ident))
        elif ident in task_of:
            steps.append(Step("code", task_of[ident]))
        elif ident in card_of and card_of[ident] not in cards:
            cards[card_of[ident]] = None
            steps.append(Step("read", card_of[ident]))
    task = next((task for task in deck.tasks if task.url and task.card == next(iter(cards), None)), None)
    if task and all(step.kind != "code" for step in steps):
        steps.insert(1, Step("code", task.id))
    missed = [answer["item"] for answer in weak]
    steps += [Step("again", ident) for ident in missed if ident in card_of]
    for answer in answers:
        if len(steps) < STEPS and answer["item"] in card_of and answer["item"] not in missed:
            steps.append(Step("again", answer["item"]))
    return [*([] if weak else [Step("harder")]), *steps][:STEPS]


def steps_left(deck: Deck, study: Study) -> list[Step]:
    """Of the steps of the last interview, what was not done since; questions come back by their own marks."""
    last = study.interviews[-1]["answers"] if study.interviews else []
    steps = [step for step in next_steps(deck, last) if step.kind in ("read", "code", "case")]
    return [step for step in steps if (task_item(step.id) if step.kind == "code" else step.id) not in study.since]


def before(study: Study, level: str, started: str) -> Event | None:
    """The last interview of a level before this one, to compare with."""
    found = [event for event in study.interviews if event["level"] == level and event["at"] < started]
    return found[-1] if found and found[-1]["answers"] else None

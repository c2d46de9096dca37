"""The mock interview in the terminal: choose, be asked against the clock, tick what was said, and read the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import SystemRandom

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from zhixing.study.day import moment
from zhixing.study.history import Event
from zhixing.study.interview import (
    ENOUGH,
    MINUTES,
    Answer,
    Step,
    Wanted,
    draw_interview,
    draw_parts,
    next_steps,
    points,
    verdict_of,
    weak_answers,
    with_open,
)
from zhixing.study.interview_words import InterviewWords
from zhixing.study.items import DeckCase, DeckTask, StudyItem
from zhixing.study.practice import task_item
from zhixing.study.rubric import PARTS, is_divided, mark_of, points_of, rubric_grade, split_followup, spread
from zhixing.study.schema import TRACKS
from zhixing.study.sitting import Sitting
from zhixing.study.terminal.keys import QUIT, read_key, read_text
from zhixing.study.terminal.text import for_terminal, labelled, one_line
from zhixing.syntax.slug import plain
from zhixing.vault.asked import LEVELS

_WIDTH = 100
_LABELS = "123456789bcdefghijklmnoprstuvwxyz"  # keys of points; `a` is all of them, `q` ends
_EARLIER = 5


class _EndedError(Exception):
    """The learner has ended the interview."""


@dataclass
class Interviewer:
    """One interview. `judge` writes the file of a task, or judges it; `place` says where a card's block is explained."""

    session: Sitting
    console: Console
    place: Callable[[str, str], str]
    judge: Callable[[str, str], None]
    events: Callable[[], list[Event]]
    random: Callable[[], float] = field(default_factory=lambda: SystemRandom().random)

    def __post_init__(self) -> None:
        self.words = InterviewWords(self.session.lang)
        self._width = min(self.console.width, _WIDTH)
        self._marks: dict[str, int] = {}  # of the question that is being answered
        self._asked = self._started = self.session.clock()

    def run(self, role: str, level: str, minutes: int) -> None:
        """Ask for what was not given, then interview and report."""
        try:
            role = role or self._choose("role", TRACKS, self.session.study.settings["role"], "roles.{}")
            minutes = minutes or int(self._choose("minutes", [str(one) for one in MINUTES], "20", ""))
            level = level or self._choose("level", LEVELS, "middle", "levels.{}")
            wanted = Wanted(role, level, tuple(self.session.categories))
            if self._is_begun(wanted, minutes):
                now = self.session.clock()
                items = draw_interview(self.session.deck, self.session.study, wanted, minutes, now, self.random)
                self._interview(items, wanted, minutes)
        except (_EndedError, KeyboardInterrupt):
            self._say(self.words("empty"))

    def practise(self, case: DeckCase) -> None:
        """Go through one case; it is no interview, and comes back like a task."""
        self._interview([case.id], Wanted("all", case.level), case.minutes, alone=True)

    def _is_begun(self, wanted: Wanted, minutes: int) -> bool:
        parts = draw_parts(self.session.deck, self.session.study, wanted, minutes, lambda: 0.0)
        if not parts.questions:
            self._say(self.words("none"))
            return False
        more = [self.words("withCode")] * bool(parts.task) + [self.words("withCase")] * bool(parts.case)
        self._say(" ".join([self.words("plan", parts.questions, minutes), *more]))
        done = self.session.study.interviews[-_EARLIER:][::-1]
        if done:
            self._head(self.words("earlier"))
            for event in done:
                self._say("  " + self.words.earlier(event))
        return self._key(self.words("terminal.begin"), "\n ") != QUIT

    def _interview(self, items: Sequence[str], wanted: Wanted, minutes: int, *, alone: bool = False) -> None:
        answers: list[Answer] = []
        self._started = self.session.clock()
        try:
            for number, ident in enumerate(items):
                self._marks, self._asked = {}, self.session.clock()
                self._header(number + 1, len(items), minutes)
                self._ask(ident)
                answers.append({"item": ident, **self._marks, "seconds": self._seconds(self._asked)})
        except (_EndedError, KeyboardInterrupt):
            if not answers and not self._marks:
                self._say(self.words("empty"))
                return
        open_count = len(items) - len(answers)
        answers = with_open(items, answers, self._marks, self._seconds(self._asked))
        compared = self.words.compared(self.session.study, answers, wanted.level, moment(self._started))
        if not alone:
            about = {"minutes": minutes, "level": wanted.level, "topics": list(wanted.topics), "role": wanted.role}
            self.session.note([{"type": "interview", **about, "answers": answers}])
        self._report(answers, wanted.level, minutes, open_count, "" if alone else compared)

    def _ask(self, ident: str) -> None:
        deck = self.session.deck
        item = self.session.shown(ident)
        case = next((one for one in deck.cases if one.id == ident), None)
        task = next((one for one in deck.tasks if task_item(one.id) == ident), None)
        if item is not None:
            self._question(item)
        elif case is not None:
            self._case(case)
        elif task is not None:
            self._code(task)
        if item is not None or case is not None:
            grade = rubric_grade(self._marks)
            self.session.note([{"type": "review", "item": ident, "grade": grade, "source": "interview"}])

    def _question(self, item: StudyItem) -> None:
        card = next(card for card in self.session.deck.cards if card.key == item.card)
        self._say(plain(card.title))
        self._show(Markdown(for_terminal(item.prompt)))
        if not is_divided(item):
            self._part(item, "short", self.words("think"))
            self._marks = dict.fromkeys(PARTS, self._marks["short"])
            return
        question, answer = split_followup(item.followup)
        self._part(item, "short", self.words("think"))
        self._part(item, "depth", self.words("deepen"))
        if answer:
            self._head(self.words("part.followup"))
        self._part(item, "followup", question if answer else "")

    def _part(self, item: StudyItem, part: str, ask: str) -> None:
        if ask:
            self._show(Markdown(for_terminal(ask)))
        said = self._typed()
        self._head(self.words(f"part.{part}"))
        found = points_of(item, part)
        ticked = self._tick(found, said, self.place(item.card, item.anchor))
        self._marks[part] = mark_of(ticked, len(found))
        self._say(f"{self._marks[part]}/2: {self.words.mark(part, self._marks[part])}")

    def _case(self, case: DeckCase) -> None:
        self._say(f"{self.words('design')} · {plain(case.title)}")
        self._show(Markdown(for_terminal(case.prompt)))
        self._say(self.words("designHint"))
        said = self._typed()
        ticked = self._tick(case.points, said, self.place(case.url.rstrip("/"), ""))
        self._marks = spread(ticked, len(case.points))
        self._say(f"{ticked}/{len(case.points)}")

    def _code(self, task: DeckTask) -> None:
        self._say(self.words("code"))
        self._show(Text(self.words("writeTask", plain(task.title)), style="bold"))
        self.judge("practice", task.id)
        self._say(self.words("judged"))
        since = moment(self._asked)
        while True:
            key = self._key(self.words("terminal.judge", f"practice/{task.id}.py"), "j\n ")
            self._marks = verdict_of(self.events(), task.id, since)
            if key != "j":
                break
            self.judge("judge", task.id)
            self._marks = verdict_of(self.events(), task.id, since)
            self._say(f"{points(self._marks)}/6")

    def _typed(self) -> str:
        self._say(self.words("terminal.typing"))
        return read_text()

    def _tick(self, said: Sequence[str], typed: str, place: str) -> int:
        """How many of the points are ticked in the end."""
        if typed:
            self._show(Text.assemble((self.words("wrote"), "bold"), "\n", typed))
        labels, ticked = _LABELS[: len(said)], set[int]()
        self._say(self.words("points"))
        for number, point in enumerate(said):
            self._point(labels[number], point, False)
        self._say(f"{self.words('explained')}: {place}")
        while True:
            key = self._key(self.words("terminal.tick"), f"{labels}a\n ")
            if key in "\n ":
                return len(ticked)
            ticked ^= set(range(len(said))) - ticked if key == "a" else {labels.index(key)}
            self._say(" ".join(f"[{'x' if number in ticked else ' '}] {label}" for number, label in enumerate(labels)))

    def _point(self, label: str, text: str, is_ticked: bool) -> None:
        row = labelled()
        row.add_row(Text(f"  {label} [{'x' if is_ticked else ' '}]", style="bold cyan"), Markdown(for_terminal(text)))
        self.console.print(row, width=self._width)

    def _report(self, answers: Sequence[Answer], level: str, minutes: int, open_count: int, compared: str) -> None:
        words, deck = self.words, self.session.deck
        score = words("score", sum(map(points, answers)), 6 * len(answers))
        self.console.print()
        self.console.print(Rule(f"{words('report')}: {score}", align="left", style="blue"), width=self._width)
        used = round(sum(answer["seconds"] for answer in answers) / 60)
        self._say(f"{words(f'levels.{level}')} · {words('time', used, minutes)}")
        for line in (words("unanswered", open_count) if open_count else "", compared):
            if line:
                self._say(line)
        steps = next_steps(deck, answers)
        self._head(words("todo"))
        for number, step in enumerate(steps, 1):
            self._show_flat(Text(f"  {number}. {self._step(step)}"))
        if any(step.kind != "harder" for step in steps):
            self._say(words("inPlan" if self.session.study.settings["interview_date"] else "noPlan"))
        self._head(words("average"))
        for part in PARTS:
            self._say(f"  {words(f'part.{part}')}: {sum(answer[part] for answer in answers)}/{2 * len(answers)}")
        self._head(words("read"))
        cards = {card.key: card for card in deck.cards}
        shown = {item.id: item for item in deck.items}
        weak = dict.fromkeys(shown[one["item"]].card for one in weak_answers(answers) if one["item"] in shown)
        for key in weak:
            self._say(f"  {plain(cards[key].title)}: {self.place(key, '')}")
        if not weak:
            self._say("  " + words("strong"))
        self._head(words("answers"))
        for answer in answers:
            mark = f"{points(answer)}/6"
            line = f"  {mark} {self._name(answer['item'])} · {_clock(answer['seconds'])}"
            self._show_flat(Text(line, style="red" if points(answer) < ENOUGH else ""))
        self._say(words("scheduled"))

    def _name(self, ident: str) -> str:
        item, deck = self.session.shown(ident), self.session.deck
        if item is not None:
            return one_line(item.prompt)
        titles = {case.id: case.title for case in deck.cases} | {task_item(task.id): task.title for task in deck.tasks}
        return plain(titles.get(ident, ident))

    def _step(self, step: Step) -> str:
        say = self.words(f"steps.{step.kind}")
        if step.kind == "read":
            title = next(card.title for card in self.session.deck.cards if card.key == step.id)
            return f"{say} {plain(title)} ({self.place(step.id, '')})"
        if step.kind == "code":
            return f"{say} {self._name(task_item(step.id))} (zhixing practice {step.id})"
        if step.kind == "case":
            return f"{say} {self._name(step.id)} (zhixing study interview --case {step.id})"
        return f"{say} {self._name(step.id)}" if step.kind == "again" else say

    def _header(self, number: int, count: int, minutes: int) -> None:
        left = minutes * 60 - self._seconds(self._started)
        title = f"{self.words('number', number, count)} · {self.words('timeLeft')} {_clock(max(0, left))}"
        self.console.print()
        self.console.print(Rule(title, align="left", style="blue"), width=self._width)
        if left <= 0:
            self._say(self.words("over"))

    def _choose(self, name: str, values: Sequence[str], usual: str, label: str) -> str:
        self._head(self.words(name))
        shown = [self.words(label.format(value)) if label else value for value in values]
        for number, text in enumerate(shown, 1):
            self._say(f"  {number} {text}")
        keys = "".join(str(number) for number in range(1, len(values) + 1))
        key = self._key(self.words("terminal.choose", shown[values.index(usual)]), f"{keys}\n ")
        if key == QUIT:
            raise _EndedError
        return usual if key in "\n " else values[int(key) - 1]

    def _key(self, line: str, keys: str) -> str:
        """One of these keys; `q` ends the interview."""
        self._say(line)
        while True:
            key = read_key()
            if key == QUIT:
                raise _EndedError
            if key in keys:
                return key

    def _seconds(self, since: datetime) -> int:
        return max(0, round((self.session.clock() - since).total_seconds()))

    def _head(self, text: str) -> None:
        self._show(Text(text, style="bold"))

    def _show(self, content: RenderableType) -> None:
        self.console.print(Padding(content, (1, 0, 0, 0)), width=self._width)

    def _show_flat(self, content: RenderableType) -> None:
        self.console.print(content, width=self._width)

    def _say(self, text: str) -> None:
        self.console.print(Text(text, style="dim"), width=self._width)


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"

"""Study sessions and status in the terminal, drawn by rich."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from math import floor

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from zhixing.study.interview_words import InterviewWords
from zhixing.study.items import StudyItem, option_order
from zhixing.study.rubric import answer_steps
from zhixing.study.sitting import Sitting, weakest
from zhixing.study.terminal.keys import QUIT, read_key
from zhixing.study.terminal.task_lines import task_lines
from zhixing.study.terminal.text import for_terminal, labelled
from zhixing.study.terminal.words import StudyWords, study_words
from zhixing.syntax.slug import plain

MORE = 10  # offered when all is done
_NUMBERS = "123456789"
_COLOURS = ("red", "yellow", "green", "cyan")
_MINUTE, _DAY = 60_000, 86_400_000  # milliseconds
_NARROW = 100  # columns; longer lines are hard to read


class Screen:
    """Where a session is shown and where its keys come from."""

    def __init__(self, session: Sitting, console: Console, place: Callable[[StudyItem], str]) -> None:
        self._session = session
        self._console = console
        self._place = place  # where to read on about an item
        self._width = min(console.width, _NARROW)

    @property
    def words(self) -> StudyWords:
        """In the language that is shown."""
        return study_words(self._session.lang)

    def review(self, limit: int) -> None:
        """Ask until nothing is due, the limit is reached, or the learner quits."""
        session, back = self._session, ""
        while not limit or session.answered < limit:
            queue = session.queue()
            item = session.shown(back) if back else next(iter(queue.items), None)
            if item is None:
                self._end(self.words.done.format(session.answered) if session.answered else self.words.nothing)
                if queue.waiting:
                    self._say(self.words.waiting.format(duration(queue.waiting - session.clock(), self.words)))
                self._tasks()
                more = session.offered(MORE)
                if more:
                    self._say(self.words.more.format(more, f"zhixing study --more {MORE}"))
                return
            self._head(item, self.words.counts.format(queue.learning, queue.reviews, queue.fresh))
            key, back = self._ask(item)
            if key == QUIT:
                self._end(self.words.stopped.format(session.answered))
                self._tasks()
                return
        self._end(self.words.done.format(session.answered))
        self._tasks()

    def _tasks(self) -> None:
        """Code that is to be written again today, and how to begin."""
        for line in task_lines(self._session, self.words):
            self._say(line)

    def quiz(self, limit: int) -> None:
        """Ask the weakest quizzes once each, then say how it went."""
        session = self._session
        waiting = [item.id for item in weakest(session, limit)]
        total, done = len(waiting), 0
        while done < total:
            item = session.shown(waiting[done])
            if item is None:
                done += 1
                continue
            self._head(item, f"{done + 1} / {total}")
            key, back = self._ask(item)
            if key == QUIT:
                break
            done = waiting.index(back) if back in waiting else done + (not back)
        self._result(total)

    def _ask(self, item: StudyItem) -> tuple[str, str]:
        """Show an item until it is dealt with; the key that ended it, and the item to show next after an undo."""
        ask = self._quiz_item if item.kind == "quiz" and item.options else self._open_item
        while True:
            key = ask(item)
            if key == "l" and len(self._session.decks) > 1:
                self._session.switch()
                item = self._session.shown(item.id) or item
                self._say("")
            elif key == "u":
                back = self._session.undo()
                self._say(self.words.undone if back else self.words.nothing_to_undo)
                return key, back or item.id
            elif key == "b":
                self._session.bury(item.id)
                self._say(self.words.buried)
                return key, ""
            elif key == "s":
                self._session.suspend(item.id)
                self._say(self.words.suspended.format(item.id))
                return key, ""
            else:
                return key, ""

    def _open_item(self, item: StudyItem) -> str:
        self._show(Markdown(for_terminal(item.prompt)))
        key = self._wait(self.words.think.format(self.words.other_language), " \nubslq")
        if key not in " \n":
            return key
        self._show(Rule(style="dim"))
        named, steps = InterviewWords(self._session.lang), answer_steps(item)
        for number, (part, text) in enumerate(steps):
            if part:
                self._show(Text(named(f"part.{part}"), style="bold"))
            self._show(Markdown(for_terminal(text)))
            if number + 1 < len(steps):
                following = steps[number + 1][0]
                label = named(f"part.{following}") if following else self.words.answer
                key = self._wait(self.words.step.format(label), "1234 \nubslq")
                if key not in " \n":
                    return self._graded(item, key)
        self._console.print(self._source(item), width=self._width)
        return self._judge(item)

    def _graded(self, item: StudyItem, key: str) -> str:
        grade = 3 if key in " \n" else int(key) if key.isdigit() else 0
        if grade:
            self._session.grade(item.id, grade)
        return key

    def _judge(self, item: StudyItem) -> str:
        shown = Text()
        for grade, delay in self._session.previews(item.id).items():
            shown.append(f" {grade} ", style=f"bold {_COLOURS[grade - 1]}")
            shown.append(f"{self.words.grades[grade - 1]} ({duration(delay, self.words)})  ")
        self._show(shown)
        return self._graded(item, self._wait(self.words.judge.format(self.words.other_language), "1234 \nubslq"))

    def _quiz_item(self, item: StudyItem) -> str:
        numbers = _NUMBERS[: len(item.options)]
        order = option_order(item, self._session.name)
        options = labelled()
        for number, place in zip(numbers, order, strict=False):
            shown = Markdown(for_terminal(item.options[place].text))
            options.add_row(Text(f"  {number}", style="bold cyan"), shown)
        self._show(Group(Markdown(for_terminal(item.prompt)), Padding(options, (1, 0, 0, 0))))
        several = sum(option.right for option in item.options) > 1
        line = self.words.pick_more if several else self.words.pick_one
        picked: set[int] = set()
        while True:
            key = self._wait(line.format(self.words.other_language), f"{numbers}\n ubslq")
            if key in numbers:
                picked ^= {order[numbers.index(key)]}
                self._say("  ".join(number for number, place in zip(numbers, order, strict=False) if place in picked))
            elif key not in "\n ":
                return key
            if picked and (not several or key not in numbers):
                break
        right = self._session.answer_quiz(item, sorted(picked))
        self._explain(item, picked, right)
        after = self._wait(self.words.go_on, "")
        return after if after in ("u", QUIT) else "\n"

    def _explain(self, item: StudyItem, picked: set[int], right: bool) -> None:
        words = self.words
        verdict = Text(words.right if right else words.wrong, style="bold green" if right else "bold red")
        table = labelled()
        for number, place in enumerate(option_order(item, self._session.name), 1):
            option, was_picked = item.options[place], place in picked
            mark = ("✓" if was_picked else "!") if option.right else "✗"
            style = "green" if option.right else "red" if was_picked else "dim"
            table.add_row(Text(f"{mark} {number}", style=f"bold {style}"), Markdown(for_terminal(option.why)))
        answer = Padding(Markdown(for_terminal(item.answer)), (1, 0, 0, 0))
        self._show(Group(verdict, table, answer, self._source(item)))

    def _result(self, total: int) -> None:
        results, words = self._session.results, self.words
        if not results:
            self._end(words.stopped.format(0) if total else words.nothing)
            return
        self._end(words.score.format(sum(right for _, right in results), len(results)))
        missed = dict.fromkeys(self._place(item) for item in map(self._session.shown, _wrong(results)) if item)
        if missed:
            self._say(words.read_these)
            for place in missed:
                self._say(f"  {place}")

    def _head(self, item: StudyItem, counts: str) -> None:
        card = next(card for card in self._session.deck.cards if card.key == item.card)
        title = Text(f"{plain(card.title)} · {self.words.kinds[item.kind]}", style="bold")
        self._console.print()
        self._console.print(Rule(title, align="left", style="blue"), width=self._width)
        self._console.print(Text(counts, style="dim"), width=self._width)

    def _source(self, item: StudyItem) -> Text:
        return Text(self.words.read_on.format(self._place(item)), style="dim")

    def _show(self, content: RenderableType) -> None:
        self._console.print(Padding(content, (1, 0, 0, 0)), width=self._width)

    def _say(self, text: str) -> None:
        self._console.print(Text(text, style="dim"), width=self._width)

    def _end(self, text: str) -> None:
        self._console.print(Padding(Text(text, style="bold"), (1, 0, 0, 0)), width=self._width)

    def _wait(self, line: str, keys: str) -> str:
        """Say which keys there are, and wait for one of them; any if none are named."""
        self._say(line)
        while True:
            try:
                key = read_key()
            except KeyboardInterrupt:  # before the first key, or on Windows
                key = QUIT
            if not keys or key in keys:
                return key


def _wrong(results: Sequence[tuple[str, bool]]) -> list[str]:
    return [ident for ident, right in results if not right]


def duration(span: timedelta, words: StudyWords) -> str:
    """A span of time in one unit, as the browser says it (`duration.ts`)."""
    minutes, hours, days, months, years = words.units
    length = max(0.0, span / timedelta(milliseconds=1))
    if length < 60 * _MINUTE:
        return minutes.format(max(1, _whole(length / _MINUTE)))
    if length < _DAY:
        return hours.format(_short(length / (60 * _MINUTE)))
    count = length / _DAY
    if count < 31:
        return days.format(_whole(count))
    return months.format(_short(count / 30.44)) if count < 365 else years.format(_short(count / 365.25))


def _short(value: float) -> str:
    return f"{_whole(value * 10) / 10:g}" if value < 10 else str(_whole(value))


def _whole(value: float) -> int:
    """The nearest whole number; a half goes up, as in the browser."""
    return floor(value + 0.5)

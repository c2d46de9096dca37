"""How a learner stands: due counts by category, what comes in the next days, how much is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fsrs import State
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from zhixing.study.day import day_number
from zhixing.study.figures import Figures, figures
from zhixing.study.plan_words import hours
from zhixing.study.queue import forecast
from zhixing.study.sitting import Sitting
from zhixing.study.terminal.task_lines import task_lines
from zhixing.study.terminal.words import StudyWords, study_words

Counts = tuple[str, str, str]  # due, unseen, learned
_DAYS = 14
_BAR = 40
_MONTH = 30
_ANY_WIDTH = 10_000


def show_status(session: Sitting, console: Console, file: Path) -> None:
    """The whole picture on one screen, with the figures of the study page."""
    words, study, at = study_words(session.lang), session.study, session.clock()
    items = session.items()
    shown = figures(session.deck, study, at)
    names = {group.id: group.name for group in session.deck.categories}
    for sums in _sums(shown, words):
        for part in _lines(sums.split(" · "), console.width):
            console.print(Text(part, style="bold"))
    rows = [
        (names[row.id], (str(row.due), str(row.unseen), f"{row.learned}/{row.items}"))
        for row in shown.rows
        if not session.categories or row.id in session.categories
    ]
    console.print()
    _show_counts(console, words.status, rows)
    console.print(Text(f"\n{words.forecast}", style="bold"))
    for line in _bars(forecast(items, study, at, _DAYS), words, console.width):
        console.print(line)
    recent = [a for a in study.answers if a.was == State.Review and a.day > day_number(at) - _MONTH]
    if recent:
        kept = sum(answer.grade > 1 for answer in recent)
        share = kept / len(recent)
        console.print(Text("\n" + words.retention.format(kept, len(recent), share, study.settings["retention"])))
    for said in task_lines(session, words):
        console.print(Text(said))
    console.print(Text("\n" + words.saved.format(file, len(session.events)), style="dim"))


def _show_counts(console: Console, heads: Sequence[str], rows: Sequence[tuple[str, Counts]]) -> None:
    """A table where there is room for whole words; else each name with its counts below it."""
    table = Table(*heads, box=None, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, counts in rows:
        table.add_row(name, *counts)
    if Measurement.get(console, console.options.update(max_width=_ANY_WIDTH), table).maximum <= console.width:
        console.print(table)
        return
    for name, counts in rows:
        console.print(Text(name, style="bold"))
        parts = [f"{head} {count}" for head, count in zip(heads[1:], counts, strict=True)]
        for line in _lines(parts, console.width - 2):
            console.print(Text(f"  {line}"))


def _lines(parts: Sequence[str], width: int) -> Iterator[str]:
    """The parts with a dot between them, each whole on its line."""
    line = ""
    for part in parts:
        longer = f"{line} · {part}" if line else part
        if line and cell_len(longer) > width:
            yield line
            longer = part
        line = longer
    yield line


def _bars(coming: Sequence[int], words: StudyWords, width: int) -> Iterator[Text]:
    """A bar for each day, as long as the window allows."""
    names = [words.day.format(day) if day else words.today for day in range(len(coming))]
    margin, most = max(map(cell_len, names)), max(coming) or 1
    room = max(1, min(_BAR, width - margin - len(f"   {most}")))
    for name, count in zip(names, coming, strict=True):
        indent = " " * (margin - cell_len(name))
        yield Text(f"{indent}{name}  {'█' * round(room * count / most)} {count}")


def _sums(shown: Figures, words: StudyWords) -> Iterator[str]:
    """As the tiles of the study and progress pages have them."""
    yield words.sums.format(shown.due, shown.fresh, shown.learned, shown.items)
    hour = words.units[1]
    minutes = (shown.reading, shown.answering, shown.coding, shown.design)
    left = sum(minutes)
    yield words.left.format(hour.format(hours(left)) if left else "✓", shown.read, shown.cards)
    yield words.parts.format(*(hour.format(hours(part)) for part in minutes))

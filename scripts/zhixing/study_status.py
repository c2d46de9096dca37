"""How a learner stands: due counts by category, what comes in the next days, how much is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fsrs import State
from rich.console import Console
from rich.table import Table
from rich.text import Text

from zhixing.study_day import day_number
from zhixing.study_model import StudyItem
from zhixing.study_queue import forecast, make_queue
from zhixing.study_session import Session
from zhixing.study_words import study_words

_DAYS = 14
_BAR = 40
_MONTH = 30


def show_status(session: Session, console: Console, file: Path) -> None:
    """The whole picture on one screen."""
    words, study, at = study_words(session.lang), session.study, session.clock()
    items = session.items()
    category = {card.key: card.category for card in session.deck.cards}
    table = Table(*words.status, box=None, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    for group in session.deck.categories:
        own = [item for item in items if category[item.card] == group.id]
        if own:
            table.add_row(group.name, *map(str, _row(own, session)))
    table.add_row(words.all, *map(str, _row(items, session)), style="bold")
    console.print(table)
    coming = forecast(items, study, at, _DAYS)
    console.print(Text(f"\n{words.forecast}", style="bold"))
    most = max(coming) or 1
    for day, count in enumerate(coming):
        name = words.today if not day else words.day.format(day)
        console.print(Text(f"{name:>8}  {'█' * round(_BAR * count / most)} {count}"))
    recent = [a for a in study.answers if a.was == State.Review and a.day > day_number(at) - _MONTH]
    if recent:
        kept = sum(answer.grade > 1 for answer in recent)
        share = kept / len(recent)
        console.print(Text("\n" + words.retention.format(kept, len(recent), share, study.settings["retention"])))
    console.print(Text("\n" + words.saved.format(file, len(session.events)), style="dim"))


def _row(items: Sequence[StudyItem], session: Session) -> tuple[int, int, int, int, int]:
    """Due, new today, known, unseen, suspended."""
    study = session.study
    queue = make_queue(items, study, session.clock())
    known = sum(item.id in study.memories for item in items)
    aside = sum(item.id in study.suspended for item in items)
    return queue.learning + queue.reviews, queue.fresh, known, len(items) - known, aside

"""The plan in the terminal: the same figures and words as on the study page."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from zhixing.study.interview_words import InterviewWords
from zhixing.study.items import Deck
from zhixing.study.plan import AGAIN, FIRST, PlanDay
from zhixing.study.plan_words import PlanWords, hours
from zhixing.study.planned import Outlook, date_of, outlook
from zhixing.study.progress import is_learned
from zhixing.study.sitting import Sitting
from zhixing.study.terminal.text import one_line
from zhixing.study.terminal.words import study_words
from zhixing.syntax.slug import plain
from zhixing.vault.asked import ROLES

SHOWN = 14  # days; the rest is counted
NARROW = 72  # columns; in fewer there is no room for what is done beside the numbers of a day


def show_plan(session: Sitting, console: Console) -> None:
    """Today, the next days, what will not fit, and how ready the learner is."""
    words, at, study = PlanWords(session.lang), session.clock(), session.study
    found = outlook(session.deck, study, at)
    if found is None:
        console.print(Text(words("none")))
        return
    settings = study.settings
    role = words.role(settings["role"])
    console.print(
        Text(
            words("head", settings["interview_date"], role, max(0, found.days), settings["minutes_per_day"]),
            style="bold",
        )
    )
    if found.days <= 0:
        console.print(Text(words("is_today") if not found.days else words("is_past", settings["interview_date"])))
    for line in summary(found, session):
        console.print(Text(line))
    if found.plan.days:
        console.print(Text(f"\n{words('today')}", style="bold"))
        for line in day_lines(found.plan.days[0], session.deck, words):
            console.print(Text(f"  {line}"))
        _days(found, session, console)
    _ready(found, session.deck, words, console)
    console.print(Text("\n" + words("rule_text", FIRST, *AGAIN), style="dim"))


def summary(found: Outlook, session: Sitting) -> Iterator[str]:
    """What the plan holds and what it does not."""
    words, plan = PlanWords(session.lang), found.plan
    unit = study_words(session.lang).units[1]
    yield words("sums", unit.format(hours(found.needed)), unit.format(hours(found.planned)))
    read = {key for day in plan.days for key, _ in day.reading}
    fresh = sum(len(day.fresh) for day in plan.days)
    yield words("holds", len(read), fresh, *(sum(len(of(day)) for day in plan.days) for of in (_code, _design)))
    left = (plan.cards_left, plan.items_left, plan.tasks_left, plan.reviews_left, plan.cases_left)
    yield words("left", *map(len, left)) if any(left) else words("fits")
    if plan.cards_left:
        titles = {card.key: plain(card.title) for card in session.deck.cards}
        yield words("left_cards", words("comma").join(titles[key] for key in plan.cards_left))
    if plan.deeper_left:
        yield words("left_deep", len(plan.deeper_left))


def day_lines(day: PlanDay, deck: Deck, words: PlanWords) -> Iterator[str]:
    """What is to be done on a day."""
    titles = {card.key: plain(card.title) for card in deck.cards}
    tasks = {task.id: task for task in deck.tasks}
    for key, minutes in day.reading:
        yield f"{words('read')}: {words('part', titles[key], minutes)}"
    for key, minutes in day.deeper:
        yield f"{words('read')}: {words('part', words('deeper', titles[key]), minutes)}"
    if day.fresh:
        yield f"{words('fresh')}: {len(day.fresh)}"
    if day.reviews:
        yield f"{words('reviews')}: {len(day.reviews)}"
    for ident in day.tasks:
        yield f"{words('code')}: zhixing practice {ident}  {words('part', tasks[ident].title, tasks[ident].minutes)}"
    cases = {case.id: case for case in deck.cases}
    for ident in day.cases:
        name = words("part", plain(cases[ident].title), cases[ident].minutes)
        yield f"{words('case')}: zhixing study interview --case {ident}  {name}"
    if not day.minutes:
        yield words("nothing")


def day_parts(day: PlanDay, deck: Deck, words: PlanWords) -> Iterator[str]:
    """What is read, written and designed on a day, with its minutes."""
    titles = {card.key: plain(card.title) for card in deck.cards}
    others = {task.id: (task.title, task.minutes) for task in deck.tasks}
    others |= {case.id: (plain(case.title), case.minutes) for case in deck.cases}
    for key, minutes in day.reading:
        yield words("part", titles[key], minutes)
    for ident in (*day.tasks, *day.cases):
        yield words("part", *others[ident])
    for key, minutes in day.deeper:
        yield words("part", words("deeper", titles[key]), minutes)


def _code(day: PlanDay) -> list[str]:
    return day.tasks


def _design(day: PlanDay) -> list[str]:
    return day.cases


def _days(found: Outlook, session: Sitting, console: Console) -> None:
    words = PlanWords(session.lang)
    heads = ("day", "total", "fresh", "reviews", "code", "case", "what")
    table = Table(*(words(head) for head in heads), box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in table.columns[1:-1]:
        column.justify = "right"
    table.columns[-1].overflow = "fold"  # nothing of it is cut off
    console.print()
    for number, day in enumerate(found.plan.days[:SHOWN]):
        numbers = (day.minutes, len(day.fresh), len(day.reviews), len(day.tasks), len(day.cases))
        date, parts = date_of(session.clock(), number).isoformat(), list(day_parts(day, session.deck, words))
        if console.width >= NARROW:
            table.add_row(date, *map(str, numbers), words("comma").join(parts))
            continue
        counted = (f"{words(head)} {count}" for head, count in zip(heads[1:-1], numbers, strict=True))
        console.print(Text(f"{date} · {' · '.join(counted)}", style="bold"))
        for part in parts:
            console.print(Text(f"  {part}"))
    if table.rows:
        console.print(table)
    if len(found.plan.days) > SHOWN:
        console.print(Text(words("later", len(found.plan.days) - SHOWN), style="dim"))


def _ready(found: Outlook, deck: Deck, words: PlanWords, console: Console) -> None:
    names = {category.id: category.name for category in deck.categories}
    table = Table(words("topic"), words("now"), words("then"), box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in table.columns[1:]:
        column.justify = "right"
    for row in found.readiness:
        table.add_row(names[row.category], words("percent", row.now), words("percent", row.later))
    if found.readiness:
        console.print(Text(f"\n{words('ready')}", style="bold"))
        console.print(table)


def show_top(session: Sitting, console: Console) -> None:
    """The questions that are always asked, as the page has them: with level, roles and how well each is known."""
    words, named, study = PlanWords(session.lang), InterviewWords(session.lang), session.study
    titles = {card.key: plain(card.title) for card in session.deck.cards}
    states, items = words("top_states").split(", "), session.deck.top()
    known = sum(is_learned(item, study) for item in items)
    console.print(Text(f"{words('top')}: {words('top_known', known, len(items))}", style="bold"))
    for number, item in enumerate(items, 1):
        state = 2 if is_learned(item, study) else int(item.id in study.memories)
        who = [words.role("all")] if item.roles == ROLES else [words.role(role) for role in item.roles]
        about = (named(f"levels.{item.level}"), words("comma").join(who), states[state], titles[item.card])
        console.print(Text(f"{number:2}. {one_line(item.prompt)}"))
        console.print(Text("    " + " · ".join(about), style="dim"))
    console.print(Text("\n" + words("top_source"), style="dim"))

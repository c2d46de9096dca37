"""`zhixing study`: review and quiz in the terminal, and the file that holds the learner's history."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from zhixing.study.day import now
from zhixing.study.history import Event, history_bytes, merge, parse_history, stamp
from zhixing.study.items import KINDS, TOP, DeckCard
from zhixing.study.schema import SETTINGS, TRACKS, HistoryError
from zhixing.syntax.slug import plain
from zhixing.vault.read import read_file, study_file
from zhixing.vault.write import locked, write_durably

if TYPE_CHECKING:
    from zhixing.study.sitting import Sitting


class RefusedError(Exception):
    """The call cannot be carried out; the message says why and what to do."""


Action = Callable[[Path, argparse.Namespace], None]


def run(root: Path, options: argparse.Namespace, interview: Action) -> int:
    """Carry out one action; 0 done, 1 refused, 2 a fault of the call."""
    actions: dict[str, Action] = {
        "interview": interview,
        "review": _sit,
        "quiz": _sit,
        "status": _sit,
        "plan": _plan,
        "top": _top,
        "read": _read,
        "settings": _settings,
        "resume": _resume,
        "import": _import,
        "export": _export,
        "merge": _merge,
    }
    needs_files = options.action in ("import", "export", "merge", "resume", "read")
    if needs_files != bool(options.file):
        wanted = "needs the name of a file" if needs_files else "takes no file"
        wanted = "needs the id of an item" if options.action == "resume" else wanted
        wanted = "needs the name of a card" if options.action == "read" else wanted
        print(f"zhixing: study {options.action} {wanted}", file=sys.stderr)
        return 2
    try:
        actions[options.action](root, options)
    except RefusedError as error:
        print(f"zhixing: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in ("rich", "fsrs"):
            raise
        print(f"zhixing: study needs {package}\n  hint: pip install 'zhixing[study]'", file=sys.stderr)
        return 2
    return 0


def own_file(options: argparse.Namespace) -> Path:
    """Where the learner's history is kept."""
    return Path(options.state).expanduser() if options.state else study_file()


def load(file: Path, *, must_exist: bool = False) -> list[Event]:
    """The history in a file; an empty one if there is none yet."""
    data = read_file(file)
    if data is None:
        if must_exist:
            raise RefusedError(f"{file}: no such file")
        return []
    try:
        return parse_history(data)
    except HistoryError as error:
        raise RefusedError(f"{file}: {error}\n  hint: nothing was changed; take another copy of the file") from error


def keep(file: Path, made: Iterable[Event]) -> list[Event]:
    """Add events to a file, whatever another session has added to it meanwhile."""
    with locked(file):
        history = merge(load(file), made)
        write_durably(file, history_bytes(history))
    return history


def _import(root: Path, options: argparse.Namespace) -> None:
    file, others = own_file(options), [load(Path(name), must_exist=True) for name in options.file]
    with locked(file):
        own = load(file)
        whole = merge(own, *others)
        if len(whole) > len(own):
            write_durably(file, history_bytes(whole))
    new = len(whole) - len(own)
    print(f"{new} new event{'' if new == 1 else 's'}; {file} holds {len(whole)}")


def _export(root: Path, options: argparse.Namespace) -> None:
    data = history_bytes(load(own_file(options)))
    if options.file == ["-"]:
        sys.stdout.write(data.decode())
        return
    for name in options.file:
        write_durably(Path(name), data)
        print(f"wrote {name}")


def _merge(root: Path, options: argparse.Namespace) -> None:
    if not options.output:
        _import(root, options)
        return
    whole = merge(*(load(Path(name), must_exist=True) for name in options.file))
    write_durably(Path(options.output), history_bytes(whole))
    print(f"wrote {options.output}: {len(whole)} events")


def _settings(root: Path, options: argparse.Namespace) -> None:
    given = {
        "retention": options.retention,
        "new_per_day": options.new,
        "reviews_per_day": options.reviews,
        "kinds": _kinds(options) or None,
    }
    values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        try:
            SETTINGS[name](value, name)
        except HistoryError as error:
            raise RefusedError(str(error)) from error
    file = own_file(options)
    events = keep(file, stamp([{"type": "settings", **values}], now())) if values else load(file)
    session = open_session(root, options, events)
    for name, value in session.study.settings.items():
        if value != "":
            print(f"{name}: {', '.join(value) if isinstance(value, list) else value}")


def _plan(root: Path, options: argparse.Namespace) -> None:
    from rich.console import Console

    from zhixing.study.plan_words import PlanWords, refused
    from zhixing.study.planned import days_until
    from zhixing.study.terminal.plan import show_plan

    file = own_file(options)
    session = open_session(root, options, load(file))
    words = PlanWords(session.lang)
    values: dict[str, Any] = {}
    if options.date == "none":
        values["interview_date"] = ""
    elif options.date is not None:
        try:
            SETTINGS["interview_date"](options.date or "?", "--date")
        except HistoryError as error:
            raise RefusedError(words("need_date")) from error
        values["interview_date"] = options.date
    if options.role is not None and options.role not in TRACKS:
        raise RefusedError(words("bad_role", options.role, ", ".join(TRACKS)))
    given = {"minutes_per_day": options.minutes, "role": options.role}
    values |= {name: value for name, value in given.items() if value is not None}
    day = values.get("interview_date") or ""
    problem = refused(words, days_until(day, now()) if day else None, day, options.minutes)
    if problem:
        raise RefusedError(problem)
    if values:
        session = open_session(root, options, keep(file, stamp([{"type": "settings", **values}], now())))
    if options.date == "none":
        print(words("removed"))
    elif not session.study.settings["interview_date"]:
        hint = "zhixing study plan --date 2026-11-30 --minutes 120 --role inference"
        raise RefusedError(f"{words('none')}\n  hint: {hint}")
    else:
        show_plan(session, Console(highlight=False))


def _top(root: Path, options: argparse.Namespace) -> None:
    from rich.console import Console

    from zhixing.study.terminal.plan import show_top

    show_top(open_session(root, options, load(own_file(options))), Console(highlight=False))


def _read(root: Path, options: argparse.Namespace) -> None:
    from zhixing.study.plan_words import PlanWords

    session = open_session(root, options, load(own_file(options)))
    words = PlanWords(session.lang)
    cards = [_card(session, name) for name in options.file]
    for card in cards:
        if not card.tasks:
            raise RefusedError(words("no_boxes", card.title))
    ticks = [
        {"type": "tick", "key": f"{card.key}#{box}", "on": True} for card in cards for box in range(1, card.tasks + 1)
    ]
    keep(own_file(options), stamp(ticks, now()))
    for card in cards:
        print(words("read_done", card.title))


def _card(session: Sitting, name: str) -> DeckCard:
    """A card by its name, its key or its title, in any case."""
    from zhixing.study.plan_words import PlanWords

    wanted = name.casefold().removesuffix(".md")
    for card in session.deck.cards:
        names = (card.key, card.key.rpartition("/")[2], card.title, plain(card.title))
        if wanted in (one.casefold() for one in names):
            return card
    raise RefusedError(PlanWords(session.lang)("unknown_card", name))


def _resume(root: Path, options: argparse.Namespace) -> None:
    session = open_session(root, options, load(own_file(options)))
    unknown = [name for name in options.file if name not in session.study.suspended]
    if unknown:
        known = ", ".join(sorted(session.study.suspended)) or "none"
        raise RefusedError(f"{unknown[0]} is not suspended\n  hint: suspended: {known}")
    keep(own_file(options), stamp([{"type": "resume", "item": name} for name in options.file], now()))
    print(f"resumed {', '.join(options.file)}")


def _sit(root: Path, options: argparse.Namespace) -> None:
    from rich.console import Console

    from zhixing.study.terminal.keys import give_back
    from zhixing.study.terminal.screen import Screen
    from zhixing.study.terminal.status import show_status

    file = own_file(options)
    session = open_session(root, options, load(file))
    console = Console(highlight=False)
    if options.action == "status":
        show_status(session, console, file)
        return
    from zhixing.vault.load import load_vault

    paths = {(card.lang, card.key): path for path, card in load_vault(root).cards.items()}
    screen = Screen(session, console, lambda item: paths[session.lang, item.card])
    try:
        if options.action == "quiz":
            screen.quiz(options.limit or 10)
        else:
            if options.more:
                session.more(max(0, options.more))
            screen.review(options.limit)
    finally:
        give_back()


def open_session(root: Path, options: argparse.Namespace, events: list[Event]) -> Sitting:
    """A sitting with the decks of the vault and a history."""
    from zhixing.page import assets
    from zhixing.practice.catalog import TaskFileError, read_entries
    from zhixing.study.deck import study_deck
    from zhixing.study.sitting import Sitting
    from zhixing.study.source import SourcePages
    from zhixing.study.task_rows import with_tasks
    from zhixing.vault.load import load_vault
    from zhixing.vault.resolve import Index

    vault = load_vault(root)
    index = Index(vault)
    langs: Sequence[str] = vault.config.languages or ("",)
    pages = SourcePages()
    try:
        tasks = read_entries(root, vault)
    except TaskFileError as error:
        raise RefusedError(f"{vault.config.docs}/{error}") from error
    decks = {lang: with_tasks(study_deck(vault, lang, index, pages), vault, tasks, pages.url) for lang in langs}
    decks = {lang: deck for lang, deck in decks.items() if deck.items}
    if not decks:
        hint = "ask something: `> [!QUESTION]- Why …?` with its answer below, and `^an-id` on the line after it"
        raise RefusedError(f"no card here asks anything\n  hint: {hint}")
    lang = options.lang or next(iter(decks))
    if lang not in decks:
        raise RefusedError(f"there is no deck in {lang!r}\n  hint: there is {', '.join(decks)}")
    kinds = () if options.action == "settings" else _kinds(options)
    schedule = read_file(assets.WEB / "src/study/fsrs.json")
    assert schedule is not None
    file = own_file(options)
    names = {category.id: category.name for category in decks[lang].categories} | {TOP: TOP}
    wanted = _categories(options, names)
    session = Sitting(
        decks, lang, events, schedule, now, lambda made: keep(file, made), wanted, kinds, name=uuid4().hex
    )
    session.card = _card(session, options.card).key if options.card else ""
    return session


def _categories(options: argparse.Namespace, known: dict[str, str]) -> list[str]:
    by_name = {**{ident: ident for ident in known}, **{name.casefold(): ident for ident, name in known.items()}}
    names = [name.strip() for given in options.category or () for name in given.split(",")]
    for name in names:
        if name.casefold() not in by_name:
            raise RefusedError(f"no category is called {name!r}\n  hint: there is {', '.join(known)}")
    return [by_name[name.casefold()] for name in names]


def _kinds(options: argparse.Namespace) -> list[str]:
    kinds = [kind.strip() for kind in (options.kinds or "").split(",") if kind.strip()]
    for kind in kinds:
        if kind not in KINDS:
            raise RefusedError(f"no kind is called {kind!r}\n  hint: there is {', '.join(KINDS)}")
    return kinds

"""`zhixing practice` and `zhixing judge`: an empty file, a verdict, and what comes back when."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from zhixing.hosts.cli.practice_words import word
from zhixing.hosts.cli.study import RefusedError, keep, load
from zhixing.model import Vault
from zhixing.practice.catalog import FOLDER, TaskEntry, TaskFileError, entries, load_shelf
from zhixing.practice.core.reference import differences
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.core.source import cut
from zhixing.practice.core.task import say
from zhixing.practice.core.verdict import Verdict, render
from zhixing.practice.wording import claim_text, module_text
from zhixing.study.day import now
from zhixing.study.history import Event, stamp
from zhixing.study.practice import attempt, concluded, done, gave_up, task_item
from zhixing.vault.load import load_vault
from zhixing.vault.read import read_file, study_file
from zhixing.vault.write import create_file, set_aside


@dataclass(frozen=True)
class Desk:
    """One call of the command: the vault's tasks and the learner's history."""

    root: Path
    options: argparse.Namespace

    @cached_property
    def vault(self) -> Vault:
        """The vault, loaded once."""
        return load_vault(self.root)

    @cached_property
    def shelf(self) -> Shelf:
        """Its tasks and the code of its cards."""
        return load_shelf(self.root, self.vault)

    @property
    def language(self) -> str:
        """The language that the learner reads."""
        lang = self.options.lang or self.shelf.languages[0]
        if lang not in self.shelf.languages:
            raise RefusedError(f"there is nothing in {lang!r}\n  hint: there is {', '.join(self.shelf.languages)}")
        return str(lang)

    @property
    def number(self) -> int:
        """Its place in the texts of a task."""
        return self.shelf.languages.index(self.language)

    @property
    def history(self) -> Path:
        """Where the learner's history is kept."""
        return Path(self.options.state).expanduser() if self.options.state else study_file()

    def say(self, key: str, *values: object) -> str:
        """A sentence of the command."""
        return word(key, self.language, *values)

    def tasks(self) -> tuple[TaskEntry, ...]:
        """Every task of the vault."""
        found = entries(self.shelf)
        if not found:
            raise RefusedError(self.say("no-tasks", f"{self.vault.config.docs}/{FOLDER}"))
        return found

    def task(self, ident: str) -> TaskEntry:
        """One task; its name may be written with underscores, or be that of the definition."""
        found = {entry.id: entry for entry in self.tasks()}
        alias = {entry.define: entry.id for entry in found.values()}
        wanted = ident if ident in found else alias.get(ident, ident.replace("_", "-"))
        if wanted not in found:
            near = difflib.get_close_matches(wanted, found, 3) or sorted(found)[:3]
            raise RefusedError(self.say("unknown", ident, ", ".join(near)))
        return found[wanted]

    def file(self, entry: TaskEntry) -> Path:
        """Where the learner writes."""
        return Path(self.options.file) if getattr(self.options, "file", "") else self.root / FOLDER / f"{entry.id}.py"

    def shown(self, path: Path) -> str:
        """A path as the learner would type it."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def note(self, deeds: Sequence[Event]) -> list[Event]:
        """Add to the history."""
        return keep(self.history, stamp(deeds, now()))


def run(root: Path, options: argparse.Namespace) -> int:
    """0 done or accepted, 1 rejected or refused, 2 a fault of the call or the tool."""
    desk = Desk(root, options)
    try:
        if options.command == "judge":
            return _judge(desk)
        if options.strength:
            return _strength(desk)
        if options.bug:
            return _hunt(desk)
        return _start(desk) if options.task else _list(desk)
    except (RefusedError, TaskFileError) as error:
        print(f"zhixing: {error}", file=sys.stderr)
        return 2


def _list(desk: Desk) -> int:
    events = load(desk.history)
    due = _due_days(events)
    counts = [0, 0]
    for entry in desk.tasks():
        mine = attempt(events, entry.id)
        days = due.get(task_item(entry.id))
        state = "open" if mine.started else "solved" if mine.solved else "tried" if mine.seen else "new"
        text = desk.say(state)
        if days is not None and days <= 0 and not mine.started:
            text = desk.say("due")
        elif mine.solved and not mine.started and days is not None:
            text = desk.say("back", days)
        counts[0] += mine.solved
        counts[1] += days is not None and days <= 0
        needs = f" ({desk.say('torch')})" if entry.needs_torch else ""
        minutes = desk.say("minutes", entry.minutes)
        print(f"{entry.id:28} {'★' * entry.level:4} {minutes:>7}  {say(entry.title, desk.number)}{needs} [{text}]")
    print(desk.say("total", len(desk.tasks()), *counts), file=sys.stderr)
    return 0


def _due_days(events: Sequence[Event]) -> dict[str, int]:
    """In how many study days each item is due; nothing where py-fsrs is not installed."""
    try:
        from zhixing.study.schedule import replay
    except ModuleNotFoundError:
        return {}
    from zhixing.page import assets
    from zhixing.study.day import day_number
    from zhixing.study.practice import due_day

    options = read_file(assets.WEB / "src/study/fsrs.json")
    assert options is not None
    today = day_number(now())
    memories = replay(events, options).memories
    return {item: due_day(memory.due, memory.last_review) - today for item, memory in memories.items()}


def _start(desk: Desk) -> int:
    from zhixing.practice.stub import stub

    entry = desk.task(desk.options.task)
    path = desk.file(entry)
    minutes = desk.options.minutes
    if minutes is not None and not 1 <= minutes <= 600:
        raise RefusedError("--minutes must be from 1 to 600")
    text = stub(entry, desk.shelf, module_text(desk.vault, desk.shelf, entry, desk.language), desk.number)
    if read_file(path) is not None and (desk.options.again or _comes_back(desk, entry)):
        print(desk.say("aside", desk.shown(path), desk.shown(set_aside(path))))
    try:
        create_file(path, text.encode())
    except FileExistsError:
        print(desk.say("kept", desk.shown(path)))
        if minutes is None:
            return 0
    else:
        print(desk.say("wrote", desk.shown(path), entry.id))
    if minutes is None:
        desk.note(done(entry.id, "start"))
    else:
        desk.note(done(entry.id, "timed", 60.0 * minutes))
        print(desk.say("timed", minutes))
    return 0


def _comes_back(desk: Desk, entry: TaskEntry) -> bool:
    """Whether it is due and not begun again yet: the code that solved it last time proves nothing today."""
    events = load(desk.history)
    days = _due_days(events).get(task_item(entry.id))
    return days is not None and days <= 0 and attempt(events, entry.id).started is None


def _judge(desk: Desk) -> int:
    from zhixing.practice.run import judged

    entry, events, at = desk.task(desk.options.task), load(desk.history), now()
    mine = attempt(events, entry.id)
    if desk.options.hint:
        return _hint(desk, entry)
    path = desk.file(entry)
    data = read_file(path)
    if data is None:
        raise RefusedError(desk.say("none-yet", desk.shown(path), entry.id))
    text = data.decode("utf-8", "replace")
    if desk.options.give_up:
        if mine.started or not mine.solved or _comes_back(desk, entry):
            desk.note(gave_up(entry.id, mine, at))
        _reference(desk, entry, text)
        return 1
    verdict = judged(desk.shelf, entry, text, desk.options.seconds)
    if desk.options.json:
        sys.stdout.write(verdict.to_json() + "\n")
    else:
        print(render(verdict, desk.language, desk.shelf.languages))
    _record(desk, entry, verdict, text)
    return 0 if verdict.accepted else 1


def _record(desk: Desk, entry: TaskEntry, verdict: Verdict, text: str) -> None:
    at = now()
    mine = attempt(load(desk.history), entry.id)
    deeds = concluded(entry.id, mine, "accepted" if verdict.accepted else verdict.reason, entry.minutes, at)
    events = desk.note(deeds) if deeds else []
    if not verdict.accepted or desk.options.json:
        return
    if any(event.get("deed") == "late" for event in deeds):
        print(desk.say("late", desk.say("minutes", round((mine.seconds(at) - mine.limit) / 60))))
    _reference(desk, entry, text)
    days = _due_days(events).get(task_item(entry.id)) if deeds else None
    if days:
        print(desk.say("again", days))


def _hint(desk: Desk, entry: TaskEntry) -> int:
    mine = attempt(load(desk.history), entry.id)
    if mine.limit:
        raise RefusedError(desk.say("no-hints"))
    if mine.hints >= len(entry.hints):
        print(desk.say("hints-over"))
        return 1
    print(desk.say("hint", mine.hints + 1, len(entry.hints), say(entry.hints[mine.hints], desk.number)))
    desk.note(done(entry.id, "hint", mine.seconds(now())))
    return 0


def _reference(desk: Desk, entry: TaskEntry, text: str) -> None:
    """The card's code, how it differs from the learner's, and what the card proves of it."""
    wanted = cut(module_text(desk.vault, desk.shelf, entry, desk.language), entry.define)
    lines = differences(text, entry.define, wanted)
    print(f"\n{desk.say('reference')}\n\n" + "\n".join(f"    {line}" for line in wanted.splitlines()))
    if lines == []:
        print(f"\n{desk.say('same')}")
    elif lines:
        print(f"\n{desk.say('diff')}\n\n" + "\n".join(f"    {line}" for line in lines))
    if entry.claims:
        print(f"\n{desk.say('claims')}")
        for claim in entry.claims:
            print(f"  [[{entry.card}#^{claim}]] {claim_text(desk.vault, desk.language, claim)}")


def _hunt(desk: Desk) -> int:
    from zhixing.practice.hunt import hunt

    entry = desk.task(desk.options.bug)
    number = attempt(load(desk.history), entry.id).hunts
    found = hunt(desk.shelf, entry, number)
    if found is None:
        raise RefusedError(desk.say("no-bug", entry.id))
    if desk.options.line is None:
        print("\n".join(f"{number:3}  {line}" for number, line in enumerate(found.code.splitlines(), 1)))
        print(desk.say("hunt", entry.id))
        return 0
    right = desk.options.line in found.lines
    desk.note(done(entry.id, "found" if right else "missed"))
    print(desk.say("found" if right else "missed", desk.options.line))
    if right:
        print(found.difference())
    return 0 if right else 1


def _strength(desk: Desk) -> int:
    from zhixing.practice.strength import all_strengths

    killed = judged = equivalent = 0
    for one in all_strengths(desk.shelf, desk.options.task or ""):
        killed, judged, equivalent = killed + one.killed, judged + one.judged, equivalent + len(one.equivalent)
        print(f"{one.task:28} {one.killed:3}/{one.judged:<3}")
        for mutant, why in one.equivalent:
            print(f"    = {mutant.key} ({why})")
        for mutant in one.alive:
            print(f"    ! {mutant.key}")
    print(desk.say("strength", killed, judged, killed / max(judged, 1), equivalent))
    return 0 if killed >= 0.97 * judged else 1

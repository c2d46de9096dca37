"""What a block leaves on other processors, asked before it is written into a card; and the fresh process that answers."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from zhixing.blocks import record
from zhixing.blocks.failure import Failure
from zhixing.blocks.notebook_file import Run, agree, stored_run
from zhixing.blocks.notebook_run import run_notebook
from zhixing.blocks.picture import difference
from zhixing.blocks.profiles import PROFILES, Profile, environment, host, obstacle
from zhixing.blocks.run import Result, Session
from zhixing.blocks.sandbox import sandbox
from zhixing.blocks.shell import run_shell
from zhixing.blocks.shown import normal
from zhixing.hosts.pytest.note import Note
from zhixing.model import Card, CodeBlock, Diagnostic, Span, Vault
from zhixing.syntax.directives import directives
from zhixing.syntax.notebook import code_cells
from zhixing.vault.fork import aside, can_fork
from zhixing.vault.load import load_vault

Answer = Result | Run | Failure
Machine = dict[str, str]  # the variables that simulate it
_HINT = "it depends on the processor: print fewer digits or assert a property"


def dependent(root: Path, notes: Iterable[Note], walled: bool = False) -> tuple[dict[str, Failure], list[str]]:
    """S025 by key for each note that another processor would not write, and what is to be said of the profiles."""
    waiting = {note.key: note for note in notes if note.fence or note.picture_path}
    if not waiting:
        return {}, []
    vault, here = load_vault(root), host()
    refused: dict[str, Failure] = {}
    tried = [profile for profile in PROFILES if not obstacle(profile, here)]
    machines = [environment(profile, here) for profile in tried]
    for profile, found in zip(tried, _ask(root, machines, list(waiting), walled), strict=True):
        for key, answer in found.items():
            if key not in refused and (words := _unlike(vault, waiting[key], answer)) is not None:
                refused[key] = _failure(vault, waiting[key], profile, words)
    count = f"{len(waiting)} block{'s' if len(waiting) > 1 else ''}"
    return refused, [f"ran {count} as on {', '.join(profile.name for profile in tried)}"]


def _ask(root: Path, machines: list[Machine], keys: list[str], walled: bool) -> Iterator[dict[str, Answer]]:
    """What the blocks leave on each machine; a fresh process, because libraries look at the processor when they load.

    Where it can fork, one start is enough: it has loaded no such library, and each machine is a fork of it.
    """
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", __name__]
    for some in [machines] if can_fork() else [[machine] for machine in machines]:
        asked = pickle.dumps((str(root), some, keys, walled))
        place = None if walled else root
        done = subprocess.run(command, input=asked, stdout=subprocess.PIPE, env=variables, cwd=place, check=True)
        yield from pickle.loads(done.stdout)


def _unlike(vault: Vault, note: Note, answer: Answer) -> tuple[str, ...] | None:
    """What differs there, in lines; None if nothing does."""
    if isinstance(answer, Failure):
        return (f"  {answer.diagnostic.problem}",)
    if isinstance(answer, Run):
        stored = stored_run(note.picture)
        assert stored is not None
        cells = (cell for cell, _ in code_cells(vault.cards[note.path]))
        same = all(map(agree, cells, stored.outputs, answer.outputs))
        return None if same else ("  a cell leaves something else there",)
    if answer.failure is not None:
        return (f"  {answer.failure.diagnostic.problem}",)
    if answer.skipped is not None:
        return None
    if note.fence and note.new != (printed := normal(answer.output)):
        pairs = zip(note.new.splitlines(), printed.splitlines(), strict=False)
        here, there = next(((a, b) for a, b in pairs if a != b), ("", "a line more or less"))
        return (f"  here:  {here}", f"  there: {there}")
    seen = difference(note.picture, answer.figure or b"") if note.picture_path else None
    return (f"  {seen}",) if seen is not None else None


def _failure(vault: Vault, note: Note, profile: Profile, words: tuple[str, ...]) -> Failure:
    block = _blocks(vault.cards[note.path]).get(note.key)
    span = block.span if block else Span(note.path, 1)
    name = block.name if block else "notebook"
    problem = f"`{name}` was not rewritten: on {profile.name} ({profile.about}) it leaves something else"
    return Failure(Diagnostic(span, "S025", problem, _HINT), words)


def _blocks(card: Card) -> dict[str, CodeBlock]:
    return {record.key(card, block): block for block in card.blocks if record.runs(block)}


def answers(vault: Vault, session: Session, keys: Iterable[str]) -> Iterator[tuple[str, Answer]]:
    """Run blocks and notebooks in this process, whatever it may use of its processor."""
    for key in keys:
        card = vault.cards[key.partition("::")[0]]
        if card.is_notebook:
            yield key, run_notebook(session, card)
            continue
        block = _blocks(card)[key]
        seconds = directives(block).time_limit or vault.config.time_limit
        shell = block.python is None
        yield key, run_shell(session.root, block, float(seconds), session.walls) if shell else session.run(card, block)


def _serve() -> None:
    """Standard input asks, standard output answers; what a library says there goes to standard error."""
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    place, machines, keys, walled = pickle.load(sys.stdin.buffer)
    vault = load_vault(Path(place))
    session = Session(Path(place), vault.config, vault.cards, sandbox() if walled else None)

    def on(machine: Machine) -> dict[str, Answer]:
        assert "numpy" not in sys.modules, "what is loaded has looked at the processor before"
        os.environ.update(machine)
        return dict(answers(vault, session, keys))

    found = [on(machine) if len(machines) == 1 else aside(partial(on, machine))() for machine in machines]
    with answer:
        pickle.dump(found, answer)


if __name__ == "__main__":
    _serve()

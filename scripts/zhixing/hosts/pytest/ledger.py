"""What a test run writes at its end: outputs and pictures into the cards, and the record of what passed."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from zhixing.blocks import record
from zhixing.blocks.modules import imported
from zhixing.blocks.shown import replace_outputs
from zhixing.hosts.pytest.elsewhere import dependent
from zhixing.hosts.pytest.note import Note
from zhixing.hosts.pytest.passed import LEFT_OUT, UNCHANGED, write_passed
from zhixing.hosts.pytest.twins import TWIN
from zhixing.model import Vault
from zhixing.vault.load import load_vault
from zhixing.vault.read import read_bytes
from zhixing.vault.write import UnwritableError, write_file


class Ledger:
    """Gathers the notes of all tests, on whatever worker they ran, and writes once, at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.notes: dict[tuple[str, str], Note] = {}
        self.lines: list[str] = []
        self.twins = 0
        self.unchanged = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the last word on each test: a failure, else a pass or a skip."""
        data = getattr(report, "zhixing", None)
        if data is None:
            return
        note = Note(**data)
        self.twins += report.when == "call" and TWIN in dict(report.user_properties)
        before = self.notes.get((note.root, note.key))
        if before is None or note.failed or (not before.failed and (note.digest or note.skipped)):
            self.notes[note.root, note.key] = note

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Each worker of pytest-xdist leaves out the same tests."""
        self.unchanged = max(self.unchanged, getattr(node, "workeroutput", {}).get(LEFT_OUT, 0))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write what the options ask for. That nothing changed is no failure."""
        self.unchanged = max(self.unchanged, self.config.stash.get(UNCHANGED, 0))
        if self.unchanged and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
        for root in sorted({note.root for note in self.notes.values()}):
            try:
                self._write(session, root, [note for note in self.notes.values() if note.root == root])
            except UnwritableError as error:
                self.lines += error.finding(Path(root)).splitlines()
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _write(self, session: pytest.Session, root: str, notes: list[Note]) -> None:
        if self.config.getoption("zhixing_rewrite"):
            notes, lines = portable(Path(root), notes, self.config.getoption("zhixing_sandbox"))
            if any(note.failed for note in notes):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self.lines += [*lines, *rewrite(Path(root), [note for note in notes if note.digest])]
        if self.config.getoption("zhixing_record"):
            self.lines += write_record(Path(root), notes)
        if followed := [note for note in notes if note.inputs]:
            passed = {note.key: note.inputs for note in followed if note.digest and not note.failed}
            write_passed(Path(root), passed, [note.key for note in followed if note.failed])

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say which blocks did not run and why, and list what was written."""
        said = f"{self.twins} of the blocks above are the same program as one in another language, which ran for both"
        left = f"{self.unchanged} blocks that passed before and have not changed since were left out"
        lines = [*([said] if self.twins else []), *([left] if self.unchanged else []), *self.lines]
        if lines:
            terminalreporter.section("zhixing")
            for line in lines:
                terminalreporter.line(line)


def portable(root: Path, notes: Iterable[Note], walled: bool = False) -> tuple[list[Note], list[str]]:
    """The notes, without those that another processor would not write: of their cards nothing is rewritten."""
    known = list(notes)
    refused, lines = dependent(root, [note for note in known if note.digest], walled)
    spoiled = {note.path for note in known if note.key in refused}
    held = [note.path in spoiled and bool(note.fence or note.picture_path) for note in known]
    kept = [replace(note, digest="", failed=True) if hold else note for note, hold in zip(known, held, strict=True)]
    lines += [line for failure in refused.values() for line in failure.text().splitlines()]
    return kept, [*lines, *(f"did not rewrite {path}" for path in sorted(spoiled))]


def rewrite(root: Path, notes: Iterable[Note]) -> list[str]:
    """Write new outputs and pictures; say what was done."""
    lines: list[str] = []
    edits: dict[str, list[tuple[int, str, str]]] = {}
    for note in sorted(notes, key=lambda note: note.key):
        if note.fence:
            edits.setdefault(note.path, []).append((note.fence, note.old, note.new))
        if note.picture_path and write_file(root / note.picture_path, note.picture):
            lines.append(f"rewrote {note.picture_path}")
    for path, changes in sorted(edits.items()):
        try:
            text = replace_outputs((read_bytes(root, path) or b"").decode(), changes)
        except ValueError as error:
            lines.append(f"did not rewrite {path}: {error}")
            continue
        write_file(root / path, text.encode())
        lines.append(f"rewrote {path}: {len(changes)} output{'s' if len(changes) > 1 else ''}")
    return lines


def write_record(root: Path, notes: Iterable[Note]) -> list[str]:
    """Renew the record; say where it is."""
    vault = load_vault(root)
    path = f"{vault.config.snippets}/{record.NAME}"
    before = record.parse_record(read_bytes(root, path)) or record.Record()
    outcomes = {note.key: record.Outcome(note.key, note.digest, note.skipped) for note in notes}
    after = record.updated(before, vault, outcomes)
    after = replace(after, versions=_versions(vault, after, before))
    write_file(root / path, record.record_bytes(after))
    return [f"recorded {len(after.blocks)} passing and {len(after.skipped)} skipped blocks in {path}"]


def _versions(vault: Vault, after: record.Record, before: record.Record) -> dict[str, str]:
    """Versions of Python and of the packages that the recorded blocks import."""
    passed = [b for card in vault.cards.values() for b in card.blocks if record.key(card, b) in after.blocks]
    tops = {name.partition(".")[0] for block in passed if block.python for name in imported(block.code)}
    found = {"python": ".".join(platform.python_version_tuple()[:2])}
    distributions = metadata.packages_distributions()
    for name in sorted(tops - sys.stdlib_module_names - {vault.config.snippets}):
        if name in distributions:
            found[name] = metadata.version(distributions[name][0]).partition("+")[0]
        elif name in before.versions:
            found[name] = before.versions[name]
    return found

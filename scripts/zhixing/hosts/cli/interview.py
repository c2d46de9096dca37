"""`zhixing study interview`: a mock interview in the terminal, with the judge for its code."""

from __future__ import annotations

import argparse
from pathlib import Path

from zhixing.hosts.cli.study import RefusedError, load, open_session, own_file
from zhixing.study.schema import TRACKS


def interview(root: Path, options: argparse.Namespace) -> None:
    """Carry it out; RefusedError where it cannot be as it was asked for."""
    from rich.console import Console

    from zhixing.study.interview import MINUTES
    from zhixing.study.interview_words import InterviewWords
    from zhixing.study.terminal.interview import Interviewer
    from zhixing.study.terminal.keys import give_back
    from zhixing.vault.asked import LEVELS
    from zhixing.vault.load import load_vault

    file = own_file(options)
    session = open_session(root, options, load(file))
    words = InterviewWords(session.lang)
    for name, given, known in (("role", options.role, TRACKS), ("level", options.level, LEVELS)):
        if given is not None and given not in known:
            raise RefusedError(words("terminal.unknown", words(name), given, ", ".join(known)))
    if options.minutes is not None and options.minutes not in MINUTES:
        raise RefusedError(words("terminal.unknown", words("minutes"), options.minutes, ", ".join(map(str, MINUTES))))
    cases = {case.id: case for case in session.deck.cases}
    if options.case is not None and options.case not in cases:
        raise RefusedError(words("terminal.unknown", words("design"), options.case, ", ".join(cases) or "–"))
    paths = {(card.lang, card.key): path for path, card in load_vault(root).cards.items()}

    def place(key: str, anchor: str) -> str:
        return paths[session.lang, key] + (f"#^{anchor}" if anchor else "")

    def judge(command: str, task: str) -> None:
        from zhixing.hosts.cli.practice import run as run_practice

        given = {"lang": session.lang, "state": options.state, "task": task, "command": command}
        usual = {"minutes": None, "again": True, "bug": "", "strength": False, "file": "", "hint": False}
        run_practice(root, argparse.Namespace(**given, **usual, give_up=False, seconds=20.0, json=False, line=None))

    asked = Interviewer(session, Console(highlight=False), place, judge, lambda: load(file))
    try:
        if options.case is not None:
            asked.practise(cases[options.case])
        else:
            asked.run(options.role or "", options.level or "", options.minutes or 0)
    finally:
        give_back()

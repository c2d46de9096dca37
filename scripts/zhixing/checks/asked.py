"""Checks of the file that says who asks which question."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from zhixing.checks.questions import study_cards
from zhixing.model import Diagnostic, Span, Vault
from zhixing.syntax.callouts import RUBRIC
from zhixing.vault.asked import read_asked
from zhixing.vault.config import asked_file


def check_asked(vault: Vault) -> Iterator[Diagnostic]:
    """Where there is such a file, it names each question once and nothing else."""
    if vault.asked is None:
        return
    path = asked_file(vault.config)
    known, faults = read_asked(vault.asked)
    for fault in faults:
        yield Diagnostic(Span(path, fault.line), "Q020", fault.problem, fault.hint)
    if faults:
        return  # what is not understood would be reported as missing
    asked = {question.id for card in study_cards(vault) for question in card.questions if question.id}
    asked |= {callout.block_id for card in vault.cards.values() for callout in card.callouts if callout.kind == RUBRIC}
    for ident, entry in known.items():
        if ident not in asked:
            near = difflib.get_close_matches(ident, asked - known.keys(), 1)
            hint = f"did you mean {near[0]}?" if near else "delete the line, or give it the id of a question"
            yield Diagnostic(Span(path, entry.line), "Q021", f"no question has the id ^{ident}", hint)
    source = vault.config.languages[0] if vault.config.languages else ""
    for card in study_cards(vault):
        for question in card.questions:
            if card.lang == source and question.id and question.id not in known:
                hint = f"add `{question.id}: [all, middle, sometimes]` to {path}, with who asks it and how often"
                yield Diagnostic(question.span, "Q022", f"nothing says who asks ^{question.id}", hint)
    for card in vault.cards.values():
        for callout in card.callouts:
            if card.lang == source and callout.kind == RUBRIC and callout.block_id and callout.block_id not in known:
                hint = f"add `{callout.block_id}: [all, senior, sometimes]` to {path}, with who asks it and how often"
                yield Diagnostic(callout.span, "Q022", f"nothing says who asks ^{callout.block_id}", hint)

"""All checks, in two explicit tuples: a large vault is checked by two processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zhixing.blocks.record import check_record
from zhixing.checks import (
    asked,
    cases,
    claims,
    depths,
    files,
    formulas,
    giveaways,
    links,
    placeholders,
    questions,
    repeats,
    snippets,
    spoken,
    tags,
    tasks,
    terms,
    translation,
    witnesses,
)
from zhixing.checks.causes import folded
from zhixing.checks.codes import VAULT_CODES
from zhixing.model import Diagnostic, Vault
from zhixing.vault.fork import aside

Check = Callable[[Vault], Iterator[Diagnostic]]

WITH_LINKS: tuple[Check, ...] = (  # they ask where a link leads: that is found out once, by one process
    links.check_links,
    links.check_repeated_headings,
    links.check_sizes,
    links.check_aliases,
    links.check_prerequisites,
    translation.check_same_structure,
    translation.check_pictures,
    snippets.check_stored,
    snippets.check_fences,
    snippets.check_definitions,
    snippets.check_explorables,
)
WITHOUT_LINKS: tuple[Check, ...] = (  # a second process can take them
    files.check_parsed,
    files.check_front_matter,
    files.check_minutes,
    files.check_categories,
    files.check_callouts,
    files.check_diagrams,
    files.check_sections,
    depths.check_depths,
    placeholders.check_placeholders,
    snippets.check_languages,
    snippets.check_modules,
    snippets.check_generated,
    check_record,
    claims.check_claims,
    claims.check_asserts,
    claims.check_calls,
    claims.check_needs,
    snippets.check_imports,
    snippets.check_outputs,
    translation.check_scripts,
    questions.check_questions,
    questions.check_ids,
    asked.check_asked,
    giveaways.check_lengths,
    giveaways.check_patterns,
    giveaways.check_gaps,
    repeats.check_repeats,
    cases.check_cases,
    spoken.check_spoken,
    tasks.check_tasks,
    tags.check_spelling,
    tags.check_translation,
    translation.check_both_languages,
    translation.check_confirmed,
    witnesses.check_witnesses,
    formulas.check_formulas,
    terms.check_terms,
)

_MANY = 400  # cards; with fewer a second process costs more than it saves


def run_checks(vault: Vault, also: Sequence[Callable[[], None]] = ()) -> list[Diagnostic]:
    """Every finding that follows from no other, sorted by place, each once; in a plain vault what concerns any vault.

    `also` is work that has nothing to do with the findings, done by the second process.
    """

    def findings(checks: Sequence[Check]) -> list[Diagnostic]:
        return [finding for check in checks for finding in check(vault)]

    def rest() -> list[Diagnostic]:
        for work in also:
            work()
        return findings(WITHOUT_LINKS)

    wait = aside(rest) if len(vault.cards) >= _MANY else rest
    found = {*findings(WITH_LINKS), *wait()}
    if vault.config.profile != "cards":
        found = {finding for finding in found if finding.code in VAULT_CODES}
    return folded(vault, found)

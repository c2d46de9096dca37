"""All checks, in two explicit tuples: a large vault is checked by two processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zhixing import check_code, check_files, check_links, check_notebooks, check_study, translation
from zhixing.aside import aside
from zhixing.codes import VAULT_CODES
from zhixing.model import Diagnostic, Vault
from zhixing.record import check_record

Check = Callable[[Vault], Iterator[Diagnostic]]

HERE: tuple[Check, ...] = (
    check_links.check_links,
    check_links.check_aliases,
    check_links.check_prerequisites,
    translation.check_same_structure,
    check_notebooks.check_stored,
    check_code.check_fences,
    check_code.check_definitions,
)
ASIDE: tuple[Check, ...] = (  # none that asks where a link leads: that is found out once, by one process
    check_files.check_parsed,
    check_files.check_front_matter,
    check_files.check_sections,
    check_code.check_modules,
    check_code.check_generated,
    check_record,
    check_study.check_claims,
    check_study.check_questions,
    check_study.check_ids,
    translation.check_both_languages,
    translation.check_confirmed,
)

_MANY = 400  # cards; with fewer a second process costs more than it saves


def run_checks(vault: Vault, also: Sequence[Callable[[], None]] = ()) -> list[Diagnostic]:
    """Every finding, sorted by place, each once; in a plain vault only what concerns any vault.

    `also` is work that has nothing to do with the findings, done by the second process.
    """

    def findings(checks: Sequence[Check]) -> list[Diagnostic]:
        return [finding for check in checks for finding in check(vault)]

    def rest() -> list[Diagnostic]:
        for work in also:
            work()
        return findings(ASIDE)

    wait = aside(rest) if len(vault.cards) >= _MANY else rest
    found = {*findings(HERE), *wait()}
    if vault.config.profile != "cards":
        found = {finding for finding in found if finding.code in VAULT_CODES}
    return sorted(found)

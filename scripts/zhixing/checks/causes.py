"""Causes before consequences: what follows from a block that swallowed the rest of its file is counted, not listed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from zhixing.model import Card, Diagnostic, Vault
from zhixing.syntax.slug import module_name

_CAUSES = frozenset(("S001", "F018", "F021"))  # below their line the text is not read as it was meant
_BELOW = re.compile(r"F01[67]|F019|F02\d|F04[3-7]|C\d|Q\d|S00[2-68]|S01[1-6]|L\d|T\d")
_TARGET = re.compile(r": (\S.*) has no (?:heading|block) ")
_AROUND = re.compile(r"T\d")


def folded(vault: Vault, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, sorted, without those that follow from another one, whose hint says how many they are."""
    ordered = sorted(found)
    causes: dict[str, Diagnostic] = {}
    for finding in ordered:
        if finding.code in _CAUSES:
            causes.setdefault(finding.span.path, finding)
    if not causes:
        return ordered
    by_key: dict[str, Diagnostic] = {}
    modules: dict[str, Diagnostic] = {}
    for path, cause in causes.items():
        card = vault.cards.get(path)
        if card is not None:
            by_key[card.key] = cause
            modules[f"{vault.config.snippets}/{module_name(card.name)}.py"] = cause
    kept: list[Diagnostic] = []
    counts: dict[Diagnostic, int] = {}
    for finding in ordered:
        follows = _cause(finding, vault.cards.get(finding.span.path), causes, by_key, modules)
        if follows is None or follows == finding:
            kept.append(finding)
        else:
            counts[follows] = counts.get(follows, 0) + 1
    return [_counted(finding, counts.get(finding, 0)) for finding in kept]


def _cause(
    finding: Diagnostic,
    card: Card | None,
    causes: dict[str, Diagnostic],
    by_key: dict[str, Diagnostic],
    modules: dict[str, Diagnostic],
) -> Diagnostic | None:
    """What a finding follows from, if it follows from another one."""
    path, line = finding.span
    own = causes.get(path)
    below = own is not None and (line >= own.span.line or _AROUND.match(finding.code) is not None)
    if below and finding.code not in _CAUSES and _BELOW.match(finding.code):
        return own
    if card is not None and card.key in by_key and _AROUND.match(finding.code):
        return by_key[card.key]
    if finding.code == "S007" and path in modules:
        return modules[path]
    if finding.code in ("L003", "L004"):  # a heading or a block of the file that was swallowed
        named = _TARGET.search(finding.problem)
        short = f"/{named.group(1)}" if named else ""
        return next((cause for where, cause in causes.items() if short and f"/{where}".endswith(short)), None)
    return None


def _counted(finding: Diagnostic, count: int) -> Diagnostic:
    if not count:
        return finding
    more = f"{count} more finding{'s' if count > 1 else ''} that may follow from it not shown"
    return replace(finding, hint=f"{finding.hint} ({more})")

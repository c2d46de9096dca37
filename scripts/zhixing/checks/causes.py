"""Causes before consequences: what follows from a block that swallowed the rest of its file is counted, not listed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from zhixing.checks.files import BROKEN_FRONT
from zhixing.model import Card, Diagnostic, Vault
from zhixing.syntax.slug import module_name

_CAUSES = frozenset(("S001", "F018", "F021", "F062"))  # below their line the text is not read as it was meant
_BELOW = re.compile(r"F01[67]|F019|F02\d|F04[3-7]|F05\d|F06[01]|C\d|Q\d|S00[2-68]|S01[1-6]|L\d|T\d")
_ON_LINE = {  # code → what it causes on its own line
    "F001": re.compile("F051"),
    "F051": re.compile(r"L\d|T\d|S00[26]|S015|F0(?:19|2\d|5\d|6\d)"),
    "F063": re.compile("F014"),
}
_IN_CALLOUT = {"F056": re.compile(r"Q00[2357]|T006"), "F050": re.compile(r"[CQT]\d")}  # … in the callout around it
_UNFINISHED = "F052"  # named by Q008 where an answer is nothing else
_UNCLEAR = "F063"  # a note that is not published by a slip
_LINK = re.compile(r"\[\[([^\[\]|#]+)")
_LED = re.compile(r" leads to (.+), which is not published")
_TARGET = re.compile(r": (\S.*) has no (?:heading|block) ")
_AROUND = re.compile(r"T\d")


def folded(vault: Vault, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, sorted, without those that follow from another one, whose hint says how many they are."""
    ordered = sorted(found)
    causes: dict[str, Diagnostic] = {}
    for finding in ordered:
        if finding.code in _CAUSES:
            causes.setdefault(finding.span.path, finding)
    ordered = _nearby(vault, ordered)
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


def _nearby(vault: Vault, ordered: list[Diagnostic]) -> list[Diagnostic]:
    """Without what follows from a slip on the same line, or in the same callout; one answer that is missing is named once."""
    told = {finding.span.path for finding in ordered if finding.code in (*_ON_LINE, *_IN_CALLOUT, _UNFINISHED)}
    told |= {finding.span.path for finding in ordered if finding.code in (*BROKEN_FRONT, _UNCLEAR)}
    if not told:
        return ordered
    gone: set[Diagnostic] = set()
    torn: set[str] = set()  # keys of cards of which a callout is not read as it was meant
    hidden: set[str] = set()  # paths of notes that a slip hides
    by_path: dict[str, dict[int, list[Diagnostic]]] = {}
    for finding in ordered:
        by_path.setdefault(finding.span.path, {}).setdefault(finding.span.line, []).append(finding)
    for path in told:
        card = vault.cards.get(path)
        lines = card.text.split("\n") if card else []
        by_line = by_path[path]
        around = (0, 0)
        for cause in [finding for found in by_line.values() for finding in found]:
            line = cause.span.line
            if on_line := _ON_LINE.get(cause.code):
                gone |= {other for other in by_line[line] if on_line.match(other.code) and other.code != cause.code}
            inside = _IN_CALLOUT.get(cause.code)
            if (inside or cause.code == _UNFINISHED) and not around[0] <= line <= around[1] - 2:
                around = _callout(lines, line)
            if inside:
                torn.add(card.key if card else "")
                for number in range(around[0], around[1] + 1):
                    gone |= {other for other in by_line.get(number, ()) if inside.match(other.code)}
            elif cause.code == _UNFINISHED:
                above = (other for number in range(around[0], line + 1) for other in by_line.get(number, ()))
                if any(other.code == "Q008" for other in above):
                    gone.add(cause)
            elif cause.code == _UNCLEAR:
                hidden.add(path)
            elif cause.code in BROKEN_FRONT:
                gone |= {it for it in ordered if it.code == "L001" and _names(it, lines[:40])}
    for finding in ordered:
        if finding.code == "T006" and torn:
            other = vault.cards.get(finding.span.path)
            gone |= {finding} if other is not None and other.key in torn else set()
        elif finding.code == "L009" and hidden:
            led = _LED.search(finding.problem)
            gone |= {finding} if led and any(path.endswith(led[1]) for path in hidden) else set()
    return [finding for finding in ordered if finding not in gone]


def _callout(lines: list[str], line: int) -> tuple[int, int]:
    """First and last line of the quote that a line stands in, and of its id below."""
    first = last = line
    while first > 1 and lines[first - 2 : first - 1] and lines[first - 2].lstrip().startswith(">"):
        first -= 1
    while last < len(lines) and lines[last].lstrip().startswith(">"):
        last += 1
    return first, last + 2


def _names(finding: Diagnostic, lines: list[str]) -> bool:
    """Whether the link that leads nowhere is by a name that a front matter which cannot be read gives."""
    match = _LINK.search(finding.problem)
    return match is not None and any(
        "alias" in line or line.lstrip().startswith("-") for line in lines if match[1] in line
    )


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
    torn = own is not None and finding.code == "F061"  # an element whose end was swallowed
    below = own is not None and (line >= own.span.line or torn or _AROUND.match(finding.code) is not None)
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

"""A citation says of a work what the references say: identifier, title, authors, venue, month."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zhixing.blocks.witness import MONTHS
from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.syntax.citations import identifiers
from zhixing.vault.references import Reference, References

_TITLE = re.compile(r"\*([^*|]+)\*")
_AT = re.compile(r"[.;；。]\s|$")
_NAMED = re.compile(
    r"(?<!\*)\*([A-Z][^*|\n]{11,})\*(?!\*)|\[((?!arXiv)[A-Z][^\[\]]{11,})\]\("
)  # a title, slanted or as a link
_REACH = 160  # characters between a title and the identifier behind it
_CLAUSE = re.compile(r"[;；。]|(?<![A-Z])\. (?=[A-Z][a-z]{2,})|\]\(")
_NAME = re.compile(r"[A-Z][\w'’-]+(?![\w'’-]| [A-Z])")
_OTHERS = re.compile(r"et al|等人")
_VOLUME = re.compile(r"[0-9]+\([0-9]+\)")
_MONTH = re.compile(
    r"\s?[(（,，]\s?(?:(?:preprint|arXiv|预印本)\s?)?"
    rf"(?P<month>(?P<name>{'|'.join(month.title() for month in MONTHS)})(?!\w)|(?P<number>1[0-2]|[1-9]) ?月)"
)


def citations(card: Card, references: References, vault: Vault) -> Iterator[Diagnostic]:
    """What a card says of the works that it cites: identifier, title, authors, venue, month."""
    rows = card.shown.split("\n")
    done: set[int] = set()
    for line, _, kind, text in card.said:
        whole = rows[line - 1] if kind == "cell" else text
        if kind == "cell" and line in done:
            continue
        done.add(line)
        if kind == "cell":
            yield from _row(Span(card.path, line), whole, references)
        yield from _months(card.path, line, whole, references)
        start = 0
        last: tuple[str, int] = ("", -1000)
        for found in identifiers(whole):
            at = Span(card.path, line + whole.count("\n", 0, found.start))
            if (
                last[0]
                and found.address
                and found.start - last[1] < 60
                and not whole[last[1] : found.start].count("]("[0]) > 1
            ):
                if found.name != last[0]:
                    problem = f"the link to {found.name} is shown as {last[0]}"
                    yield Diagnostic(at, "W002", problem, "one of the two is wrong: the number and its address agree")
                last = ("", -1000)
                continue
            last = ("", -1000) if found.address else (found.name, found.start)
            work = references.by_identifier.get(found.name)
            if work is None:
                hint = f"add the work to {vault.config.references}, or correct the number"
                yield Diagnostic(at, "W001", f"no reference has the identifier {found.name}", hint)
                continue
            segment = whole[start : found.start]
            start = found.start + len(found.name)
            yield from _agrees(at, work, segment, whole[start:], references)


def _row(at: Span, row: str, references: References) -> Iterator[Diagnostic]:
    """A row that names one work by its title names no other venue."""
    titles = [title for title in _TITLE.findall(row) if len(title) > 12]
    works = [work for title in titles for work in references.works.values() if work.title == title]
    if len(titles) == len(works) == 1:
        rest = row.replace(titles[0], "")
        volumes = _VOLUME.findall(rest) if _VOLUME.search(works[0].venue) else []
        for said in (*references.venues.findall(rest), *volumes):
            if not works[0].is_at(said):
                problem = f"{works[0].id} appeared at {works[0].venue}, not at {said}"
                yield Diagnostic(at, "W002", problem, "correct the venue")


def _agrees(at: Span, work: Reference, before: str, after: str, references: References) -> Iterator[Diagnostic]:
    """What stands before an identifier names the work that it belongs to, and the venue after it is that of the work."""
    meant = {one.id for _, _, works in references.mentions(before) for one in works}
    if meant and work.id not in meant:
        others = ", ".join(sorted(meant)[:3])
        problem = f"{work.arxiv or work.doi} is {work.title!r}, the text before it names {others}"
        yield Diagnostic(at, "W002", problem, "the identifier or the name is wrong")
    end = _AT.search(after)
    tail = after[: end.start() if end else len(after)]
    for match in references.venues.finditer(tail.partition("](")[0] if "[[" not in tail else ""):
        if not work.is_at(match.group()):
            yield Diagnostic(
                at, "W002", f"{work.id} appeared at {work.venue}, not at {match.group()}", "correct the venue"
            )
    named = [match for match in _NAMED.finditer(before) if len(before) - match.end() < _REACH]
    if named:
        title = named[-1][1] or named[-1][2]
        if not work.is_called(title):
            yield Diagnostic(
                at, "W002", f"{work.id} is {work.title!r}, not {title!r}", "the identifier or the title is wrong"
            )
        yield from _authors(at, work, _CLAUSE.split(before[: named[-1].start()])[-1], references)


def _authors(at: Span, work: Reference, text: str, references: References) -> Iterator[Diagnostic]:
    """Who is named before a title wrote that work; a first name is followed by another."""
    names = [match.group() for match in _NAME.finditer(text) if match.group() in references.authors]
    strangers = [name for name in names if name not in work.authors]
    if not strangers and _OTHERS.search(text) and names[:1] != [work.authors[0]]:
        strangers = names[:1] or [match.group() for match in _NAME.finditer(text)][-1:]
    if strangers:
        problem = f"{work.id} is by {', '.join(work.authors[:3])}, not by {strangers[0]}"
        yield Diagnostic(at, "W002", problem, "the identifier or the author is wrong")


def _months(path: str, line: int, text: str, references: References) -> Iterator[Diagnostic]:
    """A month in brackets right behind a work is that of its first version, whose number may be given in the next month."""
    found = [*_MONTH.finditer(text)]
    mentions = {end: works for _, end, works in references.mentions(text)} if found else {}
    for match in found:
        month = MONTHS.index(match["name"].lower()) + 1 if match["name"] else int(match["number"])
        works = mentions.get(match.start(), ())
        preprints = [work.preprint for work in works if work.preprint]
        if (
            works
            and len(preprints) == len(works)
            and month not in {(m - late - 1) % 12 + 1 for _, m in preprints for late in (0, 1)}
        ):
            problem = f"{works[0].id} is not of {match['month']}: its preprint is {works[0].arxiv}"
            at = Span(path, line + text.count("\n", 0, match.start()))
            yield Diagnostic(at, "W002", problem, "correct the month")

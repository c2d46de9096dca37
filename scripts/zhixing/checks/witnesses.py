"""Every number has a witness, every citation a reference that agrees with it, every quiz the right option that is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zhixing.blocks.witness import Found, Witnesses, anchor_of, left_over
from zhixing.blocks.witness_record import ORDERS, QUIZZES, out_of_order, right
from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.syntax.citations import identifiers
from zhixing.vault.config import matches
from zhixing.vault.references import Reference, References, read_references

_TITLE = re.compile(r"\*([^*|]+)\*")
_AT = re.compile(r"[.;；。]\s|$")


def witnessed_cards(vault: Vault) -> list[Card]:
    """The cards whose numbers are asked for a witness; of pages, which count other things, years alone are."""
    return [
        card
        for card in vault.cards.values()
        if not card.is_notebook and not matches(card.key + ".md", vault.config.untranslated)
    ]


def is_page(card: Card, vault: Vault) -> bool:
    """Whether a card is a page around the cards: an index, a list, a plan."""
    return matches(card.key + ".md", vault.config.pages)


def found_by_card(vault: Vault, references: References, *, quick: bool = False) -> dict[str, list[Found]]:
    """Of every card the numbers that are asked for a witness; sources come before their translations."""
    witnesses = Witnesses(vault, references)
    out = {}
    languages = vault.config.languages
    for card in sorted(witnessed_cards(vault), key=lambda card: card.lang != languages[0] if languages else False):
        if isinstance(vault.given.get(card.key), str):
            continue
        found = witnesses.of(card, quick=quick)
        out[card.path] = [item for item in found if item.number.is_year] if is_page(card, vault) else found
    return out


def check_witnesses(vault: Vault) -> Iterator[Diagnostic]:
    """Citations, years, numbers and quizzes, in a project that keeps the records."""
    if vault.config.profile != "cards" or not (vault.references or vault.given):
        return
    references, problems = read_references(vault.references)
    for name, problem in problems:
        yield Diagnostic(Span(vault.config.references, 1), "W006", f"{name} {problem}", "mend the entry")
    for card in witnessed_cards(vault):
        yield from _citations(card, references, vault)
    if not vault.given:
        return
    found = found_by_card(vault, references, quick=True)
    for path, items in found.items():
        for item in items:
            if item.witness is None:
                yield _unwitnessed(path, item, vault)
    lines = {key: number for number, key in _keys(vault)}
    broken = {(path, item.heading) for path, items in found.items() for item in items if item.witness is None}
    lost = set()
    for key, anchor, reason, number in left_over(vault, found):
        lost.add((key, anchor))
        problem = f"{key}#{anchor} no longer says {number} ({reason})"
        hint = f"if the card is right, run `zhixing witness {key.rpartition('/')[2]} --give REASON`; else restore the number"
        yield Diagnostic(Span(vault.config.witnesses, lines.get(key, 1)), "W005", problem, hint)
    yield from _moved(vault, found, broken, lost)
    yield from _quizzes(vault)


def _moved(
    vault: Vault, found: dict[str, list[Found]], broken: set[tuple[str, int]], lost: set[tuple[str, str]]
) -> Iterator[Diagnostic]:
    """Sections of recorded cards whose numbers have a witness each, but are not those of the record, one after the other."""
    orders = vault.given.get(ORDERS)
    source = vault.config.languages[0] if vault.config.languages else ""
    for path, items in found.items():
        card = vault.cards[path]
        recorded = orders.get(card.key) if isinstance(orders, dict) else None
        if not isinstance(recorded, dict) or card.lang != source:
            continue
        for item in out_of_order(card, items, recorded):
            if (path, item.heading) not in broken and (card.key, anchor_of(card, item.heading)) not in lost:
                near = item.near.replace("\n", " ")
                problem = f"{item.number.text} is another number than was recorded at this place: “{near}”"
                hint = f"if the section is right, run `zhixing witness {card.name} --confirm`; else restore the number"
                yield Diagnostic(Span(path, item.line), "W012", problem, hint)


def _keys(vault: Vault) -> Iterator[tuple[int, str]]:
    line = 4
    for key, sections in vault.given.items():
        yield line, str(key)
        if isinstance(sections, dict):
            line += sum(1 + (len(value) if isinstance(value, dict) else 0) for value in sections.values())
        line += 1


def _unwitnessed(path: str, item: Found, vault: Vault) -> Diagnostic:
    name = path.rpartition("/")[2].removesuffix(".md")
    if item.number.is_year:
        problem = f"no work beside the year {item.number.text} is of that year"
        hint = (
            f"{item.wrong}: {vault.config.references}"
            if item.wrong
            else f"name the work, or run `zhixing witness {name} --give REASON`"
        )
        return Diagnostic(Span(path, item.line), "W003", problem, hint)
    problem = f"{item.number.text} has no witness: “{item.near.replace(chr(10), ' ')}”"
    hint = f"print it in a block of this section, cite the work that says it, or run `zhixing witness {name} --give REASON`"
    return Diagnostic(Span(path, item.line), "W004", problem, hint)


def _citations(card: Card, references: References, vault: Vault) -> Iterator[Diagnostic]:
    rows = card.shown.split("\n")
    done: set[int] = set()
    for line, _, kind, text in card.said:
        whole = rows[line - 1] if kind == "cell" else text
        if kind == "cell" and line in done:
            continue
        done.add(line)
        if kind == "cell":
            yield from _row(Span(card.path, line), whole, references)
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
        for match in references.venues.finditer(row.replace(titles[0], "")):
            if not works[0].is_at(match.group()):
                problem = f"{works[0].id} appeared at {works[0].venue}, not at {match.group()}"
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


def _quizzes(vault: Vault) -> Iterator[Diagnostic]:
    recorded = vault.given.get(QUIZZES)
    if not isinstance(recorded, dict):
        return
    source = vault.config.languages[0] if vault.config.languages else ""
    for card in witnessed_cards(vault):
        for quiz in card.quizzes if card.lang == source else ():
            now, _, by = right(quiz).partition(" by ")
            known = str(recorded.get(quiz.id, "")).partition(" by ")[0]
            if known != now:
                what = (
                    f"another option right than the record, which is decided by {by}"
                    if known
                    else "an option that is not recorded"
                )
                hint = f"if the card is right, run `zhixing witness {card.name} --give REASON`; else restore the mark"
                yield Diagnostic(quiz.span, "W007", f"quiz ^{quiz.id} marks {what}", hint)

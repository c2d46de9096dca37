"""Every number has a witness, every citation a reference that agrees with it, every quiz the right option that is recorded."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.blocks.witness import Found, Witnesses, anchor_of, left_over
from zhixing.blocks.witness_record import (
    QUIZZES,
    SEQUENCES,
    WORDS,
    Said,
    counted,
    formulas_of,
    out_of_order,
    right,
    turning_of,
)
from zhixing.checks.citations import citations
from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.syntax.numbers import counts
from zhixing.vault.config import matches
from zhixing.vault.references import References, read_references


def witnessed_cards(vault: Vault) -> list[Card]:
    """The cards whose numbers are asked for a witness; of pages, which count other things, years alone are."""
    return [
        card
        for card in vault.cards.values()
        if not card.is_notebook and not matches(card.key + ".md", vault.config.untranslated)
    ]


def is_page(card: Card, vault: Vault) -> bool:
    """Whether a card is a page around the cards: an index, a list, a plan. A page that runs code counts as a card here."""
    return matches(card.key + ".md", vault.config.pages) and not any(card.python_blocks())


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
        yield from citations(card, references, vault)
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
    """Sections of recorded cards whose numbers have a witness each, but are not those of the record; the same of formulas."""
    source = vault.config.languages[0] if vault.config.languages else ""
    for path in found:
        card = vault.cards[path]
        orders, formulas, words = (_of(vault.given.get(name), card.key) for name in SEQUENCES)
        words = {} if words is None and vault.given.get(WORDS) else words  # a card without any is recorded so
        if card.lang != source or orders is None:
            continue
        for item in out_of_order(card, counted(card, page=is_page(card, vault)), orders):
            if (path, item.heading) not in broken and (card.key, anchor_of(card, item.heading)) not in lost:
                yield _otherwise(card, item, "W012", "name" if item.key and not counts(item.key) else "number")
        for item in out_of_order(card, formulas_of(card), formulas) if formulas is not None else ():
            yield _otherwise(card, item, "W013", "formula")
        for item in (
            out_of_order(card, turning_of(card), words) if words is not None and not is_page(card, vault) else ()
        ):
            yield _otherwise(card, item, "W014", "word")


def _otherwise(card: Card, item: Said, code: str, what: str) -> Diagnostic:
    beside = f": “{item.near}”" if item.near else ""
    problem = (
        f"{item.text} is another {what} than was recorded at this place{beside}"
        if item.key
        else f"{item.text} no longer says the {what}s that were recorded"
    )
    hint = f"if the section is right, run `zhixing witness {card.name} --confirm`; else restore the {what}"
    return Diagnostic(Span(card.path, item.line), code, problem, hint)


def _of(record: object, key: str) -> dict[str, str] | None:
    sections = record.get(key) if isinstance(record, dict) else None
    return sections if isinstance(sections, dict) else None


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

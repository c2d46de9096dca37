"""The record of what is given: numbers that nothing computes or cites, and which options of a quiz are right."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from zhixing.blocks.witness import Found, Witnesses, anchor_of
from zhixing.model import Card, Quiz, Vault
from zhixing.syntax.digest import digest
from zhixing.syntax.numbers import Number

QUIZZES = "quizzes"
ORDERS = "orders"
CLASSES = ("date", "place in a source", "in a formula", "in an example", "stated")
_HEAD = """\
# By card and section: numbers that neither its code nor a cited work vouches for, with the reason, units multiplied out. Then of quizzes
# the right options by a digest of their words, and `orders`: all numbers of the sections of the source, one after the other.
# `zhixing witness CARD --give REASON` writes this file, `--confirm` if nothing new is given; a number that changes disagrees with it.
"""


def kind_of(number: Number) -> str:
    """The reason that a number suggests by its place, where its author gives none."""
    if number.is_year:
        return "date"
    if number.is_place:
        return "place in a source"
    return {"math": "in a formula", "code": "in an example"}.get(number.inside, "stated")


def with_given(
    vault: Vault, witnesses: Witnesses, cards: Iterable[Card], pages: Iterable[Card] = (), reason: str = ""
) -> dict[str, Any]:
    """The record with every number of these cards that has no other witness, and without what they no longer say.

    Of pages the years alone are recorded.
    """
    record = {key: value for key, value in vault.given.items() if key not in (QUIZZES, ORDERS)}
    orders = dict(vault.given.get(ORDERS) or {})
    quizzes = dict(vault.given.get(QUIZZES) or {})
    by_key: dict[str, list[Card]] = {}
    years_only = {card.key for card in pages}
    for card in (*cards, *pages):
        by_key.setdefault(card.key, []).append(card)
    for key, group in by_key.items():
        if isinstance(record.get(key), str):
            continue
        group.sort(key=lambda card: vault.config.languages.index(card.lang) if card.lang else 0)
        sections: dict[str, dict[str, Counter[str]]] = {}
        for card in group:
            items = [item for item in witnesses.of(card) if item.number.is_year or key not in years_only]
            if card is group[0] and key not in years_only:  # a list grows by every card
                orders[key] = orders_of(card, items)
            for anchor, reasons in _of_card(card, items, reason).items():
                known = sections.setdefault(anchor, {})
                have = sum(known.values(), Counter[str]())
                for why, counter in reasons.items():
                    missing = counter - have
                    have -= counter
                    known[why] = known.get(why, Counter()) + missing
        written = {
            anchor: {why: " ".join(counter.elements()) for why, counter in reasons.items() if counter}
            for anchor, reasons in sections.items()
        }
        record[key] = {anchor: reasons for anchor, reasons in written.items() if reasons}
        if not record[key]:
            del record[key]
        quizzes |= {quiz.id: right(quiz) for quiz in group[0].quizzes if quiz.id}
    keys = {card.key for card in vault.cards.values()}
    orders = {key: sections for key, sections in sorted(orders.items()) if sections and key in keys - years_only}
    present = {quiz.id for card in vault.cards.values() for quiz in card.quizzes}
    quizzes = {name: value for name, value in quizzes.items() if name in present}
    return {
        **dict(sorted(record.items())),
        **({QUIZZES: dict(sorted(quizzes.items()))} if quizzes else {}),
        **({ORDERS: orders} if orders else {}),
    }


def orders_of(card: Card, found: Iterable[Found]) -> dict[str, str]:
    """The numbers of the sections of a card as they follow each other, in one spelling."""
    sections: dict[str, list[str]] = {}
    for item in found:
        sections.setdefault(anchor_of(card, item.heading), []).append(item.number.key)
    return {anchor: " ".join(keys) for anchor, keys in sections.items()}


def out_of_order(card: Card, found: Iterable[Found], recorded: Mapping[str, str]) -> Iterator[Found]:
    """Of each section whose numbers are not those of the record, the first that differs."""
    sections: dict[str, list[Found]] = {}
    for item in found:
        sections.setdefault(anchor_of(card, item.heading), []).append(item)
    for anchor, items in sections.items():
        before = str(recorded.get(anchor, "")).split()
        now = [item.number.key for item in items]
        if now != before:
            at = next((at for at, pair in enumerate(zip(now, before, strict=False)) if pair[0] != pair[1]), len(before))
            yield items[min(at, len(items) - 1)]


def _of_card(card: Card, found: Iterable[Found], reason: str) -> dict[str, dict[str, Counter[str]]]:
    sections: dict[str, dict[str, Counter[str]]] = {}
    for item in found:
        if item.witness is not None and item.witness.kind != "given":
            continue
        why = item.witness.detail if item.witness else reason or kind_of(item.number)
        sections.setdefault(anchor_of(card, item.heading), {}).setdefault(why, Counter())[item.number.key] += 1
    return sections


def right(quiz: Quiz) -> str:
    """The right options of a quiz by digests of their words, and what decides it: code below it, or its author alone."""
    marks = " ".join(digest([option.text])[:6] for option in quiz.options if option.correct)
    return f"{marks} by {'code' if quiz.decided else 'author'}"


def record_bytes(record: Mapping[str, Any]) -> bytes:
    """The record as a file."""
    out = [_HEAD]
    for key, sections in record.items():
        if isinstance(sections, str):
            out.append(f"{_quoted(key)}: {_quoted(sections)}\n")
            continue
        out.append(f"{_quoted(key)}:\n")
        for name, value in sections.items():
            if isinstance(value, str):
                out.append(f"  {_quoted(name)}: {_quoted(value)}\n")
                continue
            out.append(f"  {_quoted(name)}:\n")
            out += [f"    {_quoted(why)}: {_quoted(str(said))}\n" for why, said in value.items()]
    return "".join(out).encode()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

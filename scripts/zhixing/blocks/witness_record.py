"""The record of what is given: numbers that nothing computes or cites, and which options of a quiz are right."""

from __future__ import annotations

import json
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from zlib import crc32

from zhixing.blocks.witness import MONTHS, Found, Witnesses, anchor_of, near
from zhixing.model import Card, Quiz, Vault
from zhixing.syntax.digest import digest, wordless
from zhixing.syntax.numbers import Number, numbers, other_numbers
from zhixing.syntax.turning import turning_words

QUIZZES = "quizzes"
ORDERS = "orders"
FORMULAS = "formulas"
WORDS = "words"
SEQUENCES = (ORDERS, FORMULAS, WORDS)
CLASSES = ("date", "place in a source", "in a formula", "in an example", "stated")
_HEAD = """\
# By card and section: numbers that neither its code nor a cited work vouches for, with the reason, units multiplied out. Then of quizzes
# the right options by a digest of their words, and of the sections of the source, one after the other, `orders`: all numbers, in digits
# and in words, `formulas`: all formulas, by digests, and `words`: those of its claims, quizzes and tables that turn a statement round.
# `zhixing witness CARD --give REASON` writes this file, `--confirm` if nothing new is given; a number that changes disagrees with it.
"""


class Said(NamedTuple):
    """A number or a formula of a card: where it stands, in one spelling, as it is written."""

    line: int
    heading: int
    key: str
    text: str
    around: str = ""
    start: int = 0

    @property
    def near(self) -> str:
        """The words around it."""
        return near(self.around, self.start, self.start + len(self.text)) if self.around else ""


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
    record = {key: value for key, value in vault.given.items() if key not in (QUIZZES, *SEQUENCES)}
    orders, formulas, words = (dict(vault.given.get(name) or {}) for name in SEQUENCES)
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
            if card is group[0]:
                orders[key] = by_section(card, counted(card, page=key in years_only))
                formulas[key] = by_section(card, formulas_of(card) if key not in years_only else ())
                words[key] = by_section(card, turning_of(card) if key not in years_only else ())
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
    orders, formulas, words = (
        {key: sections for key, sections in sorted(found.items()) if sections and key in keys}
        for found in (orders, formulas, words)
    )
    present = {quiz.id for card in vault.cards.values() for quiz in card.quizzes}
    quizzes = {name: value for name, value in quizzes.items() if name in present}
    return {
        **dict(sorted(record.items())),
        **({QUIZZES: dict(sorted(quizzes.items()))} if quizzes else {}),
        **({ORDERS: orders} if orders else {}),
        **({FORMULAS: formulas} if formulas else {}),
        **({WORDS: words} if words else {}),
    }


def counted(card: Card, *, page: bool = False) -> list[Said]:
    """Its numbers as they follow each other, in digits and in words, with their signs, months and cited names among them.

    Of a page those of its prose, and the months of its tables: these grow by every card, and its head says how long the
    cards take.
    """
    found = list[Said]()
    for line, heading, kind, text in card.said:
        if page and heading < 1 and kind != "cell":
            continue
        here = [(start, word, text[start : start + len(word)]) for start, word in other_numbers(text)]
        if page and kind == "cell":
            here = [one for one in here if one[1] in MONTHS]
        else:
            here += [(one.start, f"{'-' * (one.text[0] in '-−')}{one.key}", one.text) for one in numbers(text)]
        found += [
            Said(line + text.count("\n", 0, at), heading, key, shown, text, at) for at, key, shown in sorted(here)
        ]
    return found


def formulas_of(card: Card) -> list[Said]:
    """Its formulas as they follow each other, in the text and displayed, by digests without words and spaces."""
    starts = [heading.span.line for heading in card.headings]
    return [
        Said(
            line,
            bisect(starts, line) - 1,
            f"{crc32(wordless(tex).encode()) & 0xFFFF:04x}",
            f"${' '.join(tex.split())}$",
        )
        for tex, line in card.formulas
    ]


def turning_of(card: Card) -> list[Said]:
    """The words that turn a statement round, as they follow each other in its claims, its quizzes and its tables."""
    starts = [heading.span.line for heading in card.headings]
    texts = [(claim.span.line, claim.text) for claim in card.claims]
    for quiz in card.quizzes:
        texts.append((quiz.span.line, quiz.question))
        for option in quiz.options:
            texts += [(option.span.line, option.text), (option.span.line, option.why)]
    texts += [(line, text) for line, _, kind, text in card.said if kind == "cell"]
    return [
        Said(line, bisect(starts, line) - 1, word.lower(), word, text, at)
        for line, text in sorted(texts, key=lambda one: one[0])
        for at, word in turning_words(text)
    ]


def by_section(card: Card, said: Iterable[Said]) -> dict[str, str]:
    """What follows each other in the sections of a card, in one spelling."""
    sections: dict[str, list[str]] = {}
    for one in said:
        sections.setdefault(anchor_of(card, one.heading), []).append(one.key)
    return {anchor: " ".join(keys) for anchor, keys in sections.items()}


def out_of_order(card: Card, said: Iterable[Said], recorded: Mapping[str, str]) -> Iterator[Said]:
    """Of each section that does not say what is recorded, the first that differs; its heading if it says nothing any more."""
    sections: dict[str, list[Said]] = {
        heading.anchor: [Said(heading.span.line, at, "", heading.text)] for at, heading in enumerate(card.headings)
    }
    for one in said:
        sections.setdefault(anchor_of(card, one.heading), []).append(one)
    for anchor, items in sections.items():
        before = str(recorded.get(anchor, "")).split()
        now = [one.key for one in items if one.key]
        if now != before:
            at = next((at for at, pair in enumerate(zip(now, before, strict=False)) if pair[0] != pair[1]), len(before))
            yield [one for one in items if one.key or not now][min(at, max(len(now) - 1, 0))]


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

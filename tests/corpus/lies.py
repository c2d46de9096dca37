"""Coordinated lies: the same wrong edit in both languages of a card, as someone would make it who then confirms the translation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from zhixing.blocks.witness import Found, Witnesses, anchor_of
from zhixing.blocks.witness_record import SEQUENCES, counted, formulas_of, turning_of
from zhixing.checks.witnesses import check_witnesses, is_page, witnessed_cards
from zhixing.model import Card, Diagnostic, Vault
from zhixing.syntax.citations import identifiers
from zhixing.syntax.numbers import counts, numbers
from zhixing.syntax.parse import parse_card
from zhixing.vault.anchors import with_shared_anchors
from zhixing.vault.references import read_references

CLASSES = (
    "prose",
    "table",
    "year",
    "identifier",
    "quiz",
    "prose: borrowed",  # another number of the same section
    "table: borrowed",
    "prose: exchanged",  # two numbers of a paragraph change places
    "table: exchanged",  # two numbers of a table do
    "year: borrowed",  # another year of the same card
    "unit",
    "venue",
    "formula",  # a sign, a digit or a letter of one
    "spoken",  # a number in words
    "named",  # a month, or who is cited
    "fraction",  # what stands below its stroke
    "title",
    "turned",  # a claim, a quiz or a cell says the opposite
)
WORDS = ("spoken", "named", "fraction", "turned")  # of the source alone: a translation has words of its own
ONCE = ("formula", *WORDS, "title", "prose: exchanged", "table: exchanged", "venue", "prose", "table", "unit")
OTHER_WORDS = {
    "spoken": ("two", "three", "seven", "half", "tenth", "hundred", "thirtieth"),
    "named": ("Ortega", "March", "Okafor", "November"),
    "fraction": ("/5", "/7", "/9"),
    "turned": ("less", "never", "before", "columns", "quadratic"),
}
_UNITS = {
    "million": "billion",
    "billion": "million",
    "百万": "万",
    "亿": "万",
    "万": "亿",
    "GB": "MB",
    "MB": "GB",
    "GiB": "MiB",
    "MiB": "GiB",
    "KB": "MB",
    "KiB": "MiB",
    "M": "B",
    "B": "M",
    "K": "M",
}


@dataclass(frozen=True)
class Lie:
    """What is changed on a card: in each language a line, and the text in it before and after."""

    kind: str
    key: str
    edits: tuple[tuple[str, int, str, str], ...]  # path, line, before, after

    def __str__(self) -> str:
        path, line, before, after = self.edits[0]
        return f"{self.kind}: {path}:{line} {before} → {after}"


def lies(vault: Vault, seed: int, each: int) -> Iterator[Lie]:
    """`each` lies of every class, drawn from all cards of the vault."""
    rng = random.Random(seed)
    sites = _sites(vault)
    for kind in CLASSES:
        drawn = rng.sample(sites[kind], len(sites[kind]))
        told = (_lie(vault, kind, site, rng) for site in drawn)  # at some places none can be told
        yield from islice((lie for lie in told if lie is not None), each)


def caught(vault: Vault, lie: Lie) -> list[Diagnostic]:
    """What the check says of the cards once the lie is told."""
    changed = dict[str, Card]()
    for path, line, before, after in lie.edits:
        card = changed.get(path, vault.cards[path])
        lines = card.text.split("\n")
        assert before in lines[line - 1], (lie, lines[line - 1])
        lines[line - 1] = lines[line - 1].replace(before, after, 1 if lie.kind in ONCE else -1)
        changed[path] = parse_card(path, card.lang, card.key, "\n".join(lines))
    cards = with_shared_anchors(
        {card.path: changed.get(card.path, card) for card in _both(vault, lie.key)}, vault.config, {}
    )
    quizzes = {quiz.id for card in cards.values() for quiz in card.quizzes}
    given = {key: value for key, value in vault.given.items() if key == lie.key}
    for name in SEQUENCES:
        given[name] = {key: sections for key, sections in vault.given[name].items() if key == lie.key}
    given["quizzes"] = {name: value for name, value in vault.given["quizzes"].items() if name in quizzes}
    return list(check_witnesses(replace(vault, cards=cards, given=given)))


def _both(vault: Vault, key: str) -> list[Card]:
    return [card for card in vault.cards.values() if card.key == key]


def _sites(vault: Vault) -> dict[str, list[tuple[Card, object]]]:
    references, _ = read_references(vault.references)
    witnesses = Witnesses(vault, references)
    sites: dict[str, list[tuple[Card, object]]] = {kind: [] for kind in CLASSES}
    for card in witnessed_cards(vault):
        if card.lang != vault.config.languages[0] or isinstance(vault.given.get(card.key), str):
            continue
        for item in witnesses.of(card):
            if item.number.is_year:
                sites["year"].append((card, item))
                sites["year: borrowed"].append((card, item))
            elif not is_page(card, vault):
                kind = "table" if item.kind == "cell" else "prose"
                sites[kind].append((card, item))
                sites[f"{kind}: borrowed"].append((card, item))
                if any(item.number.text.endswith(unit) for unit in _UNITS):
                    sites["unit"].append((card, item))
        sites["prose: exchanged"] += [(card, pair) for pair in _pairs(card, vault, "text")]
        sites["table: exchanged"] += [(card, pair) for pair in _pairs(card, vault, "cell")]
        for line, _, _, text in card.said:
            sites["identifier"] += [(card, (line, found.name)) for found in identifiers(text) if found.address]
            sites["venue"] += [
                (card, (line + text.count("\n", 0, found.start()), found.group()))
                for found in references.venues.finditer(text)
                if identifiers(text)
            ]
        sites["turned"] += [(card, one) for one in turning_of(card)] if not is_page(card, vault) else []
        sites["formula"] += [(card, one) for one in formulas_of(card) if f"${one.text[1:-1]}$" in card.text]
        for one in counted(card, page=is_page(card, vault)):
            if one.key.isalpha():
                sites["spoken" if counts(one.key) else "named"].append((card, one))
            elif one.key.startswith("/"):
                sites["fraction"].append((card, one))
        sites["title"] += [
            (card, title) for title in [work.title for work in references.works.values()] if f"*{title}*" in card.text
        ]
        sites["quiz"] += [(card, quiz) for quiz in card.quizzes if len(quiz.options) > 1]
    return sites


def _lie(vault: Vault, kind: str, site: tuple[Card, object], rng: random.Random) -> Lie | None:
    card, what = site
    other = next((one for one in _both(vault, card.key) if one.lang != card.lang), None)
    if other is None:
        return None
    if kind == "identifier":
        _, name = what  # type: ignore[misc]
        wrong = _other_digits(name, rng)
        edits = []
        for one in (card, other):
            lines = one.text.split("\n")
            edits += [(one.path, number, name, wrong) for number, text in enumerate(lines, 1) if name in text]
        return Lie(kind, card.key, tuple(edits))
    if kind in ("formula", *WORDS, "title"):
        return _word(card, other, kind, what, rng)
    if kind == "quiz":
        return _moved(card, other, what, rng)
    if kind == "venue":
        return _elsewhere(card, other, what, rng)
    if kind.endswith("exchanged"):
        return _exchanged(card, other, kind, what)
    return _number(card, other, kind, what, rng)  # type: ignore[arg-type]


def _word(card: Card, other: Card, kind: str, what: object, rng: random.Random) -> Lie | None:
    """A sign, digit or letter of a formula, a number in words (a translation has a word of its own), a word of a title."""
    text = f"*{what}*" if kind == "title" else what.text  # type: ignore[attr-defined]
    places = [
        match.start() for match in re.finditer(r"[0-9a-zA-Z+-](?![a-zA-Z])" if kind == "formula" else r"[A-Z]", text)
    ]
    places = [at for at in places if not re.search(r"\\[a-zA-Z]*$", text[:at])]
    if kind in WORDS:
        wrong = rng.choice([word for word in OTHER_WORDS[kind] if word.lower() != text.lower()])
    elif not places:
        return None
    else:
        at = rng.choice(places)
        wrong = (
            text[:at]
            + {"+": "-", "-": "+"}.get(text[at], rng.choice("QZ79" if kind == "formula" else "QZ"))
            + text[at + 1 :]
        )
    edits = []
    for one in (card, other)[: 1 if kind in WORDS else 2]:
        lines = one.text.split("\n")
        first = what.line if kind != "title" and one is card else 1  # type: ignore[attr-defined]
        line = next((number for number in range(first, len(lines) + 1) if text in lines[number - 1]), 0)
        if line:
            edits.append((one.path, line, text, wrong))
    return Lie(kind, card.key, tuple(edits)) if edits and wrong != text else None


def _other_digits(text: str, rng: random.Random) -> str:
    places = [index for index, letter in enumerate(text) if letter.isdigit()]
    at = rng.choice(places[1:] if len(places) > 1 else places)
    digit = rng.choice([digit for digit in "123456789" if digit != text[at]])
    return text[:at] + digit + text[at + 1 :]


def _moved(card: Card, other: Card, quiz: object, rng: random.Random) -> Lie | None:
    theirs = next((one for one in other.quizzes if one.id == quiz.id), None)  # type: ignore[attr-defined]
    if theirs is None:
        return None
    options = quiz.options  # type: ignore[attr-defined]
    right = [index for index, option in enumerate(options) if option.correct]
    wrong = [index for index, option in enumerate(options) if not option.correct]
    take, put = rng.choice(right), rng.choice(wrong)
    edits = []
    for one in (options, theirs.options):
        edits += [
            (one[take].span.path, one[take].span.line, "- [x]", "- [ ]"),
            (one[put].span.path, one[put].span.line, "- [ ]", "- [x]"),
        ]
    return Lie("quiz", card.key, tuple(edits))


def _number(card: Card, other: Card, kind: str, item: Found, rng: random.Random) -> Lie | None:
    digits = re.search(r"[0-9][0-9,.{}]*[0-9]|[0-9]", item.number.text)
    assert digits is not None
    before = digits.group()
    if kind == "unit":
        return _other_unit(card, other, item)
    after = _year(before, rng) if kind == "year" else _plausible(before, rng)
    if kind.endswith("borrowed"):
        after = _borrowed(card, kind, item, rng) or before
    if after == before:
        return None
    edits = [(card.path, item.line, item.number.text, item.number.text.replace(before, after, 1))]
    anchor = anchor_of(card, item.heading)
    for line, heading, _, text in other.said:
        if anchor_of(other, heading) != anchor:
            continue
        for number in numbers(text):
            if number.key == item.number.key and before in number.text:
                below = text.count("\n", 0, number.start)
                return Lie(
                    kind,
                    card.key,
                    (*edits, (other.path, line + below, number.text, number.text.replace(before, after, 1))),
                )
    return Lie(kind, card.key, tuple(edits))


def _pairs(card: Card, vault: Vault, kind: str) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
    """Two different numbers of a paragraph, or of a table, each with its line."""
    groups: dict[object, list[tuple[int, str]]] = {}
    if is_page(card, vault):
        return
    for line, heading, said, text in card.said:
        if (said == "cell") == (kind == "cell"):
            place = heading if kind == "cell" else (heading, line)
            found = [one for one in numbers(text) if not one.is_year and not one.is_place]
            groups.setdefault(place, []).extend((line + text.count("\n", 0, one.start), one.text) for one in found)
    for found in groups.values():
        for first, second in pairwise(found):
            if first[1] != second[1] and len(first[1]) > 1 and len(second[1]) > 1:
                yield first, second


def _exchanged(card: Card, other: Card, kind: str, pair: object) -> Lie | None:
    first, second = pair  # type: ignore[misc]
    edits = list(_swap(card, first, second))
    lines = other.text.split("\n")
    for (line, text), (_, also) in ((first, second),):
        near = range(max(0, line - 12), min(len(lines), line + 12))
        theirs = [at + 1 for at in near if text in lines[at] and (first[0] != second[0] or also in lines[at])]
        if not theirs:
            return None
        at = min(theirs, key=lambda at: abs(at - line))
        down = at + second[0] - first[0]
        if not 0 < down <= len(lines) or also not in lines[down - 1]:
            return None
        edits += _swap(other, (at, text), (down, also))
    return Lie(kind, card.key, tuple(edits))


def _swap(card: Card, first: tuple[int, str], second: tuple[int, str]) -> Iterator[tuple[str, int, str, str]]:
    lines = card.text.split("\n")
    if first[0] != second[0]:
        yield card.path, first[0], first[1], second[1]
        yield card.path, second[0], second[1], first[1]
        return
    whole = lines[first[0] - 1]
    start = whole.find(first[1])
    end = whole.find(second[1], start + len(first[1]))
    if start >= 0 and end >= 0:
        between = whole[start + len(first[1]) : end]
        yield card.path, first[0], first[1] + between + second[1], second[1] + between + first[1]


def _elsewhere(card: Card, other: Card, what: object, rng: random.Random) -> Lie | None:
    line, venue = what  # type: ignore[misc]
    wrong = rng.choice([one for one in ("NeurIPS", "ICML", "ICLR", "ACL", "EMNLP") if one != venue])
    edits = [(card.path, line, venue, wrong)]
    lines = other.text.split("\n")
    near = [at for at in range(max(0, line - 8), min(len(lines), line + 8)) if venue in lines[at]]
    if near:
        edits.append((other.path, min(near, key=lambda at: abs(at + 1 - line)) + 1, venue, wrong))
    return Lie("venue", card.key, tuple(edits))


def _other_unit(card: Card, other: Card, item: Found) -> Lie | None:
    edits = []
    anchor = anchor_of(card, item.heading)
    for one in (card, other):
        for line, heading, _, text in one.said:
            if anchor_of(one, heading) != anchor or (one is card and not line <= item.line <= line + text.count("\n")):
                continue
            for number in numbers(text):
                unit = next((unit for unit in _UNITS if number.text.endswith(unit)), "")
                if number.key == item.number.key and unit:
                    below = text.count("\n", 0, number.start)
                    edits.append((one.path, line + below, number.text, number.text[: -len(unit)] + _UNITS[unit]))
                    break
            else:
                continue
            break
    return Lie("unit", card.key, tuple(edits)) if edits else None


def _borrowed(card: Card, kind: str, item: Found, rng: random.Random) -> str:
    """The digits of another number of the section, of a year another of the card."""
    found = {
        one.text
        for _, heading, _, text in card.said
        for one in numbers(text)
        if one.is_year == item.number.is_year
        and (one.is_year or heading == item.heading)
        and re.fullmatch(r"[0-9][0-9,.]*", one.text)
    }
    return rng.choice(sorted(found - {item.number.text}) or [""])


def _year(text: str, rng: random.Random) -> str:
    return str(int(text) + rng.choice([-3, -2, -1, 1, 2, 3]))


def _plausible(text: str, rng: random.Random) -> str:
    """Another number of the same look: doubled, halved, one more or less, a digit changed."""
    plain = text.replace("{,}", "").replace(",", "")
    decimals = len(plain.partition(".")[2])
    value = float(plain)
    way = rng.choice(["double", "half", "more", "less", "digit", "tenfold"])
    step = 10.0**-decimals
    new = {
        "double": value * 2,
        "half": value / 2,
        "more": value + step,
        "less": abs(value - step),
        "tenfold": value * 10,
    }.get(way)
    if new is None:
        return _other_digits(text, rng)
    if way == "half" and not decimals and new != int(new):
        new = value + 1
    if not decimals and "," in text:
        return f"{int(new):,}".replace(",", "{,}" if "{,}" in text else ",")
    return f"{new:.{decimals}f}"

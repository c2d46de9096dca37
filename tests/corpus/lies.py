"""Coordinated lies: the same wrong edit in both languages of a card, as someone would make it who then confirms the translation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zhixing.blocks.witness import Found, Witnesses, anchor_of
from zhixing.checks.witnesses import check_witnesses, is_page, witnessed_cards
from zhixing.model import Card, Diagnostic, Vault
from zhixing.syntax.citations import identifiers
from zhixing.syntax.numbers import numbers
from zhixing.syntax.parse import parse_card
from zhixing.vault.anchors import with_shared_anchors
from zhixing.vault.references import read_references

CLASSES = ("prose", "table", "year", "identifier", "quiz")


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
        for site in rng.sample(sites[kind], min(each, len(sites[kind]))):
            lie = _lie(vault, kind, site, rng)
            if lie is not None:
                yield lie


def caught(vault: Vault, lie: Lie) -> list[Diagnostic]:
    """What the check says of the cards once the lie is told."""
    changed = dict[str, Card]()
    for path, line, before, after in lie.edits:
        card = changed.get(path, vault.cards[path])
        lines = card.text.split("\n")
        assert before in lines[line - 1], (lie, lines[line - 1])
        lines[line - 1] = lines[line - 1].replace(before, after)
        changed[path] = parse_card(path, card.lang, card.key, "\n".join(lines))
    cards = with_shared_anchors(
        {card.path: changed.get(card.path, card) for card in _both(vault, lie.key)}, vault.config, {}
    )
    quizzes = {quiz.id for card in cards.values() for quiz in card.quizzes}
    given = {key: value for key, value in vault.given.items() if key == lie.key}
    given["quizzes"] = {name: value for name, value in vault.given["quizzes"].items() if name in quizzes}
    return list(check_witnesses(replace(vault, cards=cards, given=given)))


def _both(vault: Vault, key: str) -> list[Card]:
    return [card for card in vault.cards.values() if card.key == key]


def _sites(vault: Vault) -> dict[str, list[tuple[Card, object]]]:
    witnesses = Witnesses(vault, read_references(vault.references)[0])
    sites: dict[str, list[tuple[Card, object]]] = {kind: [] for kind in CLASSES}
    for card in witnessed_cards(vault):
        if card.lang != vault.config.languages[0] or isinstance(vault.given.get(card.key), str):
            continue
        for item in witnesses.of(card):
            if item.number.is_year:
                sites["year"].append((card, item))
            elif not is_page(card, vault):
                sites["table" if item.kind == "cell" else "prose"].append((card, item))
        for line, _, _, text in card.said:
            sites["identifier"] += [(card, (line, found.name)) for found in identifiers(text) if found.address]
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
    if kind == "quiz":
        return _moved(card, other, what, rng)
    return _number(card, other, kind, what, rng)  # type: ignore[arg-type]


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
    after = _year(before, rng) if kind == "year" else _plausible(before, rng)
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

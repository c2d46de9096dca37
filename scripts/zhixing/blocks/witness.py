"""Who vouches for a number: code or verified output of its card, a reference that is cited there, or the record.

The rule. A number is worth what it says with its unit (`124 M`, `93.3 %`, `2 GiB`); a value of the code vouches for it if it
rounds to it at the number's own decimals. A number of few digits, or a small power of two, needs a value of its section whose
line shares a word with the number's neighbours (a single digit no letter alone, 0 and 1 two words); one of more any value of
the card, the nearest first. What a claim says, a quiz asks, or a text says that links to a claim is vouched for by the code that
proves it. A figure of a work counts where the section names the work, a small one where the text itself does. A year
is vouched for by a work that is named beside it, by its venue or preprint. A number of a translation by the same number in the
same section of the source. What is left has to stand in the record, with a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zhixing.blocks.code_values import CodeValues, is_small
from zhixing.blocks.proofs import Proofs
from zhixing.model import Card, Vault
from zhixing.syntax.numbers import Number, numbers
from zhixing.vault.references import Reference, References

_BETWEEN_NAMES = re.compile(r"(?:,? and |,? & |, (?:[A-Z]\. )*|、|和|与| [A-Z]\. )")
_OTHERS = re.compile(r"\s?(?:et al|等|and )")
_LAST_WORD = re.compile(r"([A-Za-z]+),? ?$")
_SENTENCE = re.compile(r"(?<!al)(?<!\b[A-Z])\.\s|。|\n\n")
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_WINDOW = 320  # of them around a year in which works are looked for: longer than any title
_DIGITS = re.compile(r"[0-9]+")
_REACH = 90  # characters between a year and the work it belongs to


class Witness(NamedTuple):
    """What vouches for a number: kind ("code", "reference", "source", "given"), and where or why."""

    kind: str
    detail: str
    line: int = 0


class Found(NamedTuple):
    """A number of a card and its witness, None if it has none."""

    line: int
    heading: int
    kind: str
    number: Number
    near: str
    witness: Witness | None
    wrong: str = ""  # of a year: what the work beside it says


@dataclass
class Witnesses:
    """Finds witnesses for the cards of a vault."""

    vault: Vault
    references: References

    def __post_init__(self) -> None:
        self._has_figures = any(work.figures for work in self.references.works.values())
        self._unclaimed: dict[str, set[str]] = {}  # by card, sections with an entry that its last language did not use
        self._named: dict[tuple[str, int], frozenset[str]] = {}
        self._places = {
            work.id: {key: place for place, said in work.figures for key in said.split()}
            for work in self.references.works.values()
        }

    def of(self, card: Card, *, quick: bool = False) -> list[Found]:
        """Every number of a card, in order, each with its witness.

        `quick` leaves out sections of a translation that have the same digits as the source: all of theirs have a witness.
        """
        record = _recorded(self.vault.given.get(card.key))
        out: list[Found] = []
        for item in self._found(card, self._source(card, quick=quick)):
            if item.witness is None:
                reason = _take(record.get(anchor_of(card, item.heading), {}), item.number.key)
                out.append(item._replace(witness=Witness("given", reason)) if reason else item)
            else:
                out.append(item)
        self._unclaimed[card.key] = {
            anchor for anchor, reasons in record.items() if any(counter.total() for counter, _ in reasons.values())
        }
        return out

    def _found(self, card: Card, source: dict[str, Counter[str] | None] | None) -> Iterator[Found]:
        """The numbers of a card with what vouches for them, the record left aside."""
        values = CodeValues(card) if source is None else None
        proving = Proofs(card) if source is None else None
        rows = _rows(card)
        for line, heading, kind, text in card.said:
            proofs = list(proving.of(line, text)) if proving else ()
            there = Counter[str]() if source is None else source.get(anchor_of(card, heading), Counter[str]())
            for number in numbers(text) if there is not None else ():
                witness, wrong, beside = None, "", ""
                if values is None:
                    if there is not None and there[number.key] > 0:
                        there[number.key] -= 1
                        witness = Witness("source", "the same number in the source language")
                elif number.is_year:
                    witness, wrong = self._year(rows[line], number, kind == "cell")
                elif not number.is_place:
                    beside = near(text, number.start, number.end)
                    witness = self._computed(values, number, heading, beside, proofs) or self._quoted(
                        card, heading, number, rows[line], text
                    )
                below = text.count("\n", 0, number.start)
                yield Found(
                    line + below, heading, kind, number, beside or near(text, number.start, number.end), witness, wrong
                )

    def _computed(
        self, values: CodeValues, number: Number, heading: int, near: str, proofs: Iterable[tuple[int, str]]
    ) -> Witness | None:
        line = values.near(number, heading, near)
        line = line or next(filter(None, (values.proved(number, *proof) for proof in proofs)), 0)
        return Witness("code", values.lines[line - 1].strip(), line) if line else None

    def _quoted(self, card: Card, heading: int, number: Number, row: str, text: str) -> Witness | None:
        """The work whose name a number is part of, or a figure of one that the section names: a small one, of one that its text names."""
        if number.digits < 3 and (name := self.references.named_at(text, number.start)):
            return Witness("reference", name)
        for work in sorted(self._cited(card, heading)) if self._has_figures else ():
            place = self._places[work].get(number.key)
            if place and (not is_small(number) or work in self._named_in(row)):
                return Witness("reference", f"{work}, {place}")
        return None

    def _cited(self, card: Card, heading: int) -> frozenset[str]:
        """Works that a section names."""
        place = (card.path, heading)
        if place not in self._named:
            self._named[place] = self._named_in("\n".join(text for _, at, _, text in card.said if at == heading))
        return self._named[place]

    def _named_in(self, text: str) -> frozenset[str]:
        return frozenset(work.id for _, _, works in self.references.mentions(text) for work in works if work.figures)

    def _year(self, text: str, number: Number, is_row: bool) -> tuple[Witness | None, str]:
        """The work that is named next to a year: before it in the sentence, else after it.

        A year that stands before a work, as in a history, is that of its first publication.
        """
        at = text.find(number.text) if is_row else number.start
        cut = max(0, at - _WINDOW)
        text, at = text[cut : at + _WINDOW], at - cut
        mentions = self.references.mentions(text)
        before = [one for one in mentions if one[1] <= at]
        after = [one for one in mentions if one[0] > at]
        works: list[Reference] = []
        is_history = False
        if before and at - before[-1][1] <= _REACH and not _SENTENCE.search(text[before[-1][1] : at]):
            works = _meant(text, before)
        elif after and after[0][0] - at <= _REACH and not _SENTENCE.search(text[at : after[0][0]]):
            last = 1
            while last < len(after) and _BETWEEN_NAMES.fullmatch(text[after[last - 1][1] : after[last][0]]):
                last += 1
            works = _meant(text, after[:last])
            is_history = True
        word = _LAST_WORD.search(text[:at])
        for work in works:
            if (
                int(number.value) == min(work.years)
                if is_history
                else _fits(work, int(number.value), word.group(1) if word else "", self.references)
            ):
                return Witness("reference", work.id), ""
        said = f"{works[0].id} is of {min(works[0].years) if is_history else works[0].year}" if works else ""
        return None, said

    def source_of(self, card: Card) -> Card | None:
        """The card that a translation was made from; None for a card that is none."""
        languages = self.vault.config.languages
        if not languages or card.lang == languages[0]:
            return None
        return self.vault.cards.get(card.path.replace(f"/{card.lang}/", f"/{languages[0]}/", 1))

    def _source(self, card: Card, *, quick: bool) -> dict[str, Counter[str] | None] | None:
        """Numbers of the source of a translation, by section, None for those to be left out; None for a source."""
        other = self.source_of(card)
        if other is None:
            return None
        found: dict[str, Counter[str] | None] = {}
        ours, theirs = _texts(card), _texts(other)
        for anchor, texts in theirs.items():
            if (
                quick
                and anchor not in self._unclaimed.get(card.key, ())
                and sorted(_DIGITS.findall("\n".join(texts)))
                == sorted(_DIGITS.findall("\n".join(ours.get(anchor, ()))))
            ):
                found[anchor] = None
            elif anchor in ours:
                found[anchor] = Counter(number.key for text in texts for number in numbers(text))
        return found


def _texts(card: Card) -> dict[str, list[str]]:
    """What the sections of a card say."""
    found: dict[str, list[str]] = {}
    for _, heading, _, text in card.said:
        found.setdefault(anchor_of(card, heading), []).append(text)
    return found


def anchor_of(card: Card, heading: int) -> str:
    """The name of a section in the record: the same in every language."""
    return card.headings[heading].anchor if heading >= 0 else ""


def _meant(text: str, mentions: Sequence[tuple[int, int, tuple[Reference, ...]]]) -> list[Reference]:
    """The works that names in a row mean: those that all of them wrote; "et al." follows the first of several authors."""
    start, end, works = mentions[-1]
    cluster = [works]
    for earlier, later in zip(mentions[-2::-1], mentions[:0:-1], strict=False):
        if not _BETWEEN_NAMES.fullmatch(text[earlier[1] : later[0]]):
            break
        cluster.append(earlier[2])
        start = earlier[0]
    common = [work for work in works if all(work in others for others in cluster)]
    first = text[start : mentions[-len(cluster)][1]]
    if all(first not in work.authors for work in works):
        return common or list(works)
    if len(cluster) == 1 and not _OTHERS.match(text, end):
        return [work for work in common if work.authors == (first,)] or [
            work for work in common if work.authors[0] == first
        ]
    return [work for work in common if work.authors[0] == first]


def _fits(work: Reference, year: int, before: str, references: References) -> bool:
    if before in ("arXiv", "preprint", "since"):
        return work.preprint is not None and work.preprint[0] == year
    if before.lower() in MONTHS and work.preprint and work.preprint[0] == year:
        return work.preprint[1] == MONTHS.index(before.lower()) + 1
    if references.venues.fullmatch(before):
        return work.is_at(before) and work.year == year
    return year == work.year


def _recorded(section: object) -> dict[str, dict[str, tuple[Counter[str], str]]]:
    """Of one card: section → reason → numbers that are left to be claimed."""
    if not isinstance(section, dict):
        return {}
    return {
        str(anchor): {str(reason): (Counter(str(said).split()), str(reason)) for reason, said in reasons.items()}
        for anchor, reasons in section.items()
        if isinstance(reasons, dict)
    }


def _take(reasons: dict[str, tuple[Counter[str], str]], key: str) -> str:
    for counter, reason in reasons.values():
        if counter[key] > 0:
            counter[key] -= 1
            return reason
    return ""


def _rows(card: Card) -> dict[int, str]:
    """The text that belongs together, by line: of a table a row, else the text itself."""
    rows: dict[int, str] = {}
    lines = card.shown.split("\n")
    for line, _, kind, text in card.said:
        if kind == "cell":
            rows[line] = lines[line - 1]
        else:
            rows[line] = text
    return rows


def near(text: str, start: int, end: int) -> str:
    """The words around a place of a text."""
    before, after = text[max(0, start - 50) : start].split(), text[end : end + 50].split()
    return " ".join([*before[-3:], "·", *after[:3]])


def left_over(vault: Vault, found: Mapping[str, list[Found]]) -> Iterator[tuple[str, str, str, str]]:
    """Numbers of the record that no language of their section says any more: card, section, reason, number."""
    said: dict[tuple[str, str], Counter[str]] = {}
    for path, items in found.items():
        card = vault.cards[path]
        here: dict[str, Counter[str]] = {}
        for item in items:
            if item.witness and item.witness.kind == "given":
                here.setdefault(anchor_of(card, item.heading), Counter())[item.number.key] += 1
        for anchor, counter in here.items():
            place = (card.key, anchor)
            said[place] = said.get(place, Counter()) | counter
    for key, sections in vault.given.items():
        for anchor, reasons in (
            sections.items() if isinstance(sections, dict) and key not in ("orders", "formulas", "words") else ()
        ):
            left = Counter(said.get((str(key), str(anchor)), Counter()))
            for reason, numbers_ in reasons.items() if isinstance(reasons, dict) else ():
                for number in str(numbers_).split():
                    if left[number] > 0:
                        left[number] -= 1
                    else:
                        yield str(key), str(anchor), str(reason), number

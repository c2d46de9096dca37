"""The numbers that stand in code and verified output of a card, and which of them vouches for a number of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from zhixing.model import Card
from zhixing.syntax.numbers import Number

_LITERAL = re.compile(
    r"(?<![\w.])(?P<left>(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9][0-9_]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(?![\w.]*[A-Za-z_])"
    r"(?: (?P<sign>\*\*|\*) (?P<right>[0-9][0-9_]*)(?![\w.]))?"
)
_PART_OF_NUMBER = re.compile(r"[\w.]")
_LETTERS = {
    "head": "h",
    "batch": "b",
    "layer": "l",
    "token": "t",
    "position": "t",
    "key": "s",
    "vocabulary": "v",
    "word": "v",
}


def _words(text: str) -> frozenset[str]:
    """Words of a text or a line of code in one form: lower case, no plural, letters that stand for them."""
    words = set()
    for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text):
        low = word.lower()
        low = low[:-1] if len(low) > 3 and low.endswith("s") else low
        words.add(low)
        words.add(_LETTERS.get(low, low))
    return frozenset(
        words
        - {"the", "of", "a", "to", "in", "and", "is", "with", "for", "at", "on", "as", "np", "print", "if", "assert"}
    )


class CodeValues:
    """The numbers that stand in code and verified output of a card."""

    def __init__(self, card: Card) -> None:
        self.lines = card.text.split("\n")
        self._beside: dict[tuple[str, str], frozenset[str]] = {}
        self.sections: dict[int, dict[float, list[int]]] = {}  # heading → value → lines
        self.chapter: list[int] = []
        chapter = -1
        for index, heading in enumerate(card.headings):
            chapter = index if heading.level <= 2 else chapter
            self.chapter.append(chapter)
        for block in card.blocks:
            if block.python is not None or block.language == "output":
                self._read(block.heading, block.span.line + 1, block.code)

    def _read(self, heading: int, line: int, code: str) -> None:
        found = self.sections.setdefault(heading, {})
        counted = 0
        for match in _LITERAL.finditer(code):
            line, counted = line + code.count("\n", counted, match.start()), match.start()
            literal = match["left"].replace(",", "").replace("_", "")
            if len(literal) < 40:
                found.setdefault(float(literal), []).append(line)
            if match["right"]:
                a, b = float(literal), float(match["right"].replace("_", ""))
                found.setdefault(a * b if match["sign"] == "*" else a**b if b < 64 and a < 1e4 else a, []).append(line)
                found.setdefault(b, []).append(line)

    def near(self, number: Number, heading: int, near: str) -> int:
        """The line of the nearest value that vouches for a number; 0 if none does."""
        whole = number.value * number.scales[0]
        power_of_two = whole >= 4 and whole == int(whole) and int(whole) & (int(whole) - 1) == 0
        if number.digits < 3 or power_of_two:
            lines = list(_lines(self.sections.get(heading, {}), number))
            words = _words(near) if lines else frozenset()
            return next((line for line in lines if self._words(line, number) & words), 0)
        chapter = self.chapter[heading] if heading >= 0 else -1
        others = [at for at in self.sections if at != heading]
        places = [heading, *(at for at in others if at >= 0 and self.chapter[at] == chapter)]
        if number.digits > 3:
            places += [at for at in others if at not in places]
        return next((line for place in places for line in _lines(self.sections.get(place, {}), number)), 0)

    def _words(self, line: int, number: Number) -> frozenset[str]:
        """Words beside a number on a line of code."""
        text, plain = self.lines[line - 1], f"{number.value:.12g}"
        place = (text, plain)
        if place not in self._beside:
            found: set[str] = set()
            at = text.find(plain)
            while at >= 0:
                if not _PART_OF_NUMBER.match(text[at - 1 : at]) and not _PART_OF_NUMBER.match(text, at + len(plain)):
                    found |= _words(text[max(0, at - 22) : at + len(plain) + 22])
                at = text.find(plain, at + 1)
            self._beside[place] = frozenset(found)
        return self._beside[place]


def _lines(values: Mapping[float, list[int]], number: Number) -> Iterator[int]:
    """Lines with a value that rounds to a number."""
    if number.digits < 3 and not number.decimals:
        for scale in dict.fromkeys((1.0, *number.scales)):
            yield from values.get(number.value * scale, ())
    else:
        for scale in dict.fromkeys((1.0, *number.scales)):
            half = 0.5000001 * scale * 10.0**-number.decimals if number.decimals or number.digits > 2 else 0.0
            low, high = number.value * scale - half, number.value * scale + half
            yield from (line for value, lines in values.items() if low <= value <= high for line in lines)

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
        self._proofs: dict[int, dict[float, list[int]]] = {}  # first line of a proof → value → lines
        self.chapter: list[int] = []
        chapter = -1
        for index, heading in enumerate(card.headings):
            chapter = index if heading.level <= 2 else chapter
            self.chapter.append(chapter)
        for block in card.blocks:
            if block.python is not None or block.language == "output":
                _read(self.sections.setdefault(block.heading, {}), block.span.line + 1, block.code)

    def near(self, number: Number, heading: int, near: str) -> int:
        """The line of the nearest value that vouches for a number; 0 if none does."""
        if is_small(number):
            lines = list(_lines(self.sections.get(heading, {}), number))
            words = _words(near) if lines else frozenset()
            return next((line for line in lines if self._is_about(line, number, words)), 0)
        chapter = self.chapter[heading] if heading >= 0 else -1  # the nearest first
        others = [at for at in self.sections if at != heading]
        places = [heading, *(at for at in others if at >= 0 and self.chapter[at] == chapter)]
        if not number.decimals or number.value != int(number.value):
            places += [at for at in others if at not in places]
        return next((line for place in places for line in _lines(self.sections.get(place, {}), number)), 0)

    def proved(self, number: Number, line: int, code: str) -> int:
        """The line of a proof that starts at a line, or of what it prints, with a value that vouches for a number of what it proves.

        0 if there is none. A number of two digits has to stand there as it is, a power of two where something is asserted; a
        single digit is no witness.
        """
        if number.digits < 2:
            return 0
        if line not in self._proofs:
            self._proofs[line] = {}
            _read(self._proofs[line], line, code)
        values = self._proofs[line]
        if number.digits > 2:
            return next(_lines(values, number), 0)
        if number.decimals and number.value == int(number.value):
            return 0  # 5.0 is none of the 5 in a shape
        lines = _exact(values, number)
        return next((at for at in lines if not _is_power_of_two(number) or self._asserts(at)), 0)

    def _asserts(self, line: int) -> bool:
        return self.lines[line - 1].lstrip().startswith(("assert", "<!--zhixing:decided"))

    def _is_about(self, line: int, number: Number, words: frozenset[str]) -> bool:
        """Whether a line of code speaks of the same thing: by a word, of a single digit no letter alone, of 0 and 1 by two."""
        shared = self._words(line, number) & words
        if number.digits > 1 or number.value >= 10:
            return bool(shared)
        return sum(len(word) > 2 for word in shared) > (abs(number.value) in (0, 1))

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


def _read(found: dict[float, list[int]], line: int, code: str) -> None:
    """Add the numbers of a block, each with its lines."""
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


def is_small(number: Number) -> bool:
    """Whether a number is met everywhere: one of few digits, or a power of two."""
    return number.digits < 3 or (number.digits < 5 and _is_power_of_two(number))


def _is_power_of_two(number: Number) -> bool:
    whole = number.value * number.scales[0]
    return whole >= 4 and whole == int(whole) and int(whole) & (int(whole) - 1) == 0


def _exact(values: Mapping[float, list[int]], number: Number) -> Iterator[int]:
    """Lines with the very value."""
    for scale in dict.fromkeys((1.0, *number.scales)):
        yield from values.get(round(number.value * scale, 12), ())


def _lines(values: Mapping[float, list[int]], number: Number) -> Iterator[int]:
    """Lines with a value that rounds to a number."""
    if number.digits < 3 and not number.decimals:
        yield from _exact(values, number)
    else:
        for scale in dict.fromkeys((1.0, *number.scales)):
            half = 0.5000001 * scale * 10.0**-number.decimals if number.decimals or number.digits > 2 else 0.0
            low, high = number.value * scale - half, number.value * scale + half
            yield from (line for value, lines in values.items() if low <= value <= high for line in lines)

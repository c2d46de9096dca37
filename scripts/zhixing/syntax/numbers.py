"""Numbers in one text: where they stand, what they are worth, how exactly they are given.

A number that is part of a name (GPT-2, A100, top-1), of an address or of an arXiv identifier is no number here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from zhixing.syntax import inline

_NUMBER = re.compile(
    r"(?<![\w.^_{/#-])(?<![A-Za-z]-)(?P<sign>[-−])?(?P<digits>[0-9]{1,3}(?:(?:,|\{,\})[0-9]{3})+|[0-9]+)(?P<rest>\.[0-9]+)?"
    r"(?P<power>e[+-]?[0-9]+|\s?(?:×|\\times|\\cdot)\s?10(?:\^\{?(?P<exponent>[-−]?[0-9]+)\}?|(?P<raised>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)))?"
    r"(?:\s?(?P<unit>\\?%|％|K(?![A-Za-z])|k(?![A-Za-z])|M(?![A-Za-z])|B(?![A-Za-z])|T(?![A-Za-z])|"
    r"[KMGTP]i?B(?![A-Za-z])|thousand|million|billion|trillion|百万|千万|百亿|千亿|万亿|十亿|万|亿|千))?"
    r"(?![0-9A-Za-z_]|\.[0-9])"
)
_LABEL = re.compile(
    r"(?:\b(?:sections?|tables?|figures?|fig\.|appendix|chapters?|eq\.|equations?|theorems?|lemmas?|algorithms?|version|commit"
    r"|question|exercise|module|part|line|lines|python|pytorch|cuda)\s|[第表图式节])(?:[\d., –-]|and|to|[、和到])*$",
    re.I,
)
_AFTER_LABEL = re.compile(r"\s?(?:节|章|版|号|行|条定理)")
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_DIGIT = "two|three|four|five|six|seven|eight|nine"
_TEEN = "thir|four|fif|six|seven|eigh|nine"
_TEN = "twen|thir|for|fif|six|seven|eigh|nine"
_SPOKEN = re.compile(
    rf"(?<![\w-])(?:(?:{_TEN})(?:ty(?:-(?:one|{_DIGIT}|first|second|third|(?:four|fif|six|seven|eigh|nin)th))?|tieths?)"
    rf"|(?:{_DIGIT}|ten|hundred|thousand|many)-?fold|{_DIGIT}|ten|eleven|twelve|(?:{_TEEN})teen|hundreds?"
    r"|(?<![0-9]\s)(?:thousand|million|billion)s?|dozens?|twice|thrice|doubl(?:e[ds]?|ing)|tripl(?:e[ds]?|ing)"
    r"|quadrupl(?:e[ds]?|ing)|half|halves|halv(?:ed?|ing)|thirds?|quarters?"
    rf"|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|(?:{_TEEN})teen|hundred|thousand|million|billion)ths?"
    r"|[0-9][0-9,]*(?:st|nd|rd|th)s?)(?!\w)"
)
_SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉½⅓⅔¼¾⅛"
_NAMED = re.compile(
    rf"(?<![\w,-])(?=[\w.-]*[0-9{_SMALL}])\w[\w-]*(?:\.[\w-]+)*(?![\w-])"
)  # A100, top-1, 2024-08-28, a commit, n²
_BELOW = re.compile(r"(?<=[0-9])\s?/\s?[0-9]+(?!\w)")  # of a fraction: 1/3
_CITED = re.compile(r"(?<!\w)[^\W\d_][\w'’-]*(?= et al\b)")
_MONTH = re.compile(
    r"(?<!\w)(?:January|February|March|April|May|June|July|August|September|October|November|December)(?!\w)"
)
_PERSON = r"[A-Z][\w'’-]++"
_LISTED = re.compile(rf"(?<![\w-]){_PERSON}(?:(?:,? and |,? & |, (?:[A-Z]\. )*+){_PERSON})+(?!\w)")  # Dao, Fu, Ermon
_DATED = re.compile(rf"(?<![\w-]){_PERSON}(?=,? \(?(?:1[89]|20)[0-9]{{2}}(?!\w))")  # Williams 1992
_PART = re.compile(r"(?<![\w'’-])[A-Z][\w'’-]++")
_DIGITS_ALONE = re.compile(r"[0-9.]+")
_ANY = re.compile(f"[0-9{_SMALL}]| et al\\b")
_MARKED = re.compile(r"[\[$`<%#]")
_IDENTIFIER = re.compile(r"[0-9]{4}\.[0-9]{4,5}")
_YEAR = re.compile(r"1[89][0-9]{2}|20[0-3][0-9]")
_UNITS = {
    "%": (0.01,),
    "k": (1e3, 1024.0),
    "m": (1e6, 2.0**20),
    "b": (1e9,),
    "t": (1e12,),
    "kb": (1e3, 2.0**10),
    "mb": (1e6, 2.0**20),
    "gb": (1e9, 2.0**30),
    "tb": (1e12, 2.0**40),
    "pb": (1e15, 2.0**50),
    "kib": (2.0**10,),
    "mib": (2.0**20,),
    "gib": (2.0**30,),
    "tib": (2.0**40,),
    "thousand": (1e3,),
    "million": (1e6,),
    "billion": (1e9,),
    "trillion": (1e12,),
    "千": (1e3,),
    "万": (1e4,),
    "百万": (1e6,),
    "千万": (1e7,),
    "亿": (1e8,),
    "十亿": (1e9,),
    "百亿": (1e10,),
    "千亿": (1e11,),
    "万亿": (1e12,),
}


class Number(NamedTuple):
    """A number as it is written in a text."""

    start: int
    end: int
    text: str
    value: float  # without its unit
    decimals: int
    digits: int  # significant ones
    scales: tuple[float, ...]  # what its unit may be worth; 1 where it has none
    is_year: bool
    is_place: bool  # of a section, table, version …: it counts nothing
    inside: str  # "" in words, "math" or "code"

    @property
    def key(self) -> str:
        """The number in one spelling: the same in every language."""
        return f"{self.value * self.scales[0]:.12g}"


@lru_cache(maxsize=20_000)  # the source of a translation is asked for the same ones again
def numbers(text: str) -> tuple[Number, ...]:
    """The numbers of a text in Markdown, in order."""
    return tuple(_numbers(text))


def says_number(text: str) -> bool:
    """Whether there is something to record: a number in digits or in English words, a month, names."""
    return (
        _ANY.search(text) is not None
        or _SPOKEN.search(text.lower()) is not None
        or _MONTH.search(text) is not None
        or _LISTED.search(text) is not None
    )


def counts(word: str) -> bool:
    """Whether it is a number, in digits or in words; else it is a month or who is cited."""
    return _ANY.search(word) is not None or _SPOKEN.fullmatch(word) is not None


def other_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Where an English text says a number in words, below a stroke, or in a name, a date or a commit; a month; or who
    wrote a work, if cited with others or with a year; in small letters."""
    if not says_number(text):
        return
    shown, spans = _shown(text)
    low = shown.lower()
    found = {match.start(): match for match in _names(shown, low)}
    found |= {match.start(): match for match in (*_BELOW.finditer(low), *_SPOKEN.finditer(low))}
    found |= {one.start(): one for one in _NAMED.finditer(low) if not _DIGITS_ALONE.fullmatch(one.group())}
    for start, match in sorted(found.items()):
        inside = next((kind for first, end, kind in spans if first <= start < end), "")
        if inside != "math" and not (inside and match.re not in (_NAMED, _CITED)):
            yield start, "".join(match.group().lower().split())


def _names(shown: str, low: str) -> Iterator[re.Match[str]]:
    """Months, and the words of names that follow each other, or that a year or "et al." follows."""
    for pattern in (_LISTED, _DATED):
        for several in pattern.finditer(shown):
            yield from _PART.finditer(shown, *several.span())
    yield from _MONTH.finditer(shown)
    yield from _CITED.finditer(low)


def _numbers(text: str) -> Iterator[Number]:
    shown, spans = _shown(text)
    for match in _NUMBER.finditer(shown):
        inside = next((kind for start, end, kind in spans if start <= match.start() < end), "")
        if _IDENTIFIER.fullmatch(match.group()):
            continue
        label = not inside and (
            _LABEL.search(shown[max(0, match.start() - 40) : match.start()]) or _AFTER_LABEL.match(shown, match.end())
        )
        number = _number(match, inside, is_place=bool(label))
        if inside and number.digits < 2 and not number.decimals and not match["power"]:
            continue  # a coefficient, an index or an exponent: part of a formula
        yield number


def _number(match: re.Match[str], inside: str, *, is_place: bool) -> Number:
    whole = match["digits"].replace("{,}", "").replace(",", "")
    rest = match["rest"] or ""
    value = float(whole + rest)
    power = match["power"] or ""
    if power:
        exponent = match["exponent"] or (match["raised"] or "").translate(_RAISED) or power[1:]
        value *= 10.0 ** int(exponent.replace("−", "-"))
    unit = (match["unit"] or "").lstrip("\\").replace("％", "%")
    digits = len((whole + rest).replace(".", "").lstrip("0")) if rest else len(whole.strip("0") or "0")
    year = not (rest or unit or power or inside) and len(match["digits"]) == 4 and bool(_YEAR.fullmatch(whole))
    return Number(
        *match.span(),
        match.group(),
        value,
        len(rest) - 1 if rest and not power else 0,
        digits,
        _UNITS.get(unit.lower(), (1.0,)),
        year and match["sign"] is None and not is_place,
        is_place,
        inside,
    )


@lru_cache(maxsize=20_000)  # the text of a source is read for numbers, and for what else is recorded
def _shown(text: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The text with blanks for what is not read as words, place for place, and where formulas and code stand."""
    spans: list[tuple[int, int, str]] = []
    if not _MARKED.search(text):
        return text, spans
    out = list(text)
    for match in inline.pieces(text):
        kind = match.lastgroup
        start, end = match.span()
        if kind in ("math", "display", "code"):
            spans.append((start, end, "code" if kind == "code" else "math"))
        elif kind == "link":
            alias = match.group().rfind("|")
            end = start + alias if alias >= 0 else end
            out[start:end] = " " * (end - start)
        elif kind in ("html", "comment", "tag", "embed", "close"):
            out[start:end] = " " * (end - start)
    return "".join(out), spans

"""Identifiers of works in one text: numbers of arXiv and DOIs, as words and in addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ARXIV = re.compile(
    r"(?<![\d./])(?P<number>\d{4}\.\d{4,5})(?:v\d+)?(?![\d/])|arxiv\.org/(?:abs|pdf|html)/(?P<address>[\w.-]*\w)", re.I
)
_LIKELY = re.compile(r"\d{4}\.\d{4}|arxiv\.org|doi\.org", re.I)
_DOI = re.compile(r"doi\.org/(?P<doi>10\.\d{4,9}/[^\s)\]>]+)")


class Identifier(NamedTuple):
    """An identifier and where it stands; `address` if it is part of a link's address."""

    start: int
    name: str
    address: bool


def identifiers(text: str) -> Iterator[Identifier]:
    """The identifiers of a text, in order."""
    if not _LIKELY.search(text):
        return
    found = [
        Identifier(
            match.start(), re.sub(r"v\d+$", "", match["address"] or match["number"]), match["address"] is not None
        )
        for match in _ARXIV.finditer(text)
    ]
    found += [Identifier(match.start(), match["doi"].rstrip("."), True) for match in _DOI.finditer(text)]
    yield from sorted(found)

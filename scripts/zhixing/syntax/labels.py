"""Links by a label, `[words][label]`, whose label no line of the note defines: brackets are shown in their place."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from zhixing.syntax.slips import Slip, spoken

# What stands behind a word or another bracket is an index; a letter or a number alone is a box, a citation, an axis.
_LINK = re.compile(
    r"(?<![\w\]\[)])!?\[(?![!^])(?=[^\[\]]*[^\W\d_]{2})(?P<words>[^\[\]]+)\]\[(?!\^)(?P<label>[^\[\]]*)\](?![\[(:])"
)


class Referred(NamedTuple):
    """A link by a label; `line` is that of the file."""

    line: int
    written: str
    label: str


def referred(text: str, line: int) -> Iterator[Referred]:
    """The links by a label in the words of a text that begins on `line`."""
    for match in _LINK.finditer(spoken(text)):
        start, end = match.span()
        label = match["label"] or match["words"]
        yield Referred(line + text.count("\n", 0, start), " ".join(text[start:end].split()), label)


def undefined(links: Iterable[Referred], labels: Iterable[str]) -> Iterator[Slip]:
    """Those whose label is none of these."""
    known: Container[str] = {_folded(label) for label in labels}
    for link in links:
        if _folded(link.label) not in known:
            hint = f"define it on a line of its own: [{link.label}]: https://…, or write [words](address)"
            yield Slip(link.line, "L015", f"{link.written} is no link: nothing defines [{link.label}]", hint)


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()

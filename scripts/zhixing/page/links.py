"""Markdown's links and pictures for Python-Markdown, in time that grows with the text and not with its square.

Python-Markdown looks for the end of a link from every `[` anew, through all of the text, one character at a time. Here
brackets are paired once for a text, and what stands in parentheses is read by the grammar that the check uses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Generic, TypeVar

from markdown import Markdown
from markdown.inlinepatterns import (
    IMAGE_LINK_RE,
    IMAGE_REFERENCE_RE,
    LINK_RE,
    REFERENCE_RE,
    ImageInlineProcessor,
    ImageReferenceInlineProcessor,
    LinkInlineProcessor,
    ReferenceInlineProcessor,
    ShortImageReferenceInlineProcessor,
    ShortReferenceInlineProcessor,
)
from markdown.util import INLINE_PLACEHOLDER_RE, STX

from zhixing.syntax import inline

_BRACKET = re.compile(r"[\[\]]")
_ESCAPE = re.compile("\x02([0-9]+)\x03")
_NEAR = 16  # brackets that are looked at before those of the whole text are paired

Made = TypeVar("Made")


class Tails(Generic[Made]):
    """What is made of a text once, for all places in it: what follows a place stays as it is while links are taken out."""

    def __init__(self, make: Callable[[str], Made]) -> None:
        self._make = make
        self._text = ""
        self._data = ""  # the text that was asked for last
        self._made = make("")

    def forget(self) -> None:
        """The next text is another one."""
        self._text = self._data = ""
        self._made = self._make("")

    def at(self, data: str, place: int) -> tuple[Made, int]:
        """What was made of a text that ends as `data` does from `place` on, and that place in it."""
        left = len(data) - place
        if data is not self._data or left > len(self._text):
            tail = data[place:]
            if not self._text.endswith(tail):
                self._text, self._made = tail, self._make(tail)
            self._data = data
        return self._made, len(self._text) - left


def _pairs(text: str) -> dict[int, int]:
    """Where each bracket that is closed is opened and closed."""
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for match in _BRACKET.finditer(text):
        if match.group() == "[":
            opened.append(match.start())
        elif opened:
            pairs[opened.pop()] = match.start()
    return pairs


def _written(md: Markdown, text: str) -> str:
    """A text as the author wrote it: earlier patterns took code and escapes out of it, which an address does not have.

    A tag binds tighter than a link: where one was taken out, the text is no address, and no text that could be one.
    """
    nodes = md.treeprocessors["inline"].stashed_nodes if STX in text else {}  # type: ignore[attr-defined]

    def written(match: re.Match[str]) -> str:
        node = nodes.get(match.group(1), "")
        if isinstance(node, str):
            escaped = _ESCAPE.fullmatch(node)
            return "\\" + chr(int(escaped.group(1))) if escaped else "<"
        return f"`{unescape(node.text or '')}`" if node.tag == "code" else "<"

    return INLINE_PLACEHOLDER_RE.sub(written, text)


class _Linear:
    """The two steps of Python-Markdown's link processors, each linear."""

    md: Markdown
    tails: Tails[dict[int, int]]

    def getText(self, data: str, index: int) -> tuple[str, int, bool]:  # noqa: N802
        """What stands between the bracket before `index` and the one that closes it."""
        depth = 1
        for number, match in enumerate(_BRACKET.finditer(data, index)):
            depth += 1 if match.group() == "[" else -1
            if not depth:
                return data[index : match.start()], match.end(), True
            if number == _NEAR:
                break
        else:
            return "", index, False
        pairs, place = self.tails.at(data, index - 1)
        end = pairs.get(place)
        return ("", index, False) if end is None else (data[index : index + end - place - 1], index + end - place, True)

    def getLink(self, data: str, index: int) -> tuple[str, str | None, int, bool]:  # noqa: N802
        """What stands in the parentheses after a link's words."""
        found = inline.WITHIN.match(data, index)
        match = inline.WITHIN.fullmatch(_written(self.md, found.group())) if found else None
        if found is None or match is None:
            return "", None, index, False
        title = inline.without_comments(inline.destination(match["title"][1:-1])) if match["title"] else None
        return inline.destination(match["dest"]), title and " ".join(title.split()), found.end(), True


class _Link(_Linear, LinkInlineProcessor):
    pass


class _Image(_Linear, ImageInlineProcessor):
    pass


class _Reference(_Linear, ReferenceInlineProcessor):
    pass


class _ImageReference(_Linear, ImageReferenceInlineProcessor):
    pass


class _ShortReference(_Linear, ShortReferenceInlineProcessor):
    pass


class _ShortImageReference(_Linear, ShortImageReferenceInlineProcessor):
    pass


_PROCESSORS: tuple[tuple[type[_Linear], str, str, int], ...] = (
    (_Reference, REFERENCE_RE, "reference", 170),
    (_Link, LINK_RE, "link", 160),
    (_Image, IMAGE_LINK_RE, "image_link", 150),
    (_ImageReference, IMAGE_REFERENCE_RE, "image_reference", 140),
    (_ShortReference, REFERENCE_RE, "short_reference", 130),
    (_ShortImageReference, IMAGE_REFERENCE_RE, "short_image_ref", 125),
)


def use_linear_links(md: Markdown) -> None:
    """Put these processors in the place of Python-Markdown's own."""
    tails = Tails(_pairs)
    for kind, pattern, name, priority in _PROCESSORS:
        processor = kind(pattern, md)  # type: ignore[call-arg]
        processor.tails = tails
        md.inlinePatterns.register(processor, name, priority)  # type: ignore[arg-type]


def marks() -> Tails[dict[int, int]]:
    """Where marked words begin and end."""
    return Tails(lambda text: dict(inline.mark_spans(text, inline.LEFT)))

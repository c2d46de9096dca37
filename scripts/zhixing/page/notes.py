"""Footnotes: those in the line, `^[words]`, beside those that Python-Markdown knows; their words are Markdown as any other."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions.footnotes import FootnoteBlockProcessor
from markdown.util import AtomicString

from zhixing.page.safe_html import Trusted
from zhixing.syntax import inline, slips

_REFERENCE = re.compile(
    r"\[\^([^\[\]]*+)\]"
)  # Python-Markdown's looks for the end through all of the text, from each `[^` anew
Blocks = Callable[[str], list[Element]]


class InlineNotes:
    """Takes footnotes out of the words they stand in; without the extension for footnotes they stay there."""

    def __init__(self, md: Markdown, blocks: Blocks | None) -> None:
        """`blocks` makes the elements of a footnote's text; None in a footnote, which holds no other."""
        self._store = md.htmlStash.store
        processors = md.parser.blockprocessors
        processor = processors["footnote"] if blocks is not None and "footnote" in processors else None
        self._footnotes: Any = processor.footnotes if isinstance(processor, FootnoteBlockProcessor) else None
        if self._footnotes is not None and blocks is not None:
            vars(self._footnotes)["parser"] = _Parser(blocks)
        if "footnote" in md.inlinePatterns:
            md.inlinePatterns["footnote"].compiled_re = _REFERENCE

    def taken(self, text: str) -> str:
        """The text with a reference in the place of each footnote."""
        if "^[" not in text or self._footnotes is None:
            return text
        out, start = [], 0
        for first, last in inline.note_spans(text):
            name = self._name()
            self._footnotes.setFootnote(name, text[first + 2 : last - 1].strip())
            apart = self._store(Trusted("")) if text[first - 1 : first] == "[" else ""  # else it would be `[[^name]]`
            out += [text[start:first], f"{apart}[^{name}]"]
            start = last
        return "".join([*out, text[start:]])

    def order(self, root: Element) -> None:
        """Number the footnotes as a reader meets them: the words of a list are read later than those below it."""
        if self._footnotes is None or not self._footnotes.footnotes:
            return
        for text in root.itertext():
            if "[^" in text and not isinstance(text, AtomicString):
                for name, _ in slips.footnotes(text)[0]:
                    if name in self._footnotes.footnotes:
                        self._footnotes.addFootnoteRef(name)

    def _name(self) -> str:
        """A name that no footnote of the page has."""
        number = len(self._footnotes.footnotes) + 1
        while f"inline-{number}" in self._footnotes.footnotes:
            number += 1
        return f"inline-{number}"


class _Parser:
    """Stands in for the block parser where the list of footnotes is made."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks

    def parseChunk(self, parent: Element, text: str) -> None:  # noqa: N802
        """Add the elements of a footnote, at least one: Python-Markdown puts the way back into the last."""
        parent.extend(self._blocks(text))
        if not len(parent):
            SubElement(parent, "p").text = ""

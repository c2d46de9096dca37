"""The display formulas of a page, each with the heading and the sentence that lead to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple
from xml.etree.ElementTree import Element

from zhixing.study.ids import FormulaIds

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SENTENCE_END = re.compile(r"[.!?]\s+(?=[^a-z\s]|$)|[。！？]\s*")


class Formula(NamedTuple):
    """A formula, and what asks for it."""

    id: str
    anchor: str
    prompt: tuple[Element, ...]
    element: Element


def formulas(root: Element) -> Iterator[Formula]:
    """Formulas that stand on their own, right after a paragraph: without one nobody could tell which is asked for."""
    ids = FormulaIds()
    heading: Element | None = None
    before: Element | None = None
    for child in root:
        if child.tag in _HEADINGS:
            heading = child
        elif child.tag == "div" and child.get("class") == "arithmatex":
            ident = ids.next("".join(child.itertext()))  # all are counted, so that both languages count alike
            if before is not None and before.tag == "p" and not _is_stashed(before):
                title = (_title(heading),) if heading is not None else ()
                anchor = heading.get("id", "") if heading is not None else ""
                yield Formula(ident, anchor, (*title, last_sentence(before)), child)
        before = child


def _is_stashed(element: Element) -> bool:
    """Whether the paragraph only stands for raw HTML: code, a figure."""
    return not len(element) and (element.text or "").strip().startswith("\x02wzxhzdk:")


def _title(heading: Element) -> Element:
    made = Element("p", {"class": "zx-study-heading"})
    made.text = heading.text
    made.extend(deepcopy(child) for child in heading if "headerlink" not in child.get("class", ""))
    return made


def last_sentence(paragraph: Element) -> Element:
    """The paragraph without the sentences before its last one."""
    texts = [paragraph.text or "", *((child.tail or "") for child in paragraph)]
    for place in range(len(texts) - 1, -1, -1):
        ends = [end.end() for end in _SENTENCE_END.finditer(texts[place])]
        is_last = place == len(texts) - 1
        ends = [end for end in ends if not is_last or texts[place][end:].strip()]
        if ends:
            made = Element("p")
            made.text = texts[place][ends[-1] :]
            made.extend(deepcopy(child) for child in paragraph[place:])
            return made
    return paragraph

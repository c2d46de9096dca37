"""Ends of lines that are shown as breaks, as Obsidian does unless its setting "Strict line breaks" is on."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

_VERBATIM = frozenset(("pre", "code", "script", "style", "textarea"))
_FORMULA = "arithmatex"


def break_lines(root: Element, is_block: Callable[[str], bool]) -> None:
    """Put a break in the place of each end of line that has words, or an element within a line, on both sides."""
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        if parent.tag in _VERBATIM or parent.get("class") == _FORMULA:
            continue
        waiting.extend(parent)
        texts = [parent.text or "", *(child.tail or "" for child in parent)]
        if any("\n" in text for text in texts):
            _break(parent, texts, is_block)


def _break(parent: Element, texts: list[str], is_block: Callable[[str], bool]) -> None:
    """Lay out the children of an element anew, with the breaks among them; `texts` stand before, between and after."""
    old = list(parent)
    edges = [True, *(is_block(str(child.tag)) or child.tag == "br" for child in old), True]
    made: list[Element] = []
    heads: list[str] = []  # the text before each child, and after the last
    for number, text in enumerate(texts):
        lines = text.split("\n")
        if edges[number] and not lines[0].strip() and len(lines) > 1:
            lines = lines[1:]  # after a block a new line begins anyway
        if edges[number + 1] and not lines[-1].strip() and len(lines) > 1:
            lines = lines[:-1]
        for line in lines[:-1]:
            heads.append(line.rstrip())
            made.append(Element("br"))
        heads.append(lines[-1])
        made += old[number : number + 1]
    parent[:] = made
    parent.text = heads[0]
    for child, tail in zip(made, heads[1:], strict=True):
        child.tail = tail

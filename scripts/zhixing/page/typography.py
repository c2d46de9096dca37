"""What a typesetter would mend in the finished tree of a page: emphasis, spaces, where headings and long names break."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element

from markdown.util import AtomicString

from zhixing.page.phrases import pieces
from zhixing.syntax.bilingual import split

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_LATIN_RUN = re.compile(rf"[^{_HAN}\u3000-\u303f\uff00-\uffef]*[A-Za-z0-9][^{_HAN}\u3000-\u303f\uff00-\uffef]*")
_IS_HAN = re.compile(f"[{_HAN}]")
_WIDE = rf"[{_HAN}\u3000-\u303f\uff00-\uffef]"
_LINE_END = re.compile(rf"(?<={_WIDE})\n[ \t]*(?={_WIDE})")
_AS_WRITTEN = ("pre", "code", "script", "style", "textarea", "svg", "math")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NAME_PARTS = re.compile(r"(?<=[_/.=-])(?=\w)")
_LONG_NAME = re.compile(r"\S{20,}\Z")  # what may fill the line of a phone
_YEAR = 4  # letters of one
_CLOSING = re.compile(r"[，。、；：！？）」』》】”’,.;:!?)]")


def mark_latin_emphasis(root: Element) -> None:
    """Chinese is emphasised by a dot under each character; Latin letters between them are set in italics instead."""
    for element in [found for found in root.iter("em") if _has_letters("".join(found.itertext()))]:
        if not _IS_HAN.search("".join(element.itertext())):
            element.set("class", "zx-latin")
            continue
        children = list(element)
        _part(element, 0, element.text)
        for child in children:
            _part(element, list(element).index(child) + 1, child.tail)


def _has_letters(text: str) -> bool:
    return re.search("[A-Za-z0-9]", text) is not None


def _part(parent: Element, position: int, text: str | None) -> None:
    """Put the Latin runs of a text into elements of their own; the text stands before the child at `position`."""
    runs = list(_LATIN_RUN.finditer(text or ""))
    if not text or not runs:
        return
    first, ends = text[: runs[0].start()], [run.start() for run in runs[1:]] + [len(text)]
    if position:
        parent[position - 1].tail = AtomicString(first)
    else:
        parent.text = AtomicString(first)
    for offset, (run, end) in enumerate(zip(runs, ends, strict=True)):
        span = Element("span", {"class": "zx-latin"})
        span.text, span.tail = AtomicString(run.group()), AtomicString(text[run.end() : end])
        parent.insert(position + offset, span)


def close_gaps(root: Element) -> None:
    """No space stands between a Chinese link text and the Chinese around it, where the file has a Latin name."""
    for parent in root.iter():
        before: Element | None = None
        for child in parent:
            shown = child.text or "" if child.tag == "a" and child.get("class") == "wikilink" and not len(child) else ""
            text = parent.text if before is None else before.tail
            if shown and _IS_HAN.match(shown) and re.search(f"[{_HAN}] $", text or ""):
                if before is None:
                    parent.text = (text or "")[:-1]
                else:
                    before.tail = (text or "")[:-1]
            if shown and _IS_HAN.match(shown[-1]) and re.match(f" [{_HAN}]", child.tail or ""):
                child.tail = (child.tail or "")[1:]
            before = child


def join_lines(root: Element) -> None:
    """A line that ends between two Chinese characters, in the file, is no space between them on the page."""
    waiting = [root]  # no recursion: a list may be a thousand levels deep
    while waiting:
        element = waiting.pop()
        if element.tag in _AS_WRITTEN:
            continue
        element.text = _joined(element.text)
        for child in element:
            child.tail = _joined(child.tail)
        waiting += element


def _joined(text: str | None) -> str | None:
    return _same(text, _LINE_END.sub("", text)) if text and "\n" in text else text


def break_names(root: Element) -> None:
    """Say where a long name may break that a mark follows: a browser that finds no place breaks in front of the mark."""
    for marked in [one for one in root.iter() if _CLOSING.match(one.tail or "")]:
        name = marked
        while len(name) and not name[-1].tail:
            name = name[-1]  # in code in a link
        if name.tag in ("a", "code") and not len(name) and _LONG_NAME.search(name.text or ""):
            parts = _NAME_PARTS.split(name.text or "")
            name.text = _same(name.text, parts[0])
            name.extend(_marks(parts[1:]))


def break_headings(root: Element, terms: Collection[str]) -> None:
    """Say where a heading in Chinese may break, so that it breaks nowhere else."""
    for heading in root.iter():
        if heading.tag in _HEADINGS and _IS_HAN.search("".join(heading.itertext())):
            _set_apart(heading)
            for element in [found for found in heading.iter() if _is_words(found)]:
                _break(element, terms)


def break_cells(root: Element, terms: Collection[str]) -> None:
    """Say where a link in a cell of a table may break: a narrow column would cut a name anywhere."""
    for cell in root.iter("td"):
        for link in cell.iter("a"):
            if _IS_HAN.search("".join(link.itertext())):
                for element in [found for found in link.iter() if _is_words(found)]:
                    _break(element, terms)


def narrow_columns(root: Element) -> None:
    """Mark the heads of columns that hold nothing wider than a year: they take no room from those that hold words."""
    for table in root.iter("table"):
        rows = [[cell for cell in row if cell.tag in ("th", "td")] for row in table.iter("tr")]
        for column in zip(*rows, strict=False):
            if column[0].tag == "th" and all(_width(cell) <= _YEAR for cell in column):
                column[0].set("class", f"{column[0].get('class', '')} zx-slim".strip())


def _width(cell: Element) -> int:
    """In letters, two for a character of Chinese; more than any where the cell holds what is not text."""
    if any(child.tag != "wbr" for child in cell):
        return _YEAR + 1
    text = "".join(cell.itertext()).strip()
    return len(text) + len(_IS_HAN.findall(text))


def _set_apart(heading: Element) -> None:
    """The other language's words, in brackets at the end, in an element of their own; not where they hold more than text."""
    parts = [child for child in heading if child.get("class") != "headerlink"]
    _, other = split(f"{heading.text or ''}{''.join(_shown(part) for part in parts)}")
    last = parts[-1] if parts else None
    text = (heading.text if last is None else last.tail) or ""
    start = max(text.rfind(f"({other})"), text.rfind(f"（{other}）")) if other else -1
    if start < 0:
        return
    apart = Element("span", {"class": "zx-other"})
    apart.text = _same(text, text[start:])
    if last is None:
        heading.text = _same(text, text[:start])
    else:
        last.tail = _same(text, text[:start])
    for link in [child for child in heading if child not in parts]:  # it stays on the last line
        heading.remove(link)
        apart.append(link)
    heading.append(apart)


def _shown(element: Element) -> str:
    return "".join(element.itertext()) + (element.tail or "")


def _is_words(element: Element) -> bool:
    return element.tag != "code" and element.get("class") not in ("headerlink", "arithmatex")


def _break(element: Element, terms: Collection[str]) -> None:
    for child in list(element):
        parts = pieces(child.tail or "", terms)
        child.tail = _same(child.tail, parts[0])
        for offset, mark in enumerate(_marks(parts[1:])):
            element.insert(list(element).index(child) + 1 + offset, mark)
    parts = pieces(element.text or "", terms)
    element.text = _same(element.text, parts[0])
    for offset, mark in enumerate(_marks(parts[1:])):
        element.insert(offset, mark)


def _marks(parts: list[str]) -> Iterator[Element]:
    for part in parts:
        mark = Element("wbr")
        mark.tail = AtomicString(part)
        yield mark


def _same(before: str | None, text: str) -> str:
    return AtomicString(text) if isinstance(before, AtomicString) else text


def links_below_titles(root: Element) -> None:
    """A link in the title of a fold would be a control within a control: the title keeps its words, the fold begins with it."""
    for fold in root.iter("details"):
        title = fold.find("summary")
        links = [] if title is None else [link for link in title.iter("a") if link.get("href")]
        if not links:
            continue
        below = Element("p", {"class": "zx-led"})
        for link in links:
            copy = deepcopy(link)
            copy.tail = AtomicString(" ")
            below.append(copy)
            link.tag = "span"
            link.attrib.clear()
        fold.insert(1, below)

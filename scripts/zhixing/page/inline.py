"""Obsidian's inline syntax for Python-Markdown: wiki-links, embeds, comments, tags, formulas; code stays code."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import InlineProcessor as InlineTree
from markdown.util import STX, AtomicString

from zhixing.page import embed
from zhixing.page.context import Context
from zhixing.page.html_addresses import with_addresses
from zhixing.page.links import marks
from zhixing.page.safe_html import Trusted
from zhixing.page.text import link_steps
from zhixing.page.words import words
from zhixing.syntax import inline
from zhixing.vault.resolve import WITHHELD, Target, Unresolved

_TAG = re.compile(r"<!--|</?[A-Za-z][A-Za-z0-9-]*[\s/>]")
Handled = tuple[Element | str | None, int | None, int | None]


class ObsidianInline(InlineProcessor):
    """Runs before every other inline pattern."""

    def __init__(self, md: Markdown, context: Context, pending: list[tuple[Element, str, str]]) -> None:
        super().__init__(r"\[\[", md)
        self.compiled_re = inline.PIECE
        self._context = context
        self._pending = pending

    def handleMatch(self, m: re.Match[str], data: str) -> Handled:  # type: ignore[override]  # noqa: N802
        kind = m.lastgroup or ""
        node: Element | str | None = None
        if kind in ("link", "embed"):
            is_template = inline.is_placeholder(inline.address(m))
            node = m.group() if is_template else self._wiki(inline.address(m), embedded=kind == "embed")
        elif kind == "tag":
            node = self._tag(m.group("name"))
        elif kind == "math":
            node = formula(inline.tex(m), "span", r"\(", r"\)")
        elif kind == "display":
            node = formula(inline.tex(m), "span", r"\[", r"\]")
        elif kind in ("literal", "word"):
            node = m.group()  # before another pattern sees more in it
        elif kind == "url":
            return self._address(*inline.url(m), m.end())
        elif kind == "hard":
            return Element("br"), m.start(), m.end() - 1  # what comes next begins a line: it may be a tag
        elif kind == "comment":
            node = ""
        elif kind == "html" and _TAG.match(m.group()):
            html = with_addresses(self._context, m.group())
            node = self.md.htmlStash.store(html)  # it binds tighter than a link, and nothing else is a tag
        return (node, m.start(), m.end()) if node is not None else (None, None, None)

    def _wiki(self, inner: str, *, embedded: bool) -> Element | str:
        target, fragment, text = inline.split_target(inner)
        found = self._context.resolve(target, fragment, wiki=True, embed=embedded)
        if isinstance(found, Unresolved) and found.code == WITHHELD and target.lower().endswith(".base"):
            element = Element("span", {"class": "zx-base", "title": words(self._context.card.lang).base})
            name = text or default_text(target, fragment)
            element.text = AtomicString(f"{name} · {words(self._context.card.lang).base}" if embedded else name)
            return element
        if isinstance(found, Unresolved):
            is_withheld = found.code == WITHHELD
            element = Element("span", {} if is_withheld else {"class": "zx-broken", "title": found.problem})
            element.text = text or AtomicString(default_text(target, fragment))
            return element
        if embedded:
            html = embed.render(self._context, found, fragment, text)
            return self.md.htmlStash.store(Trusted(html))
        place = embed.place_in(found.path, fragment) if found.card is None else ""
        return self._link(
            found, text or AtomicString(link_text(target, fragment, found, self._context.card.lang)), place
        )

    def _address(self, url: str, start: int, end: int) -> Handled:
        """An address that stands by itself; in the words of a link, which hold no other, `_Links` leaves its text."""
        element = Element("a", {"href": url})
        element.text = AtomicString(url)
        return element, start, end

    def _link(self, found: Target, text: str, place: str) -> Element:
        element = Element("a", {"class": "wikilink"})
        element.text = text
        link_to(element, "href", self._context.address(found) + place, self._pending)
        return element

    def _tag(self, name: str) -> Element:
        address = self._context.host.tag_address(name)
        element = Element("a" if address else "span", {"class": "zx-tag"})
        element.text = AtomicString(f"#{name}")
        if address:
            link_to(element, "href", address, self._pending)
        return element


class _Read(AtomicString):
    """Words in which everything is found already, until the pass over the tree has ended."""


class Once(InlineTree):
    """Python-Markdown's own pass over the tree, which reads twice the words behind an element whose parent holds blocks, and
    those in an element in an element: in `- [[A]]#b` with a list below and in `***#b***`, `#b` would then stand at the
    beginning of its text, and be a tag.
    """

    def run(self, tree: Element, ancestors: list[str] | None = None) -> Element:
        """The tree with everything found in it."""
        super().run(tree, ancestors)
        for element in tree.iter():
            if isinstance(element.text, _Read):
                element.text = str(element.text)
            if isinstance(element.tail, _Read):
                element.tail = str(element.tail)
        return tree

    def _InlineProcessor__processPlaceholders(  # noqa: N802
        self,
        data: str | None,
        parent: Element,
        isText: bool = True,  # noqa: N803
    ) -> list[tuple[Element, list[str]]]:
        made: list[tuple[Element, list[str]]] = super()._InlineProcessor__processPlaceholders(data, parent, isText)  # type: ignore[misc]
        for element, _ in made:
            if element.tail:
                element.tail = AtomicString(element.tail)
            if isinstance(element.text, AtomicString):
                continue  # what it holds was not looked at
            for inner in (element, *element):
                if inner.text and not isinstance(inner.text, AtomicString):
                    inner.text = _Read(inner.text)
                if inner.tail and not isinstance(inner.tail, AtomicString):
                    inner.tail = _Read(inner.tail)
        return made


class ObsidianMarks(InlineProcessor):
    """Runs when links and code are what they are: the words between two marks may hold both."""

    def __init__(self, md: Markdown) -> None:
        super().__init__("==", md)
        self._marks = marks()
        self._last = ("", 0)  # the text that was asked for last, and where
        self.compiled_re = inline.LEFT

    def handleMatch(self, m: re.Match[str], data: str) -> Handled:  # type: ignore[override]  # noqa: N802
        if m.lastgroup not in ("mark", "rule"):
            return None, None, None
        if not self._goes_on(data, m.start()):
            self._marks.forget()  # another text may end as the last one did, and what stood before that decides
        self._last = (data, m.start())
        spans, place = self._marks.at(data, m.start())
        end = spans.get(place)
        if end is None:
            return m.group(), m.start(), m.end()  # before another pattern sees more in it
        end += m.start() - place
        element = Element("mark")
        element.text = data[m.end() : end - 2]
        return element, m.start(), end

    def _goes_on(self, data: str, place: int) -> bool:
        """Whether a text is the last one, in which something else stands now where it was asked for."""
        last, before = self._last
        return data is last or (before < place and data[before] == STX and data.startswith(last[:before]))


def formula(tex: str, tag: str, before: str, after: str) -> Element:
    """An element that the page's script turns into mathematics."""
    element = Element(tag, {"class": "arithmatex"})
    element.text = AtomicString(f"{before}{tex}{after}")
    return element


def link_to(element: Element, attribute: str, url: str, pending: list[tuple[Element, str, str]]) -> None:
    """Give an element its final address, after other extensions had their look at all relative ones."""
    element.set(attribute, "zx:")
    pending.append((element, attribute, url))


def default_text(target: str, fragment: str) -> str:
    """What a link without a text of its own shows."""
    return " > ".join(link_steps(target, fragment, None, ""))


def link_text(target: str, fragment: str, found: Target, lang: str) -> str:
    """The same for a link that leads somewhere."""
    return " > ".join(link_steps(target, fragment, found.card, lang))

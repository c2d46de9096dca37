"""The Python-Markdown extension: cards as Obsidian shows them, in any host of Python-Markdown."""

from __future__ import annotations

import re
import string
from xml.etree.ElementTree import Element, ElementTree

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from zhixing.page import embed, typography
from zhixing.page.breaks import break_lines
from zhixing.page.context import Context
from zhixing.page.depths import fold_depths
from zhixing.page.inline import ObsidianInline, ObsidianMarks, Once, link_to
from zhixing.page.links import use_linear_links
from zhixing.page.safe_html import ELSEWHERE, SafeHtml, Trusted
from zhixing.page.tree import Builder
from zhixing.syntax import inline
from zhixing.vault.resolve import WITHHELD, Target, Unresolved

_HEADING = re.compile(r"h[1-6]")
_STASHED = re.compile("\x02wzxhzdk:[0-9]+\x03")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]+://[^<>\s]*)>")  # an address has no space
_WITH_ID = re.compile(r"<[a-zA-Z][^<>]*?\s(?:id|name)=[^<>]*>")

Pending = list[tuple[Element, str, str]]


class ZhixingExtension(Extension):
    """Without a context (a page that is no card of the vault) it changes nothing."""

    def __init__(self, context: Context | None = None) -> None:
        super().__init__()
        self.context = context

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Take over the block structure, and add Obsidian's inline syntax."""
        if self.context is None:
            return
        pending: Pending = []
        reader = _Reader(md, self.context)
        md.ESCAPED_CHARS = sorted({*md.ESCAPED_CHARS, *string.punctuation})
        use_linear_links(md)
        md.inlinePatterns["autolink"].compiled_re = _AUTOLINK
        md.inlinePatterns.deregister("html", strict=False)  # ObsidianInline knows tags; `<a_b>` is words
        md.preprocessors.register(reader, "zhixing", 29)
        md.parser.parseDocument = reader.parse_document  # type: ignore[method-assign, assignment]
        md.treeprocessors.register(Once(md), "inline", 20)
        md.inlinePatterns.register(ObsidianInline(md, self.context, pending), "zhixing", 200)
        md.inlinePatterns.register(ObsidianMarks(md), "zhixing-marks", 185)  # after code (190), before escapes (180)
        if self.context.breaks_lines:
            md.treeprocessors.register(_Breaks(md), "zhixing-breaks", 14)  # the words are there, white space is not
        md.treeprocessors.register(_Links(md, self.context, pending), "zhixing", 6)  # before the contents list is made
        md.treeprocessors.register(_Typography(md, self.context), "zhixing-typography", 4)
        md.treeprocessors.register(_Addresses(md, pending), "zhixing-addresses", -1)  # after the host's own links
        if self.context.is_safe:
            md.postprocessors.register(SafeHtml(md), "zhixing-safe", 31)  # before raw HTML is put in
        if self.context.finished is not None:
            md.treeprocessors.register(_Finished(md, self.context), "zhixing-finished", -2)
        md.treeprocessors.register(
            _Headings(md, self.context), "zhixing-headings", -3
        )  # after what is cut out of the page
        if self.context.furniture is not None:
            md.treeprocessors.register(_Depths(md, self.context), "zhixing-depths", -4)  # all others know a flat page


class _Reader(Preprocessor):
    """Takes the text away from the other preprocessors: they would look for fences and HTML by themselves."""

    def __init__(self, md: Markdown, context: Context) -> None:
        super().__init__(md)
        self._markdown = md
        self._context = context
        self._lines: list[str] = []

    def run(self, lines: list[str]) -> list[str]:
        self._lines = lines
        if self._context.trail:
            self._markdown.treeprocessors.deregister("toc", strict=False)  # an embedded heading is no place on the page
        # Hosts look for anchors in raw HTML.
        return [tag for line in lines if "<" in line for tag in _WITH_ID.findall(line)]

    def parse_document(self, lines: object) -> ElementTree[Element]:
        """Stands in for the block parser."""
        return ElementTree(Builder(self._markdown, self._context).build(self._lines))


class _Links(Treeprocessor):
    """Anchors of headings, and Markdown links into the vault."""

    def __init__(self, md: Markdown, context: Context, pending: Pending) -> None:
        super().__init__(md)
        self._markdown = md
        self._context = context
        self._pending = pending

    def run(self, root: Element) -> None:
        headings = []
        parents = {child: parent for parent in root.iter() for child in parent if child.tag == "img"}
        for element in root.iter():
            for name, value in element.items():
                if value is None:
                    element.set(name, "")  # Python-Markdown's for `[](){x}`
                elif _STASHED.search(value):  # HTML that would be put between the quotes, and end them
                    element.set(name, _STASHED.sub("", value))
            if element.tag == "a":
                _flatten(element, is_safe=self._context.is_safe)
                self._link(element, "href", is_image=False)
            elif element.tag == "img":
                self._link(element, "src", is_image=True)
                if element.tag == "img":
                    self._size(element)
                elif parents[element].tag == "p" and element.tag != "a":
                    parents[element].tag = "div"  # a film or a note does not stand in a line of words
            elif isinstance(element.tag, str) and _HEADING.fullmatch(element.tag):
                headings.append(element)
        if not self._context.trail:
            self._identify(headings)

    def _identify(self, headings: list[Element]) -> None:
        known = [heading for heading in self._context.card.headings if heading.span.line > self._context.offset]
        if [f"h{heading.level}" for heading in known] == [element.tag for element in headings]:
            for heading, element in zip(known, headings, strict=True):
                element.set("id", heading.anchor)

    def _link(self, element: Element, attribute: str, *, is_image: bool) -> None:
        address = element.get(attribute, "")
        if is_image and self._context.is_safe and ELSEWHERE.match(address):
            _leave(element, address)
            return
        if element.get(attribute) == "":
            _unlink(element)
            element.set("class", "zx-broken")
            return
        parts = inline.split_destination(address) if not address.startswith("zx:") else None
        if parts is None:
            return
        found = self._context.resolve(*parts, wiki=False, embed=is_image)
        if isinstance(found, Unresolved) and found.code == WITHHELD:
            _unlink(element)
        elif isinstance(found, Target):
            url = self._context.address(found)
            if is_image and embed.is_shown_otherwise(found):
                self._embed(element, found, parts[1])
            elif url:
                place = embed.place_in(found.path, parts[1]) if found.card is None else ""
                link_to(element, attribute, url + place, self._pending)

    def _embed(self, element: Element, found: Target, fragment: str) -> None:
        """`![words](film.mp4)` shows the film, `![](Note.md)` the note."""
        html = embed.render(self._context, found, fragment, element.get("alt", ""))
        tail = element.tail
        element.clear()
        element.tag, element.tail = "div" if found.card else "span", tail
        element.text = self._markdown.htmlStash.store(Trusted(html))

    def _size(self, element: Element) -> None:
        alt, width, height = embed.parse_size(element.get("alt", ""))
        if width:
            element.set("alt", alt)
            element.set("width", width)
            if height:
                element.set("height", height)


def _flatten(link: Element, *, is_safe: bool) -> None:
    """A link holds no other: an address in its words is words, and a picture of another host is what stands for it."""
    for inner in link.iter():
        if inner.tag == "img" and is_safe and ELSEWHERE.match(inner.get("src", "")):
            _leave(inner, inner.get("src", ""))
        if inner.tag == "a" and inner is not link:
            inner.tag = "span"
            inner.attrib.clear()


def _leave(element: Element, address: str) -> None:
    """A picture of another host is a link to it: no other host is asked until a reader follows it."""
    words = embed.parse_size(element.get("alt", ""))[0]
    tail = element.tail
    element.clear()
    element.tag, element.tail = "a", tail
    element.set("class", "zx-elsewhere")
    element.set("href", address)
    element.text = AtomicString(words or address)


def _unlink(element: Element) -> None:
    """Leave the words of a link, or what is said in place of a picture."""
    if element.tag == "img":
        element.text = element.get("alt", "")
    element.tag = "span"
    element.attrib.clear()


class _Breaks(Treeprocessor):
    """Ends of lines as breaks."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self._markdown = md

    def run(self, root: Element) -> None:
        break_lines(root, self._markdown.is_block_level)


class _Typography(Treeprocessor):
    """The words as a typesetter would leave them."""

    def __init__(self, md: Markdown, context: Context) -> None:
        super().__init__(md)
        self._lang = context.card.lang

    def run(self, root: Element) -> None:
        if self._lang.startswith("zh"):
            typography.mark_latin_emphasis(root)
            typography.close_gaps(root)
            typography.join_lines(root)
        typography.break_names(root)
        typography.narrow_columns(root)


class _Headings(Treeprocessor):
    """Where they may break; the links in the titles of folds."""

    def __init__(self, md: Markdown, context: Context) -> None:
        super().__init__(md)
        self._context = context

    def run(self, root: Element) -> None:
        typography.break_headings(root, self._context.index.terms)
        typography.break_cells(root, self._context.index.terms)
        typography.links_below_titles(root)


class _Depths(Treeprocessor):
    """Sections in folds."""

    def __init__(self, md: Markdown, context: Context) -> None:
        super().__init__(md)
        self._card = context.card

    def run(self, root: Element) -> None:
        fold_depths(root, self._card)


class _Addresses(Treeprocessor):
    """Puts the final addresses in."""

    def __init__(self, md: Markdown, pending: Pending) -> None:
        super().__init__(md)
        self._pending = pending

    def run(self, root: Element) -> None:
        for element, attribute, url in self._pending:
            element.set(attribute, url)
        self._pending.clear()


class _Finished(Treeprocessor):
    """Shows the finished page to whoever asked for it."""

    def __init__(self, md: Markdown, context: Context) -> None:
        super().__init__(md)
        self._markdown = md
        self._context = context

    def run(self, root: Element) -> None:
        if self._context.finished is not None:
            self._context.finished(self._markdown, root)

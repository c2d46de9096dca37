"""Obsidian's inline syntax for Python-Markdown: wiki-links, embeds, comments, tags, formulas; code stays code."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from zhixing import embed, inline
from zhixing.render import Context
from zhixing.resolve import Target, Unresolved
from zhixing.slug import plain

# One scan, leftmost first, so that a link in code and code in a link are both what they look like. As `inline` scans.
PATTERN = re.compile(
    r"""(?=[\\`$%<!\[\#])(?:
      (?P<hard>\\\n)
    | (?P<escape>\\[^\w\s])
    | (?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))
    | \$\$(?P<display>.+?)\$\$
    | \$(?![\s$])(?P<math>(?:\\.|[^$\\])+?)(?<!\s)\$(?![\d$])
    | (?P<comment>%%.*?%%)
    | (?P<html><!--.*?-->|<[A-Za-z/][^<>]*>)
    | (?P<bang>!?)\[\[(?P<wiki>[^\[\]\n]+)\]\](?!\((?:https?:)?//)
    | (?<![^\s(（，。、])\#(?P<tag>[\w/-]*[^\W\d][\w/-]*)
    )""",
    re.X | re.S,
)
_SKIPPED = ("escape", "code", "html")


def embeds(content: str) -> Iterator[re.Match[str]]:
    """The embeds in a piece of inline text; group `wiki` is what stands between the brackets."""
    return (m for m in PATTERN.finditer(content) if m.lastgroup == "wiki" and m.group("bang"))


Handled = tuple[Element | str | None, int | None, int | None]


class ObsidianInline(InlineProcessor):
    """Runs before every other inline pattern."""

    def __init__(self, md: Markdown, context: Context, pending: list[tuple[Element, str, str]]) -> None:
        super().__init__(r"\[\[", md)
        self.compiled_re = PATTERN
        self._context = context
        self._pending = pending

    def handleMatch(self, m: re.Match[str], data: str) -> Handled:  # type: ignore[override]  # noqa: N802
        kind = m.lastgroup or ""
        if kind in _SKIPPED:
            return None, None, None
        node: Element | str
        if kind == "wiki":
            node = self._wiki(m.group("wiki"), embedded=m.group("bang") == "!")
        elif kind == "tag":
            node = self._tag(m.group("tag"))
        elif kind == "math":
            node = formula(m.group("math"), "span", r"\(", r"\)")
        elif kind == "display":
            node = formula(m.group("display"), "span", r"\[", r"\]")
        else:
            node = Element("br") if kind == "hard" else ""
        return node, m.start(), m.end()

    def _wiki(self, inner: str, *, embedded: bool) -> Element | str:
        target, fragment, text = inline.split_target(inner)
        found = self._context.resolve(target, fragment, wiki=True, embed=embedded)
        if isinstance(found, Unresolved):
            element = Element("span", {"class": "zx-broken", "title": found.problem})
            element.text = text or default_text(target, fragment)
            return element
        if embedded:
            html = embed.render(self._context, found, fragment, text)
            return self.md.htmlStash.store(html)
        return self._link(found, text or default_text(target, fragment))

    def _link(self, found: Target, text: str) -> Element:
        element = Element("a", {"class": "wikilink"})
        element.text = text
        link_to(element, "href", self._context.address(found), self._pending)
        return element

    def _tag(self, name: str) -> Element:
        address = self._context.host.tag_address(name)
        element = Element("a" if address else "span", {"class": "zx-tag"})
        element.text = AtomicString(f"#{name}")
        if address:
            link_to(element, "href", address, self._pending)
        return element


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
    name = posixpath.basename(target.rstrip("/")).removesuffix(".md").replace("_", " ")
    steps = [plain(step) for step in fragment.split("#") if step.strip()]
    return " > ".join(([name] if name else []) + steps)

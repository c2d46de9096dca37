"""What rendering a page needs to know: the card, its vault, and the host that gives pages their addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from xml.etree.ElementTree import Element

from markdown import Markdown

from zhixing.model import Card, CodeBlock, Link, Span
from zhixing.vault.resolve import Index, Target, Unresolved


class Host(Protocol):
    """The site that the page is part of."""

    def address(self, path: str, anchor: str) -> str:
        """URL of a file of the vault, as seen from the page that is rendered; "" if it has none."""

    def tag_address(self, tag: str) -> str:
        """URL of the list of cards with this tag; "" if there is none."""

    def read(self, path: str) -> bytes | None:
        """Bytes of a file of the vault."""

    def nested(self, context: Context) -> Markdown:
        """A converter like the page's own, for a note embedded in it."""


class Furniture(Protocol):
    """What the site adds to a card's own words, as HTML."""

    def header(self) -> str:
        """Shown under the title."""

    def badge(self, block: CodeBlock) -> str:
        """Shown under a Python block."""

    def proof(self, block: CodeBlock) -> str:
        """Summary line (HTML) above the proof of a claim."""

    def formula(self, line: int) -> str:
        """Shown under the display formula that begins on a line of the card."""


@dataclass
class Context:
    """One text that is being rendered."""

    card: Card
    index: Index
    host: Host
    offset: int = 0  # lines of the card's file above the text
    furniture: Furniture | None = None
    highlighted: dict[tuple[str, str], str] = field(default_factory=dict)  # info and code → HTML, shared by pages
    finished: Callable[[Markdown, Element], None] | None = None  # shown the page's tree when all is in it
    cells: dict[int, str] = field(default_factory=dict)  # of a notebook that was run: line of a code cell → HTML
    pairs: dict[int, int] = field(default_factory=dict)  # line of a block → the number it shares with its translation
    trail: tuple[str, ...] = ()  # what is embedded in what, outermost first; empty for the page itself

    @property
    def is_safe(self) -> bool:
        """Whether HTML of the note is cleaned."""
        return self.index.config.html != "trusted"

    @property
    def breaks_lines(self) -> bool:
        """Whether one end of line in a paragraph is a break."""
        return self.index.config.line_breaks == "kept"

    def resolve(self, target: str, fragment: str, *, wiki: bool, embed: bool) -> Target | Unresolved:
        """Where a link on this card leads."""
        return self.index.follow(Link(Span(self.card.path, 0), target, fragment, "", wiki, embed), self.card)

    def address(self, target: Target) -> str:
        """URL of what a link leads to; an anchor alone within the page."""
        if not self.trail and target.path == self.card.path:
            return f"#{target.anchor}" if target.anchor else self.host.address(target.path, "")
        return self.host.address(target.path, target.anchor)

"""What stands at a place of a note, and what may be written there; lines and columns are counted from 0, columns in characters."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from zhixing.model import Card, Diagnostic, Link, Span, Vault
from zhixing.page.text import description, name_in_text
from zhixing.syntax.slug import plain
from zhixing.vault.links import survey
from zhixing.vault.rename import column
from zhixing.vault.resolve import Index, Target, Unresolved
from zhixing.vault.section import excerpt

_OPENED = re.compile(r"(!?)\[\[([^\[\]|]*)$")
_REST = re.compile(r"[^\[\]|#\\]*(?=(?:[|#\\][^\[\]]*)?\]\])")  # of a name, where the link is closed
_REST_OF_FRAGMENT = re.compile(r"[^\[\]|\\]*(?=(?:[|\\][^\[\]]*)?\]\])")
_UNLINKABLE = re.compile(r"[\[\]|#^]+")
_QUOTED = re.compile(r"!?\[\[[^\[\]]+\]\]")
_SHOWN_LINES = 12
NOTE, ALIAS, HEADING, BLOCK, FILE = "note", "alias", "heading", "block", "file"


@dataclass(frozen=True)
class Offer:
    """One thing to write between the brackets: what is shown, what is written, what it is, and words about it."""

    label: str
    text: str
    kind: str
    detail: str = ""


@dataclass(frozen=True)
class Offers:
    """All that may be written from `start` to `end` on the line; `close` is what lacks behind it."""

    start: int
    end: int
    close: str
    items: tuple[Offer, ...]


def link_at(card: Card, line: int, character: int) -> tuple[Link, int, int] | None:
    """The link at a place, with the columns where it begins and ends; the innermost one."""
    lines = card.text.split("\n")
    if not 0 <= line < len(lines):
        return None
    found: list[tuple[int, int, Link]] = []
    for link in card.links:
        if link.span.line != line + 1:
            continue
        text, first, last = link.place
        start = column(lines[line], link)
        length = last - first if text else lines[line].find("]]", start) + 2 - start
        if start <= character <= start + length:
            found.append((length, start, link))
    if not found:
        return None
    length, start, link = min(found, key=lambda one: one[:2])
    return link, start, min(start + length, len(lines[line]))


def place_of(card: Card | None, target: Target) -> int:
    """The line on which a link's target begins."""
    if target.heading is not None:
        return target.heading.span.line - 1
    if card is not None and target.anchor in card.block_ids:
        return card.block_ids[target.anchor].line - 1
    return 0


def about(card: Card, link: Link, index: Index) -> str:
    """Where a link leads, in Markdown: the beginning of what is there, or why it leads nowhere."""
    target = index.follow(link, card)
    if isinstance(target, Unresolved):
        return f"{target.problem}\n\n{target.hint}"
    if target.card is None:
        return f"`{target.path}`"
    title = f"**{name_in_text(target.card)}** · `{target.path}`"
    if not target.anchor:
        words = description(target.card, target.card.body)
        return f"{title}\n\n{words}" if words else title
    lines = excerpt(target.card, target)[0].strip("\n").split("\n")
    more = ["…"] if len(lines) > _SHOWN_LINES else []
    return "\n".join([title, "", *lines[:_SHOWN_LINES], *more])


def backlinks(vault: Vault, index: Index, path: str) -> Iterator[Link]:
    """Every link that leads to a file, in the order of the notes they stand on."""
    for followed in survey(vault, index).outgoing.values():
        yield from (step.link for step in followed if step.path == path and step.link.target)


def offers(vault: Vault, index: Index, card: Card, line: int, character: int) -> Offers | None:
    """What a link that is being written may name: notes and files, then headings, then blocks; None outside of one."""
    lines = card.text.split("\n")
    whole = lines[line] if 0 <= line < len(lines) else ""
    opened = _OPENED.search(whole[:character])
    if opened is None or any(block.span.line <= line < block.end_line for block in card.blocks):
        return None
    name, mark, fragment = opened[2].partition("#")
    rest = (_REST_OF_FRAGMENT if mark else _REST).match(whole, character)
    end, close = (rest.end(), "") if rest else (character, "]]")
    if not mark:
        items = [*_notes(vault, index, card, in_table=whole.lstrip().startswith("|"))]
        items += _files(vault, index, card) if opened[1] else []
        return Offers(opened.start(2), end, close, tuple(items))
    found = index.follow(Link(Span(card.path, line + 1), name, "", "", True, False), card) if name else Target("", card)
    there = found.card if isinstance(found, Target) else None
    start = opened.start(2) + len(name) + 1
    if there is None:
        return Offers(start, end, close, ())
    inner = _blocks(there) if fragment.startswith("^") else _headings(there, name, index, card)
    return Offers(start, end, close, tuple(inner))


def _leads(index: Index, card: Card, text: str, path: str, fragment: str = "") -> bool:
    """Whether the check would take this link for the right one."""
    found = index.resolve(Link(Span(card.path, 1), text, fragment, "", True, False), card)
    return isinstance(found, Target) and found.path == path


def _notes(vault: Vault, index: Index, card: Card, in_table: bool) -> Iterator[Offer]:
    for note in vault.cards.values():
        if note.lang not in ("", card.lang) or note.is_notebook:
            continue
        name = next((text for text in (note.name, note.key) if _leads(index, card, text, note.path)), "")
        if not name:
            continue
        yield Offer(name, name, NOTE, name_in_text(note))
        bar = "\\|" if in_table else "|"
        for alias in note.front.aliases:
            if alias.strip() and not _UNLINKABLE.search(alias):
                yield Offer(alias, f"{name}{bar}{alias}", ALIAS, name)


def _files(vault: Vault, index: Index, card: Card) -> Iterator[Offer]:
    for path in vault.files:
        name = posixpath.basename(path)
        if _leads(index, card, name, path):
            yield Offer(name, name, FILE, path)


def _headings(note: Card, name: str, index: Index, card: Card) -> Iterator[Offer]:
    seen: set[str] = set()
    for heading in note.headings:
        words = " ".join(_UNLINKABLE.sub(" ", plain(heading.text)).split())
        if words and words not in seen and _leads(index, card, name, note.path, words):
            seen.add(words)
            yield Offer(words, words, HEADING, "#" * heading.level)


def _blocks(note: Card) -> Iterator[Offer]:
    lines = note.text.split("\n")
    for ident, span in note.block_ids.items():
        if any(f"^{ident}" in line for line in lines[span.line - 1 : span.line + 1]):
            yield Offer(f"^{ident}", f"^{ident}", BLOCK, lines[span.line - 1].strip()[:80])


def marked(finding: Diagnostic, text: str) -> tuple[int, int]:
    """The columns of its line that a finding is about: the link that it names, else all but the space before and behind."""
    named = _QUOTED.search(finding.problem)
    at = text.find(named[0][:-2]) if named else -1
    if named and at >= 0:
        end = text.find("]]", at)
        return at, end + 2 if end >= 0 else len(text)
    return len(text) - len(text.lstrip()), len(text.rstrip())

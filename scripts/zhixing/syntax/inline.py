"""Inline Markdown inside one token's text: the one table of its pieces, by which a card is checked and shown.

One scan, leftmost first, so that a link in code and code in a link are both what they look like.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from zhixing.model import Link, Span

# What a tag may hold, as in Obsidian: no space and no punctuation, neither ASCII's (but `_`, `-`, `/`), nor general, nor
# Chinese; pictures may. At least one character is no digit.
_NAME = r"[^\s\x00-,.:-@\[-^`{-\x7f\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
_FIRST = _NAME.replace("[^", r"[^\d/\-", 1)
# What an address that stands by itself may hold, and what it may end with: `)` only if it opens one itself.
_STOPS = r"\s\x00-\x1f<>\[\]\\`{}|\"“”‘’「」『』《》〈〉【】（），。、；：！？…"
_ADDRESS = rf"[^{_STOPS}()%]|%(?!%)|\([^{_STOPS}()]*\)"
_LAST = rf"[^{_STOPS}()?!.,:;*_~'%]|%(?!%)|\([^{_STOPS}()]*\)"

# What may stand in the parentheses of a link: its address, in angle brackets or plain, and a title.
_CHARACTER = r"(?:[^\s()<>\\]|\\(?:[^\w\s]|(?=[\w\s])))"
_WITHIN = rf"""\(\s*+(?P<dest><(?:[^<>\n\\]|\\.)*>|{_CHARACTER}*(?:\({_CHARACTER}*\){_CHARACTER}*)*)
    (?:\s+(?P<title>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\([^()]*\)))?\s*\)"""
WITHIN = re.compile(_WITHIN, re.X | re.S)

_URL = rf"""| :(?P<url>(?:(?<=https:)|(?<=http:))(?<![A-Za-z0-9#]https:)(?<![A-Za-z0-9#]http:)//
    (?:(?:(?<===https://)|(?<===http://))(?:(?!==)(?:{_ADDRESS}))+(?<=[^?!.,:;*_~'])
      |(?<!==https://)(?<!==http://)(?:{_ADDRESS})*(?:{_LAST}))
    (?![^<>]{{0,200}}</[aA]\b))"""
# Each branch begins with a plain character outside its group: only so does the engine skip ordinary text quickly.
PIECE = re.compile(
    rf"""
      \\(?P<escape>[^\w\s])
    | \\(?P<hard>\n)
    | `(?P<code>(?P<ticks>`*+).+?(?<!`)`(?P=ticks)(?!`))
    | `(?P<literal>`*+)
    | \$(?P<display>\$.+?\$\$)
    | \$(?P<math>(?![\s$])(?:\\.|[^$\\])+?(?<!\s)\$(?![\d$]))
    | %(?P<comment>%.*?%%)
    | <(?P<html>!--(?:(?!<!--).)*?-->|/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*|/)?>|[A-Za-z][^<>\s:@]*[:@][^<>\s]*>)
    | \[(?P<link>\[(?P<inner>[^\[\]\n]+)\]\](?!\((?:https?:)?//))
    | !(?P<embed>\[\[(?P<embedded>[^\[\]\n]+)\]\](?!\((?:https?:)?//))
    | \[(?P<open>)
    | !(?P<image>\[)
    | \^(?P<note>\[(?!\[))
    | \](?P<close>{_WITHIN})
    | \](?P<shut>)
    | =(?P<mark>=(?!=))
    | =(?P<rule>==+)
    {_URL}
    | \#(?P<tag>(?:(?<![^\s(（，。、]\#)|(?<=\^\[\#))(?P<name>[\d/-]*{_FIRST}{_NAME}*))
    | \#(?P<word>(?<!&\#)[\w/-]+)
    """,
    re.X | re.S,
)
# What can still hold a mark, or be one, where links, code, formulas, tags and addresses are taken out already.
LEFT = re.compile(
    rf"\\(?P<escape>[^\w\s])|<(?P<html>[A-Za-z][^<>\s:@]*[:@][^<>\s]*>)|\](?P<close>{_WITHIN})|=(?P<mark>=(?!=))|=(?P<rule>==+)",
    re.X | re.S,
)
_INTERESTING = re.compile(r"[\[$#]|==")
_OPEN = re.compile(r"%%|<!--")
_CLOSED = re.compile(r"%%.*?%%|<!--.*?-->", re.S)
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|<%.*?%>|\$\{")  # of Obsidian's templates, Templater, scripts
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)


@dataclass
class Found:
    """What one piece of inline text holds; lines are counted within the file."""

    links: list[Link] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    formulas: list[tuple[str, int]] = field(default_factory=list)
    marks: list[tuple[str, int]] = field(default_factory=list)
    nowhere: list[int] = field(default_factory=list)  # lines of links without an address


def scan(path: str, line: int, text: str, found: Found) -> None:
    """Add what `text`, which starts on `line`, holds to `found`."""
    if not _INTERESTING.search(text):
        return
    # whether it is a picture, None: neither; how many links and tags stood before it
    opened: list[tuple[bool | None, int, int]] = []
    first, counted = line, 0
    several = "\n" in text
    for match in PIECE.finditer(text):
        kind = match.lastgroup
        if several:
            line += text.count("\n", counted, match.start())
            counted = match.start()
        if kind in ("link", "embed"):
            inner = address(match)
            if not is_placeholder(inner):
                place = (text, *match.span())
                found.links.append(Link(Span(path, line), *split_target(inner), True, kind == "embed", place))
        elif kind in ("open", "image"):
            opened.append((kind == "image", len(found.links), len(found.tags)))
        elif kind == "note":
            opened.append((None, 0, 0))
        elif kind == "close":
            embed, before, tags = opened.pop() if opened else (None, 0, 0)
            link = _markdown_link(Span(path, line), match, text, embed) if embed is not None else None
            if embed:  # its words are told, not shown
                del found.links[before:]
            if embed is not None:  # a link's words lead where it leads
                del found.tags[tags:]
            if link is not None:
                found.links.append(link)
            elif embed is not None and not match.group("dest").strip("<>"):
                found.nowhere.append(line)
            if embed is False:
                opened = [(one[0] or None, one[1], one[2]) for one in opened]  # no link holds another
        elif kind == "shut":
            if opened:
                opened.pop()
        elif kind in ("display", "math"):
            found.formulas.append((tex(match), line))
        elif kind == "tag":
            found.tags.append(match.group("name"))
    for start, end in mark_spans(text):
        found.marks.append((text[start + 2 : end - 2], first + text.count("\n", 0, end)))


def address(match: re.Match[str]) -> str:
    """What stands between the brackets of a wiki-link or an embed."""
    return match.group("inner") or match.group("embedded")


def tex(match: re.Match[str]) -> str:
    """A formula without its signs."""
    width = 2 if match.lastgroup == "display" else 1
    return match.group()[width:-width]


def replace_links(text: str, replacement: Callable[[str, str, str], str]) -> str:
    """The text with other words for each wiki-link (target, fragment, text); a link that gets none stays."""

    def swap(match: re.Match[str]) -> str:
        return (replacement(*split_target(address(match))) if match.lastgroup == "link" else "") or match.group()

    return PIECE.sub(swap, text)


def pieces(text: str) -> Iterator[re.Match[str]]:
    """Everything in a text that is more than words; the last group of each match names its kind."""
    return PIECE.finditer(text)


def may_hide(text: str) -> bool:
    """Whether it is worth looking for comments."""
    return "%%" in text or "<!--" in text


def without_comments(text: str) -> str:
    """The text without its comments, closed or not; it keeps its lines."""
    return _shown(text)[0] if may_hide(text) else text


def unclosed(text: str) -> str:
    """The mark of the comment that is opened in a text and not closed in it; "" if there is none."""
    opened = open_comment(text)
    return opened.group() if opened else ""


def open_comment(text: str) -> re.Match[str] | None:
    """Where that mark stands."""
    return _shown(text)[1] if may_hide(text) else None


def _lines(match: re.Match[str]) -> str:
    return "\n" * match.group().count("\n")


def _said(piece: re.Match[str]) -> str:
    """A piece that is no comment; the words of a link and its title may hold one."""
    if piece.lastgroup == "close" and piece["title"]:
        first, last = piece.span("title")
        return (
            piece.string[piece.start() : first] + _CLOSED.sub(_lines, piece["title"]) + piece.string[last : piece.end()]
        )
    target, bar, words = (
        piece.group().partition("|") if piece.lastgroup in ("link", "embed") else (piece.group(), "", "")
    )
    return f"{target}{bar}{_CLOSED.sub('', words)}" if bar else target


def _shown(text: str) -> tuple[str, re.Match[str] | None]:
    """What is shown of a text, and the comment that is not closed in it."""
    out: list[str] = []
    start = 0
    matches = PIECE.finditer(text)
    while True:
        match = next(matches, None)
        opened = _OPEN.search(text, start, match.start() if match else len(text))
        if opened is None:
            out.append(text[start : match.start() if match else len(text)])
            if match is None:
                return "".join(out), None
            is_comment = match.lastgroup == "comment" or match.group().startswith("<!--")
            out.append("\n" * match.group().count("\n") if is_comment else _said(match))
            start = match.end()
            continue
        end = text.find("-->", opened.end()) + 3 if opened.group() == "<!--" else 2  # a comment that holds `<!--`
        out.append(text[start : opened.start()])
        if end == 2:
            return "".join(out) + "\n" * text.count("\n", opened.start()), opened
        out.append("\n" * text.count("\n", opened.start(), end))
        start, matches = end, PIECE.finditer(text, end)


def url(match: re.Match[str]) -> tuple[str, int]:
    """An address that stands by itself, and where it begins: before its colon, with which its piece begins."""
    start = match.start() - (5 if match.string.startswith("https", match.start() - 5) else 4)
    return match.string[start : match.end()], start


def note_spans(text: str) -> list[tuple[int, int]]:
    """Where the footnotes stand that are written in the line, `^[` and `]` included; one in another belongs to it."""
    opened: list[int] = []  # where a footnote begins, -1 for any other bracket
    spans: list[tuple[int, int]] = []
    for match in pieces(text):
        kind = match.lastgroup
        if kind in ("open", "image", "note"):
            opened.append(match.start() if kind == "note" else -1)
        elif kind in ("close", "shut") and opened:
            start, end = opened.pop(), match.start() + 1
            if start >= 0 and text[start + 2 : end - 1].strip():
                while spans and spans[-1][0] > start:
                    spans.pop()
                spans.append((start, end))
    return spans


def mark_spans(text: str, piece: re.Pattern[str] = PIECE) -> list[tuple[int, int]]:
    """Where the marked words stand, marks included: the first of a pair stands before a word, the second after one."""
    if text.count("==") < 2:
        return []
    spans, opened = [], -1
    for match in piece.finditer(text):
        if match.lastgroup != "mark":
            continue
        start, end = match.span()
        if opened >= 0 and opened + 2 < start and not text[start - 1].isspace():
            spans.append((opened, end))
            opened = -1
        elif opened < 0 and end < len(text) and not text[end].isspace():
            opened = start
    return spans


def is_placeholder(text: str) -> bool:
    """Whether a template will put something else here: what stands here now is no link and no value."""
    return _PLACEHOLDER.search(text) is not None


def split_target(inner: str) -> tuple[str, str, str]:
    """`Card#Heading|text` → target, fragment, text."""
    address, _, text = inner.replace("\\|", "|").partition("|")
    target, _, fragment = address.partition("#")
    return target.strip(), fragment.strip(), text.strip()


def destination(dest: str) -> str:
    """An address without what is around it in the text: angle brackets, backslashes."""
    bare = dest[1:-1] if dest.startswith("<") else dest
    return _ESCAPED.sub(r"\1", bare).strip()


def split_destination(dest: str) -> tuple[str, str] | None:
    """Target and fragment of a Markdown link into the vault; None if it leads outside."""
    dest = dest.strip()
    if dest.startswith("<") and dest.endswith(">"):
        dest = dest[1:-1]
    if not dest or _EXTERNAL.match(dest) or is_placeholder(dest):
        return None
    target, _, fragment = dest.partition("#")
    return unquote(target.partition("?")[0]), unquote(fragment)


def _markdown_link(span: Span, match: re.Match[str], text: str, embed: bool) -> Link | None:
    parts = split_destination(destination(match.group("dest")))
    if parts is None:
        return None
    return Link(span, parts[0], parts[1], "", False, embed, (text, *match.span()))

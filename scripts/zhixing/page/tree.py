"""Block tokens → element tree: the blocks that Obsidian shows, for Python-Markdown's inline patterns to fill in.

Python-Markdown's own block parser is not CommonMark: it wants blank lines before lists and four spaces of indent.
It is only asked for what CommonMark does not have: footnotes, tabs, definition lists, Markdown inside HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import escape
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.util import AtomicString, code_escape

from zhixing.page import embed
from zhixing.page.callouts import open_callout
from zhixing.page.context import Context
from zhixing.page.fences import Fences
from zhixing.page.html_addresses import with_addresses
from zhixing.page.inline import formula
from zhixing.page.notes import InlineNotes
from zhixing.page.safe_html import Trusted
from zhixing.syntax import blocks, foreign, inline
from zhixing.syntax.callouts import BLOCK_ID, TASK, other_ids
from zhixing.syntax.explorables import EXPLORABLES, explorable
from zhixing.syntax.tokens import LightToken
from zhixing.vault.resolve import Target

# A text without any of these holds nothing for an inline pattern, and is not shown to the thirty of them.
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&!$#%=~^@:/\"'+|\n\x02]|\.\.|--")
_COMMENTS = re.compile(r"\s*(?:<!--(?:(?!-->).)*-->\s*)+", re.S)
_ANY_COMMENT = re.compile(r"<!--.*?-->", re.S)
_PAIRED = ("paragraph_open", "bullet_list_open", "ordered_list_open", "blockquote_open", "table_open")  # hold words
_ELSEWHERE = 1 << 30  # lines: of what stands there, none is a line of the card
_PUSHED = {
    "bullet_list_open": "ul",
    "list_item_open": "li",
    "table_open": "table",
    "thead_open": "thead",
    "tbody_open": "tbody",
    "tr_open": "tr",
}


class Builder:
    """Builds the tree of one text."""

    def __init__(self, md: Markdown, context: Context, *, is_note: bool = False) -> None:
        self._md = md
        self._context = context
        self._fences = Fences(md, context)
        self._notes = InlineNotes(md, None if is_note else self.parts)
        self._taken: dict[int, str] = {}  # paragraphs whose footnotes were taken when the quote around them began
        self._anchored: set[str] = set()  # block ids that have their place
        self._lines: list[str] = []
        self._tokens: list[LightToken] = []
        self._stack: list[Element] = []
        self._options = {option.span.line: option for quiz in context.card.quizzes for option in quiz.options}
        self._handlers: dict[str, Callable[[int, LightToken], int]] = {
            "paragraph_open": self._paragraph_token,
            "heading_open": self._heading,
            "inline": self._cell_text,
            "blockquote_open": self._quote,
            "ordered_list_open": self._ordered,
            "th_open": self._cell,
            "td_open": self._cell,
            "fence": self._fence,
            "code_block": self._code,
            "html_block": self._html,
            "math_block": self._math,
            "hr": self._rule,
            "comment_block": lambda position, token: position + 1,
        }

    def parts(self, text: str) -> list[Element]:
        """The blocks of a text that stands elsewhere on the page: a footnote's."""
        context = replace(self._context, offset=_ELSEWHERE, furniture=None, pairs={})
        return list(Builder(self._md, context, is_note=True).build(text.split("\n")))

    def build(self, lines: list[str]) -> Element:
        """The tree of a text given as lines."""
        self._lines = lines
        self._tokens, references = blocks.tokens("\n".join(lines))
        for label, reference in references.items():
            title = inline.without_comments(str(reference.get("title", "")))
            self._md.references[label.lower()] = (str(reference.get("href", "")), title)
        root = Element(self._md.doc_tag)
        self._stack = [root]
        position = 0
        while position < len(self._tokens):
            token = self._tokens[position]
            above = len(root) if len(self._stack) == 1 else -1
            handler = self._handlers.get(token.type)
            if handler is not None:
                position = handler(position, token)
            else:
                if token.nesting == 1:
                    self._stack.append(SubElement(self._stack[-1], _PUSHED.get(token.type, "div")))
                elif token.nesting == -1:
                    self._stack.pop()
                position += 1
            if above >= 0 and len(root) == above + 1 and token.type in _PAIRED:
                self._pair(root[above], self._line(token))
        self._notes.order(root)
        return self._with_header(root)

    def _pair(self, element: Element, line: int) -> None:
        """Say which block of the translation it belongs to; what the site put in its place (an embed) has no such."""
        number = self._context.pairs.get(line)
        if number is not None and not (element.tag == "p" and (element.text or "").startswith("\x02wzxhzdk:")):
            element.set("data-pair", str(number))

    def _with_header(self, root: Element) -> Element:
        furniture = self._context.furniture
        html = furniture.header() if furniture else ""
        if html:
            place = next((i + 1 for i, child in enumerate(root) if child.tag == "h1"), 0)
            header = Element("p")
            header.text = self._md.htmlStash.store(Trusted(html))
            root.insert(place, header)
        return root

    def _line(self, token: LightToken) -> int:
        return (token.map[0] if token.map else 0) + 1 + self._context.offset

    def _raw(self, parent: Element, html: str) -> Element:
        element = SubElement(parent, "p")
        element.text = self._md.htmlStash.store(html)
        return element

    def _paragraph_token(self, position: int, token: LightToken) -> int:
        content = self._tokens[position + 1].content
        if len(self._stack) == 1 and token.map:
            end = foreign.region(self._md, self._lines, token.map, content)
            if end:
                return self._native(position, token.map[0], end)
        content = self._taken.pop(position, "") or self._notes.taken(content)
        if position and self._tokens[position - 1].type == "list_item_open":
            option = self._options.get(self._line(token))
            if option is not None:
                self._stack[-1].set("data-option", "right" if option.correct else "wrong")
            task = TASK.match(content)
            if task is not None:
                content = self._task(task.group(1)) + " " + content[task.end() :]
        self._paragraph(self._stack[-1], content, tight=token.hidden)
        return position + 3

    def _task(self, mark: str) -> str:
        """Make the open item of a list a task; what its box is on the page, as Material draws it."""
        item, parent = self._stack[-1], self._stack[-2]
        item.set("class", "task-list-item")
        parent.set("class", "task-list")
        ticked = "" if mark.isspace() else ' checked=""'
        if ticked:
            item.set("data-task", mark)
        sign = f' data-task="{escape(mark)}"' if ticked and mark not in "xX" else ""
        box = f'<input type="checkbox" disabled=""{ticked}><span class="task-list-indicator"{sign}></span>'
        return self._md.htmlStash.store(Trusted(f'<label class="task-list-control">{box}</label>'))

    def _paragraph(self, parent: Element, content: str, *, tight: bool) -> None:
        ident = BLOCK_ID.search(content)
        if ident:
            content = content[: ident.start()]
            if not content.strip():
                self._identify(parent[-1] if len(parent) else parent, ident.group(1))
                return
        if "^" in content:
            content = self._with_other_ids(content)
        parent = self._fences.proof_of_figure(parent, content)
        if "![[" in content:
            content = self._embeds(parent, content)
        if not content.strip():
            return
        if tight:
            if len(parent):
                parent[-1].tail = _text(content)
            else:
                parent.text = _text(content)
            element = parent
        else:
            element = SubElement(parent, "p")
            element.text = _text(content)
        if ident:
            self._identify(parent if parent.tag == "li" else element, ident.group(1))

    def _embeds(self, parent: Element, content: str) -> str:
        """Put embeds that are blocks between the paragraphs around them; return the text after the last one."""
        start = 0
        marked = inline.mark_spans(content) if "==" in content else []
        for match in (piece for piece in inline.pieces(content) if piece.lastgroup == "embed"):
            target, fragment, text = inline.split_target(inline.address(match))
            found = self._context.resolve(target, fragment, wiki=True, embed=True)
            inside = any(first < match.start() < last for first, last in marked)
            if inside or not isinstance(found, Target) or not embed.is_block(found):
                continue
            before = _beside(content[start : match.start()], start)
            if before:
                SubElement(parent, "p").text = before
            self._raw(parent, Trusted(embed.render(self._context, found, fragment, text)))
            start = match.end()
        return _beside(content[start:], start) if start else content

    def _with_other_ids(self, content: str) -> str:
        """The text with an anchor before each id that stands where Obsidian shows it: touching a word, on any line."""
        out, start = [], 0
        for match in other_ids(content):
            ident = match.group(1)
            if not self._context.trail and ident in self._context.card.block_ids and ident not in self._anchored:
                self._anchored.add(ident)
                anchor = Trusted(f'<span id="{escape(ident)}"></span>')
                out += [content[start : match.start()], self._md.htmlStash.store(anchor)]
                start = match.start()
        return "".join([*out, content[start:]]) if out else content

    def _identify(self, element: Element, ident: str) -> None:
        if self._context.trail or element is self._stack[0]:  # above it stands nothing that could bear the id
            return
        if element.tag == "p" and (element.text or "").startswith("\x02wzxhzdk:"):
            element.tag = "div"  # a `p` with an attribute would stay around the block
        self._anchored.add(ident)
        element.set("id", ident)

    def _heading(self, position: int, token: LightToken) -> int:
        element = SubElement(self._stack[-1], token.tag)
        element.text = _text(self._notes.taken(self._tokens[position + 1].content))
        return position + 3

    def _cell_text(self, position: int, token: LightToken) -> int:
        cell = self._stack[-1]
        content = self._notes.taken(token.content)
        ident = BLOCK_ID.search(content)
        cell.text = _text(content[: ident.start()] if ident else content)
        if ident:
            self._identify(cell, ident.group(1))
        return position + 1

    def _cell(self, position: int, token: LightToken) -> int:
        """A corner without words heads nothing."""
        style = token.attrs.get("style")
        tag = token.tag if self._tokens[position + 1].content.strip() else "td"
        self._stack.append(SubElement(self._stack[-1], tag, {"style": str(style)} if style else {}))
        return position + 1

    def _ordered(self, position: int, token: LightToken) -> int:
        start = token.attrs.get("start")
        self._stack.append(SubElement(self._stack[-1], "ol", {"start": str(start)} if start is not None else {}))
        return position + 1

    def _quote(self, position: int, token: LightToken) -> int:
        head = self._tokens[position + 2] if position + 2 < len(self._tokens) else None
        is_text = head is not None and head.type == "inline" and self._tokens[position + 1].type == "paragraph_open"
        words = self._notes.taken(head.content) if head and is_text else ""
        opened = open_callout(self._stack[-1], words, self._context.card.lang) if words else None
        if opened is None:
            if words:
                self._taken[position + 1] = words
            self._stack.append(SubElement(self._stack[-1], "blockquote"))
            return position + 1
        element, rest = opened
        self._stack.append(element)
        if rest.strip():
            self._paragraph(element, rest, tight=False)
        return position + 4

    def _fence(self, position: int, token: LightToken) -> int:
        self._fences.add(self._stack[-1], token, self._line(token))
        return position + 1

    def _code(self, position: int, token: LightToken) -> int:
        code = SubElement(SubElement(self._stack[-1], "pre"), "code")
        code.text = AtomicString(code_escape(token.content.rstrip()) + "\n")
        return position + 1

    def _math(self, position: int, token: LightToken) -> int:
        tex = token.content.strip().removeprefix("$$").removesuffix("$$").strip()
        self._stack[-1].append(formula(tex, "div", "\\[\n", "\n\\]"))
        furniture = self._context.furniture
        if furniture is not None and (mark := furniture.formula(self._line(token))):
            self._raw(self._stack[-1], Trusted(mark))
        return position + 1

    def _rule(self, position: int, token: LightToken) -> int:
        SubElement(self._stack[-1], "hr")
        return position + 1

    def _html(self, position: int, token: LightToken) -> int:
        if len(self._stack) == 1 and token.map:
            end = foreign.html_region(self._md, self._lines, token.map, token.content)
            if end:
                return self._native(position, token.map[0], end)
        for comment in _ANY_COMMENT.findall(token.content):
            name = explorable(comment[4:-3])
            if name in EXPLORABLES:
                SubElement(self._stack[-1], "div", {"class": "zx-explore", "data-explore": str(name)})
        if not _COMMENTS.fullmatch(token.content):
            self._raw(self._stack[-1], with_addresses(self._context, _ANY_COMMENT.sub("", token.content).strip()))
        return position + 1

    def _native(self, position: int, start: int, end: int) -> int:
        """Let Python-Markdown parse the lines from `start` to `end`; return the position of the first token after."""
        parsed = foreign.parse(self._md, self._lines[start:end])
        self._stack[-1].extend(parsed)
        while position < len(self._tokens):
            token = self._tokens[position]
            if token.level == 0 and token.map and token.map[0] >= end:
                break
            position += 1
        return position


def _text(content: str) -> str:
    return content if _SPECIAL.search(content) else AtomicString(content)


def _beside(text: str, start: int) -> str:
    """What stands beside an embed; a `#` that touches it opens no tag."""
    return f"\\{text.rstrip()}" if start and text.startswith("#") else text.strip()

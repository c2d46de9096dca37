"""Text of one card → model. Pure; a bad card yields diagnostics, never an exception."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, TypeVar

from zhixing.model import (
    DEPTHS,
    Callout,
    Card,
    Claim,
    CodeBlock,
    Decided,
    Diagnostic,
    Formula,
    Heading,
    Link,
    Option,
    Question,
    Quiz,
    Section,
    Span,
)
from zhixing.syntax import (
    blocks,
    comments,
    data_fences,
    elements,
    frontmatter,
    html_links,
    inline,
    labels,
    misread,
    python_code,
    slips,
    slug,
)
from zhixing.syntax.callouts import BLOCK_ID, CALLOUT, TASK, other_ids
from zhixing.syntax.credentials import pasted
from zhixing.syntax.decided import decided
from zhixing.syntax.depths import depth_mark, with_depths
from zhixing.syntax.digest import digest
from zhixing.syntax.explorables import explorable
from zhixing.syntax.formula.mark import formula_mark
from zhixing.syntax.formula.problems import formula_problems
from zhixing.syntax.nesting import too_deep
from zhixing.syntax.numbers import says_number
from zhixing.syntax.tex_slips import in_formula
from zhixing.syntax.tokens import LightToken
from zhixing.syntax.turning import turns
from zhixing.syntax.unseen import unseen

_QUOTE = re.compile(r"^[ \t]*> ?")
_HTML_COMMENT = re.compile(r"<!--((?:(?!<!--).)*?)-->", re.S)
_FIGURE = re.compile(r"!\[\[([^\[\]|#]+\.svg)(?:\|[^\[\]]*)?\]\]$")
# A footnote that is nothing but the definition of a link, or begins with that of another footnote: the page shows neither.
_NOTHING = re.compile(
    r"""^([ ]{0,3}\[\^[^\[\]\s]+\]:)([ \t]*(?:\[\^[^\[\]\s]+\]:.*|\[[^\[\]\n]+\]:[ \t]*\S+"""
    r"""(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*))$""",
    re.M,
)
_HTML_ID = re.compile(r"""<[a-zA-Z][^<>]*?\s(?:id|name)=["']?([^"'\s<>]+)""")
_WRAPPERS = frozenset(
    f"{name}_{end}" for name in ("paragraph", "heading", "td", "thead", "tbody") for end in ("open", "close")
) | {"th_close", "tr_close"}
_QUIZ_KINDS = ("quiz",)


@dataclass
class _Open:
    """A callout that is being read."""

    index: int
    options: list[Option] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)


class _Parser:
    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")
        self.found = inline.Found()
        self.headings: list[Heading] = []
        self.blocks: list[CodeBlock] = []
        self.callouts: list[Callout] = []
        self.quizzes: list[_Open] = []
        self.proofs: dict[int, int] = {}  # callout index → block index
        self.block_ids: dict[str, Span] = {}
        self.tables: list[tuple[int, int, int]] = []
        self.tasks: list[tuple[bool, str, int]] = []
        self.words: dict[int, list[str]] = {}
        self.problems: list[Diagnostic] = []
        self.anchors: dict[str, int] = {}
        self.containers: list[str] = []
        self.open_quotes: list[_Open | None] = []
        self.comments: list[tuple[str, int]] = []
        self.explorables: list[tuple[str, int]] = []
        self.deciding: dict[int, list[tuple[int, str, str]]] = {}  # callout index → lines of code: line, claim, code
        self.depths: dict[int, str] = {}  # by index of the heading
        self.opened = False  # whether nothing stands since the last heading
        self.displayed: list[Formula] = []
        self.formula = -1  # the one that waits for its mark
        self.last: tuple[str, int] = ("", 0)  # what a `^id` on a line of its own belongs to: kind, index or line
        self.claim = -1  # callout that waits for its proof
        self.python = -1  # block that ran and waits for its output
        self.drawing = -1  # block that waits for its picture
        self.waiting = False  # whether anything waits, comments included
        self.said: list[tuple[int, int, str, str]] = []
        self.notes: tuple[dict[str, int], dict[str, int]] = ({}, {})  # footnotes, used and defined: name → line
        self.again: list[tuple[str, int]] = []  # footnotes that were defined before
        self.tags: list[elements.Tag] = []  # of HTML
        self.referred: list[labels.Referred] = []

    def run(self, tokens: list[LightToken], offset: int) -> None:
        table: list[int] = []
        for position, token in enumerate(tokens):
            kind = token.type
            if kind in _WRAPPERS:
                continue
            line = (token.map[0] if token.map else 0) + 1 + offset
            opened, self.opened = self.opened, False
            if kind == "inline":
                self._inline(tokens, position, tokens[position - 1].type, line, token.content)
            elif kind == "fence":
                self._fence(token, line, offset)
            elif kind == "html_block":
                self._html_ids(token.content, line)
                shown = _HTML_COMMENT.sub(_blank, token.content)
                self._html_links(html_links.in_html(shown), shown, line)
                self.tags += elements.tags(shown, line, block=True)
                self._slips(elements.unknown(shown, block=True), line)
                if not token.content.startswith("<!--"):
                    self.words.setdefault(len(self.headings) - 1, []).append(token.content)
                self._html_comments(token.content, line, opened)
            elif kind == "math_block":
                self._settle()
                tex = token.content.strip().strip("$")
                self.found.formulas.append((tex, line))
                self.formula, self.waiting = len(self.displayed), True
                self.displayed.append(Formula(Span(self.path, line), tex.strip(), len(self.headings) - 1))
                self.last = ("line", line)
            elif kind == "blockquote_open":
                self._open_quote(tokens, position, line)
            elif kind == "blockquote_close":
                self._close_quote()
            elif kind in ("list_item_open", "bullet_list_open", "ordered_list_open"):
                if self.waiting:
                    self._settle()
                if kind == "list_item_open":
                    self.containers.append("list")
            elif kind == "list_item_close":
                self.containers.pop()
            elif kind in ("bullet_list_close", "ordered_list_close"):
                self.last = ("line", self.last[1] if self.last[0] == "line" else line)
            elif kind == "table_open":
                self._settle()
                table = [line, 0, 0]
                if token.map:
                    rows = self.lines[line - 1 : offset + token.map[1]]
                    self._slips(slips.in_table(rows), line)
                    self._slips(misread.row_cells(rows), line)
            elif kind == "tr_open" and table:
                table[1] += 1
            elif kind == "th_open" and table:
                table[2] += 1
            elif kind == "table_close" and table:
                self.tables.append((table[0], table[1], table[2]))
                self.last = ("line", table[0])
            elif kind in ("hr", "code_block"):
                self._settle()
                self.last = ("line", line)
                if kind == "code_block" and token.level == 0 and position > 1:
                    self._footnote_goes_on(tokens[position - 2], token.content, line)
                if kind == "code_block" and (position < 2 or not slips.defines(tokens[position - 2].content)):
                    self._slips(misread.indented(token.content), line)

    def _html_comments(self, html: str, line: int, opened: bool) -> None:
        for match in _HTML_COMMENT.finditer(html):
            text, place = match.group(1).strip(), line + html.count("\n", 0, match.start())
            name, depth = explorable(text), depth_mark(text)
            if depth is not None:
                self._depth(depth, place, opened)
            elif name is not None:
                self.explorables.append((name, place))
            elif (code := decided(text)) is not None:
                self._decided(*code, place)
            elif (mark := formula_mark(text)) is not None:
                self._mark(mark, place)
            else:
                self.comments.append((text, place))
        self.waiting = True

    def _depth(self, depth: str, line: int, opened: bool) -> None:
        index = len(self.headings) - 1
        if depth not in DEPTHS:
            problem, hint = f"no depth is called {depth!r}", f"there is {', '.join(DEPTHS)}"
            self.problems.append(Diagnostic(Span(self.path, line), "F041", problem, hint))
        elif not opened or self.containers or index in self.depths:
            hint = "put one mark on a line of its own below a heading, with nothing but a blank line between"
            problem = f"the mark of depth {depth!r} does not stand right after a heading"
            self.problems.append(Diagnostic(Span(self.path, line), "F042", problem, hint))
        else:
            self.depths[index] = depth

    def _settle(self) -> None:
        """Something else stands here: no proof, output or picture can follow directly any more."""
        self.claim = self.python = self.drawing = self.formula = -1
        self.comments = []
        self.waiting = False

    def _scan(self, tokens: list[LightToken], position: int, line: int, content: str) -> None:
        """The title of a callout is a text of its own: code or a formula that it opens ends with it."""
        is_first = content.startswith("[!") and position > 1 and tokens[position - 2].type == "blockquote_open"
        if is_first and "\n" in content and CALLOUT.match(content):
            title, _, content = content.partition("\n")
            inline.scan(self.path, line, title, self.found)
            line += 1
        if "]:" in content and "[^" in content:
            content = _NOTHING.sub(lambda note: note[1] + " " * len(note[2]), content)
        inline.scan(self.path, line, content, self.found)

    def _inline(self, tokens: list[LightToken], position: int, parent: str, line: int, content: str) -> None:
        if parent == "paragraph_open" and content.startswith("^") and BLOCK_ID.fullmatch(content):
            self._own_line_id(content.strip()[1:], line)
            return
        figure = _FIGURE.fullmatch(content.strip()) if self.drawing >= 0 and parent == "paragraph_open" else None
        if figure and not self.containers:
            drawn = self.blocks[self.drawing]
            self.blocks[self.drawing] = _with(drawn, figure=figure.group(1))
        if self.waiting:
            self._settle()
        self.words.setdefault(len(self.headings) - (parent != "heading_open"), []).append(content)
        self._scan(tokens, position, line, content)
        kind = "cell" if parent in ("td_open", "th_open") else "prose"
        if parent != "heading_open" and (says_number(content) or (kind == "cell" and turns(content))):
            self.said.append((line, len(self.headings) - 1, kind, content))
        self._slips(slips.in_words(content, cell=parent in ("td_open", "th_open")), line)
        self._slips(misread.in_words(content, paragraph=parent == "paragraph_open"), line)
        if "][" in content:
            self.referred += labels.referred(content, line)
        if "[^" in content:
            self._notes(slips.footnotes(content), line)
        if "<" in content:
            self._html_ids(content, line)
            self._html_links(html_links.in_words(content), content, line)
            self.tags += elements.tags(content, line, block=False)
            self._slips(elements.unknown(content, block=False), line)
        if parent == "heading_open":
            self._heading(tokens[position - 1], line, content)
            self.last = ("line", line)
            self.opened = True
            return
        if "^" in content:
            self._line_ids(content, line)
        if parent == "paragraph_open":
            self.last = ("line", line)
            if content.startswith(("[", "【")):
                self._brackets(tokens, position, line, content)
            self._callout_text(tokens, position, line, content)

    def _brackets(self, tokens: list[LightToken], position: int, line: int, content: str) -> None:
        """A paragraph that begins like a callout or a task and is none."""
        if tokens[position - 2].type == "list_item_open":
            self._slips(misread.task(content), line)
        elif "quote" not in self.containers and (kind := misread.without_quote(content)):
            self._slips([misread.miswritten(content.partition("]")[0] + "]", kind)], line)

    def _notes(self, found: tuple[list[tuple[str, int]], list[tuple[str, int]]], line: int) -> None:
        for known, names in zip(self.notes, found, strict=True):
            for name, below in names:
                if name in known and known is self.notes[1]:
                    self.again.append((name, line + below))
                known.setdefault(name, line + below)

    def _footnote_goes_on(self, above: LightToken, content: str, line: int) -> None:
        """What is indented below a footnote belongs to it and is Markdown, of which only the words are looked at."""
        if above.type != "inline" or above.level != 1 or not slips.defines(above.content):
            return
        inner = _Parser(self.path, "")
        inner.found, inner.notes, inner.block_ids = self.found, self.notes, self.block_ids
        inner.again, inner.referred = self.again, self.referred
        tokens, _ = blocks.tokens(content)
        if too_deep(tokens) is None:
            inner.run(tokens, line - 1)
            self.problems += inner.problems
            self.words.setdefault(len(self.headings) - 1, []).append(content)

    def _decided(self, claim: str, code: str, line: int) -> None:
        kind, index = self.last
        if kind == "callout" and self.callouts[index].kind in _QUIZ_KINDS:
            self.deciding.setdefault(index, []).append((line, claim, code))
            return
        problem, hint = "this code decides no quiz", "put it below a quiz, after the line with its ^id"
        self.problems.append(Diagnostic(Span(self.path, line), "Q016", problem, hint))

    def _slips(self, found: Iterable[slips.Slip], line: int) -> None:
        self.problems += [Diagnostic(Span(self.path, line + slip.line), *slip[1:]) for slip in found]

    def footnotes(self, unread: Iterable[tuple[str, int]]) -> Iterable[Diagnostic]:
        """Footnotes that the text refers to and does not have, and those that nothing refers to: they are not shown."""
        used, defined = self.notes
        for name in sorted(used.keys() - defined.keys()):
            hint = f"write it: [^{name}]: …"
            yield Diagnostic(Span(self.path, used[name]), "L012", f"footnote [^{name}] is not defined", hint)
        for name, line in self.again:
            hint = "give one of them another name: a page shows one"
            yield Diagnostic(Span(self.path, line), "L012", f"footnote [^{name}] is defined twice", hint)
        for name, line in unread:
            hint = f"refer to it with [^{name}], or delete it"
            yield Diagnostic(Span(self.path, line), "L012", f"footnote [^{name}] is never used", hint)

    def misread(self) -> Iterable[Diagnostic]:
        """What the whole note tells: elements, formulas that do not pair, and headings that skip a level."""
        for slip in elements.unpaired(self.tags):
            yield Diagnostic(Span(self.path, slip.line), *slip[1:])
        for tex, line in self.found.formulas:
            problem = in_formula(tex)
            if problem and not inline.is_placeholder(tex):
                yield Diagnostic(
                    Span(self.path, line),
                    "F054",
                    problem,
                    "mend the formula: TeX cannot read it, or reads something else",
                )
        for above, heading in zip([None, *self.headings], self.headings, strict=False):
            if not heading.text:
                yield Diagnostic(heading.span, "F053", "a heading has no words", "write them, or delete it")
            elif above is not None and heading.level > above.level + 1:
                problem = f"heading {heading.text!r} has level {heading.level}, the one above it {above.level}"
                yield Diagnostic(heading.span, "F053", problem, f"write {'#' * (above.level + 1)} before it")

    def _heading(self, opening: LightToken, line: int, content: str) -> None:
        if opening.tag == "h2" and opening.markup == "-" and misread.is_prose(content):
            problem = f"{content.strip()[-40:]!r} becomes a heading by the line of dashes below it"
            self.problems.append(Diagnostic(Span(self.path, line), "F053", problem, "leave a blank line between"))
        unique = slug.unique(slug.anchor(content), self.anchors)
        self.headings.append(Heading(Span(self.path, line), int(opening.tag[1]), content.strip(), unique, unique))

    def _mark(self, mark: str, line: int) -> None:
        """What a comment says of the formula right before it; a second one, and one that follows none, are kept to be reported."""
        if self.formula < 0 or self.displayed[self.formula].mark is not None:
            self.displayed.append(Formula(Span(self.path, line), "", len(self.headings) - 1, mark, line))
        else:
            self.displayed[self.formula] = self.displayed[self.formula]._replace(mark=mark, mark_line=line)

    def _own_line_id(self, ident: str, line: int) -> None:
        kind, index = self.last
        span = Span(self.path, line)
        if kind == "callout":
            self.callouts[index] = _with(self.callouts[index], block_id=ident)
            span = self.callouts[index].span
        elif kind == "block":
            self.blocks[index] = _with(self.blocks[index], block_id=ident)
            span = self.blocks[index].span
        elif kind == "line":
            span = Span(self.path, index)
        self._add_id(ident, span)

    def _line_ids(self, content: str, line: int) -> None:
        ident = BLOCK_ID.search(content)
        if ident:
            self._add_id(ident.group(1), Span(self.path, line))
        for other in other_ids(content):
            self.block_ids.setdefault(other.group(1), Span(self.path, line + content.count("\n", 0, other.start())))

    def _add_id(self, ident: str, span: Span) -> None:
        if ident in self.block_ids:
            hint = "give it another name; questions, quizzes and claims are known by their id"
            self.problems.append(Diagnostic(span, "Q006", f"block id ^{ident} is used twice on this card", hint))
            return
        self.block_ids[ident] = span

    def _html_ids(self, html: str, line: int) -> None:
        for match in _HTML_ID.finditer(html):
            self.block_ids.setdefault(match.group(1), Span(self.path, line))

    def _html_links(self, found: Iterable[html_links.HtmlLink], text: str, line: int) -> None:
        for target, fragment, start, end, embed in found:
            span = Span(self.path, line + text.count("\n", 0, start))
            self.found.links.append(Link(span, target, fragment, "", False, embed, (text, start, end)))

    def _fence(self, token: LightToken, line: int, offset: int) -> None:
        first, end = token.map or (0, 0)
        info = token.info.strip()
        language = info.split()[0] if info else ""
        source = self.lines[first + offset] if first + offset < len(self.lines) else ""
        block = CodeBlock(
            Span(self.path, line),
            language,
            info,
            token.markup,
            token.content,
            closed=end - first == token.content.count("\n") + 2 and token.content[-1:] in ("", "\n"),
            inside=self.containers[-1] if self.containers else "",
            indented=not source.startswith(token.markup),
            comments=tuple(self.comments),
            heading=len(self.headings) - 1,
            python=python_code.analyse(token.content) if is_python(info) else None,
        )
        index = len(self.blocks)
        if language == "output" and self.python >= 0 and not self.containers:
            self.blocks[self.python] = _with(self.blocks[self.python], output=block)
            self.python = -1
            self.claim = -1
            self.comments = []
        else:
            claim = self.claim
            self._settle()
            if block.python is not None:
                if claim >= 0:
                    self.proofs[claim] = index
                self.python = self.drawing = index
            elif language in ("bash", "sh"):
                self.python = index
        if block.python is None and language != "output":  # what runs is compared and run; a diagram is words
            self.words.setdefault(len(self.headings) - 1, []).append(block.code)
            self.said += [
                (line + below, len(self.headings) - 1, "diagram", text)
                for below, text in enumerate(block.code.split("\n"), 1)
                if says_number(text)
            ]
        told = [*misread.in_code(language, block.code)]
        self._slips(told, line)
        if block.closed:
            runs = block.python is not None and index not in self.proofs.values()  # a proof: named as one
            self._slips(data_fences.empty(language, block.code, is_python=runs), line)
            self._slips(() if told else data_fences.unread(language, block.code), line)
        self.waiting = True
        self.blocks.append(block)
        self.last = ("block", index)

    def _open_quote(self, tokens: list[LightToken], position: int, line: int) -> None:
        self._settle()
        self.containers.append("quote")
        head = tokens[position + 2] if position + 2 < len(tokens) else None
        match = CALLOUT.match(head.content) if head is not None and head.type == "inline" else None
        if match is None or tokens[position + 1].type != "paragraph_open":
            first = head.content.partition("\n")[0] if head is not None and head.type == "inline" else ""
            if kind := misread.callout(first):
                self._slips([misread.miswritten(first, kind)], line)
            self.open_quotes.append(None)
            return
        depth = self.containers.count("quote")
        start, end = tokens[position].map or (0, 0)
        offset = line - start - 1
        body = [self.lines[i + offset] for i in range(start + 1, end) if i + offset < len(self.lines)]
        for _ in range(depth):
            body = [text[2:] if text.startswith("> ") else _QUOTE.sub("", text, count=1) for text in body]
        kind, fold, title = match.group(1).lower(), match.group(3), match.group(4).split("\n")[0].strip()
        self._slips(misread.unfolded(match.group(1), fold, title), line)
        self.open_quotes.append(_Open(len(self.callouts)))
        self.callouts.append(Callout(Span(self.path, line), kind, fold, title, "\n".join(body).strip("\n"), depth))

    def _close_quote(self) -> None:
        self.containers.pop()
        self._settle()
        opened = self.open_quotes.pop()
        if opened is None:
            self.last = ("line", self.last[1] if self.last[0] == "line" else 0)
            return
        callout = self.callouts[opened.index]
        if callout.kind in _QUIZ_KINDS:
            self.quizzes.append(opened)
        if callout.kind == "claim" and not self.containers:
            self.claim = opened.index
            self.waiting = True
        self.last = ("callout", opened.index)

    def _callout_text(self, tokens: list[LightToken], position: int, line: int, content: str) -> None:
        """Tasks of the page, and the options and explanations of a quiz."""
        if not self.containers:
            return
        opened = self.open_quotes[-1] if self.open_quotes else None
        depth = 0  # of lists inside the innermost quote
        for container in reversed(self.containers):
            if container == "quote":
                break
            depth += 1
        task = TASK.match(content) if depth > 0 and tokens[position - 2].type == "list_item_open" else None
        if task is not None:
            self.tasks.append((task.group(1) not in " ", content[task.end() :], line))
        if opened is None or self.callouts[opened.index].kind not in _QUIZ_KINDS:
            return
        if depth == 0:
            if self.callouts[opened.index].span.line == line:
                rest = content.split("\n", 1)
                if len(rest) > 1:
                    opened.why.append(rest[1].strip())
            elif opened.options:
                opened.prose.append(content)
            else:
                opened.why.append(content)
        elif depth == 1 and task is not None:
            right = task.group(1) in "xX"
            opened.options.append(Option(Span(self.path, line), content[task.end() :].strip(), right, ""))
        elif depth == 1 and opened.options and tokens[position - 2].type == "list_item_open":
            hint = "indent it by four spaces below its option, or make it one: `- [ ]`"
            problem = "this line of the quiz is neither an option nor the reason of one"
            self.problems.append(Diagnostic(Span(self.path, line), "Q007", problem, hint))
            opened.options[-1] = _with(opened.options[-1], why=content)
        elif opened.options:
            last = opened.options[-1]
            opened.options[-1] = _with(last, why=(last.why + "\n" + content).strip())


_Node = TypeVar("_Node", Callout, CodeBlock, Option)


def _with(node: _Node, **changes: Any) -> _Node:
    """As `dataclasses.replace`, which looks at every field again: a card takes some ten of these."""
    made = object.__new__(type(node))
    made.__dict__.update(node.__dict__, **changes)
    return made


def _unread(lines: list[str], shown: str, skip: int) -> Iterable[tuple[str, int]]:
    """Footnotes of the text that are gone from what is shown of it, with their lines."""
    for number, (before, after) in enumerate(zip(lines, shown.split("\n"), strict=True), 1):
        name = slips.definition(before) if number > skip and before != after and not after else ""
        if name:
            yield name, number


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def is_python(info: str) -> bool:
    """Whether a reader would take a fence with this info string for Python."""
    words = info.replace("{", " ").replace("}", " ").replace(".", " ").replace(",", " ").lower().split()
    return bool(words) and words[0] in ("python", "py", "python3")


_SET_ASIDE = {2: None, 3: None}  # Python-Markdown marks its own places with them, and takes them out of every text


def parse_card(path: str, lang: str, key: str, text: str) -> Card:
    """Parse one file; `text` has Unix line ends and no byte-order mark."""
    written, text = text, text.translate(_SET_ASIDE) if "\x02" in text or "\x03" in text else text
    front, problems = frontmatter.read(path, text)
    skip = front.height
    lines = text.split("\n")
    body = "\n".join(lines[skip:]) if skip else text
    shown = unseen(comments.hidden(body))
    above = comments.hidden_yaml(lines[:skip])
    whole = text if shown is body and above == lines[:skip] else "\n".join([*above, shown])
    parser = _Parser(path, whole)
    parser.problems += problems
    parser.problems += _never_closed(path, body, skip) if shown is not body else ()
    tokens, references = blocks.tokens(shown)
    line = too_deep(tokens)
    if line is not None:
        hint = "nest it less; nothing else was checked in it"
        parser.problems.append(Diagnostic(Span(path, skip + line + 1), "F030", "nested too deep to be shown", hint))
        return Card(path, lang, PurePosixPath(path).stem, key, text, "", front, diagnostics=tuple(parser.problems))
    parser.run(tokens, skip)
    parser.problems += parser.misread()
    if written is not text or not whole.isascii() or not whole.isprintable():
        parser._slips(misread.invisible(whole if written is text else written), 1)
    parser._slips(pasted(whole), 1)
    parser._slips(labels.undefined(parser.referred, references), 0)
    parser.problems += parser.footnotes(_unread(lines, whole, skip) if "\n[^" in body else ())
    nowhere = "a link has no address between its parentheses", "write it: [words](Note.md)"
    parser.problems += [Diagnostic(Span(path, line), "L001", *nowhere) for line in parser.found.nowhere]
    if "<<<<<<< " in text or ">>>>>>> " in text:
        parser.problems += [Diagnostic(Span(path, slip.line + 1), *slip[1:]) for slip in slips.conflicts(text)]
    parser.found.links += _reference_links(path, references, skip)
    parser.found.links += front.links
    code = _named(parser)
    return Card(
        path=path,
        lang=lang,
        name=PurePosixPath(path).stem,
        key=key,
        text=text,
        shown=whole,
        front=front,
        headings=tuple(with_depths(parser.headings, parser.depths)),
        links=tuple(parser.found.links),
        blocks=code,
        callouts=tuple(parser.callouts),
        claims=tuple(_claims(parser, code)),
        questions=tuple(_questions(parser.callouts)),
        quizzes=tuple(_quizzes(parser)),
        block_ids=parser.block_ids,
        tags=tuple(dict.fromkeys([*front.tags, *parser.found.tags])),
        formulas=tuple(sorted(parser.found.formulas, key=lambda formula: formula[1])),
        displayed=tuple(parser.displayed),
        formula_problems=tuple(formula_problems(parser.displayed, code)),
        tables=tuple(parser.tables),
        marks=tuple(parser.found.marks),
        tasks=tuple(parser.tasks),
        explorables=tuple(parser.explorables),
        depth_marks=tuple((depth, index) for index, depth in parser.depths.items()),
        sections=tuple(_sections(parser)),
        units=tuple(_units(tokens, skip)),
        said=tuple(parser.said),
        diagnostics=tuple(parser.problems),
    )


def _never_closed(path: str, body: str, skip: int) -> Iterable[Diagnostic]:
    for line, mark in comments.never_closed(body):
        hint = f"close it with {'%%' if mark == '%%' else '-->'}"
        yield Diagnostic(Span(path, skip + line + 1), "F018", f"a comment is opened by {mark} and never closed", hint)


def _named(parser: _Parser) -> tuple[CodeBlock, ...]:
    """Give each block its claim, and each Python block a name that is unique on the card."""
    claim_of = {block: parser.callouts[callout].block_id for callout, block in parser.proofs.items()}
    taken: dict[str, int] = {}
    out = []
    for index, block in enumerate(parser.blocks):
        claim = claim_of.get(index, "")
        if block.python is not None or block.language in ("bash", "sh"):
            defines = block.python.defines if block.python else ()
            section = parser.headings[block.heading].slug if block.heading >= 0 else "start"
            name = slug.unique(
                claim or block.block_id or (defines[0] if defines else section), taken, slug.function_name
            )
            out.append(_with(block, claim=claim, name=name))
        else:
            out.append(block)
    return tuple(out)


def _claims(parser: _Parser, code: tuple[CodeBlock, ...]) -> Iterable[Claim]:
    for index, callout in enumerate(parser.callouts):
        if callout.kind == "claim":
            proof = code[parser.proofs[index]] if index in parser.proofs else None
            yield Claim(callout.span, callout.block_id, f"{callout.title}\n{callout.body}".strip(), proof)


def _questions(callouts: list[Callout]) -> Iterable[Question]:
    for callout in callouts:
        if callout.kind == "question":
            yield Question(callout.span, callout.block_id, callout.title, callout.body.strip())


def _quizzes(parser: _Parser) -> Iterable[Quiz]:
    for opened in parser.quizzes:
        callout = parser.callouts[opened.index]
        question = " ".join([callout.title, *opened.why]).strip()
        code = _joined(parser.deciding.get(opened.index, []))
        yield Quiz(callout.span, callout.block_id, question, tuple(opened.options), "\n\n".join(opened.prose), code)


def _joined(written: list[tuple[int, str, str]]) -> Decided | None:
    """Lines of code that stand in comments, each as far below the first as on the card."""
    if not written:
        return None
    first = written[0][0]
    lines = [""] * (written[-1][0] - first + 1)
    for line, _, code in written:
        lines[line - first] = code
    return Decided("\n".join(lines), first, tuple(claim for _, claim, _ in written if claim))


def _sections(parser: _Parser) -> Iterable[Section]:
    for heading, pieces in sorted(parser.words.items()):
        line = parser.headings[heading].span.line if heading >= 0 else 1
        yield Section(Span(parser.path, line), heading, digest(pieces), slips.script(pieces[heading >= 0 :]))


def _units(tokens: list[LightToken], skip: int) -> Iterable[tuple[int, str]]:
    for token in tokens:
        if token.level == 0 and token.map and token.nesting >= 0 and token.type != "inline":
            yield token.map[0] + 1 + skip, token.type.removesuffix("_open")


def _reference_links(path: str, references: dict[str, dict[str, object]], skip: int) -> Iterable[Link]:
    for reference in references.values():
        parts = inline.split_destination(str(reference.get("href", "")))
        where = reference.get("map")
        if parts is not None and isinstance(where, list):
            yield Link(Span(path, where[0] + 1 + skip), parts[0], parts[1], "", False, False)

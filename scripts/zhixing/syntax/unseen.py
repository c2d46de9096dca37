"""What a reader never sees although it is no comment: hidden elements, and definitions that nothing refers to.

`[//]: # (words)` is how many write a comment; a footnote that no one refers to is shown nowhere; `<div hidden>`,
`<template>` and `<script>` hold words that a browser does not show, but a search index would.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from html import unescape

from zhixing.syntax import blocks, inline
from zhixing.syntax.slips import defines, spoken
from zhixing.syntax.tokens import LightToken

_TAG = re.compile(r"""<(?P<end>/?)(?P<name>[a-zA-Z][\w:-]*+)(?P<rest>(?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>""")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_HIDDEN = re.compile(r"(?<![\w-])(?:hidden|popover)(?![\w-])", re.I)
_OPEN = re.compile(r"(?<![\w-])open(?![\w-])", re.I)
_STYLE = re.compile(r"""(?<![\w-])style\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))""", re.I)
_NOT_SHOWN = re.compile(
    r"display\s*:\s*none|(?:content-)?visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?![.\d]*[1-9])"
    r"|(?<![\w-])color\s*:\s*(?:transparent|#(?:...0|.{6}00)\b|(?:rgb|hsl)a?\([^()]*[,/]\s*0*(?:\.0*)?%?\s*\))"
    r"|(?:left|right|top|bottom|text-indent)\s*:\s*-\d{3}|(?:scale[xy]?|opacity|translate[xy3d]*)\s*\((?:-\d{3,}[^()]*|\s*0%?\s*)\)"
    r"|clip(?:-path)?\s*:\s*(?:rect\(\s*0|circle\(\s*0|inset\(\s*(?:[5-9]\d|100)%)|(?<![\w-])font\s*:\s*0|zoom\s*:\s*0"
    r"|(?<![\w-])(?:max-)?(?:height|width)\s*:\s*0(?!\.?\d)(?=.*overflow\s*:\s*(?:hidden|clip))"
    r"|overflow\s*:\s*(?:hidden|clip)(?=.*(?<![\w-])(?:max-)?(?:height|width)\s*:\s*0(?!\.?\d))",
    re.I | re.S,
)
_CSS_ESCAPE = re.compile(r"/\*.*?\*/|\\(?:([0-9a-f]{1,5})\s?|(.))", re.I | re.S)
_SILENT = frozenset(
    [
        *("template", "script", "style", "head", "title", "noembed", "noframes", "datalist", "rp"),
        *("desc", "metadata", "annotation", "annotation-xml"),
    ]
)
_DRAWN = frozenset(["video", "audio", "iframe", "canvas", "meter", "progress"])  # words in them are not shown
_VOID = frozenset(
    ["input", "img", "br", "hr", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr"]
)
_BOGUS = re.compile(r"<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<![A-Za-z].*?(?:>|\Z)", re.S)
_WORTH = re.compile(
    r"<(?:[^<>]*?(?<![\w-])(?:hidden|style|popover)(?![\w-])|\?|![A-Za-z\[]"
    rf"|(?:{'|'.join(sorted(_SILENT | _DRAWN))}|dialog)\b)"
    r"|^[ >\t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[[^\]\n]+\]:|\$[^$]*%|^[ >\t]*%%[^%{\n]|^[ >\t]*(?:```|~~~)[^\n]*mermaid[^\n]*\n[ >\t]*---",
    re.I | re.M,
)
_TEX_COMMENT = re.compile(r"((?<!\\)(?:\\\\)*%).+")
_MERMAID_COMMENT = re.compile(r"^([ \t]*%%)(?!\{).+", re.M)
_MERMAID_HEAD = re.compile(r"\s*---[ \t]*\n(?:.*\n)*?[ \t]*---[ \t]*(?=\n|\Z)")
_YAML_COMMENT = re.compile(r"(^|[ \t])#.*", re.M)
_DEFINITION = re.compile(r"[ ]{0,3}\[(?P<label>[^\[\]\n]+)\]:")
_ITEM = re.compile(r"^(?:[> \t]|[-*+][ \t]|\d{1,9}[.)][ \t])+")
_LABEL = re.compile(r"\[([^\[\]\n]+)\]")
_CODE = ("fence", "code_block")


def unseen(text: str) -> str:
    """The text, line for line, without what no reader sees; code is left alone."""
    if not _WORTH.search(text):
        return text
    lines = text.split("\n")
    found = blocks.tokens(text)[0]
    _drop_elements(lines, found)
    _drop_definitions(lines, found)
    made = "\n".join(lines)
    return text if made == text else made


def _drop_elements(lines: list[str], tokens: list[LightToken]) -> None:
    opened: tuple[str, int] | None = None  # a hidden element that an earlier block began: its name, how many of it
    is_note = False  # what is indented below a footnote is its text
    for token in tokens:
        if token.map is None or token.type not in ("inline", "html_block", "math_block", *_CODE):
            continue
        first, last = token.map
        if token.type in ("math_block", *_CODE):
            if opened:
                lines[first:last] = [""] * (last - first)
            elif token.type == "code_block" and is_note:
                _swap(lines, first, token.content, unseen(token.content))
            elif token.type == "fence" and token.info.startswith("mermaid"):
                _swap(lines, first + 1, token.content, _uncommented_diagram(token.content))
            elif token.type == "math_block" and "%" in token.content:
                _swap(lines, first, token.content, _TEX_COMMENT.sub(_uncommented, token.content))
            continue
        is_note = token.type == "inline" and defines(token.content)
        if opened is None and "<" not in token.content and "%" not in token.content:
            continue
        is_block = token.type == "html_block"
        shown, opened = _cut(token.content, list(_tags(token.content, is_block)), opened, is_block)
        if "%" in shown and "$" in shown and not is_block:
            shown = inline.PIECE.sub(_without_tex_comments, shown)
        if shown != token.content:
            _swap(lines, first, token.content, shown)


def _without_tex_comments(piece: re.Match[str]) -> str:
    return _TEX_COMMENT.sub(_uncommented, piece.group()) if piece.lastgroup in ("math", "display") else piece.group()


def _uncommented(comment: re.Match[str]) -> str:
    """The `%` of a formula without the words behind it, which TeX does not read; the signs that close the formula stay."""
    rest = comment.group()
    return f"{comment[1]}{rest[len(rest.rstrip('$')) :]}"


def _uncommented_diagram(code: str) -> str:
    """A diagram without what its comments say, those of its own front matter included."""
    head = _MERMAID_HEAD.match(code)
    above = _YAML_COMMENT.sub(r"\1", head.group()) if head else ""
    return above + _MERMAID_COMMENT.sub(r"\1", code[head.end() if head else 0 :])


def _swap(lines: list[str], first: int, old: str, new: str) -> None:
    for number, (before, after) in enumerate(zip(old.split("\n"), new.split("\n"), strict=True), first):
        if before != after and number < len(lines):
            head, found, tail = lines[number].rpartition(before)
            lines[number] = f"{head}{after}{tail}" if found else after


def _tags(text: str, is_block: bool) -> Iterator[re.Match[str]]:
    if is_block:
        yield from _TAG.finditer(text)
        return
    for piece in inline.pieces(text):
        if piece.lastgroup == "html":
            tag = _TAG.match(text, piece.start())
            if tag is not None:
                yield tag


def _cut(
    text: str, tags: list[re.Match[str]], opened: tuple[str, int] | None, is_block: bool
) -> tuple[str, tuple[str, int] | None]:
    """A text without its hidden elements, and the one that is still open at its end."""
    out: list[str] = []
    start, name, depth = 0, *(opened or ("", 0))
    gone, is_drawn = start, False
    for tag in tags:
        called = tag["name"].lower()
        if depth and called != name:
            if is_drawn and called in _VOID:  # what it plays
                out += ["\n" * text.count("\n", gone, tag.start()), tag.group()]
                gone = tag.end()
        elif depth:
            depth += -1 if tag["end"] else 0 if tag["rest"].endswith("/") else 1
            if not depth:
                start = tag.start() if is_drawn else tag.end()
                out.append("\n" * text.count("\n", gone, start))
        elif tag.start() >= start and not tag["end"] and ((hidden := _is_hidden(tag)) or called in _DRAWN):
            is_drawn = not hidden
            gone = tag.end() if is_drawn else tag.start()
            out.append(text[start:gone])
            start = tag.end()
            if called in _VOID:
                out.append("\n" * tag.group().count("\n"))
            else:
                name, depth = called, 1
    if not depth:
        out.append(text[start:])
        return _without_bogus("".join(out), is_block), None
    out.append("\n" * text.count("\n", gone))
    goes_on = opened or (is_block and name != "p" and not is_drawn)
    return _without_bogus("".join(out), is_block), (name, depth) if goes_on else None


def _without_bogus(text: str, is_block: bool) -> str:
    """Without what HTML takes for a comment: `<?…?>`, `<!…>`, but not in code; a comment proper is not for this module."""
    if "<?" not in text and "<!" not in text:
        return text
    out, start = [], 0
    for match in _BOGUS.finditer(text if is_block else spoken(text)):
        out += [text[start : match.start()], "\n" * match.group().count("\n")]
        start = match.end()
    return "".join([*out, text[start:]])


def _is_hidden(tag: re.Match[str]) -> bool:
    if tag["name"].lower() in _SILENT:
        return True
    rest = tag["rest"]
    if tag["name"].lower() == "dialog" and not _OPEN.search(_QUOTED.sub("", rest)):
        return True
    style = _STYLE.search(rest)
    css = next((value for value in style.groups() if value), "") if style else ""
    css = _CSS_ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) if escape[1] else escape[2] or " ", unescape(css))
    return _HIDDEN.search(_QUOTED.sub("", rest)) is not None or _NOT_SHOWN.search(css) is not None


def _drop_definitions(lines: list[str], tokens: list[LightToken]) -> None:
    """Empty the definitions of links and footnotes that nothing in the text refers to."""
    covered: set[int] = set()
    for token in tokens:
        if token.map and token.type in ("inline", "html_block", "math_block", "comment_block", *_CODE):
            covered.update(range(*token.map))
    code = {number for token in tokens if token.map and token.type in _CODE for number in range(*token.map)}
    starts = {
        n: match["label"]
        for n, line in enumerate(lines)
        if n not in code and (match := _definition(line)) and (n in covered) == match["label"].startswith("^")
    }  # what looks like the definition of a link and stands in a paragraph is words
    if not starts:
        return
    ends: dict[int, int] = {}
    within: dict[int, int] = {}  # line → the first line of the footnote that it belongs to
    for number, label in starts.items():
        end = number + 1
        while end < len(lines) and end not in starts and _goes_on(lines, end, label.startswith("^"), covered):
            end += 1
        ends[number] = end
        within.update(dict.fromkeys(range(number, end), number) if label.startswith("^") else ())
    used = _reached(starts, within, tokens)
    for number, label in starts.items():
        if _key(label) not in used:
            lines[number : ends[number]] = [""] * (ends[number] - number)


def _reached(starts: dict[int, str], within: dict[int, int], tokens: list[LightToken]) -> set[str]:
    """The labels that are referred to, but for those that only footnotes refer to which are not referred to themselves."""
    named: dict[int, set[str]] = {}  # the first line of a footnote, -1 for the text → what is named there
    for line, label in _used(tokens, within):
        named.setdefault(within.get(line, -1), set()).add(_key(label))
    defined: dict[str, list[int]] = {}
    for number, label in starts.items():
        defined.setdefault(_key(label), []).append(number)
    used: set[str] = set()
    waiting = list(named.get(-1, ()))
    while waiting:
        label = waiting.pop()
        if label not in used:
            used.add(label)
            waiting += [other for number in defined.get(label, ()) for other in named.get(number, ())]
    return used


def _definition(line: str) -> re.Match[str] | None:
    if "]:" not in line:
        return None
    found = _DEFINITION.match(line.lstrip("> \t"))
    item = None if found else _DEFINITION.match(_ITEM.sub("", line))
    return item if item and not item["label"].startswith("^") else found


def _goes_on(lines: list[str], number: int, is_note: bool, covered: set[int]) -> bool:
    """Whether a line belongs to the definition above it."""
    line = lines[number]
    if is_note:
        return not line.strip() or line.startswith(("    ", "\t")) or bool(lines[number - 1].strip())
    return bool(line.strip()) and number not in covered


def _used(tokens: list[LightToken], within: Container[int]) -> Iterator[tuple[int, str]]:
    """Line and label of everything in brackets that may refer to a definition; what is indented may be a footnote's."""
    for token in tokens:
        is_text = token.type == "inline" or (token.type == "code_block" and token.map and token.map[0] in within)
        if is_text and token.map and "[" in token.content:
            for number, line in enumerate(token.content.split("\n"), token.map[0]):
                definition = _definition(line)
                for match in _LABEL.finditer(line, definition.end() if definition else 0):
                    yield number, match[1]


def _key(label: str) -> str:
    return " ".join(label.split()).casefold()

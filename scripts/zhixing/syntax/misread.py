"""Slips of the pen that Obsidian shows as written, and whoever wrote them meant otherwise: asked of cards alone."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from html.entities import html5
from itertools import pairwise

from zhixing.syntax import inline
from zhixing.syntax.callouts import CALLOUT, KINDS
from zhixing.syntax.slips import Slip, spoken

_KINDS = "|".join(sorted(KINDS, key=len, reverse=True))
_GAP = "[ ]{0,3}"
_CALLOUT = re.compile(
    rf"(?:!?\[{_GAP}[!！]?{_GAP}(?P<kind>{_KINDS}){_GAP}(?:\](?![(\[:])|$)"
    rf"|[【［\[]{_GAP}[!！]?{_GAP}(?P<wide>{_KINDS}){_GAP}[】］])(?P<rest>[+-]?)|[!！](?P<bare>{_KINDS.upper()})\b"
    rf"|[({{]{_GAP}[!！]{_GAP}(?P<round>{_KINDS}){_GAP}[)}}]"
    rf"|!?\[[!！](?P<open>{_KINDS})(?=[+-]?[ ][^\]\n]*$)",
    re.I | re.M,
)
_INVISIBLE = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    "|(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d"
)
_ALIKE = dict(zip("аеорсухіѕјАВЕКМНОРСТУХІЅЈο", "aeopcyxisjABEKMHOPCTYXISJo", strict=True))
_FOREIGN_LETTER = re.compile(f"(?<=[A-Za-z])[{''.join(_ALIKE)}]|[{''.join(_ALIKE)}](?=[A-Za-z])")
_LEFT = re.compile(
    r"(?<![\w#!/.-])(?<!\[\[)(?:TODO|FIXME|TBD|XXX|WIP(?![ ][a-z]))(?![\w/-])|\blorem ipsum\b|\[(?i:citation needed)\]|待补充|待完善"
    r"|此处省略"
    r"|\b(?:section|figure|table|equation|chapter|appendix)[ ](?:\?\?|XX)(?!\w)|(?:第|图|表|式)[ ]?(?:\?\?|？？|XX)(?!\w)"
    r"|(?<!\])\[(?:your|insert)[ ][a-z ]{2,30}\](?![(\[])|\{\{ *[A-Za-z][\w :.-]*\}\}|<%.{0,200}?%>",
    re.I,
)
_LOST = re.compile("\\w*\ufffd[\\w\ufffd]*")
_CAPITAL = re.compile(r"todo|fixme|tbd|xxx|wip", re.I)
_TWICE = re.compile(
    r"(?<![\w'’-])(the|an?|of|and|to|in|is|are|for|with|on|at|by|from|it|we|be)[ \n]\1(?![\w'’-])|(?<!目)(的)的(?!确)"
)
_LINKLIKE = re.compile(
    r"【【(?P<wide>[^【】\n]+)】】|(?<!\[)\[\[(?P<empty> *)\]\](?![(\]])|(?<!\w)[!！](?P<gap> +|(?<=！))(?=\[\[[^\[\]\n]+\]\])"
    r"|(?<!!)\[\[(?P<bar>[^\[\]|\n]+)\|\s*\]\]|(?<!!)(?P<mute>\[\s*\]\([^()\s]+\))"
    r"|\[\[(?P<around>[^\[\]\n]+)\[\[(?P<within>[^\[\]\n]+)\]\][^\[\]\n]*\]\]"
    r"|(?<!\\)\[(?:[^\[\]\n]+)\](?P<torn>\((?:<?[^()\s]*\.(?:md|pdf|png|jpe?g|gif|svg|webp)|https?://)[^()\n]*$)"
    r"|(?<!\w)[!！](?P<apart> +)(?=\[[^\[\]\n]*\]\([^()\s]+\.(?:png|jpe?g|gif|svg|webp)\))"
    r"|(?<![\w\]])!\((?P<turned>[^()\n]+)\)\[(?P<address>[^\[\]\n]+)\]"
    r"|<(?P<sharp>https?://[^\s<>]+)(?=\s|$)"
    r"|(?<!\\)\[(?:[^\[\]\n]+)\](?P<half>\((?:<[^<>()\n]+|[^()\s<>\"]+[ ]+\"[^\"()\n]*)\))",
    re.M,
)
_MUTE = re.compile(r"\[\s*\]\(")
_LONE = re.compile(r"(?<![\[\w\\])\[(?!\[)([^\[\]\n^!]+)\]\](?!\])")
_COMMENT = re.compile(
    r"< ?!(?:(?<= !)--| --|-(?!-)|[—–])[^<>\n]*>|<-- [^<>\n]*-->|(?<![%\w])%(?!%)[^%\n]{3,80}%%(?!%)"
    r"|％％[^％\n]+％％"
)
_DASHES = re.compile(r"(?:^|(?<=[\s(（，。]))(==|~~)(?=\w)")
_STAR = re.compile(r"(?:^|(?<=[\s(（]))\*(?=[^\W\d])")
_STARS = re.compile(r"(?<![\\*])\*{1,3}(?!\*)")
_LOOSE = re.compile(r"(?:^|(?<=\s))(\*\*|==|~~)[ ]{1,3}[^*=~\n|]{1,80}?[ ]{1,3}\1(?=[\s.,;:!?，。]|$)")
_LOOSE_END = re.compile(r"(?<![^\s，。、（(])(==|\*\*)(?=[^\s=*])[^=*\n|]{1,60}[ ]\1(?=[\s.,;:!?，。]|$)")
_UNEVEN = re.compile(r"(?<![*\w\\])(\*{1,2})(?=[^\s*])[^*\n]{1,80}(?<=[^\s*])(\*{1,2})(?![*\w])")
_HALF = re.compile(r"(?:^|(?<=[\s(（，。]))([=~])(?=[^\W\d])[^=~\n]{1,60}(?<=\w)\1\1(?=[\s.,;:!?，。)]|$)", re.M)
_TICKS = re.compile(r"^·{3}\w+$|(?<![\w·])·[A-Za-z_][\w.()=, ]{0,40}·(?![\w·])|´[A-Za-z_][\w.()=, ]{0,40}´", re.M)
_ITEM = re.compile(
    r"^(?:[•●▪◦‣](?=[ \t\w])|－(?=[ \u3000])|-(?=[A-Z][a-z]{2}|[\u3400-\u9fff\[]|(?![rwxst]{6})[a-z]{3,}(?![\w-]))"
    r"|\d{1,2}[.)](?=[A-Za-z]{2}|[\u3400-\u9fff]))[^\n]{0,40}",
    re.M,
)
_TASK = re.compile(r"【[ xX]?】|\[(?:[ xX]\](?=[^\s(\[:\]|,.;)])|\](?=[\sA-Z\u3400-\u9fff])|[ ]+[xX][ ]*\]|[xX][ ]+\])")
_ROW = re.compile(r"^[|｜].*[|｜][ ]*$")
_LONE_ROW = re.compile(r"[|｜][ ](?:[^|｜\n]+[ ][|｜][ ]?)+")
_NOTE = re.compile(r"\[\^(?:[ ]+[^\[\]\s]+|[^\[\]\s]+[ ]+)\](?!:)")
_OPEN_NOTE = re.compile(r"\^\[(?=[^\s\[\]])[^\[\]\n]*\Z")
_PARTICLE = re.compile("on|in", re.I)
_PHRASAL = re.compile(r"(?:\b(?:go|goes|log|sign|move|carry)|ing|ed)[ \n]\Z", re.I)
_MARKS_TWICE = re.compile(r"(?<=\w)(?:,,|;;|\.\.(?=\s|\Z)|，，|。。|、、|；；)(?![,;.…，。、；])")
_RULE = re.compile(r"^[| :—–-]+$")
_QUOTES = re.compile("[“”‘’—]")
_QUOTED = re.compile(r"[“”‘’][^“”‘’]*\w[^“”‘’]*[“”‘’]|—\w[^—]*—\w")
_PLAIN_LANGUAGES = frozenset([
    "bash", "sh", "zsh", "shell", "json", "yaml", "yml", "toml", "ini", "js", "ts", "javascript", "typescript", "sql", "go",
    "rust", "c", "cpp", "java", "html", "css",
])  # fmt: skip
_TEX = re.compile(
    r"\\\((?P<round>[^\n]{1,200}?)\\\)|(?<!\\\[)\\\[(?!\\\[)(?P<square>[^\n\]]{0,80}?[\\^_=][^\n]{0,80}?)\\\]|^\\begin\{(?P<begin>\w+\*?)\}",
    re.M,
)
_SPACED = re.compile(
    r"(?<![\\$\w])\$(?:[ ]{1,3}(?=[^$\n]*[-+*/=<>])(?:(?<![^\W\d])[A-Za-z](?![A-Za-z])|[0-9.,+*/=<>()| -]){3,60}[ ]"
    r"|[ ]{1,3}[^$\n]{0,60}?[\\^_{][^$\n]{0,60}|[^\s$'\"][^$\n]{0,60}?[\\^_{][^$\n]{0,60}[ ])\$(?!\d)"
)
_MIXED = re.compile(r"(?<![\\$])\$(?= )")
# Marks that Markdown knows in their narrow form alone.
_WIDE = re.compile(
    r"｀++[^｀\n]+｀+|^｀｀｀\w*$|＊＊[^＊\n]+＊＊|＝＝[^＝\n]+＝＝|[!！]?［［[^［］\n]+］］|＄++[^＄\n]{0,60}?[\\^_{][^＄\n]{0,60}＄+"
    r"|［[^［］\n]+］[(（](?:https?://[^\s()（）]+|[^\s()（）]+\.md)[)）]|^＞[ \u3000]?(?=\S)[^\n]{0,20}"
    r"|(?<![^\s(（，。、])＃(?=[^\W\d])[\w/-]{1,40}"
    r"|[￥¥](?![\d\s])[^￥¥\n]{0,60}?[\\^_=<>][^￥¥\n]{0,60}[￥¥]",
    re.M,
)
_NARROW = str.maketrans("｀＊＝！［］＄￥¥｜（）＞＃\u3000", "`*=![]$$$|()># ")
_FOLDS = "-+–—−－＋"
_INDENTED = re.compile(
    r"(?:#{2,6}|[-*+]|\d{1,2}\.|>|\|) \S|!?\[\[(?!\w+\]\]$)|# [A-Z\u3400-\u9fff]|\*\*\w|[A-Z\u3400-\u9fff][^=(){};$/\\<>#]{20,}[.。!?！？]$"
)
_PYTHON = re.compile(r"^(?:import \w|from [\w.]+ import |def \w+\(|class \w+[:(]|@\w+$|print\()", re.M)
_TICKED = re.compile(r"(`{1,2})(python|output|mermaid|bash)\n")
_FOREIGN = re.compile(
    r"^(?:\[TOC\]$|(?:!!!|\?\?\?\+?) +\w.*|:{3,} *[\w{].*|\{\{[<%].*[>%]\}\}|"
    r"\{% *\w.*%\}|\{[:.#][\w .:#=\"'-]+\}$|'{3}\w)|\\(?:ref|cite)\{\w+\}",
    re.M,
)
_ENTITY = re.compile(r"&([A-Za-z]{2,8});")
_USUAL = ("nbsp", "quot", "apos", "mdash", "ndash", "hellip", "copy", "times", "rarr", "larr", "ensp", "emsp", "middot")
_SHOWN = 60


def in_words(text: str, *, paragraph: bool) -> Iterator[Slip]:
    """What is wrong in the words of one paragraph, heading or cell."""
    words = spoken(text)
    for match in _LEFT.finditer(words):
        said = match.group()
        if _CAPITAL.fullmatch(said) and not said.isupper():
            continue
        yield _slip(text, match, "F052", f"{said[:_SHOWN]} was left in the text", "write what is missing, or delete it")
    for match in _TWICE.finditer(words):
        word = match[1] or match[2]
        if _PARTICLE.fullmatch(word) and _PHRASAL.search(words[max(0, match.start() - 8) : match.start()]):
            continue  # what is going on on a machine
        yield _slip(text, match, "F060", f"{word!r} stands twice", "delete one of the two")
    for match in _MARKS_TWICE.finditer(words):
        yield _slip(text, match, "F060", f"{match.group()[0]!r} stands twice", "delete one of the two")
    for match in _NOTE.finditer(words) if "[^" in words else ():
        hint = f"write {match.group().replace(' ', '')}"
        yield _slip(text, match, "L012", f"{match.group()} is no footnote: it has a space", hint)
    yield from _marks(text, words)
    yield from _links(text, words)
    yield from _formulas(text, words)
    for match in _WIDE.finditer(words) if not text.isascii() else ():
        hint = f"write {match.group()[:_SHOWN].translate(_NARROW)}"
        yield _slip(
            text, match, "F067", f"{match.group()[:_SHOWN]} has marks of full width: it is shown as written", hint
        )
    for match in _TICKS.finditer(words) if "·" in words or "´" in words else ():
        hint = f"write {match.group().replace('·', '`').replace('´', '`')}"
        yield _slip(
            text, match, "F067", f"{match.group()} has signs that only look like `: it is shown as written", hint
        )
    for match in _LOST.finditer(words) if "\ufffd" in words else ():
        problem = f"a letter was lost: U+FFFD stands in {match.group()[:_SHOWN]!r}"
        yield _slip(text, match, "F051", problem, "write the letter that stood there")
    if "`" in text and _QUOTES.search(text):
        yield from _quotes_in_code(text)
    for match in _COMMENT.finditer(words):
        hint = "write %%…%% or <!-- … -->, or delete it"
        yield _slip(text, match, "F059", f"{match.group()[:_SHOWN]} is no comment: it is shown", hint)
    for match in _ENTITY.finditer(words) if "&" in words else ():
        close = get_close_matches(match[1], _USUAL, 1, 0.7) if f"{match[1]};" not in html5 else []
        if close:
            yield _slip(text, match, "F061", f"{match.group()} is no character of HTML", f"did you mean &{close[0]};?")
    if paragraph:
        if ticked := _TICKED.match(text):
            problem = f"{ticked[1]}{ticked[2]} is no fence: the block is only shown"
            yield Slip(0, "S017", problem, f"write ```{ticked[2]}")
        for match in _FOREIGN.finditer(words):
            hint = "write it as Obsidian does, or delete it"
            yield _slip(text, match, "F066", f"{match.group()[:_SHOWN]} is the syntax of another program", hint)
        yield from _lines(text, words)


def callout(first: str) -> str:
    """The kind whose mark a quote almost begins with; "" if it begins with words, or with a mark that is right."""
    match = _CALLOUT.match(first)
    if match is None or CALLOUT.match(first):
        return ""
    return str(match["kind"] or match["wide"] or match["bare"] or match["round"] or match["open"]).upper()


def without_quote(text: str) -> str:
    """The kind of the callout that a paragraph outside a quote begins with."""
    match = CALLOUT.match(text)
    return match[1].upper() if match and match[1].lower() in KINDS else ""


def miswritten(mark: str, kind: str) -> Slip:
    """What is said of such a mark."""
    return Slip(0, "F050", f"{mark[:_SHOWN].strip()} is no callout", f"write > [!{kind}]")


def unfolded(kind: str, fold: str, title: str) -> Iterator[Slip]:
    """A mark of folding that stands apart from its callout, or is a dash of prose: what it should hide is shown."""
    if not fold and title[:1] in _FOLDS and title[:1]:
        problem = f"the {title[0]} of [!{kind}] does not fold it"
        yield Slip(0, "F050", problem, f"write [!{kind}]{'+' if title[0] in '+＋' else '-'} and a space")


def indented(text: str) -> Iterator[Slip]:
    """Markdown or prose that is shown as code, since it is indented."""
    first, below, _ = text.strip().partition("\n")
    if _INDENTED.match(first) and not (below and first.startswith("# ")):  # a remark above code
        yield Slip(0, "F064", f"{first[:_SHOWN]!r} is shown as code", "take away the spaces before it, or fence it")


def task(text: str) -> Iterator[Slip]:
    """A box of a task that is none."""
    match = _TASK.match(text)
    if match:
        ticked = "x" if "x" in match.group().lower() else " "
        problem, hint = f"{match.group()} is no box of a task", f"write [{ticked}] and a space"
        yield Slip(0, "F056", problem, hint)


def row_cells(lines: list[str]) -> Iterator[Slip]:
    """Rows of a table that have more cells than its head: what stands in them is lost."""
    head = _cells(lines[0])
    for number, line in enumerate(lines[2:], 2):
        if "|" not in line and "|" in lines[0] and line.strip(" >"):
            problem = f"{line.strip(' >')[:_SHOWN]!r} becomes a row of the table above it"
            yield Slip(number, "F055", problem, "leave a blank line above it")
        elif _cells(line) > head and "[[" not in line and not _rest_is_blank(line, head):
            problem = f"the row has {_cells(line)} cells, the head of the table {head}"
            yield Slip(number, "F055", problem, "what stands in the others is lost; a | in a cell is written \\|")


def _cells(line: str) -> int:
    return _bare(line).count("|") + 1


def _rest_is_blank(line: str, head: int) -> bool:
    """Whether nothing stands in the cells that are too many."""
    return not "".join(_bare(line).split("|")[head:]).strip()


def _bare(line: str) -> str:
    """A row without the marks at its ends, and without what holds no mark of a cell; a | of a formula is one."""
    bare = re.sub(r"\\.|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "x", line.strip().lstrip("> ")).strip()
    return bare.removeprefix("|").removesuffix("|")


def invisible(text: str) -> Iterator[Slip]:
    """Letters that no one sees and every comparison does, one for each line."""
    if text.isascii() and text.isprintable():
        return
    told = -1
    for match in _INVISIBLE.finditer(text):
        line = text.count("\n", 0, match.start())
        if line != told:
            told = line
            sign = match.group()
            name = unicodedata.name(sign, "CONTROL CHARACTER")
            before = text[max(0, match.start() - 12) : match.start()].rsplit("\n", maxsplit=1)[-1]
            where = f" behind {before!r}" if before.strip() else ""
            yield Slip(line, "F051", f"an invisible letter, U+{ord(sign):04X} {name}, stands{where}", "delete it")
    for match in _FOREIGN_LETTER.finditer(text):
        line = text.count("\n", 0, match.start())
        if line != told:
            told = line
            sign, word = match.group(), _word_around(text, match)
            problem = f"the {_ALIKE[sign]} of {word!r} is another letter: U+{ord(sign):04X} {unicodedata.name(sign)}"
            yield Slip(line, "F051", problem, f"write {_ALIKE[sign]}")


def _word_around(text: str, match: re.Match[str]) -> str:
    before = re.search(r"\w{0,20}\Z", text[max(0, match.start() - 20) : match.start()])
    after = re.match(r"\w{0,20}", text[match.end() : match.end() + 20])
    return f"{before[0] if before else ''}{match.group()}{after[0] if after else ''}"


def in_code(language: str, code: str) -> Iterator[Slip]:
    """Quotes of a word processor in code, where they are no quotes; Python that says nowhere that it is."""
    if not language and _PYTHON.search(code) and is_python(code):
        hint = "write ```python, or ```text if it is only to be shown"
        yield Slip(0, "S017", "the fence names no language and holds Python: nothing runs it", hint)
    if language.lower() in _PLAIN_LANGUAGES:
        for number, line in enumerate(code.split("\n"), 1):
            bare = line.partition("#")[0].partition("//")[0]
            for pair in re.finditer("[“”‘’][^“”‘’]*[“”‘’]", bare):
                if '"' not in bare[: pair.start()] and "'" not in bare[: pair.start()]:
                    yield Slip(number, "F057", f"{pair.group()[:_SHOWN]} has quotes of prose", "write \" or ' in code")
                    break


def is_prose(heading: str) -> bool:
    """Whether the words of a heading are a sentence, or lines of them."""
    words = heading.strip()
    return "\n" in words or words.endswith((".", "。", "！", "；", ";", "，", ",")) or len(words) > 100


def is_python(code: str) -> bool:
    """Whether a text is a program."""
    try:
        compile(code, "", "exec", flags=ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def _slip(text: str, match: re.Match[str], code: str, problem: str, hint: str) -> Slip:
    return Slip(text.count("\n", 0, match.start()), code, problem, hint)


def _marks(text: str, words: str) -> Iterator[Slip]:
    named = {"==": "marked words are", "~~": "struck words are"}
    for mark, what in named.items():
        if words.count(mark) % 2 and words.count(mark * 2) == 0:
            last = words.rfind(mark)
            found = _DASHES.match(words, last)
            if found and found[1] == mark:
                yield _slip(text, found, "F019", f"{what} opened by {mark} and never closed", f"close them with {mark}")
    if words.count("*") == 1 and (star := _STAR.search(words)):
        yield _slip(text, star, "F019", "slanted words are opened by * and never closed", "close them with *")
    if "^[" in words and (note := _OPEN_NOTE.search(words)):
        yield _slip(text, note, "F019", "a footnote is opened by ^[ and never closed", "close it with ]")
    for match in _HALF.finditer(words):
        problem = f"words are opened by {match[1]} and closed by {match[1] * 2}: {match.group()[:_SHOWN]}"
        yield _slip(text, match, "F019", problem, "close them as they are opened")
    torn = _torn_stars(text, words)
    for match in _UNEVEN.finditer(words) if "**" in words and not torn else ():
        if len(match[1]) != len(match[2]):
            problem = f"words are opened by {match[1]} and closed by {match[2]}: {match.group()[:_SHOWN]}"
            yield _slip(text, match, "F019", problem, "close them as they are opened")
    for match in torn:
        problem = f"{match.group()} between a mark and a word neither opens nor closes: {_around(text, match)}"
        yield _slip(
            text, match, "F019", problem, "move the mark out of the slanted or bold words, or set a space between"
        )
    for match in _LOOSE.finditer(words):
        if text[match.start() + 2] != " " or text[match.end() - 3] != " ":
            continue  # code or a formula, blanked
        problem = f"{match[1]} beside a space opens nothing: {match.group()[:_SHOWN]}"
        yield _slip(text, match, "F019", problem, f"write the words close to {match[1]}")
    for match in _LOOSE_END.finditer(words):
        if text[match.end() - 3] == " " and words.count(match[1]) == 2:
            problem = f"{match[1]} behind a space closes nothing: {match.group()[:_SHOWN]}"
            yield _slip(text, match, "F019", problem, f"write the words close to {match[1]}")


def _torn_stars(text: str, words: str) -> list[re.Match[str]]:
    """Stars that would open or close if no punctuation stood beside them on one side and a word on the other: `**说。**话`."""
    if "*" not in words or (text.isascii() and "**" not in words):
        return []
    opened: list[re.Match[str]] = []
    alone: list[re.Match[str]] = []
    for match in _STARS.finditer(words):
        before, after = text[match.start() - 1 : match.start()] or " ", text[match.end() :][:1] or " "
        space, mark = (before.isspace(), after.isspace()), (_is_mark(before), _is_mark(after))
        opens = not space[1] and (not mark[1] or space[0] or mark[0])
        closes = not space[0] and (not mark[0] or space[1] or mark[1])
        place = next((n for n in reversed(range(len(opened))) if opened[n].group() == match.group()), -1)
        if closes and place >= 0:
            alone += opened[place + 1 :]
            del opened[place:]
        elif opens:
            opened.append(match)
        elif closes:
            alone.append(match)
    return sorted((one for one in [*alone, *opened] if _is_torn(text, one)), key=re.Match.start)


def _is_torn(text: str, stars: re.Match[str]) -> bool:
    before, after = text[stars.start() - 1 : stars.start()] or " ", text[stars.end() :][:1] or " "
    if _is_mark(before) == _is_mark(after) or before.isspace() or after.isspace():
        return False
    return not (before + after).isascii() or (len(stars.group()) > 1 and before in ".,:;!?" and after.isalpha())


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS"


def _around(text: str, match: re.Match[str]) -> str:
    line = text.rfind("\n", 0, match.start()) + 1
    return text[max(line, match.start() - 12) : match.end() + 6].partition("\n")[0]


def _links(text: str, words: str) -> Iterator[Slip]:
    for match in _LINKLIKE.finditer(words):
        if match["wide"]:
            hint = f"write [[{match['wide']}]]"
        elif match["gap"] is not None:
            hint = "write ![[ without a space"
        elif match["apart"]:
            hint = "write ![ without a space"
        elif match["turned"]:
            hint = f"write ![{match['turned']}]({match['address']})"
        elif match["sharp"]:
            hint = f"write <{match['sharp']}>"
        elif match["mute"]:
            if not _MUTE.match(text, match.start()):
                continue  # code or a formula, blanked
            hint = "write words between the brackets: nobody sees it"
        elif match["torn"]:
            hint = "close it with )"
        elif match["half"]:
            hint = f"close its {'<' if match['half'][1] == '<' else 'quotes'}"
        elif match["around"]:
            address, bar, _ = match["around"].partition("|")
            shown = match["within"].rpartition("|")[2]
            hint = f"no link holds another: write [[{f'{address}|{shown}' if bar else match['within']}]]"
        elif match["bar"]:
            hint = f"write [[{match['bar']}]], or words behind the |"
        else:
            hint = "name a card between the brackets, or delete them"
        said = match.group()
        if match["gap"] is not None or match["apart"]:
            end = ")" if match["apart"] else "]]"
            said = words[match.start() :].partition(end)[0] + end
        yield _slip(text, match, "F058", f"{said[:_SHOWN]} is no link", hint)
    if words.count("]") > words.count("["):
        for match in _LONE.finditer(words):
            yield _slip(text, match, "F058", f"{match.group()[:_SHOWN]} is no link", f"write [[{match[1]}]]")


def _formulas(text: str, words: str) -> Iterator[Slip]:
    if "\\" in text:
        for match in _TEX.finditer(_without_code(text)):
            signs = "$$ around it" if match["round"] is None else "$…$"
            yield _slip(text, match, "F054", f"{match.group()[:_SHOWN]} is no formula", f"write {signs}")
    for match in _MIXED.finditer(words) if "$$" in text else ():
        if text[match.end()] == "$":
            hint = "open and close it with the same signs"
            yield _slip(text, match, "F054", "a formula is opened by $$ and closed by $", hint)
    if "$ " in words or " $" in words:
        for match in _SPACED.finditer(words):
            hint = "no space behind the first $ and before the last"
            yield _slip(text, match, "F054", f"{match.group()[:_SHOWN]} is no formula", hint)


def _without_code(text: str) -> str:
    """The text with code, formulas and comments blanked, but not what is escaped."""
    out, start = [], 0
    for piece in inline.pieces(text):
        if piece.lastgroup in ("code", "ticks", "display", "math", "comment"):
            out += [text[start : piece.start()], re.sub(r"[^\n]", " ", piece.group())]
            start = piece.end()
    return "".join([*out, text[start:]])


def _quotes_in_code(text: str) -> Iterator[Slip]:
    for piece in inline.pieces(text):
        code = piece.group() if piece.lastgroup in ("code", "ticks") else ""
        if _QUOTED.search(code) and _QUOTES.sub("", code).isascii() and re.search(r"[=(\[{;]", code):
            yield _slip(text, piece, "F057", f"{code[:_SHOWN]} has quotes of prose", "write \" or ' in code")


def _lines(text: str, words: str) -> Iterator[Slip]:
    for match in _ITEM.finditer(words):
        problem = f"{match.group().strip()} is no item of a list"
        hint = "write a space behind its mark" if match.group()[0] in "-0123456789" else "begin it with - and a space"
        yield _slip(text, match, "F056", problem, hint)
        break
    rows = words.split("\n")
    if len(rows) == 1 and _LONE_ROW.fullmatch(words.strip()) and words.count("|") + words.count("｜") > 2:
        yield Slip(0, "F055", "this row is in no table", "put it right below the others, with no blank line between")
    for number, (row, below) in enumerate(pairwise(rows)):
        if _ROW.match(row) and _ROW.match(below):
            if "｜" in row:
                yield Slip(number, "F055", "these lines are no table", "write | for ｜")
                break
            what = f"a line of | - | for each of its {_cells(row)} cells"
            where = "write below its first line" if not _RULE.match(below) else "its second line must be"
            yield Slip(number, "F055", "these lines are no table", f"{where} {what}")
            break

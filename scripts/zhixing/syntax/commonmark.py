"""Block structure of any Markdown, by markdown-it with the rules of Obsidian: slow to load, and to read a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.ruler import RuleOptionsType, Ruler
from markdown_it.rules_block import StateBlock, reference
from markdown_it.token import Token
from markdown_it.utils import EnvType

from zhixing.syntax.tokens import FOOTNOTE, LightToken

Rule = Callable[[StateBlock, int, int, bool], bool]

_STARTS = {
    "math_block": "$",
    "comment_block": "%",
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*+-0123456789",
    "reference": "[",
    "footnote": "[",
    "html_block": "<",
    "heading": "#",
}


def _delimited(state: StateBlock, start: int, end: int, silent: bool, mark: str, kind: str) -> bool:
    """A block that opens with `mark` at the start of a line and runs to the next line that holds it again."""
    begin = state.bMarks[start] + state.tShift[start]
    finish = state.eMarks[start]
    if state.is_code_block(start) or not state.src.startswith(mark, begin):
        return False
    rest = state.src[begin + len(mark) : finish]
    last = start
    if mark in rest:
        if not rest.rstrip().endswith(mark):
            return False  # an inline use of the mark, followed by more text
    else:
        for last in range(start + 1, end):
            if state.sCount[last] < state.blkIndent <= state.sCount[start]:
                return False
            if mark in state.src[state.bMarks[last] : state.eMarks[last]]:
                break
        else:
            if kind == "math_block":
                return False
            last = end - 1
    if silent:
        return True
    token = state.push(kind, "", 0)
    token.block = True
    token.content = state.getLines(start, last + 1, state.blkIndent, False)
    token.map = [start, last + 1]
    state.line = last + 1
    return True


def _math(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return _delimited(state, start, end, silent, "$$", "math_block")


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return _delimited(state, start, end, silent, "%%", "comment_block")


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A reference definition, except that `[^1]: text` is a footnote, which is a paragraph here."""
    if state.src.startswith("[^", state.bMarks[start] + state.tShift[start]):
        return False
    return reference(state, start, end, silent)


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Ends what stands above a footnote at the margin, as any block does; the footnote itself is a paragraph here."""
    begin = state.bMarks[start]
    return silent and state.src[begin - 1 : begin] in ("", "\n") and FOOTNOTE.match(state.src, begin) is not None


class _State(StateBlock):
    """The library's state, except that it pushes light tokens."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Add a token and keep count of the depth."""
        if nesting < 0:
            self.level -= 1
        token = LightToken(ttype, tag, nesting, self.level)
        if nesting > 0:
            self.level += 1
        self.tokens.append(cast(Token, token))
        return self.tokens[-1]


class _Blocks(ParserBlock):
    """The library's block parser, on a state that pushes light tokens."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, outTokens: list[Token]) -> list[Token] | None:  # noqa: N803
        """Tokens of a text, appended to those that are there."""
        if not src:
            return None
        state = _State(src, md, env, outTokens)
        self.tokenize(state, state.line, state.lineMax)
        return state.tokens


def _make() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": 150})
    md.enable("table")
    md.core.ruler.enableOnly(["normalize", "block"])
    alt: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.at("reference", _reference)
    md.block.ruler.before("reference", "footnote", _footnote, alt)
    md.block.ruler.before("fence", "math_block", _math, alt)
    md.block.ruler.before("fence", "comment_block", _comment, alt)
    blocks = _Blocks()
    blocks.ruler = _ByFirstCharacter(md.block.ruler)
    md.block = blocks
    return md


class _ByFirstCharacter(Ruler[Rule]):
    """The same rules in the same order, except those that cannot begin with the character a line begins with.

    Most lines begin with a letter, and of thirteen rules nine begin with a sign: half the time of parsing.
    """

    def __init__(self, ruler: Ruler[Rule]) -> None:
        super().__init__()
        self.__rules__ = ruler.__rules__
        names = {rule.fn: rule.name for rule in ruler.__rules__}
        chains = ("", "paragraph", "reference", "blockquote", "list")
        self._chains = {chain: [_dispatch(ruler.getRules(chain), names)] for chain in chains}

    def getRules(self, chainName: str = "") -> list[Rule]:  # noqa: N802, N803
        """One rule that stands for all of a chain."""
        return self._chains[chainName]


def _dispatch(rules: list[Rule], names: dict[Rule, str]) -> Rule:
    others = [rule for rule in rules if names[rule] not in _STARTS]
    firsts = "".join(_STARTS.values())
    table = {first: [rule for rule in rules if first in _STARTS.get(names[rule], first)] for first in firsts}

    def rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        begin = state.bMarks[start] + state.tShift[start]
        for rule in table.get(state.src[begin : begin + 1], others):  # noqa: SIM110 (a generator is slow to start)
            if rule(state, start, end, silent):
                return True
        return False

    return rule


_MD = _make()


class Reader:
    """Tokens of single blocks of a text, each read where it begins."""

    def __init__(self, text: str, out: list[LightToken]) -> None:
        self._definitions: dict[str, Any] = {}
        self._state = _State(text, _MD, self._definitions, cast(list[Token], out))
        (self._rule,) = _MD.block.ruler.getRules("")

    def read(self, at: int, count: int) -> int:
        """Add the tokens of the block that begins at a line; the line after it."""
        self._state.line = at
        self._rule(self._state, at, count, False)
        return self._state.line

    def references(self) -> dict[str, dict[str, Any]]:
        """The reference definitions that were read."""
        found: dict[str, dict[str, Any]] = self._definitions.get("references", {})
        return found


def tokens(text: str) -> tuple[list[LightToken], dict[str, dict[str, Any]]]:
    """Block tokens of a text (inline text left as it is), and its reference definitions."""
    env: dict[str, Any] = {}
    return cast(list[LightToken], _MD.parse(text, env)), env.get("references", {})

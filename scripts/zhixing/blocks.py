"""Block structure of Markdown as Obsidian sees it: CommonMark, tables, display math, %% comments %%."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, reference
from markdown_it.token import Token


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


def _make() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": 40})
    md.enable("table")
    md.core.ruler.enableOnly(["normalize", "block"])
    alt: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.at("reference", _reference)
    md.block.ruler.before("fence", "math_block", _math, alt)
    md.block.ruler.before("fence", "comment_block", _comment, alt)
    return md


_MD = _make()


def tokens(text: str) -> tuple[list[Token], dict[str, dict[str, Any]]]:
    """Block tokens of a text (inline text left as it is), and its reference definitions."""
    env: dict[str, Any] = {}
    return _MD.parse(text, env), env.get("references", {})

"""From an exception to what the author reads: the card's line, the code around it, the values at hand."""

from __future__ import annotations

import ast
import linecache
import os
import re
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from zhixing.blocks.isolate import Ended, Lost, TimeLimit
from zhixing.model import CodeBlock, Diagnostic, Span
from zhixing.syntax.formula.tree import FormulaError

_AROUND = 5
_SHORT = 80
_WHOLE = "a block must run to its last line"
_FORMULA = "mend the formula in both languages, or what its mark binds; the code is what the other tests hold"
_MARK = "the comment after the formula says what its letters are: see the handbook, Writing a card"
_FRAME = re.compile(r'File "(.+?)", line (\d+)')


@dataclass(frozen=True)
class Failure:
    """A diagnostic, and the lines to be shown under it."""

    diagnostic: Diagnostic
    details: tuple[str, ...] = ()

    def text(self) -> str:
        """`path:line: CODE problem`, the details, the hint."""
        finding = self.diagnostic
        head = f"{finding.span.path}:{finding.span.line}: {finding.code} {finding.problem}"
        hint = [f"  hint: {finding.hint}"] if finding.hint else []
        return "\n".join([head, *self.details, *hint])


def from_exception(error: BaseException, root: Path, block: CodeBlock, seconds: float) -> Failure:
    """Describe what a block raised; the frames of the engine itself are left out."""
    if isinstance(error, FormulaError):
        first, *more = str(error).split("\n")
        finding = Diagnostic(block.span, "W010", first, _FORMULA if more else _MARK)
        return Failure(finding, tuple(f"  {line}" for line in more))
    frames = list(_card_frames(error, root, block.span.path))
    own = [(line, frame) for path, line, frame in frames if path == block.span.path and _within(block, line)]
    line = own[-1][0] if own else block.span.line
    code, problem, more, hint = _words(error, block, seconds)
    if isinstance(error, SyntaxError) and not frames:  # found when compiling: its line is the card's line
        line, code, problem = error.lineno or line, "S002", f"the block does not parse: {error.msg}"
    elif frames and not own and code == "S020":
        problem = f"the definitions that the block builds on fail: {problem}"
    details: list[str] = []
    if own or not frames:
        details += around(root, block.span.path, line, block.span.line + 1, block.end_line - 1)
    if own:
        details += _values(own[-1][1], block, line)
    for path, number, frame in frames:
        if path != block.span.path or not _within(block, number):
            name = frame.f_code.co_name
            details.append(f"  in {name}, {path}:{number}" if name != "<module>" else f"  {path}:{number}")
            details += around(root, path, number, spread=2)
    details += [f"  {text}" for text in more if text.strip()]
    if error.__cause__ is not None:
        details.append(f"  caused by {_headline(error.__cause__)[0]}")
    return Failure(Diagnostic(Span(block.span.path, line), code, problem, hint), tuple(details))


def from_death(lost: Lost, root: Path, block: CodeBlock, seconds: float) -> Failure:
    """A block that took its interpreter with it, or had to be stopped from outside."""
    places = [(path, int(line)) for path, line in _FRAME.findall(lost.trace)]
    own = [line for path, line in places if path == str(root / block.span.path) and _within(block, line)]
    details = around(root, block.span.path, own[0], block.span.line + 1, block.end_line - 1) if own else []
    if lost.status is None:
        finding = too_long(block, seconds)
    elif lost.unwritten:
        problem = f"the result of `{block.name}` cannot be written: {os.strerror(lost.unwritten)}"
        hint = "make room in the folder of temporary files and run it again"
        finding = Diagnostic(block.span, "F031", problem, hint)
    else:
        killed = lost.status & 0x7F
        how = f"was killed by signal {killed}" if killed else f"exited with {lost.status >> 8}"
        finding = Diagnostic(block.span, "S022", f"`{block.name}` ended the interpreter: it {how}", _WHOLE)
    if own:
        finding = replace(finding, span=Span(block.span.path, own[0]))
    return Failure(finding, tuple(details))


def too_long(block: CodeBlock, seconds: float) -> Diagnostic:
    """A block over its time."""
    hint = "make it smaller, or write <!--zhixing:time-limit SECONDS--> above the fence"
    return Diagnostic(block.span, "S021", f"`{block.name}` ran longer than {seconds:g} s", hint)


def around(root: Path, path: str, line: int, first: int = 1, last: int = 0, spread: int = _AROUND) -> list[str]:
    """The lines near one line of a file, numbered, with a mark at that line."""
    lines = linecache.getlines(str(root / path))
    numbers = range(max(first, line - spread), min(last or len(lines), line + spread, len(lines)) + 1)
    return [f"  {'>' if n == line else ' '} {n:4} | {lines[n - 1]}".rstrip() for n in numbers]


def _words(error: BaseException, block: CodeBlock, seconds: float) -> tuple[str, str, list[str], str]:
    """Code, problem, further lines and hint."""
    if isinstance(error, TimeLimit):
        finding = too_long(block, seconds)
        return finding.code, finding.problem, [], finding.hint
    if isinstance(error, (SystemExit, Ended)):
        return "S022", f"`{block.name}` ended the interpreter", [], _WHOLE
    head, more = _headline(error)
    return "S020", head, more, ""


def _headline(error: BaseException) -> tuple[str, list[str]]:
    try:
        message = str(error)
    except Exception:
        message = "(its message cannot be shown)"
    first, *rest = message.split("\n") if message else [""]
    name = type(error).__name__
    return (f"{name}: {first}" if first else name), rest


def _card_frames(error: BaseException, root: Path, own: str) -> Iterator[tuple[str, int, FrameType]]:
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        is_ours = file.suffix in (".md", ".markdown") or file == root / own
        if is_ours and file.is_relative_to(root):
            yield file.relative_to(root).as_posix(), line, frame


def _within(block: CodeBlock, line: int) -> bool:
    return block.span.line < line < block.end_line


def _values(frame: FrameType, block: CodeBlock, line: int) -> Iterator[str]:
    """The names that the failing statement reads, where their values are short enough to help."""
    for name in _names_at(block.code, line - block.span.line):
        value = {**frame.f_globals, **frame.f_locals}.get(name)
        shown = _shown(value)
        if shown:
            yield f"  {name} = {shown}"


def _names_at(code: str, line: int) -> list[str]:
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return []
    simple = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno <= line <= (n.end_lineno or n.lineno)]
    if not simple:
        return []
    names = (node.id for node in ast.walk(simple[-1]) if isinstance(node, ast.Name))
    return list(dict.fromkeys(names))


def _shown(value: object) -> str:
    if value is None or callable(value) or isinstance(value, Mapping) or type(value).__name__ == "module":
        return ""
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape and dtype is not None:
        return f"{type(value).__name__} of shape {tuple(shape)}, {dtype}"
    try:
        text = repr(value)
    except Exception:
        return ""
    return text if len(text) <= _SHORT and "\n" not in text else ""

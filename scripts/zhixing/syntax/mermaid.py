"""Slips in a Mermaid diagram that its text alone can tell; the drawing of it tells the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

KINDS = (
    "flowchart", "graph", "sequenceDiagram", "classDiagram", "classDiagram-v2", "stateDiagram", "stateDiagram-v2", "erDiagram",
    "journey", "gantt", "pie", "quadrantChart", "requirementDiagram", "gitGraph", "C4Context", "C4Container", "C4Component",
    "C4Dynamic", "C4Deployment", "mindmap", "timeline", "sankey", "sankey-beta", "xychart", "xychart-beta", "block", "block-beta",
    "packet", "packet-beta", "kanban", "architecture", "architecture-beta", "radar", "radar-beta", "treemap", "treemap-beta",
    "zenuml", "info",
)  # fmt: skip
_DIRECTIONS = ("TB", "TD", "BT", "RL", "LR")
_QUOTED = re.compile(r'"[^"]*"|\|[^|]*\||%%.*')
_ARROW = re.compile(r"(?<=[\w\])}]) ?(?<![-=.~<])->(?!>)")
_ON_LINE = re.compile(r"(?:error on|at) line:? ?(\d+)", re.I)
_EARLY = re.compile(r"got '(?:1|EOF\w*)'\s*$")
_REMARK = re.compile(r"\s*%%(?!\{)")
_MEND = "mend the diagram: its page shows why"
_END = "no node is called `end`: write End, or another name with the words in quotes"
_PAIRS = {")": "(", "]": "[", "}": "{"}


def slips(code: str) -> Iterator[tuple[int, str, str]]:
    """Line in the block, from 1, problem and hint."""
    lines = code.split("\n")
    first = _first(lines)
    if first is None:
        yield 1, "the diagram is empty", "write it, or delete the block"
        return
    kind, *rest = lines[first].split()
    kind = kind.rstrip(":;")
    if kind not in KINDS:
        close = get_close_matches(kind, KINDS, 1, 0.5)
        hint = f"did you mean {close[0]}?" if close else "it begins with its kind, for example `flowchart LR`"
        yield first + 1, f"Mermaid has no diagram called {kind!r}", hint
    elif kind in ("flowchart", "graph"):
        direction = rest[0].rstrip(";") if rest else "TB"
        if direction not in _DIRECTIONS:
            yield first + 1, f"a flowchart does not run {direction!r}", f"write one of {', '.join(_DIRECTIONS)}"
        for number, line in enumerate(lines[first + 1 :], first + 2):
            if line.count('"') % 2:
                yield number, "a quote of the flowchart is not closed", 'close it with "'
            elif _ARROW.search(_QUOTED.sub("", line)):
                yield number, "-> is no arrow of a flowchart", "write -->"
            elif not _is_balanced(_QUOTED.sub("", line)):
                yield number, "a bracket of the flowchart is not closed", "close it, or put the words into quotes"


def refused(code: str, error: str) -> tuple[int, str, str]:
    """Line in the block, from 1, problem and hint for what Mermaid's own reader says of it."""
    lines = code.split("\n")
    told = _ON_LINE.search(error)
    read = _read(lines)
    if told is None:
        why = error.strip().split("\n", 1)[0][:120]
        return (_first(lines) or 0) + 1, f"Mermaid cannot read the diagram: {why}", _MEND
    at = min(int(told[1]), len(read)) - 1
    is_end = error.rstrip().endswith("got 'end'")
    while is_end and at > 0 and "end" not in lines[read[at]].split():  # its reader takes the end of the line with it
        at -= 1
    number = read[at] if read else 0
    if _EARLY.search(error):
        return number + 1, "the diagram ends too early", "close what is opened in it: with `end`, a bracket or a brace"
    return number + 1, f"Mermaid cannot read {lines[number].strip()[:60]!r}", _END if is_end else _MEND


def _read(lines: list[str]) -> list[int]:
    """The lines that its reader counts: without front matter, comments and the blank lines above them."""
    start = _first(lines) or 0
    kept: list[int] = []
    for number, line in enumerate(lines[start:], start):
        if _REMARK.match(line):
            while kept and not lines[kept[-1]].strip():
                kept.pop()
        else:
            kept.append(number)
    while kept and not lines[kept[-1]].strip():
        kept.pop()
    return kept


def _first(lines: list[str]) -> int | None:
    """The line that names the kind: after front matter, directives and comments."""
    start = 0
    if lines and lines[0].strip() == "---":
        start = next((number + 1 for number in range(1, len(lines)) if lines[number].strip() == "---"), len(lines))
    found = (
        number
        for number in range(start, len(lines))
        if lines[number].strip() and not lines[number].lstrip().startswith("%%")
    )
    return next(found, None)


def _is_balanced(line: str) -> bool:
    line = re.sub(r"(?<=\w)>[^\]]*\]", "", line)  # the flag: id>words]
    opened: list[str] = []
    for sign in line:
        if sign in "([{":
            opened.append(sign)
        elif sign in _PAIRS and (not opened or opened.pop() != _PAIRS[sign]):
            return False
    return not opened

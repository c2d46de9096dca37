"""py:percent notebooks, read as Markdown line for line: a check that finds something names the line of the .py file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from zhixing.model import Card, CodeBlock, Diagnostic, Span

SOURCE, STORED = ".py", ".ipynb"
VOLATILE, PREDICT, SLOW = (
    "volatile",
    "predict",
    "slow",
)  # tags: numbers differ by machine, the cell is folded, takes long

_FENCE = "`" * 8  # longer than any fence that a cell may hold
_PROSE = "<!--%%-->"  # stands for `# %% [markdown]`
_MARKER = re.compile(r"# %%(?:[ \t]|$)")
_IS_PROSE = re.compile(r"\[(?:markdown|md)\]")
_TAGS = re.compile(r"\btags=(\[[^\]]*\])")


@dataclass(frozen=True)
class Cell:
    """One cell; `line` is that of its `# %%`."""

    line: int
    is_code: bool
    source: str
    tags: tuple[str, ...] = ()


def stored_path(path: str) -> str:
    """Where the notebook with its outputs lies: beside the .py file that it is made from."""
    return path.removesuffix(SOURCE) + STORED


def source_path(path: str) -> str:
    """The .py file that a stored notebook is made from; any other path as it is."""
    return path.removesuffix(STORED) + SOURCE if path.endswith(STORED) else path


def as_markdown(path: str, text: str) -> tuple[str, list[Diagnostic]]:
    """Markdown with the same lines: prose without its `#`, each code cell fenced from its `# %%` to its last blank line."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _MARKER.match(line)]
    out = [_uncommented(line) for line in lines[: starts[0] if starts else len(lines)]]
    problems: list[Diagnostic] = []
    for start, end in pairwise([*starts, len(lines)]):
        head, body = lines[start], lines[start + 1 : end]
        if _IS_PROSE.search(head):
            out += [_PROSE, *map(_uncommented, body)]
        elif body and not body[-1].strip():
            out += [" ".join([f"{_FENCE}python", *_tags(head)]), *body[:-1], _FENCE]
        else:
            hint = "put a blank line between two cells, and a line end at the end of the file"
            problem = "a test collector would miss the end of this cell: no blank line stands below it"
            problems.append(Diagnostic(Span(path, start + 1), "S003", problem, hint))
            out += ["", *[""] * len(body)]
    return "\n".join(out), problems


def cells(markdown: str) -> Iterator[Cell]:
    """The cells of what `as_markdown` made."""
    lines = markdown.split("\n")
    starts = [i for i, line in enumerate(lines) if line == _PROSE or line.startswith(f"{_FENCE}python")]
    for start, end in pairwise([*starts, len(lines)]):
        body = lines[start + 1 : end]
        if lines[start] == _PROSE:
            yield Cell(start + 1, False, "\n".join(body).strip("\n"))
        else:
            code = "\n".join(body[: body.index(_FENCE)]).strip("\n")
            yield Cell(start + 1, True, code, tuple(lines[start].split()[1:]))


def code_cells(card: Card) -> list[tuple[Cell, CodeBlock]]:
    """The code cells of a notebook, each with the block that it is on the card."""
    blocks = {block.span.line: block for block in card.blocks}
    return [(cell, blocks[cell.line]) for cell in cells(card.text) if cell.is_code]


def _uncommented(line: str) -> str:
    return line[2:] if line.startswith("# ") else line[1:] if line.startswith("#") else line


def _tags(head: str) -> list[str]:
    """The tags of a marker such as `# %% tags=["volatile"]`; what cannot be read is no tag."""
    match = _TAGS.search(head)
    try:
        found = json.loads(match.group(1)) if match else []
    except ValueError:
        return []
    return [str(tag) for tag in found]

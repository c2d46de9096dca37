"""A notebook with its outputs as an .ipynb file, which Jupyter opens and mkdocs-jupyter shows. Pure."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from zhixing.blocks.picture import difference
from zhixing.model import Card, Link, Span
from zhixing.syntax import inline
from zhixing.syntax.comments import hidden, removed
from zhixing.syntax.notebook import PREDICT, VOLATILE, Cell, cells
from zhixing.syntax.slug import github_anchor
from zhixing.vault.resolve import Index, Target

_FORMAT = {"nbformat": 4, "nbformat_minor": 5}
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_MIME = {"picture": "image/svg+xml", "value": "text/plain"}
_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
_SPACES = re.compile(r" +|-{2,}")


@dataclass(frozen=True)
class Output:
    """Something that a cell left: printed text, the value of its last line, or a picture (SVG)."""

    kind: Literal["text", "value", "picture"]
    data: str


Outputs = tuple[Output, ...]


@dataclass(frozen=True)
class Run:
    """What a run of a whole notebook left: the outputs of each code cell, seconds of computing, and versions."""

    outputs: tuple[Outputs, ...]
    seconds: float = 0.0
    versions: Mapping[str, str] | None = None


def document(card: Card, index: Index, run: Run) -> bytes:
    """The .ipynb file: no random ids, no clock but the seconds that the run took."""
    outputs = enumerate(run.outputs, 1)
    about = {"seconds": max(1, round(run.seconds)), "versions": dict(run.versions or {})}
    parts = [_cell(number, cell, card, index, outputs) for number, cell in enumerate(cells(card.text), 1)]
    metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}, "zhixing": about}
    whole = {"cells": parts, "metadata": metadata, **_FORMAT}
    return (json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _cell(number: int, cell: Cell, card: Card, index: Index, outputs: Iterator[tuple[int, Outputs]]) -> dict[str, Any]:
    made: dict[str, Any] = {"id": f"cell-{number:02}", "metadata": {}}
    if not cell.is_code:
        return {
            **made,
            "cell_type": "markdown",
            "source": _lines(_with_paths(removed(hidden(cell.source)), card, index)),
        }
    if cell.tags:
        made["metadata"]["tags"] = list(cell.tags)
    if PREDICT in cell.tags:
        made["metadata"]["jupyter"] = {"source_hidden": True, "outputs_hidden": True}
    count, left = next(outputs)
    shown = [_output(output, count) for output in left]
    return {**made, "cell_type": "code", "source": _lines(cell.source), "execution_count": count, "outputs": shown}


def _output(output: Output, count: int) -> dict[str, Any]:
    if output.kind == "text":
        return {"output_type": "stream", "name": "stdout", "text": _lines(output.data)}
    data = {_MIME[output.kind]: _lines(output.data)}
    if output.kind == "value":
        return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": count}
    return {"output_type": "display_data", "data": data, "metadata": {}}


def _lines(text: str) -> list[str]:
    """As Jupyter stores a text: a list of lines with their ends, so that a diff shows the line that changed."""
    return text.splitlines(keepends=True)


def _with_paths(source: str, card: Card, index: Index) -> str:
    """Wiki-links as links to files, which Jupyter and GitHub follow."""
    folder = posixpath.dirname(card.path)

    def link(target: str, fragment: str, text: str) -> str:
        found = index.resolve(Link(Span(card.path, 0), target, fragment, text, True, False), card)
        if not isinstance(found, Target):
            return ""
        anchor = f"#{github_anchor(found.heading.text)}" if found.heading else ""
        shown = text or posixpath.basename(target).replace("_", " ")
        path = posixpath.relpath(found.path, folder) if found.path != card.path else ""
        return f"[{shown}](<{path}{anchor}>)" if " " in path else f"[{shown}]({path}{anchor})"

    return inline.replace_links(source, link)


def stored_run(data: bytes) -> Run | None:
    """What a stored notebook shows; None if it cannot be read."""
    try:
        whole = json.loads(data)
        shown = tuple(
            tuple(_stored_output(output) for output in cell["outputs"])
            for cell in whole["cells"]
            if cell["cell_type"] == "code"
        )
        about = whole["metadata"]["zhixing"]
        return Run(shown, float(about["seconds"]), {str(k): str(v) for k, v in about["versions"].items()})
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def stored_sources(data: bytes) -> list[str]:
    """The code of each code cell of a stored notebook that can be read."""
    return ["".join(cell["source"]) for cell in json.loads(data)["cells"] if cell["cell_type"] == "code"]


def _stored_output(output: Mapping[str, Any]) -> Output:
    if output["output_type"] == "stream":
        return Output("text", "".join(output["text"]))
    if _MIME["picture"] in output["data"]:
        return Output("picture", "".join(output["data"][_MIME["picture"]]))
    return Output("value", "".join(output["data"][_MIME["value"]]))


def first_difference(card: Card, index: Index, data: bytes) -> int:
    """The line of the first cell that a stored notebook shows otherwise than its source says; 0 if there is none."""
    known = list(cells(card.text))
    fresh = json.loads(document(card, index, Run(((),) * sum(cell.is_code for cell in known))))
    stored = json.loads(data)
    for number, (cell, ours) in enumerate(zip(known, fresh["cells"], strict=True)):
        theirs = stored["cells"][number] if number < len(stored["cells"]) else {}
        if {**theirs, "outputs": []} != {**ours, "outputs": []}:
            return cell.line
    extra = len(stored["cells"]) > len(known)
    return known[-1].line if extra and known else int(extra)


def agree(cell: Cell, shown: Sequence[Output], real: Sequence[Output]) -> bool:
    """Whether a stored output still says what the run says; of a volatile cell the numbers do not count."""
    if VOLATILE not in cell.tags:
        return len(shown) == len(real) and all(map(_same, shown, real))
    return [_without_numbers(output) for output in shown] == [_without_numbers(output) for output in real]


def _same(shown: Output, real: Output) -> bool:
    """Words are equal to the letter, pictures to the eye."""
    if shown.kind == real.kind == "picture":
        return difference(shown.data.encode(), real.data.encode()) is None
    return shown == real


def _without_numbers(output: Output) -> tuple[str, str]:
    if output.kind == "picture":
        return output.kind, ""
    return output.kind, _SPACES.sub(" ", _NUMBER.sub("0", output.data))

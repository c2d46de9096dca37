"""What a card shows of a run, its output and its picture, against what the run left; and how to put it right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import PurePosixPath

from zhixing.blocks.failure import Failure
from zhixing.blocks.picture import difference
from zhixing.model import CodeBlock, Diagnostic, Span
from zhixing.syntax.python_code import unseeded


def compare_output(block: CodeBlock, output: str) -> Failure | None:
    """S023 with a diff if the block shows an output that is not the real one; spaces at line ends do not count."""
    if block.output is None or normal(block.output.code) == normal(output):
        return None
    shown, real = normal(block.output.code), normal(output)
    lines = difflib.unified_diff(shown.splitlines(), real.splitlines(), "shown on the card", "printed", lineterm="")
    drawn = unseeded(block.code)
    hint = (
        f"{drawn} gives other numbers in each run: give it a seed, for example np.random.default_rng(0)"
        if drawn
        else "pytest --zhixing-rewrite writes the real output into the card"
    )
    problem = Diagnostic(block.output.span, "S023", f"the output of `{block.name}` is not what the card shows", hint)
    return Failure(problem, tuple(f"  {line}" for line in lines))


def compare_figure(block: CodeBlock, drawn: bytes, shown: bytes | None) -> Failure | None:
    """S024 if the picture beside the card is missing, or an eye could tell it from the one that the block draws."""
    seen = difference(shown, drawn) if shown is not None else ""
    if seen is None:
        return None
    what = "does not exist" if shown is None else "is not the picture that the block draws"
    hint = "pytest --zhixing-rewrite writes the picture beside the card"
    line = Span(block.span.path, block.end_line)
    details = (f"  {seen}",) if seen else ()
    return Failure(Diagnostic(line, "S024", f"{block.figure} of `{block.name}` {what}", hint), details)


def figure_path(block: CodeBlock) -> str:
    """Where the picture of a block lies: beside its card."""
    return str(PurePosixPath(block.span.path).parent / block.figure)


def normal(output: str) -> str:
    """Output as it is compared and written: no spaces at line ends, one line end at the end."""
    text = "\n".join(line.rstrip() for line in output.split("\n")).rstrip("\n")
    return f"{text}\n" if text else ""


def replace_outputs(text: str, edits: Iterable[tuple[int, str, str]]) -> str:
    """A card's text with output blocks replaced: (line of the fence, what stands there, what is to stand there).

    ValueError if something else stands there by now.
    """
    lines = text.split("\n")
    for fence, old, new in sorted(edits, reverse=True):
        end = fence + old.count("\n")
        if "".join(f"{line}\n" for line in lines[fence:end]) != old:
            raise ValueError(f"line {fence}: the card changed while its blocks ran")
        lines[fence:end] = new.split("\n")[:-1]
    return "\n".join(lines)

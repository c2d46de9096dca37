"""Three depths: a comment after a heading says how deep its section goes, and what a section without one is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from zhixing.model import DEPTHS, Heading

MEMORISE = "zhixing:memorise"  # above the fence of the module that a reader knows by heart
_MARK = re.compile(r"[-\s]*zhixing:\s*depth\b(.*)", re.S)


def depth_mark(comment: str) -> str | None:
    """The depth that the text of a comment names, known or not; None if it is about something else."""
    match = _MARK.fullmatch(comment)
    return match.group(1).strip("- \t\n") if match else None


def with_depths(headings: Sequence[Heading], marks: Mapping[int, str]) -> list[Heading]:
    """The headings of a card, each with the depth of its section; `marks` are those that are written, by index.

    A mark holds for the headings below its own. Without any, title and first section are of the essence, and all else,
    the parts of that section included, is for understanding.
    """
    essence, usual, _ = DEPTHS
    first = next((index for index, heading in enumerate(headings) if heading.level > 1), -1)
    above: list[tuple[int, str]] = []  # headings that are open: level, and the mark that holds there or ""
    found = []
    for index, heading in enumerate(headings):
        while above and above[-1][0] >= heading.level:
            above.pop()
        mark = marks.get(index) or (above[-1][1] if above else "")
        above.append((heading.level, mark))
        found.append(heading._replace(depth=mark or (essence if index <= first else usual)))
    return found

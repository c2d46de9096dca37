"""The invisible comments above a fence that say how its block is to be run."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import PathFinder

from zhixing.model import CodeBlock
from zhixing.syntax.depths import MEMORISE

_STOCK = re.compile(r"[-\s]*pytest-codeblocks:(.*)", re.S)
_IMPORT = re.compile(r"importorskip\(\s*([A-Za-z_][\w.]*)\s*\)")
_MARK = re.compile(r"[-\s]*(pytest\.mark\..*)", re.S)
_OURS = re.compile(r"zhixing:(.*)", re.S)
_MISSPELT = re.compile(r"[-\s]*(?:pytest|zhixing)\b")
_NOT_HERE = re.compile(r"\s*not-in-page\s+(.+?)\s*")
_LIMIT = re.compile(r"\s*time-limit\s+(\d+)\s*")
_ALONE = re.compile(r"\s*alone\s+(\S.*?)\s*", re.S)
_SAME = re.compile(r"\s*same\s+`(.+?)`\s+(?:in\s+`(.+?)`\s+)?(\S.*?)\s*", re.S)


@dataclass(frozen=True)
class Same:
    """A change of the block after which it means the same, a part of the line it stands on ("" any), the reason, the comment's line."""

    change: str
    inside: str
    reason: str
    line: int


@dataclass(frozen=True)
class Directives:
    """What the comments of one block ask for; `unknown` are meant for a collector but mean nothing to this one."""

    needs: tuple[str, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    time_limit: int | None = None
    unknown: tuple[tuple[str, int], ...] = ()
    not_in_page: str = ""  # what the page's own Python lacks for the block
    same: tuple[Same, ...] = ()  # mutants that are none
    alone: str = ""  # why a proof calls nothing that a card defines
    memorise: bool = False  # the module that a reader knows by heart


def directives(block: CodeBlock) -> Directives:
    """Read the comments of a block; other comments are the author's own and are left alone."""
    return _read(block.comments)


@lru_cache(maxsize=1 << 12)  # a definition is asked once for every block that builds on it
def _read(comments: tuple[tuple[str, int], ...]) -> Directives:
    needs: list[str] = []
    marks: list[tuple[str, int]] = []
    unknown: list[tuple[str, int]] = []
    limit: int | None = None
    not_in_page = alone = ""
    same: list[Same] = []
    memorise = False
    for text, line in comments:
        if stock := _STOCK.match(text):
            wanted = _IMPORT.fullmatch(stock.group(1).strip("- "))
            if wanted:
                needs.append(wanted.group(1))
            else:
                unknown.append((text, line))
        elif text == MEMORISE:
            memorise = True
        elif mark := _MARK.match(text):
            marks.append((mark.group(1).strip(), line))
        elif ours := _OURS.match(text):
            if seconds := _LIMIT.fullmatch(ours.group(1)):
                limit = int(seconds.group(1))
            elif lacks := _NOT_HERE.fullmatch(ours.group(1)):
                not_in_page = lacks.group(1)
            elif why := _ALONE.fullmatch(ours.group(1)):
                alone = _words(why.group(1))
            elif said := _SAME.fullmatch(ours.group(1)):
                same.append(Same(_words(said.group(1)), _words(said.group(2) or ""), _words(said.group(3)), line))
            else:
                unknown.append((text, line))
        elif _MISSPELT.match(text):
            unknown.append((text, line))
    return Directives(tuple(needs), tuple(marks), limit, tuple(unknown), not_in_page, tuple(same), alone, memorise)


def _words(text: str) -> str:
    return " ".join(text.split())


def absent(block: CodeBlock) -> str:
    """The first module that the block asks for and that is not installed, or ""."""
    return next((name for name in directives(block).needs if not _installed(name)), "")


def _installed(name: str) -> bool:
    """Whether a module can be found. Nothing is imported to know it, not even the package above it: that may be the vault's."""
    top, *rest = name.split(".")
    try:
        spec = importlib.util.find_spec(top)
        for depth, part in enumerate(rest, 1):
            if spec is None or spec.submodule_search_locations is None:
                return False
            spec = PathFinder.find_spec(".".join([top, *rest[: depth - 1], part]), spec.submodule_search_locations)
    except (ImportError, ValueError):
        return False
    return spec is not None

"""Formulas and diagrams drawn during the build, by one process of node that lives as long as the build.

What was drawn once is kept beside the assets, by its text; another version of the program that draws begins anew.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from zhixing.page.assets import AssetError, tool
from zhixing.vault.read import read_cache, read_file
from zhixing.vault.write import write_cache

PROGRAM = "render.mjs"
PARTS = "program/"  # what it is made of, beside it
_MOST = 200_000  # drawings kept; beyond, those that the last build did not need are forgotten


class Wanted(NamedTuple):
    """What is to be drawn: `inline` or `display` TeX, a `mermaid` diagram, or one to `read` only; and its text."""

    kind: str
    text: str


class Drawn(NamedTuple):
    """HTML, or why there is none."""

    html: str
    error: str


class Drawings:
    """Draws what it does not know yet; the process begins with the first such thing."""

    def __init__(self, built: Path, cache: Path) -> None:
        """`built` is the folder of the built assets, `cache` the folder in which drawings are kept."""
        self._program = built / PROGRAM
        self.version = hashlib.sha256(read_file(self._program) or b"").hexdigest()[:16]
        self._file = cache / f"drawn-{self.version}.pickle"
        known = read_cache(self._file)
        self._known: dict[tuple[str, str], tuple[str, str]] = known if isinstance(known, dict) else {}
        self._used: set[tuple[str, str]] = set()
        self._is_new = False
        self._process: subprocess.Popen[str] | None = None

    @property
    def can_draw(self) -> bool:
        """Whether the program is there."""
        return self._program.is_file()

    def draw(self, wanted: Iterable[Wanted]) -> dict[Wanted, Drawn]:
        """Each with what became of it."""
        asked = list(dict.fromkeys(wanted))
        missing = [one for one in asked if tuple(one) not in self._known]
        if missing:
            self._is_new = True
            self._known.update(zip(map(tuple, missing), self._ask(missing), strict=True))  # type: ignore[arg-type]
        self._used.update(map(tuple, asked))  # type: ignore[arg-type]
        return {one: Drawn(*self._known[one.kind, one.text]) for one in asked}

    def lacks(self, wanted: Iterable[Wanted]) -> int:
        """How many of these it would have to draw."""
        return sum(tuple(one) not in self._known for one in wanted)

    def keep(self) -> None:
        """Remember for the next build."""
        if not self._is_new:
            return
        if len(self._known) > _MOST:
            self._known = {key: drawn for key, drawn in self._known.items() if key in self._used}
        write_cache(self._file, self._known)
        self._is_new = False

    def close(self) -> None:
        """End the process; the next drawing begins another."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _ask(self, missing: list[Wanted]) -> list[tuple[str, str]]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [tool("node"), str(self._program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        line = _spoken(self._process, json.dumps(missing))
        if not line:
            process, self._process = self._process, None
            with process:  # its pipes are closed
                raise AssetError(f"drawing formulas and diagrams failed: node ended (exit {process.wait()})")
        return [(html, error) for html, error in json.loads(line)]


def _spoken(process: subprocess.Popen[str], line: str) -> str:
    """The line that a process answers; "" if it has ended."""
    if process.stdin is None or process.stdout is None:
        return ""
    with suppress(OSError):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
    return process.stdout.readline()

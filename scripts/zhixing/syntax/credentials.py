"""Keys and passwords that someone pasted into a note: what is published can be taken back no more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zhixing.syntax.slips import Slip

_MARKS = (
    "PRIVATE KEY",
    "AKIA",
    "gh",
    "glpat-",
    "xox",
    "sk-",
    "AIza",
    "eyJ",
    "hf_",
    "npm_",
    "pypi-",
    "://",
)  # one is in each
_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?<![\w-])(?:AKIA[0-9A-Z]{16}|gh[oprsu]_\w{36}|github_pat_\w{50,}"
    r"|glpat-[\w-]{20}|xox[abprs]-\w{8,}-[\w-]{10,}|sk-(?:proj-|ant-|or-)?[\w-]{32,}|AIza[\w-]{35}|hf_[A-Za-z]{30,}|npm_\w{36}"
    r"|pypi-[\w-]{50,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}|[a-z]{3,10}://[^\s/:@<>\"'`]+:[^\s/:@<>\"'`$*{}]{6,}@[\w.-]+)"
)
_EXAMPLE = re.compile(r"example|password|secret|x{6}|0{6}|123456|\.\.\.", re.I)

_PUBLIC = re.compile(r"://(?:anonymous:|([^:]+):\1@|[\d.]+:\d)", re.I)  # a password that everybody knows, an address


def pasted(text: str) -> Iterator[Slip]:
    """Each of them, told by its beginning alone."""
    if not any(mark in text for mark in _MARKS):
        return
    for match in _KEY.finditer(text):
        said = match.group()
        if not _EXAMPLE.search(said) and not _PUBLIC.search(said):
            shown = said if said.startswith("-") else f"{said[:8]}…"
            hint = "take it out, and make it void: it may have been read"
            yield Slip(text.count("\n", 0, match.start()), "F065", f"{shown} looks like a key or a password", hint)

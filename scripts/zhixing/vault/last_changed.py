"""When each file of a project was last changed, as its history in git says: the same on every machine that has all of it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_GIT = ("git", "-c", "core.quotepath=off", "-c", "log.showSignature=false")
_ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}  # the settings of a vault name programs to fetch with
_DAY = "\x01"  # stands before a day; no path holds it


def last_changed(root: Path) -> dict[str, str]:
    """Path below `root` → day of the last commit that changed it, as YYYY-MM-DD; empty without git or with half a history."""
    if _asked(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        return {}
    log = _asked(root, "log", "--no-renames", "--no-merges", "--relative", "--name-only", "-z", f"--format={_DAY}%cs")
    days: dict[str, str] = {}
    day = ""
    for piece in log.split("\0"):
        text = piece.strip("\n")
        if text.startswith(_DAY):
            day, _, text = text[1:].partition("\n")
        if text:
            days.setdefault(text.strip("\n"), day)
    return days


def _asked(root: Path, *words: str) -> str:
    try:
        variables = {**os.environ, **_ALONE}
        done = subprocess.run(
            [*_GIT, *words], cwd=root, env=variables, capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
    except OSError:  # no git here
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""

"""Two runs give identical bytes, whatever the clock, the zone, the locale, the order of files and of hashing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from engine_cases import GOOD
from plugin_run import SCRIPTS

OTHER_DAY = Path(__file__).with_name("other_day.py")
HERE = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}
THERE = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "tr_TR.UTF-8", "PYTHONHASHSEED": "99", "PYTHONUTF8": "1"}
COMMANDS = {
    "snippets": ["zhixing", "extract"],
    "translations": ["zhixing", "translated", "--all"],
    "decks": ["zhixing", "decks", "--format", "apkg", "--format", "csv", "--format", "json"],
    "site": ["mkdocs", "build", "--quiet", "--site-dir", "site"],
}
YEAR = 400 * 86400


def made(folder: Path, place: dict[str, str], shift: float) -> dict[str, bytes]:
    """All that the commands make of one vault."""
    vault = Path(shutil.copytree(GOOD, folder / "vault"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "XDG_", "SOURCE_"))}
    environment = {**kept, "PYTHONPATH": SCRIPTS, "XDG_CACHE_HOME": str(folder / "cache"), **place}
    for what, words in COMMANDS.items():
        if what == "decks":  # they bear the day of the youngest file, unless they are told another
            environment["SOURCE_DATE_EPOCH"] = "1700000000"
        command = [sys.executable, str(OTHER_DAY), str(shift), *words] if shift else [sys.executable, "-m", *words]
        done = subprocess.run(command, cwd=vault, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        environment.pop("SOURCE_DATE_EPOCH", None)
    return {
        path.relative_to(vault).as_posix(): path.read_bytes() for path in sorted(vault.rglob("*")) if path.is_file()
    }


@pytest.mark.thorough
def test_two_runs_make_the_same_bytes(tmp_path: Path) -> None:
    here, there = made(tmp_path / "here", HERE, 0), made(tmp_path / "there" / "deeper", THERE, YEAR)
    assert {Path(name).suffix for name in here} >= {".html", ".xml", ".apkg", ".py", ".js", ".json"}
    assert here.keys() == there.keys()
    assert [name for name in here if here[name] != there[name]] == []

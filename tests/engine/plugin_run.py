"""A small vault, and pytest run on it as a reader runs it: in a process of its own.

Hundreds of runs would import the same modules: a process that has them makes a copy of itself for each run. What needs
another interpreter, seed of hashing or engine gets a start of its own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SCRIPTS = str(Path(__file__).parents[2] / "scripts")
# The plugin itself is left to pytest, which rewrites what it loads. Nothing of the run is known before the copy is made.
_READY = """
import json, os, runpy, sys
import pytest, zhixing.checks, zhixing.hosts.pytest.changed, zhixing.hosts.pytest.ledger, zhixing.hosts.pytest.walls
for line in sys.stdin:
    arguments, folder, environment, out = json.loads(line)
    if (pid := os.fork()) == 0:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[0], sys.argv = folder, ["pytest", *arguments]
        for number, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
            os.dup2(os.open(out if number else os.devnull, flags | os.O_APPEND * bool(number)), number)
        runpy.run_module("pytest", run_name="__main__", alter_sys=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@dataclass(frozen=True)
class Run:
    """A finished pytest run: the verdict on each test, and everything it printed."""

    verdicts: dict[str, str]
    text: str
    status: int

    def section(self, name: str) -> str:
        """The failure report of one test."""
        found = re.search(rf"^_+ {re.escape(name)} _+\n(.*?)(?=^_{{3,}} |^={{3,}} )", self.text, re.M | re.S)
        assert found, f"no report for {name} in\n{self.text}"
        return found.group(1)


@cache
def _ready() -> subprocess.Popen[str]:
    """A process that has imported what every run does; it ends with this one, which holds its input."""
    environment = {**os.environ, "PYTHONPATH": SCRIPTS, "PYTHONHASHSEED": "0"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", _READY], env=environment, text=True, **pipes)


def _copied(options: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Exit status and output of a run in a copy of the process that is ready."""
    ready = _ready()
    assert ready.stdin and ready.stdout
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as out:
        print(json.dumps([options, str(folder), environment, out.name]), file=ready.stdin, flush=True)
        status = int(ready.stdout.readline())
        return status, out.read()


def run(
    vault: Path,
    *arguments: str,
    seed: str = "0",
    load: tuple[str, ...] = ("xdist", "zhixing.hosts.pytest.plugin"),
    path: str = SCRIPTS,
) -> Run:
    """Run pytest in the vault, with no plugins but those named: each costs time that no test here needs."""
    plugins = [part for name in load for part in ("-p", name)]
    options = [*plugins, "-p", "no:cacheprovider", "-q", "-rA", *(arguments or ["docs"])]
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed, "COLUMNS": "200"}
    environment.pop("PYTEST_ADDOPTS", None)
    environment.pop("PYTEST_DISABLE_PLUGIN_AUTOLOAD", None)
    if load:
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    if path == SCRIPTS and seed == "0" and load and "no:zhixing" not in load:
        status, text = _copied(options, vault, environment)
    else:
        command = [sys.executable, "-m", "pytest", *options]
        done = subprocess.run(command, cwd=vault, env=environment, capture_output=True, text=True, check=False)
        status, text = done.returncode, done.stdout + done.stderr
    lines = re.finditer(r"^(PASSED|FAILED|XFAIL|ERROR) ([^\n]+?)(?: - [^\n]*)?$", text, re.M)
    return Run({match.group(2): match.group(1) for match in lines}, text, status)


def make_vault(folder: Path, cards: dict[str, str], options: str = "time_limit: 2") -> Path:
    """Write a vault of these cards."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mkdocs.yml").write_text(f"site_name: x\nplugins:\n  - zhixing:\n      {options}\n")
    for path, text in cards.items():
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder

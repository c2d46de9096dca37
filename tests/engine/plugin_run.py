"""A small vault, and pytest run on it as a reader runs it: in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SCRIPTS = str(Path(__file__).parents[2] / "scripts")


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


def run(
    vault: Path,
    *arguments: str,
    seed: str = "0",
    load: tuple[str, ...] = ("xdist", "zhixing.hosts.pytest.plugin"),
    path: str = SCRIPTS,
) -> Run:
    """Run pytest in the vault, with no plugins but those named: each costs time that no test here needs."""
    plugins = [part for name in load for part in ("-p", name)]
    command = [
        sys.executable,
        "-m",
        "pytest",
        *plugins,
        "-p",
        "no:cacheprovider",
        "-q",
        "-rA",
        *(arguments or ["docs"]),
    ]
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed, "COLUMNS": "200"}
    environment.pop("PYTEST_ADDOPTS", None)
    environment.pop("PYTEST_DISABLE_PLUGIN_AUTOLOAD", None)
    if load:
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(command, cwd=vault, env=environment, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    lines = re.finditer(r"^(PASSED|FAILED|XFAIL|ERROR) ([^\n]+?)(?: - [^\n]*)?$", text, re.M)
    return Run({match.group(2): match.group(1) for match in lines}, text, done.returncode)


def make_vault(folder: Path, cards: dict[str, str], options: str = "time_limit: 2") -> Path:
    """Write a vault of these cards."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mkdocs.yml").write_text(f"site_name: x\nplugins:\n  - zhixing:\n      {options}\n")
    for path, text in cards.items():
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder

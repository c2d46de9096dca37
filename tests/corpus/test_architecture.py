"""The page about the engine says what is there, and its first change can be made as it stands."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import zhixing

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "scripts/zhixing"
PAGE = "docs/en/contributing/architecture.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
STEPS = TEXT.partition("## Half an hour")[2]
ROOMS = {path.parent.relative_to(ENGINE).as_posix(): path for path in sorted(ENGINE.glob("**/__init__.py"))}
ROOMS.pop(".")
_FENCE = re.compile(r'^```(text|diff) title="([^"]+)"\n(.*?)^```$', re.M | re.S)


def test_every_path_on_the_page_exists() -> None:
    new = {title for kind, title, _ in _FENCE.findall(STEPS) if kind == "text"}
    named = set(re.findall(r"`((?:scripts|tests|docs|snippets)/[^\s`]*|CHANGELOG\.md)`", TEXT)) - new
    assert len(named) > 30
    assert {path for path in named if not (ROOT / path).exists()} == set()
    drawn = re.findall(r"<br/>([\w/]+(?:\.py|/))", TEXT)
    assert len(drawn) > 6
    assert {path for path in drawn if not (ENGINE / path).exists()} == set()


def test_every_room_is_on_the_page_with_the_sentence_of_its_own() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| ([\w, ]+) \|$", TEXT, re.M)
    top = {name: path for name, path in ROOMS.items() if "/" not in name}
    assert {name for name, _ in rows} == {"model", *top}
    for name, said in rows:
        if name == "model":
            continue
        docstring = ast.get_docstring(ast.parse(top[name].read_text(encoding="utf-8"))) or ""
        assert f"May import: {said}." in docstring, name
    assert {name for name in ROOMS if "/" in name and f"`{name}`" not in TEXT} == set()


def test_names_that_the_page_calls_public_are() -> None:
    (sentence,) = re.findall(r"The front door is .*?and the nouns", TEXT)
    assert set(re.findall(r"`(\w+)`", sentence)) <= set(zhixing.__all__)


def test_the_ways_in_lead_to_the_page() -> None:
    assert "](architecture.md)" in (ROOT / "docs/en/contributing/index.md").read_text(encoding="utf-8")
    for readme in ("README.md", "README.zh.md"):
        assert f"]({PAGE})" in (ROOT / readme).read_text(encoding="utf-8")


def _carry_out(root: Path) -> None:
    """Make the files that the steps show whole, and put added lines above the line that stands below them."""
    for kind, name, body in _FENCE.findall(STEPS):
        path = root / name
        if kind == "text":
            path.write_text(body, encoding="utf-8")
            continue
        lines = body.splitlines(keepends=True)
        added = "".join(line[1:] for line in lines if line.startswith("+"))
        (below,) = (line[1:] for line in lines if line.startswith(" "))
        text = path.read_text(encoding="utf-8")
        assert text.count(f"\n{below}") == 1, f"{name} has no line, or several: {below}"
        path.write_text(text.replace(f"\n{below}", f"\n{added}{below}"), encoding="utf-8")


@pytest.mark.exhaustive
@pytest.mark.slow
def test_the_first_change_works_step_by_step(tmp_path: Path) -> None:
    for folder in ("scripts/zhixing", "tests/engine", "docs/en/contributing"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "scripts"), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", *command]
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    def tested(*what: str) -> subprocess.CompletedProcess[str]:
        return run("pytest", "-q", "-p", "no:cacheprovider", *what)

    shown = re.findall(r"^\$ \.venv/bin/(.+)$", STEPS, re.M)
    case = ("tests/engine/test_checks.py", "-k", "Q099")
    assert (
        f"python -m pytest {' '.join(case)}" in shown
        and "zhixing codes --markdown > docs/en/contributing/diagnostics.md" in shown
    )
    _carry_out(tmp_path)
    done = tested(*case)
    assert done.returncode == 0, done.stdout
    assert tested("tests/engine/test_codes_documented.py").returncode == 1, "the table is not yet written"
    table = run("zhixing", "codes", "--markdown").stdout
    (tmp_path / "docs/en/contributing/diagnostics.md").write_text(table, encoding="utf-8")
    done = tested("tests/engine/test_codes_documented.py", "tests/engine/test_layers.py")
    assert done.returncode == 0, done.stdout
    done = run("ruff", "check", "scripts/zhixing")
    assert done.returncode == 0, done.stdout
    done = run("ruff", "format", "--check", "scripts/zhixing")
    assert done.returncode == 0, done.stdout + done.stderr

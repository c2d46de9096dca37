"""The day of the last change comes from git, and from nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from zhixing.vault.last_changed import last_changed

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git on this machine")


def git(folder: Path, *words: str, day: str = "2026-01-01") -> None:
    """A call of git that knows nothing of this machine's settings."""
    fixed = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_COMMITTER_DATE": f"{day}T23:30:00+0800"}
    names = [
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b.c",
        "-c",
        "init.defaultBranch=main",
        "-c",
        "commit.gpgsign=false",
    ]
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True, env={**os.environ, **fixed})


def commit(folder: Path, day: str, **files: str) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x", "--allow-empty", day=day)


def test_each_file_has_the_day_of_its_last_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    git(tmp_path, "init", "-q")
    commit(vault, "2026-01-01", **{"a.md": "1", "注意力 机制.md": "1", "b.md": "1"})
    commit(vault, "2026-02-03", **{"a.md": "2", "注意力 机制.md": "2"})
    commit(tmp_path, "2026-03-04", **{"outside.md": "1"})
    (vault / "a.md").write_text("3", encoding="utf-8")  # not committed: the page of this commit is what counts
    wanted = {"a.md": "2026-02-03", "注意力 机制.md": "2026-02-03", "b.md": "2026-01-01"}
    for zone in ("UTC", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        assert last_changed(vault) == wanted


def test_half_a_history_says_nothing(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    git(whole, "init", "-q")
    commit(whole, "2026-01-01", **{"a.md": "1"})
    commit(whole, "2026-02-03", **{"b.md": "1"})
    git(tmp_path, "clone", "-q", "--depth", "1", whole.as_uri(), "half")
    assert last_changed(tmp_path / "half") == {}
    assert last_changed(whole) != {}


def test_without_git_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert last_changed(tmp_path) == {}
    monkeypatch.setenv("PATH", str(tmp_path))
    assert last_changed(tmp_path) == {}

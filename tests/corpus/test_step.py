"""`scripts/step`, which every install of the Makefile goes through: quiet while all is well, helpful when it is not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

STEP = Path(__file__).parents[2] / "scripts/step"


def step(log: Path | str, command: str) -> tuple[int, str]:
    done = subprocess.run(
        ["sh", STEP, str(log), "installing it", "sh", "-c", command], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_chatter_goes_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "logs/install.log"
    status, said = step(log, "echo Collecting a; echo WARNING: old >&2")
    assert status == 0
    assert log.read_text() == "Collecting a\nWARNING: old\n"
    assert "Collecting" not in said and "WARNING" not in said
    assert said.startswith("installing it …\n") and "installing it: done in " in said


@pytest.mark.parametrize("code", [1, 3])
def test_a_failure_shows_the_end_of_the_log_and_keeps_the_status(tmp_path: Path, code: int) -> None:
    log = tmp_path / "install.log"
    status, said = step(log, f"seq 1 100; echo no such package >&2; exit {code}")
    assert status == code
    assert "installing it: failed after " in said and "  | no such package\n" in said
    assert "  | 100\n" in said and "  | 1\n" not in said
    assert f"the whole log: {log}\n" in said


def test_nothing_is_hidden_where_no_log_is_named() -> None:
    status, said = step("-", "echo all of it; exit 2")
    assert status == 2 and "all of it\n" in said and "the whole log" not in said

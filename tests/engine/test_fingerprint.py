"""What was parsed by another version of the engine or of a library it parses with is parsed anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = "from zhixing.vault.read import fingerprint; print(fingerprint())"


def fingerprint(path: Path | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path or "")}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(("package", "file"), [("markdown_it", "__init__.py"), ("pymdownx", "__meta__.py")])
def test_another_version_of_a_library_is_seen(tmp_path: Path, package: str, file: str) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text('"""Stands before the installed one."""\n')
    (tmp_path / package / file).write_text('__version__ = "1"\n')
    first = fingerprint(tmp_path)
    (tmp_path / package / file).write_text('__version__ = "2"\n')
    assert len({fingerprint(), first, fingerprint(tmp_path)}) == 3

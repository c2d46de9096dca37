"""The tests beside the cards that are about one card: run in this process, against what `snippets` means in it."""

from __future__ import annotations

import contextlib
import hashlib
import io
import sys
from collections.abc import Callable
from pathlib import Path

from zhixing.model import Card
from zhixing.syntax.slug import module_name
from zhixing.vault.read import read_bytes

FOLDER = "tests/oracles"


def oracle_of(root: Path, card: Card) -> tuple[Callable[[], bool], str] | None:
    """A run of the oracles of a card, and a digest of their text; None if it has none."""
    name = f"{FOLDER}/test_{module_name(card.name)}.py"
    data = read_bytes(root, name)
    if data is None:
        return None

    def passes() -> bool:
        import pytest

        stem = Path(name).stem
        for loaded in [known for known in sys.modules if known.rpartition(".")[2] == stem]:
            del sys.modules[loaded]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            quiet = ["-q", "-x", "-p", "no:cacheprovider", "--assert=plain", "--no-header"]
            code = pytest.main([*quiet, "-c", str(root / "pyproject.toml"), f"--rootdir={root}", str(root / name)])
        return code == pytest.ExitCode.OK

    return passes, hashlib.sha256(data).hexdigest()[:16]

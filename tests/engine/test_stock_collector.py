"""pytest-codeblocks, which knows nothing of this engine, must see the same blocks and give the same verdict."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from pytest_codeblocks.main import extract_from_file
from zhixing.directives import directives
from zhixing.load import load_vault
from zhixing.model import Card
from zhixing.record import runs
from zhixing.snippets import needs

ROOT = Path(__file__).parents[2]
# Notebooks are no Markdown: the stock collector leaves them alone, and the engine runs them as a whole.
CARDS = {path: card for path, card in load_vault(ROOT, cache=False).cards.items() if not card.is_notebook}


@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_stock_extracts_the_same_blocks(card: Card) -> None:
    stock = [block for block in extract_from_file(ROOT / card.path) if block.syntax in ("python", "bash", "sh")]
    ours = [block for block in card.blocks if runs(block)]
    assert [(b.lineno, b.syntax, b.code) for b in stock] == [(b.span.line, b.language, b.code) for b in ours]
    for theirs, block in zip(stock, ours, strict=True):
        found = directives(block)
        assert ([theirs.importorskip] if theirs.importorskip else []) == list(found.needs)
        assert theirs.marks == [text for text, _ in found.marks]
        assert found.unknown == ()


def test_every_fence_that_looks_like_python_is_collected() -> None:
    """Counted without any parser: a fence that both collectors miss would be missed in silence."""
    for card in CARDS.values():
        text = (ROOT / card.path).read_text(encoding="utf-8")
        lines = re.sub(r"^(`{4,}).*?^\1$", "", text, flags=re.M | re.S).split("\n")  # a longer fence shows shorter ones
        fences = [line for line in lines if line.lstrip(" >-*").startswith("```py")]
        assert len(fences) == len(card.python_blocks()), card.path


@pytest.mark.slow
@pytest.mark.skipif(not any(card.python_blocks() for card in CARDS.values()), reason="there are no blocks yet")
def test_stock_passes_on_every_block() -> None:
    pytest.importorskip("torch", reason="needs torch, which is not installed")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--codeblocks",
        "docs",
        "-p",
        "no:zhixing",
        "-p",
        "no:cacheprovider",
        "-q",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    blocks = [block for card in CARDS.values() for block in card.blocks if runs(block)]
    absent = [block for block in blocks if not all(map(find_spec, needs(block)))]
    assert f"{len(blocks) - len(absent)} passed" in done.stdout
    assert not absent or f"{len(absent)} skipped" in done.stdout

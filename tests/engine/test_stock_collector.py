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
from this_vault import this_vault
from zhixing.blocks.extract import needs
from zhixing.blocks.program import bare
from zhixing.blocks.record import runs
from zhixing.model import Card, CodeBlock
from zhixing.syntax.directives import directives

ROOT = Path(__file__).parents[2]
# Notebooks are no Markdown: the stock collector leaves them alone, and the engine runs them as a whole.
CARDS = {path: card for path, card in this_vault().cards.items() if not card.is_notebook}

ENGLISH = {card.key: card for card in CARDS.values() if card.lang == "en"}


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


def same_for_stock(block: CodeBlock, source: CodeBlock) -> bool:
    """Whether the stock collector, which gives every block the same `snippets`, runs one program twice."""
    asked, wanted = directives(block), directives(source)
    marks = [text for text, _ in asked.marks] == [text for text, _ in wanted.marks]
    return marks and asked.needs == wanted.needs and bare(block.code) == bare(source.code) != ""


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    "folder",
    [
        "en/foundations",
        "zh/position",
        pytest.param("en", marks=pytest.mark.exhaustive),
        pytest.param("zh", marks=pytest.mark.exhaustive),
    ],
)
def test_stock_passes_on_every_block(folder: str) -> None:
    """A Chinese block that is the same program as its English twin, strings included, has that one's verdict."""
    pytest.importorskip("torch", reason="needs torch, which is not installed")
    blocks = [(card, index, block) for card in CARDS.values() for index, block in enumerate(card.blocks) if runs(block)]
    ours = [(card, index, block) for card, index, block in blocks if card.path.startswith(f"docs/{folder}/")]
    assert {card.lang for card, _, _ in blocks} == {"en", "zh"}
    twins = [(c, b) for c, i, b in ours if c.lang == "zh" and same_for_stock(b, ENGLISH[c.key].blocks[i])]
    own = [(card, block) for card, _, block in ours if (card, block) not in twins]
    assert own
    # By their names, not --deselect for the rest: that takes "line 62" for the beginning of "line 629".
    named = [f"{card.path}::line {block.span.line}" for card, block in own]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--codeblocks",
        "-q",
        "-p",
        "no:zhixing",
        "-p",
        "no:cacheprovider",
        *named,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    absent = [block for _, block in own if not all(map(find_spec, needs(block)))]
    assert f"{len(own) - len(absent)} passed" in done.stdout
    assert not absent or f"{len(absent)} skipped" in done.stdout

"""The experiments keep their promises: both languages, minutes that add up, cells that can fail, files that Jupyter runs."""

from __future__ import annotations

import ast
import math
import re
import subprocess
import sys
from pathlib import Path

import jupytext
import nbformat
import pytest
from this_vault import this_vault
from zhixing.blocks.notebook_file import stored_run
from zhixing.model import Card
from zhixing.syntax.notebook import cells, code_cells, stored_path

ROOT = Path(__file__).parents[2]
NAMES = (
    "exp1_attention_basics",
    "exp2_qkv_explained",
    "exp3_multihead_attention",
    "exp4_scaling",
    "exp5_rnn_vs_attention",
    "exp6_pre_post_norm",
    "exp7_kv_cache_growth",
)
VAULT = this_vault()
CARDS = {card.path: card for card in VAULT.cards.values() if card.is_notebook}
ENGLISH = [card for card in CARDS.values() if card.lang == "en"]
each = pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
each_english = pytest.mark.parametrize("card", ENGLISH, ids=[card.name for card in ENGLISH])

WORDS_A_MINUTE, LINES_A_MINUTE, MINUTES_A_PREDICTION = 200, 15, 0.5  # as docs/en/experiments/index.md says


def prose(card: Card) -> str:
    return "\n\n".join(cell.source for cell in cells(card.text) if not cell.is_code)


def test_all_seven_are_there_in_both_languages() -> None:
    assert sorted(CARDS) == sorted(f"docs/{lang}/experiments/{name}.py" for lang in ("en", "zh") for name in NAMES)


@each
def test_it_opens_with_purpose_time_and_what_you_will_see(card: Card) -> None:
    first = next(cells(card.text)).source
    marks = ("**Purpose.**", "**Time.**", "**What you will see**")
    for mark in marks if card.lang == "en" else ("**目的。**", "**时间。**", "**你会看到**"):
        assert mark in first
    assert len(re.findall(r"^- ", first, re.M)) >= 4


@each
def test_it_ends_with_findings_changes_to_try_and_links_to_cards(card: Card) -> None:
    last = list(cells(card.text))[-1]
    titles = ("## Findings", "## Try it yourself") if card.lang == "en" else ("## 结论", "## 自己动手")
    assert [line for line in last.source.split("\n") if line.startswith("## ")] == list(titles)
    assert len(re.findall(r"^\|---", last.source, re.M)) == 2 and len(re.findall(r"\[\[", last.source)) >= 4
    changes = last.source.split(titles[1])[1]
    assert len(re.findall(r"^\| ", changes, re.M)) == 5, "a head and four changes, each with what to expect"


@each
def test_it_asks_before_it_measures_and_its_cells_can_fail(card: Card) -> None:
    found = list(cells(card.text))
    code = [cell for cell in found if cell.is_code]
    assert 8 <= len(found) <= 15
    assert prose(card).count("**Predict.**" if card.lang == "en" else "**预测。**") >= 4
    assert sum("predict" in cell.tags for cell in code) >= 2
    assert sum("\nassert " in f"\n{cell.source}" or "    assert " in cell.source for cell in code) >= 4
    for cell in code:
        assert set(cell.tags) <= {"predict", "volatile", "slow"}
        if "volatile" in cell.tags:
            assert "assert " in cell.source, "what is not compared must be asserted"
        if "perf_counter" in cell.source:
            assert "volatile" in cell.tags
    assert sum("plt.show()" in cell.source for cell in code) >= 2


@each
def test_it_imports_the_code_of_cards_and_defines_none_of_it_again(card: Card) -> None:
    tree = ast.parse("\n\n".join(cell.source for cell, _ in code_cells(card)))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert any(module.startswith("snippets.") for module in modules)
    known = {
        defined
        for other in VAULT.cards.values()
        if other.lang == "en" and not other.is_notebook
        for block in other.python_blocks()
        if block.python and block.python.kind == "definition"
        for defined in _defined(ast.parse(block.code))
    }
    assert _defined(tree) & known == set()


def _defined(tree: ast.Module) -> set[tuple[str, ...]]:
    """Names of classes; of functions with their parameters: a tokenizer decodes too, but something else."""
    return {
        (node.name, *(one.arg for one in node.args.args)) if isinstance(node, ast.FunctionDef) else (node.name,)
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }


def minutes(card: Card) -> float:
    """Estimated from the English text, as the page of all experiments says."""
    text = re.sub(r"\$[^$]*\$|\[\[|\]\]", " w ", prose(card))
    words = len(re.findall(r"[A-Za-z0-9'’-]+", text))
    lines = sum(1 for cell, _ in code_cells(card) for line in cell.source.split("\n") if line.strip())
    run = stored_run(VAULT.notebooks[card.path])
    assert run is not None
    predictions = text.count("**Predict.**")
    return words / WORDS_A_MINUTE + lines / LINES_A_MINUTE + predictions * MINUTES_A_PREDICTION + run.seconds / 60


@each_english
def test_the_minutes_are_those_of_the_estimate(card: Card) -> None:
    assert math.isclose(card.front.minutes, minutes(card), abs_tol=0.75)


@each
def test_the_minutes_in_the_text_are_those_of_the_header(card: Card) -> None:
    pattern = r"\*\*Time\.\*\* (\d+) minutes" if card.lang == "en" else r"\*\*时间。\*\* .*?(\d+) 分钟"
    found = re.search(pattern, prose(card))
    assert found and int(found.group(1)) == card.front.minutes


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_of_experiments_lists_each_with_its_minutes_and_their_sum(lang: str) -> None:
    text = VAULT.cards[f"docs/{lang}/experiments/index.md"].text
    rows = re.findall(r"^\| \[\[(\w+)\\\|[^\]]+\]\] \| [^|]+ \| (\d+) \|$", text, re.M)
    listed = {name: int(number) for name, number in rows}
    assert listed == {name: CARDS[f"docs/{lang}/experiments/{name}.py"].front.minutes for name in NAMES}
    assert re.search(rf"(?:Together: |合计 ){sum(listed.values())}\b", text)


@each
def test_the_stored_notebook_is_valid_quick_and_complete(card: Card) -> None:
    notebook = nbformat.read(ROOT / stored_path(card.path), as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.zhixing.seconds < 20
    assert any(
        "image/svg+xml" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ())
    )
    assert "[[" not in "".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@each
def test_jupytext_reads_the_same_cells(card: Card) -> None:
    theirs = [cell for cell in jupytext.read(ROOT / card.path, fmt="py:percent").cells if cell.cell_type != "raw"]
    ours = list(cells(card.text))
    assert [(c.is_code, c.source, list(c.tags)) for c in ours] == [
        (c.cell_type == "code", c.source, c.metadata.get("tags", [])) for c in theirs
    ]


def test_code_of_the_cards_is_importable_from_any_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from snippets.softmax import softmax"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["exp1_attention_basics", "exp3_multihead_attention"])
def test_a_real_kernel_gives_the_outputs_of_the_downloaded_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("HOME", "IPYTHONDIR"):  # Jupyter warns where it may not write
        monkeypatch.setenv(place, str(tmp_path))
    pytest.importorskip("torch", reason="needs torch, which is not installed")
    nbclient = pytest.importorskip("nbclient")
    stored = nbformat.read(ROOT / f"docs/en/experiments/{name}.ipynb", as_version=4)
    fresh = nbformat.from_dict(stored)
    resources = {"metadata": {"path": str(tmp_path)}}  # where a browser would have put it
    nbclient.NotebookClient(fresh, timeout=600, kernel_name="python3", resources=resources).execute()
    shown, real = ([_printed(cell) for cell in book.cells if cell.cell_type == "code"] for book in (stored, fresh))
    assert real == shown
    pictures = [any("image/png" in output.get("data", {}) for output in c.get("outputs", ())) for c in fresh.cells]
    assert sum(pictures) >= 2, "Jupyter draws the figures"


def _printed(cell: nbformat.NotebookNode) -> str:
    return "".join(output.text for output in cell.outputs if output.output_type == "stream" and output.name == "stdout")

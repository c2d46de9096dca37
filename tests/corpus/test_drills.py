"""Mistakes that are made on the real cards are named where they are, in one language and in both."""

from __future__ import annotations

from pathlib import Path

import pytest
from drills import CLASSES, EACH, PAGE, SEED, batches, copied, drills, missed, run, table
from this_vault import this_vault

ROOT = Path(__file__).parents[2]
TRIED = 30  # drills in `make test`; one check of the project finds them all


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy for all tests here: each puts back what it changed, and what it did not change is parsed once."""
    return copied(ROOT, tmp_path_factory.mktemp("drills") / "project")


def test_there_are_enough_of_them() -> None:
    made = drills(this_vault(), SEED, EACH)
    assert len(CLASSES) >= 30
    assert {drill.kind.name for drill in made} == {kind.name for kind in CLASSES}
    assert len(made) >= 150
    assert all(path != text for drill in made for path, text in drill.texts)


def test_some_mistakes_are_named_at_their_line(project: Path) -> None:
    made = drills(this_vault(), SEED + 1, 1)
    batch = batches(made)[0][:TRIED]
    assert len(batch) == TRIED
    assert [str(drill) for drill in missed(project, batch)] == []


def test_nothing_is_named_where_nothing_is_wrong(project: Path) -> None:
    made = drills(this_vault(), SEED, 1)[:TRIED]
    unchanged = [
        type(drill)(
            drill.kind,
            drill.key,
            tuple((path, (ROOT / path).read_text("utf-8")) for path, _ in drill.texts),
            drill.places,
        )
        for drill in made
    ]
    assert missed(project, unchanged) == unchanged


@pytest.mark.exhaustive
def test_page_says_what_the_run_finds(tmp_path: Path) -> None:
    made, lost = run(ROOT, tmp_path / "project")
    assert [str(drill) for drill in lost] == []
    assert (ROOT / PAGE).read_text("utf-8") == table(made, lost), "run `python tests/corpus/drills.py`"

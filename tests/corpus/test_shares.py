"""Who runs which tests, when two processes do: neither waits for what the other one makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shares import BROWSER, next_share, share_of

ROOT = Path(__file__).resolve().parents[2]
WAITING = ["tests/site/test_b.py", "tests/site/test_c.py", "tests/web/test_d.py", "tests/engine/test_e.py::test_f"]


@pytest.mark.parametrize(
    ("browsing", "given"),
    [
        ({}, WAITING[0]),  # the first to come builds the site
        ({"tests/site/test_a.py": False}, WAITING[2]),  # it is being built
        ({"tests/site/test_a.py": True}, WAITING[0]),
        ({"tests/site/test_a.py": True, "tests/site/test_z.py": False}, WAITING[0]),
    ],
)
def test_the_second_process_does_not_wait_for_the_site(browsing: dict[str, bool], given: str) -> None:
    assert next_share(WAITING, browsing) == given


def test_if_nothing_else_is_left_it_waits() -> None:
    assert next_share(WAITING[:2], {"tests/site/test_a.py": False}) == WAITING[0]


def test_a_module_stays_together_and_blocks_of_a_card_do_not() -> None:
    tests = ["tests/engine/test_e.py::test_f[a::b]", "tests/site/test_c.py::test_g", "docs/en/A.md::one"]
    assert [share_of(test) for test in tests] == ["tests/engine/test_e.py", "tests/site/test_c.py", tests[2]]
    assert (ROOT / BROWSER).is_dir()


def test_what_is_exhaustive_is_left_out_by_make_test_and_run_by_ci() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = dict(re.findall(r"^([a-z-]+):.*\n((?:\t.*\n)+)", makefile, re.M))
    assert (
        '-m "$(if $(WHOLE),,not exhaustive and )not nightly"' in recipe["test"]
        and "-m exhaustive tests" in recipe["test-rest"]
    )
    assert "-m nightly tests" in recipe["test-night"]
    assert "make test-night" in (ROOT / ".github/workflows/nightly.yml").read_text(encoding="utf-8")
    assert "make test WHOLE=1" in (ROOT / ".ci/run").read_text(encoding="utf-8")

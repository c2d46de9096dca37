"""Ranges for others, exact versions for us: the two files agree, and nothing that is installed is left to chance."""

from __future__ import annotations

import re
import tomllib

import constraints
import pytest
from packaging.utils import canonicalize_name
from packaging.version import Version

PINS = constraints.pins()


def test_the_file_is_sorted_and_every_line_exact() -> None:
    lines = constraints.FILE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    assert lines == [line for _, line in sorted(PINS.items())]


@pytest.mark.parametrize("wanted", constraints.ranges(), ids=str)
def test_a_range_is_a_range_and_the_pin_lies_in_it(wanted: constraints.Requirement) -> None:
    version = PINS[canonicalize_name(wanted.name)].partition("==")[2]
    assert wanted.specifier.contains(version)
    assert {part.operator for part in wanted.specifier} <= {">=", "<"}, "others install it beside other packages"


def test_the_lower_ends_lie_in_the_ranges() -> None:
    lowest = dict(line.split("==") for line in constraints.oldest())
    assert len(lowest) == len(constraints.ranges())
    for wanted in constraints.ranges():
        assert wanted.specifier.contains(lowest[wanted.name])
        assert Version(lowest[wanted.name]) <= Version(PINS[canonicalize_name(wanted.name)].partition("==")[2])


def test_everything_that_is_installed_for_us_is_pinned() -> None:
    here, _ = constraints.needed()
    assert {"mkdocs", "pytest", "jinja2"} <= here.keys(), "the walk reaches what is needed indirectly"
    assert here.keys() - PINS.keys() == set(), "run `make constraints`"


def test_what_is_held_stays_and_what_nobody_needs_goes() -> None:
    old = {"torch": "torch==1.0", "gone": "gone==1.0", "colorama": "colorama==0.1", "rich": "rich==1.0"}
    here = {"torch": "torch==2.0", "rich": "rich==2.0"}
    assert constraints.merged(old, here, {"colorama", "tomli"}) == "colorama==0.1\nrich==2.0\ntorch==1.0\n"


def test_the_makefile_installs_the_same_torch() -> None:
    makefile = (constraints.ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"\btorch==[\w.]+", makefile)) <= {PINS["torch"]}


def test_the_oldest_python_is_the_one_that_the_tools_aim_at() -> None:
    project = tomllib.loads((constraints.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    assert project["tool"]["mypy"]["python_version"] == oldest
    assert project["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert f"Programming Language :: Python :: {oldest}" in project["project"]["classifiers"]

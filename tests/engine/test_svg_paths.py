"""A drawing in steps is the same drawing, and lighter."""

from __future__ import annotations

import gzip
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zhixing.page.svg_paths import in_steps

ROOT = Path(__file__).resolve().parents[2]
PICTURES = sorted((ROOT / "docs/en").rglob("*.svg"))
_WORD = re.compile(r"[A-Za-z]|-?(?:\d+\.\d+|\.\d+|\d+)")
_SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}
numbers = st.decimals(-999, 999, places=2, allow_nan=False).map(lambda number: f"{number:f}")


def places(data: str) -> list[tuple[str, list[Decimal]]]:
    """What a path draws, command by command, in absolute places: as a browser reads it, either way of writing."""
    words = _WORD.findall(data)
    made: list[tuple[str, list[Decimal]]] = []
    here = start = (Decimal(0), Decimal(0))
    command, at = "", 0
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        elif command in "Mm":
            command = "L" if command == "M" else "l"
        size = _SIZES[command.upper()]
        found = [Decimal(word) for word in words[at : at + size]]
        at += size
        axis = {"H": [0], "V": [1]}.get(command.upper(), [0, 1])
        if command.islower():
            found = [number + here[axis[place % len(axis)]] for place, number in enumerate(found)]
        made.append((command.upper(), found))
        upper = command.upper()
        if upper == "Z":
            here = start
        elif len(axis) == 1:
            here = (found[0], here[1]) if upper == "H" else (here[0], found[0])
        else:
            here = (found[-2], found[-1])
        start = here if upper == "M" else start
    return made


def paths(svg: str) -> list[str]:
    return re.findall(r'\sd="([^"]+)"', svg)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("M46.03 45.2H51.13V49.81H46.03ZM56.24 45.2H61.34V49.81H56.24Z", "m46.03 45.2h5.1v4.61h-5.1zm10.21 0h5.1v4.61h-5.1z"),
        ("M 7.2 211.03 L 7.2 26.28", "m7.2 211.03l0-184.75"),
        ("M 1 1 2 3 L 0.5 3", "m1 1 1 2l-1.5 0"),
        ("M 0 0 Q 1 1 2 0 3 -1 4 0 C 5 1 6 1 7 0 Z", "m0 0q1 1 2 0 1-1 2 0c1 1 2 1 3 0z"),
        ("M3 6h18v2H3zm0 5", "M3 6h18v2H3zm0 5"),  # is in steps already
        ("M 1 1 A 2 2 0 0 1 3 3", "M 1 1 A 2 2 0 0 1 3 3"),  # what it does not know it leaves
        ("M 0 0 H 1 3 V 2 5", "m0 0h1 2v2 3"),
        ("M1 1", "M1 1"),
        ("M 1 1 L 2", "M 1 1 L 2"),  # what is broken stays as it is
        ("M 1 1 Q 1 2 L 2 2", "M 1 1 Q 1 2 L 2 2"),
        ("M Z", "M Z"),
        ("L 1 1 L 2 2", "L 1 1 L 2 2"),
    ],
)  # fmt: skip
def test_a_path_in_steps(written: str, shown: str) -> None:
    assert in_steps(f'<path id="a" d="{written}"/>') == f'<path id="a" d="{shown}"/>'


@pytest.mark.thorough
@given(
    st.lists(
        st.tuples(st.sampled_from("MLHVQCZ"), st.lists(numbers, min_size=18, max_size=18), st.integers(1, 3)),
        max_size=12,
    )
)
def test_any_path_draws_the_same(commands: list[tuple[str, list[str], int]]) -> None:
    """Also where one letter serves for several of its kind."""
    data = "M 1 2 3 5 " + " ".join(
        f"{name} {' '.join(given[: _SIZES[name] * times])}" for name, given, times in commands
    )
    (made,) = paths(in_steps(f'<path d="{data}"/>'))
    assert places(made) == places(data)


@pytest.mark.thorough
def test_the_pictures_of_the_cards_draw_the_same_and_weigh_less() -> None:
    before = after = 0
    for picture in PICTURES:
        svg = picture.read_text(encoding="utf-8")
        made = in_steps(svg)
        for old, new in zip(paths(svg), paths(made), strict=True):
            assert old == new or places(old) == places(new), picture.name
        before += len(gzip.compress(svg.encode(), 9))
        after += len(gzip.compress(made.encode(), 9))
    assert len(PICTURES) > 60
    assert after < 0.75 * before

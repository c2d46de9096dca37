"""A picture is compared as an eye would: the last digits of a sum may differ, a datum that moved may not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from zhixing.blocks.picture import PLACE, difference

pytest.importorskip("matplotlib", reason="needs matplotlib, which is not installed")

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from zhixing.blocks import figure
from zhixing.blocks.notebook_file import Output, agree
from zhixing.syntax.notebook import Cell

REAL = Path(__file__).parents[2] / "docs/en/foundations/rnn_gradient_reach.svg"
RNG = np.random.default_rng(0)
CURVE = np.sort(RNG.random(30))
WEIGHTS = np.round(RNG.random((6, 6)) * 16) / 16  # few colours, all at the border of two


def curve(values: Any, **look: Any) -> bytes:
    with figure.default_style():
        drawn = Figure(figsize=(4, 2))
        axes = drawn.subplots()
        axes.plot(values, "o-", **look)
        axes.set(ylim=(0, 1), title="reach")
        return figure.render(drawn, "curve")


def heat(values: Any, cmap: str = "viridis") -> bytes:
    with figure.default_style():
        drawn = Figure(figsize=(3, 3))
        drawn.subplots().imshow(values, cmap=cmap, vmin=0, vmax=1)
        return figure.render(drawn, "heat")


def moved(values: Any, place: int, by: float) -> Any:
    other = np.array(values)
    other.flat[place] += by
    return other


@pytest.mark.parametrize("place", [0, 11, len(CURVE) - 1])
def test_a_datum_moved_by_a_hundredth_of_its_axis_is_seen(place: int) -> None:
    direction = 0.01 if CURVE[place] < 0.5 else -0.01
    assert difference(curve(CURVE), curve(moved(CURVE, place, direction))) is not None


def test_another_order_of_summation_is_not_seen() -> None:
    noise = CURVE * (1 + 1e-6 * RNG.standard_normal(len(CURVE)))
    assert difference(curve(CURVE), curve(noise)) is None


def test_the_committed_picture_with_the_digits_of_another_processor_passes_and_a_moved_point_does_not() -> None:
    text = REAL.read_text(encoding="utf-8")
    paths = re.findall(r'\bd="([^"]+)"', text)
    longest = max(paths, key=lambda path: path.count("L"))
    numbers = re.findall(r"-?\d+\.\d+", longest)
    axis = max(map(float, numbers)) - min(map(float, numbers))
    for number in numbers:
        for by, is_seen in ((0.01, False), (-0.02, False), (axis / 100, True), (-axis / 100, True)):
            other = longest.replace(number, f"{float(number) + by:.2f}", 1)
            found = difference(text.encode(), text.replace(longest, other, 1).encode())
            assert (found is not None) == is_seen, (number, by, found)


def test_every_number_of_a_picture_on_the_border_of_two_roundings_may_go_either_way() -> None:
    text = REAL.read_text(encoding="utf-8")
    shifted = re.sub(
        r'(?<= )(d|x|y)="([^"]+)"',
        lambda m: f'{m[1]}="' + re.sub(r"\d+\.\d+", lambda n: f"{float(n[0]) + 0.01:.2f}", m[2]) + '"',
        text,
    )
    assert shifted != text and difference(text.encode(), shifted.encode()) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<text", "<tspan"),
        (">reach<", ">search<"),
        ("stroke-width: 1.5", "stroke-width: 1.6"),
        ("stroke: #1f77b4", "stroke: #1f77b7"),
        ('role="img"', 'role="none"'),
        ("L", "M"),
        ("<use ", "<use class='new' "),
        ("<svg ", "<svg"),
    ],
)
def test_structure_text_and_look_are_compared(old: str, new: str) -> None:
    drawn = curve(CURVE).decode()
    assert old in drawn
    assert difference(drawn.encode(), drawn.replace(old, new, 1).encode()) is not None


def test_a_missing_or_added_element_is_seen() -> None:
    drawn = curve(CURVE).decode()
    use = re.search(r"\s*<use [^>]*/>", drawn)
    assert use is not None
    assert difference(drawn.encode(), drawn.replace(use.group(), "", 1).encode()) is not None
    assert difference(drawn.encode(), drawn.replace(use.group(), use.group() * 2, 1).encode()) is not None


def test_a_scale_is_no_place() -> None:
    """A factor moves everything under it: 0.1 and 0.12 are two sizes of type."""
    one = b'<svg><g transform="translate(3 4) scale(0.1 -0.1)"/></svg>'
    assert difference(one, one.replace(b"(3 4)", b"(3.01 4)")) is None
    assert difference(one, one.replace(b"0.1 -0.1", b"0.12 -0.12")) is not None


def test_a_colour_may_be_one_step_off_and_no_more() -> None:
    shown = heat(WEIGHTS).decode()
    colours = sorted(set(re.findall(r"fill: #([0-9a-f]{6})", shown)))
    for colour in colours:
        red, green, blue = bytes.fromhex(colour)
        one = bytes([red - 1 if red else 1, green, min(blue + 1, 255)]).hex()
        two = bytes([red, green + 2 if green < 250 else green - 2, blue]).hex()
        assert difference(shown.encode(), shown.replace(colour, one).encode()) is None
        assert difference(shown.encode(), shown.replace(colour, two).encode()) is not None


def test_cells_are_compared_however_they_were_put_together() -> None:
    """One cell takes its neighbour's colour, a step away: another group, the same picture."""
    shown = heat(WEIGHTS).decode()
    group = next(path for path in re.findall(r"<path d=\"[^>]+/>", shown) if path.count("M") > 1 and "H" in path)
    cell = re.search(r"M[^Z]+Z", group)
    assert cell is not None

    def apart(steps: int) -> bytes:
        colour = re.search(r"fill: #(\w\w)", group)
        assert colour is not None
        red = int(colour.group(1), 16)
        other = f"fill: #{red + (steps if red < 250 else -steps):02x}"
        alone = re.sub(r'd="[^"]+"', f'd="{cell.group()}"', group).replace(colour.group(), other)
        return shown.replace(group, alone + group.replace(cell.group(), "", 1)).encode()

    assert difference(shown.encode(), apart(0)) is None
    assert difference(shown.encode(), apart(1)) is None
    assert difference(shown.encode(), apart(2)) is not None
    assert difference(shown.encode(), shown.replace(cell.group(), "", 1).encode()) is not None


@pytest.mark.parametrize("cmap", ["viridis", "Blues", "RdBu"])
def test_a_value_at_the_border_of_two_colours_has_the_same_one_everywhere(cmap: str) -> None:
    below, above = heat(WEIGHTS - 1e-7, cmap), heat(WEIGHTS + 1e-7, cmap)
    assert difference(below, above) is None


@pytest.mark.parametrize(("cmap", "by"), [("gray", 0.01), ("RdBu", 0.01), ("magma", 0.01), ("viridis", 0.02)])
@pytest.mark.parametrize("place", [0, 20, 35])
def test_a_cell_moved_by_a_hundredth_of_the_scale_is_seen(cmap: str, by: float, place: int) -> None:
    """By two where the colours themselves change by one step in two levels, as viridis does at eight places."""
    direction = by if WEIGHTS.flat[place] < 0.5 else -by
    assert difference(heat(WEIGHTS, cmap), heat(moved(WEIGHTS, place, direction), cmap)) is not None


def test_colour_maps_take_what_they_took_before() -> None:
    plain = mpl.colormaps["viridis"]
    masked = np.ma.masked_invalid([0.25, np.nan, 2.0])
    given = [0.3, 1, [0.1, 0.9], np.array([3, 200]), masked, np.array([0.2, np.inf])]
    before = [np.asarray(plain(value)).tolist() for value in given]
    with figure.default_style():
        assert [np.asarray(plain(value)).tolist() for value in given] == before
        assert isinstance(plain(0.5), tuple) and isinstance(plain(np.float32(0.5)), tuple)


def test_the_pictures_of_a_notebook_are_compared_in_the_same_way() -> None:
    cell = Cell(1, True, "", ())
    words = Output("text", "0.1\n")
    near, far = (curve(moved(CURVE, 3, by)).decode() for by in (1e-6, 0.01))
    shown = (words, Output("picture", curve(CURVE).decode()))
    assert agree(cell, shown, (words, Output("picture", near)))
    assert not agree(cell, shown, (words, Output("picture", far)))
    assert not agree(cell, shown, (Output("text", "0.2\n"), Output("picture", near)))
    assert not agree(cell, shown, (words,))


def test_what_is_no_svg_is_another_picture() -> None:
    assert difference(b"<svg", curve(CURVE)) == "the file is no SVG"
    assert PLACE < 0.1

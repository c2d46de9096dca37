"""Two drawings of one figure: structure and text are equal, numbers within a tolerance that no eye sees. Pure.

Processors add in different orders, so the last digits of a coordinate differ from machine to machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise, zip_longest
from xml.etree import ElementTree

PLACE = 0.05  # of a coordinate, in the drawing's points: a fifteenth of a pixel; an axis is 50 to 500 of them long
LOOK = 0.005  # of an opacity or a line's width
SHADE = 1  # of a colour's channel, out of 255
_SIZE = 1  # of the natural size, which is rounded to whole pixels

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")
_CELL = re.compile(r"M([\d.-]+) ([\d.-]+)H([\d.-]+)V([\d.-]+)H\1Z")
_EXACT = ("id", "clip-path", "class", "role", "font-family")
_SCALED = re.compile(r"scale|matrix|skew")


def difference(shown: bytes, drawn: bytes) -> str | None:
    """What an eye could see between two SVG files, in words for the author; None if it is nothing."""
    if shown == drawn:
        return None
    try:
        old, new = ElementTree.fromstring(shown), ElementTree.fromstring(drawn)
    except ElementTree.ParseError:
        return "the file is no SVG"
    if (wrong := _unlike_size(old, new)) is not None:
        return wrong
    return _unlike(old, new)


def _unlike_size(old: ElementTree.Element, new: ElementTree.Element) -> str | None:
    for name in ("width", "height"):
        wrong = _numbers(f"the {name}", old.attrib.pop(name, ""), new.attrib.pop(name, ""), _SIZE)
        if wrong is not None:
            return wrong
    return None


def _unlike(old: ElementTree.Element, new: ElementTree.Element) -> str | None:
    """The first difference of two elements and of all inside them."""
    kind = new.tag.rpartition("}")[2]
    if old.tag != new.tag:
        return f"a <{old.tag.rpartition('}')[2]}> is a <{kind}> now"
    if (old.text or "").strip() != (new.text or "").strip() or (old.tail or "").strip() != (new.tail or "").strip():
        return f"a text was {(old.text or '').strip()!r} and is {(new.text or '').strip()!r}"
    for name in sorted({*old.attrib, *new.attrib}):
        if (wrong := _attribute(f"{name} of a <{kind}>", name, old.get(name), new.get(name))) is not None:
            return wrong
    theirs, ours = _parts(old), _parts(new)
    if len(theirs) != len(ours):
        return f"a <{kind}> had {len(theirs)} parts and has {len(ours)}"
    return next((wrong for pair in zip(theirs, ours, strict=True) if (wrong := _unlike(*pair)) is not None), None)


def _attribute(what: str, name: str, old: str | None, new: str | None) -> str | None:
    if old == new:
        return None
    if old is None or new is None or name in _EXACT or name.startswith("{") or "url(" in old + new:
        return f"{what} was {old} and is {new}"
    if name == "style":
        return _style(_declarations(old), _declarations(new))
    if _COLOUR.fullmatch(old) or _COLOUR.fullmatch(new):
        return _colour(what, old, new)
    if name == "transform":
        pairs = zip_longest(old.split(")"), new.split(")"), fillvalue="")
        tolerance = {True: 0.0, False: PLACE}
        found = (_numbers(what, a, b, tolerance[_SCALED.search(a) is not None]) for a, b in pairs)
        return next((wrong for wrong in found if wrong is not None), None)
    return _numbers(what, old, new, PLACE)


def _declarations(style: str) -> dict[str, str]:
    return {name.strip(): value.strip() for name, _, value in (part.partition(":") for part in style.split(";"))}


def _style(old: Mapping[str, str], new: Mapping[str, str]) -> str | None:
    for name in sorted({*old, *new}):
        before, now = old.get(name, "nothing"), new.get(name, "nothing")
        if before != now:
            compared = _colour if _COLOUR.fullmatch(before) or _COLOUR.fullmatch(now) else _look
            if (wrong := compared(name, before, now)) is not None:
                return wrong
    return None


def _look(what: str, old: str, new: str) -> str | None:
    return _numbers(what, old, new, LOOK)


def _colour(what: str, old: str, new: str) -> str | None:
    if not (_COLOUR.fullmatch(old) and _COLOUR.fullmatch(new)):
        return f"{what} was {old} and is {new}"
    steps = (abs(a - b) for a, b in zip(bytes.fromhex(old[1:]), bytes.fromhex(new[1:]), strict=True))
    return f"{what} was {old} and is {new}" if max(steps) > SHADE else None


def _numbers(what: str, old: str, new: str, tolerance: float) -> str | None:
    """Everything between the numbers is equal, and each number is where it was, give or take."""
    if _NUMBER.sub("0", old) != _NUMBER.sub("0", new):
        return f"{what} was {_short(old)} and is {_short(new)}"
    for before, now in zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=True):
        if abs(float(before) - float(now)) > tolerance + 1e-9:
            return f"{what}: {before} is {now} now"
    return None


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def _parts(parent: ElementTree.Element) -> list[ElementTree.Element]:
    """The children; those of a heat map cell by cell in the order of their places, however colours put them together."""
    if parent.get("shape-rendering") != "crispEdges":
        return list(parent)
    cells = [cell for path in parent for cell in _cells(path)]
    rows, columns = (_ranks(float(cell.get(side, "0")) for cell in cells) for side in ("top", "left"))
    return sorted(cells, key=lambda cell: (rows[float(cell.get("top", "0"))], columns[float(cell.get("left", "0"))]))


def _cells(path: ElementTree.Element) -> list[ElementTree.Element]:
    """The rectangles of one colour, each as an element of its own; a path of any other form as it is."""
    places = path.get("d", "")
    if _CELL.sub("", places):
        return [path]
    look = {name: value for name, value in path.items() if name != "d"}
    sides = ("left", "top", "right", "bottom")
    return [ElementTree.Element("cell", look | dict(zip(sides, cell, strict=True))) for cell in _CELL.findall(places)]


def _ranks(values: Iterable[float]) -> dict[float, int]:
    """The place of each value among all; values that are one within the tolerance have one place."""
    known = sorted(set(values))
    steps = [0, *(int(b - a > PLACE) for a, b in pairwise(known))]
    return dict(zip(known, accumulate(steps), strict=False))

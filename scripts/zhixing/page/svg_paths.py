"""Paths of a drawing in steps instead of places: a cell of a heat map is the same few letters each time, and packs well.

A number is taken as it is written, in hundredths or whatever it has: no sum is rounded, so nothing moves.
"""

from __future__ import annotations

import re
from decimal import Decimal

_DATA = re.compile(r'(\sd=")([^"]+)"')
_STEP = re.compile(r"([MLHVQCZ])([^A-Za-z]*)")
_PLAIN = re.compile(r"\s*M(?:[\d\s.,-]|[MLHVQCZ])*")  # absolute commands alone; others are left as they are
_NUMBER = re.compile(r"-?\d*\.?\d+")
_SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}  # numbers that one command takes

Point = tuple[Decimal, Decimal]


def in_steps(svg: str) -> str:
    """The drawing with each path that has absolute places rewritten, if that is shorter."""
    return _DATA.sub(lambda found: f'{found[1]}{_shorter(found[2])}"', svg)


def _shorter(data: str) -> str:
    found = [(command, [Decimal(one) for one in _NUMBER.findall(given)]) for command, given in _STEP.findall(data)]
    if not _PLAIN.fullmatch(data) or not all(_is_whole(*one) for one in found):
        return data
    made = _steps(found)
    return made if len(made) < len(data) else data


def _is_whole(command: str, numbers: list[Decimal]) -> bool:
    """A command with numbers left over, or with none, is a browser's to read."""
    size = _SIZES[command]
    return bool(numbers) and len(numbers) % size == 0 if size else not numbers


def _steps(commands: list[tuple[str, list[Decimal]]]) -> str:
    """The first place is absolute either way; what follows it without a letter of its own is a step, as its m is small."""
    made: list[str] = []
    at = start = (Decimal(0), Decimal(0))
    for command, numbers in commands:
        if command == "Z":
            text, at = "z", start
        elif command in "HV":
            text, at = _along(command, numbers, at)
        else:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            text, at = _moves(command, points, at)
            start = points[0] if command == "M" else start
        made.append(text)
    return "".join(made)


def _along(command: str, numbers: list[Decimal], at: Point) -> tuple[str, Point]:
    """A line along one axis, from place to place."""
    axis = "HV".index(command)
    steps = [here - last for last, here in zip([at[axis], *numbers], numbers, strict=False)]
    end = (numbers[-1], at[1]) if command == "H" else (at[0], numbers[-1])
    return command.lower() + _joined(steps), end


def _moves(command: str, points: list[Point], at: Point) -> tuple[str, Point]:
    """One command for all its points; each group of them is counted from where the last one ended."""
    steps: list[Decimal] = []
    size = _SIZES[command] // 2
    for first in range(0, len(points), size):
        group = points[first : first + size]
        steps += [part for x, y in group for part in (x - at[0], y - at[1])]
        at = group[-1]
    return command.lower() + _joined(steps), at


def _joined(numbers: list[Decimal]) -> str:
    """Numbers with as little between them as can be read: a minus ends the one before it."""
    shown = [_shown(number) for number in numbers]
    return "".join(one if not place or one.startswith("-") else f" {one}" for place, one in enumerate(shown))


def _shown(number: Decimal) -> str:
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        return text.replace("0.", ".", 1)
    return text if number else "0"

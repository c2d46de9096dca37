"""How a fenced block is laid out: the numbers of its lines, and how far its longest line reaches.

Both are attributes of elements that are there anyway: a number for each line costs no node of the page.
"""

from __future__ import annotations

from unicodedata import east_asian_width
from xml.etree.ElementTree import Element

_FITS = 96  # letters that a column holds on a small desktop screen
_STEP = 8  # letters between two sizes of a letter
_WIDEST = 136  # letters; what is longer scrolls
_TAB = 4
_WIDE = 5 / 3  # a Chinese character is one em wide, a letter of the code font three fifths of it
_OPENED = '<div class="'


def line_numbers(first: int, code: str) -> str:
    """The numbers of the lines of a block, below each other, as an attribute of its `pre` holds them."""
    return "\n".join(str(first + number) for number in range(code.count("\n") + 1))


def width_class(code: str) -> str:
    """The class of a block with a line too long for the column: its length in letters, in steps; "" if all fit."""
    longest = max(map(_width, code.split("\n")))
    if longest <= _FITS:
        return ""
    return f"zx-w{min(_WIDEST, _FITS + _STEP * -int(-(longest - _FITS) // _STEP))}"


def laid_out(html: str, code: str, first: int | None) -> str:
    """The HTML of a highlighted block with both; `first` is the number of its first line, if it has one."""
    wide = width_class(code)
    if wide and html.startswith(_OPENED):
        html = f"{_OPENED}{wide} {html.removeprefix(_OPENED)}"
    return html if first is None else html.replace("<pre>", f'<pre data-lines="{line_numbers(first, code)}">', 1)


def lay_out(pre: Element, code: str, first: int | None) -> None:
    """The same for a block that nothing has highlighted."""
    if first is not None:
        pre.set("data-lines", line_numbers(first, code))


def _width(line: str) -> float:
    return sum(_WIDE if east_asian_width(letter) in "WF" else 1 for letter in line.expandtabs(_TAB))

"""Slips in a formula that its TeX alone can tell; the drawing of it tells the rest."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"\\[{}$%&#_]|(?<!\\)(?<![0-9])%.*")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
_WORDS = re.compile(
    r"(?<!\\)\\(?:text|textbf|textit|mathrm|operatorname|tag|label|begin|end|(?:text)?color|href|url)\*?\s*\{[^{}]*\}"
)
_COMMANDS = (
    "frac|dfrac|tfrac|sqrt|sum|prod|int|text|mathrm|mathbf|mathbb|mathcal|operatorname|left|right|cdot|times|alpha"
)
_TAKES = "dfrac|tfrac|frac|sqrt|text|mathrm|mathbf|mathbb|mathcal|operatorname"
_ONE = r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[^\s{}\\&])"
_MISTAKES = tuple(
    (re.compile(pattern), what)
    for pattern, what in (
        (rf"([_^])\s*{_ONE}\s*\1", "{1} stands twice behind one letter: write braces around what it belongs to"),
        (r"[_^](?:[0-9]{2,}|-[0-9])", "{0} moves only its first sign: write braces around the number"),
        (rf"\\([dt]?frac)\s*{_ONE}\s*(?=$|[&)\]}}])", "\\{1} lacks its second part"),
        (r"\\sqrt\s+[A-Za-z0-9]\s*[_^]", "\\sqrt takes one sign: write braces around all that it belongs to"),
        (rf"\\({_TAKES})\s*\(", "\\{1} takes what stands in braces, not in parentheses"),
        (rf"(?<!\\)\\\\({_COMMANDS})(?![A-Za-z])", "\\\\{1} begins a new line: write \\{1}"),
        (rf"(?<![\\A-Za-z])({_TAKES})\s*\{{", "{1} lacks its \\"),
        (r"(?<!\\)[0-9]\s*%", "{0} begins a comment: write \\%"),
        (r"<=|>=|(?<!-)->", "{0} is no sign of TeX: write \\le, \\ge or \\to"),
        (r"(?<!\\)#(?![0-9])", "# is written \\#"),
    )
)


def in_formula(tex: str) -> str:
    """What TeX cannot read in a formula, or reads as something else: the first of it; "" if it finds nothing."""
    bare = _ESCAPED.sub("", tex)
    depth = 0
    for sign in bare:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return "a } of the formula closes nothing"
    if depth:
        return "a { of the formula is never closed"
    opened: list[str] = []
    for act, name in _ENVIRONMENT.findall(tex):
        if act == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return f"\\end{{{name}}} ends nothing that the formula begins"
    if opened:
        return f"\\begin{{{opened[-1]}}} is never ended"
    left, right = (len(re.findall(rf"\\{word}(?![A-Za-z])", bare)) for word in ("left", "right"))
    if left != right:
        return f"the formula has {left} \\left and {right} \\right"
    bare = _WORDS.sub("{}", bare)
    for pattern, what in _MISTAKES:
        match = pattern.search(bare)
        if match:
            return what.format(*(match.group().strip(), *match.groups("")))
    loose = "&" in bare and not re.search(r"\\begin\b|matrix|cases|align", tex)
    return "& stands outside a table" if loose else ""

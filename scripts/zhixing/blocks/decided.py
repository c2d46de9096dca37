"""The answer that code gives to a quiz, and the options that it makes right. Pure."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable
from typing import Any

from zhixing.blocks.failure import Failure
from zhixing.model import Card, CodeBlock, Decided, Diagnostic, Quiz, Span
from zhixing.syntax.decided import answering
from zhixing.syntax.directives import absent
from zhixing.syntax.numbers import Number, numbers

ANSWER = "__answer__"
Answer = bool | float | str | tuple["Answer", ...]
_FRACTION = re.compile(r"(?:\\[dt]?frac\{(\d+)\}\{(\d+)\}|(?<![\w.])(\d+)/(\d+)(?![\w.]))")
_POWER = re.compile(r"[-−]?([0-9,{}]+(?:\.[0-9]+)?)(?=e|\s?(?:×|\\times|\\cdot))")
_NAME = re.compile(r"[A-Za-z_]\w*")
_MARKS = re.compile(r"[`$*]")
_ALIKE = 1e-9  # two options this near to an answer are both right
_HINT = "if the quiz is right, mend the code below it; else move the mark"


def block_of(quiz: Quiz, code: Decided) -> CodeBlock:
    """The code below a quiz as a block: its lines are those of the card."""
    span = Span(quiz.span.path, code.line - 1)
    return CodeBlock(span, "python", "python", "", code.code + "\n", True, "", False, (), -1, name=quiz.id)


def proofs(card: Card, code: Decided) -> tuple[CodeBlock, ...]:
    """The proofs that run before the code, in the order in which it names them."""
    known = {claim.id: claim.proof for claim in card.claims}
    return tuple(proof for name in code.claims if (proof := known.get(name)) is not None)


def lacking(card: Card, blocks: Iterable[CodeBlock]) -> str:
    """The first module that is not installed of those that the blocks use through definitions of their card, or ""."""
    known = list(blocks)
    words = {word for block in known for word in _NAME.findall(block.code)}
    for block in (*known, *card.python_blocks()):
        missing = absent(block)
        if missing and (
            block in known or missing in words or words & set(block.python.defines if block.python else ())
        ):
            return missing
    return ""


def keep_answer(tree: ast.Module, code: str) -> None:
    """Make the last expression of a tree an assignment, so that its value can be asked for."""
    last = answering(tree)
    if last is not None:
        name = ast.copy_location(ast.Name(ANSWER, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([name], last.value), last)


def plain(value: Any) -> Answer:
    """An answer in plain types: arrays and tensors as tuples, their scalars as numbers."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, Iterable) and not isinstance(value, (dict, set, frozenset)):
        return tuple(plain(one) for one in value)
    raise TypeError(f"a quiz is answered by a number, numbers, a text or one truth for each option, not by {value!r}")


def right_options(quiz: Quiz, answer: Answer) -> tuple[bool, ...] | str:
    """Which options an answer makes right; or why it answers nothing."""
    if isinstance(answer, str):
        return tuple(_words(option.text) == _words(answer) for option in quiz.options)
    values = answer if isinstance(answer, tuple) else (answer,)
    if any(isinstance(value, bool) for value in values):
        if not all(isinstance(value, bool) for value in values) or len(values) != len(quiz.options):
            return f"the quiz has {len(quiz.options)} options, and the code gives {_shown(answer)}"
        return tuple(bool(value) for value in values)
    if not all(isinstance(value, float) for value in values):
        return f"the code gives {_shown(answer)}, which is no number, text or row of truths"
    off = [_off(option.text, [float(value) for value in values]) for option in quiz.options]  # type: ignore[arg-type]
    return tuple(one is not None and one <= min(near for near in off if near is not None) + _ALIKE for one in off)


def judged(quiz: Quiz, answer: Answer) -> Failure | None:
    """What is wrong with the marks of a quiz, at the first option that the code sees otherwise."""
    right = right_options(quiz, answer)
    if isinstance(right, str):
        return Failure(Diagnostic(quiz.span, "Q017", right, "end the code with one truth for each option, in order"))
    marked = tuple(option.correct for option in quiz.options)
    if right == marked:
        return None
    place = next(at for at, (code, mark) in enumerate(zip(right, marked, strict=True)) if code != mark)
    span = quiz.options[place].span
    given = "" if isinstance(answer, tuple) and isinstance(answer[0], bool) else f" ({_shown(answer)})"
    problem = f"^{quiz.id}: the code{given} makes {_listed(right)} right, the quiz marks {_listed(marked)}"
    return Failure(Diagnostic(span, "Q017", problem, _HINT))


def _listed(truths: tuple[bool, ...]) -> str:
    places = [str(place) for place, true in enumerate(truths, 1) if true]
    return f"option{'s' if len(places) > 1 else ''} {' and '.join(places)}" if places else "no option"


def _shown(answer: Answer) -> str:
    if isinstance(answer, tuple):
        return f"({', '.join(map(_shown, answer))})"
    return f"{answer:.6g}" if isinstance(answer, float) else str(answer)


def _words(text: str) -> str:
    return " ".join(_MARKS.sub("", text).split())


def _off(text: str, values: list[float]) -> float | None:
    """How far the values are from the numbers of a text, None if it says others: more or fewer, or not rounded so."""
    said = numbers(_FRACTION.sub(_decimal, _MARKS.sub("", text)))
    if len(said) != len(values) or not all(map(_rounds, said, values)):
        return None
    return sum(_apart(number, value) / (abs(value) or 1) for number, value in zip(said, values, strict=True))


def _decimal(match: re.Match[str]) -> str:
    above, below = (int(part) for part in match.groups() if part is not None)
    return f"{above / below:.9f}" if below else match.group()


def _rounds(number: Number, value: float) -> bool:
    """Whether a value is a number of the text, rounded as it is written there."""
    half = 0.5000001 * _step(number)
    return math.isfinite(value) and any(abs(_size(number, value) - number.value * s) <= half * s for s in number.scales)


def _apart(number: Number, value: float) -> float:
    return min(abs(_size(number, value) - number.value * scale) for scale in number.scales)


def _size(number: Number, value: float) -> float:
    return -value if number.text[0] in "-−" else value


def _step(number: Number) -> float:
    """What one more in the last written digit would add."""
    mantissa = _POWER.match(number.text)
    if mantissa is None or not number.value:
        return 10.0**-number.decimals
    exponent = round(math.log10(number.value / float(mantissa[1].replace(",", "").replace("{}", ""))))
    return 10.0 ** (exponent - len(mantissa[1].partition(".")[2]))

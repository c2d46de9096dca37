"""A bug hunt: the card's code with one wrong change that the judge is known to notice; where does it stand?"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable
from dataclasses import dataclass

from zhixing.practice.core.judge import Judge
from zhixing.practice.core.mutate import Mutant, mutants

# Changes that are no mistake in any task, by what their key holds.
EQUIVALENT = {
    "= np.asarray(": "the signature promises arrays",
    "strict=True) -> zip(": "lists of different lengths are no input of the task",
}
_PLAIN = ("statement", "condition")  # `pass` and `not` in a strange place give it away


@dataclass(frozen=True)
class Hunt:
    """`code` is wrong in `lines` (from 1); `right` is the same code without the bug."""

    code: str
    right: str
    lines: tuple[int, ...]

    def difference(self) -> str:
        """What was wrong, as a diff."""
        old, new = self.code.splitlines(), self.right.splitlines()
        return "\n".join(list(difflib.unified_diff(old, new, lineterm="", n=1))[2:])


def hunt(judge: Judge, number: int, noticed: Callable[[Mutant], bool]) -> Hunt | None:
    """The hunt of that number, the same for everyone; None if the task has no bug to hide.

    `noticed` tries a mutant within a limit of time: one that never ends is not worth hunting.
    """
    right = ast.unparse(ast.parse(judge.source))
    heads = _signatures(right)
    hidden = [
        (one, lines)
        for one in mutants(judge.source, judge.task.blank)
        if one.operator not in _PLAIN and not reason(judge, one)
        for lines in [_changed(right, one.source)]
        if len(lines) == 1 and lines[0] not in heads  # a default in the signature is no bug that a reader can find
    ]
    for step in range(len(hidden)):
        one, lines = hidden[(7 * number + step) % len(hidden)]  # neighbours are changes of one expression
        if noticed(one):
            return Hunt(one.source, right, lines)
    return None


def _signatures(code: str) -> set[int]:
    """Lines that belong to the head of a function or class, not to its body."""
    return {
        line
        for node in ast.walk(ast.parse(code))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        for line in range(node.lineno, node.body[0].lineno)
    }


def reason(judge: Judge, mutant: Mutant) -> str:
    """Why no input tells a mutant from the reference; "" if one can."""
    general = (why for part, why in EQUIVALENT.items() if part in mutant.key and mutant.operator != "constant")
    return judge.task.equivalent.get(mutant.key, "") or next(general, "")


def survives(judge: Judge, mutant: Mutant) -> bool:
    """Whether the judge takes a mutant for a right answer."""
    try:
        made = judge.library.variant(judge.task.module, judge.task.define, mutant.source)
    except Exception:
        return False
    return judge.accepts(made)


def _changed(right: str, wrong: str) -> tuple[int, ...]:
    old, new = right.splitlines(), wrong.splitlines()
    if len(old) != len(new):
        return ()
    return tuple(number for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b)

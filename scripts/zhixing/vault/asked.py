"""Who asks which question, from which level on and how often: the file `interview.yml` beside the languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import yaml

from zhixing.vault.kept_results import kept

ROLES = ("research", "training", "inference", "applied")
LEVELS = ("junior", "middle", "senior")
FREQUENCIES = ("rarely", "sometimes", "often", "always")  # a question's `often` is its place here
_ALL = "all"
_SHAPE = "write `id: [roles, level, frequency]`"


@dataclass(frozen=True)
class Asked:
    """What is known of one question."""

    line: int
    roles: tuple[str, ...] = ROLES
    level: str = "middle"
    often: int = 1


@dataclass(frozen=True)
class Fault:
    """What is wrong with a line of the file."""

    line: int
    problem: str
    hint: str


@kept
def read_asked(data: bytes | None) -> tuple[Mapping[str, Asked], tuple[Fault, ...]]:
    """Questions by their ids, and what is wrong with the file; nothing of both if there is none."""
    if data is None:
        return {}, ()
    try:
        node = yaml.compose(data.decode("utf-8-sig"), Loader=yaml.SafeLoader)
    except (UnicodeDecodeError, RecursionError, yaml.YAMLError) as error:
        mark = getattr(error, "problem_mark", None)
        return {}, (Fault(mark.line + 1 if mark else 1, "the file cannot be read", _SHAPE),)
    if node is None:
        return {}, ()
    if not isinstance(node, yaml.MappingNode):
        return {}, (Fault(1, "the file is no list of questions", _SHAPE),)
    known: dict[str, Asked] = {}
    faults: list[Fault] = []
    for key, value in node.value:
        line, ident = key.start_mark.line + 1, str(key.value)
        found = _asked(line, value)
        if isinstance(found, Asked) and ident not in known:
            known[ident] = found
        else:
            again = Fault(line, f"^{ident} stands twice", "keep one of the two lines")
            faults.append(again if isinstance(found, Asked) else found)
    return known, tuple(faults)


def _asked(line: int, value: yaml.Node) -> Asked | Fault:
    parts = [part.value for part in value.value] if isinstance(value, yaml.SequenceNode) else []
    if len(parts) != 3 or not all(isinstance(part, str) for part in parts):
        return Fault(line, "the line does not say roles, level and frequency", _SHAPE)
    named, level, frequency = parts
    roles = ROLES if named == _ALL else tuple(role.strip() for role in named.split("+"))
    for given, allowed, what in (
        (roles, ROLES, "role"),
        ((level,), LEVELS, "level"),
        ((frequency,), FREQUENCIES, "frequency"),
    ):
        for name in given:
            if name not in allowed:
                return Fault(line, f"no {what} is called {name!r}", f"there is {', '.join(allowed)}")
    ordered = tuple(role for role in ROLES if role in roles)
    return Asked(line, ordered, level, FREQUENCIES.index(frequency))

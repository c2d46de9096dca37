"""What the judge found, as plain data, and as text in one language."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from zhixing.practice.core.compare import array, dtype_name, is_tensor
from zhixing.practice.core.task import Text, say
from zhixing.practice.core.words import word

_SHOWN = 1200  # characters of a value
_PRINTED = 4000


@dataclass(frozen=True)
class Verdict:
    """`reason` is a key of the words, `values` fill its sentence. Texts of the task come in all its languages."""

    task: str
    accepted: bool
    reason: str
    values: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    number: int = 0  # of the property that failed, from 1
    total: int = 0
    property: Text = ""
    inputs: tuple[tuple[str, str], ...] = ()
    got: str = ""
    expected: str = ""
    line: int = 0
    mistake: Text = ""
    sure: bool = False  # the mistake explains every input; else most of them
    link: str = ""
    printed: str = ""

    def to_json(self) -> str:
        """For a page, or a process that asked."""
        return json.dumps(asdict(self), ensure_ascii=False)


def from_json(text: str) -> Verdict:
    """The verdict that was written."""
    data = json.loads(text)
    inputs = tuple((name, shown) for name, shown in data.pop("inputs"))
    made = Verdict(**data, inputs=inputs)
    return replace(made, property=_text(made.property), mistake=_text(made.mistake))


def _text(value: Any) -> Text:
    return value if isinstance(value, str) else tuple(value)


def render(verdict: Verdict, language: str, languages: tuple[str, ...]) -> str:
    """The verdict as a learner reads it. `languages` is the order in which a task has its texts."""
    number = languages.index(language) if language in languages else 0

    def of(key: str, **values: object) -> str:
        return word(key, language, **values)

    lines = [sentence(verdict, language)]
    if verdict.line:
        lines[0] += f" ({of('line', line=verdict.line)})"
    if verdict.property:
        head = of("property", number=verdict.number, total=verdict.total)
        lines.append(f"{head}: {say(verdict.property, number)}")
    if verdict.inputs:
        lines.append(f"{of('input')}:")
        lines += [f"  {name} = {_indented(shown, len(name) + 5)}" for name, shown in verdict.inputs]
    for key, shown in (("got", verdict.got), ("expected", verdict.expected)):
        if shown:
            lines.append(f"{of(key)}:\n  {_indented(shown, 2)}")
    if verdict.mistake:
        lines.append(f"{of('mistake' if verdict.sure else 'like')}: {say(verdict.mistake, number)}")
        if verdict.link:
            lines.append(f"  {of('read')}: [[{verdict.link}]]")
    if verdict.printed:
        lines.append(f"{of('printed')}:\n  {_indented(cut(verdict.printed.rstrip(), _PRINTED, language), 2)}")
    if not verdict.accepted and verdict.seed:
        lines.append(of("seed", seed=verdict.seed))
    return "\n".join(lines)


def sentence(verdict: Verdict, language: str) -> str:
    """The verdict in one sentence."""
    values = dict(verdict.values)
    if verdict.reason == "cheat":
        values["what"] = word(f"cheat-{values['name']}", language, what=values["what"])
    if verdict.reason == "value":
        values["at"] = word("at", language, **values) if "place" in values else ""
    text = word(verdict.reason, language, **{**values, "total": verdict.total})
    if verdict.accepted or verdict.reason in ("cheat", "empty", "syntax", "missing"):
        return text
    return f"{word('rejected', language)} {text}"


def show(value: Any) -> str:
    """A value as it would be typed in."""
    if isinstance(value, np.random.Generator):
        return "np.random.default_rng(…)"
    if isinstance(value, np.ndarray) or is_tensor(value):
        kind = "tensor" if is_tensor(value) else "array"
        data = array(value)
        text = np.array2string(
            data, separator=", ", precision=4, suppress_small=False, threshold=60, max_line_width=100
        )
        return f"{kind}({_indented(text, len(kind) + 1)}, shape {data.shape}, {dtype_name(data)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(show, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {show(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, np.generic):
        return repr(value.item())
    if callable(value) or hasattr(value, "__dict__"):
        return f"<{getattr(value, '__name__', type(value).__name__)}>"
    return cut(repr(value), _SHOWN, "en")


def cut(text: str, limit: int, language: str) -> str:
    """Not more than a screen of it."""
    return text if len(text) <= limit else text[:limit] + word("too-long", language, more=len(text) - limit)


def _indented(text: str, width: int) -> str:
    return text.replace("\n", "\n" + " " * width)

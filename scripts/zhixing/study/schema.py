"""What a file of a learner's history may hold; the first wrong value is named by its path."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from zhixing.study.day import moment, parsed
from zhixing.study.items import KINDS
from zhixing.vault.asked import LEVELS, ROLES

FORMAT, VERSION = "zhixing-study", 1
TRACKS = ("all", *ROLES)
SOURCES = ("review", "quiz", "interview", "practice")
# With a task. start: its file was written; timed: with a limit of `seconds`; the others came after so many seconds.
DEEDS = ("start", "timed", "hint", "rejected", "accepted", "late", "gave-up", "found", "missed")

Check = Callable[[object, str], None]
Shape = dict[str, Check]

_INFINITE = 1e300  # a number beyond this cannot be written again as it was read
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_DATE = re.compile(r"[1-9]\d{3}-\d\d-\d\d")
_TASK = re.compile(r".+#[1-9][0-9]*")


class HistoryError(Exception):
    """The file is no history; the message names the first wrong value."""


def check_history(value: object) -> None:
    """HistoryError unless a JSON value is a whole history."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise HistoryError(f'it is no study history: `format` must be "{FORMAT}"')
    _fields(value, "", {"format": _one_of(FORMAT), "version": _version, "events": _list(_event)})


def _fail(path: str, problem: str) -> None:
    where = path.encode("utf-8", "backslashreplace").decode()  # a name may hold half of a character
    raise HistoryError(f"{where or 'the file'}: {problem}")


def _text(value: object, path: str) -> None:
    if not isinstance(value, str) or not value:
        _fail(path, "must be text that is not empty")


def _truth(value: object, path: str) -> None:
    if not isinstance(value, bool):
        _fail(path, "must be true or false")


def _uuid(value: object, path: str) -> None:
    if not isinstance(value, str) or not _UUID.fullmatch(value):
        _fail(path, "must be a UUID of version 4, in small letters")


def _moment(value: object, path: str) -> None:
    if not (isinstance(value, str) and _MOMENT.fullmatch(value) and value.isascii() and _exists(value)):
        _fail(path, 'must be a moment like "2026-11-16T07:00:00.000Z"')


def _date(value: object, path: str) -> None:
    """A calendar day, or nothing: no plan."""
    if value != "" and not (isinstance(value, str) and _DATE.fullmatch(value) and value.isascii() and _is_day(value)):
        _fail(path, 'must be a date like "2026-11-30"')


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _exists(text: str) -> bool:
    try:
        return moment(parsed(text)) == text
    except (ValueError, OverflowError):
        return False


def _task(value: object, path: str) -> None:
    if not isinstance(value, str) or not _TASK.fullmatch(value):
        _fail(path, 'must be a task like "attention/MLA#3"')


def _one_of(*values: str | int) -> Check:
    def check(value: object, path: str) -> None:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)) or value not in values:
            _fail(path, f"must be {', '.join(map(str, values[:-1]))}{' or ' if values[1:] else ''}{values[-1]}")

    return check


def _number(low: float, high: float, *, whole: bool) -> Check:
    def check(value: object, path: str) -> None:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _INFINITE
        if not (is_number and low <= value <= high and (not whole or value == int(value))):  # type: ignore[operator, call-overload]
            span = f"{low} or more" if high == float("inf") else f"from {low} to {high}"
            _fail(path, f"must be a {'whole ' if whole else ''}number, {span}")

    return check


def _list(each: Check, *, unique: bool = False) -> Check:
    def check(value: object, path: str) -> None:
        if not isinstance(value, list):
            _fail(path, "must be a list")
            return
        for number, entry in enumerate(value):
            each(entry, f"{path}[{number}]")
        if unique and any(entry in value[:number] for number, entry in enumerate(value)):
            _fail(path, "must not repeat a value")

    return check


def _fields(value: object, path: str, shape: Shape, optional: Shape | None = None) -> None:
    """Every field of the shape, and no other; those of `optional` may be left out."""
    if not isinstance(value, dict):
        _fail(path, "must be an object {…}")
        return
    start = f"{path}." if path else ""
    for name, check in shape.items():
        if name not in value:
            _fail(f"{start}{name}", "is missing")
        check(value[name], f"{start}{name}")
    for name in value.keys() - shape.keys():
        if name not in (optional or {}):
            _fail(f"{start}{name}", "unknown field")
        (optional or {})[name](value[name], f"{start}{name}")


def _version(value: object, path: str) -> None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > VERSION:
        _fail(path, "made by a newer version")
    _one_of(VERSION)(value, path)


_MARK = _one_of(0, 1, 2)
_ANSWER: Shape = {
    "item": _text,
    "short": _MARK,
    "depth": _MARK,
    "followup": _MARK,
    "seconds": _number(0, float("inf"), whole=False),
}
_EVENTS: dict[str, Shape] = {
    "review": {"item": _text, "grade": _one_of(1, 2, 3, 4), "source": _one_of(*SOURCES)},
    "undo": {"of": _uuid},
    "suspend": {"item": _text},
    "resume": {"item": _text},
    "bury": {"item": _text, "until": _moment},
    "quiz": {"item": _text, "picked": _list(_number(0, float("inf"), whole=True), unique=True), "right": _truth},
    "interview": {
        "minutes": _number(1, 600, whole=True),
        "level": _one_of(*LEVELS),
        "topics": _list(_text),
        "answers": _list(lambda value, path: _fields(value, path, _ANSWER)),
    },
    "practice": {"item": _text, "deed": _one_of(*DEEDS), "seconds": _number(0, float("inf"), whole=False)},
    "tick": {"key": _task, "on": _truth},
    "settings": {},
}
_OPTIONAL: dict[str, Shape] = {"interview": {"role": _one_of(*TRACKS)}}  # fields that an event may leave out
SETTINGS: Shape = {
    "retention": _number(0.7, 0.97, whole=False),
    "new_per_day": _number(0, 9999, whole=True),
    "reviews_per_day": _number(0, 9999, whole=True),
    "kinds": _list(_one_of(*KINDS), unique=True),
    "interview_date": _date,
    "minutes_per_day": _number(10, 960, whole=True),
    "role": _one_of(*TRACKS),
}


def _event(value: object, path: str) -> None:
    if not isinstance(value, dict):
        _fail(path, "must be an object {…}")
        return
    if "type" not in value:
        _fail(f"{path}.type", "is missing")
    _one_of(*_EVENTS)(value["type"], f"{path}.type")
    own = _EVENTS[value["type"]]
    is_settings = value["type"] == "settings"
    optional = SETTINGS if is_settings else _OPTIONAL.get(value["type"])
    _fields(value, path, {"id": _uuid, "at": _moment, "type": _text, **own}, optional)
    if is_settings and len(value) == 3:
        _fail(path, "sets nothing")

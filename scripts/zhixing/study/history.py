"""The learner's history: a list of events that only grows. What a file of it may hold, and how two become one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from zhixing.study.day import moment
from zhixing.study.schema import FORMAT, VERSION, HistoryError, check_history

Event = Mapping[str, Any]


def parse_history(data: bytes) -> list[Event]:
    """The events of a file, in order; HistoryError if anything in it is not as it must be."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise HistoryError("it is not UTF-8 text") from error
    except RecursionError as error:
        raise HistoryError("it is nested too deeply") from error
    except ValueError as error:
        line = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise HistoryError(f"it is not JSON, or was cut off{line}") from error
    check_history(value)
    return merge(value["events"])


def history_bytes(events: Sequence[Event]) -> bytes:
    """The file of a history, byte for byte as the browser writes it: half of a character as an escape."""
    value = {"format": FORMAT, "version": VERSION, "events": events}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def merge(*histories: Iterable[Event]) -> list[Event]:
    """The union by id, in the order of time.

    One id with two contents is tampering: then the choice must not depend on the order.
    """
    known: dict[str, Event] = {}
    for history in histories:
        for event in history:
            other = known.get(event["id"])
            if other is None or (other != event and _canonical(event) < _canonical(other)):
                known[event["id"]] = event
    return sorted(known.values(), key=lambda event: (event["at"], event["id"]))


def stamp(deeds: Iterable[Event], at: datetime) -> list[Event]:
    """Deeds of one moment share its time, so that they can be taken back together."""
    return [{"id": str(uuid4()), "at": moment(at), **deed} for deed in deeds]


def quiz_deeds(item: str, picked: Sequence[int], right: bool) -> list[Event]:
    """A quiz answer: its result, and the review that it amounts to."""
    return [
        {"type": "quiz", "item": item, "picked": list(picked), "right": right},
        {"type": "review", "item": item, "grade": 3 if right else 1, "source": "quiz"},
    ]


def _canonical(event: Event) -> list[int]:
    """As the browser compares: UTF-16 units of JSON with sorted keys."""
    text = json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    data = text.encode("utf-16-be", "surrogatepass")
    return [data[i] << 8 | data[i + 1] for i in range(0, len(data), 2)]


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")

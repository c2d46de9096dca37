"""What a page's own Python runs: one question as a file, one answer as a file."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from zhixing.practice.core.hunt import hunt, survives
from zhixing.practice.core.judge import Judge
from zhixing.practice.core.mutate import Mutant
from zhixing.practice.core.reference import differences
from zhixing.practice.core.shelf import Shelf, shelf_from_json
from zhixing.practice.core.verdict import sentence

_SECONDS = 5.0  # for one change of the code; a change that runs longer never ends


class OverTime(BaseException):
    """Code ran too long; no `except Exception` of it may catch this."""


def main(question: str, answer: str) -> None:
    """Read the question, write the answer."""
    with open(question, encoding="utf-8") as handle:
        asked = json.load(handle)
    with open(answer, "w", encoding="utf-8") as handle:
        json.dump(_ANSWERS[asked["kind"]](asked), handle, ensure_ascii=False)


def _judge_of(asked: dict[str, Any]) -> Judge:
    """Made anew each time: what one solution did to it must not reach the next."""
    return _shelf(asked).judge_for(asked["task"], asked["file"])


def _shelf(asked: dict[str, Any]) -> Shelf:
    return shelf_from_json(json.dumps(asked["shelf"]))


def _verdict(asked: dict[str, Any]) -> dict[str, Any]:
    judge = _judge_of(asked)
    verdict = judge.judge(asked["text"])
    return {
        "verdict": json.loads(verdict.to_json()),
        "sentence": sentence(verdict, asked["language"]),
        "diff": differences(asked["text"], judge.task.define, asked["reference"]),
    }


def _diff(asked: dict[str, Any]) -> dict[str, Any]:
    return {"diff": differences(asked["text"], asked["define"], asked["reference"])}


def _hunt(asked: dict[str, Any]) -> dict[str, Any]:
    judge = _judge_of(asked)
    found = hunt(judge, asked["number"], lambda mutant: _noticed(judge, mutant))
    return {"hunt": {**asdict(found), "diff": found.difference()} if found else None}


def _noticed(judge: Judge, mutant: Mutant) -> bool:
    try:
        return not _limited(lambda: survives(judge, mutant))
    except OverTime:
        return False


def _limited(work: Callable[[], bool]) -> bool:
    """A page has neither processes nor signals: every line looks at the clock."""
    end = time.monotonic() + _SECONDS

    def watch(frame: Any, event: str, value: Any) -> Any:
        if time.monotonic() > end:
            raise OverTime
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return work()
    finally:
        sys.settrace(before)


_ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"judge": _verdict, "diff": _diff, "hunt": _hunt}

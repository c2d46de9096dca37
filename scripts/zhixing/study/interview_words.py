"""The words of the interview, in the browser and in the terminal: one file has them for both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zhixing.study.day import parsed
from zhixing.study.history import Event
from zhixing.study.interview import Answer, before, percent_of
from zhixing.study.plan_words import shared_words
from zhixing.study.planned import date_of
from zhixing.study.schedule import Study


class InterviewWords:
    """The words for a learner who reads a language."""

    def __init__(self, lang: str) -> None:
        self._words = shared_words("interview", lang)

    def __call__(self, key: str, *values: object) -> str:
        """A sentence; each `{}` in it is filled. `terminal.tick` is one that the pages do not have."""
        found: Any = self._words
        for name in key.split("."):
            found = found[name]
        return str(found).format(*values)

    def mark(self, part: str, mark: int) -> str:
        """What a mark means."""
        return str(self._words["marks"][part][mark])

    def compared(self, study: Study, answers: Sequence[Answer], level: str, started: str) -> str:
        """This interview against the one before it at the same level; "" if there is none."""
        last = before(study, level, started)
        if last is None:
            return ""
        day = date_of(parsed(last["at"]), 0).isoformat()
        now, then = percent_of(answers), percent_of(last["answers"])
        return self("same", now, day) if now == then else self(_more(now, then), now, abs(now - then), day, then)

    def earlier(self, event: Event) -> str:
        """A line about an interview of before."""
        answers = event["answers"]
        score = self("score", sum(answer[part] for answer in answers for part in _PARTS), 6 * len(answers))
        day = date_of(parsed(event["at"]), 0).isoformat()
        return self("earlierLine", day, score, self(f"levels.{event['level']}"), event["minutes"])


_PARTS = ("short", "depth", "followup")


def _more(now: int, then: int) -> str:
    return "more" if now > then else "less"

"""The words of the plan, in the browser and in the terminal: one file has them for both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from zhixing.page import assets
from zhixing.study.planned import FARTHEST
from zhixing.vault.read import read_file

LEAST, MOST = 10, 960  # minutes a day


@cache
def shared_words(name: str, lang: str) -> Mapping[str, Any]:
    """What a file of the browser's words says in a language."""
    data = read_file(assets.WEB / f"src/study/{name}_words.json")
    assert data is not None
    words: Mapping[str, Any] = json.loads(data)["zh" if lang.startswith("zh") else "en"]
    return words


class PlanWords:
    """The words for a learner who reads a language."""

    def __init__(self, lang: str) -> None:
        self._words = shared_words("plan", lang)

    def __call__(self, key: str, *values: object) -> str:
        """A sentence; each `{}` in it is filled."""
        return str(self._words[key]).format(*values)

    def role(self, name: str) -> str:
        """A role's name."""
        return str(self._words["roles"][name])


def refused(words: PlanWords, days: int | None, day: str, minutes: int | None) -> str:
    """Why there can be no such plan, in a sentence; "" if there can. `days` are those until the day."""
    if days is not None and days < 0:
        return words("past", day)
    if days is not None and days > FARTHEST:
        return words("far", day, FARTHEST)
    if minutes is not None and not LEAST <= minutes <= MOST:
        return words("bad_minutes", minutes, LEAST, MOST)
    return ""


def hours(minutes: int) -> str:
    """As the pages say it: half hours below ten, whole ones above, never less than there is."""
    halves = -(-minutes // 30)
    return f"{halves / 2:g}" if minutes < 600 else str(-(-minutes // 60))

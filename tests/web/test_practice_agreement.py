"""The browser and the terminal read the same history of tasks, and grade alike."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from zhixing.page import assets
from zhixing.study.day import moment
from zhixing.study.due_tasks import due_tasks
from zhixing.study.history import Event
from zhixing.study.items import DeckTask
from zhixing.study.practice import attempt, concluded, done, due_day, gave_up, grade, task_item
from zhixing.study.schedule import replay
from zhixing.study.schema import DEEDS

ROWS = [DeckTask(name, name, "position/RoPE", 8, "") for name in ("alibi", "rope", "never")]
START = datetime(2026, 11, 16, 10, tzinfo=UTC)
RESULTS = ("accepted", "value", "empty", "time", "cheat")
EDGES = [
    (accepted, hints, rejections, seconds, 8)
    for accepted in (True, False)
    for hints in (0, 1, 2)
    for rejections in (0, 1, 3, 4)
    for seconds in (0.0, 239.999, 240.0, 240.001, 1440.0, 1440.001)
]
DRIVER = """
import { readFileSync } from "node:fs";
import { attempt, concluded, done, gaveUp, grade, secondsOf } from "./practice/attempt";
import { dueDay, dueTasks } from "./study/due_tasks";
import { replay } from "./study/replay";

const { cases, edges, moments, tasks } = JSON.parse(readFileSync(0, "utf8"));
const answers = cases.map(({ events, at, results, minutes }) => {
  const mine = attempt(events, "rope");
  const now = new Date(at);
  return {
    attempt: { ...mine, started: mine.started?.toISOString() ?? null },
    seconds: secondsOf(mine, now),
    concluded: results.map((result) => concluded("rope", mine, result, minutes, now)),
    gaveUp: gaveUp("rope", mine, now),
    done: done("rope", "hint", secondsOf(mine, now)),
    due: [0, 1, 3, 30].map((later) =>
      dueTasks(tasks, replay(events), new Date(now.getTime() + later * 86_400_000)).map(({ id }) => id),
    ),
  };
});
const grades = edges.map((edge) => grade(...edge));
const days = moments.map(([due, last]) => dueDay({ due: new Date(due), last_review: last ? new Date(last) : undefined }));
process.stdout.write(JSON.stringify({ answers, grades, days }));
"""


def cases() -> Iterator[dict[str, Any]]:
    """Histories of two tasks among other events, with everything that can be done."""
    chance = random.Random(10)
    for _ in range(300):
        at, events = START, list[Event]()
        for _ in range(chance.randrange(12)):
            at += timedelta(milliseconds=chance.randrange(1, 900_000))
            item = task_item(chance.choice(("rope", "rope", "rope", "alibi")))
            deed = chance.choice(DEEDS)
            event: Event = {"type": "practice", "item": item, "deed": deed, "seconds": chance.choice((600.0, 1500.0))}
            if chance.random() < 0.3:
                event = {"type": "review", "item": item, "grade": chance.randint(1, 4), "source": "practice"}
            elif chance.random() < 0.05:
                event = {"type": chance.choice(("suspend", "resume")), "item": item}
            elif chance.random() < 0.05:
                event = {"type": "bury", "item": item, "until": moment(at + timedelta(days=2))}
            events.append({"id": str(len(events)), "at": moment(at), **event})
        at += timedelta(milliseconds=chance.randrange(1, 4_000_000))
        yield {"events": events, "at": moment(at), "results": RESULTS, "minutes": chance.choice((4, 8, 20))}


def moments() -> Iterator[tuple[str, str]]:
    chance = random.Random(11)
    for _ in range(200):
        last = START + timedelta(minutes=chance.randrange(60 * 24 * 30))
        due = last + timedelta(minutes=chance.choice((1, 10, 60 * 24 * chance.randrange(1, 40))))
        yield moment(due), moment(last)


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The browser's rule, bundled for node."""
    web = assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache())
    (web / "src/driver.ts").write_text(DRIVER, encoding="utf-8")
    esbuild = ["node_modules/esbuild/bin/esbuild", "src/driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *esbuild, "--outfile=driver.cjs"], web, "bundling the driver failed")
    return web / "driver.cjs"


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/Los_Angeles"])
def test_attempts_grades_and_days_are_the_same(driver: Path, zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"cases": list(cases()), "edges": EDGES, "moments": list(moments()), "tasks": [vars(one) for one in ROWS]}
    run = subprocess.run(
        [assets.tool("node"), str(driver)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TZ": zone},
    )
    browser = json.loads(run.stdout)
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        expected = [_terminal(case) for case in given["cases"]]
        days = [due_day(datetime.fromisoformat(due), datetime.fromisoformat(last)) for due, last in moments()]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert browser["answers"] == expected
    assert browser["grades"] == [grade(*edge) for edge in EDGES]
    assert browser["days"] == days
    assert {one for answer in expected for one in _grades(answer)} == {1, 2, 3, 4}
    assert {tuple(due) for answer in expected for due in answer["due"]} > {(), ("rope",), ("alibi", "rope")}


def _terminal(case: dict[str, Any]) -> dict[str, Any]:
    mine, at = attempt(case["events"], "rope"), datetime.fromisoformat(case["at"])
    study = replay(case["events"], (assets.WEB / "src/study/fsrs.json").read_bytes())
    return {
        "attempt": {
            "started": moment(mine.started) if mine.started else None,
            "limit": mine.limit,
            "hints": mine.hints,
            "rejections": mine.rejections,
            "solved": mine.solved,
            "seen": mine.seen,
            "hunts": mine.hunts,
        },
        "seconds": mine.seconds(at),
        "concluded": [concluded("rope", mine, result, case["minutes"], at) for result in case["results"]],
        "gaveUp": gave_up("rope", mine, at),
        "done": done("rope", "hint", mine.seconds(at)),
        "due": [[task.id for task in due_tasks(ROWS, study, at + timedelta(days=later))] for later in (0, 1, 3, 30)],
    }


def _grades(answer: dict[str, Any]) -> Iterator[int]:
    for deeds in answer["concluded"]:
        yield from (deed["grade"] for deed in deeds if deed["type"] == "review")

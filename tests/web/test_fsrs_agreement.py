"""The browser (ts-fsrs) and the terminal (py-fsrs) replay the same histories and come to the same schedule."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")

from fsrs.scheduler import DEFAULT_PARAMETERS
from zhixing.page import assets
from zhixing.study import schema
from zhixing.study.day import day_end, day_number, moment, parsed
from zhixing.study.history import Event, history_bytes, merge, parse_history
from zhixing.study.items import StudyItem
from zhixing.study.queue import last_step, make_queue
from zhixing.study.schedule import replay
from zhixing.study.schema import HistoryError

STUDY = assets.WEB / "src/study"
OPTIONS = (STUDY / "fsrs.json").read_bytes()
ITEMS = [f"item-{number}" for number in range(6)]
DRIVER = """
import { readFileSync } from "node:fs";
import { checkHistory } from "./study/check";
import { dayEnd, dayNumber } from "./study/day";
import { exportText } from "./study/files";
import { merge } from "./study/merge";
import { lastStep, makeQueue } from "./study/queue";
import { replay } from "./study/replay";

const cases = JSON.parse(readFileSync(0, "utf8"));
const answers = cases.map(({ histories, now, files }) => {
  const events = merge(...histories);
  const study = replay(events);
  const at = new Date(now);
  const queue = makeQueue(ITEMS.map((id) => ({ id })), study, at);
  return {
    order: events.map((event) => event.id),
    file: exportText(events),
    memories: Object.fromEntries([...study.memories].map(([item, memory]) => [item, {
      due: memory.due.toISOString(), stability: memory.stability, difficulty: memory.difficulty, state: memory.state,
    }])),
    settings: study.settings,
    queue: queue.items.map((item) => item.id),
    counts: [queue.learning, queue.reviews, queue.fresh],
    waiting: queue.waiting?.toISOString() ?? null,
    step: lastStep(events, "").map((event) => event.id),
    day: [dayNumber(at), dayEnd(at).toISOString(), dayEnd(at, 3).toISOString()],
    accepted: files.map((file) => { try { return "events" in checkHistory(JSON.parse(file)); } catch { return false; } }),
  };
});
process.stdout.write(JSON.stringify(answers));
"""


def bundle(folder: Path, options: bytes) -> Path:
    """The browser's modules, bundled for node, with these weights and steps."""
    packages = assets.install_packages(assets.asset_cache())
    shutil.copytree(STUDY, folder / "study")
    (folder / "study/fsrs.json").write_bytes(options)
    (folder / "node_modules").symlink_to(packages / "node_modules")
    (folder / "driver.ts").write_text(DRIVER.replace("ITEMS", json.dumps(ITEMS)), encoding="utf-8")
    command = [str(packages / "node_modules/.bin/esbuild"), "driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *command, "--outfile=driver.cjs"], folder, "bundling the driver failed")
    return folder / "driver.cjs"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the site has it."""
    return bundle(tmp_path_factory.mktemp("driver"), OPTIONS)


def ask(browser: Path, cases: list[dict[str, Any]], zone: str) -> list[dict[str, Any]]:
    """What the browser makes of each case, in a time zone."""
    command = [assets.tool("node"), str(browser)]
    environment = {**os.environ, "TZ": zone}
    done = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, check=True, env=environment)
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


@pytest.fixture
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The time zone of both sides."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield request.param
    os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
    time.tzset()


class Learner:
    """Makes up a history from a seed: steps of minutes, nights, months and years; every kind of event."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.at = datetime(2026, self.random.randint(1, 12), 1, 5, 30, tzinfo=UTC)
        self.events: list[Event] = []

    def add(self, kind: str, **fields: Any) -> None:
        ident = f"{self.random.getrandbits(32):08x}-0000-4000-8000-{len(self.events):012x}"
        self.events.append({"id": ident, "at": moment(self.at), "type": kind, **fields})

    def wait(self) -> None:
        spans = ((0, 40), (60, 900), (3600, 50_000), (80_000, 400_000), (10**6, 10**7), (10**7, 4 * 10**8))
        low, high = self.random.choices(spans, weights=(30, 25, 15, 20, 8, 1))[0]
        self.at += timedelta(milliseconds=self.random.randint(low * 1000, high * 1000))

    def live(self, steps: int) -> list[Event]:
        for _ in range(steps):
            self.wait()
            item, chance = self.random.choice(ITEMS), self.random.random()
            if chance < 0.84:
                grade = self.random.choices((1, 2, 3, 4), weights=(2, 2, 5, 2))[0]
                self.add("review", item=item, grade=grade, source=self.random.choice(("review", "quiz", "interview")))
            elif chance < 0.90:
                self.add("undo", of=self.random.choice(self.events)["id"] if self.events else "0" * 8)
            elif chance < 0.93:
                self.add(self.random.choice(("suspend", "resume")), item=item)
            elif chance < 0.95:
                self.add("bury", item=item, until=moment(day_end(self.at)))
            elif chance < 0.97:
                self.add("quiz", item=item, picked=[0], right=True)
            else:
                setting = self.random.choice(
                    (
                        {"retention": round(self.random.uniform(0.7, 0.97), 2)},
                        {"new_per_day": self.random.randint(0, 5)},
                        {"reviews_per_day": self.random.randint(0, 3), "kinds": ["quiz", "question"]},
                    )
                )
                self.add("settings", **setting)
        return self.events


def case(seed: int) -> dict[str, Any]:
    learner = Learner(seed)
    events = learner.live(learner.random.randint(1, 80))
    learner.wait()
    cut, overlap = len(events) // 3, len(events) // 2
    return {"histories": [events[cut:], events[:overlap]], "now": moment(learner.at), "files": []}


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"], indirect=True)
def test_one_history_gives_one_schedule(browser: Path, zone: str) -> None:
    cases = [case(seed) for seed in range(150)]
    reviewed = 0
    for given, theirs in zip(cases, ask(browser, cases, zone), strict=True):
        events = merge(*given["histories"])
        assert [event["id"] for event in events] == theirs["order"]
        assert history_bytes(events).decode() == theirs["file"]
        study, at = replay(events, OPTIONS), parsed(given["now"])
        assert study.settings == theirs["settings"]
        assert study.memories.keys() == theirs["memories"].keys()
        for item, memory in study.memories.items():
            other = theirs["memories"][item]
            assert moment(memory.due) == other["due"], (item, given)
            assert memory.state == other["state"]
            assert memory.stability == pytest.approx(other["stability"], rel=1e-6)
            assert memory.difficulty == pytest.approx(other["difficulty"], abs=1e-6)
            reviewed += 1
        queue = make_queue([StudyItem(item, "question", "", "", "", "") for item in ITEMS], study, at)
        assert [item.id for item in queue.items] == theirs["queue"]
        assert [queue.learning, queue.reviews, queue.fresh] == theirs["counts"]
        assert (moment(queue.waiting) if queue.waiting else None) == theirs["waiting"]
        assert [event["id"] for event in last_step(events)] == theirs["step"]
        assert [day_number(at), moment(day_end(at)), moment(day_end(at, 3))] == theirs["day"]
    assert reviewed > 600


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati"], indirect=True)
def test_both_sides_take_weights_and_limits_from_one_file(tmp_path: Path, zone: str) -> None:
    given = json.loads(OPTIONS)
    given["weights"] = [round(weight * 1.1, 4) for weight in given["weights"]]
    given["maximum_interval"] = 100
    other = json.dumps(given).encode()
    cases = [case(seed) for seed in range(20)]
    differs = 0
    for made, theirs in zip(cases, ask(bundle(tmp_path, other), cases, zone), strict=True):
        events = merge(*made["histories"])
        usual = replay(events, OPTIONS).memories
        for item, memory in replay(events, other).memories.items():
            assert moment(memory.due) == theirs["memories"][item]["due"]
            assert memory.stability == pytest.approx(theirs["memories"][item]["stability"], rel=1e-6)
            differs += memory.stability != usual[item].stability
    assert differs > 30


def test_both_sides_have_the_weights_that_the_libraries_come_with() -> None:
    assert tuple(json.loads(OPTIONS)["weights"]) == DEFAULT_PARAMETERS


GOOD = {
    "review": {"item": "a", "grade": 3, "source": "review"},
    "undo": {"of": "00000000-0000-4000-8000-000000000001"},
    "suspend": {"item": "a"},
    "resume": {"item": "a"},
    "bury": {"item": "a", "until": "2026-11-17T04:00:00.000Z"},
    "quiz": {"item": "a", "picked": [0, 2], "right": False},
    "interview": {
        "minutes": 30,
        "level": "senior",
        "topics": ["attention"],
        "role": "inference",
        "answers": [{"item": "a", "short": 2, "depth": 1, "followup": 0, "seconds": 12.5}],
    },
    "practice": {"item": "a", "deed": "accepted", "seconds": 61.5},
    "tick": {"key": "attention/MLA#3", "on": True},
    "settings": {
        "retention": 0.9,
        "new_per_day": 5,
        "reviews_per_day": 50,
        "kinds": ["question", "cloze"],
        "interview_date": "2026-11-30",
        "minutes_per_day": 120,
        "role": "inference",
    },
}
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 4, 5, -1, 2.5, 1.0, 0.7, 0.69, 0.97, 600, 601, 9999, 10_000, "", "a", "review", "a#0",
    "a#1", "a#01", "#1", "2026-02-30T00:00:00.000Z", "2026-11-16T07:00:00Z", "00000000-0000-4000-8000-00000000000A",
    "2026-11-31", "0000-01-01", "2024-02-29", "2023-02-29", "all", "training", 9, 10, 960, 961,
    [], [0], [0, 0], [1.5], ["question"], ["question", "question"], [""], {}, [{}],
)  # fmt: skip


def files() -> Iterator[str]:
    """Whole files, and the same with one value odd, missing or added."""
    for kind, fields in GOOD.items():
        event = {"id": "00000000-0000-4000-8000-000000000000", "at": "2026-11-16T07:00:00.000Z", "type": kind, **fields}
        whole = {"format": "zhixing-study", "version": 1, "events": [event]}
        yield json.dumps(whole)
        yield json.dumps({**whole, "more": 1})
        yield json.dumps({**whole, "events": [{**event, "more": 1}]})
        for name in event:
            yield json.dumps({**whole, "events": [{key: value for key, value in event.items() if key != name}]})
            for odd in ODD:
                yield json.dumps({**whole, "events": [{**event, name: odd}]})
        for name in whole:
            for odd in ODD:
                yield json.dumps({**whole, name: odd})
    stamp = {"id": "00000000-0000-4000-8000-000000000000", "at": "2026-11-16T07:00:00.000Z", "type": "interview"}
    answer = GOOD["interview"]["answers"][0]  # type: ignore[index]
    for huge in ("1e400", "-1e400"):
        yield json.dumps(
            {
                "format": "zhixing-study",
                "version": 1,
                "events": [{**stamp, **GOOD["quiz"], "type": "quiz", "picked": [7]}],
            }
        ).replace("[7]", f"[{huge}]")
    for name in answer:
        for odd in ODD:
            event = {**GOOD["interview"], "answers": [{**answer, name: odd}]}
            yield json.dumps({"format": "zhixing-study", "version": 1, "events": [{**stamp, **event}]})


def accepts(file: str) -> bool:
    try:
        parse_history(file.encode())
    except HistoryError:
        return False
    return True


def test_every_kind_of_event_is_tried() -> None:
    assert GOOD.keys() == schema._EVENTS.keys()


def test_both_sides_accept_and_refuse_the_same_files(browser: Path) -> None:
    tried = list(files())
    answer = ask(browser, [{"histories": [], "now": "2026-11-16T07:00:00.000Z", "files": tried}], "UTC")[0]
    ours = [accepts(file) for file in tried]
    assert [file for file, a, b in zip(tried, ours, answer["accepted"], strict=True) if a != b] == []
    assert 50 < sum(ours) < len(tried) / 2

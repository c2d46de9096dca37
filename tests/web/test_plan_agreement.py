"""The browser and the terminal make the same plan of the same deck and history, and count the same."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")

from zhixing.page import assets
from zhixing.study import plan as terminal_plan
from zhixing.study import progress as terminal_progress
from zhixing.study.day import day_end, day_number, moment, parsed
from zhixing.study.figures import figures
from zhixing.study.fresh import Wish, deck_queue, more_items
from zhixing.study.history import Event
from zhixing.study.interview import (
    Wanted,
    draw_interview,
    draw_parts,
    next_steps,
    percent_of,
    steps_left,
    verdict_of,
    with_open,
)
from zhixing.study.interview_words import InterviewWords
from zhixing.study.items import Category, Deck, DeckCard, DeckCase, DeckTask, StudyItem
from zhixing.study.planned import FARTHEST, outlook
from zhixing.study.practice import task_item
from zhixing.study.progress import all_progress
from zhixing.study.rubric import mark_of, rubric_grade, spread
from zhixing.study.schedule import Study, make_scheduler, replay, review
from zhixing.study.schema import TRACKS

OPTIONS = (assets.WEB / "src/study/fsrs.json").read_bytes()
DRIVER = """
import { readFileSync } from "node:fs";
import { Deck } from "./study/deck";
import { AGAIN, FIRST } from "./study/plan";
import { FARTHEST, outlook } from "./study/planned";
import { ANSWER_MINUTES, ANSWERS_BEGUN, ANSWERS_NEW, allProgress, LEARNED_DAYS } from "./study/progress";
import { figures } from "./study/figures";
import { deckQueue, moreItems, wish } from "./study/fresh";
import { replay } from "./study/replay";
import { drawItems, drawParts } from "./study/draw";
import { rubricGrade } from "./study/events";
import { countOpen } from "./study/interview";
import { verdictOf } from "./study/interview_case";
import { comparedText } from "./study/interview_report";
import { interviewWords } from "./study/interview_words";
import { nextSteps, percentOf, stepsLeft } from "./study/next_steps";
import { markOf, spread } from "./study/rubric";

const { decks, cases } = JSON.parse(readFileSync(0, "utf8"));
const made = decks.map((file) => new Deck(file));
/** Numbers from 0 to below 1 that both sides draw. */
function chance() {
  let state = 13;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
function interview(deck, study, events, at, { role, level, topics, minutes, answers }) {
  const wanted = { role, level, topics };
  const items = drawItems(deck, study, wanted, minutes, at, chance());
  const parts = drawParts(deck, study, wanted, minutes, chance());
  const session = { items, answers: answers.slice(0, 2), asked: at.getTime() - 61_000, reached: { shown: 1, marks: { short: 2 } } };
  countOpen(session, at.getTime());
  return {
    items,
    parts: [parts.questions, parts.task?.id ?? null, parts.case?.id ?? null],
    open: session.answers,
    steps: nextSteps(deck, answers).map((step) => [step.kind, step.card ?? step.task ?? step.case ?? step.item ?? ""]),
    left: stepsLeft(deck, study).map(({ kind, id }) => [kind, id]),
    percent: percentOf(answers),
    compared: ["en", "zh"].map((one) => comparedText(interviewWords(one), study.interviews, { answers, level, started: at.getTime() })),
    verdicts: deck.tasks.map(({ id }) => verdictOf(events, id, at.getTime() - 86_400_000)),
  };
}
const answers = cases.map(({ deck, events, now, asked: wanted }) => {
  const study = replay(events);
  const at = new Date(now);
  const progress = allProgress(made[deck], study, at).map((one) => [
    one.ticked, one.items, one.learned, one.due, one.isRead, one.reading, one.answering, one.coding,
  ]);
  const one = made[deck];
  const items = one.select(study.settings.kinds);
  const more = moreItems(one, wish(items), study, at, 3);
  const asked = (some) => {
    const { items, learning, reviews, fresh, waiting } = deckQueue(one, some, study, at);
    return [items.map(({ id }) => id), learning, reviews, fresh, waiting?.toISOString() ?? null];
  };
  const card = items.filter((item) => item.card === items[0]?.card);
  return {
    outlook: outlook(one, study, at) ?? null,
    progress,
    figures: figures(one, study, at),
    more,
    interview: interview(one, study, events, at, wanted),
    queues: [wish(items), { ...wish(items), more, moreAt: now }, wish(card, true)].map(asked),
  };
});
const constants = [AGAIN, FIRST, FARTHEST, ANSWER_MINUTES, ANSWERS_BEGUN, ANSWERS_NEW, LEARNED_DAYS];
const counted = [...Array(14).keys()].flatMap((all) => [...Array(all + 2).keys()].map((some) => [some, all + 1]));
const rubric = counted.map(([some, all]) => {
  const marks = spread(some / all);
  return [markOf(some, all), marks, rubricGrade(marks)];
});
process.stdout.write(JSON.stringify({ answers, constants, counted, rubric }));
"""


def deck(seed: int) -> Deck:
    """Some cards in order, with what they build on, ask and let one write."""
    chance = random.Random(seed)
    cards, items, tasks = list[DeckCard](), list[StudyItem](), list[DeckTask]()
    groups = ("a", "b", "c")
    for number in range(chance.randint(0, 7)):
        key = f"{chance.choice(groups)}/C{number}"
        before = tuple(card.key for card in cards if chance.random() < 0.3)
        roles = tuple(role for role in TRACKS[1:] if chance.random() < 0.6)
        must, boxes = chance.random() < 0.4, chance.choice((0, 3, 4))
        minutes, first = chance.randint(5, 90), chance.choice((0, 3, 5))
        cards.append(DeckCard(key, key, key, key[0], 3, minutes, before, boxes, must, roles, first))
        for place in range(chance.randint(0, 6)):
            kind = chance.choice(("question", "question", "quiz", "cloze"))
            asked = tuple(role for role in TRACKS[1:] if chance.random() < 0.6)
            items.append(
                StudyItem(
                    f"q{number}-{place}", kind, key, "", "", "", roles=asked, level="middle", often=chance.randint(0, 3)
                )
            )
        if chance.random() < 0.5:
            tasks.append(DeckTask(f"t{number}", "t", key, chance.randint(4, 30), chance.choice(("", "u"))))
    cases = tuple(
        DeckCase(
            *(f"case-{number}", "c", "c/", chance.randint(20, 45), "", ("p",), TRACKS[1 + number % 4 :]),
            *(chance.choice(("middle", "senior")), chance.randint(0, 3)),
            tuple(card.key for card in cards if chance.random() < 0.3),
        )
        for number in range(chance.randint(0, 3))
    )
    named = tuple(Category(group, group) for group in groups)
    return Deck("en", named, tuple(cards), tuple(items), (), tuple(tasks), cases)


LEVELS = ("junior", "middle", "senior")


def asked(chance: random.Random, of: Deck) -> dict[str, Any]:
    """An interview, and how it went."""
    ids = [item.id for item in of.items] + [task_item(task.id) for task in of.tasks] + [case.id for case in of.cases]
    some = chance.sample(ids, min(len(ids), chance.randint(0, 5)))
    marks = [{part: chance.choice((0, 1, 2, 2)) for part in ("short", "depth", "followup")} for _ in some]
    return {
        "minutes": chance.choice((10, 30, 45, 60)),
        "level": chance.choice(LEVELS),
        "role": chance.choice(TRACKS),
        "topics": chance.choice(([], ["a"], ["a", "b", "c"])),
        "answers": [{"item": item, **mark, "seconds": 7} for item, mark in zip(some, marks, strict=True)],
    }


def history(chance: random.Random, of: Deck) -> tuple[list[Event], datetime]:
    at = datetime(2026, chance.randint(1, 12), 20, 5, 30, tzinfo=UTC)
    events: list[Event] = []

    def add(**fields: Any) -> None:
        ident = f"{chance.getrandbits(32):08x}-0000-4000-8000-{len(events):012x}"
        events.append({"id": ident, "at": moment(at), **fields})

    ids = [item.id for item in of.items] + [task_item(task.id) for task in of.tasks] + ["gone"]
    ids += [case.id for case in of.cases]
    for _ in range(chance.randint(0, 40)):
        at += timedelta(minutes=chance.choice((1, 11, 200, 1500, 5000, 20_000)))
        ident, what = chance.choice(ids), chance.random()
        if what < 0.6:
            add(type="review", item=ident, grade=chance.choice((1, 2, 3, 3, 3, 4)), source="review")
        elif what < 0.8 and of.cards:
            card = chance.choice(of.cards)
            add(type="tick", key=f"{card.key}#{chance.randint(1, 5)}", on=chance.random() < 0.85)
        elif what < 0.82:
            add(type="interview", **asked(chance, of))
        elif what < 0.84 and of.tasks:
            deed = chance.choice(("rejected", "late", "accepted"))
            add(type="practice", item=task_item(chance.choice(of.tasks).id), deed=deed, seconds=1)
        elif what < 0.86:
            add(type=chance.choice(("suspend", "resume")), item=ident)
        elif what < 0.9:
            add(type="bury", item=ident, until=moment(day_end(at)))
        elif events:
            add(type="undo", of=chance.choice(events)["id"])
    at += timedelta(minutes=chance.choice((1, 300, 1500)))
    day = date.fromordinal(date(1970, 1, 1).toordinal() + day_number(at))
    ahead = chance.choice((-3, 0, 1, 2, 5, 14, 14, 40, 500))
    settings = {
        "interview_date": (day + timedelta(days=ahead)).isoformat() if chance.random() < 0.9 else "",
        "minutes_per_day": chance.choice((10, 30, 60, 120, 600)),
        "role": chance.choice(TRACKS),
        "new_per_day": chance.choice((0, 2, 20)),
    }
    add(type="settings", **settings)
    return events, at


def cases() -> Iterator[dict[str, Any]]:
    chance = random.Random(13)
    for number in range(240):
        events, at = history(chance, DECKS[number % len(DECKS)])
        wanted = asked(chance, DECKS[number % len(DECKS)])
        yield {"deck": number % len(DECKS), "events": events, "now": moment(at), "asked": wanted}


DECKS = [deck(seed) for seed in range(24)]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The browser's rule, bundled for node."""
    web = assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache())
    (web / "src/driver.ts").write_text(DRIVER, encoding="utf-8")
    esbuild = ["node_modules/esbuild/bin/esbuild", "src/driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *esbuild, "--outfile=driver.cjs"], web, "bundling the driver failed")
    return web / "driver.cjs"


@pytest.fixture(params=["UTC", "Asia/Shanghai", "America/New_York"])
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The time zone of both sides; New York puts its clocks forward and back."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield request.param
    os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
    time.tzset()


def test_the_same_plan_in_the_browser_and_in_the_terminal(driver: Path, zone: str) -> None:
    given = {"decks": [json.loads(one.to_json()) for one in DECKS], "cases": list(cases())}
    run = subprocess.run(
        [assets.tool("node"), str(driver)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TZ": zone},
    )
    browser = json.loads(run.stdout)
    planned = left_out = offered = 0
    for case, theirs in zip(given["cases"], browser["answers"], strict=True):
        study, at = replay(case["events"], OPTIONS), parsed(case["now"])
        ours = outlook(DECKS[case["deck"]], study, at)
        assert json.loads(json.dumps(asdict(ours))) == theirs["outlook"] if ours else theirs["outlook"] is None, case
        progress = [
            [one.ticked, one.items, one.learned, one.due, one.is_read, one.reading, one.answering, one.coding]
            for one in all_progress(DECKS[case["deck"]], study, at)
        ]
        assert progress == theirs["progress"]
        one = DECKS[case["deck"]]
        assert json.loads(json.dumps(asdict(figures(one, study, at)))) == theirs["figures"]
        items = [item for item in one.items if item.kind in study.settings["kinds"]]
        more = more_items(one, Wish(items), study, at, 3)
        card = [item for item in items if item.card == items[0].card] if items else []
        wishes = (Wish(items), Wish(items, more=more, more_at=case["now"]), Wish(card, is_free=True))
        assert [list(more), [queued(one, wish, study, at) for wish in wishes]] == [theirs["more"], theirs["queues"]]
        assert interviewed(one, study, case["events"], at, case["asked"]) == theirs["interview"], case
        offered += len(more)
        planned += sum(len(day.fresh) + len(day.reading) for day in ours.plan.days) if ours else 0
        left_out += len(ours.plan.cards_left) + len(ours.plan.items_left) if ours else 0
    assert planned > 400 and left_out > 100 and offered > 300
    designed = [day for answer in browser["answers"] if answer["outlook"] for day in answer["outlook"]["plan"]["days"]]
    assert sum(len(day["cases"]) for day in designed) > 60
    assert sum(len(day["deeper"]) for day in designed) > 60
    assert sum(len(answer["interview"]["left"]) for answer in browser["answers"]) > 30
    for (some, of), theirs in zip(browser["counted"], browser["rubric"], strict=True):
        marks = spread(some, of)
        assert [mark_of(some, of), marks, rubric_grade(marks)] == theirs
    mine = terminal_progress
    assert browser["constants"] == [
        [*terminal_plan.AGAIN],
        terminal_plan.FIRST,
        FARTHEST,
        mine.ANSWER_MINUTES,
        mine.ANSWERS_BEGUN,
        mine.ANSWERS_NEW,
        mine.LEARNED_DAYS,
    ]


def interviewed(of: Deck, study: Study, events: list[Event], at: datetime, given: dict[str, Any]) -> dict[str, Any]:
    """What the terminal makes of an interview."""

    def chance() -> Callable[[], float]:
        state = 13

        def draw() -> float:
            nonlocal state
            state = state * 16807 % 2147483647
            return state / 2147483647

        return draw

    wanted = Wanted(given["role"], given["level"], given["topics"])
    items = draw_interview(of, study, wanted, given["minutes"], at, chance())
    parts = draw_parts(of, study, wanted, given["minutes"], chance())
    answers = given["answers"]
    since = moment(at - timedelta(days=1))
    return {
        "items": items,
        "parts": [parts.questions, parts.task.id if parts.task else None, parts.case.id if parts.case else None],
        "open": with_open(items, answers[:2], {"short": 2}, 61),
        "steps": [[step.kind, step.id] for step in next_steps(of, answers)],
        "left": [[step.kind, step.id] for step in steps_left(of, study)],
        "percent": percent_of(answers),
        "compared": [
            InterviewWords(lang).compared(study, answers, given["level"], moment(at)) for lang in ("en", "zh")
        ],
        "verdicts": [verdict_of(events, task.id, since) for task in of.tasks],
    }


def queued(of: Deck, wish: Wish, study: Study, at: datetime) -> list[Any]:
    queue = deck_queue(of, wish, study, at)
    waiting = moment(queue.waiting) if queue.waiting else None
    return [[item.id for item in queue.items], queue.learning, queue.reviews, queue.fresh, waiting]


def test_a_question_comes_back_in_the_plan_as_it_does_in_the_schedule() -> None:
    scheduler, at, memory = make_scheduler(OPTIONS, 0.9), datetime(2026, 1, 1, 12, tzinfo=UTC), None
    days = [0]
    for _ in range(4):
        memory = review(scheduler, memory, 3, at)
        days.append(days[-1] + (memory.due - at).days)
        at = memory.due
    assert days[:4] == [0, 0, terminal_plan.AGAIN[0], sum(terminal_plan.AGAIN)]
    assert terminal_plan.FIRST + len(terminal_plan.AGAIN) == terminal_progress.ANSWERS_NEW

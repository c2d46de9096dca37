"""What the browser and the engine both know: words, constants, the shape of a deck. Each is compared, or comes from one file.

The schedule (weights, limits, days, queue, files of a history) is compared in test_fsrs_agreement.py; folding in the search tests.
"""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import fields
from datetime import timedelta
from typing import Any

import check_web
import pytest

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")
pytest.importorskip("rich", reason="rich comes with the extra `study`")

from zhixing.page import assets
from zhixing.page import words as page_words
from zhixing.study import items, schedule, schema
from zhixing.study.history import quiz_deeds
from zhixing.study.items import Category, Deck, DeckCard, DeckModule, StudyItem, StudyOption
from zhixing.study.plan_words import hours
from zhixing.study.terminal.screen import duration
from zhixing.study.terminal.words import study_words

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
EDGES = (
    0,
    MINUTE,
    10 * MINUTE,
    HOUR,
    10 * HOUR,
    DAY,
    10 * DAY,
    31 * DAY,
    60 * DAY,
    304.4 * DAY,
    365 * DAY,
    3652.5 * DAY,
)
STEPS = (-DAY, -MINUTE, -1, 0, 1, 29_999, 30_000, DAY // 2)
SPANS = sorted(
    {*(max(0, round(edge) + step) for edge in EDGES for step in STEPS), *range(0, 900 * DAY, 11 * HOUR + 12_345)}
)
MINUTES = [0, 1, 29, 30, 31, 60, 61, 570, 599, 600, 601, 660, 661, 6000]
DRIVER = """
import { hoursText } from "./study/hours";
import { WORDS } from "./page/quiz";
import { until } from "./study/duration";
import { DEEDS, FORMAT, KINDS, LEVELS, quizDeeds, SOURCES, VERSION } from "./study/events";
import { DEFAULTS } from "./study/replay";
import { wordsFor } from "./study/words";

function said(language: "en" | "zh") {
  const words = wordsFor(language);
  const { review, today, interview } = words;
  return {
    grades: review.grades,
    kinds: words.kind,
    counts: [review.learning, review.reviews, review.fresh],
    status: [today.deck, today.due, today.unseen, today.learned],
    sums: [today.due, today.fresh, today.learned, today.of(6, 7)],
    left: [words.progress.left, words.progress.cards, today.of(3, 4)],
    partsLeft: words.progress.parts("1", "2", "3", "4"),
    more: review.moreNow(10),
    hours: MINUTES.map((minutes: number) => hoursText(words, minutes)),
    parts: interview.part,
    right: WORDS[language].right,
    minutes: words.minutes(7),
    difficulty: words.progress.stars(4),
    levels: Object.keys(interview.levels),
    spans: SPANS.map((span: number) => until(words, span)),
  };
}
const constants = { FORMAT, VERSION, KINDS, LEVELS, SOURCES, DEEDS, DEFAULTS };
const deeds = [quizDeeds("a", [1, 2], true), quizDeeds("a", [0], false)];
console.log(JSON.stringify({ constants, deeds, en: said("en"), zh: said("zh") }));
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the browser's modules say."""
    web = assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache())
    (web / "src/driver.ts").write_text(
        DRIVER.replace("SPANS", json.dumps(SPANS)).replace("MINUTES", json.dumps(MINUTES)), encoding="utf-8"
    )
    command = [
        "node_modules/esbuild/bin/esbuild",
        "src/driver.ts",
        "--bundle",
        "--platform=node",
        "--outfile=driver.cjs",
    ]
    assets.run_tool([assets.tool("node"), *command], web, "bundling the driver failed")
    done = subprocess.run(
        [assets.tool("node"), "driver.cjs"], cwd=web, check=True, capture_output=True, encoding="utf-8"
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_the_schema_of_events_has_the_same_names(browser: dict[str, Any]) -> None:
    assert browser["constants"] == {
        "FORMAT": schema.FORMAT,
        "VERSION": schema.VERSION,
        "KINDS": list(items.KINDS),
        "LEVELS": list(schema.LEVELS),
        "SOURCES": list(schema.SOURCES),
        "DEEDS": list(schema.DEEDS),
        "DEFAULTS": schedule.DEFAULTS,
    }


def test_an_answered_quiz_becomes_the_same_events(browser: dict[str, Any]) -> None:
    assert browser["deeds"] == [quiz_deeds("a", [1, 2], True), quiz_deeds("a", [0], False)]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_terminal_speaks_as_the_pages_do(browser: dict[str, Any], lang: str) -> None:
    pages, terminal = browser[lang], study_words(lang)
    assert tuple(pages["grades"]) == terminal.grades
    assert {kind: name.lower() for kind, name in pages["kinds"].items()} == terminal.kinds
    assert " · ".join(f"{name} {{}}" for name in pages["counts"]) == terminal.counts
    assert pages["status"] == list(terminal.status)
    due, fresh, learned, of = pages["sums"]
    assert terminal.sums.format(1, 2, 6, 7) == f"{due} 1 · {fresh} 2 · {learned} {of}"
    left, cards, read = pages["left"]
    assert terminal.left.format("5 h", 3, 4) == f"{left} 5 h · " + (
        f"{read} {cards}" if lang == "zh" else f"{cards} {read}"
    )
    assert terminal.parts.format(1, 2, 3, 4) == pages["partsLeft"]
    assert terminal.more.partition("：" if lang == "zh" else ":")[0].format(10) == pages["more"]
    assert [terminal.units[1].format(hours(minutes)) for minutes in MINUTES] == pages["hours"]
    assert pages["right"] == terminal.right


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_study_pages_speak_as_the_cards_do(browser: dict[str, Any], lang: str) -> None:
    pages, cards = browser[lang], page_words.words(lang)
    assert pages["minutes"] == cards.minutes.format(7)
    assert pages["difficulty"] == cards.difficulty.format(4)
    assert pages["levels"] == list(schema.LEVELS)
    for part, label in pages["parts"].items():
        assert page_words.ANSWER_PARTS[label.lower()] == part


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_span_of_time_is_said_in_the_same_words(browser: dict[str, Any], lang: str) -> None:
    ours = [duration(timedelta(milliseconds=span), study_words(lang)) for span in SPANS]
    assert ours == browser[lang]["spans"]
    assert len(set(ours)) > 100


TAGS: dict[str, Any] = {"roles": ("research",), "level": "middle", "often": 2}
QUESTION = StudyItem("q", "question", "a/A", "q", "<p>?</p>", "<p>!</p>", "<p>s</p>", "<p>d</p>", "<p>f</p>", **TAGS)
OPTIONS = (StudyOption("yes", True, "so"), StudyOption("no", False, ""))
QUIZ = StudyItem("z", "quiz", "a/A", "z", "<p>?</p>", "", options=OPTIONS, **TAGS)
CLOZE = StudyItem("c", "cloze", "a/A", "c", "<p>?</p>", "<p>!</p>", **TAGS)
DECK = Deck(
    "en",
    (Category("a", "A"),),
    (DeckCard("a/A", "A", "a/A/", "a", 3, 20, ("b/B",), 4),),
    (QUESTION, QUIZ, CLOZE),
    (DeckModule("path/M", "M", "path/M/", 2, ("a/A",)),),
)
# Every field that the browser knows is there, and no other: the compiler refuses both in a literal.
SHAPES = """
import type {{ Card, DeckFile, Item, Module, Option }} from "./study/deck";
export const file: Required<DeckFile> = {file};
export const question: Required<Omit<Item, "options">> = {question};
export const quiz: Required<Omit<Item, "short" | "depth" | "followup">> = {quiz};
export const option: Required<Option> = {option};
export const card: Required<Card> = {card};
export const module: Required<Module> = {module};
"""


def shapes() -> dict[str, Any]:
    file = json.loads(DECK.to_json())
    question, quiz, _ = file["items"]
    rows = {"question": question, "quiz": quiz, "option": quiz["options"][0]}
    return {"file": file, **rows, "card": file["cards"][0], "module": file["modules"][0]}


def variants() -> dict[str, dict[str, Any]]:
    """The shapes as they are, and each with a field less and a field more than the browser knows."""
    right = shapes()
    less = {f"less_{name}": {**right, name: dict(list(value.items())[1:])} for name, value in right.items()}
    more = {f"more_{name}": {**right, name: {**value, "new_field": 1}} for name, value in right.items()}
    return {"right": right, **less, **more}


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files that the compiler refuses, of one for each variant; it starts once for all of them."""
    web = assets.lay_out(tmp_path_factory.mktemp("shapes"), assets.asset_cache(), dev=True)
    for name, values in variants().items():
        text = SHAPES.format(**{field: json.dumps(value) for field, value in values.items()})
        (web / f"src/shapes_{name}.ts").write_text(text, encoding="utf-8")
    done = subprocess.run(check_web.compiler(web), cwd=web, capture_output=True, encoding="utf-8", check=False)
    return set(re.findall(r"^src/([\w./-]+)\.ts\(", done.stdout, re.M))


def test_the_browser_knows_the_shape_of_a_deck(refused: set[str]) -> None:
    assert refused == {f"shapes_{name}" for name in variants()} - {"shapes_right"}
    assert {field.name for field in fields(DeckCard)} == shapes()["card"].keys()


@pytest.mark.parametrize("name", ["file", "question", "quiz", "option", "card", "module"])
def test_a_field_that_one_side_lacks_is_seen(refused: set[str], name: str) -> None:
    assert {f"shapes_less_{name}", f"shapes_more_{name}"} <= refused

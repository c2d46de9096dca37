"""The plan on the study page, in both languages, at desktop and phone width, beside the terminal's on the same history."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")
pytest.importorskip("rich", reason="rich comes with the extra `study`")

from rich.console import Console
from study_learner import START, Learner, event, history
from this_vault import this_vault
from zhixing.page import assets
from zhixing.practice.catalog import read_entries
from zhixing.study.deck import study_deck
from zhixing.study.history import merge
from zhixing.study.items import Deck
from zhixing.study.plan_words import PlanWords
from zhixing.study.planned import outlook
from zhixing.study.sitting import Sitting
from zhixing.study.source import SourcePages
from zhixing.study.task_rows import with_tasks
from zhixing.study.terminal.plan import show_plan
from zhixing.syntax.slug import plain
from zhixing.vault.resolve import Index

ROOT = Path(__file__).parents[2]
AT = datetime.fromisoformat(START).astimezone()
PLACES = [("en", 1280), ("zh", 360)]


@pytest.fixture(scope="module")
def terminal_decks() -> dict[str, Deck]:
    """As the terminal has them."""
    vault, pages = this_vault(), SourcePages()
    index, tasks = Index(vault), read_entries(ROOT, vault)
    return {
        lang: with_tasks(study_deck(vault, lang, index, pages), vault, tasks, pages.url)
        for lang in vault.config.languages
    }


def sitting(decks: dict[str, Deck], language: str, events: list[dict[str, Any]]) -> Sitting:
    options = (assets.WEB / "src/study/fsrs.json").read_bytes()
    return Sitting(decks, language, merge(events), options, lambda: AT, lambda made: [])


def printed(session: Sitting) -> str:
    """What `zhixing study plan` prints, in a wide window."""
    console = Console(file=io.StringIO(), width=400, highlight=False)
    show_plan(session, console)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def agrees(someone: Learner, decks: dict[str, Deck], language: str) -> None:
    """Every figure of the page is the terminal's."""
    page, session = someone.page, sitting(decks, language, someone.events())
    found, words = outlook(session.deck, session.study, AT), PlanWords(language)
    assert found is not None
    text = " ".join(printed(session).split())
    head = page.locator(".zx-plan .zx-lead").inner_text()
    sums = page.locator(".zx-plan-sums").inner_text().split("\n")
    for line in (head, *sums):
        assert " ".join(line.split()) in text
    rows = page.locator("tr[data-day]").all_inner_texts()
    assert len(rows) == len(found.plan.days) == found.days
    shown = page.evaluate(
        "() => [...document.querySelectorAll('tr[data-day]')].map(r => [...r.cells].map(c => c.textContent))"
    )
    for cells, day in zip(shown, found.plan.days, strict=True):
        assert cells[1:5] == [str(n) for n in (day.minutes, len(day.fresh), len(day.reviews), len(day.tasks))]
    for cells in shown[:14]:
        assert " ".join(cells[:5]) in text
    for cells, day in zip(shown[:14], found.plan.days, strict=False):
        assert len(day.reading + day.tasks + day.cases + day.deeper) == cells[6].count(
            words("part", "", "x").split("x")[1]
        )
        assert " ".join(plain(cells[6]).split()) in text, "each day says what is read, written and designed"
    today = page.evaluate("() => [...document.querySelectorAll('[data-read]')].map(row => row.dataset.read)")
    assert today == [key for key, _ in found.plan.days[0].reading]
    ready = page.evaluate(
        "() => [...document.querySelectorAll('tr[data-topic]')].map(r => [...r.cells].map(c => c.textContent))"
    )
    assert [cells[1:3] for cells in ready] == [
        [words("percent", row.now), words("percent", row.later)] for row in found.readiness
    ]
    for cells in ready:
        assert " ".join(" ".join(cells[:3]).split()) in text


UNEVEN = """[...document.querySelectorAll(".zx-plan-days tr")].flatMap((row) => {
  const cells = [...row.cells].slice(0, -1);
  const isUneven = new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().top))).size > 1;
  const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1);
  return [...(isUneven ? [row.textContent] : []), ...cut.map((cell) => cell.textContent)];
})"""


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_a_plan_to_a_date_that_is_kept_and_made_anew(learner, terminal_decks, tmp_path, language, width):
    someone, words = learner(language, width), PlanWords(language)
    deck = terminal_decks[language]
    first = deck.cards[0]
    done = [event("2026-11-10T09:00:00.000Z", type="tick", key=f"{first.key}#1", on=True)]
    seen = [item.id for item in deck.items if item.kind == "question"][:3]
    done += [
        event(f"2026-11-1{n}T09:00:00.000Z", type="review", item=seen[n], grade=3, source="review") for n in range(3)
    ]
    someone.load(history(*done), tmp_path)
    page = someone.page
    form, status = page.locator(".zx-plan-form"), page.locator("[data-study=plan] .zx-status")
    assert page.locator(".zx-plan").inner_text() == words("none")

    def ask(day: str, minutes: str, said: str) -> None:
        form.locator("[name=interview_date]").fill(day)
        form.locator("[name=minutes_per_day]").fill(minutes)
        form.locator("[name=role]").select_option("inference")
        form.locator(".zx-primary").click()
        assert status.inner_text() == said

    ask("", "120", words("need_date"))
    ask("2026-11-15", "120", words("past", "2026-11-15"))
    ask("2028-11-15", "120", words("far", "2028-11-15", 366))
    ask("2026-11-30", "5", words("bad_minutes", 5, 10, 960))
    ask("2026-11-30", "1.5", words("bad_minutes", 1.5, 10, 960))
    someone.kept(0, type="settings")
    ask("2026-11-30", "120", words("made"))
    someone.kept(1, type="settings", interview_date="2026-11-30", minutes_per_day=120, role="inference")
    agrees(someone, terminal_decks, language)

    before = page.locator("[data-read]").count()
    read = page.locator("[data-read]").first.get_attribute("data-read")
    page.locator("[data-read] .zx-button").first.click()
    boxes = next(card.tasks for card in deck.cards if card.key == read)
    someone.kept(boxes + 1, type="tick")
    page.wait_for_function("key => !document.querySelector(`[data-read='${key}']`)", arg=read)
    assert before > 1
    agrees(someone, terminal_decks, language)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(UNEVEN) == [], "the numbers of a day stand in one line, no word above them is cut"

    saved = json.loads(someone.save(tmp_path))
    assert saved["events"] == someone.events(), "the plan is in the file"
    page.locator("[data-study=plan] summary").last.click()
    form.locator("button[type=button]").click()
    assert page.locator(".zx-plan").inner_text() == words("none")
    assert someone.reader.errors == []


def test_a_plan_whose_day_has_come_or_gone_says_so(learner, terminal_decks, tmp_path):
    someone, words = learner(), PlanWords("en")
    for day, said in (("2026-11-16", words("is_today")), ("2026-11-10", words("is_past", "2026-11-10"))):
        someone.load(history(event(f"{day}T01:00:00.000Z", type="settings", interview_date=day)), tmp_path)
        text = someone.page.locator(".zx-plan").inner_text()
        assert said in text
        assert said in " ".join(printed(sitting(terminal_decks, "en", someone.events())).split())
        someone.clear()

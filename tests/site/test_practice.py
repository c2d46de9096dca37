"""The practice page in a real browser: a whole sitting, and the terminal's verdicts from the page's own Python."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page_python import PagePython
from site_reader import PATIENCE, Reader
from study_learner import HOMES, Learner, event, history
from zhixing.study.practice import finished

WRONG = """import numpy as np


def softmax(x, axis=-1):
    print("the shape is", x.shape)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)
"""
RIGHT = WRONG.replace("np.exp(x)", "np.exp(x - np.max(x, axis=axis, keepdims=True))")
ENDLESS = WRONG.replace("    e = np.exp(x)\n", "    while True:\n        pass\n")
SAYS = {
    "en": {
        "submit": "Submit",
        "stop": "Stop",
        "hint": "Hint (2 left)",
        "timed": "25 minutes, no hints",
        "over": "Start over",
        "back": "Bring back my code",
        "give": "Show the solution",
        "yes": "Show it",
        "mistake": "maximum not subtracted",
        "rejected": "Rejected. The numbers differ",
        "accepted": "Accepted: all 5 properties hold.",
        "solved": "solved, back in",
        "property": "scores of a thousand: nothing overflows",
        "self": "self-assessment",
    },
    "zh": {
        "submit": "提交",
        "stop": "停止",
        "hint": "提示（还有 2 条）",
        "timed": "限时 25 分钟，没有提示",
        "over": "重新开始",
        "back": "恢复我的代码",
        "give": "看答案",
        "yes": "看答案",
        "mistake": "没有减去最大值",
        "rejected": "未通过。 数值不对",
        "accepted": "通过：5 条性质全部成立。",
        "solved": "已解出",
        "property": "上千的分数：不会溢出",
        "self": "自我检验",
    },
}


class Candidate:
    """Someone who practises."""

    def __init__(self, learner: Learner) -> None:
        self.learner, self.page, self.says = learner, learner.page, SAYS[learner.language]

    def open(self, query: str = "") -> Any:
        self.learner.reader.open(f"{HOMES[self.learner.language]}study/practice/{query}")
        self.page.wait_for_selector("[data-practice] > *")
        return self.page

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=self.says[name], exact=True).click()

    def write(self, text: str) -> None:
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def code(self) -> str:
        self.page.wait_for_selector(".cm-content")
        return "\n".join(self.page.locator(".cm-line").all_text_contents())

    def verdict(self, how: str) -> Any:
        found = self.page.locator(f".zx-task-result:not([data-old]) .zx-verdict{how}")
        found.wait_for(timeout=PATIENCE)
        return found

    def deeds(self) -> list[str]:
        return [one["deed"] for one in self.learner.events() if one["type"] == "practice"]

    def is_narrow_enough(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.fixture
def candidate(learner: Callable[..., Learner]) -> Callable[..., Candidate]:
    """Make candidates, each with a browser profile of their own."""
    return lambda *view: Candidate(learner(*view))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [
        ("en", 1280, "light"),
        ("zh", 360, "dark"),
        pytest.param("en", 360, "dark", marks=pytest.mark.exhaustive),
        pytest.param("zh", 1280, "light", marks=pytest.mark.exhaustive),
    ],
)
def test_a_sitting(candidate: Callable[..., Candidate], language: str, width: int, scheme: str) -> None:
    me = candidate(language, width, scheme)
    page, says = me.open(), me.says
    assert says["self"] in page.locator("[data-practice]").inner_text()
    page.locator('[data-task="softmax"] a').click()
    page.wait_for_selector(".cm-content")
    assert page.evaluate("document.activeElement.tagName") == "H2"  # a screen reader begins with the title
    assert "raise NotImplementedError" in me.code()

    me.write(WRONG)
    me.press("hint")
    assert page.locator(".zx-task-hints li").count() == 1
    me.learner.kept(1, deed="hint")
    page.reload()
    assert me.code().rstrip() == WRONG.rstrip()
    assert page.locator(".zx-task-hints li").count() == 1

    page.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    wrong = me.verdict("[data-reason=value]").inner_text()
    for part in (says["rejected"], says["property"], says["mistake"], "x = array(", "shape (2, 2)", "the shape is"):
        assert part in wrong
    assert page.locator(".zx-verdict-pair [data-part]").count() == 2
    link = page.locator(".zx-verdict-mistake a").get_attribute("href") or ""
    assert link.endswith(f"{HOMES[language]}foundations/Softmax/#why-subtract-the-max")
    assert me.is_narrow_enough()

    me.write(RIGHT)
    me.press("submit")
    assert says["accepted"] in me.verdict("[data-accepted]").inner_text()
    solution = page.locator(".zx-solution")
    assert solution.locator("[data-kind=old]").count() and solution.locator("[data-kind=new]").count()
    assert "#softmax-distribution" in (solution.locator("li a").first.get_attribute("href") or "")
    assert me.is_narrow_enough()

    me.learner.kept(1, type="review", item="task/softmax", grade=3, source="practice")
    assert me.deeds() == ["start", "hint", "rejected", "accepted"]
    page.locator(".zx-sheet-back").click()
    assert says["solved"] in page.locator('[data-task="softmax"]').inner_text()
    assert me.is_narrow_enough()
    assert me.learner.reader.errors == [] and me.learner.reader.foreign == []


@pytest.mark.slow
@pytest.mark.exhaustive  # a block of a card that never ends is stopped in test_run.py
def test_code_that_never_ends_is_stopped_and_the_next_is_judged(candidate: Callable[..., Candidate]) -> None:
    me = candidate("en", 1280)
    page = me.open("?task=softmax")
    page.wait_for_selector(".cm-content")
    me.write(ENDLESS)
    me.press("submit")
    page.get_by_text("Judging").wait_for(timeout=PATIENCE)
    me.press("stop")
    page.get_by_text("Stopped.").wait_for()
    me.write(RIGHT)
    me.press("submit")
    me.verdict("[data-accepted]")
    assert me.deeds() == ["start", "accepted"]


@pytest.mark.slow
def test_a_timed_attempt_has_no_hints_and_an_end(candidate: Callable[..., Candidate]) -> None:
    me = candidate("en", 360, "dark")
    page = me.open("?task=softmax")
    page.wait_for_selector(".cm-content")
    me.write("my old code")
    me.press("timed")
    assert "raise NotImplementedError" in me.code()
    page.locator(".zx-timer:not([hidden])").wait_for()
    assert page.locator(".zx-timer").inner_text().startswith("2")
    assert page.get_by_role("button", name="Hint (2 left)").is_disabled()
    me.press("back")
    assert me.code() == "my old code"
    page.clock.fast_forward("25:01")
    page.get_by_text("The time is over").wait_for()
    me.write(RIGHT)
    me.press("submit")
    me.verdict("[data-accepted]")
    me.learner.kept(1, type="review", grade=1)
    assert me.deeds() == ["start", "timed", "late"]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "width"), [("en", 360), ("zh", 1280)])
def test_a_bug_is_hunted_with_the_keyboard(candidate: Callable[..., Candidate], language: str, width: int) -> None:
    me = candidate(language, width)
    page = me.open("?task=attention&hunt")
    lines = page.locator(".zx-hunt button")
    lines.first.wait_for(timeout=PATIENCE)
    for number in range(lines.count()):
        lines.nth(number).focus()
        page.keyboard.press("Enter")
        if page.locator(".zx-hunt [data-verdict=found]").count():
            break
    assert page.locator(".zx-diff [data-kind=new]").count() == 1
    assert me.is_narrow_enough()
    me.learner.kept(1, deed="found")
    assert set(me.deeds()) == {"found", "missed"}


def test_a_card_leads_to_its_task_and_back(reader: Callable[..., Reader]) -> None:
    someone = reader()
    for home, words in (("/", "Practise softmax"), ("/zh/", "练习 softmax")):
        page = someone.open(f"{home}foundations/Softmax/")
        assert page.locator('.zx-practise[href$="?task=softmax"]').inner_text() == words
        someone.follow('.zx-practise[href$="?task=softmax"]')
        page.wait_for_selector(".cm-content")
        assert page.url.endswith(f"{home}study/practice/?task=softmax")
        someone.follow(".zx-sheet-head .zx-origin a")
        assert page.url.endswith(f"{home}foundations/Softmax/")
    assert someone.errors == []


def test_a_task_that_needs_torch_says_so(reader: Callable[..., Reader], changing_site: tuple[Path, str]) -> None:
    folder, address = changing_site
    file = folder / "assets/practice/tasks.en.json"
    tasks = json.loads(file.read_text(encoding="utf-8"))
    next(one for one in tasks["tasks"] if one["id"] == "softmax")["torch"] = True
    file.write_text(json.dumps(tasks), encoding="utf-8")
    page = reader(at=address).open("/study/practice/?task=softmax")
    page.get_by_text("needs PyTorch").wait_for()
    assert "zhixing judge softmax" in page.locator(".zx-task-command").inner_text()
    assert page.locator(".cm-content").count() == 0


def test_the_solution_is_shown_after_a_question_and_the_list_is_filtered(candidate: Callable[..., Candidate]) -> None:
    me = candidate("en", 360)
    page = me.open("?task=log-softmax")
    page.wait_for_selector(".cm-content")
    me.press("give")
    me.press("yes")
    assert "def log_softmax" in page.locator(".zx-solution pre").first.inner_text()
    me.learner.kept(1, deed="gave-up")
    me.learner.kept(1, type="review", grade=1)
    page = me.open()
    page.get_by_role("searchbox").fill("softmax")
    shown = page.locator("[data-task]").evaluate_all("rows => rows.map(row => row.dataset.task)")
    assert "log-softmax" in shown and "rope" not in shown
    page.get_by_role("combobox").select_option("solved")
    assert page.locator("[data-task]").count() == 0
    assert me.is_narrow_enough()


@pytest.mark.parametrize(("language", "width"), [("en", 360), ("zh", 1280)])
def test_a_solved_task_comes_back_beside_the_questions(
    candidate: Callable[..., Candidate], tmp_path: Path, language: str, width: int
) -> None:
    me = candidate(language, width)
    page = me.open()
    page.evaluate("code => localStorage.setItem('zhixing-practice/softmax', code)", RIGHT)
    solved = [
        event(f"2026-0{month}-03T10:00:00.000Z", **deed)
        for month, task in ((5, "rope"), (7, "softmax"), (9, "alibi"))
        for deed in finished(task, "accepted", 60.0, 3)
    ]
    later = finished("top-k", "accepted", 60.0, 4)  # solved this morning: back in some days
    settled = event("2026-05-01T00:00:00.000Z", type="settings", new_per_day=0)  # no question is due
    now = [event("2026-11-16T01:00:00.000Z", **deed) for deed in later]
    me.learner.load(history(settled, *solved, *now), tmp_path)
    rows = page.locator(".zx-coding [data-task]")
    rows.first.wait_for()
    assert rows.evaluate_all("rows => rows.map(row => row.dataset.task)") == ["rope", "softmax", "alibi"]
    assert me.is_narrow_enough()
    page = me.learner.open("review")
    assert page.locator(".zx-coding [data-task]").count() == 3
    me.learner.reader.follow('.zx-coding [data-task="softmax"] a')
    assert "raise NotImplementedError" in me.code()  # what solved it in July proves nothing now
    me.press("back")
    assert me.code().rstrip() == RIGHT.rstrip()
    me.learner.kept(1, item="task/softmax", deed="start")
    assert me.learner.reader.errors == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("share", "step"),
    [(3, 48), *(pytest.param(share, 4, marks=pytest.mark.exhaustive) for share in range(4))],
)
def test_the_page_judges_as_the_terminal_does(page_python: PagePython, site: Path, share: int, step: int) -> None:
    from practice_shelf import TASKS, judge_of, solution
    from zhixing.practice.core.task import Answer

    every = [ident for ident in sorted(TASKS) if not TASKS[ident].needs_torch]
    chosen = every[share::step]
    assert len(every) >= 45 and len(chosen) >= len(every) // step
    shelves = site / "assets/practice"
    files = json.loads((shelves / "judge.json").read_text(encoding="utf-8"))
    wrong, verdicts = [], set()
    for ident in chosen:
        entry, judge = TASKS[ident], judge_of(ident)
        part = json.loads((shelves / f"{entry.file}.json").read_text(encoding="utf-8"))
        sources = {name: (shelves / f"modules/{name}.py").read_text(encoding="utf-8") for name in part["modules"]}
        asked = {"kind": "judge", "task": ident, "file": entry.file, "reference": judge.source, "language": "en"}
        for answer in (Answer("the card's own code"), *judge.task.right, *judge.task.wrong):
            text = solution(ident, answer)
            terminal = json.loads(judge.judge(text).to_json())
            job = {**asked, "text": text, "shelf": {**part["shelf"], "sources": sources}}
            said = page_python.ask("zhixing.practice.core.page", job, files)
            page_says = said.get("answer", {}).get("verdict", said)
            verdicts.add(terminal["accepted"])
            if _comparable(page_says) != _comparable(terminal):
                wrong.append((ident, answer.name, page_says, terminal))
    assert not wrong, "\n".join(map(repr, wrong))
    assert verdicts == {True, False}


def test_the_page_names_cheats_and_judges_unseen_answers_as_the_terminal_does(
    page_python: PagePython, site: Path
) -> None:
    """Every way of cheating, and one in six of the answers that no task knows."""
    from practice_shelf import TASKS, judge_of
    from test_cheats import CHEATS
    from unseen_answers import RIGHT, WRONG

    shelves = site / "assets/practice"
    files = json.loads((shelves / "judge.json").read_text(encoding="utf-8"))
    wrong, reasons = [], set()
    unseen = [(ident, text) for ident, _, text in (*RIGHT[::6], *WRONG[::6])]
    for ident, text in [*(("softmax", text) for _, text in CHEATS.values()), *unseen]:
        entry, judge = TASKS[ident], judge_of(ident)
        part = json.loads((shelves / f"{entry.file}.json").read_text(encoding="utf-8"))
        sources = {name: (shelves / f"modules/{name}.py").read_text(encoding="utf-8") for name in part["modules"]}
        job = {"kind": "judge", "task": ident, "file": entry.file, "reference": judge.source, "language": "en"}
        job |= {"text": text, "shelf": {**part["shelf"], "sources": sources}}
        said = page_python.ask("zhixing.practice.core.page", job, files)
        page_says = said.get("answer", {}).get("verdict", said)
        terminal = json.loads(judge.judge(text).to_json())
        reasons.add(terminal["reason"])
        if _comparable(page_says) != _comparable(terminal):
            wrong.append((ident, text, page_says, terminal))
    assert not wrong, "\n".join(map(repr, wrong))
    assert {"cheat", "accepted", "value"} <= reasons


def _comparable(verdict: dict[str, Any]) -> dict[str, Any]:
    """Without what another version of NumPy words or sums differently: its exceptions' messages, a float's last digits."""
    problem = verdict.get("values", {}).get("problem", "").partition(":")[0]
    kept = {**verdict, "values": {**verdict.get("values", {}), "problem": problem}}
    rounded = re.sub(r"\d+\.\d{6,}(?:e[-+]?\d+)?", lambda match: f"{float(match.group()):.9g}", json.dumps(kept))
    made: dict[str, Any] = json.loads(rounded)
    return made

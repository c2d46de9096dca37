"""`zhixing study interview` in a real terminal: typed answers, ticked points, code that the judge decides, a case, the report."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pexpect
import pytest
from practice_shelf import ROOT, TASKS, solution

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")

from zhixing.hosts.cli.main import main
from zhixing.practice.core.task import Answer
from zhixing.study.interview_words import InterviewWords
from zhixing.study.practice import task_item


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """One card with its tasks, one case of system design."""
    root = tmp_path / "vault"
    for lang in ("en", "zh"):
        for folder, name in (("foundations", "Softmax.md"), ("design", "RAG_Service.md"), ("study", "practice.md")):
            (root / "docs" / lang / folder).mkdir(parents=True)
            shutil.copy(ROOT / "docs" / lang / folder / name, root / "docs" / lang / folder / name)
    (root / "docs/practice").mkdir()
    shutil.copy(ROOT / "docs/practice/softmax.py", root / "docs/practice/softmax.py")
    shutil.copy(ROOT / "docs/interview.yml", root / "docs/interview.yml")
    (root / "mkdocs.yml").write_text(
        "site_name: x\nplugins:\n  - zhixing:\n      languages: [en, zh]\n      profile: cards\n"
        "      pages: [design/**, study/**]\n"
    )
    return root


class Candidate:
    """Who sits before the terminal."""

    def __init__(self, vault: Path, lang: str, *options: str) -> None:
        self.words, self.vault, self.state = InterviewWords(lang), vault, vault.parent / "study.json"
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "250", "PYTHONPATH": str(ROOT / "scripts"), "PYTHONUTF8": "1"}
        call = ["-m", "zhixing.hosts.cli.main", "--root", str(vault), "study", "interview", "--lang", lang]
        self.child = pexpect.spawn(
            sys.executable,
            [*call, "--state", str(self.state), *options],
            env=env,
            cwd=str(vault),
            encoding="utf-8",
            timeout=40,
            dimensions=(60, 250),
        )
        self.shown = ""

    def see(self, key: str, *values: object) -> str:
        """Wait for words of the interview; what came before them."""
        letters = "".join(self.words(key, *values).split())
        self.child.expect(r"\s*".join(map(re.escape, letters)))  # a line may end anywhere
        self.shown += self.child.before + self.child.after
        return str(self.child.before)

    def answer(self, typed: str, keys: str) -> None:
        """One part: type something, then tick points and go on."""
        self.see("terminal.typing")
        self.child.send(f"{typed}\r\r" if typed else "\r")
        for key in (*keys, "\r"):
            self.see("terminal.tick")
            self.child.send(key)

    def events(self, kind: str) -> list[dict[str, Any]]:
        found = json.loads(self.state.read_text(encoding="utf-8"))["events"]
        return [event for event in found if event["type"] == kind]

    def end(self) -> str:
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus == 0, self.child.before
        self.shown += self.child.before
        return str(self.child.before)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_whole_interview_with_code_and_a_case(vault: Path, lang: str) -> None:
    one = Candidate(vault, lang)
    one.see("role")
    one.child.send("1")
    one.see("minutes")
    one.child.send("4")
    one.see("level")
    one.child.send("\r")
    one.see("plan", 2, 45)
    one.see("withCode")
    one.see("withCase")
    one.child.send("\r")
    one.see("number", 1, 4)
    one.answer("Larger numbers overflow 溢出x\x7f.", "a")
    assert "Larger numbers overflow 溢出." in one.shown + str(one.child.before), "typed, with a mistake taken back"
    one.answer("", "a")
    one.answer("", "a")
    one.see("number", 2, 4)
    one.see("judged")
    one.child.expect(r"practice/([\w-]+)\.py")
    task = one.child.match.group(1)
    file = vault / f"practice/{task}.py"
    one.child.expect_exact("j")
    empty = file.read_text(encoding="utf-8")
    assert TASKS[task].define in empty
    file.write_text(solution(task, Answer(("the card", "卡片"))), encoding="utf-8")
    one.child.send("j")
    one.child.expect_exact("6/6")
    one.child.send("\r")
    one.see("number", 3, 4)
    for _ in range(3):
        one.answer("", "")
    one.see("number", 4, 4)
    one.see("design")
    one.answer("Measure retrieval first.", "12")
    one.see("report")
    said = one.end()
    (interview,) = one.events("interview")
    answers = interview["answers"]
    assert [sum(answer[part] for part in ("short", "depth", "followup")) for answer in answers] == [6, 6, 0, 1]
    assert (interview["level"], interview["minutes"], interview["role"]) == ("middle", 45, "all")
    assert answers[1]["item"] == task_item(task) and answers[3]["item"] == "case-rag"
    assert one.words("score", 13, 24) in said and one.words("todo") in said and one.words("noPlan") in said
    assert one.words("unanswered", 0)[:12] not in said
    grades = {event["item"]: event["grade"] for event in one.events("review") if event["source"] == "interview"}
    assert grades == {answers[0]["item"]: 4, answers[2]["item"]: 1, "case-rag": 1}


def test_ending_early_counts_all_that_is_open_and_goes_into_the_plan(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = str(vault.parent / "study.json")
    plan = ["--root", str(vault), "study", "plan", "--state", state]
    assert main([*plan, "--date", (date.today() + timedelta(days=9)).isoformat()]) == 0
    one = Candidate(vault, "en", "--role", "all", "--level", "middle", "--minutes", "10")
    one.see("terminal.begin")
    one.child.send("\r")
    one.answer("", "a")
    one.see("terminal.typing")
    one.child.send("\x03")
    one.see("report")
    said = " ".join(one.end().split())
    assert one.words("score", 2, 18) in said and one.words("unanswered", 3) in said and one.words("inPlan") in said
    code = re.search(r"zhixing practice ([\w-]+)", said)
    assert code is not None
    capsys.readouterr()
    assert main(plan) == 0
    today = capsys.readouterr().out.partition("Today")[2].partition("Day")[0]
    assert f"zhixing practice {code.group(1)}" in today, "what was weak stands at the head of the plan"
    weakest = Candidate(vault, "en", "--role", "all", "--level", "middle", "--minutes", "10")
    weakest.see("earlier")
    weakest.see("terminal.begin")
    weakest.child.send("\r")
    for _ in range(9):
        weakest.answer("", "a")
    weakest.see("report")
    said = weakest.end()
    assert "100 % of the points, 89 more than on" in said and weakest.words("steps.harder") in said
    capsys.readouterr()
    for given, problem in (
        (["--role", "boss"], "No Role is called boss: there is all, research"),
        (["--level", "god"], "No Level is called god: there is junior, middle, senior."),
        (["--minutes", "11"], "No Minutes is called 11: there is 10, 20, 30, 45, 60."),
        (["--case", "case-x"], "No System design is called case-x: there is case-rag."),
    ):
        assert main(["--root", str(vault), "study", "interview", "--state", state, *given]) == 1
        assert problem in capsys.readouterr().err
    alone = Candidate(vault, "en", "--case", "case-rag")
    alone.answer("", "a")
    alone.see("report")
    assert alone.words("score", 6, 6) in alone.end()
    assert len(alone.events("interview")) == 2, "a case by itself is no interview"
    assert alone.events("review")[-1]["item"] == "case-rag"

"""`zhixing study`: the history in its file, and sessions in a real terminal."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import termios
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pexpect
import pytest
from study_vault import write_vault

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")

from rich.cells import cell_len
from zhixing.hosts.cli.main import main
from zhixing.page import assets
from zhixing.study.deck import study_deck
from zhixing.study.history import Event, history_bytes, merge, parse_history
from zhixing.study.schema import HistoryError
from zhixing.study.sitting import Sitting, weakest
from zhixing.study.source import SourcePages
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state/study.json"


def study(vault: Path, state: Path, *options: str) -> int:
    return main(["--root", str(vault), "study", *options, "--state", str(state)])


def events(state: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(state.read_text(encoding="utf-8"))["events"]
    return found


def reviews(state: Path) -> list[tuple[str, int]]:
    """Items and grades that count, in order."""
    undone = {event["of"] for event in events(state) if event["type"] == "undo"}
    return [(e["item"], e["grade"]) for e in events(state) if e["type"] == "review" and e["id"] not in undone]


class Terminal:
    """The real command in a terminal of its own."""

    def __init__(self, vault: Path, state: Path, *options: str) -> None:
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "100", "PYTHONPATH": "scripts", "PYTHONUTF8": "1"}
        command = ["-m", "zhixing.hosts.cli.main", "--root", str(vault), "study", *options, "--state", str(state)]
        folder = str(Path(__file__).parents[2])
        self.child = pexpect.spawn(
            sys.executable, command, env=environment, cwd=folder, encoding="utf-8", timeout=60, dimensions=(60, 100)
        )

    def see(self, *texts: str) -> None:
        for text in texts:
            self.child.expect_exact(text)

    def options(self, count: int) -> dict[str, str]:
        """Of the next options on the screen, the text of each with the key that picks it: the order is the sitting's."""
        found: dict[str, str] = {}
        for number in range(1, count + 1):
            self.child.expect(rf"\n *{number} +([^\r\n]*?) *(?=\r)")
            found[self.child.match.group(1)] = str(number)
        return found

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus)


def test_three_cards_undo_quit_and_resume(vault: Path, state: Path) -> None:
    terminal = Terminal(vault, state)
    terminal.see("Softmax · question", "new 5", "Why divide by √dₖ? (softmax)", "space: answer")
    terminal.press(" ")
    terminal.see("It keeps the variance at 1, see Softmax", "docs/en/foundations/Softmax.md", "3 Good (10 min)")
    terminal.press("3")
    terminal.see("Attention · question", "learning 1", "new 4", "space: answer")
    assert reviews(state) == [("softmax-why", 3)]
    terminal.press(" ")
    terminal.see("Short answer", "It keeps the variance", "space: In depth")  # in steps, as the browser shows it
    terminal.press(" ")
    terminal.see("int x = 1; // $not math$ <b>", "🖼 mask.svg", "space: Follow-up")
    terminal.press(" ")
    terminal.see("Nothing else?", "space: Answer")
    terminal.press(" ")
    terminal.see("No.", "docs/en/attention/Attention.md", "1 Again (1 min)", "2 Hard (6 min)", "4 Easy (8 d)")
    terminal.press("4")
    terminal.see("What is the causal mask?", "space: answer")
    terminal.press(" ")
    terminal.see("Mᵢⱼ = [j ≤ i]", "q: quit")
    terminal.press("1")
    terminal.see("Which one is right?")
    assert reviews(state) == [("softmax-why", 3), ("why-sqrt", 4), ("what-mask", 1)]
    terminal.press("u")
    terminal.see("taken back", "What is the causal mask?", "space: answer")
    assert reviews(state) == [("softmax-why", 3), ("why-sqrt", 4)]
    terminal.press("q")
    terminal.see("Stopped: 2 answered")
    assert terminal.end() == 0

    again = Terminal(vault, state)
    again.see("learning 1", "new 3", "What is the causal mask?", "space: answer")
    again.press("l")
    again.see("什么是因果掩码？", "空格：看答案")
    again.press(" ")
    again.see("记得")
    again.press(" ")  # Good
    again.see("哪个对？")
    again.child.kill(9)
    again.child.wait()
    assert reviews(state)[-1] == ("what-mask", 3)
    assert {path.name for path in state.parent.iterdir()} - {".study.json.lock"} == {"study.json"}


def test_quiz_session_in_chinese(vault: Path, state: Path) -> None:
    terminal = Terminal(vault, state, "quiz", "--lang", "zh")
    terminal.see("Attention · 选择题", "1 / 2", "哪个对？")
    keys = terminal.options(2)
    assert keys.keys() == {"a < b", "np.tril(x)"}
    terminal.press(keys["a < b"])
    terminal.see("不对。", "No: b < a.", "So it is.")
    terminal.press(" ")
    terminal.see("2 / 2", "哪些是矩阵？")
    keys = terminal.options(3)
    terminal.see("再按回车")
    terminal.press(keys["QKᵀ"])
    terminal.press(keys["W"])
    terminal.press("\r")
    terminal.see("答对了。")
    terminal.press(" ")
    terminal.see("答对 1 / 2", "建议重读", "docs/zh/attention/Attention.md")
    assert terminal.end() == 0
    assert [(e["picked"], e["right"]) for e in events(state) if e["type"] == "quiz"] == [([0], False), ([0, 1], True)]
    assert reviews(state) == [("pick", 1), ("pick-many", 3)]

    later = Terminal(vault, state, "quiz", "--limit", "1")
    later.see("Which one is right?")  # the one that went wrong comes first
    later.press("\x04")
    later.see("Stopped")
    assert later.end() == 0


def test_bury_suspend_and_resume(vault: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(vault, state, "--category", "attention")
    terminal.see("Why divide by")
    terminal.press("b")
    terminal.see("buried", "What is the causal mask?", "space: answer")
    terminal.press("s")
    terminal.see("suspended", "Which one is right?")
    terminal.press("\x03")
    terminal.see("Stopped: 0 answered")
    assert terminal.end() == 0
    assert [event["type"] for event in events(state)] == ["bury", "suspend"]
    assert study(vault, state, "resume", "why-sqrt") == 1
    assert "why-sqrt is not suspended\n  hint: suspended: what-mask" in capsys.readouterr().err
    assert study(vault, state, "resume", "what-mask") == 0
    assert events(state)[-1]["type"] == "resume"


def test_answers_from_a_pipe(vault: Path, state: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "zhixing.hosts.cli.main",
        "--root",
        str(vault),
        "study",
        "--state",
        str(state),
        "--limit",
        "2",
    ]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "scripts")}
    done = subprocess.run(
        command, input=" \n2\n \n3\n", env=environment, capture_output=True, encoding="utf-8", check=True
    )
    assert "Done for now: 2 answered." in done.stdout
    assert "\x1b" not in done.stdout
    assert reviews(state) == [("softmax-why", 2), ("why-sqrt", 3)]


@pytest.fixture
def answered(state: Path) -> Path:
    """The history of a learner who has answered twice."""
    return write(state, [review("why-sqrt", 3, 0), review("pick", 4, 1)])


def test_status_counts_by_category(
    vault: Path, answered: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert study(vault, answered, "status") == 0
    shown = capsys.readouterr().out
    assert "due 1 · new today 3 · learned 1 of 5" in shown
    assert "to interview-ready 1 h · cards read 0 of 2" in shown
    assert [line.split() for line in shown.splitlines() if line.startswith(" Attention")] == [
        ["Attention", "1", "2", "1/4"]
    ]
    assert "(2 events)" in " ".join(shown.split()), "the file's name may be longer than a line"
    assert study(vault, answered, "status", "--lang", "zh") == 0
    assert "注意力" in capsys.readouterr().out


NARROW = {
    "en": ("Attention\n  due 1 · unseen 2 · learned 1/4\n", "today  █"),
    "zh": ("注意力\n  待复习 1 · 没见过 2\n  已掌握 1/4\n", "   今天  █"),
}


SUMS = {
    "en": "due 1 · new today 3 · learned 1 of 5 · cards read 0 of 2 · reading 1 h · answering 0.5 h · code 0 h",
    "zh": "待复习 1 · 今日新题 3 · 已掌握 1 / 5 · 0 / 2 张卡片已读 · 阅读 1 小时 · 作答 0.5 小时 · 代码 0 小时",
}


@pytest.mark.parametrize("lang", NARROW)
@pytest.mark.parametrize("width", [20, 32, 40])
def test_status_keeps_its_words_whole_in_a_narrow_window(
    vault: Path, answered: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width, lang
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert study(vault, answered, "status", "--lang", lang) == 0
    shown = capsys.readouterr().out.partition(str(answered.parent))[0]
    counts, bar = NARROW[lang]
    assert "…" not in shown
    assert (width, lang) != (32, "en") or counts in shown
    assert bar in shown
    assert width > 20 or all(word in shown for word in re.split(r" · |\n *", counts))
    assert all(part in shown for part in SUMS[lang].split(" · ")), "no part of a line is cut"
    assert all(cell_len(line) <= width for line in shown.splitlines())


def review(item: str, grade: int, minutes: int) -> Event:
    at = datetime.now(UTC) - timedelta(minutes=30 - minutes)
    stamp = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    digest = hashlib.md5(f"{item} {grade} {minutes}".encode()).digest()
    ident = str(uuid.UUID(bytes=digest, version=4))
    return {"id": ident, "at": stamp, "type": "review", "item": item, "grade": grade, "source": "review"}


def write(file: Path, made: list[Event]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(history_bytes(merge(made)))
    return file


def test_import_export_and_merge_lose_nothing(
    vault: Path, state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone, laptop = [review("why-sqrt", 3, 0), review("pick", 1, 1)], [review("pick", 1, 1), review("gone", 4, 2)]
    write(state, phone)
    other = write(tmp_path / "laptop.json", laptop)
    assert study(vault, state, "import", str(other)) == 0
    assert f"1 new event; {state} holds 3" in capsys.readouterr().out
    whole = state.read_bytes()
    assert parse_history(whole) == merge(laptop, phone)
    assert study(vault, state, "import", str(other)) == 0
    assert state.read_bytes() == whole
    assert study(vault, state, "export", str(tmp_path / "out.json")) == 0
    assert (tmp_path / "out.json").read_bytes() == whole
    assert (
        study(vault, state, "merge", str(other), str(tmp_path / "out.json"), "--output", str(tmp_path / "m.json")) == 0
    )
    assert (tmp_path / "m.json").read_bytes() == whole
    capsys.readouterr()
    assert study(vault, state, "export", "-") == 0
    assert capsys.readouterr().out.encode() == whole


GOOD = '{"id": "00000000-0000-4000-8000-000000000000", "at": "2026-11-16T07:00:00.000Z", "type": "review", '
BAD = {
    "": "it is not JSON, or was cut off (line 1)",
    '{"format": "zhixing-study", "version": 1, "events": [': "it is not JSON, or was cut off (line 1)",
    "\xff": "it is not JSON, or was cut off (line 1)",
    '{"format": "zhixing-deck", "version": 1}': 'it is no study history: `format` must be "zhixing-study"',
    "[]": 'it is no study history: `format` must be "zhixing-study"',
    '{"format": "zhixing-study", "version": 2, "events": []}': "version: made by a newer version",
    '{"format": "zhixing-study", "version": 1}': "events: is missing",
    '{"format": "zhixing-study", "version": 1, "events": [NaN]}': "it is not JSON, or was cut off",
    "[" * 100_000: "it is nested too deeply",
    f'{{"format": "zhixing-study", "version": 1, "events": [{GOOD}"item": "a", "grade": 5, "source": "review"}}]}}': (
        "events[0].grade: must be 1, 2, 3 or 4"
    ),
    f'{{"format": "zhixing-study", "version": 1, "events": [{GOOD}"grade": 3, "source": "review"}}]}}': (
        "events[0].item: is missing"
    ),
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_a_file_that_is_no_history_is_refused_and_nothing_changes(
    vault: Path, state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, problem: str
) -> None:
    write(state, [review("why-sqrt", 3, 0)])
    before = state.read_bytes()
    bad = tmp_path / "bad.json"
    bad.write_text(text, encoding="utf-8")
    assert study(vault, state, "import", str(write(tmp_path / "good.json", [review("pick", 1, 0)])), str(bad)) == 1
    assert capsys.readouterr().err.startswith(f"zhixing: {bad}: {problem}\n  hint: nothing was changed")
    assert state.read_bytes() == before
    assert study(vault, bad, "status") == 1
    assert bad.read_text(encoding="utf-8") == text


def test_settings_are_events(vault: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert study(vault, state, "settings", "--new", "3", "--kinds", "cloze,question", "--retention", "0.85") == 0
    said = "retention: 0.85\nnew_per_day: 3\nreviews_per_day: 200\nkinds: question, cloze\nminutes_per_day: 60\nrole: all\n"
    assert capsys.readouterr().out == said
    assert events(state)[0]["type"] == "settings"
    assert study(vault, state, "settings", "--retention", "0.5") == 1
    assert "retention: must be a number, from 0.7 to 0.97" in capsys.readouterr().err
    assert len(events(state)) == 1


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--lang", "fr"], 1, "there is no deck in 'fr'\n  hint: there is en, zh"),
        (["--category", "cooking"], 1, "no category is called 'cooking'\n  hint: there is foundations, attention"),
        (["import"], 2, "study import needs the name of a file"),
        (["review", "x.json"], 2, "study review takes no file"),
        (["import", "missing.json"], 1, "missing.json: no such file"),
    ],
)
def test_a_wrong_call_is_refused(
    vault: Path, state: Path, capsys: pytest.CaptureFixture[str], options: list[str], code: int, message: str
) -> None:
    assert study(vault, state, *options) == code
    assert message in capsys.readouterr().err
    assert not state.exists()


@pytest.mark.parametrize(("package", "action"), [("rich", "review"), ("fsrs", "status")])
def test_without_the_extra_the_hint_says_what_to_install(vault: Path, state: Path, package: str, action: str) -> None:
    """In a process of its own: a module that is imported twice leaves two classes of each name to the tests that follow."""
    asked = ["--root", str(vault), "study", action, "--state", str(state)]
    code = (
        f"import sys; sys.modules[{package!r}] = None; from zhixing.hosts.cli.main import main; sys.exit(main({asked}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "scripts")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        f"zhixing: study needs {package}\n  hint: pip install 'zhixing[study]'\n",
    )


def test_check_starts_without_what_study_needs() -> None:
    code = "import sys, zhixing.hosts.cli.main; print(sorted({'rich', 'fsrs', 'genanki', 'markdown', 'uuid'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "scripts")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.fixture
def session(vault: Path) -> Iterator[Sitting]:
    """A session whose clock stands still."""
    cards = load_vault(vault)
    decks = {lang: study_deck(cards, lang, Index(cards), SourcePages()) for lang in ("en", "zh")}
    kept: list[Event] = []

    def save(made: Any) -> list[Event]:
        kept.extend(made)
        return merge(kept)

    yield Sitting(decks, "en", [], (assets.WEB / "src/study/fsrs.json").read_bytes(), lambda: NOW, save)


def test_undo_takes_back_a_quiz_and_its_review_together(session: Sitting) -> None:
    quiz = session.shown("pick")
    assert quiz is not None
    assert session.answer_quiz(quiz, [1])
    assert "pick" in session.study.memories
    assert session.undo() == "pick"
    assert "pick" not in session.study.memories
    assert session.undo() == ""
    assert [event["type"] for event in session.events].count("undo") == 2


def test_day_limits_hold_across_sessions(session: Sitting) -> None:
    session.study.settings["new_per_day"] = 2
    for ident in ("softmax-why", "why-sqrt"):
        session.grade(ident, 4)
    assert session.queue().items == ()
    assert session.queue().fresh == 0


def test_ten_more_one_card_and_what_was_begun_first(session: Sitting) -> None:
    session.study.settings["new_per_day"] = 0
    assert session.queue().items == ()
    assert (session.offered(10), session.more(2)) == (5, 2)
    assert [item.id for item in session.queue().items] == ["softmax-why", "why-sqrt"]
    session.grade("softmax-why", 4)
    assert [item.id for item in session.queue().items] == ["why-sqrt"], "what was answered is not asked once more"
    session.card = "attention/Attention"
    assert [item.id for item in session.queue().items] == ["why-sqrt", "what-mask", "pick", "pick-many"]
    session.card = "foundations/Softmax"
    assert session.queue().items == ()
    session.clock = lambda: NOW + timedelta(minutes=1)
    assert session.more(10) == 1
    assert [item.id for item in session.queue().items] == ["softmax-why"], "not due, and asked for"


def test_new_questions_come_from_cards_that_were_begun_before_the_others(session: Sitting) -> None:
    assert session.queue().items[0].id == "softmax-why"
    session.answer_quiz(session.deck.items[3], [0])
    fresh = [item.id for item in session.queue().items if item.id not in session.study.memories]
    assert fresh == ["why-sqrt", "what-mask", "pick-many", "softmax-why"]


def test_weakest_quiz_is_the_one_answered_wrong_last(session: Sitting) -> None:
    first, second = session.shown("pick"), session.shown("pick-many")
    assert first is not None and second is not None
    session.answer_quiz(first, [1])
    session.answer_quiz(second, [2])
    assert [item.id for item in weakest(session, 10)] == ["pick-many", "pick"]


def test_two_sessions_on_one_file_keep_both_histories(vault: Path, state: Path) -> None:
    one, two = Terminal(vault, state), Terminal(vault, state)
    for terminal in (one, two):
        terminal.see("(softmax)", "space: answer")
        terminal.press(" ")
        terminal.see("3 Good", "q: quit")
    one.press("3")
    one.see("Attention · question")
    two.press("1")
    two.see("Attention · question")
    for terminal in (one, two):
        terminal.press("q")
        assert terminal.end() == 0
    assert [grade for _, grade in reviews(state)] == [3, 1]


def test_history_of_items_that_are_gone_is_kept(session: Sitting) -> None:
    session.grade("gone", 3)
    assert "gone" in session.study.memories
    assert session.shown("gone") is None


@pytest.mark.parametrize("value", [None, 3, "x", [], {"events": []}])
def test_anything_else_is_no_history(value: object) -> None:
    with pytest.raises(HistoryError):
        parse_history(json.dumps(value).encode())


def test_a_plan_in_the_terminal(vault: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = (datetime.now() + timedelta(days=5)).date().isoformat()
    assert study(vault, state, "plan") == 1
    assert "hint: zhixing study plan --date" in capsys.readouterr().err
    for options, said in (
        (("--date", "1999-01-01"), "1999-01-01 is past"),
        (("--date", "2190-01-01"), "too far away: a plan reaches 366 days"),
        (("--date", "tomorrow"), "such as 2026-11-30"),
        (("--date", later, "--minutes", "9"), "9 minutes a day is not from 10 to 960"),
        (("--role", "boss"), "No role is called boss: there is all, research, training, inference, applied"),
    ):
        assert study(vault, state, "plan", *options) == 1
        assert said in capsys.readouterr().err
    assert not state.exists()
    assert study(vault, state, "plan", "--date", later, "--minutes", "90", "--role", "all") == 0
    shown = capsys.readouterr().out
    assert f"Interview on {later} · All-round" in shown and "90 min a day" in shown
    assert "Everything fits." in shown and "Softmax" in shown
    assert study(vault, state, "read", "softmax", "--lang", "zh") == 1
    assert "没有清单" in capsys.readouterr().err
    assert study(vault, state, "read", "nothing") == 1
    assert "No card is called nothing." in capsys.readouterr().err
    assert study(vault, state, "read", "Attention") == 0
    ticked = sorted(one["key"] for one in events(state) if one["type"] == "tick")  # of one moment: their ids decide
    assert ticked == ["attention/Attention#1", "attention/Attention#2"]
    assert study(vault, state, "plan", "--lang", "zh") == 0
    assert "综合" in capsys.readouterr().out
    assert study(vault, state, "plan", "--date", "none") == 0
    assert "removed" in capsys.readouterr().out
    assert study(vault, state, "plan") == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_plan_is_whole_in_a_narrow_window(
    vault: Path, state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    """A table of seven columns cut every word in forty."""
    later = (datetime.now() + timedelta(days=5)).date().isoformat()
    shown = {}
    for width in (40, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        assert study(vault, state, "plan", "--date", later, "--minutes", "90", "--lang", lang) == 0
        text = capsys.readouterr().out
        assert "…" not in text
        assert all(cell_len(line) <= width for line in text.splitlines())
        shown[width] = set(re.findall(r"\d+", text.replace(later, "")))
    assert shown[40] == shown[100], "the same figures"


def test_the_terminal_is_given_back_as_it_was(vault: Path, state: Path) -> None:
    """Ctrl-C is a key while keys are read, and Ctrl-Z lets the shell take over meanwhile."""
    terminal = Terminal(vault, state)
    before = termios.tcgetattr(terminal.child.child_fd)
    terminal.see("space: answer")
    terminal.press(" ")
    terminal.see("3 Good")
    assert not termios.tcgetattr(terminal.child.child_fd)[3] & (termios.ISIG | termios.ICANON | termios.ECHO)
    terminal.press("\x03")
    terminal.see("Stopped: 0 answered")
    terminal.child.expect(pexpect.EOF)
    assert termios.tcgetattr(terminal.child.child_fd) == before

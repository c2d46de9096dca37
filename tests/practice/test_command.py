"""`zhixing practice` and `zhixing judge`, as they are typed in."""

from __future__ import annotations

import ast
import json
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pexpect
import pytest
from practice_shelf import ROOT, SHELF, TASKS
from zhixing.hosts.cli.main import main
from zhixing.practice.hunt import hunt
from zhixing.study.history import history_bytes, stamp
from zhixing.study.practice import finished

GOOD = """
import numpy as np

def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault with one card and its tasks: what another owner would have."""
    root = tmp_path_factory.mktemp("vault")
    for lang in ("en", "zh"):
        (root / "docs" / lang / "foundations").mkdir(parents=True)
        for name in ("Softmax.md", "softmax_jacobian_norms.svg", "softmax_temperature.svg"):
            shutil.copy(ROOT / "docs" / lang / "foundations" / name, root / "docs" / lang / "foundations" / name)
    (root / "docs/practice").mkdir()
    shutil.copy(ROOT / "docs/practice/softmax.py", root / "docs/practice/softmax.py")
    (root / "mkdocs.yml").write_text(
        "site_name: x\nplugins:\n  - zhixing:\n      languages: [en, zh]\n      profile: cards\n"
    )
    return root


@pytest.fixture
def place(vault: Path, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    yield vault, tmp_path / "study.json"
    shutil.rmtree(vault / "practice", ignore_errors=True)


def zx(place: tuple[Path, Path], *words: str) -> int:
    return main(["--root", str(place[0]), *words, "--state", str(place[1])])


def deeds(place: tuple[Path, Path]) -> list[tuple[str, Any]]:
    events = json.loads(place[1].read_text(encoding="utf-8"))["events"]
    events.sort(key=lambda e: (e["at"], e["type"]))  # of one moment, in a fixed order
    return [(e["type"], e.get("deed", e.get("grade"))) for e in events]


def test_work_is_never_overwritten(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert zx(place, "practice", "softmax") == 0
    file = place[0] / "practice/softmax.py"
    assert "raise NotImplementedError" in file.read_text(encoding="utf-8")
    file.write_text("my work", encoding="utf-8")
    assert zx(place, "practice", "softmax") == 0
    assert zx(place, "practice", "softmax", "--minutes", "25") == 0
    assert file.read_text(encoding="utf-8") == "my work"
    assert "left alone" in capsys.readouterr().out


def test_stub_speaks_the_language(place: tuple[Path, Path]) -> None:
    assert zx(place, "practice", "softmax", "--lang", "zh") == 0
    text = (place[0] / "practice/softmax.py").read_text(encoding="utf-8")
    assert "形状与 x 相同" in text
    assert "沿指定轴" in text


def test_empty_wrong_and_right(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    zx(place, "practice", "softmax")
    assert zx(place, "judge", "softmax") == 1
    file = place[0] / "practice/softmax.py"
    file.write_text(GOOD.replace("e / e.sum", "e / e.max"), encoding="utf-8")
    capsys.readouterr()
    assert zx(place, "judge", "softmax", "--lang", "zh") == 1
    said = capsys.readouterr().out
    assert "已知的错误: 除以了最大值而不是总和" in said
    assert "[[Softmax#^softmax-distribution]]" in said
    file.write_text(GOOD, encoding="utf-8")
    assert zx(place, "judge", "softmax") == 0
    said = capsys.readouterr().out
    assert "Accepted: all 5 properties hold." in said
    assert "The card's own code:" in said
    assert "[[Softmax#^softmax-distribution]] Without a mask" in said
    assert deeds(place) == [("practice", "start"), ("practice", "rejected"), ("practice", "accepted"), ("review", 3)]
    assert zx(place, "judge", "softmax") == 0
    assert len(deeds(place)) == 4, "solving what was just solved is no new proof"
    assert zx(place, "practice") == 0
    assert "solved, back in" in capsys.readouterr().out


def test_hints_come_one_at_a_time(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    zx(place, "practice", "softmax")
    capsys.readouterr()
    assert [zx(place, "judge", "softmax", "--hint") for _ in range(3)] == [0, 0, 1]
    said = capsys.readouterr().out
    assert said.index("Hint 1 of 2") < said.index("Hint 2 of 2") < said.index("last hint")


def test_timed_attempt_has_no_hints_and_an_end(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    zx(place, "practice", "softmax", "--minutes", "25")
    assert zx(place, "judge", "softmax", "--hint") == 2
    assert "no hints" in capsys.readouterr().err
    history = json.loads(place[1].read_text(encoding="utf-8"))
    history["events"][0]["at"] = "2026-01-01T07:00:00.000Z"
    place[1].write_text(json.dumps(history), encoding="utf-8")
    (place[0] / "practice/softmax.py").write_text(GOOD, encoding="utf-8")
    assert zx(place, "judge", "softmax") == 0
    assert deeds(place)[1:] == [("practice", "late"), ("review", 1)]


def test_a_solved_task_comes_back_and_is_written_again(
    place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = place[0] / "practice/softmax.py"
    zx(place, "practice", "softmax")
    file.write_text(GOOD, encoding="utf-8")
    assert zx(place, "judge", "softmax") == 0
    assert zx(place, "practice", "softmax") == 0  # not due: left alone
    assert file.read_text(encoding="utf-8") == GOOD
    assert zx(place, "study", "status") == 0
    assert "zhixing practice softmax" not in capsys.readouterr().out
    history = json.loads(place[1].read_text(encoding="utf-8"))
    for event in history["events"]:
        event["at"] = event["at"].replace(event["at"][:4], "2020", 1)
    place[1].write_text(json.dumps(history), encoding="utf-8")
    assert zx(place, "study", "status", "--lang", "zh") == 0
    said = capsys.readouterr().out
    assert "今天要重写的代码：1 题" in said
    assert "zhixing practice softmax 沿指定轴的 softmax（8 分钟）" in " ".join(
        said.split()
    )  # it wraps in a narrow window
    assert zx(place, "practice", "softmax") == 0
    assert "was kept as practice/softmax.1.py" in capsys.readouterr().out
    assert (place[0] / "practice/softmax.1.py").read_text(encoding="utf-8") == GOOD
    assert "raise NotImplementedError" in file.read_text(encoding="utf-8")
    assert zx(place, "practice", "softmax") == 0  # begun: left alone
    assert not (place[0] / "practice/softmax.2.py").exists()
    file.write_text(GOOD, encoding="utf-8")
    assert zx(place, "judge", "softmax") == 0
    assert [deed for deed in deeds(place) if deed[0] == "review"] == [("review", 4), ("review", 4)]
    assert zx(place, "study", "status") == 0
    assert "Code to write again" not in capsys.readouterr().out
    assert zx(place, "practice", "softmax", "--again") == 0
    assert (place[0] / "practice/softmax.2.py").read_text(encoding="utf-8") == GOOD


def test_giving_up_shows_the_code(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    zx(place, "practice", "softmax")
    assert zx(place, "judge", "softmax", "--give-up") == 1
    assert "exps / exps.sum" in capsys.readouterr().out
    assert deeds(place)[-1] == ("review", 1)


def test_faults_of_the_call(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert zx(place, "judge", "sofmax") == 2
    assert "hint: softmax" in capsys.readouterr().err
    assert zx(place, "judge", "softmax") == 2
    assert "does not exist yet" in capsys.readouterr().err
    assert zx(place, "practice", "--lang", "fr") == 2
    assert zx(place, "practice", "softmax", "--minutes", "0") == 2


def test_vault_without_tasks_says_how_to_write_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "note.md").write_text("# A\n")
    assert main(["--root", str(tmp_path), "practice"]) == 2
    assert "practice/*.py" in capsys.readouterr().err


def test_bug_hunt(place: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    found = hunt(SHELF, TASKS["softmax"], 0)
    assert found is not None
    assert zx(place, "practice", "--bug", "softmax") == 0
    assert found.code.splitlines()[0] in capsys.readouterr().out
    line = found.lines[0]
    assert zx(place, "practice", "--bug", "softmax", "--line", str(line + 1)) == 1
    assert zx(place, "practice", "--bug", "softmax", "--line", str(line)) == 0
    assert deeds(place) == [("practice", "missed"), ("practice", "found")]


@pytest.mark.parametrize(
    "ident",
    [
        pytest.param(ident, marks=[] if number % 5 == 0 else [pytest.mark.exhaustive])
        for number, ident in enumerate(sorted(TASKS))
    ],
)
def test_every_task_has_a_bug_to_hunt(ident: str) -> None:
    if TASKS[ident].needs_torch:
        pytest.importorskip("torch")
    found = hunt(SHELF, TASKS[ident], 0)
    assert found is not None
    assert found == hunt(SHELF, TASKS[ident], 0)
    assert found.code != found.right
    tree = ast.parse(found.right)
    defined = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    heads = {line for node in defined for line in range(node.lineno, node.body[0].lineno)}
    docs = [node.body[0] for node in defined if ast.get_docstring(node) is not None]
    heads |= {line for node in docs for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    assert len(found.lines) == 1 and not set(found.lines) & heads  # in the body, where a reader can find it


def test_in_a_terminal(vault: Path, tmp_path: Path) -> None:
    state = ["--root", str(vault), "--state", str(tmp_path / "state.json")]
    try:
        for words, wanted in (
            (["practice", "softmax"], "wrote practice/softmax.py"),
            (["practice"], r"softmax .*\[started\]"),
            (["judge", "softmax"], "softmax is still empty"),
            (["judge", "softmax", "--lang", "zh", "--hint"], "提示 1 / 2"),
        ):
            child = pexpect.spawn(
                sys.executable,
                ["-m", "zhixing", *words, *state],
                cwd=str(vault),
                encoding="utf-8",
                dimensions=(40, 200),
            )
            child.expect(wanted, timeout=600)
            child.expect(pexpect.EOF, timeout=600)
            child.close()
        file = tmp_path / "old.json"
        file.write_bytes(
            history_bytes(stamp(finished("softmax", "accepted", 60.0, 3), datetime(2020, 1, 1, tzinfo=UTC)))
        )
        study = [sys.executable, "-m", "zhixing", "study", "--root", str(vault), "--state", str(file)]
        child = pexpect.spawn(study[0], study[1:], encoding="utf-8", dimensions=(40, 200))
        child.expect("q: quit", timeout=600)
        child.send("q")
        child.expect("Code to write again today: 1", timeout=600)
        child.expect("zhixing practice softmax", timeout=600)
        child.expect(pexpect.EOF, timeout=600)
        child.close()
    finally:
        shutil.rmtree(vault / "practice", ignore_errors=True)

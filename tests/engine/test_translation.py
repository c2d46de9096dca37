"""Both languages say the same: what may differ in code, and when a section is stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from engine_cases import card, load, put, settled
from zhixing.checks.run import run_checks
from zhixing.checks.translation import record_bytes
from zhixing.hosts.cli.main import main
from zhixing.syntax.python_code import same_code
from zhixing.vault.config import ConfigError, make_config

EN, ZH = "docs/en/foundations/Norm.md", "docs/zh/foundations/Norm.md"
RECORD = "docs/translations.yml"
Edit = Callable[[str, str, str], None]

SAME = {
    "comments": ("x = 1  # one\n", "# 一\nx = 1\n"),
    "blank lines and spaces at line ends": ("x = 1\ny = 2\n", "x = 1   \n\n\ny = 2\n"),
    "docstrings": (
        'def f():\n    """Sum."""\n    return 1\n',
        'def f():\n    """求和。\n\n    细节。\n    """\n    return 1\n',
    ),
    "a docstring on one side": ('class A:\n    """A."""\n    x = 1\n', "class A:\n    x = 1\n"),
    "a string with Chinese": ('print("done")\n', 'print("完成")\n'),
    "a key with Chinese": ('d = {"cat": 1}\n', 'd = {"猫": 1}\n'),
    "an f-string with Chinese": ('print(f"{n} rows of {m}")\n', 'print(f"{m} 中有 {n} 行")\n'),
    "a string inside an f-string": ("print(f\"{'yes' if x else 'no'}\")\n", "print(f\"{'是' if x else '否'}\")\n"),
    "quotes": ("x = 'a'\n", 'x = "a"\n'),
    "a hash inside a string": ('x = "# a"\n', 'x = "# a"  # 注\n'),
    "both broken": ("def f(:\n", "def g(:\n"),
    "brackets and breaks": ("x = (1 +\n     2)\n", "x = 1 + 2\n"),
}

DIFFERENT = {
    "a number": ("x = 1\n", "x = 2\n", "line 1 of the block: 1 against 2"),
    "an integer and a float": ("x = 1\n", "x = 1.0\n", "line 1 of the block: 1 against 1.0"),
    "a name": ("x = 1\n", "y = 1\n", "line 1 of the block: 'x' against 'y'"),
    "a string without Chinese": ('x = "a"\n', 'x = "b"\n', "line 1 of the block: 'a' against 'b'"),
    "bytes": ('x = b"a"\n', 'x = b"b"\n', "line 1 of the block: b'a' against b'b'"),
    "spaces inside a string": (
        'x = """a \nb"""\n',
        'x = """a\nb"""\n',
        "line 1 of the block: 'a \\nb' against 'a\\nb'",
    ),
    "an operator": ("x = 1\ny = x + 1\n", "x = 1\ny = x - 1\n", "line 2 of the block: Add against Sub"),
    "one statement more": ("x = 1\n", "x = 1\ny = 2\n", "line 1 of the block: 1 parts against 2"),
    "a value in an f-string": (
        'print(f"{a} x")\n',
        'print(f"{b} 行")\n',
        "line 1 of the block: an f-string shows other values",
    ),
    "the order of an f-string": (
        'print(f"{a}{b}")\n',
        'print(f"{b}{a}")\n',
        "line 1 of the block: an f-string shows other values",
    ),
    "the words of an f-string": ('print(f"{a} x")\n', 'print(f"{a} y")\n', "line 1 of the block: an f-string differs"),
    "the format of an f-string": (
        'print(f"{a:.2f} x")\n',
        'print(f"{a:.3f} 行")\n',
        "line 1 of the block: an f-string shows other values",
    ),
    "one broken": ("x = 1\n", "x = (\n", "one of the two does not parse"),
    "a default": ("def f(x=1): ...\n", "def f(x=2): ...\n", "line 1 of the block: 1 against 2"),
}


@pytest.mark.parametrize("what", SAME)
def test_code_may_differ_in(what: str) -> None:
    assert same_code(*SAME[what]) == ""


@pytest.mark.parametrize("what", DIFFERENT)
def test_code_may_not_differ_in(what: str) -> None:
    ours, theirs, message = DIFFERENT[what]
    assert same_code(ours, theirs) == message


REFORMATTED = {
    "wrapped lines": ("One two three four.\n", "One two\nthree four.\n"),
    "bold, mark, code": ("One two three.\n", "One **two** ==three==.\n"),
    "wrapped Chinese": ("缩放点积注意力，除以维数的平方根。\n", "缩放点积\n注意力，除以\n维数的平方根。\n"),
    "bold inside a Chinese sentence": ("这是注意力机制的核心。\n", "这是**注意力机制**的核心。\n"),
    "a space between Chinese and Latin": ("用softmax归一化。\n", "用 softmax 归一化。\n"),
    "list marks": ("- a\n- b\n", "* a\n\n* b\n"),
    "a list becomes deeper": ("- a\n- b\n", "- a\n  - b\n"),
    "a quote becomes a callout's body": ("> a\n", "> \n> a\n"),
    "an invisible comment": ("a b\n", "a %%check%% b <!-- x -->\n"),
    "a block id": ("a b\n", "a b ^id\n"),
    "a block id on its own line": ("a b\n", "a b\n\n^id\n"),
    "an underlined heading": ("# A\n\nb\n", "A\n=\n\nb\n"),
    "table padding": ("| a | b |\n|---|---|\n| 1 | 2 |\n", "| a   | b   |\n|:---:|-----|\n| 1   | 2   |\n"),
    "full-width punctuation": ("一，二。\n", "一, 二.\n"),
    "case": ("a b\n", "A b\n"),
    "code that runs": ("```python\nx = 1\n```\n", "```python\nx = 2\n```\n"),
}
REWORDED = {
    "a word": ("One two.\n", "One three.\n"),
    "a character": ("缩放点积。\n", "缩放内积。\n"),
    "a number": ("Table 1.\n", "Table 2.\n"),
    "two words become one": ("a part\n", "apart\n"),
    "the order": ("one two\n", "two one\n"),
    "a diagram": ("```mermaid\na --> b\n```\n", "```mermaid\na --> c\n```\n"),
    "text in HTML": ("<div>\none\n</div>\n", "<div>\ntwo\n</div>\n"),
    "a heading": ("# A\n", "# B\n"),
    "a cell": ("| a |\n|---|\n| 1 |\n", "| a |\n|---|\n| 2 |\n"),
    "an answer": ("> [!QUESTION] q\n> a\n", "> [!QUESTION] q\n> b\n"),
}


def _digests(text: str) -> list[str]:
    return [section.digest for section in card(text).sections]


@pytest.mark.parametrize("how", REFORMATTED)
def test_reformatting_changes_no_digest(how: str) -> None:
    before, after = REFORMATTED[how]
    assert _digests(before) == _digests(after)


@pytest.mark.parametrize("how", REWORDED)
def test_other_words_change_the_digest(how: str) -> None:
    before, after = REWORDED[how]
    assert _digests(before) != _digests(after)


def _check(root: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = main(["--root", str(root), "check", "--quiet"])
    return code, [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  ")]


def _settle(root: Path) -> None:
    assert main(["--root", str(root), "extract"]) == 0
    assert main(["--root", str(root), "translated", "--all"]) == 0


def test_changed_section_is_stale_until_confirmed(good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    _settle(good)
    assert _check(good, capsys) == (0, [])
    edit(EN, "A ruler.", "A measuring tape.")
    assert main(["--root", str(good), "extract"]) == 0
    stale = f"{ZH}:87: T008 stale: section 'the-last-intuition-最后的直觉' changed in {EN}:87"
    assert _check(good, capsys) == (1, [stale])
    assert main(["--root", str(good), "translated", "Cosine"]) == 0  # another card changes nothing
    assert _check(good, capsys) == (1, [stale])
    assert main(["--root", str(good), "translated", "Norm"]) == 0
    assert _check(good, capsys) == (0, [])


def test_going_back_to_the_confirmed_words_needs_no_confirmation(
    good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    _settle(good)
    edit(ZH, "一把尺子。", "一把卷尺。")
    assert _check(good, capsys)[0] == 1
    edit(ZH, "一把卷尺。", "一把尺子。")
    assert _check(good, capsys) == (0, [])


def test_confirming_changes_one_line_of_the_record(good: Path, edit: Edit) -> None:
    _settle(good)
    before = (good / RECORD).read_text(encoding="utf-8").splitlines()
    edit(EN, "A ruler.", "A measuring tape.")
    assert main(["--root", str(good), "translated", "Norm"]) == 0
    after = (good / RECORD).read_text(encoding="utf-8").splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert changed[0][0].split()[0] == changed[0][1].split()[0] == '"the-last-intuition-最后的直觉":'
    assert changed[0][0].split()[2] == changed[0][1].split()[2]  # the digest of the side that stayed


def test_confirming_twice_writes_nothing(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _settle(good)
    stamp = (good / RECORD).stat().st_mtime_ns
    capsys.readouterr()
    assert main(["--root", str(good), "translated", "Norm"]) == 0
    assert capsys.readouterr().out == "nothing new for Norm\n"
    assert (good / RECORD).stat().st_mtime_ns == stamp


def test_card_is_confirmed_by_path_and_alias_too(good: Path) -> None:
    for name in ("foundations/Norm", "Norm.md", "norm", "Length"):
        assert main(["--root", str(good), "translated", name]) == 0


def test_pruning_drops_only_cards_that_are_gone(good: Path) -> None:
    _settle(good)
    for language in ("en", "zh"):
        (good / f"docs/{language}/foundations/Cosine.md").unlink()
    assert main(["--root", str(good), "translated", "--prune"]) == 0
    assert set(yaml.safe_load((good / RECORD).read_text(encoding="utf-8"))) == {"foundations/Norm", "index"}


def test_confirmation_survives_while_a_file_is_unreadable(good: Path) -> None:
    _settle(good)
    before = (good / RECORD).read_bytes()
    text = (good / EN).read_bytes()
    put(good, {EN: b"\xff"})
    assert main(["--root", str(good), "translated", "Cosine"]) == 0
    assert not [finding for finding in run_checks(load(good)) if finding.code == "T010"]
    put(good, {EN: text})
    assert (good / RECORD).read_bytes() == before


def test_broken_record_is_not_overwritten(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(good, {RECORD: "<<<<<<< HEAD\n"})
    assert main(["--root", str(good), "translated", "--all"]) == 1
    assert f"{RECORD}:1: T010" in capsys.readouterr().out
    assert (good / RECORD).read_text() == "<<<<<<< HEAD\n"


@pytest.mark.parametrize(
    "record", ["1: 2\na: b\n", "foundations/Norm: []\n", "foundations/Norm: {zh: {1: [2]}}\n", "[1]\n", "''\n"]
)
def test_odd_record_is_survived(good: Path, record: str) -> None:
    put(good, {RECORD: record})
    vault = load(good)
    assert any(finding.code in ("T008", "T010") for finding in run_checks(vault))
    assert record_bytes(settled(vault).confirmed).startswith(b"#")


def test_language_that_yaml_would_read_as_false_is_kept(tmp_path: Path) -> None:
    config = "plugins:\n  - zhixing: {profile: cards, languages: [en, 'no'], pages: ['*']}\n"
    put(tmp_path, {"mkdocs.yml": config, "docs/en/a.md": "# A\n", "docs/no/a.md": "# B\n"})
    assert main(["--root", str(tmp_path), "translated", "--all"]) == 0
    assert run_checks(load(tmp_path)) == []


def test_too_large_translation_is_not_called_missing(good: Path) -> None:
    put(good, {ZH: b"x" * 1_000_001})
    codes = [finding.code for finding in run_checks(load(good)) if "Norm.md" in finding.span.path]
    assert "F005" in codes and "T001" not in codes


def test_the_old_name_of_the_option_still_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = "plugins:\n  - zhixing: {profile: cards, record: docs/said.yml}\n"
    put(tmp_path, {"docs/a.md": "# A\n", "mkdocs.yml": options, "docs/said.yml": "[broken\n"})
    assert main(["--root", str(tmp_path), "check"]) == 1
    said = capsys.readouterr()
    assert "docs/said.yml:1: T010" in said.out
    assert said.err.startswith("zhixing: mkdocs.yml: option record of the zhixing plugin is now called translations;")
    with pytest.raises(ConfigError, match="option record of the zhixing plugin is the old name of translations"):
        make_config("docs", {"record": "a.yml", "translations": "b.yml"}, [])

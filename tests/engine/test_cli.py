"""The command: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from engine_cases import GOOD, put, snapshot
from zhixing.checks.codes import CODES
from zhixing.checks.run import run_checks
from zhixing.hosts.cli import main as cli
from zhixing.hosts.cli.main import main
from zhixing.hosts.cli.report import as_github, as_json, as_text
from zhixing.model import Diagnostic, Span
from zhixing.vault.fork import aside
from zhixing.vault.load import load_vault
from zhixing.vault.read import cache_file, fingerprint

Edit = Callable[[str, str, str], None]
SCRIPTS = Path(__file__).parents[2] / "scripts"


def _run(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(SCRIPTS), "PYTHONWARNINGS": "error", **environment}
    command = [sys.executable, "-m", "zhixing.hosts.cli.main", *arguments]
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, encoding="utf-8", check=False)


def _settle(root: Path) -> None:
    assert main(["--root", str(root), "extract"]) == 0
    assert main(["--root", str(root), "translated", "--all"]) == 0


def test_check_ends_with_0_and_says_so(good: Path) -> None:
    _settle(good)
    done = _run(good, "check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "6 notes, 16 links: 0 problems\n")


def test_check_ends_with_1_and_names_every_line(good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    _settle(good)
    edit("docs/*/foundations/Norm.md", "[[Cosine]]", "[[Cosin]]")
    capsys.readouterr()
    assert main(["--root", str(good), "check"]) == 1
    shown = capsys.readouterr()
    assert (
        "docs/en/foundations/Norm.md:77: L001 link [[Cosin]] has no target\n  hint: did you mean [[Cosine]]?\n"
        in shown.out
    )
    assert shown.err.endswith(" problems\n")


def test_check_writes_nothing_but_its_cache(good: Path) -> None:
    before = snapshot(good)
    main(["--root", str(good), "check"])
    assert snapshot(good) == before


def test_second_run_says_the_same_from_the_cache(good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    edit("docs/*/foundations/Norm.md", "[[Cosine]]", "[[Cosin]]")
    said = []
    for options in ([], [], ["--no-cache"]):
        main(["--root", str(good), "check", *options])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] == said[2] != ""


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"\x80\x05", b"not a pickle", b"\x80\x05K\x01.", b"cos\nnothing\n.", b"\x80\x05\x95\xff"),
        pickle.dumps((fingerprint(), [b"no piece"])),
    ],
)
def test_damaged_cache_is_ignored(good: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    _settle(good)
    cache_file(good).write_bytes(damage)
    monkeypatch.setattr("zhixing.vault.load._MEMORY", {})  # as in a process of its own
    assert main(["--root", str(good), "check"]) == 0


def test_cards_come_back_from_the_cache(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(*_: object) -> None:
        raise AssertionError("a file was parsed again")

    fresh = load_vault(good)
    monkeypatch.setattr("zhixing.vault.load._MEMORY", {})
    monkeypatch.setattr("zhixing.vault.load.parse_source", parse)
    assert load_vault(good) == fresh


def test_several_processes_find_the_same(good: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    edit("docs/en/foundations/Norm.md", "[[Cosine]]", "[[Cosin]]")
    edit("docs/en/foundations/Norm.md", "minutes:", "hours:")
    alone = load_vault(good, cache=False)
    forks: list[int] = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: forks.append(1) or fork())
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr("zhixing.vault.load._SHARE", 1)
    monkeypatch.setattr("zhixing.checks.run._MANY", 1)
    together = load_vault(good, cache=False)
    assert together == alone
    found = run_checks(together)
    assert len(forks) == 3  # two that parse, one that checks
    monkeypatch.setattr("zhixing.checks.run._MANY", 1000)
    assert found == run_checks(alone)
    assert {"F014", "L001"} <= {finding.code for finding in found}  # of the one process and of the other


def test_work_of_a_process_that_dies_is_done_here() -> None:
    here = os.getpid()
    assert aside(lambda: 7 if os.getpid() == here else os._exit(1))() == 7
    assert aside(os.getpid)() != here


def test_cache_that_cannot_be_written_is_no_error(good: Path) -> None:
    _settle(good)
    shutil.rmtree(cache_file(good).parent)
    cache_file(good).parent.write_text("a file where the folder should be")
    assert main(["--root", str(good), "check"]) == 0


def test_a_cache_that_comes_with_a_vault_is_never_read(good: Path) -> None:
    """A pickle can hold code, and a vault may come from anyone."""
    trap = good / "trap"
    put(good, {".cache/zhixing/cards.pickle": f"cos\nmkdir\n(S'{trap}'\ntR.".encode()})
    main(["--root", str(good), "check"])
    assert not trap.exists()


FINDINGS = [
    Diagnostic(Span("docs/a, b:c.md", 3), "L001", "100% of\nlines", "say `why`"),
    Diagnostic(Span("docs/中.md", 1), "F004", "空"),
]


def test_text_format() -> None:
    text = "docs/a, b:c.md:3: L001 100% of\nlines\n  hint: say `why`\ndocs/中.md:1: F004 空\n"
    assert as_text(FINDINGS) == text


def test_json_format_is_a_list_of_objects(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(as_json(FINDINGS))[1] == {
        "path": "docs/中.md",
        "line": 1,
        "code": "F004",
        "problem": "空",
        "hint": "",
    }
    capsys.readouterr()
    assert main(["--root", str(good), "check", "--format", "json"]) == 1
    shown = capsys.readouterr()
    assert {row["code"] for row in json.loads(shown.out)} == {"S007", "T008"} and shown.err == ""


def test_json_of_nothing_is_an_empty_list(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _settle(good)
    capsys.readouterr()
    assert main(["--root", str(good), "check", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_github_format_escapes_what_ends_a_command() -> None:
    assert as_github(FINDINGS) == (
        "::error file=docs/a%2C b%3Ac.md,line=3,title=L001::100%25 of%0Alines (hint: say `why`)\n"
        "::error file=docs/中.md,line=1,title=F004::空\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense"], ["check", "--format", "xml"], ["new"], ["translated"], ["--root", "nowhere", "check"]],
)
def test_wrong_call_ends_with_2(good: Path, arguments: list[str]) -> None:
    done = _run(good, *arguments)
    assert done.returncode == 2 and done.stdout == "" and "zhixing" in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_root_is_not_taken_for_the_project_around_it(good: Path) -> None:
    _settle(good)
    assert main(["--root", str(good / "docs/nowhere"), "check"]) == 2


def test_root_is_found_from_a_folder_below(good: Path) -> None:
    _settle(good)
    assert _run(good / "docs/en/foundations", "check").returncode == 0


def test_root_may_stand_before_and_after_the_command(good: Path) -> None:
    _settle(good)
    assert main(["--root", str(good), "check"]) == main(["check", "--root", str(good)]) == 0


@pytest.mark.parametrize(
    "config",
    [
        "plugins:\n  - zhixing: {nonsense: 1}\n",
        "a: [\n",
        "plugins:\n  - zhixing: {max_bytes: many}\n",
        "plugins:\n  - zhixing: {profile: crads}\n",
        b"\xff\xfe",
    ],
)
def test_broken_config_is_a_fault_of_the_call(
    good: Path, config: str | bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    put(good, {"mkdocs.yml": config})
    capsys.readouterr()
    assert main(["--root", str(good), "check"]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("zhixing: mkdocs.yml") and shown.out == ""


def test_fault_of_the_tool_ends_with_2_and_shows_where(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "load_vault", lambda *_, **__: 1 / 0)
    assert main(["--root", str(good), "check"]) == 2
    assert "fault of the tool" in (err := capsys.readouterr().err) and "ZeroDivisionError" in err


def test_message_with_a_lone_surrogate_is_printed(good: Path) -> None:
    put(good, {"docs/en/index.md": '---\nprerequisites: ["[[\\ud800]]"]\n---\n# A\n'})
    for form in ("text", "json", "github"):
        done = _run(good, "check", "--format", form)
        assert done.returncode == 1 and "Traceback" not in done.stderr


def test_terminal_that_knows_only_ascii_gets_escapes(good: Path) -> None:
    put(good, {"docs/en/index.md": "# A\n\n[[最]]\n"})
    done = _run(good, "check", PYTHONIOENCODING="ascii")
    assert done.returncode == 1 and "\\u6700" in done.stdout and "Traceback" not in done.stderr


def test_codes_lists_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codes"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(CODES)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out.startswith("zhixing ")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Flash Attention", "Flash_Attention"),
        ("注意力 机制", "注意力_机制"),
        ("GPT-3.5", "GPT-3.5"),
        ("Class", "Class"),
        ("3D  Parallelism", "3D_Parallelism"),
        ("& so 'on', {x} - 100%", "&_so_'on',_{x}_-_100%"),
        ("- dash", "-_dash"),
        ("x² and ℓ∞", "x²_and_ℓ∞"),
        ("🔥", "🔥"),
        ("Yes", "Yes"),
        ("Encoding= latin", "Encoding=_latin"),
        ("`code` $5", "`code`_$5"),
        ("a ==b== %%c%% !d", "a_==b==_%%c%%_!d"),
    ],
)
def test_new_card_wants_nothing_but_words_of_its_own(
    good: Path, title: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(good), "new", "--", title]) == 0
    wrote = [f"docs/{language}/foundations/{name}.md" for language in ("en", "zh")]
    assert capsys.readouterr().out == "".join(f"wrote {path}\n" for path in wrote)
    _settle(good)
    capsys.readouterr()
    assert main(["--root", str(good), "check", "--quiet", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(finding["code"], finding["path"]) for finding in found] == [("F020", path) for path in wrote]


def test_two_new_cards_in_chinese_have_different_ids(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for title in ("注意力", "注意力机制"):
        assert main(["--root", str(good), "new", title]) == 0
    _settle(good)
    capsys.readouterr()
    assert main(["--root", str(good), "check", "--quiet", "--format", "json"]) == 1
    assert {finding["code"] for finding in json.loads(capsys.readouterr().out)} == {"F020"}


def test_new_card_of_a_category_that_no_card_has(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(good)
    assert main(["--root", str(good), "new", "--category", "Foundation", "Fine"]) == 1
    assert capsys.readouterr().err == (
        "zhixing: no card has the category 'Foundation'\n"
        "  hint: did you mean Foundations? a new one is made with --new-category\n"
    )
    assert snapshot(good) == before
    assert main(["--root", str(good), "new", "--category", "Foundation", "--new-category", "Fine"]) == 0
    assert (good / "docs/zh/foundation/Fine.md").is_file()


@pytest.mark.parametrize("title", ["Norm", "norm", " NORM "])
def test_new_card_never_replaces_another(good: Path, title: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(good)
    assert main(["--root", str(good), "new", "--category", "Theory", title]) == 1
    hint = "docs/en/foundations/Norm.md:1: L002 a card of that name exists\n  hint: choose another title\n"
    assert capsys.readouterr().err == hint
    assert snapshot(good) == before


@pytest.mark.parametrize(
    "title", ["", "  ", "a/b", "../x", ".hidden", "a:b", "a|b", "a#b", "[[a]]", "a\nb", "a\x00b", "x" * 300]
)
def test_title_that_cannot_be_a_file_name_is_refused(good: Path, title: str) -> None:
    before = snapshot(good)
    assert main(["--root", str(good), "new", title]) == 2
    assert main(["--root", str(good), "new", "--category", title, "--new-category", "Fine"]) == 2
    assert snapshot(good) == before


def test_category_becomes_the_folder(good: Path) -> None:
    assert main(["--root", str(good), "new", "--category", "Machine Learning", "--new-category", "Fine"]) == 0
    assert "category: Machine Learning\n" in (good / "docs/zh/machine_learning/Fine.md").read_text(encoding="utf-8")


def test_new_card_in_a_vault_of_one_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, {"mkdocs.yml": "plugins:\n  - zhixing: {profile: cards}\n", "docs/index.md": "# A\n"})
    assert main(["--root", str(tmp_path), "new", "Fine"]) == 0
    assert main(["--root", str(tmp_path), "extract"]) == 0
    capsys.readouterr()
    assert main(["--root", str(tmp_path), "check", "--quiet", "--format", "json"]) == 1
    assert [finding["code"] for finding in json.loads(capsys.readouterr().out)] == ["F020"]
    assert (tmp_path / "docs/foundations/Fine.md").is_file()


def test_second_file_that_fails_takes_the_first_with_it(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(good, {"docs/zh/theory": "a file where the folder should be"})
    before = snapshot(good)
    assert main(["--root", str(good), "new", "--category", "Theory", "--new-category", "Fine"]) == 1
    assert snapshot(good) == before


def test_unknown_card_cannot_be_confirmed(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(good), "translated", "Nowhere"]) == 2
    assert capsys.readouterr().err.startswith("zhixing: no card is called 'Nowhere'\n  hint:")


def test_a_name_that_two_cards_share_must_be_told_apart(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lang in ("en", "zh"):
        card = next(file for file in (good / "docs" / lang).rglob("*.md") if file.name != "index.md")
        key = card.relative_to(good / "docs" / lang).with_suffix("").as_posix()
        put(good, {f"docs/{lang}/elsewhere/{card.name.lower()}": card.read_text(encoding="utf-8")})
    name = key.rpartition("/")[2]
    assert main(["--root", str(good), "translated", name]) == 2
    assert f"say which: elsewhere/{name.lower()}, {key}" in capsys.readouterr().err
    assert main(["--root", str(good), "check"]) == 1
    assert "run `zhixing translated elsewhere/" in capsys.readouterr().out


def test_vault_without_config_is_checked_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(GOOD / "docs/en", tmp_path / "vault")
    assert main(["--root", str(tmp_path / "vault"), "check"]) == 0
    put(tmp_path / "vault", {"Note.md": "[[Nowhere]]\n"})
    capsys.readouterr()
    assert main(["--root", str(tmp_path / "vault"), "check", "--quiet"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "Note.md:1: L001 link [[Nowhere]] has no target"


def test_a_page_is_confirmed_by_its_path_where_its_name_is_taken_twice(good: Path) -> None:
    put(
        good,
        {f"docs/{lang}/{folder}index.md": "# Home\n\nWords.\n" for lang in ("en", "zh") for folder in ("", "map/")},
    )
    assert main(["--root", str(good), "translated", "index"]) == 0
    record = (good / "docs/translations.yml").read_text(encoding="utf-8")
    assert '"index":' in record and '"map/index":' not in record

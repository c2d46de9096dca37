"""Whatever writes may be killed at any moment: each file is the old or the new one, and the next run ends as if nothing had been."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from engine_cases import GOOD
from kill_points import killed
from plugin_run import SCRIPTS, make_vault
from zhixing.hosts.cli.main import main
from zhixing.vault import write
from zhixing.vault.write import create_file, set_aside

HARNESS = Path(__file__).with_name("kill_points.py")
HISTORY = '{"format": "zhixing-study", "version": 1, "events": [%s]}'
SOME, MANY = 4, 100


@dataclass(frozen=True)
class Writer:
    """A command that writes below the folder, after another that made it ready."""

    words: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    files: tuple[tuple[str, str], ...] = ()


def event(number: int) -> str:
    known = '"type": "review", "item": "a", "grade": 3, "source": "review"'
    return f'{{"id": "00000000-0000-4000-8000-00000000000{number}", "at": "2026-01-0{number}T00:00:00.000Z", {known}}}'


STUDY = ("study.json", HISTORY % event(1)), ("other.json", HISTORY % f"{event(2)}, {event(3)}")
WRITERS = {
    "extract": Writer(("extract",)),
    "decks": Writer(("decks", "--lang", "en", "--format", "apkg", "--format", "json")),
    "translated": Writer(
        ("translated", "--all"),
    ),
    "rename": Writer(("rename", "Norm", "Length"), (("extract",), ("translated", "--all"))),
    "study": Writer(("study", "import", "other.json", "--state", "study.json"), (), STUDY),
    "study export": Writer(("study", "export", "out.json", "--state", "study.json"), (), (*STUDY, ("out.json", "old"))),
    "new": Writer(("new", "Some Card", "--category", "Foundations")),
}


def prepared(folder: Path, writer: Writer) -> Path:
    vault = Path(shutil.copytree(GOOD, folder))
    for words in writer.before:
        main(["--root", str(vault), *words])
    for name, text in writer.files:
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text, encoding="utf-8")
    return vault


def files(vault: Path) -> dict[str, bytes]:
    """All but what is hidden: what a killed process left there is no part of a vault."""
    found = (path for path in sorted(vault.rglob("*")) if path.is_file())
    inside = ((path.relative_to(vault), path) for path in found)
    return {
        name.as_posix(): path.read_bytes() for name, path in inside if not any(part[0] == "." for part in name.parts)
    }


def points(count: int, most: int, name: str) -> list[int]:
    """All of them, or so many, the same on every machine."""
    chosen = range(count) if count <= most else random.Random(name).sample(range(count), most)
    return sorted(chosen)


def try_all(name: str, most: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    writer = WRITERS[name]
    pristine = prepared(folder / "pristine", writer)
    before = files(pristine)
    kept = Path(os.environ["XDG_CACHE_HOME"])

    def fresh(label: str) -> tuple[Path, Callable[[], int]]:
        vault = Path(shutil.copytree(pristine, folder / label))
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / f"{label}-cache"))

        def work() -> int:
            os.chdir(vault)
            return main(["--root", str(vault), *writer.words])

        return vault, work

    whole, work = fresh("whole")
    count = killed(work, (whole, folder / "whole-cache"), -1)
    assert count is not None and count >= 3, "it writes"
    after = files(whole)
    assert after != before
    for at in points(count, most, name):
        vault, work = fresh(f"at-{at}")
        acts = killed(work, (vault, folder / f"at-{at}-cache"), at)
        assert acts is None, f"act {at} of {count} was not reached"
        between = files(vault)
        for path in between.keys() | before.keys():
            assert between.get(path) in (before.get(path), after.get(path)), f"{path} is half written at act {at}"
        if name == "new" and between != before:
            continue  # one language is there: the other is written by hand, nothing is overwritten
        assert killed(work, (vault,), -1) is not None
        assert files(vault) == after, f"another end after act {at} of {count}"
        assert not list(vault.rglob("*.tmp~")) or between == after, f"act {at} left something behind"
        shutil.rmtree(vault)
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    return count


@pytest.mark.parametrize("name", WRITERS)
def test_a_killed_writer_leaves_the_last_good_state(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try_all(name, SOME, tmp_path, monkeypatch)


@pytest.mark.nightly
@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_killed_at_a_hundred_moments(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try_all(name, MANY, tmp_path, monkeypatch)


CARD = (
    "# Sum\n\n```python\nprint(1 + 1)\n```\n\n```output\n3\n```\n\n```python\nprint(2 + 2)\n```\n\n```output\n5\n```\n"
)


def armed(vault: Path, at: int, *words: str) -> tuple[int, str]:
    """Run a module in a process of its own that is killed at an act below the folder."""
    environment = {
        **os.environ,
        "PYTHONPATH": SCRIPTS,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "SOURCE_DATE_EPOCH": "0",
    }
    command = [sys.executable, str(HARNESS), str(at), str(vault), *words]
    done = subprocess.run(command, cwd=vault, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def rewriting(most: int, folder: Path) -> None:
    cards = {"A.md": CARD, "B.md": CARD.replace("1 + 1", "1 + 2").replace("2 + 2", "2 + 3")}
    words = ("pytest", "-q", "-p", "zhixing.hosts.pytest.plugin", "-p", "no:cacheprovider", "--zhixing-rewrite", "docs")
    before = files(make_vault(folder / "before", cards))
    whole = make_vault(folder / "whole", cards)
    code, said = armed(whole, -1, *words)
    assert code == 0, said
    after, acts = files(whole), int(re.findall(r"ACTS (\d+)", said)[-1])
    for at in points(acts, most, "rewrite"):
        vault = make_vault(folder / f"at-{at}", cards)
        assert armed(vault, at, *words)[0] == -9
        between = files(vault)
        assert all(between[path] in (before[path], after[path]) for path in before)
        assert armed(vault, -1, *words)[0] == 0
        assert files(vault) == after and not list(vault.rglob("*.tmp~"))


@pytest.mark.thorough
def test_killed_while_cards_are_rewritten(tmp_path: Path) -> None:
    rewriting(2, tmp_path)


@pytest.mark.nightly
def test_killed_at_a_hundred_moments_while_cards_are_rewritten(tmp_path: Path) -> None:
    rewriting(MANY, tmp_path)


def building(most: int, folder: Path) -> None:
    """`mkdocs build` itself, without make: the site is whole at every moment, the old one or the new one."""
    words = ("mkdocs", "build", "--quiet")
    cards = {"index.md": "# Home\n\nold\n", "A.md": "# A\n\n![[p.txt]]\n"}
    vault = make_vault(folder / "v", cards, "profile: vault")
    assert armed(vault, -1, *words)[0] == 0
    before = files(vault / "site")
    (vault / "docs/index.md").write_text("# Home\n\nnew\n")
    kept = Path(shutil.copytree(vault, folder / "kept"))
    code, said = armed(vault, -1, *words)
    assert code == 0, said
    after, acts = files(vault / "site"), int(re.findall(r"ACTS (\d+)", said)[-1])
    assert before != after and before.keys() == after.keys()
    for at in points(acts, most, "build"):
        shutil.rmtree(vault)
        shutil.copytree(kept, vault)
        assert armed(vault, at, *words)[0] == -9
        assert files(vault / "site") in (before, after), f"half a site at act {at} of {acts}"
        assert armed(vault, -1, *words)[0] == 0
        assert files(vault / "site") == after and not list(vault.glob(".site.*"))


@pytest.mark.thorough
def test_a_killed_build_leaves_the_last_good_site(tmp_path: Path) -> None:
    building(2, tmp_path)


@pytest.mark.nightly
def test_a_build_killed_at_a_hundred_moments(tmp_path: Path) -> None:
    building(MANY, tmp_path)


@pytest.mark.parametrize("is_atomic", [True, False])
def test_a_folder_takes_the_place_of_another(tmp_path: Path, is_atomic: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one step, or in two of which the next run mends the first."""
    if not is_atomic:
        monkeypatch.setattr(write, "_exchanged", lambda one, other: False)
    site = tmp_path / "site"

    def work() -> None:
        staged = write.staging(site)
        assert staged is not None
        (staged / "page").write_bytes(b"new")
        write.put_in_place(staged, site)

    for at in range(20):
        shutil.rmtree(site, ignore_errors=True)
        site.mkdir()
        (site / "page").write_bytes(b"old")
        if killed(work, (tmp_path,), at) is not None:
            break
        assert not is_atomic or site.is_dir()
        staged = write.staging(site)
        assert staged is not None and (site / "page").read_bytes() in (b"old", b"new")
        assert sorted(path.name for path in tmp_path.iterdir()) == [staged.name, "site"]
        staged.rmdir()
    assert at >= 4


def test_hidden_files_of_a_site_are_not_moved(tmp_path: Path) -> None:
    (tmp_path / "site/.git").mkdir(parents=True)
    assert write.staging(tmp_path / "site") is None
    (tmp_path / "link").symlink_to(tmp_path / "site")
    assert write.staging(tmp_path / "link") is None


def test_a_solution_that_is_set_aside_is_never_lost(tmp_path: Path) -> None:
    def work() -> None:
        set_aside(tmp_path / "task.py")
        create_file(tmp_path / "task.py", b"a new beginning\n" * 100)

    (tmp_path / "task.py").write_bytes(b"my work\n" * 100)
    count = killed(work, (tmp_path,), -1)
    assert count is not None
    for at in range(count):
        for path in tmp_path.iterdir():
            path.unlink()
        (tmp_path / "task.py").write_bytes(b"my work\n" * 100)
        assert killed(work, (tmp_path,), at) is None
        found = [path.read_bytes() for path in tmp_path.glob("task*.py")]
        assert b"my work\n" * 100 in found and set(found) <= {b"my work\n" * 100, b"a new beginning\n" * 100}
        if (tmp_path / "task.py").exists():
            assert killed(work, (tmp_path,), -1) is not None


def make_site(project: Path, stub: Path | None = None) -> int:
    """The recipe of the Makefile itself, with a folder of programs before the usual ones."""
    path = os.pathsep.join(filter(None, [str(stub) if stub else "", os.environ["PATH"]]))
    environment = {**os.environ, "PATH": path, "PYTHONPATH": SCRIPTS}
    command = ["make", "-s", "site", f"PYTHON={sys.executable}"]
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, check=False, start_new_session=True
    ).returncode


@pytest.mark.thorough
@pytest.mark.parametrize("at", [1, 2, 3, 4, 5])
def test_make_site_keeps_the_last_good_site(tmp_path: Path, at: int) -> None:
    """Killed at each program that the recipe starts: the last site is there, or the next call brings it back or makes a new one."""
    for name in ("Makefile", "scripts/step", "pyproject.toml", "scripts/constraints.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(Path(SCRIPTS).parent / name, tmp_path / name)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    for name in ("created", "site"):
        (tmp_path / ".venv" / name).touch()
    mkdocs = tmp_path / ".venv/bin/mkdocs"
    mkdocs.write_text(
        '#!/bin/sh\nmkdir -p .cache/site-next && cat word > .cache/site-next/index.html && test "$(cat word)" != bad\n'
    )
    mkdocs.chmod(0o755)
    (tmp_path / "word").write_text("old")
    assert make_site(tmp_path) == 0
    page = tmp_path / "site/index.html"
    assert page.read_text() == "old"
    stub = tmp_path / "stub"
    stub.mkdir()
    for name in ("mv", "rm", "mkdir"):  # the n-th of them ends the shell that called it
        (stub / name).write_text(
            f'#!/bin/sh\necho >> {stub}/calls; test "$(wc -l < {stub}/calls)" -eq {at} && kill -9 $PPID\nexec /bin/{name} "$@"\n'
        )
        (stub / name).chmod(0o755)
    (tmp_path / "word").write_text("new")
    make_site(tmp_path, stub)
    (tmp_path / "word").write_text("bad")
    assert make_site(tmp_path) != 0, "the next build fails, so that nothing but the last good site can be shown"
    assert page.is_file() and page.read_text() in ("old", "new")
    (tmp_path / "word").write_text("newer")
    assert make_site(tmp_path) == 0 and page.read_text() == "newer"

"""A full disk, a tree that can only be read, two processes at once: one line each, and nothing half written."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from plugin_run import SCRIPTS, make_vault
from zhixing.blocks import sandbox
from zhixing.hosts.cli.main import main
from zhixing.hosts.cli.study import load
from zhixing.vault.write import UnwritableError, locked, write_durably, write_file

WHY = "File too large|Permission denied|Read-only file system|No space left on device"
LINE = rf"(?m)^\S+:1: F031 cannot be written: (?:{WHY})\n  hint: .+; the file is as it was$"


def small() -> None:
    """Files end after a few bytes, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = int(os.environ.get("LARGEST", "60"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def only_read() -> None:
    """No file can be changed: not by its owner, not by root."""
    empty = Path(os.environ["EMPTY"])
    sandbox._call("prctl", 38, 1, 0, 0, 0)
    sandbox._write_only_in(empty, sandbox.sandbox().landlock)


LIMITS: dict[str, Callable[[], None]] = {"full": small, "only read": only_read}
COMMANDS = {
    "extract": ["zhixing", "extract"],
    "decks": ["zhixing", "decks", "--format", "json"],
    "translated": ["zhixing", "translated", "--all"],
    "rename": ["zhixing", "rename", "Norm", "Length"],
    "study": ["zhixing", "study", "settings", "--new", "3", "--state", "study.json"],
}


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def run(vault: Path, limit: str, words: list[str]) -> tuple[int, str]:
    if limit == "only read" and not sandbox.sandbox().landlock:
        pytest.skip("this kernel has no Landlock")
    empty = vault.parent / "empty"
    empty.mkdir()
    environment = {**os.environ, "PYTHONPATH": SCRIPTS, "EMPTY": str(empty), "XDG_CACHE_HOME": str(empty)}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(empty)}
    os.environ["EMPTY"] = str(empty)
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=vault, env=environment, capture_output=True, text=True, check=False,
        preexec_fn=LIMITS[limit],
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_it_in_one_line(good: Path, command: str, limit: str) -> None:
    if command == "study":
        (good / "study.json").write_text('{"format": "zhixing-study", "version": 1, "events": []}' + " " * 300)
    before = tree(good)
    code, said = run(good, limit, COMMANDS[command])
    assert code == 1 and re.search(LINE, said) and "Traceback" not in said, said
    left = {path: data for path, data in tree(good).items() if not path.endswith(".lock")}
    assert left == before


@pytest.mark.thorough
@pytest.mark.parametrize("limit", LIMITS)
def test_a_rewrite_says_it_in_one_line(tmp_path: Path, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LARGEST", "500")  # what the block's process sends fits, the card does not
    text = "# Sum\n\n" + "words " * 100 + "\n\n```python\nprint(1 + 1)\n```\n\n```output\n3\n```\n"
    vault = make_vault(tmp_path / "v", {"A.md": text})
    before = tree(vault)
    words = ["pytest", "-q", "-p", "zhixing.hosts.pytest.plugin", "-p", "no:cacheprovider", "--zhixing-rewrite", "docs"]
    code, said = run(vault, limit, words)
    assert code == 1 and re.search(LINE, said) and "Traceback" not in said and "INTERNALERROR" not in said, said
    assert tree(vault) == before


@pytest.mark.thorough
def test_a_block_whose_result_finds_no_room_says_so(tmp_path: Path) -> None:
    """Not that the block ended the interpreter: it did nothing wrong."""
    vault = make_vault(tmp_path / "v", {"A.md": "# Sum\n\n```python\nprint('x' * 5000)\n```\n"})
    words = ["pytest", "-q", "-p", "zhixing.hosts.pytest.plugin", "-p", "no:cacheprovider", "docs"]
    code, said = run(vault, "full", words)
    problem = (
        r"docs/A\.md:3: F031 the result of `sum` cannot be written: File too large\n *hint: make room in the folder"
    )
    assert code == 1 and re.search(problem, said) and "S022" not in said, said


@pytest.mark.thorough
@pytest.mark.parametrize("limit", LIMITS)
def test_a_build_says_it_in_one_line(tmp_path: Path, limit: str) -> None:
    vault = make_vault(tmp_path / "v", {"index.md": "# Home\n"}, "profile: vault")
    code, said = run(vault, limit, ["mkdocs", "build", "--quiet"])
    assert code == 1 and re.search(LINE, said) and "Traceback" not in said, said


def test_two_who_study_at_once_lose_nothing(good: Path, tmp_path: Path) -> None:
    """Each process adds its own events; without a lock the later one would write over the earlier."""
    file, count = tmp_path / "study.json", 6
    code = (
        "import sys; from pathlib import Path; from zhixing.hosts.cli.main import main\n"
        "for n in range(int(sys.argv[2])):\n"
        "    assert main(['study', 'settings', '--new', str(n + 1), '--state', sys.argv[1]]) == 0\n"
    )
    command = [sys.executable, "-c", code, str(file), str(count)]
    environment = {**os.environ, "PYTHONPATH": SCRIPTS}
    running = [subprocess.Popen(command, cwd=good, env=environment, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert len(load(file)) == 2 * count


def test_a_lock_keeps_the_other_waiting(tmp_path: Path) -> None:
    file, order = tmp_path / "a.json", []
    inside, go = threading.Event(), threading.Event()

    def other() -> None:
        inside.wait()
        go.set()
        with locked(file):
            order.append("second")

    thread = threading.Thread(target=other)
    thread.start()
    with locked(file):
        inside.set()
        go.wait()
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_the_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for write in (write_file, write_durably):
        with pytest.raises(UnwritableError) as caught:
            write(tmp_path / "file/below.txt", b"x")
        assert caught.value.finding(tmp_path).startswith("file/below.txt:1: F031 cannot be written: ")
    assert main(["--root", str(tmp_path / "nowhere"), "extract"]) == 2

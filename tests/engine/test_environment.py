"""The verdict is the machine's own in nothing: the sensitive tests pass in other zones, locales, windows, orders of hashing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough  # each runs pytest

ROOT = Path(__file__).parents[2]
# What looks at the clock, sorts, folds letters, wraps lines, writes files or decodes text.
SENSITIVE = [
    "tests/engine/test_sentence.py",
    "tests/engine/test_encoding.py",
    "tests/engine/test_cli.py::test_check_ends_with_0_and_says_so",
    "tests/engine/test_cli.py::test_two_new_cards_in_chinese_have_different_ids",
    "tests/engine/test_cli.py::test_terminal_that_knows_only_ascii_gets_escapes",
    "tests/engine/test_bad_input.py::test_names_with_spaces_emoji_and_chinese_work",
    "tests/engine/test_study_terminal.py::test_status_counts_by_category",
    "tests/engine/test_study_terminal.py::test_day_limits_hold_across_sessions",
    "tests/engine/test_study_terminal.py::test_answers_from_a_pipe",
    "tests/engine/test_fork.py::test_an_interrupted_question_ends_what_the_nursery_has_begun[in the wait]",
]
IN_THE_BACKGROUND = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]  # what a shell starts there ignores Ctrl-C
PLACES = {
    "a narrow window on the far side of the date line": {
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "COLUMNS": "40",
        "PYTHONHASHSEED": "1",
        "HOME": "/nonexistent",
    },
    "a Turkish office in Los Angeles": {
        "TZ": "America/Los_Angeles",
        "LC_ALL": "tr_TR.UTF-8",
        "COLUMNS": "200",
        "PYTHONHASHSEED": "2",
    },
    "no locale at all, half an hour off": {
        "TZ": "Asia/Kolkata",
        "LC_ALL": "POSIX",
        "PYTHONUTF8": "0",
        "PYTHONWARNDEFAULTENCODING": "1",  # what is read in the encoding of the locale is an error
        "PYTHONHASHSEED": "3",
    },
}
OWN = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES", "TERM", "PYTEST_ADDOPTS", "PYTHONUTF8")


def run(folder: Path, place: dict[str, str], *tests: str) -> subprocess.CompletedProcess[str]:
    """Tests in a place of their own, in the background, with a home that holds nothing, and whose files nobody else may read."""
    kept = {name: value for name, value in os.environ.items() if name not in OWN and not name.startswith("XDG_")}
    environment = {**kept, "HOME": str(folder), **place}
    options = ["-q", "-p", "no:cacheprovider", f"--basetemp={folder / 'made'}", "--rootdir", str(ROOT)]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    return subprocess.run(
        [*IN_THE_BACKGROUND, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        umask=0o077,
    )


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_the_sensitive_tests_pass_in_another_place(tmp_path: Path, place: dict[str, str]) -> None:
    done = run(tmp_path, place, *SENSITIVE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_the_places_are_really_other_places(tmp_path: Path) -> None:
    """The environment reaches the tests: one that asserts the zone of its maker fails elsewhere."""
    (tmp_path / "test_here.py").write_text(
        "import os, shutil, time\n\ndef test_here():\n    seen = (time.tzname[0], shutil.get_terminal_size().columns)\n"
        "    assert seen == (os.environ['SEEN'], 40)\n",
        encoding="utf-8",
    )
    place = {**PLACES["a narrow window on the far side of the date line"], "SEEN": "+14"}
    assert run(tmp_path, place, str(tmp_path / "test_here.py")).returncode == 0
    assert run(tmp_path, {**place, "TZ": "UTC"}, str(tmp_path / "test_here.py")).returncode == 1

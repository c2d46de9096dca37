"""The pytest plugin on small vaults, run as a reader runs it: in a process of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from plugin_run import Run, make_vault, run
from zhixing.blocks import record
from zhixing.blocks.run import Session
from zhixing.vault.load import load_vault

pytestmark = pytest.mark.thorough  # each runs pytest, or builds a site

needs_matplotlib = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib, which is not installed"
)


DOUBLE = """# Double

## Definitions

```python
def double(x):
    return 2 * x


def refuse(x):
    raise ValueError(f"cannot take {x}")
```

## First demo

```python
import pathlib
from snippets.double import double

leak = double(2)
pathlib.Path("litter.txt").write_text("x")
print(leak)
```

```output
4
```

## Second demo

```python
assert "leak" not in globals()
assert double(3) == 6
```

> [!CLAIM] Doubling three gives seven.

^double-is-odd

```python
from snippets.double import double

three = 3
for _ in range(2):
    assert double(three) == 7
```

## Deep failure

```python
from snippets.double import refuse

refuse("this")
```
"""

BAD = """# Bad

## Loop

```python
while True:
    pass
```

## C call

```python
import itertools

sum(itertools.count())
```

## Exit

```python
import sys

sys.exit(0)
```

```python
quit()
```

```python
import os

os._exit(0)
```

```python
import os, signal

os.kill(os.getpid(), signal.SIGKILL)
```

## Broken

```python
x = (
```

## Shell

```bash
echo one two | wc -w
pwd | xargs basename
```

```output
2
VAULT
```

```sh
echo about to fail; exit 3
```

## Needs

<!--pytest-codeblocks:importorskip(no_such_module)-->
```python
import no_such_module
```

<!--pytest.mark.skipif(True, reason="needs CUDA")-->
```python
1 / 0
```

<!--pytest.mark.xfail-->
```python
1 / 0
```

<!--zhixing:time-limit 30-->
```python
import time

while time.process_time() < 2.5:  # a limit counts what was computed
    pass
```
"""

USES = """# Uses

```python
from snippets.double import double

assert double(1) == 2
```
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One run over a vault of good and bad blocks; most tests below look at a part of it."""
    folder = tmp_path_factory.mktemp("vault")
    cards = {
        "en/Double.md": DOUBLE,
        "zh/Double.md": DOUBLE.replace("2 * x", "x + x + x").replace("double(3) == 6", "double(3) == 9"),
        "en/Bad.md": BAD.replace("VAULT", folder.name),
        "zh/Uses.md": USES,
    }
    make_vault(folder, cards)
    (folder / "snippets").mkdir()
    (folder / "snippets" / "__init__.py").write_text("")
    (folder / "snippets" / "double.py").write_text("def double(x):\n    return 'stale'\n")
    result = run(folder)
    assert not list(folder.rglob("litter.txt"))
    return result


def test_every_block_is_a_test_with_a_readable_name(finished: Run) -> None:
    names = {name.partition("::")[2] for name in finished.verdicts if name.startswith("docs/en/Double.md")}
    assert names == {"double", "first-demo", "second-demo", "double-is-odd", "deep-failure"}


def test_a_file_of_tests_beside_the_notes_does_not_read_them(tmp_path: Path) -> None:
    folder = make_vault(tmp_path / "vault", {"en/Double.md": DOUBLE})
    (folder / "README.md").write_text("```python\nassert False\n```\n")
    (folder / "test_beside.py").write_text("def test_beside():\n    pass\n")
    kept = Path(os.environ["XDG_CACHE_HOME"], "zhixing")
    assert run(folder, "test_beside.py").verdicts == {"test_beside.py::test_beside": "PASSED"}
    assert not kept.exists()
    assert "docs/en/Double.md::double" in run(folder, ".").verdicts
    assert kept.exists()


def test_a_demo_sees_the_definitions_and_nothing_of_another_demo(finished: Run) -> None:
    assert finished.verdicts["docs/en/Double.md::first-demo"] == "PASSED"
    assert finished.verdicts["docs/en/Double.md::second-demo"] == "PASSED"


def test_a_translation_runs_on_its_own_definitions(finished: Run) -> None:
    assert finished.verdicts["docs/zh/Double.md::second-demo"] == "PASSED"
    assert "  -4\n  +6\n" in finished.section("first-demo")  # it shows 4, as the English card does, but triples


def test_another_card_is_imported_from_the_source_language_even_if_snippets_are_stale(finished: Run) -> None:
    assert finished.verdicts["docs/zh/Uses.md::uses"] == "PASSED"


def test_a_failure_stands_at_the_cards_line_with_the_code_around_it(finished: Run) -> None:
    assert finished.section("double-is-odd").startswith(
        "docs/en/Double.md:45: S020 AssertionError: assert 6 == 7\n"
        "      41 | from snippets.double import double\n"
        "      42 |\n"
        "      43 | three = 3\n"
        "      44 | for _ in range(2):\n"
        "  >   45 |     assert double(three) == 7\n"
        "  three = 3\n"
    )
    assert "FAILED docs/en/Double.md::double-is-odd - S020 AssertionError: assert 6 == 7" in finished.text


def test_a_failure_inside_a_definition_shows_both_places(finished: Run) -> None:
    report = finished.section("deep-failure")
    assert report.startswith("docs/en/Double.md:53: S020 ValueError: cannot take this\n")
    assert '  >   53 | refuse("this")\n  in refuse, docs/en/Double.md:11\n' in report
    assert "scripts/zhixing" not in report


def test_a_block_that_hangs_is_named_also_inside_a_c_call(finished: Run) -> None:
    assert finished.section("loop").startswith("docs/en/Bad.md:6: S021 `loop` ran longer than 2 s\n")
    report = finished.section("c-call")
    assert report.startswith("docs/en/Bad.md:15: S021 `c-call` ran longer than 2 s\n")
    assert "  >   15 | sum(itertools.count())\n" in report and "time-limit" in report


@pytest.mark.parametrize(("name", "line"), [("exit", 23), ("exit-2", 27), ("exit-3", 33), ("exit-4", 36)])
def test_a_block_that_ends_the_interpreter_is_named(finished: Run, name: str, line: int) -> None:
    assert finished.section(name).startswith(f"docs/en/Bad.md:{line}: S022 `{name}` ended the interpreter")


def test_a_block_that_does_not_parse_is_named(finished: Run) -> None:
    assert finished.section("broken").startswith("docs/en/Bad.md:45: S002 the block does not parse")


def test_shell_blocks_run_in_the_root_and_must_exit_with_zero(finished: Run) -> None:
    assert finished.verdicts["docs/en/Bad.md::shell"] == "PASSED"
    assert finished.section("shell-2").startswith("docs/en/Bad.md:60: S020 `shell-2` exited with 3\n")
    assert "  about to fail\n" in finished.section("shell-2")


def test_a_skip_says_what_is_missing(finished: Run) -> None:
    assert "SKIPPED [1] docs/en/Bad.md:67: needs no_such_module, which is not installed" in finished.text
    assert "SKIPPED [1] docs/en/Bad.md:72: needs CUDA" in finished.text


def test_marks_and_the_blocks_own_time_limit_are_honoured(finished: Run) -> None:
    assert finished.verdicts["docs/en/Bad.md::needs-3"] == "XFAIL"
    assert finished.verdicts["docs/en/Bad.md::needs-4"] == "PASSED"


SLOWLY = """# Slowly

```python
import time

time.sleep(1.5)
```

```python
import threading

threading.Event().wait()
```

<!--pytest-codeblocks:importorskip(matplotlib)-->
```python
import time
from matplotlib.figure import Figure

late = iter(range(0, 1000, 10))
time.perf_counter = lambda: next(late)
figure = Figure()
axes = figure.subplots()
axes.plot([0, 1], [0, 1], label="x")
axes.legend()
figure.draw_without_rendering()
```

```python
import warnings

warnings.warn("something is wrong")
```
"""


@needs_matplotlib
def test_the_clock_decides_nothing_but_who_hangs_is_stopped(tmp_path: Path) -> None:
    """A limit of a second is of processor time: another program may have the processor meanwhile."""
    vault = make_vault(tmp_path, {"Slowly.md": SLOWLY}, "time_limit: 1")
    found = run(vault, "docs", "-W", "error")
    assert found.verdicts["docs/Slowly.md::slowly"] == "PASSED"
    report = found.section("slowly-2")
    assert "S021 `slowly-2` ran longer than 1 s" in report and "threading.Event().wait()" in report
    assert found.verdicts["docs/Slowly.md::slowly-3"] == "PASSED", found.section("slowly-3")
    assert "UserWarning: something is wrong" in found.section("slowly-4")


SHOWS = """# Shows

```python
print("one ")
print(2)
```

```output
one
three
```

Between.

```python
for number in range(3):
    print(number)
```

```output
```

```python
print("unchanged")
```

```output
unchanged
```
"""


def test_a_wrong_output_is_a_diff_and_one_option_puts_it_right(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Shows.md": SHOWS})
    report = run(vault).section("shows")
    assert report.startswith("docs/Shows.md:8: S023 the output of `shows` is not what the card shows\n")
    assert "   one\n  -three\n  +2\n" in report and "--zhixing-rewrite" in report
    rewritten = run(vault, "docs", "--zhixing-rewrite", "-n", "2")
    assert "rewrote docs/Shows.md: 2 outputs" in rewritten.text
    expected = SHOWS.replace("three", "2").replace("```output\n```", "```output\n0\n1\n2\n```")
    assert (vault / "docs/Shows.md").read_text() == expected
    assert set(run(vault).verdicts.values()) == {"PASSED"}


DRAWS = """# Draws

<!--pytest-codeblocks:importorskip(matplotlib)-->
```python
import numpy as np
from matplotlib.figure import Figure

figure = Figure(figsize=(4, 3))
axes = figure.subplots()
image = axes.imshow(np.eye(3), cmap="gray")
figure.colorbar(image)
axes.plot([0, 1], [0, 1], "o", label="点")
axes.set_title(r"$\\sqrt{d_k}$")
axes.set_xlabel("键")
axes.legend()
```

![[drawn.svg]]
"""


@needs_matplotlib
def test_a_picture_is_the_same_bytes_in_every_process_and_is_compared(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Draws.md": DRAWS}, "time_limit: 60")
    assert run(vault).section("draws").startswith("docs/Draws.md:16: S024 drawn.svg of `draws` does not exist\n")
    assert "rewrote docs/drawn.svg" in run(vault, "docs", "--zhixing-rewrite", seed="1").text
    picture = vault / "docs" / "drawn.svg"
    drawn = picture.read_text(encoding="utf-8")
    again = run(vault, seed="2")
    assert again.verdicts["docs/Draws.md::draws"] == "PASSED", again.text
    assert "<image" not in drawn and "<style" not in drawn and "<metadata" not in drawn
    assert "currentColor" in drawn and ">键</text>" in drawn and ">点</text>" in drawn
    assert 'fill="#000000"' in drawn  # a black cell of the heat map stays black
    assert "warn" not in again.text.lower()
    elsewhere = re.sub(r'(?<= )x="(\d+\.\d+)"', lambda found: f'x="{float(found[1]) + 0.01:.2f}"', drawn)
    picture.write_text(elsewhere, encoding="utf-8")
    left_alone = run(vault, "docs", "--zhixing-rewrite")
    assert elsewhere != drawn and "rewrote" not in left_alone.text
    assert picture.read_text(encoding="utf-8") == elsewhere
    picture.write_text(drawn.replace("键", "值"), encoding="utf-8")
    report = run(vault).section("draws")
    assert "is not the picture that the block draws\n  a text was '值' and is '键'\n" in report


def test_the_record_holds_what_passed_and_why_the_rest_was_skipped(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Double.md": DOUBLE, "Bad.md": BAD.partition("## Needs")[2].partition("<!--zhix")[0]})
    run(vault, "docs", "--zhixing-record", "-n", "2")
    file = vault / "snippets" / record.NAME
    data = file.read_bytes()
    found = record.parse_record(data)
    assert found is not None and set(found.versions) == {"python"}
    assert {name.partition("::")[2] for name in found.blocks} == {"double", "first-demo", "second-demo", "start-3"}
    assert found.skipped["docs/Bad.md::start"] == "needs no_such_module, which is not installed"
    assert str(tmp_path) not in data.decode()
    run(vault, "docs", "--zhixing-record")
    assert file.read_bytes() == data
    run(vault, "docs/Bad.md", "--zhixing-record")  # a part of the vault does not forget the rest
    assert file.read_bytes() == data

    card = (vault / "docs/Double.md").read_text()
    (vault / "docs/Double.md").write_text(card.replace("2 * x", "x * 2").replace("# Double\n", "# Double\n\nMore.\n"))
    problems = {d.problem for d in record.check_record(load_vault(vault))}
    assert "`second-demo` changed since it passed" in problems
    assert "`double-is-odd` has not passed a recorded test run" in problems


def test_a_formula_is_a_test_that_names_both_values(tmp_path: Path) -> None:
    text = "# Double\n\n```python\ndef double(x):\n    return 2 * x\n```\n\n$$\n\\text{double}(x) = FACTOR x\n$$\n"
    text += "<!--zhixing:formula x: n; double = double-->\n\n$$x \\ge 0$$\n<!--zhixing:formula inequality-->\n"
    cards = {
        f"{lang}/{name}.md": text.replace("FACTOR", factor)
        for lang in ("en", "zh")
        for name, factor in (("A", "2"), ("B", "3"))
    }
    done = run(make_vault(tmp_path, cards, "{languages: [en, zh]}"))
    assert {name: verdict for name, verdict in done.verdicts.items() if "formula" in name} == {
        "docs/en/A.md::formula_1": "PASSED",
        "docs/en/B.md::formula_1": "FAILED",
    }
    assert re.search(
        r"docs/en/B.md:8: W010 the formula does not hold: \\text\{double\}\(x\) = 3 x\n"
        r"  left of =   0\.251\d* .*\n  right of =  0\.377\d* .*\n  with n = 3\n  hint: mend the formula",
        done.section("formula_1"),
    )


def test_it_stays_out_of_the_way(tmp_path: Path) -> None:
    """Beside the stock collector, switched off, and in a project that is none of ours."""
    vault = make_vault(tmp_path, {"Uses.md": "# Uses\n\n```python\nassert 1\n```\n"})
    both = run(vault, "docs", "--codeblocks", load=("pytest_codeblocks.plugin", "zhixing.hosts.pytest.plugin"))
    assert both.verdicts == {"docs/Uses.md::line 3": "PASSED", "docs/Uses.md::uses": "PASSED"}
    assert run(vault, "docs", load=("no:zhixing",)).verdicts == {}
    (vault / "mkdocs.yml").write_text("site_name: x\nplugins: [search]\n")
    assert run(vault).verdicts == {}


@pytest.mark.skipif(not entry_points(group="pytest11", name="zhixing"), reason="the engine is not installed")
def test_an_installed_engine_needs_no_option(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Uses.md": "# Uses\n\n```python\nassert 1\n```\n"})
    assert run(vault, load=()).verdicts == {"docs/Uses.md::uses": "PASSED"}
    assert run(vault, "docs", "-p", "no:zhixing", load=()).verdicts == {}


def test_a_comment_that_cannot_be_evaluated_is_an_error_with_its_line(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Odd.md": "# Odd\n\n<!--pytest.mark.skipif(nonsense)-->\n```python\nassert 1\n```\n"})
    assert "docs/Odd.md:3: S009 pytest.mark.skipif(nonsense): NameError" in run(vault).text


def test_without_a_fork_the_verdicts_are_the_same(tmp_path: Path) -> None:
    """Where the platform cannot fork, blocks run in the same process."""
    vault = load_vault(make_vault(tmp_path, {"Double.md": DOUBLE, "Bad.md": BAD}, "time_limit: 1"), cache=False)
    session = Session(tmp_path, vault.config, vault.cards)
    before = Path.cwd(), dict(os.environ), sys.stdout, sys.stdin, list(sys.path)
    codes = {}
    for card in vault.cards.values():
        for block in card.python_blocks():
            if block.name not in ("c-call", "exit-4", "needs-4"):  # only a child survives these
                failure = session.run(card, block, fork=False).failure
                codes[block.name] = failure.diagnostic.code if failure else ""
    assert codes == {
        "double": "", "first-demo": "", "second-demo": "", "double-is-odd": "S020", "deep-failure": "S020",
        "loop": "S021", "exit": "S022", "exit-2": "S022", "exit-3": "S022", "broken": "S002",
        "needs": "S020", "needs-2": "S020", "needs-3": "S020",
    }  # fmt: skip
    assert before == (Path.cwd(), dict(os.environ), sys.stdout, sys.stdin, list(sys.path))


@pytest.mark.parametrize("fork", [True, False])
def test_a_process_that_a_block_forks_ends_as_it_likes(tmp_path: Path, fork: bool) -> None:
    """It must not carry on as the block, with an answer of its own."""
    code = "import os\n\nif not (child := os.fork()):\n    os._exit(7)\nassert os.waitpid(child, 0)[1] >> 8 == 7\n"
    vault = load_vault(make_vault(tmp_path, {"Forks.md": f"# Forks\n\n```python\n{code}```\n"}), cache=False)
    card = next(iter(vault.cards.values()))
    result = Session(tmp_path, vault.config, vault.cards).run(card, card.python_blocks()[0], fork=fork)
    assert result.failure is None, result.failure


def test_a_digest_follows_code_output_and_definitions_but_not_the_place(tmp_path: Path) -> None:
    card = next(iter(load_vault(make_vault(tmp_path, {"Double.md": DOUBLE}), cache=False).cards.values()))
    block = card.blocks[1]
    first = record.digest(card, block)
    assert block.output is not None
    assert first == record.digest(card, replace(block, span=block.span._replace(line=99)))
    assert first != record.digest(card, replace(block, code=block.code + "pass\n"))
    assert first != record.digest(card, replace(block, output=replace(block.output, code="5\n")))
    assert first != record.digest(replace(card, blocks=card.blocks[1:]), block)

"""A block that is the same program in both languages runs once; both are judged, each by what its own card shows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from plugin_run import Run, make_vault, run
from zhixing.blocks.failure import Failure
from zhixing.blocks.program import program
from zhixing.blocks.run import Result
from zhixing.hosts.pytest.twins import Results
from zhixing.model import Card, Diagnostic, Span
from zhixing.syntax.parse import parse_card

ENGLISH = '''# Twin

## Define

```python
def double(x):
    """Twice x."""
    return 2 * x  # an English comment
```

## Same

```python
import os

os.write(os.open(LOG, os.O_WRONLY | os.O_APPEND), b"same ")
print(double(2))
```

```output
4
```

## Words

```python
import os

os.write(os.open(LOG, os.O_WRONLY | os.O_APPEND), b"words ")
print("four")
```

## Shown

```python
import os

os.write(os.open(LOG, os.O_WRONLY | os.O_APPEND), b"shown ")
print("five")
```

```output
five
```

## Looks

```python
import os

os.write(os.open(LOG, os.O_WRONLY | os.O_APPEND), b"looks ")
print(double.__doc__)
```

## Fails

```python
import os

os.write(os.open(LOG, os.O_WRONLY | os.O_APPEND), b"fails ")
assert double(1) == 3  # it is two
```

## Skips

```python
import os
import pytest

os.write(os.open(LOG, os.O_WRONLY | os.O_APPEND), b"skips ")
pytest.skip("on purpose")
```
'''
CHINESE = (
    ENGLISH.replace("# Twin", "# Twin\n\n一段中文，让每一行都错开。")
    .replace("Twice x.", "x 的两倍。")
    .replace("an English comment", "中文注释")
    .replace("it is two", "是二")
    .replace('"four"', '"四"')
    .replace("```output\nfive", "```output\nsix")
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    log = tmp_path / "log"
    log.touch()
    texts = {"en/Twin.md": ENGLISH, "zh/Twin.md": CHINESE}
    return make_vault(tmp_path, {path: text.replace("LOG", f'"{log}"') for path, text in texts.items()})


def ran(vault: Path) -> dict[str, int]:
    """How often each block ran; and the log is empty again."""
    words = (vault / "log").read_text().split()
    (vault / "log").write_text("")
    return {word: words.count(word) for word in dict.fromkeys(words)}


def line_of(text: str) -> int:
    """Where it stands on the Chinese card."""
    return CHINESE.partition(text)[0].count("\n") + 1


def verdicts(result: Run, language: str) -> dict[str, str]:
    path = f"docs/{language}/Twin.md::"
    return {name.removeprefix(path): verdict for name, verdict in result.verdicts.items() if name.startswith(path)}


@pytest.mark.thorough
def test_the_same_program_runs_once_and_both_cards_are_judged(vault: Path) -> None:
    result = run(vault)
    expected = {"same": 1, "words": 2, "shown": 1, "looks": 2, "fails": 2, "skips": 1}
    assert ran(vault) == expected
    common = {"double": "PASSED", "same": "PASSED", "words": "PASSED", "looks": "PASSED", "fails": "FAILED"}
    assert verdicts(result, "en") == {**common, "shown": "PASSED"}
    assert verdicts(result, "zh") == {**common, "shown": "FAILED"}
    shown, failing = (line_of(text) for text in ("```output\nsix", "assert double(1) == 3"))
    assert f"docs/zh/Twin.md:{shown}: S023 the output of `shown` is not what the card shows\n" in result.text
    assert "  -six\n  +five\n" in result.text
    assert f"docs/zh/Twin.md:{failing}: S020 AssertionError: assert 2 == 3\n" in result.text
    assert "assert double(1) == 3  # 是二" in result.text
    assert re.search(r"SKIPPED \[1\] docs/zh/Twin.md:\d+: on purpose", result.text)
    assert "4 of the blocks above are the same program as one in another language, which ran for both" in result.text


@pytest.mark.thorough
@pytest.mark.parametrize("order", [("docs/zh", "docs/en"), ("docs/zh",), ("docs/en",)], ids=" ".join)
def test_whichever_comes_first_runs(vault: Path, order: tuple[str, ...]) -> None:
    result = run(vault, *order)
    assert ran(vault)["same"] == 1
    assert verdicts(result, "zh").get("shown") == ("FAILED" if "docs/zh" in order else None)
    assert ("which ran for both" in result.text) == (len(order) == 2)


@pytest.mark.thorough
def test_workers_leave_results_to_each_other(vault: Path) -> None:
    """Two workers may take the twins at the same time: then each runs its own."""
    apart = run(vault, "docs", "-n", "2")
    once, both = ran(vault)["same"], run(vault)
    assert once in (1, 2)
    assert apart.verdicts == both.verdicts
    one = run(vault, "docs", "-n", "1", "--maxprocesses", "1")
    assert "4 of the blocks above are the same program" in one.text and one.verdicts == both.verdicts


def test_only_a_twin_takes_a_result_and_no_failure_is_taken(tmp_path: Path) -> None:
    """So a block that is run again, or fails, is run by itself."""
    results, failure = Results(tmp_path), Failure(Diagnostic(Span("docs/en/T.md", 1), "S020", "no"))
    results.keep("abc", Result("four"), "docs/en/T.md::t")
    results.keep("def", Result(failure=failure), "docs/en/T.md::u")
    results.keep("", Result("nothing is equal to this"), "docs/en/T.md::v")
    assert results.of_twin("abc", "docs/zh/T.md") == (Result("four"), "docs/en/T.md::t")
    assert results.of_twin("abc", "docs/en/T.md") is None
    assert results.of_twin("def", "docs/zh/T.md") is None
    assert results.of_twin("", "docs/zh/T.md") is None


def cards(english: str, chinese: str) -> tuple[Card, Card]:
    return parse_card("docs/en/a/C.md", "en", "a/C", english), parse_card("docs/zh/a/C.md", "zh", "a/C", chinese)


def same(english: str, chinese: str) -> bool:
    """Whether the last blocks of two cards are one program."""
    pair = cards(english, chinese)
    first, second = (program(card, card.blocks[-1]) for card in pair)
    return bool(first) and first == second


def block(code: str, before: str = "") -> str:
    return f"# C\n\n{before}```python\n{code}\n```\n"


@pytest.mark.parametrize(
    ("english", "chinese", "expected"),
    [
        ("x = f(1)  # one", "x = f(1)  # 一", True),
        ("f(\n    1,\n)", "f(1)", True),
        ('def f():\n    """One."""\n    return 1\nf()', 'def f():\n    """一。"""\n    return 1\nf()', True),
        ('class A:\n    """One."""\nA()', 'class A:\n    """一。"""\nA()', True),
        ("f('one')", "f('一')", False),
        ("f(f'{1} one')", "f(f'{1} 一')", False),
        ("f(1)", "f(True)", False),
        ("f(1)", "f(1.0)", False),
        ("f(x=1)", "f(y=1)", False),
        ("import numpy as np\nnp.f()", "import numpy as np, math\nnp.f()", False),
        ("f(g.__doc__)", "f(g.__doc__)", False),
        ("import inspect\ninspect.getsource(f)", "import inspect\ninspect.getsource(f)", False),
        ("x = (", "x = (", False),
    ],
)
def test_what_is_the_same_program(english: str, chinese: str, expected: bool) -> None:
    assert same(block(english), block(chinese)) is expected


def test_definitions_marks_limits_and_pictures_belong_to_the_program() -> None:
    define = "```python\ndef f():\n    raise ValueError('{}')\n```\n\n"
    assert same(block("f()", define.format("no")), block("f()", define.format("no")))
    assert not same(block("f()", define.format("no")), block("f()", define.format("不")))
    assert not same(block("f()", "<!--pytest.mark.xfail-->\n"), block("f()"))
    assert not same(block("f()", "<!--zhixing:time-limit 9-->\n"), block("f()"))
    assert not same(block("f()") + "\n![[a.svg]]\n", block("f()") + "\n![[b.svg]]\n")
    assert not same(block("f()"), block("g()\n```\n\n```python\nf()"))  # another place on the card


def test_another_card_is_no_twin() -> None:
    english, chinese = cards(block("f()"), block("f()"))
    other = replace(chinese, key="a/D", name="D")
    assert program(english, english.blocks[0]) != program(other, other.blocks[0])


DRAWS = """# Draws

```python
from matplotlib.figure import Figure

figure = Figure()
figure.subplots().plot([0, 1])
```

![[drawn.svg]]
"""


@pytest.mark.thorough
def test_the_picture_of_a_twin_is_compared(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    vault = make_vault(tmp_path, {"en/Draws.md": DRAWS, "zh/Draws.md": DRAWS}, "time_limit: 60")
    run(vault, "docs", "--zhixing-rewrite")
    assert (vault / "docs/zh/drawn.svg").read_bytes() == (vault / "docs/en/drawn.svg").read_bytes()
    (vault / "docs/zh/drawn.svg").write_bytes(b"<svg/>")
    result = run(vault)
    assert result.verdicts == {"docs/en/Draws.md::draws": "PASSED", "docs/zh/Draws.md::draws": "FAILED"}
    assert "docs/zh/Draws.md:8: S024" in result.text

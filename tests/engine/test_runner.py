"""The runner of the page's Python, here in CPython: the same file, the same verdicts as the tests of the cards."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from zhixing.page.assets import WEB
from zhixing.page.runnable import missing, module_json
from zhixing.page.runtime import PROVIDES, RuntimeMissingError, fetch
from zhixing.syntax.parse import parse_card

CARD = """# Scale

```python
import numpy as np

FACTOR = 3


def scale(x):
    return FACTOR * np.asarray(x)
```

<!--pytest-codeblocks:importorskip(torch)-->
```python
import torch


def scale_torch(x: torch.Tensor) -> torch.Tensor:
    return 3 * x
```

> [!CLAIM] It scales.

^it-scales

```python
import numpy as np
from snippets.scale import scale

print("running")
assert np.allclose(scale([1, 2]), [3, 6]), "not three times"
```
"""


@pytest.fixture
def runner() -> Iterator[Any]:
    """It puts a `snippets` of its own into the place of the package, as it must in a page: here the package comes back."""
    sys.path.insert(0, str(WEB / "src/run"))
    package = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "snippets"}
    try:
        import runner

        yield runner
    finally:
        sys.path.remove(str(WEB / "src/run"))
        for name in [name for name in sys.modules if name.partition(".")[0] in ("snippets", "runner")]:
            del sys.modules[name]
        sys.modules.update(package)


@pytest.fixture
def job() -> dict[str, Any]:
    card = parse_card("docs/en/Scale.md", "en", "Scale", CARD)
    proof = card.claims[0].proof
    assert proof is not None
    module = json.loads(module_json(card))
    names = {"package": "snippets", "module": "scale", "modules": {"scale": module}}
    return {**names, "path": card.path, "line": proof.span.line, "code": proof.code}


def test_a_proof_runs_with_its_cards_definitions(runner: Any, job: dict[str, Any]) -> None:
    assert runner.run(job) == {"output": "running\n", "pictures": [], "error": None}


def test_an_edited_definition_is_used_and_the_failure_stands_on_the_cards_line(
    runner: Any, job: dict[str, Any]
) -> None:
    line, code = job["modules"]["scale"]["blocks"][0]
    job["modules"]["scale"]["blocks"][0] = [line, code.replace("FACTOR = 3", "FACTOR = 2")]
    error = runner.run(job)["error"]
    assert (error["kind"], error["message"]) == ("AssertionError", "not three times")
    number = CARD.split("\n").index('assert np.allclose(scale([1, 2]), [3, 6]), "not three times"') + 1
    last = error["steps"][-1]
    assert (last["path"], last["line"]) == ("docs/en/Scale.md", number)
    assert last["code"] == CARD.split("\n")[number - 1]


def test_an_error_inside_a_definition_names_both_lines(runner: Any, job: dict[str, Any]) -> None:
    line, code = job["modules"]["scale"]["blocks"][0]
    job["modules"]["scale"]["blocks"][0] = [line, code.replace("FACTOR * np", "FACTR * np")]
    error = runner.run(job)["error"]
    lines = [step["line"] for step in error["steps"]]
    assert error["kind"] == "NameError"
    assert lines == [CARD.split("\n").index(text) + 1 for text in (
        'assert np.allclose(scale([1, 2]), [3, 6]), "not three times"', "    return FACTOR * np.asarray(x)")]  # fmt: skip


def test_a_syntax_error_stands_on_the_cards_line(runner: Any, job: dict[str, Any]) -> None:
    job["code"] = "x = 1\nif x\n    pass\n"
    error = runner.run(job)["error"]
    assert error["kind"] == "SyntaxError"
    assert error["steps"][0]["line"] == job["line"] + 2


def test_one_run_leaves_nothing_for_the_next(runner: Any, job: dict[str, Any]) -> None:
    first = {**job, "code": "import snippets.scale as s\ns.FACTOR = 7\nleft = 1\n"}
    assert runner.run(first)["error"] is None
    assert runner.run(job)["error"] is None
    after = runner.run({**job, "code": "print(left)\n"})
    assert after["error"]["kind"] == "NameError"
    assert not [name for name in sys.modules if name == "snippets.scale" and "docs/en" in str(sys.modules[name])]


def test_a_name_that_no_card_has_is_an_ordinary_import_error(runner: Any, job: dict[str, Any]) -> None:
    error = runner.run({**job, "code": "from snippets.nothing import x\n"})["error"]
    assert error["kind"] == "ModuleNotFoundError"


def test_endless_output_is_cut(runner: Any, job: dict[str, Any]) -> None:
    assert len(runner.run({**job, "code": "print('x' * 1_000_000)\n"})["output"]) == runner.MOST


@pytest.mark.parametrize(
    ("call", "part"),
    [("show([1.0, 3.0, 2.0])", "<polyline"), ("show([1, 2], 'bars')", "<rect"), ("show([[1, 2], [3, 4]])", "<title>4")],
)
def test_numbers_become_a_picture(runner: Any, job: dict[str, Any], call: str, part: str) -> None:
    (svg,) = runner.run({**job, "code": f"{call}\n"})["pictures"]
    assert part in svg and svg.startswith("<svg")


def test_what_the_page_lacks_is_named() -> None:
    card = parse_card("docs/en/Scale.md", "en", "Scale", CARD)
    blocks = card.python_blocks()
    assert [missing(card, block, "snippets", {"scale": card}) for block in blocks] == [(), ("torch",), ()]
    assert {"numpy"} == PROVIDES


def test_definitions_that_need_more_stay_out_of_the_module() -> None:
    card = parse_card("docs/en/Scale.md", "en", "Scale", CARD)
    assert [line for line, _ in json.loads(module_json(card))["blocks"]] == [3]


def test_a_card_can_say_that_a_block_is_not_for_the_page() -> None:
    text = CARD.replace("^it-scales\n", "^it-scales\n\n<!--zhixing:not-in-page NumPy 2-->")
    card = parse_card("docs/en/Scale.md", "en", "Scale", text)
    assert card.claims[0].proof is not None
    assert missing(card, card.claims[0].proof, "snippets", {"scale": card}) == ("NumPy 2",)


def test_another_package_than_the_tested_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zhixing.page.runtime.SHA256", "0" * 64)
    with pytest.raises(RuntimeMissingError):
        fetch(tmp_path)
    assert list(tmp_path.iterdir()) == []  # nothing half-written

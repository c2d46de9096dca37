"""Other processors: simulated where they can be, and asked before an output is written into a card."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from plugin_run import SCRIPTS, make_vault, run
from zhixing.blocks.profiles import PROFILES, Host, environment, host, most_different, obstacle, simulated
from zhixing.hosts.cli.main import main

V2 = frozenset({"SSE42", "X86_V2"})
V3 = V2 | {"AVX2", "FMA3", "X86_V3"}
V4 = V3 | {"AVX512_SKX", "X86_V4", "AVX512_ICL"}
DISPATCHED = ("X86_V3", "X86_V4", "AVX512_ICL", "AVX512_SPR")
ICELAKE, HASWELL, NEHALEM = (Host("x86_64", features, DISPATCHED) for features in (V4, V3, V2))
ARM = Host("aarch64", frozenset({"NEON", "ASIMD", "ASIMDHP"}), ("ASIMDHP", "ASIMDDP"))
BY_NAME = {profile.name: profile for profile in PROFILES}
THREADS = ["one-thread", "two-threads", "four-threads"]
needs_numpy = pytest.mark.skipif(not host().features, reason="needs numpy, which is not installed")
needs_avx2 = pytest.mark.skipif("AVX2" not in host().features, reason="needs a processor with AVX2")


@pytest.mark.parametrize(
    ("here", "names"),
    [
        (ICELAKE, ["nehalem", "haswell", "zen", "skylake", "mixed", *THREADS]),
        (HASWELL, ["nehalem", "haswell", "zen", "mixed", *THREADS]),
        (NEHALEM, ["nehalem", *THREADS]),
        (ARM, ["armv8", *THREADS]),
        (Host("riscv64"), THREADS),
    ],
)
def test_a_host_simulates_what_it_has(here: Host, names: list[str]) -> None:
    assert [profile.name for profile in simulated(here)] == names


def test_what_cannot_be_simulated_is_said() -> None:
    assert obstacle(BY_NAME["skylake"], HASWELL) == "this processor has no AVX-512"
    assert obstacle(BY_NAME["nehalem"], ARM) == "aarch64 is no x86_64"


def test_numpy_is_told_only_of_what_it_could_use() -> None:
    """It warns of a feature that it does not know or the processor does not have."""
    named = {here: environment(BY_NAME["nehalem"], here)["NPY_DISABLE_CPU_FEATURES"] for here in (ICELAKE, HASWELL)}
    assert named == {ICELAKE: "X86_V3 X86_V4 AVX512_ICL", HASWELL: "X86_V3"}
    older = Host("x86_64", V3, ("SSE41", "AVX2", "FMA3", "AVX512F"))
    assert environment(BY_NAME["nehalem"], older)["NPY_DISABLE_CPU_FEATURES"] == "AVX2 FMA3"
    assert environment(BY_NAME["haswell"], older)["NPY_DISABLE_CPU_FEATURES"] == ""
    assert "NPY_DISABLE_CPU_FEATURES" not in environment(BY_NAME["one-thread"], ICELAKE)


@pytest.mark.parametrize(
    ("here", "first", "second"), [(ICELAKE, "nehalem", "haswell"), (HASWELL, "nehalem", "haswell")]
)
def test_the_two_that_differ_most_take_most_away(here: Host, first: str, second: str) -> None:
    assert [profile.name for profile in most_different(here, 2)] == [first, second]
    assert len(most_different(ARM, 2)) == 2


@needs_numpy
@pytest.mark.parametrize("profile", simulated(host()), ids=lambda profile: profile.name)
def test_the_variables_reach_the_libraries(profile) -> None:
    """A library that stopped reading its variable would make a profile a copy of the host."""
    here = host()
    variables = environment(profile, here)
    code = (
        "from numpy._core._multiarray_umath import __cpu_features__ as known\n"
        "print(*(name for name, there in known.items() if there))\n"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    dropped = set(variables.get("NPY_DISABLE_CPU_FEATURES", "").split())
    assert dropped.isdisjoint(done.stdout.split()) and here.features - dropped >= set(done.stdout.split())


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "capability"), [("nehalem", "DEFAULT"), ("haswell", "AVX2")])
def test_torch_takes_the_kernels_of_the_profile(name: str, capability: str) -> None:
    pytest.importorskip("torch", reason="needs torch, which is not installed")
    if why := obstacle(BY_NAME[name], host()):
        pytest.skip(why)
    command = [sys.executable, "-c", "import torch; print(torch.backends.cpu.get_cpu_capability())"]
    variables = {**os.environ, **environment(BY_NAME[name], host())}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    assert done.stdout == f"{capability}\n"


SUMS = """# Sums

## Digits

```python
import numpy as np

rows = np.random.default_rng(0).random((64, 64))
print([float(left @ right) for left in rows for right in rows])
```

```output
```

## Property

```python
import numpy as np

rows = np.random.default_rng(0).random((64, 64))
print(round(float(rows[0] @ rows[1]), 3))
```

```output
```
"""
STEADY = "# Steady\n\n```python\nprint(1 + 1)\n```\n\n```output\n```\n"
THREADED = """# Threaded

```python
import os

print(os.environ["OMP_NUM_THREADS"])
```

```output
```
"""


@pytest.mark.thorough
@needs_avx2
def test_all_digits_of_a_sum_are_refused_and_fewer_are_written(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Sums.md": SUMS, "Steady.md": STEADY}, "time_limit: 60")
    refused = run(vault, "docs", "--zhixing-rewrite", "--zhixing-record")
    assert "docs/Sums.md:5: S025 `digits` was not rewritten: on " in refused.text
    assert "  hint: it depends on the processor: print fewer digits or assert a property\n" in refused.text
    assert (vault / "docs/Sums.md").read_text() == SUMS, "a card is rewritten whole or not at all"
    assert "rewrote docs/Steady.md: 1 output" in refused.text and refused.status == 1
    recorded = (vault / "snippets/tested.json").read_text()
    assert "Steady.md::steady" in recorded and "Sums.md" not in recorded
    fewer = SUMS.replace("[float(left @ right)", "[round(float(left @ right), 9)")
    (vault / "docs/Sums.md").write_text(fewer)
    assert "rewrote docs/Sums.md: 2 outputs" in run(vault, "docs", "--zhixing-rewrite", "-n", "2").text
    assert set(run(vault).verdicts.values()) == {"PASSED"}


@pytest.mark.thorough
def test_what_depends_on_the_number_of_threads_is_refused_on_any_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    vault = make_vault(tmp_path, {"Threaded.md": THREADED}, "time_limit: 60")
    refused = run(vault, "docs", "--zhixing-rewrite")
    assert "docs/Threaded.md:3: S025 `threaded` was not rewritten" in refused.text
    assert "  here:  1\n  there: " in refused.text
    assert (vault / "docs/Threaded.md").read_text() == THREADED and refused.status == 1


@pytest.mark.thorough
def test_a_picture_that_depends_on_the_processor_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    pytest.importorskip("matplotlib", reason="needs matplotlib, which is not installed")
    text = (
        "# Draws\n\n```python\nimport os\nfrom matplotlib.figure import Figure\n\nfigure = Figure()\n"
        "figure.subplots().plot([1, {}])\n```\n\n![[drawn.svg]]\n"
    )
    vault = make_vault(tmp_path, {"Draws.md": text.format('int(os.environ["OMP_NUM_THREADS"])')}, "time_limit: 60")
    refused = run(vault, "docs", "--zhixing-rewrite")
    assert "S025 `draws` was not rewritten" in refused.text and not (vault / "docs/drawn.svg").exists()


@pytest.mark.thorough
def test_the_table_names_what_fails_and_where(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", SCRIPTS)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    text = THREADED.partition("```output")[0].replace("print(", "assert 4 != int(")
    vault = make_vault(tmp_path, {"Threaded.md": text}, "time_limit: 60")
    chosen = ["--profile", "one-thread", "--profile", "four-threads"]
    quick = ["--", "-p", "zhixing.hosts.pytest.plugin", "docs"]
    assert main(["--root", str(vault), "machines", *chosen, *quick]) == 1
    said = capfd.readouterr().out
    assert "one-thread           1       0       0\n" in said and "four-threads         0       1       0\n" in said
    assert "\nfour-threads:\n  docs/Threaded.md::threaded\n  hint: OMP_NUM_THREADS=4 " in said
    assert main(["--root", str(vault), "machines", *chosen[:2], *quick]) == 0
    assert main(["--root", str(vault), "machines", "--profile", "i486"]) == 2
    assert "no profile 'i486'; known: nehalem, " in capfd.readouterr().err


def test_profiles_are_listed_and_those_that_cannot_be_had_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--list"]) == 0
    listed = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert listed == {name: obstacle(profile, host()) or profile.about for name, profile in BY_NAME.items()}

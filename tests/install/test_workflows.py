"""What the workflows run exists, every test is in one shard, and the Pythons are those that the package names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def workflow(request: pytest.FixtureRequest) -> Any:
    return yaml.safe_load(request.param.read_text(encoding="utf-8"))


def _ci() -> Any:
    return yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]


def _steps(workflow: Any) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_every_test_of_this_project_is_in_one_shard() -> None:
    shards = Counter(" ".join(row["tests"] for row in _ci()["test"]["strategy"]["matrix"]["include"]).split())
    folders = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/*/test_*.py")}
    assert shards == Counter({"docs", *folders})


def test_every_path_and_target_that_is_named_exists(workflow: Any) -> None:
    commands = "\n".join(step.get("run", "") for step in _steps(workflow))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)) | {".venv/test"}
    named = {word for words in re.findall(r"\bmake (.+)", commands) for word in words.split() if "=" not in word}
    assert named and named <= targets
    rows = [
        row for job in workflow["jobs"].values() for row in job.get("strategy", {}).get("matrix", {}).get("include", [])
    ]
    paths = re.findall(r"(?:scripts|tests|\.ci)/[\w./]+", commands + " ".join(row["tests"] for row in rows))
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []


def test_the_pythons_are_those_of_the_package() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    classifiers = tomllib.loads(text)["project"]["classifiers"]
    named = [re.fullmatch(r"Programming Language :: Python :: (\d\.\d+)", line) for line in classifiers]
    assert _ci()["engine"]["strategy"]["matrix"]["python"] == [found[1] for found in named if found]


def test_actions_are_known_by_a_major_version_and_may_only_read(workflow: Any) -> None:
    used = [step["uses"] for step in _steps(workflow) if "uses" in step]
    assert used and [name for name in used if not re.fullmatch(r"actions/[\w-]+@v\d+", name)] == []
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job or name == "deploy" for name, job in workflow["jobs"].items())


def test_lint_and_types_come_first() -> None:
    jobs = _ci()
    waiting = {
        name for name, job in jobs.items() if "lint" in job.get("needs", []) or name in ("lint", "results", "deploy")
    }
    assert waiting == set(jobs)
    assert jobs["lint"]["steps"][2]["run"] == "make lint"


def test_fresh_examples_are_tried_at_night_and_only_then() -> None:
    steps = _steps(yaml.safe_load((ROOT / ".github/workflows/nightly.yml").read_text(encoding="utf-8")))
    assert [step["env"]["HYPOTHESIS_PROFILE"] for step in steps if "HYPOTHESIS_PROFILE" in step.get("env", {})] == [
        "fresh"
    ]
    assert "HYPOTHESIS_PROFILE" not in (ROOT / ".ci/run").read_text(encoding="utf-8")
    command = [sys.executable, "-c", "import conftest; print(conftest.settings().derandomize)"]
    for profile, same in (({}, "True\n"), ({"HYPOTHESIS_PROFILE": "fresh"}, "False\n")):
        kept = {name: value for name, value in os.environ.items() if name != "HYPOTHESIS_PROFILE"}
        done = subprocess.run(
            command, cwd=ROOT / "tests", env={**kept, **profile}, capture_output=True, text=True, check=True
        )
        assert done.stdout == same

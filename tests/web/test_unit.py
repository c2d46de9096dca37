"""The site's own scripts, tested by node's own test runner, checked by the compiler and the linter."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import check_web
import pytest
from zhixing.page import assets

TESTS = sorted(path.relative_to(assets.WEB).as_posix() for path in (assets.WEB / "src").rglob("*.test.ts"))
CLOCK = ["src/study/replay.test.ts", "src/study/queue.test.ts", "src/study/progress.test.ts"]


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources and their tests beside the packages of the lock file."""
    return assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache(), dev=True)


def run(web: Path, name: str, zone: str = "UTC") -> subprocess.CompletedProcess[str]:
    """One test file, in a time zone."""
    command = [assets.tool("node"), "run_test.mjs", name]
    environment = {**os.environ, "TZ": zone}
    return subprocess.run(command, cwd=web, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", TESTS)
def test_the_scripts_compute_what_they_should(web, name):
    done = run(web, name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout and "pass 0" not in done.stdout, done.stdout


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati"])
@pytest.mark.parametrize("name", CLOCK)
def test_days_are_those_of_the_learner_s_clock(web, name, zone):
    done = run(web, name, zone)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_failing_assertion_is_seen(web):
    """The runner itself: a test that cannot pass does not."""
    text = 'import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("no", () => assert.equal(1, 2));\n'
    (web / "failing.test.ts").write_text(text, encoding="utf-8")
    assert run(web, "failing.test.ts").returncode != 0


def test_the_types_are_right(tmp_path, capfd):
    """The bundler drops them unread. A wrong one is found in the sources and in their tests."""
    web = assets.lay_out(tmp_path, assets.asset_cache(), dev=True)
    assert check_web.types(web) == 0, capfd.readouterr().out
    faulty = ("src/study/day.ts", "src/study/queue.test.ts")
    for name in faulty:
        with (web / name).open("a", encoding="utf-8") as file:
            file.write('export const wrong: number = "text";\n')
    assert check_web.types(web) != 0
    said = capfd.readouterr().out
    assert all(re.search(rf"^{name}\(\d+,\d+\): error TS2322", said, re.M) for name in faulty), said


def test_the_linter_finds_nothing(capfd):
    packages = assets.install_packages(assets.asset_cache(), dev=True)
    assert check_web.lint(packages, assets.WEB) == 0, capfd.readouterr().err


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("export function f(a: number): boolean {\n  return a == 1;\n}\n", "noDoubleEquals"),
        ("export const   loose = 1;\n", "format"),
        ("let never = 1;\nexport const once = never;\n", "useConst"),
    ],
)
def test_the_linter_and_the_formatter_see_a_fault(tmp_path, capfd, line, rule):
    packages = assets.install_packages(assets.asset_cache(), dev=True)
    (tmp_path / "src").mkdir()
    (tmp_path / "biome.json").write_bytes((assets.WEB / "biome.json").read_bytes())
    (tmp_path / "src/fault.ts").write_text(line, encoding="utf-8")
    assert check_web.lint(packages, tmp_path) != 0
    assert rule in capfd.readouterr().err

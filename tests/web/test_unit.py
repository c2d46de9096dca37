"""The logic of the study pages, run by node's own test runner."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from zhixing import assets
from zhixing.mkdocs_plugin import _asset_cache

TESTS = sorted(path.name for path in (assets.WEB / "test").glob("*.test.ts"))


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources and their tests beside the packages of the lock file."""
    folder = tmp_path_factory.mktemp("web")
    packages = assets._install(_asset_cache(), assets.WEB)
    for name in ("src", "test"):
        shutil.copytree(assets.WEB / name, folder / name)
    shutil.copy(assets.WEB / "package.json", folder)
    (folder / "node_modules").symlink_to(packages / "node_modules")
    return folder


def run(web: Path, name: str, zone: str = "UTC") -> subprocess.CompletedProcess[str]:
    """One test file, in a time zone."""
    command = [assets._tool("node"), "test/run.mjs", f"test/{name}"]
    environment = {**os.environ, "TZ": zone}
    return subprocess.run(command, cwd=web, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", TESTS)
def test_the_study_pages_compute_what_they_should(web, name):
    done = run(web, name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout and "pass 0" not in done.stdout, done.stdout


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati"])
@pytest.mark.parametrize("name", ["replay.test.ts", "queue.test.ts", "progress.test.ts"])
def test_days_are_those_of_the_learner_s_clock(web, name, zone):
    done = run(web, name, zone)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_failing_assertion_is_seen(web):
    """The runner itself: a test that cannot pass does not."""
    text = 'import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("no", () => assert.equal(1, 2));\n'
    (web / "test/failing.test.ts").write_text(text, encoding="utf-8")
    assert run(web, "failing.test.ts").returncode != 0


def test_the_types_are_right(tmp_path):
    """The bundler drops them unread; the compiler that reads them is no package of the site."""
    for name in (*assets.PACKAGES, "tsconfig.json"):
        shutil.copy(assets.WEB / name, tmp_path)
    shutil.copytree(assets.WEB / "src", tmp_path / "src")
    options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([assets._tool("npm"), "ci", *options], cwd=tmp_path, check=True, capture_output=True)
    command = [assets._tool("npm"), "run", "check"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    with (tmp_path / "src/study/day.ts").open("a", encoding="utf-8") as file:
        file.write('export const wrong: number = "text";\n')
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "TS2322" in done.stdout

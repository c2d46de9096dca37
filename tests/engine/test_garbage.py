"""A build is patient with garbage and leaves the process as it was."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

from engine_cases import put
from zhixing.hosts.mkdocs.garbage import Garbage


def test_after_a_build_garbage_is_looked_for_as_before() -> None:
    usual, garbage = gc.get_threshold(), Garbage()
    gc.unfreeze()
    garbage.begin()
    assert gc.get_threshold()[0] > usual[0] and gc.get_freeze_count() > 0
    garbage.begin()  # a server's next build, after one that failed
    garbage.end()
    garbage.end()
    assert gc.get_threshold() == usual and gc.get_freeze_count() == 0 and gc.isenabled()


_WATCHED = """
import gc, pytest
set_aside, collect = [], gc.collect
gc.collect = lambda *asked: (set_aside.append(gc.get_freeze_count()), collect(*asked))[1]
assert pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "zhixing.hosts.pytest.plugin", "docs"]) == 0
assert set_aside and min(set_aside) > 1_000, set_aside
assert gc.get_freeze_count() == 0 and gc.isenabled()
"""


def test_pytest_looks_for_garbage_but_not_through_the_vault(tmp_path: Path) -> None:
    """It does when it ends; then what was set aside is set free, since another session may follow."""
    put(tmp_path, {"mkdocs.yml": "site_name: x\nplugins: [zhixing]\n", "docs/A.md": "# A\n\n```python\nx = 1\n```\n"})
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-c", _WATCHED]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

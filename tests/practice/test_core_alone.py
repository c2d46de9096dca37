"""The judge's core runs where there is no engine: an empty folder, its own files, Python and NumPy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy
from practice_shelf import ROOT, SHELF

CORE = ROOT / "scripts/zhixing/practice/core"
PROGRAM = """
import sys
sys.path[:0] = [".", {numpy!r}]
from zhixing.practice.core.shelf import judge_json
shelf = open("shelf.json", encoding="utf-8").read()
good = open("good.py").read()
print(judge_json(shelf, "softmax", "softmax", good, "zh"))
print(judge_json(shelf, "softmax", "softmax", good.replace("e / e.sum", "e / e.max"), "zh"))
engine = [name for name in sys.modules if name.startswith("zhixing") and not name.startswith("zhixing.practice.core")]
print(sorted(engine))
"""
GOOD = """
import numpy as np
def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""


def test_core_judges_without_the_engine(tmp_path: Path) -> None:
    package = tmp_path / "zhixing/practice/core"
    package.mkdir(parents=True)
    for folder in (tmp_path / "zhixing", tmp_path / "zhixing/practice"):
        (folder / "__init__.py").touch()
    for file in CORE.glob("*.py"):
        (package / file.name).write_bytes(file.read_bytes())
    (tmp_path / "shelf.json").write_text(SHELF.to_json(), encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    program = PROGRAM.format(numpy=str(Path(numpy.__file__).parents[1]))
    call = [sys.executable, "-I", "-S", "-c", program]
    ran = subprocess.run(call, check=False, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    good, bad, engine = ran.stdout.splitlines()
    assert json.loads(good)["accepted"]
    assert json.loads(bad)["mistake"][0] == "divided by the largest, not by the sum"
    assert "除以了最大值" in json.loads(bad)["text"]
    assert engine == "['zhixing', 'zhixing.practice']"

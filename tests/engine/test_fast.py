"""The fast readers have a switch, and nothing but the time tells whether it is on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = """
import hashlib, sys
from pathlib import Path
from zhixing.vault.load import load_vault
from zhixing.vault.read import fingerprint
vault = load_vault(Path(sys.argv[1]), cache=False)
for path, card in vault.cards.items():
    print(path, hashlib.sha256(repr(card).encode()).hexdigest())
print(hashlib.sha256(repr(vault.confirmed).encode()).hexdigest())
used = sorted(name for name in sys.modules if name.startswith("zhixing.syntax.fast.") and not name.endswith(".yaml"))
print(used, fingerprint(), file=sys.stderr)
"""


def read(switch: str) -> tuple[list[str], str]:
    """A line for each card of this project, and what was used."""
    env = {**os.environ, "ZHIXING_FAST": switch, "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-c", CODE, str(ROOT)], env=env, capture_output=True, text=True, check=True)
    return done.stdout.split("\n"), done.stderr


def test_the_corpus_reads_the_same_with_and_without_them() -> None:
    on, used = read("1")
    off, others = read("0")
    assert len(on) > 150
    assert on == off
    assert "zhixing.syntax.fast.plain" in used
    assert others.startswith("[] "), "the switch locks the door"
    assert used.split()[-1] != others.split()[-1], "no cache of the one is taken for the other"

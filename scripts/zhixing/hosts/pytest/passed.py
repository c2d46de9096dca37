"""The record of `--zhixing-changed`: digests of what the tests that passed depended on. It is never committed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from zhixing.vault.read import read_bytes
from zhixing.vault.write import write_file

RECORD = ".cache/zhixing/passed.json"
UNCHANGED = pytest.StashKey[int]()  # how many tests were left out
LEFT_OUT = "zhixing_unchanged"  # the same, as a worker tells it


def read_passed(root: Path) -> dict[str, str]:
    """Digests of the tests that passed, by their names."""
    try:
        values = json.loads(read_bytes(root, RECORD) or b"{}")
    except ValueError:
        return {}
    return {str(key): str(value) for key, value in values.items()} if isinstance(values, dict) else {}


def write_passed(root: Path, passed: Mapping[str, str], failed: Iterable[str]) -> None:
    """Add what passed, and drop what failed."""
    kept = {**read_passed(root), **passed}
    for key in failed:
        kept.pop(key, None)
    data = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True)
    write_file(root / RECORD, f"{data}\n".encode())

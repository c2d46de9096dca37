"""Vaults to try things on."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from engine_cases import GOOD


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches of parsed cards never outlive a test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="session")
def copied_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The good vault, copied once."""
    return Path(shutil.copytree(GOOD, tmp_path_factory.mktemp("good") / "vault"))


@pytest.fixture
def good(tmp_path: Path, copied_once: Path) -> Path:
    """A copy of the vault in which nothing is wrong but that it was not yet extracted and confirmed."""
    return Path(shutil.copytree(copied_once, tmp_path / "vault"))


@pytest.fixture
def edit(good: Path) -> Callable[[str, str, str], None]:
    """Replace text that stands exactly once in each file that the pattern names."""

    def replace_in(pattern: str, old: str, new: str) -> None:
        paths = sorted(good.glob(pattern))
        assert paths, f"no file {pattern}"
        for path in paths:
            text = path.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
            path.write_text(text.replace(old, new), encoding="utf-8")

    return replace_in

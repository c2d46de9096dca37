"""Folders of a cache: filled, used and cleared by several processes at once."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from zhixing.page import assets
from zhixing.page.kept import UNUSED, MissingError, fill, forget, have


def content(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "cache" / "out"
    with fill(target) as made:
        (made / "one").write_text("1", encoding="utf-8")
        assert not target.exists() and not have(target)
        (made / "two").write_text("2", encoding="utf-8")
    assert have(target) and content(target) == {"one": "1", "two": "2"}
    assert list(target.parent.iterdir()) == [target]


def test_who_comes_second_leaves_the_folder_that_is_in_use(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with fill(target) as second:
        (second / "name").write_text("second", encoding="utf-8")
        with fill(target) as first:
            (first / "name").write_text("first", encoding="utf-8")
        reader = (target / "name").open(encoding="utf-8")
    with reader:
        assert reader.read() == "first" and os.fstat(reader.fileno()).st_nlink == 1  # nobody has deleted it
    assert content(target) == {"name": "first"} and list(tmp_path.iterdir()) == [target]


def test_nothing_is_left_of_what_failed(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), fill(tmp_path / "out") as made:
        (made / "half").touch()
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_rename_that_fails_for_another_reason_is_told(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file in the way", encoding="utf-8")
    with pytest.raises(OSError, match="out"), fill(tmp_path / "out"):
        pass
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_only_what_nobody_has_used_for_long_is_cleared(tmp_path: Path) -> None:
    names = ["out-now", "out-other", "out-stale", ".making-others", ".making-stale", "npm-stale"]
    for name in names:
        (tmp_path / name).mkdir()
        then = time.time() - ("stale" in name) * (UNUSED + 60)  # by this clock: that of the disk may go otherwise
        os.utime(tmp_path / name, (then, then))
    forget(tmp_path, "out-*", tmp_path / "out-now")
    assert {path.name for path in tmp_path.iterdir()} == {"out-now", "out-other", ".making-others", "npm-stale"}
    assert have(tmp_path / "npm-stale")  # in use again
    forget(tmp_path, "npm-*", tmp_path / "npm-new")
    assert (tmp_path / "npm-stale").is_dir()


def test_a_cache_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder", encoding="utf-8")
    cache = tmp_path / "home" / ".cache"
    with pytest.raises(MissingError) as caught, fill(cache / "out"):
        pass
    assert str(caught.value) == (
        f"cannot write {cache}: Not a directory\nhint: make that folder writable, or set XDG_CACHE_HOME to one that is"
    )


def test_the_cache_is_the_checkouts_or_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert assets.asset_cache() == Path(__file__).parents[2] / ".cache" / "zhixing" / "web"
    monkeypatch.setattr(assets, "WEB", tmp_path / "lib" / "zhixing" / "web")  # as a wheel has it
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert assets.asset_cache() == tmp_path / ".cache" / "zhixing" / "web"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # which the specification says to ignore
    assert assets.asset_cache() == tmp_path / ".cache" / "zhixing" / "web"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    assert assets.asset_cache() == tmp_path / "mine" / "zhixing" / "web"

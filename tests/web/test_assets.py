"""The bundles: the same from every build, also from builds that run at the same time."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from zhixing.page import assets


def build(cache: Path, web: Path, start: Barrier) -> None:
    start.wait(600)
    out = assets.build_assets(cache, web=web)
    (web / "built.txt").write_text(f"{out.name}\n{len(list(out.rglob('*')))}", encoding="utf-8")


def link(source: str, target: str) -> None:
    """A copy without copying, where the disk allows it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def content(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.exhaustive
def test_builds_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Two of the same sources and one of others share a cache; each gets what it would have got alone."""
    cache = tmp_path / "cache"
    packages = assets.install_packages(assets.asset_cache())
    under_way = shutil.ignore_patterns(".sources-*")  # of whoever builds with the same packages just now
    shutil.copytree(packages, cache / packages.name, symlinks=True, copy_function=link, ignore=under_way)
    webs = [tmp_path / name for name in ("one", "two", "other")]
    for web in webs:
        shutil.copytree(assets.WEB, web)
    (webs[2] / "styles/main.css").write_text("body { color: rebeccapurple }\n", encoding="utf-8")
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(len(webs))
    processes = [context.Process(target=build, args=(cache, web, start)) for web in webs]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    told = [(web / "built.txt").read_text(encoding="utf-8").splitlines() for web in webs]
    assert told[0] == told[1] and told[0][0] != told[2][0]
    for (name, count), web in zip(told, webs, strict=True):
        assert len(list((cache / name).rglob("*"))) == int(count) > 50
        assert ("#639" in (cache / name / "zx.css").read_text(encoding="utf-8")) == (web.name == "other")
    assert content(cache / told[0][0]) == content(assets.build_assets(assets.asset_cache()))
    assert [*cache.glob(".*"), *cache.glob("*/.sources-*")] == []

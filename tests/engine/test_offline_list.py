"""A built site lists its files, and its worker knows the build."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from zhixing.page.offline import LIST, WORKER, web_manifests, write_offline


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small one."""
    for name, text in {
        "index.html": "<p>一",
        "a b/index.html": "two",
        WORKER: "work()\n",
        "sitemap.xml": "dated",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / LIST).parent.mkdir(parents=True)
    return tmp_path


def test_every_file_is_listed_with_its_hash_and_size(site: Path) -> None:
    build = write_offline(site)
    listed = json.loads((site / LIST).read_text(encoding="utf-8"))
    assert listed["build"] == build
    assert listed["files"] == {
        name: [hashlib.sha256(data).hexdigest()[:16], len(data)]
        for name, data in {"a b/index.html": b"two", "index.html": "<p>一".encode()}.items()
    }
    assert (site / WORKER).read_text(encoding="utf-8") == f'self.zxBuild="{build}";\nwork()\n'


def test_the_build_is_that_of_the_files(site: Path) -> None:
    first = write_offline(site)
    files = [(site / LIST).read_bytes(), (site / WORKER).read_bytes()]
    (site / "sitemap.xml").write_text("dated otherwise", encoding="utf-8")
    assert write_offline(site) == first
    assert [(site / LIST).read_bytes(), (site / WORKER).read_bytes()] == files
    (site / "index.html").write_text("<p>三", encoding="utf-8")
    second = write_offline(site)
    assert second != first
    assert (site / WORKER).read_text(encoding="utf-8").count("zxBuild") == 1
    (site / WORKER).write_text("work(2)\n", encoding="utf-8")
    assert write_offline(site) not in (first, second)


def test_without_a_worker_nothing_is_written(site: Path) -> None:
    (site / WORKER).unlink()
    assert write_offline(site) == ""
    assert not (site / LIST).exists()


def test_each_language_has_a_name_and_starts_at_its_own_home() -> None:
    made = {uri: json.loads(text) for uri, text in web_manifests({"": ("en", "Mine"), "zh/": ("zh", "我的")})}
    assert {uri: (one["name"], one["lang"], one["start_url"], one["scope"]) for uri, one in made.items()} == {
        "manifest.webmanifest": ("Mine", "en", "./", "./"),
        "zh/manifest.webmanifest": ("我的", "zh", "./", "../"),
    }
    assert {icon["src"] for icon in made["zh/manifest.webmanifest"]["icons"]} == {
        f"../assets/images/icon-{name}.png" for name in ("192", "512", "maskable")
    }

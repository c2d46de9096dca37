"""A vault built by MkDocs as `mkdocs build` does, and a search through all that it made."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from zhixing.hosts.mkdocs import site as mkdocs_site
from zhixing.page import share_images
from zhixing.page.share_images import Picture

ADDRESS = "https://example.org/site/"


def build_site(root: Path, *, strict: bool | None = None) -> Path:
    """The site of a folder with an mkdocs.yml, as strict as that says unless it is said here."""
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"), strict=strict)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return root / "site"


def article(site: Path, name: str) -> str:
    """What a page shows, without the theme around it."""
    html = (site / name / "index.html").read_text(encoding="utf-8")
    return html[html.index("<article") : html.index("</article")]


class _AnyDay(dict[str, str]):
    """Every file was changed on the same day."""

    def get(self, path: str, default: str | None = None) -> str:  # type: ignore[override]
        return "2026-01-02"


def share_all(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """All that a site tells others, in a form that can be searched: pictures that are the words they would show, a feed of every note."""

    def draw(pictures: dict[str, Picture], cache: Path) -> dict[str, Path]:
        made = {uri: folder / f"{number}.png" for number, uri in enumerate(pictures)}
        for uri, picture in pictures.items():
            made[uri].write_text(repr(picture), encoding="utf-8")
        return made

    folder.mkdir(exist_ok=True)
    monkeypatch.setattr(share_images, "draw", draw)
    monkeypatch.setattr(mkdocs_site, "last_changed", lambda root: _AnyDay())


def holding(folder: Path, secret: str) -> Iterator[str]:
    """The files of a folder whose bytes or name hold a word; archives are looked into."""
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder).as_posix()
        if not file.is_file():
            continue
        data = file.read_bytes()
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                data += b"".join(archive.read(name) for name in archive.namelist())
        if secret.encode() in data or secret in path:
            yield path

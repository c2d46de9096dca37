"""A vault built by MkDocs as `mkdocs build` does, and a search through all that it made."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config


def build_site(root: Path, *, strict: bool = False) -> Path:
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"), strict=strict)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return root / "site"


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

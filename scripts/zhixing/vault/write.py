"""The only module that writes to the disk: each file whole or not at all."""

from __future__ import annotations

import errno
import os
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_file(path: Path, data: bytes) -> bool:
    """Replace a file in one step; say whether anything changed."""
    return bool(write_files(path.parent, {path.name: data}))


def write_files(root: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write all files and return the paths that changed; all bytes are written before the first file is replaced."""
    staged: dict[str, Path] = {}
    try:
        for name in sorted(files):
            path = root / name
            if not path.is_file() or path.read_bytes() != files[name]:
                path.parent.mkdir(parents=True, exist_ok=True)
                staged[name] = path.with_name(f".{path.name}.{os.getpid()}.tmp~")
                _write(staged[name], files[name])
        for name, temporary in staged.items():
            os.replace(temporary, root / name)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)
    return list(staged)


def _write(path: Path, data: bytes) -> None:
    with open(path, "wb") as handle:  # no fsync: a thousand of them take seconds, and what is lost can be made again
        handle.write(data)


def write_durably(path: Path, data: bytes) -> None:
    """Replace a file that nothing could make again: it is on the disk before the old one goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path = path.resolve()  # a link stays a link
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp~")
    try:
        with open(temporary, "wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def remove_files(root: Path, paths: list[str]) -> list[str]:
    """Remove generated files that have no source any more."""
    for path in paths:
        (root / path).unlink(missing_ok=True)
    return paths


def create_file(path: Path, data: bytes) -> None:
    """Write a file that must not exist yet; FileExistsError otherwise."""
    create_files(path.parent, {path.name: data})


def set_aside(path: Path) -> Path:
    """Give a file the first free name of the form `name.1.py`, so that another can take its place; nothing is lost."""
    data = path.read_bytes()
    for number in range(1, 10_000):
        kept = path.with_name(f"{path.stem}.{number}{path.suffix}")
        try:
            create_file(kept, data)
        except FileExistsError:
            continue
        path.unlink()
        return kept
    raise FileExistsError(f"{path}: too many earlier versions")


def create_files(root: Path, files: Mapping[str, bytes]) -> None:
    """Write files none of which may exist yet: all of them or none."""
    for name in files:
        if os.path.lexists(root / name):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(root / name))
    write_files(root, files)


def write_cache(path: Path, value: Any) -> None:
    """Store the cache; a cache that cannot be stored is no error."""
    try:
        write_file(path, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))
    except OSError:
        return

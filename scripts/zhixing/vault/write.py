"""The only module that writes to the disk: each file whole or not at all."""

from __future__ import annotations

import errno
import os
import pickle
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


class UnwritableError(OSError):
    """A file could not be written; nothing was changed by the call that raised it, but what it had replaced by then."""

    def finding(self, root: Path) -> str:
        """One line and a hint."""
        path = Path(self.filename)
        shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        hint = _HINTS.get(self.errno or 0, "see that the folder is there and is yours")
        return f"{shown}:1: F031 cannot be written: {self.strerror}\n  hint: {hint}; the file is as it was"


_HINTS = {
    errno.ENOSPC: "make room on the disk and run it again",
    errno.EDQUOT: "make room on the disk and run it again",
    errno.EROFS: "the disk can only be read: work on a copy",
    errno.EACCES: "see whose file and folder it is",
    errno.EPERM: "see whose file and folder it is",
    errno.EFBIG: "the file is larger than this system allows",
}
UNWRITABLE = frozenset(_HINTS)
_STAGED = re.compile(r"\.(?P<name>.+)\.(?P<process>\d+)\.(?P<kind>next|last)~")
_TEMPORARY = re.compile(r"\..+\.(\d+)\.tmp~")


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    try:
        yield
    except UnwritableError:
        raise
    except OSError as error:
        raise UnwritableError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """While this is open no other process changes the file, if it asks as well. Not on systems without such locks."""
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _sweep(folder: Path) -> None:
    """Remove what a process left behind that was killed while it wrote into this folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _TEMPORARY.fullmatch(entry.name)
            if found and not _is_running(int(found[1])):
                os.unlink(entry.path)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


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
                with _naming(path):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    staged[name] = path.with_name(f".{path.name}.{os.getpid()}.tmp~")
                    _write(staged[name], files[name])
        for name, temporary in staged.items():
            with _naming(root / name):
                os.replace(temporary, root / name)
    finally:
        for temporary in staged.values():
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    for folder in {temporary.parent for temporary in staged.values()}:
        _sweep(folder)
    return list(staged)


def _write(path: Path, data: bytes) -> None:
    with open(path, "wb") as handle:  # no fsync: a thousand of them take seconds, and what is lost can be made again
        handle.write(data)


def write_durably(path: Path, data: bytes) -> None:
    """Replace a file that nothing could make again: it is on the disk before the old one goes."""
    path = path.resolve()  # a link stays a link
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp~")
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(temporary, "wb") as handle:
                handle.write(data)
                handle.flush()
                os.fsync(handle.fileno())
            os.replace(temporary, path)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    _sweep(path.parent)


def remove_files(root: Path, paths: list[str]) -> list[str]:
    """Remove generated files that have no source any more."""
    for path in paths:
        with _naming(root / path):
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


def staging(folder: Path) -> Path | None:
    """A new folder beside another, to be filled and put in its place; what killed processes left there goes, or goes back.

    None where that cannot be: the folder is a disk of its own or a link, holds hidden files, which are not ours to move
    (`.git`), or nothing can be made beside it.
    """
    if folder.is_symlink() or os.path.ismount(folder):
        return None
    try:
        if folder.is_dir() and any(name.startswith(".") for name in os.listdir(folder)):
            return None
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep_staged(folder)
        staged = folder.with_name(f".{folder.name}.{os.getpid()}.next~")
        remove_folder(staged)
        staged.mkdir()
    except OSError:
        return None
    return staged


def _sweep_staged(folder: Path) -> None:
    for entry in os.scandir(folder.parent):
        found = _STAGED.fullmatch(entry.name)
        if found is None or found["name"] != folder.name or _is_running(int(found["process"])):
            continue
        if found["kind"] == "last" and not folder.exists():
            os.rename(entry.path, folder)
        else:
            remove_folder(Path(entry.path))


def put_in_place(staged: Path, folder: Path) -> None:
    """Put a filled folder in the place of another: in one step where the system can, else in two, which `staging` mends."""
    with _naming(folder):
        if not folder.exists():
            os.rename(staged, folder)
            return
        last = staged if _exchanged(staged, folder) else staged.with_suffix(".last~")
        if last is not staged:
            os.rename(folder, last)
            os.rename(staged, folder)
    remove_folder(last)


def _exchanged(one: Path, other: Path) -> bool:
    """Let two folders change their names at once, as Linux can."""
    import ctypes

    try:
        rename = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(-100, os.fsencode(one), -100, os.fsencode(other), 2) == 0)  # AT_FDCWD, RENAME_EXCHANGE


def remove_folder(folder: Path) -> None:
    """Remove a folder of ours with all that it holds; what cannot be removed stays."""
    shutil.rmtree(folder, ignore_errors=True)


def forget_others(folder: Path, used: Collection[Path]) -> None:
    """Remove the files of a cache that are not used any more."""
    for path in folder.glob("*"):
        if path not in used:
            with suppress(OSError):
                path.unlink()

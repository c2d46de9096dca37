"""Folders of a cache, named by what is in them, that several processes may fill, use and clear at once."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

UNUSED = 7 * 24 * 3600  # seconds: no build is under way for so long


class MissingError(Exception):
    """What the site needs cannot be had; the message says what to do."""


def have(folder: Path) -> bool:
    """Whether the folder is there; if so, it is in use from now on."""
    with suppress(OSError):  # a cache that can only be read is good enough
        os.utime(folder)
    return folder.is_dir()


@contextmanager
def fill(target: Path) -> Iterator[Path]:
    """Yield an empty folder that becomes `target` if all went well, else vanishes.

    Who comes second leaves the first one's folder in place, as others may be reading it: both hold the same.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(mkdtemp(prefix=".making-", dir=target.parent))
    except OSError as error:
        hint = "hint: make that folder writable, or set XDG_CACHE_HOME to one that is"
        raise MissingError(f"cannot write {target.parent}: {error.strerror}\n{hint}") from error
    try:
        yield made
        made.chmod(0o755)
        try:
            made.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(made, ignore_errors=True)


def forget(cache: Path, pattern: str, used: Path) -> None:
    """Remove what matches, and what was left half made, unless it is `used` or someone may still be reading it."""
    for old in (*cache.glob(pattern), *cache.glob(".making-*")):
        with suppress(OSError):  # someone else may clear at the same time
            if old != used and time.time() - old.stat().st_mtime > UNUSED:
                shutil.rmtree(old, ignore_errors=True)

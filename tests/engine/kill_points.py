"""Kill a process at its n-th act on the files below a folder, so that every moment of a write can be tried, each alone.

Acts are what Python announces (a file opened for writing, made, renamed, removed), and every write: before it, when half of
it is on the disk, and after it, when the other half is still in the buffer and is lost.
"""

from __future__ import annotations

import builtins
import io
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

_NAMED = (
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.mkdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.utime",
)
_open = open
_OPENED = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Acts:
    """Counts, and kills at one of them; -1: never."""

    def __init__(self, folders: tuple[Path, ...], at: int) -> None:
        self.folders = tuple(str(folder) for folder in folders)
        self.at = at
        self.count = 0
        self.process = os.getpid()

    def act(self) -> None:
        """Only what was armed counts; a child that it forks, to run a block, has scratch folders of its own."""
        if os.getpid() != self.process:
            return
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1

    def _is_inside(self, path: object) -> bool:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return False
        return os.path.abspath(os.fsdecode(path)).startswith(self.folders)

    def heard(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            writes = (
                any(letter in mode for letter in "wax+") if isinstance(mode, str) else bool(int(str(flags)) & _OPENED)
            )
            if writes and self._is_inside(path):
                self.act()
        elif event in _NAMED and any(self._is_inside(argument) for argument in arguments[:2]):
            self.act()

    def opened(self, file: object, mode: str = "r", *rest: object, **more: object) -> IO[object]:
        """As the built-in; what is written in bytes below the folders is counted, write by write."""
        if "w" in mode and "b" in mode and self._is_inside(file):
            raw = io.FileIO(os.fspath(file), mode.replace("b", ""))  # type: ignore[call-overload]
            return _Counted(raw, self)  # type: ignore[return-value]
        return _open(file, mode, *rest, **more)  # type: ignore[call-overload, no-any-return]


class _Counted(io.BufferedWriter):
    def __init__(self, raw: io.FileIO, acts: Acts) -> None:
        super().__init__(raw)
        self._acts = acts

    def write(self, data: object) -> int:
        """Half of it is on the disk at one of the acts."""
        self._acts.act()
        view = memoryview(data)  # type: ignore[arg-type]
        super().write(view[: len(view) // 2])
        self.flush()
        self._acts.act()
        super().write(view[len(view) // 2 :])
        self._acts.act()
        return len(view)


def arm(folders: tuple[Path, ...], at: int) -> Acts:
    """From here on this process counts; there is no way to disarm it."""
    acts = Acts(folders, at)
    sys.addaudithook(acts.heard)
    builtins.open = acts.opened  # type: ignore[assignment]
    return acts


def killed(work: Callable[[], object], folders: tuple[Path, ...], at: int) -> int | None:
    """Do the work in a fork that is killed at an act; None if it was, else how many acts there were in all."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            acts = arm(folders, at)
            work()
            os.write(writing, b"%d" % acts.count)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    assert said or os.WIFSIGNALED(status), "the work failed by itself"
    return int(said) if said else None


def main(arguments: list[str]) -> None:
    """`python kill_points.py AT FOLDER MODULE [argument …]`: run a module armed; -1 prints the number of acts."""
    import runpy

    at, folder, module, *rest = arguments
    sys.argv = [module, *rest]
    acts = arm((Path(folder),), int(at))
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        if acts.at < 0:
            print(f"ACTS {acts.count}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])

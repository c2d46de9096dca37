"""Run a piece of work so that it can neither hang, nor kill, nor litter the process that asked for it."""

from __future__ import annotations

import faulthandler
import os
import pickle
import select
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
_exit = os._exit
_GRACE = 2.0  # seconds between the alarm inside the child and the kill from outside


class TimeLimit(BaseException):
    """The work ran longer than it may; not an Exception, so that `except Exception` does not catch it."""


class Ended(BaseException):
    """The work tried to end the interpreter without raising SystemExit."""


@dataclass(frozen=True)
class Lost:
    """The child gave no answer: it was killed for its time (status None), or ended by itself with this wait status."""

    status: int | None
    trace: str  # where it stood, as faulthandler writes it


def can_fork() -> bool:
    """Whether a forked child can do everything this process can: Linux, and no CUDA context to lose."""
    torch: Any = sys.modules.get("torch")
    return sys.platform == "linux" and not (torch is not None and torch.cuda.is_available())


def in_child(work: Callable[[], T], seconds: float) -> T | Lost:
    """The result of `work`, done in a forked child in an empty folder; it must be picklable."""
    with tempfile.TemporaryDirectory(prefix="zhixing-") as folder:
        answer, trace, cwd = Path(folder, "answer"), Path(folder, "trace"), Path(folder, "cwd")
        cwd.mkdir()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python 3.12 warns of forks beside threads; the child starts none of them
            pid = os.fork()
        if pid == 0:
            _answer(work, seconds, answer, trace, cwd)
        status = _wait(pid, seconds + _GRACE)
        if status is None or not answer.is_file():
            return Lost(status, trace.read_text(errors="replace") if trace.is_file() else "")
        result: T = pickle.loads(answer.read_bytes())
        return result


def _answer(work: Callable[[], object], seconds: float, answer: Path, trace: Path, cwd: Path) -> NoReturn:
    """The child's whole life."""
    try:
        told = trace.open("w")
        faulthandler.enable(told)
        faulthandler.dump_traceback_later(seconds + _GRACE / 2, file=told)  # for a call that no alarm interrupts
        os.setsid()  # so that whatever it starts can be ended with it
        os.chdir(cwd)
        torch: Any = sys.modules.get("torch")
        if torch is not None:
            torch.set_num_threads(1)  # OpenMP's threads do not survive a fork
        data = pickle.dumps(work())
        partial = answer.with_suffix(".part")
        partial.write_bytes(data)
        partial.rename(answer)
        sys.stderr.flush()
    finally:
        _exit(0)


def _wait(pid: int, seconds: float) -> int | None:
    """The child's wait status; None if it had to be killed. Whatever it left running is ended with it."""
    handle = os.pidfd_open(pid)
    finished = False
    try:
        finished = bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    return status if finished else None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimit in the main thread after so many seconds; elsewhere there is no alarm to set."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> NoReturn:
        raise TimeLimit

    previous = signal.signal(signal.SIGALRM, ring)
    remaining, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, remaining, interval)
        signal.signal(signal.SIGALRM, previous)


@contextmanager
def no_exit() -> Iterator[None]:
    """Turn the calls that end the interpreter at once into an exception that says where they stand."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise Ended

    system: Any = os
    kept = system._exit, system.abort
    system._exit = system.abort = refuse
    try:
        yield
    finally:
        system._exit, system.abort = kept

"""Run a piece of work so that it can neither hang, nor kill, nor litter the process that asked for it."""

from __future__ import annotations

import faulthandler
import io
import os
import pickle
import select
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, TypeVar

from zhixing.blocks.limits import SPENT
from zhixing.blocks.sandbox import Sandbox
from zhixing.vault.fork import fork
from zhixing.vault.write import UNWRITABLE

T = TypeVar("T")
_exit = os._exit
_GRACE = 2.0  # seconds between the alarm inside the child and the kill from outside
PATIENCE = (
    10  # a block that waits for something, or for a processor on a busy machine, may take so many times its limit
)
_TICK = 0.1
_UNWRITTEN = 128  # and errno: how a child ends whose answer cannot be written


class TimeLimit(BaseException):
    """The work ran longer than it may; not an Exception, so that `except Exception` does not catch it."""


class Ended(BaseException):
    """The work tried to end the interpreter without raising SystemExit."""


@dataclass(frozen=True)
class Lost:
    """The child gave no answer: it was killed for its time (status None), or ended by itself with this wait status."""

    status: int | None
    trace: str  # where it stood, as faulthandler writes it
    unwritten: int = 0  # errno, if there was no room for its answer


def in_child(
    work: Callable[[], T], seconds: float, kinds: tuple[type, ...] = (), walls: Sandbox | None = None
) -> T | Lost:
    """The result of `work`, done in a forked child in an empty folder; it must be picklable, of plain types and `kinds`.

    Nothing else is made of what the child sends: the work may be a stranger's, and a pickle can hold code.
    """
    with tempfile.TemporaryDirectory(prefix="zhixing-") as folder:
        answer, trace, cwd = Path(folder, "answer"), Path(folder, "trace"), Path(folder, "cwd")
        cwd.mkdir()
        sys.stdout.flush()
        sys.stderr.flush()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # until the wait, which ends the child with it
        try:
            pid = fork()
        except OSError:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            raise
        if pid == 0:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            _answer(work, seconds, answer, trace, cwd, walls)
        status = _wait(pid, seconds + _GRACE, seconds * PATIENCE + _GRACE, mask)
        if status is not None and (os.WTERMSIG(status) == signal.SIGXCPU or status >> 8 == SPENT):
            status = None
        try:
            if status is None:
                raise TimeoutError
            result: T = _Plain(io.BytesIO(answer.read_bytes()), kinds).load()
        except Exception:  # nothing, half of it, or something that no work of ours would say
            told = trace.read_text(errors="replace") if trace.is_file() else ""
            return Lost(status, told, max(0, (status or 0) // 256 - _UNWRITTEN))
        return result


class _Plain(pickle.Unpickler):
    """Reads values of the given types and of those that a pickle holds by itself: texts, numbers, lists."""

    def __init__(self, data: io.BytesIO, kinds: tuple[type, ...]) -> None:
        super().__init__(data)
        self._kinds = {(kind.__module__, kind.__qualname__): kind for kind in kinds}

    def find_class(self, module: str, name: str) -> type:
        """One of the types, or nothing."""
        if (module, name) not in self._kinds:
            raise pickle.UnpicklingError(f"{module}.{name} was not asked for")
        return self._kinds[module, name]


def _answer(
    work: Callable[[], object], seconds: float, answer: Path, trace: Path, cwd: Path, walls: Sandbox | None
) -> NoReturn:
    """The child's whole life."""
    end = 0
    try:
        told, sent = trace.open("w", encoding="utf-8"), answer.open("wb")  # which no wall closes
        faulthandler.enable(told)
        faulthandler.register(signal.SIGUSR1, file=told)  # for a call that no alarm interrupts
        os.setsid()  # so that whatever it starts can be ended with it
        os.chdir(cwd)
        torch: Any = sys.modules.get("torch")
        if torch is not None:
            torch.set_num_threads(1)  # OpenMP's threads do not survive a fork
        if walls is not None:
            walls.enter(cwd, seconds)
        data = pickle.dumps(work())
        try:
            with sent:
                sent.write(data)
        except OSError as error:
            end = _UNWRITTEN + (error.errno or 0) if error.errno in UNWRITABLE else 0
        sys.stderr.flush()
    finally:
        _exit(end)


def _wait(pid: int, seconds: float, patience: float, mask: set[int]) -> int | None:
    """The child's wait status; None if it had to be killed. Whatever it left running is ended with it."""
    handle = os.pidfd_open(pid)
    finished = False
    end = time.monotonic() + patience
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        while not finished and time.monotonic() < end and _processor_time(pid) < seconds:
            finished = bool(select.select([handle], [], [], _TICK)[0])
        if not finished:
            os.kill(pid, signal.SIGUSR1)  # it writes where it stands
            select.select([handle], [], [], _GRACE / 2)
    finally:
        os.close(handle)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    return status if finished else None


def _processor_time(pid: int) -> float:
    """Seconds that the main thread of a process has computed; 0 if it cannot be known."""
    try:
        fields = (
            Path(f"/proc/{pid}/task/{pid}/stat")
            .read_text(encoding="ascii", errors="replace")
            .rpartition(")")[2]
            .split()
        )
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimit in the main thread when it has computed so long; elsewhere there is no alarm to set.

    Its own processor time counts, so that a busy machine gives the same verdict; who only waits is stopped as well.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    computed, end = time.thread_time() + seconds, time.monotonic() + seconds * PATIENCE

    def ring(number: int, frame: FrameType | None) -> None:
        left = min(computed - time.thread_time(), end - time.monotonic())
        if left <= 0:
            raise TimeLimit
        signal.setitimer(signal.ITIMER_REAL, max(left, _TICK))

    previous = signal.signal(signal.SIGALRM, ring)
    remaining = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *remaining)
        signal.signal(signal.SIGALRM, previous)


@contextmanager
def no_exit() -> Iterator[None]:
    """Turn the calls that end the interpreter at once into an exception that says where they stand.

    A process that the work forked ends as it likes: unwound, it would carry on as if it were the work itself.
    """
    system: Any = os
    kept, owner = (system._exit, system.abort), os.getpid()

    def refused(end: Callable[..., NoReturn]) -> Callable[..., NoReturn]:
        def refuse(*args: object, **named: object) -> NoReturn:
            if os.getpid() != owner:
                end(*args, **named)
            raise Ended

        return refuse

    system._exit, system.abort = map(refused, kept)
    try:
        yield
    finally:
        system._exit, system.abort = kept

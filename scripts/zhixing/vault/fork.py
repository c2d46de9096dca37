"""The one place that forks: work done in a second process that begins with everything this one has."""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
_TICK = 1.0  # seconds after which a wait looks whether it was interrupted
_LOST = 3.0  # the same for whoever was told to end: Python loses what is raised while a callback of its garbage collector runs


def can_fork() -> bool:
    """Whether a forked child can do everything this process can: Linux, and no CUDA context to lose."""
    torch: Any = sys.modules.get("torch")
    return sys.platform == "linux" and not (torch is not None and torch.cuda.is_available())


def fork() -> int:
    """A child that does its work and ends: it waits for no thread of this process, of which Python 3.12 and later warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def aside(work: Callable[[], T]) -> Callable[[], T]:
    """Start `work` on another core; what is returned waits for its result.

    Nothing is sent to the other process: it is a fork of this one. Only the result comes back. Where it cannot
    be forked, or the other process dies, the work is done here when it is asked for.
    """
    if not can_fork():
        return work
    reading, writing = os.pipe()
    child = fork()
    if child == 0:
        try:
            with open(writing, "wb") as pipe:
                pickle.dump(work(), pipe, pickle.HIGHEST_PROTOCOL)
        finally:
            os._exit(0)
    os.close(writing)

    def result() -> T:
        with open(reading, "rb") as pipe:
            sent = pipe.read()
        os.waitpid(child, 0)
        try:
            found: T = pickle.loads(sent)
        except (EOFError, pickle.UnpicklingError):
            found = work()
        return found

    return result


class Nursery:
    """A process forked while this one is small, which forks whatever `work` does with what it is asked.

    A fork copies the tables of all memory: 8 ms beside PyTorch alone, 50 ms in a process that has run thousands of tests
    and has a gigabyte. What the work imports stays there as well.
    """

    def __init__(self, work: Callable[..., object]) -> None:
        asked, asking = os.pipe()
        telling, told = os.pipe()
        self._pid = fork()
        if self._pid == 0:
            try:
                os.close(asking)
                os.close(telling)
                _serve(work, asked, told)
            finally:
                os._exit(0)
        os.close(asked)
        os.close(told)
        self._ask, self._answer = os.fdopen(asking, "wb"), os.fdopen(telling, "rb")

    def run(self, *asked: object) -> Any:
        """What `work` makes of this; both travel as pickles."""
        try:
            pickle.dump(asked, self._ask, pickle.HIGHEST_PROTOCOL)
            self._ask.flush()
            while not select.select([self._answer], [], [], _TICK)[0]:
                pass  # a signal that comes just before a read, or in another thread, would not end it
            return pickle.load(self._answer)
        except BaseException:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGINT)  # so that it ends what it has begun
                while not select.select([self._answer], [], [], _LOST)[0]:
                    os.kill(self._pid, signal.SIGINT)
            raise

    def close(self) -> None:
        """End it by a word: a process forked later holds the pipe open too, so that its end may not come."""
        with suppress(OSError):
            pickle.dump(None, self._ask)
            self._ask.close()
        self._answer.close()
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _serve(work: Callable[..., object], asked: int, told: int) -> None:
    """The whole life of a nursery: it ends when it is told to, with the process that asks, or is interrupted with it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(BaseException), open(asked, "rb") as requests, open(told, "wb") as answers:
        while (request := pickle.load(requests)) is not None:
            pickle.dump(work(*request), answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
    signal.signal(signal.SIGINT, signal.SIG_IGN)

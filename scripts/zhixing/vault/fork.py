"""The one place that forks: work done in a second process that begins with everything this one has."""

from __future__ import annotations

import os
import pickle
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


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

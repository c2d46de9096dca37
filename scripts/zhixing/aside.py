"""Work done in a second process that begins with everything this one has."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def aside(work: Callable[[], T]) -> Callable[[], T]:
    """Start `work` on another core; what is returned waits for its result.

    Nothing is sent to the other process: it is a fork of this one. Only the result comes back. Where there is no fork,
    or the other process dies, the work is done here when it is asked for.
    """
    if not hasattr(os, "fork"):
        return work
    reading, writing = os.pipe()
    child = os.fork()
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

"""Work done in a second process that begins with everything this one has."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing import Pipe
from typing import TypeVar

T = TypeVar("T")


def aside(work: Callable[[], T]) -> Callable[[], T]:
    """Start `work` on another core; what is returned waits for its result.

    Nothing is sent to the other process: it is a fork of this one. Only the result comes back. Where there is no fork,
    or the other process dies, the work is done here when it is asked for.
    """
    if not hasattr(os, "fork"):
        return work
    reading, writing = Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        try:
            writing.send(work())
        finally:
            os._exit(0)
    writing.close()

    def result() -> T:
        try:
            found: T = reading.recv()
        except EOFError:
            found = work()
        os.waitpid(child, 0)
        return found

    return result

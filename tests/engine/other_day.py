"""Run a module as on another day and on a disk that lists its files in another order: `python other_day.py SECONDS MODULE …`."""

from __future__ import annotations

import datetime
import os
import runpy
import sys
import time
from typing import Any


def move_clock(seconds: float) -> None:
    """Whatever asks for the time gets another."""
    clock: Any = time
    days: Any = datetime
    real, real_ns, local, world = time.time, time.time_ns, time.localtime, time.gmtime
    moment = datetime.datetime

    class Moment(moment):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.fromtimestamp(real() + seconds, tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.fromtimestamp(real() + seconds, datetime.UTC).replace(tzinfo=None)

    class Day(datetime.date):
        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(real() + seconds)

    clock.time, clock.time_ns = lambda: real() + seconds, lambda: real_ns() + int(seconds * 1e9)
    clock.localtime = lambda at=None: local(real() + seconds if at is None else at)
    clock.gmtime = lambda at=None: world(real() + seconds if at is None else at)
    days.datetime, days.date = Moment, Day


def turn_listings() -> None:
    """Folders list their files from the last to the first."""
    system: Any = os
    listed, scanned = os.listdir, os.scandir

    class Turned:
        def __init__(self, *arguments: Any) -> None:
            with scanned(*arguments) as found:
                self._entries = iter(sorted(found, key=lambda entry: entry.name, reverse=True))

        def __iter__(self) -> Any:
            return self._entries

        def __next__(self) -> Any:
            return next(self._entries)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None:
            return

        def close(self) -> None:
            return

    system.listdir = lambda *arguments: sorted(listed(*arguments), reverse=True)
    system.scandir = Turned


if __name__ == "__main__":
    shift, module = float(sys.argv[1]), sys.argv[2]
    sys.argv = [module, *sys.argv[3:]]
    move_clock(shift)
    turn_listings()
    runpy.run_module(module, run_name="__main__", alter_sys=True)

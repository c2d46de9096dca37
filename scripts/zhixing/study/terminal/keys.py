"""One key at a time from a terminal, one line at a time from anything else."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

QUIT = "q"


def read_key() -> str:
    """The next key in small letters; Enter and space are themselves, the end of the input is `q`."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return (line.strip().lower()[:1] or "\n") if line else QUIT
    try:
        import termios
        import tty
    except ImportError:  # Windows
        return _windows_key()
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle, termios.TCSADRAIN)  # keys pressed early count
        with _signals() as signals:
            select.select([handle, signals], [], [])
        data = os.read(handle, 1)
        while data and (_is_cut(data) or (data[:1] == b"\x1b" and select.select([handle], [], [], 0.02)[0])):
            data += os.read(handle, 1)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
    if not data or data == b"\x04":  # the end of the input, as Ctrl-D says it
        return QUIT
    key = data.decode("utf-8", "replace").lower()
    return "\n" if key == "\r" else key


@contextmanager
def _signals() -> Iterator[int]:
    """Something that can be read once a signal has come: one that comes just before a wait would not end the wait."""
    seen, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        yield seen
    finally:
        signal.set_wakeup_fd(before)
        os.close(seen)
        os.close(told)


def _is_cut(data: bytes) -> bool:
    """Whether a character of several bytes is not complete yet."""
    first = data[0]
    length = 4 if first >= 0xF0 else 3 if first >= 0xE0 else 2 if first >= 0xC0 else 1
    return len(data) < length


def _windows_key() -> str:
    import msvcrt

    key = str(msvcrt.getwch())  # type: ignore[attr-defined, unused-ignore]
    if key == "\x03":
        raise KeyboardInterrupt
    return {"\r": "\n", "\x1a": QUIT}.get(key, key.lower())

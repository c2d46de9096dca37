"""One key at a time from a terminal, one line at a time from anything else."""

from __future__ import annotations

import os
import select
import signal
import sys

QUIT = "q"
_INTERRUPT, _END, _SUSPEND = b"\x03", b"\x04", b"\x1a"


def read_key() -> str:
    """The next key in small letters; Enter and space are themselves, Ctrl-C and the end of the input are `q`."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return (line.strip().lower()[:1] or "\n") if line else QUIT
    if sys.platform == "win32":
        return _windows_key()
    handle = sys.stdin.fileno()
    _take(handle)
    data = os.read(handle, 1)
    while data and (_is_cut(data) or (data[:1] == b"\x1b" and select.select([handle], [], [], 0.02)[0])):
        data += os.read(handle, 1)
    if data == _SUSPEND:
        give_back()
        os.kill(os.getpid(), signal.SIGTSTP)
        return read_key()
    if not data or data in (_INTERRUPT, _END):
        return QUIT
    key = data.decode("utf-8", "replace").lower()
    return "\n" if key == "\r" else key


_before: list[tuple[int, list[object]]] = []  # the terminal and how it was; empty unless its keys are ours


def _take(handle: int) -> None:
    """From the first key until `give_back` a key is a key, Ctrl-C too, and waits until it is asked for.

    As a signal it could come anywhere: into a line that is being written, or into a moment when nobody looks for it.
    """
    import termios
    import tty

    if _before:
        return
    _before.append((handle, termios.tcgetattr(handle)))
    tty.setcbreak(handle, termios.TCSADRAIN)  # keys pressed early count
    mode = termios.tcgetattr(handle)
    mode[tty.LFLAG] &= ~termios.ISIG
    termios.tcsetattr(handle, termios.TCSADRAIN, mode)


def give_back() -> None:
    """The terminal as it was."""
    import termios

    while _before:
        handle, mode = _before.pop()
        termios.tcsetattr(handle, termios.TCSADRAIN, mode)  # type: ignore[arg-type]


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

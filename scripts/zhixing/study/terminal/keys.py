"""One key at a time from a terminal, one line at a time from anything else."""

from __future__ import annotations

import os
import select
import signal
import sys

from rich.cells import cell_len

QUIT = "q"
_INTERRUPT, _END, _SUSPEND = "\x03", "\x04", b"\x1a"


def read_key() -> str:
    """The next key in small letters; Enter and space are themselves, Ctrl-C and the end of the input are `q`."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return (line.strip().lower()[:1] or "\n") if line else QUIT
    if sys.platform == "win32":
        return _windows_key()
    key = _pressed()
    return QUIT if key in ("", _INTERRUPT, _END) else key.lower()


def read_text() -> str:
    """Lines up to an empty one, or to Ctrl-D; KeyboardInterrupt by Ctrl-C.

    The keys stay ours: what is pressed while the terminal changes hands would be lost.
    """
    lines: list[str] = []
    while (line := _line()).strip():
        lines.append(line.strip())
    return "\n".join(lines)


def _line() -> str:
    """One line, shown as it is typed; what is not a character does nothing."""
    if not sys.stdin.isatty() or sys.platform == "win32":
        return sys.stdin.readline()
    typed = ""
    while (key := _pressed()) not in ("\n", "", _END):
        if key == _INTERRUPT:
            raise KeyboardInterrupt
        if key in ("\x7f", "\b"):
            _echo("\b \b" * cell_len(typed[-1:]))
            typed = typed[:-1]
        elif key.isprintable():
            _echo(key)
            typed += key
    _echo("\n")
    return typed


def _echo(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _pressed() -> str:
    """A key as it is; Enter is a line's end."""
    handle = sys.stdin.fileno()
    _take(handle)
    data = os.read(handle, 1)
    while data and (_is_cut(data) or (data[:1] == b"\x1b" and select.select([handle], [], [], 0.02)[0])):
        data += os.read(handle, 1)
    if data == _SUSPEND:
        give_back()
        os.kill(os.getpid(), signal.SIGTSTP)
        return _pressed()
    key = data.decode("utf-8", "replace")
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
    if not _before:
        return
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

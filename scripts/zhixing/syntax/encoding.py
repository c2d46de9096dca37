"""Text that was saved after being read in the wrong encoding: 注意 as æ³¨æ„. Found, and turned back where it can be."""

from __future__ import annotations

import re
from dataclasses import dataclass


def _table() -> dict[str, int]:
    """Character → byte, for the bytes above 127 of Western, Turkish and Latin-1 code pages: they never disagree."""
    table = {chr(code): code for code in range(0x80, 0x100)}
    for page in ("cp1252", "cp1254"):
        for code in range(0x80, 0x100):
            try:
                table[bytes([code]).decode(page)] = code
            except UnicodeDecodeError:
                continue  # the code page leaves this byte free
    return table


_BYTE = _table()


def _class(first: int, last: int) -> str:
    return "[" + "".join(re.escape(char) for char, code in sorted(_BYTE.items()) if first <= code <= last) + "]"


_NEXT = _class(0x80, 0xBF)
_WIDE = re.compile(f"{_class(0xE1, 0xEF)}{_NEXT}{{2}}|{_class(0xF0, 0xF0)}{_NEXT}{{3}}")  # one is enough to be sure
_RUN = re.compile(_class(0x80, 0xFF) + "+")
_WHOLE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


@dataclass(frozen=True)
class Mended:
    """The text turned back, how many characters that were, and the lines on which bytes are lost for good."""

    text: str
    characters: int
    lost: tuple[int, ...]


def misread(text: str) -> re.Match[str] | None:
    """The first character that only a wrong encoding makes, or None."""
    return None if text.isascii() else _WIDE.search(text)


def restored(match: re.Match[str]) -> str:
    """What a misread character was before; the replacement character if its bytes make none."""
    return bytes(_BYTE[char] for char in match.group()).decode("utf-8", "replace")


def mend(text: str) -> Mended:
    """Turn misread characters back, again if the text was misread twice; nothing is guessed."""
    count = 0
    while misread(text):
        text, turned = _once(text)
        count += turned
        if not turned:
            break
    lost = sorted({text.count("\n", 0, match.start()) + 1 for match in _gaps(text)}) if count else []
    return Mended(text, count, tuple(lost))


def _once(text: str) -> tuple[str, int]:
    count = 0

    def turn(run: re.Match[str]) -> str:
        nonlocal count
        data, out, end = bytes(_BYTE[char] for char in run.group()), [], 0
        for whole in _WHOLE.finditer(data):
            try:
                char = whole.group().decode("utf-8")
            except UnicodeDecodeError:  # a surrogate, or longer than it need be
                continue
            out += [run.group()[end : whole.start()], char]
            end = whole.end()
            count += 1
        return "".join([*out, run.group()[end:]])

    return _RUN.sub(turn, text), count


def _gaps(text: str) -> list[re.Match[str]]:
    """Remains of characters of which a byte is missing: two signs in a row of which the first opens a wide one."""
    return list(re.finditer(f"{_class(0xE1, 0xF4)}{_NEXT}", text))

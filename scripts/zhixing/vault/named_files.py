"""The files that a text names, told by their names alone: of a note that is no part of the vault nothing else is read."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

_WIKI = re.compile(r"\[\[([^\[\]|#\n]{1,300})")
_MARKDOWN = re.compile(r"\]\(\s{0,3}(?:<([^<>\n]{1,300})>|([^()\s]{1,300}))")
_BARE = re.compile(r"""[^\s"'<>()\[\]{}|#?=,:;`*]{1,300}\.[a-z0-9]{2,5}(?!\w)""", re.I)
_QUOTED = re.compile(r"""(?:src|href|poster|data|"file")\s{0,3}[=:]\s{0,3}["']?([^"'<>\n]{1,300})""", re.I)


def named_files(data: bytes) -> Iterator[str]:
    """The names, in small letters and without folders, of what a note or a canvas links to or shows."""
    text = data.decode("utf-8", "replace")
    for pattern in (_WIKI, _MARKDOWN, _QUOTED, _BARE):
        for match in pattern.finditer(text):
            address = next(filter(None, match.groups()), match.group()).strip()
            for written in {address, unquote(address.partition("?")[0].partition("#")[0])}:
                name = known_name(written.replace("\\", "/"))
                if "." in name:
                    yield name


def known_name(path: str) -> str:
    """The name by which a file is known here: however its letters are written."""
    return unicodedata.normalize("NFC", posixpath.basename(path)).casefold()

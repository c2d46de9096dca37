"""A digest of what a section says, the same for every way to format it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache

_INVISIBLE = re.compile(r"%%.*?%%|<!--(?:(?!<!--).)*?-->|\s\^[A-Za-z0-9-]+(?=\s|$)", re.S)
_TEX_WORDS = re.compile(r"\\(?:text|mathrm|textbf|operatorname)\{[^{}]*\}|\s+")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_ASCII = bytes(ord(chr(code).lower()) if chr(code).isalnum() and code < 128 else 32 for code in range(256))
# Scripts in which a line may be broken anywhere: there a space says nothing.
_BREAKABLE = re.compile(r" (?:(?<=[\u3040-\u9fff\uac00-\ud7af] )|(?=[\u3040-\u9fff\uac00-\ud7af]))")


def digest(pieces: Sequence[str]) -> str:
    """The digest of the words of headings, paragraphs, items and cells that follow each other."""
    text = " ".join(pieces)
    if "%%" in text or "<!--" in text or "^" in text:
        pieces = [_INVISIBLE.sub(" ", text)]
    return hashlib.sha256(_words(pieces).encode()).hexdigest()[:12]


def wordless(tex: str) -> str:
    """A formula without words and spaces: the same in all languages."""
    return _TEX_WORDS.sub("", tex)


def _words(pieces: Sequence[str]) -> str:
    """The words alone, in lower case."""
    said = ""
    for piece in pieces:
        words = _ascii_words(piece) if piece.isascii() else _other_words(piece)
        if said and words and not (_joins(said[-1]) or _joins(words[0])):
            said += " "
        said += words
    return said


def _joins(character: str) -> bool:
    return character >= "\u3040" and (character <= "\u9fff" or "\uac00" <= character <= "\ud7af")


def _ascii_words(text: str) -> str:
    """As `_other_words`, in a tenth of the time."""
    return b" ".join(text.encode().translate(_ASCII).split()).decode()


@lru_cache(maxsize=2048)  # many headings are the same on all cards
def _other_words(text: str) -> str:
    return _BREAKABLE.sub("", _BETWEEN_WORDS.sub(" ", text).strip()).casefold()

"""Titles that say the same in two languages: `Attention Mechanism (注意力机制)`, and what each page shows of them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Brackets behind a backslash are those of a formula.
_BOTH = re.compile(r"(.*\S)\s*(?<!\\)[(（]([^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*)(?<!\\)[)）]\s*", re.S)
_NAME = re.compile(r"(?:.*[,，]\s*)?([A-Za-z][\w.-]*)")
_WORD = re.compile(r"[a-z0-9]+")
_BRACKETS = re.compile(r"[(（]([^()（）]*)[)）]\s*")
_LIKE_A_NAME = re.compile(r"[a-z][A-Z]|[A-Z]{2}|\d")
_PICTURE = re.compile(r"^[^\w\s(（《“\"'\[]+\s+")


_LATIN = ("LATIN", "GREEK", "MATHEMATICAL", "MODIFIER", "SUPERSCRIPT", "SUBSCRIPT", "DOUBLE-STRUCK")  # and symbols
_WIDE = re.compile(r"[\u3000-\u303f\uff01-\uff65]")  # punctuation of Chinese and Japanese


def is_latin(text: str) -> bool:
    """Whether letters and punctuation are those of a language in Latin letters; a text without either is."""
    if text.isascii():
        return True
    return not _WIDE.search(text) and all(unicodedata.name(c, "").startswith(_LATIN) for c in text if c.isalpha())


def split(text: str) -> tuple[str, str]:
    """A title's own words, and the other language's in brackets behind them; "" where there are none."""
    found = _BOTH.fullmatch(text)
    if found is None or not any(c.isalpha() for c in found[1]) or not any(c.isalpha() for c in found[2]):
        return text, ""
    return (found[1], found[2]) if is_latin(found[1]) != is_latin(found[2]) else (text, "")


@lru_cache(maxsize=1 << 14)
def own_words(text: str) -> str:
    """A title in its page's language alone: `分组查询注意力 (Grouped-Query Attention, GQA)` → `分组查询注意力（GQA）`.

    A name that is the same in every language stays: one word with a capital or a digit inside.
    """
    own, other = split(text)
    name = _NAME.fullmatch(other) if other and not is_latin(own) else None
    if name is None or not _LIKE_A_NAME.search(name[1]) or name[1] in own:
        return own
    return f"{own}（{name[1]}）"


def misnamed(source: str, translated: str) -> str:
    """What a title in other letters calls the source's in brackets, if that is not how it is called there; "" otherwise.

    `Which tokens survive? (哪些词元会留下)` is so called by `哪些词元会留下 (Which 词元 survive?)`. A part of it will do.
    """
    own, other = split(source)
    if not other or not is_latin(own) or is_latin(split(translated)[0].split("(")[0]):
        return ""
    name = split(translated)[1] or "".join(_BRACKETS.findall(translated)[-1:])
    said, meant = (" ".join(_WORD.findall(text.casefold())) for text in (name, own))
    if not said or (is_latin(name) and (f" {said} " in f" {meant} " or f" {meant} " in f" {said} ")):
        return ""
    return name


def without_picture(text: str) -> str:
    """A title without the emoji in front of it."""
    return _PICTURE.sub("", text)

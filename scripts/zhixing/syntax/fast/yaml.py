"""YAML that can mean one thing only, read line by line: a fifth of the work of a YAML parser.

Front matter: `key: words`, `key: 12`, `key: [words, words]`, `key: ["words", "words"]`, `key:`; nearly all that cards
hold. And the record of translations: three levels of keys as the engine writes them.
"""

from __future__ import annotations

import re
from typing import Any

_OTHERS = frozenset(("true", "false", "null"))  # words that are values of another kind
_NOT = r""":#"'\[\]{}&*!|>%@`\\"""  # characters that may be more than themselves
_WORDS = re.compile(rf"[^\W\d_][^{_NOT}]*|⭐+")
_QUOTED = re.compile(r' *"([^"\\]*)" *(?:,|$)')
_HEAD = re.compile(r"(?:#[^\n]*\n)*")
_KEY = r'"([^"\\\n]+)":'
_SECTION = re.compile(rf"^    {_KEY} ([0-9a-f]{{12}} [0-9a-f]{{12}})\n", re.M)
_LANGUAGE = re.compile(rf"^  {_KEY}\n((?:    [^\n]+\n)+)", re.M)
_CARD = re.compile(rf"^{_KEY}\n((?:  [^\n]+\n)+)", re.M)


def read_plain(source: str) -> tuple[dict[str, Any], dict[str, int]] | None:
    """Values and key lines (the first is 2, below the dashes); None if a YAML parser has to say what it means."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(source.split("\n"), 2):
        if not line:
            continue
        key, colon, text = line.partition(":")
        if not (colon and key.isidentifier() and key.isascii() and line.isprintable()) or key.lower() in _OTHERS:
            return None
        if text and text[0] != " ":
            return None
        text = text.strip(" ")
        value = _value(text) if text else None
        if text and value is None:
            return None
        values[key] = value
        lines[key] = number
    return values, lines


def _value(text: str) -> str | int | list[str] | None:
    """What stands after the colon; None if that is not plain."""
    if _is_words(text):
        return text
    if text[0] in "123456789" and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if text[0] != "[" or text[-1] != "]":
        return None
    inside = text[1:-1].strip(" ")
    if not inside:
        return []
    if inside[0] == '"':
        return _quoted(inside)
    items = [item.strip(" ") for item in inside.split(",")]
    return items if all(map(_is_words, items)) else None


def _is_words(text: str) -> bool:
    return _WORDS.fullmatch(text) is not None and text.lower() not in _OTHERS


def _quoted(inside: str) -> list[str] | None:
    items, end = [], 0
    while end < len(inside):
        match = _QUOTED.match(inside, end)
        if match is None:
            return None
        items.append(match.group(1))
        end = match.end()
    return items if inside[-1] != "," else None


def read_translations(text: str) -> dict[str, dict[str, dict[str, str]]] | None:
    """The record of translations if every line is as the engine writes it, else None."""
    head = _HEAD.match(text)
    lines = text.count("\n", head.end() if head else 0)
    record = {
        card: {language: dict(_SECTION.findall(sections)) for language, sections in _LANGUAGE.findall(languages)}
        for card, languages in _CARD.findall(text)
    }
    read = sum(1 + len(languages) + sum(map(len, languages.values())) for languages in record.values())
    return record if lines == read > 0 and text.endswith("\n") and text.replace("\n", "").isprintable() else None

"""Words → the terms of the search index. `scripts/web/src/search/terms.ts` does the same to a query; a test compares the two.

A term is the stem of a Latin word or two neighbouring Chinese characters, so any Chinese phrase is found without a
dictionary. `multi-head`, `d_k` and `FlashAttention` are found by their parts and joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

# A word or words joined by marks; a run of Chinese; or a sign that has a name.
_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[-_^][A-Za-z0-9]+)*|[\u3400-\u9fff]+|√")
_JOINT = re.compile(r"[-_^]")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
_LARGE = dict(zip(_SMALL, "01234567890123456789aehijklmnoprstuvx", strict=True))
_SMALLS = re.compile(f"[{_SMALL}]")
_ROOT = ("sqrt", "根号")
_MOST_JOINED = 3  # parts of a word that are also found written as one
_SPELLINGS = {
    "grey": "gray",
    "artefact": "artifact",
    "programme": "program",
    "licence": "license",
    "defence": "defense",
    "paged": "page",
    "tiled": "tile",
    "gated": "gate",
    "fused": "fuse",
    "tied": "tie",
    "tying": "tie",
}
_VOWEL = re.compile(r"[aeiouy]")


def fold(text: str) -> str:
    """The form in which words are compared; of the same length, so that a place in one is a place in the other."""
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).replace("iz", "is")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """A folded Latin word without its ending and in one spelling: `normalised`, `normalisation` → `normalis`."""
    word = _SPELLINGS.get(word, word).replace("yz", "ys")
    if len(word) >= 6:
        word = word.replace("our", "or")
    word = _without_suffix(_singular(word))
    if word.endswith(("tre", "bre")):
        word = f"{word[:-2]}er"
    elif len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "0123456789" else word


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes", "ases")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "as")):
        return word[:-1]
    return word


def _without_suffix(word: str) -> str:
    for suffix, kept in (("isation", "is"), ("iser", "is"), ("ation", "at")):
        if len(word) > len(suffix) + 2 and word.endswith(suffix):
            return word[: -len(suffix)] + kept
    if len(word) > 5 and word.endswith("ing") and _VOWEL.search(word[:-3]):
        return word[:-3]
    if len(word) > 5 and word.endswith("ed") and not word.endswith("eed") and _VOWEL.search(word[:-2]):
        return word[:-2]
    return word


def terms(text: str) -> Iterator[str]:
    """Yield the terms of a text, in its order."""
    for token in _TOKEN.findall(_SMALLS.sub(_enlarged, text)):
        if token == "√":
            yield from _ROOT
        elif token >= "\u3400":
            yield from map(str.__add__, token, token[1:])
        else:
            yield from latin_terms(token)


def _enlarged(match: re.Match[str]) -> str:
    return _LARGE[match[0]]


@lru_cache(maxsize=1 << 16)
def latin_terms(token: str) -> tuple[str, ...]:
    """Terms of one word, or of some that are joined by marks: each of its parts, and what they make together."""
    parts = _JOINT.split(token)
    found = [term for part in parts for term in _part_terms(part)]
    if 1 < len(parts) <= _MOST_JOINED:
        found.append(stem(fold("".join(parts))))
    return tuple(found)


def _part_terms(part: str) -> Iterator[str]:
    if len(part) > 1:
        yield stem(fold(part))
    for piece in camel(part):
        yield stem(fold(piece))


def camel(word: str) -> list[str]:
    """The words in `FlashAttention` or `KVCache`; none in `RoPE`, which is one."""
    pieces = _CAMEL.findall(word)
    whole = len(pieces) > 1 and all(len(p) >= 3 or (p.isupper() and len(p) > 1) or p.isdigit() for p in pieces)
    return [piece for piece in pieces if len(piece) > 1] if whole else []


def surface(text: str) -> set[str]:
    """The folded Latin words of a text as they are written, without numbers: what a misspelt word is compared with."""
    return {word for word in re.findall(r"[a-z]{4,}", fold(text)) if len(word) <= 24}

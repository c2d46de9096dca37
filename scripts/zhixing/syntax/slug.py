"""Names that go into URLs, anchors, module and test names."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from zhixing.syntax.bilingual import split

# Nothing here may look far ahead from every place: a heading of 100,000 brackets must not take minutes.
_MARKUP = re.compile(
    r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]|!?\[([^\[\]]*)\]\([^()]*\)|[`*~$\\]|==|(?<!\w)_++|(?<!_)_++(?!\w)"
)
_NO_WORD = re.compile(r"[^\w\s-]+")
_OTHER = re.compile(r"[^A-Za-z0-9]+")
_GAPS = re.compile(r"[\s-]+")
_LONGEST = 40  # characters of a short anchor
_POINT = re.compile(r"(?<=\d)[.．](?=\d)")
_PUNCTUATION = re.compile(r'[!"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]+')


def plain(text: str) -> str:
    """Heading or sentence without Markdown marks: `The **math** of [[A|b]]` → `The math of b`."""
    return _MARKUP.sub(lambda m: m.group(1) or m.group(2) or "", text).strip()


@lru_cache(maxsize=1 << 14)
def anchor(text: str) -> str:
    """Anchor of a heading: letters and digits of any script, words joined by one dash."""
    return _GAPS.sub("-", _NO_WORD.sub("", plain(text).lower())).strip("-") or "section"


@lru_cache(maxsize=1 << 14)
def short_anchor(text: str) -> str:
    """Anchor of a heading with a translation: its number and first words, the other language left out.

    `2.3 Self, cross and masked attention (自注意力)` → `2-3-self-cross-and-masked-attention`.
    """
    whole = anchor(_POINT.sub("-", unicodedata.normalize("NFKC", split(plain(text))[0])))
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST + 1].rpartition("-")[0] or whole[:_LONGEST]


@lru_cache(maxsize=1 << 14)
def github_anchor(text: str) -> str:
    """Anchor that GitHub gives the same heading: every space a dash, nothing collapsed."""
    kept = "".join(
        c for c in plain(text).strip().lower() if c.isalnum() or c in "_- " or unicodedata.category(c) in ("Mn", "Mc")
    )
    return kept.replace(" ", "-")


@lru_cache(maxsize=1 << 14)
def heading_key(text: str) -> str:
    """The form in which Obsidian compares a link's heading with a heading: punctuation and case do not count."""
    return " ".join(_PUNCTUATION.sub(" ", unicodedata.normalize("NFC", text)).split()).casefold()


def name_key(text: str) -> str:
    """The form in which file names and aliases are compared."""
    return unicodedata.normalize("NFC", text).replace("\u00a0", " ").strip().casefold()


def module_name(card_name: str) -> str:
    """`Multi-Head_Attention` → `multi_head_attention`; a name that is no identifier gets a leading underscore."""
    name = _identifier(card_name).lower() or "card"
    return name if name.isidentifier() and not keyword.iskeyword(name) else f"_{name}"


def function_name(block_name: str) -> str:
    """`variance-of-the-dot-product` → `variance_of_the_dot_product`."""
    return _identifier(block_name)


@lru_cache(maxsize=1 << 14)
def _identifier(text: str) -> str:
    """Characters that Python allows inside a name; runs of others become one underscore: `x²` → `x2`, `a②b` → `a2b`."""
    if text.isascii():
        return _OTHER.sub("_", text).strip("_")
    kept = "".join(c if f"a{c}".isidentifier() else " " for c in unicodedata.normalize("NFKC", text))
    return "_".join(kept.replace("_", " ").split())


def unique(name: str, taken: dict[str, int], key: Callable[[str], str] = str) -> str:
    """The name, or the name with the first number that makes its key unlike all that are taken."""
    base, count = name, taken.get(key(name), 0)
    while key(name) in taken:
        count += 1
        taken[key(base)] = count
        name = f"{base}-{count}"
    taken[key(name)] = 1
    return name

"""Chinese sentences have Chinese marks: no half-width comma, colon or bracket touches a Chinese character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from this_vault import ROOT, this_vault
from zhixing.page.words import ZH
from zhixing.syntax import inline
from zhixing.syntax.comments import removed
from zhixing.syntax.slug import plain

HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
HALF = re.compile(rf"(?<=[{HAN}])(?:[,;:!?]|\.(?=\s|$)|\))|\((?=[{HAN}])|[,;!?]\s*(?=[{HAN}])")
NOT_PROSE = ("math", "display", "code", "comment", "html", "rule", "literal")
CARDS = [card for card in this_vault().cards.values() if card.lang == "zh"]


def prose(text: str) -> str:
    """A text with an `x` for each formula and each piece of code, and without the marks of emphasis."""
    made, start = [], 0
    for piece in inline.pieces(text):
        made.append(text[start : piece.start()])
        made.append("x" if piece.lastgroup in NOT_PROSE else plain(piece.group()))
        start = piece.end()
    return re.sub(r"\*\*|==|[*~]", "", "".join([*made, text[start:]]))


def wrong(text: str) -> list[str]:
    """Each such mark with what stands around it."""
    bare = prose(text)
    return [bare[max(0, match.start() - 8) : match.end() + 8] for match in HALF.finditer(bare)]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.key)
def test_no_half_width_mark_stands_beside_chinese(card) -> None:
    lines = removed(card.shown).split("\n")
    for block in card.blocks:
        first, last = block.span.line - 1, block.span.line + block.code.count("\n") + 1
        lines[first:last] = [""] * len(lines[first:last])
    assert wrong("\n".join(lines[card.front.height :])) == []


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value.values()


def test_nor_in_the_words_of_the_site() -> None:
    assert [place for one in fields(ZH) for text in _texts(getattr(ZH, one.name)) for place in wrong(text)] == []


def test_the_rule_finds_what_it_should() -> None:
    assert len(wrong("**查询**, `k`, 键; 值: 三样(都要)!")) == 6
    assert (
        wrong(
            "本质定义 (First Principles)，Vaswani et al. (2017)，形状 (B, T, S) 的查询：`f(查询, 键)` 与 $a,\\text{键}$、1.5 倍。"
        )
        == []
    )


WORDS = re.compile(r"<text[^>]*>([^<]+)")
PICTURES = sorted((ROOT / "docs/zh").glob("*/*.svg"))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_words_in_a_chinese_picture_are_chinese(picture) -> None:
    words = [word for word in WORDS.findall(picture.read_text(encoding="utf-8")) if re.search("[A-Za-z]{2}", word)]
    assert not words or re.search(f"[{HAN}]", picture.read_text(encoding="utf-8")), words


ENGLISH = [card for card in this_vault().cards.values() if card.lang == "en"]


def left_in_english(title: str) -> list[str]:
    """In the Chinese that stands in brackets at the end of an English title: words for which Chinese has its own."""
    at = title.rfind("(") if title.endswith(")") else len(title)
    return re.findall(r"\btokens?\b", title[at:])


@pytest.mark.parametrize("card", ENGLISH, ids=lambda card: card.key)
def test_the_chinese_in_an_english_title_is_chinese(card) -> None:
    assert [heading.text for heading in card.headings if left_in_english(heading.text)] == []


def test_the_rule_of_titles_finds_what_it_should() -> None:
    assert left_in_english("2.5 Multi-token prediction (多 token 预测)") == ["token"]
    assert left_in_english("2.1 Tokens (词元)") == left_in_english("Tokens") == []

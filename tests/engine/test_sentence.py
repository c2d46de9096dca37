"""The sentence around a link, as the backlinks show it."""

from __future__ import annotations

import pytest
from zhixing.syntax.sentence import sentence_around

LONG = "word " * 80


def around(text: str, piece: str) -> str:
    start = text.index(piece)
    return sentence_around(text, start, start + len(piece))


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("One. Two [[A]] b! Three.", "[[A]]", "Two [[A]] b!"),
        ("第一句。见 [[A]] 一节；第三句。", "[[A]]", "见 [[A]] 一节；"),
        ("v1.5 of [[A]] is 3.2 long", "[[A]]", "v1.5 of [[A]] is 3.2 long"),
        ("[[A]]<br>[[B]] and more<br/>[[C]]", "[[A]]", "[[A]]"),
        ("[[A]]<br>[[B]] and more<br/>[[C]]", "[[B]]", "[[B]] and more"),
        ("[[A]]<br>[[B]] and more<br/>[[C]]", "[[C]]", "[[C]]"),
        ("Make it a [[A]] by adding `[!info]` above. Next", "[[A]]", "Make it a [[A]] by adding `[!info]` above."),
        ("Add `[!tip]-` to a [[A]] here! Next", "[[A]]", "Add `[!tip]-` to a [[A]] here!"),
        ("[!warning]- Title with [[A]]\nbody", "[[A]]", "Title with [[A]]"),
        ("[!note|wide]+ Title\nbody of [[A]]! End", "[[A]]", "body of [[A]]!"),
        ("", "", ""),
    ],
)
def test_it_ends_where_a_sentence_or_a_line_of_a_cell_ends(text: str, piece: str, expected: str) -> None:
    assert around(text, piece) == expected


def test_what_is_too_long_is_cut_between_words_and_outside_links() -> None:
    text = f"{LONG}[[{'y' * 290}|shown]] [[A]] [[{'z' * 400}]] {LONG}"
    assert around(text, "[[A]]") == "… [[A]] …"
    cut = around(f"{LONG}[[A]] {LONG}", "[[A]]")
    assert cut.startswith("… word word") and cut.endswith("word word …")
    assert len(cut) < 620

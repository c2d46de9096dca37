"""A drawing in a notebook is called by the words that stand in it."""

from __future__ import annotations

import pytest
from zhixing.page.figure_names import with_names
from zhixing.page.inline_svg import inlined
from zhixing.page.words import words

TEXTS = '<g><path d="M0 0"/></g><text>loss</text><g><text x="1"> 0.5 </text></g><text>step <tspan>&amp; epoch</tspan></text>'


@pytest.mark.parametrize(
    ("drawing", "name"),
    [
        (f'<svg role="img" fill="x">{TEXTS}<style>a b</style></svg>', "Figure: loss, step &amp; epoch"),
        ('<svg role="img"><text>loss</text><text>loss</text><text>−1</text></svg>', "Figure: loss"),
        ('<svg role="img"><text>3 × 10</text><path/></svg>', "Figure"),
        (f'<svg role="img">{"".join(f"<text>word{n:03}a</text>" for n in range(99))}</svg>', None),
    ],
)
def test_a_drawing_is_named_by_its_words(drawing: str, name: str | None) -> None:
    html = with_names(f"<p>before</p>{drawing}<p>after</p>", "Figure", ": ", ", ")
    said = html.partition('aria-label="')[2].partition('"')[0]
    assert said == name if name else 200 < len(said) <= 320
    assert html.replace(f' aria-label="{said}"', "") == f"<p>before</p>{drawing}<p>after</p>"


def test_what_has_a_name_or_is_no_picture_stays() -> None:
    html = '<svg role="img" aria-label="x"><text>a</text></svg><svg role="img"><title>t</title></svg><svg><text>b</text></svg>'
    assert with_names(html, "Figure", ": ", ", ") == html


def test_each_of_two_drawings_has_its_own() -> None:
    html = '<svg role="img"><text>one</text></svg>between<svg role="img"><text>two</text></svg>'
    named = with_names(html, "图", "：", "、")
    assert (
        named
        == '<svg role="img" aria-label="图：one"><text>one</text></svg>between<svg role="img" aria-label="图：two"><text>two</text></svg>'
    )


@pytest.mark.parametrize(
    ("inside", "alt", "name"),
    [
        ("<text>损失</text><text>步数</text>", "", "图：损失、步数"),
        ("<text>损失</text>", "一座峡谷", "一座峡谷"),
        ("<path/>", "", "adam valley"),
    ],
)
def test_a_drawing_of_a_card_is_called_by_its_words_and_not_by_its_file(inside: str, alt: str, name: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor" aria-label="Axes">{inside}</svg>'
    html = inlined(svg.encode(), "zh/training/adam_valley.svg", alt, "", "", words("zh"))
    assert html.count("aria-label=") == 1
    assert f'role="img" aria-label="{name}"' in html

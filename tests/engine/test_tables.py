"""A table stands in a frame that scrolls before any script has run."""

from __future__ import annotations

import pytest
from zhixing.page.tables import with_frames

ROW = "<tr><td>a</td></tr>"


@pytest.mark.parametrize("start", ["<table>", '<table data-pair="3">', '<table id="t" data-class="x">'])
def test_a_table_gets_its_frame(start: str) -> None:
    table = f"{start}\n{ROW}\n</table>"
    framed = f'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">{table}</div></div>'
    assert with_frames(f"<p>x</p>{table}<p>y</p>{table}") == f"<p>x</p>{framed}<p>y</p>{framed}"


@pytest.mark.parametrize(
    "html",
    [
        f'<table class="own">{ROW}</table>',
        f"<table><tr><td><table>{ROW}</table></td></tr></table>",
        "<pre><code>&lt;table&gt;</code></pre>",
        "<tablet>x</tablet>",
    ],
)
def test_what_is_no_plain_table_stays(html: str) -> None:
    assert with_frames(html) == html

"""What passes safe mode is what the handbook says, and nothing that the engine makes is lost by it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from zhixing.page.policy import with_policy
from zhixing.page.safe_html import ATTRIBUTES, SCHEMES, STYLES, TAGS, clean
from zhixing.page.safe_svg import is_active_svg, is_safe_svg

PAGE = Path(__file__).parents[2] / "docs/en/contributing/safe-html.md"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"{}>{}</svg>'


def listed() -> dict[str, str]:
    """The lists as the handbook shows them."""
    return {
        "Elements": textwrap.fill(" ".join(sorted(TAGS)), 120),
        "Attributes": "\n".join(
            textwrap.fill(f"{tag}: {' '.join(sorted(names))}", 120, subsequent_indent="   ")
            for tag, names in sorted(ATTRIBUTES.items())
        ),
        "Styles": textwrap.fill(" ".join(sorted(STYLES)), 120),
    }


def test_the_handbook_shows_the_lists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, words in listed().items():
        assert f"## {name}\n\n```text\n{words}\n```\n" in text, f"under {name} write:\n{words}"
    assert f"`{'`, `'.join(sorted(SCHEMES))}`" in text


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ('<b onclick="x">a</b>', "<b>a</b>"),
        ("a<script>b</script>c", "ac"),
        ('<a href="javascript:x">a</a>', "<a>a</a>"),
        ('<a href="a.md#b">a</a>', '<a href="a.md#b">a</a>'),
        ('<a href="obsidian://open?vault=x" target="_top">a</a>', '<a href="obsidian://open?vault=x">a</a>'),
        (
            '<img src="data:image/svg+xml,x"><img src="data:image/png;base64,aa">',
            '<img><img src="data:image/png;base64,aa">',
        ),
        (
            "<img src=//x.y/p><audio src='http:x.y'></audio><video poster='\\\\x.y'>",
            "<img><audio></audio><video></video>",
        ),
        ('<p style="width:1px;background-color:u\\72l(//x)">a</p>', "<p>a</p>"),
        ('<p style="width:calc(1px + 2px)">a</p>', '<p style="width:calc(1px + 2px)">a</p>'),
        ('<p style="color: red; position: fixed">a</p>', '<p style="color:red">a</p>'),
        ('<div id="__config" class="x">a</div>', '<div class="x">a</div>'),
        ("</div></article>a", "a"),
        ("<p>a<b>b", "<p>a<b>b</b></p>"),
        ("&#2;wzxhzdk:0&#x3;&#29", "wzxhzdk:0"),
        ('<div data-study="quiz" data-md-component="x">', '<div data-study="quiz"></div>'),
    ],
)
def test_html_is_cleaned(html: str, kept: str) -> None:
    assert clean(html) == kept


@pytest.mark.parametrize(
    ("attributes", "inside"),
    [
        (' onload="x"', ""),
        ("", "<script>x</script>"),
        ("", "<foreignObject/>"),
        ("", '<a href="javascript:x"/>'),
        ("", '<set attributeName="href" to="javascript:x"/>'),
        ("", '<use href="data:x"/>'),
        ("", '<rect style="fill:url(https://x)"/>'),
        ("", "<style>*{}</style>"),
        ("", "<!-- <script> -->"),
        ("", "<![CDATA[<script>]]>"),
        ("", "<title><script/></title>"),
        ("", '<image href="x.png"/>'),
        ("", "<g>"),
        ("", "<SCRIPT>x</SCRIPT>"),
        ("", "&x;"),
        (' xmlns:h="http://www.w3.org/1999/xhtml"', "<h:script>x</h:script>"),
    ],
)
def test_a_drawing_that_does_more_than_draw_is_no_part_of_a_page(attributes: str, inside: str) -> None:
    assert not is_safe_svg(SVG.format(attributes, inside))


def test_a_drawing_that_draws_is_safe() -> None:
    drawn = '<defs><g id="a"/></defs><use href="#a"/><rect style="fill:url(#a)" width="1"/><text>a &lt; b</text><title>t</title>'
    assert is_safe_svg(SVG.format(' viewBox="0 0 1 1"', drawn))
    assert is_safe_svg(SVG.format("", "<clippath><lineargradient/></clippath>")), "as a parser of HTML writes it"
    assert not is_active_svg(SVG.format("", "<style>.a{}</style><!-- Inkscape -->").encode())
    assert is_active_svg(SVG.format("", "<script>x</script>").encode()) and is_active_svg(b'<svg onload = "x">')


@pytest.mark.parametrize(
    "drawing",
    [
        SVG.format("", '<a href="&#106;avascript:x()"><text>x</text></a>'),
        SVG.format(' xmlns:xlink="http://www.w3.org/1999/xlink"', '<a xlink:href="java&#9;script:x()"/>'),
        '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]>' + SVG.format("", ""),
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("", "&a;"),
        '<é:svg xmlns:é="http://www.w3.org/2000/svg"><é:script>x()</é:script></é:svg>',
        '<?xml-stylesheet type="text/xsl" href="#s"?>' + SVG.format("", ""),
        SVG.format("", '<t:element xmlns:t="http://www.w3.org/1999/XSL/Transform" name="script"/>'),
        SVG.format("", '<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=//x"/>'),
        SVG.format("", '<animateTransform begin="0s"/>'),
        SVG.format("", '<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'),
        SVG.format("", "<rect><script>x()</script>"),  # no XML, but a browser runs what stands before the fault
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_drawing_that_may_run_is_known_however_it_is_written(drawing: str, encoding: str) -> None:
    assert is_active_svg(drawing.encode(encoding))


@pytest.mark.parametrize(
    "drawing",
    [
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">'
        + SVG.format("", "<metadata><x:y xmlns:x='x'/></metadata><g style='fill:url(#a)'/>"),
        SVG.format(
            "", '<image href="data:image/png;base64,AAAA"/><a href="https://example.org/?on=1"><text>on = 1</text></a>'
        ),
        SVG.format(
            "", "<filter id='a'><feBlend/></filter><style>@font-face{src:url(data:font/woff2;base64,AA)}</style>"
        ),
    ],
)
def test_a_drawing_that_only_draws_is_shown(drawing: str) -> None:
    assert not is_active_svg(drawing.encode())


def test_scripts_of_the_template_are_allowed_and_none_of_the_note() -> None:
    page = '<head><meta charset="utf-8"><script>a()</script><script src="x"></script><script type="application/json">{}</script></head>'
    body = "<article><p>x</p><script>b()</script></article>"
    made = with_policy(page + body, "<p>x</p><script>b()</script>")
    assert made.count("'sha256-") == 1 and made == with_policy(page + body, "not there")
    assert with_policy(page, None).startswith('<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"')

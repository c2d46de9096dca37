"""Check and page read inline text by one table: what the one finds, the other shows, on any text."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_markdown_ext import PlainHost, read_cases
from test_obsidian import VaultHost
from zhixing.model import Card, Config, Vault
from zhixing.page.context import Context
from zhixing.syntax.parse import parse_card
from zhixing.vault.resolve import Index

PIECES = [
    *(
        "[[N]]",
        "[[N|text]]",
        "[[N#H]]",
        "![[N]]",
        "![[p.png]]",
        "![[p.png|9]]",
        "[[",
        "]]",
        "![[",
        "|",
        "]",
        "[",
    ),
    *("https://a.b/c", "http://", "^[", "^[n]", "^[ [[N]] ]", "^id", "#🎉", "#a🎉"),
    *("#tag", "#a/b", "#1", "#", "==", "=", "===", "====", "==m==", "== m ==", "a==b==c"),
    *("`", "``", "`c`", "``c ` d``", "`[[N]]`", "\\", "\\`", "\\[", "\\=", "\\%", "\\#", "\\!", "\\\\"),
    *("%%", "%%c%%", "%%[[N]]%%", "%", "<!-- h -->", "<!--", "-->", "<b>", "</b>", "<i title='[[N]]'>", "<", ">"),
    *(
        "$x$",
        "$$y$$",
        "$",
        "$[[N]]$",
        "(",
        ")",
        "（",
        "，",
        "。",
        " ",
        " ",
        "\n",
        "a",
        "字",
        "*",
        "**",
        "_",
        "~~",
        "!",
        "&",
        "^",
        "/",
    ),
    *('<a href="N.md#H">', "</a>", '<img src="p.png" title="[[N]] href=N.md">', "<!-- <img src=p.png> -->"),
    *("[t](N.md)", "[t](N.md#H)", "![t](p.png)", "[t](#A)", "[t", "{{x}}"),
]


FOLDER = Path(tempfile.gettempdir()) / "zhixing-one-grammar"


def vault_of(text: str) -> tuple[Card, Vault]:
    note = parse_card("N.md", "", "N", "note\n\n# H\n")
    page = parse_card("A.md", "", "A", f"# A\n\n{text}\n")
    return page, Vault(Config(docs=".", html="trusted"), {"A.md": page, "N.md": note}, ("p.png",))


def _without_embeds(html: str) -> str:
    """The page with a mark in the place of each note that is shown in it: what that holds is not this page's."""
    while (start := html.find('<div class="zx-embed">')) >= 0:
        depth = 0
        for tag in re.finditer(r"<(/?)div\b", html[start:]):
            depth += -1 if tag[1] else 1
            if not depth:
                break
        end = html.index(">", start + tag.end()) + 1 if not depth else len(html)
        html = f"{html[:start]}<embed>{html[end:]}"
    return html


def facts(text: str, host: VaultHost | PlainHost | None = None) -> tuple[dict[str, int], dict[str, int]]:
    """How many of each kind the check finds, and how many the page shows, by default with the config that `init` writes."""
    page, vault = vault_of(text)
    host = host or VaultHost(FOLDER)
    html = host.nested(Context(page, Index(vault), host)).convert(page.body)
    html = re.sub('&#109;.*?(?=")', "mailto:", html)  # an address of e-mail, which Python-Markdown disguises
    html = _without_embeds(html)
    wiki = [link for link in page.links if link.wiki]
    notes = [
        link for link in page.links if link.embed and not link.wiki and link.target in ("N.md", "")
    ]  # `![t](N.md)`, `![t](#A)`
    found = {
        "links": sum(not link.embed for link in wiki),
        "embeds": sum(link.embed for link in wiki) + len(notes),
        "Markdown links": sum(not link.wiki and not link.embed for link in page.links),
        "pictures": sum(not link.wiki and link.embed for link in page.links) - len(notes),
        "tags": len(page.tags),
        "marks": len(page.marks),
    }
    tags = set(re.findall(r'class="zx-tag" href="/tags#([^"]*)"', html))
    pictures = html.count('class="zx-image"')
    shown = {
        "links": html.count('class="wikilink"') + len(re.findall(r'<span class="zx-broken" title="link \[', html)),
        "embeds": html.count("<embed>")
        + pictures
        + len(re.findall(r'class="zx-broken" title="(?:link !|embed)', html)),
        "Markdown links": len(re.findall(r'<a (?![^<>]*class=)[^<>]*href="(?![A-Za-z]+:)', html)),
        "pictures": len(re.findall(r'<img (?![^<>]*class=)[^<>]*src="(?![a-z]+:)', html)),
        "tags": len(tags),
        "marks": len(re.findall(r"<mark\b", html)),
    }
    if "![[N" in text:  # a note is shown between paragraphs: a Markdown link cannot hold it
        del found["Markdown links"], shown["Markdown links"]
    return found, shown


STARTS = [
    *(
        "",
        "",
        "",
        "> ",
        "> > ",
        "- ",
        "  - ",
        "1. ",
        "- [ ] ",
        "    ",
        "\t",
        "# ",
        "## ",
        "| ",
        "> [!note] ",
        "> [!tip]- ",
        "> - ",
    ),
    *("[^1]: ", "<div>", "%% ", "$$ "),
]
LINES = [
    *(
        "",
        "",
        "```python",
        "```",
        "~~~",
        "````",
        "> ```",
        "- ```",
        "    ```",
        "---",
        "***",
        "===",
        "%%",
        "<!--",
        "-->",
        "$$",
        "|-|-|",
    ),
    *(
        "<div>",
        "</div>",
        "<pre>",
        "</pre>",
        "<details>",
        "</details>",
        "^id",
        "[r]: N.md",
        "[^1]: [[N]]",
        "> ",
        ">",
        "- ",
    ),
]
block_lines = st.one_of(
    st.sampled_from(LINES),
    st.tuples(st.sampled_from(STARTS), st.lists(st.sampled_from(PIECES), max_size=4).map("".join)).map("".join),
)
texts = st.lists(block_lines, min_size=1, max_size=8).map("\n".join)


@pytest.mark.thorough
@settings(deadline=None, max_examples=250)
@given(texts)
def test_page_shows_what_the_check_finds_in_blocks(text: str) -> None:
    found, shown = facts(text)
    assert found == shown


@pytest.mark.nightly
@settings(deadline=None, max_examples=10_000)
@given(texts)
def test_page_shows_what_the_check_finds_in_thousands_of_blocks(text: str) -> None:
    found, shown = facts(text)
    assert found == shown


@pytest.mark.nightly
@settings(deadline=None, max_examples=20_000)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map("".join))
def test_page_shows_what_the_check_finds_in_thousands_of_texts(text: str) -> None:
    found, shown = facts(text)
    assert found == shown


@pytest.mark.thorough
@settings(deadline=None, max_examples=500)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join))
def test_page_shows_what_the_check_finds(text: str) -> None:
    found, shown = facts(text)
    assert found == shown


def test_a_block_id_with_nothing_above_it_is_no_id_of_the_page() -> None:
    card = parse_card("A.md", "", "A", "[^1]: \n$$ `（`c`[[N]]\n。a[\n![[\n> [!tip]- |`c`\n[r]: N.md\n^id")
    host = PlainHost()
    host.nested(Context(card, Index(Vault(Config(docs="."), {"A.md": card}, ())), host)).convert(card.body)


@pytest.mark.parametrize(
    "text",
    [
        "<T://x [[N]]> <https://a.b/c d> <https://a.b/c>",
        "- [r]: N.md",
        "- a\n  1. [r]: N.md\n  2. [t][r]",
        "> ^[ [[N]]]",
        "> [!x ^[ [[N]]]\n> b",
        "^[ [[N]]#H]",
        "- ^[n]#H\n  - a",
        "- [[N]]#H\n  - a",
        "- `c`#H\n\n  b",
        "> - *a*#H\n>   1. b",
        "[]() ![]() [a](<>) [b]( )",
        "[^[ []]] [^[a]](N.md)",
        "x[^1]\n\n[^1]: a\n\n    [[N]] #tag\n\n    - ==m== [t](N.md)\n\n        ```\n        [[N]]\n        ```\n\n[[N]]",
        "x[^1]\nmore\n[^1]: a\n[^2]: b\n\n    [[N]]\n    more\n\n    [[N]]\n\n[[N]]",
        "[^1]: \n```python\n\n[^1]: ",
        "x[^1]\n\n[^1]: ",
        "[p<div cl](a.o)g=b) m>",
        ">[!N](N.md)",
        "![a [t](N.md) b](p.png) ![[x] y](p.png) [[x] y](N.md)",
        "term\n: def #a\n\n    #b more [[N]]",
        "[](<a>/) [t](x<b>y) [t](N.md\\)",
        '[t](a`b`c) [t](N\\.md) [t](<N.md> "a \\" b") [t](a`b c`d)',
        "#tag\n[^1]: [[N]]\n\nx[^1]",
        "- [[N]]\n[^1]: #tag\n\nx[^1]",
        "> #tag\n[^1]: ==m==\n[^2]: [[N]]\nx\n\nx[^1][^2]",
        "|a|b|\n|-|-|\n|#tag|x[^1]|\n[^1]: [[N]]",
        ">[![[N]]\n> [[N]]",
        "![t](#A)[[N]]",
        "\x03<div>[[N]]",
        "\x02#a $\x03$[](N)$ \\\x03[[N]]",
    ],
)
def test_page_shows_what_the_check_finds_in_what_once_differed(text: str) -> None:
    found, shown = facts(text)
    assert found == shown


@pytest.mark.parametrize("text", [case.values[0] for case in read_cases()], ids=[case.id for case in read_cases()])
def test_page_shows_what_the_check_finds_in_a_fixture(text: str) -> None:
    found, shown = facts(text, PlainHost())
    assert found == shown

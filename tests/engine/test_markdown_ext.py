"""Markdown → HTML as Obsidian shows it. The cases are in fixtures/markdown/*.md: add a case, not code.

A case is a title, the Markdown and what its HTML must hold, set off by lines with a single dot.
A line that starts with `≠` must not be in the HTML.
"""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown import Markdown
from zhixing.model import Card, Config, Vault
from zhixing.page.context import Context
from zhixing.page.extension import ZhixingExtension
from zhixing.syntax.parse import parse_card
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index, Target

FIXTURES = Path(__file__).parent / "fixtures" / "markdown"
VOID = frozenset(("area", "br", "col", "embed", "hr", "img", "input", "link", "source", "track", "wbr"))
EXTENSIONS = [
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.arithmatex",
    "pymdownx.betterem",
    "pymdownx.highlight",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "pymdownx.tasklist",
]
OPTIONS = {
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.highlight": {"pygments_lang_class": True},
    "pymdownx.tabbed": {"alternate_style": True},
    "pymdownx.tasklist": {"custom_checkbox": True},
}
FIGURE = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" role="img" fill="currentColor"><clipPath id="clip"/><g clip-path="url(#clip)">
<use href="#clip"/></g></svg>"""


class PlainHost:
    """A host whose addresses are the paths in the vault."""

    def address(self, path: str, anchor: str) -> str:
        return "/" + path.removesuffix(".md") + (f"#{anchor}" if anchor else "")

    def tag_address(self, tag: str) -> str:
        return f"/tags#{tag}"

    def read(self, path: str) -> bytes | None:
        return FIGURE if path.endswith("figure.svg") else None

    def nested(self, context: Context) -> Markdown:
        return Markdown(extensions=[*EXTENSIONS, ZhixingExtension(context)], extension_configs=OPTIONS)


def split_cases(text: str, name: str) -> list[tuple[str, str, str]]:
    """Title, Markdown and HTML of each case; a case that is not whole is an error, not left out."""
    *parts, rest = text.split("\n.\n")
    assert not rest.strip(), f"{name}: the last case is not closed by a line with a dot"
    titles = [title.strip() for title in parts[0::3]]
    for title in titles:
        assert title and "\n" not in title, f"{name}: no title of a case: {title!r}"
    assert len(set(titles)) == len(titles), f"{name}: two cases have one title"
    return list(zip(titles, parts[1::3], parts[2::3], strict=True))


def read_cases() -> list[pytest.param]:
    return [
        pytest.param(text, expected, id=f"{file.stem}: {title}")
        for file in sorted(FIXTURES.glob("*.md"))
        for title, text, expected in split_cases(file.read_text(encoding="utf-8"), file.name)
    ]


@pytest.fixture(scope="module")
def vault() -> Vault:
    files = [f"folder/{name}" for name in ("pic.png", "figure.svg", "talk.mp3", "film.mp4", "paper.pdf")]
    loaded = load_vault(FIXTURES / "vault", Config(docs="."), cache=False)
    return Vault(loaded.config, loaded.cards, tuple(files))


def page_of(text: str) -> Card:
    return parse_card("Page.md", "", "Page", text)


def render(text: str, vault: Vault) -> str:
    page = page_of(text)
    whole = Vault(vault.config, {**vault.cards, page.path: page}, vault.files)
    host = PlainHost()
    return host.nested(Context(page, Index(whole), host)).convert(text)


@pytest.mark.parametrize(("text", "expected"), read_cases())
def test_html_holds_what_the_case_says(text: str, expected: str, vault: Vault) -> None:
    html = render(text, vault)
    for line in _fragments(expected):
        if line.startswith("≠ "):
            assert line[2:] not in html, html
        else:
            assert line in html, html


def _fragments(expected: str) -> list[str]:
    """One fragment a line; a paragraph that is not closed on its line goes on below."""
    fragments: list[str] = []
    for line in expected.split("\n"):
        if fragments and fragments[-1].startswith("<p>") and line.endswith("</p>") and not line.startswith("<"):
            fragments[-1] += "\n" + line
        elif line.strip():
            fragments.append(line)
    return fragments


def test_every_link_the_engine_finds_is_a_link_on_the_page(vault: Vault) -> None:
    """No more and no fewer; an embed that leads nowhere is shown as a broken link."""
    index = Index(vault)
    for text, _ in (case.values for case in read_cases()):
        page = page_of(text)
        html = render(text, vault)
        wiki = [link for link in page.links if link.wiki]
        plain = [link for link in wiki if not link.embed]
        dead = [link for link in wiki if link.embed and not isinstance(index.resolve(link, page), Target)]
        assert links_shown(html) == len(plain) + len(dead), text


class _Links(HTMLParser):
    """Counts the links of a page's own text: what an embed brings along is another card's."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.inside: list[str] = []  # open elements from the embed on

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if self.inside or "zx-embed" in classes:
            self.inside += [tag] if tag not in VOID else []
        elif {"wikilink", "zx-broken"} & set(classes):
            self.count += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            del self.inside[len(self.inside) - 1 - self.inside[::-1].index(tag) :]


def links_shown(html: str) -> int:
    parser = _Links()
    parser.feed(html)
    parser.close()
    return parser.count


def test_links_beside_an_embed_are_counted() -> None:
    embed = '<div class="zx-embed"><p><a class="wikilink" href="/a">a</a><br></p><div></div></div>'
    assert links_shown(embed) == 0
    assert links_shown(f'<a class="wikilink" href="/b">b</a>{embed}<span class="zx-broken">c</span>') == 2


@pytest.mark.parametrize(
    "text",
    [
        "one\n.\ntext\n.\n<p>text</p>\n",  # the last dot is missing
        "one\n.\ntext\n.\ntwo\n.\nmore\n.\n<p>more</p>\n.\n",  # no HTML
        "one\n.\ntext\n.\n<p>text</p>\n\ntwo\n.\nmore\n.\n<p>more</p>\n.\n",  # no dot between two cases
        "one\n.\na\n.\n<p>a</p>\n.\none\n.\nb\n.\n<p>b</p>\n.\n",  # one title twice
    ],
)
def test_a_case_that_is_not_whole_is_an_error(text: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        split_cases(text, "cases.md")


def test_without_a_context_nothing_changes() -> None:
    text = "Text\n- [[a]] ==b== %%c%%\n\n# A\n"
    assert Markdown(extensions=[ZhixingExtension()]).convert(text) == Markdown().convert(text)


def test_a_very_deep_chain_of_embeds_ends(vault: Vault) -> None:
    chain = {f"N{i}.md": parse_card(f"N{i}.md", "", f"N{i}", f"level {i}\n\n![[N{i + 1}]]") for i in range(40)}
    deep = Vault(vault.config, {**vault.cards, **chain}, ())
    html = render("![[N0]]", deep)
    assert "level 3" in html
    assert "level 9" not in html
    assert "zx-embed-cycle" in html

"""Markdown → HTML as Obsidian shows it. The cases are in fixtures/markdown/*.md: add a case, not code.

A case is a title, the Markdown and what its HTML must hold, set off by lines with a single dot.
A line that starts with `≠` must not be in the HTML.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown import Markdown
from zhixing.load import load_vault
from zhixing.markdown_ext import ZhixingExtension
from zhixing.model import Card, Config, Vault
from zhixing.parse import parse_card
from zhixing.render import Context
from zhixing.resolve import Index

FIXTURES = Path(__file__).parent / "fixtures" / "markdown"
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
    "pymdownx.mark",
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


def read_cases() -> list[pytest.param]:
    cases = []
    for file in sorted(FIXTURES.glob("*.md")):
        parts = file.read_text(encoding="utf-8").split("\n.\n")
        for title, text, expected in zip(parts[0::3], parts[1::3], parts[2::3], strict=False):
            cases.append(pytest.param(text, expected, id=f"{file.stem}: {title.strip()}"))
    return cases


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
    for text, _ in (case.values for case in read_cases()):
        page = page_of(text)
        html = render(text, vault)
        plain_links = [link for link in page.links if link.wiki and not link.embed]
        shown = html.count('class="wikilink"') + html.count('class="zx-broken"')
        embedded = [link for link in page.links if link.wiki and link.embed]
        assert shown >= len(plain_links), text
        assert embedded or shown <= len(plain_links), text


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

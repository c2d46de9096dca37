"""A note as Obsidian shows it, with the config that `zhixing init` writes: fixtures/obsidian/*.md, one for each page of Obsidian's
help that says how something is written. Add a case, not code.

A case is a title, the note and the whole tree of its page, an element a line. The page is what the check reads, too:
links, embeds, tags and footnotes are as many on both sides.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown import Markdown
from mkdocs.config import load_config
from test_markdown_ext import VOID, split_cases
from zhixing.hosts.cli.init import site_config
from zhixing.model import Card, Config, Vault
from zhixing.page.context import Context
from zhixing.page.extension import ZhixingExtension
from zhixing.page.furniture import CardFurniture, Workshop
from zhixing.syntax import inline
from zhixing.syntax.parse import parse_card
from zhixing.vault.resolve import Index

FIXTURES = Path(__file__).parent / "fixtures" / "obsidian"
NOTES = {
    "Note.md": "---\naliases: [Other name, 别名]\n---\n# Note\n\nfirst\n\n## Part\n\nwords of the part ^block\n\n### Deep\n\ndeep\n",
    "Folder/Three laws.md": "laws\n",
}
FILES = ("Folder/pic.png", "Folder/talk.mp3", "Folder/film.mp4", "Folder/paper.pdf")


@cache
def extensions(folder: Path) -> tuple[list[Any], dict[str, Any]]:
    """What `zhixing init` asks of Python-Markdown."""
    folder.mkdir(exist_ok=True)
    (folder / "mkdocs.yml").write_bytes(site_config(Vault(Config(docs="."), {}, ()), "x"))
    config = load_config(str(folder / "mkdocs.yml"))
    return [one for one in config.markdown_extensions if isinstance(one, str)], config.mdx_configs


class VaultHost:
    """A host whose addresses are the paths in the vault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def address(self, path: str, anchor: str) -> str:
        return "/" + path.removesuffix(".md") + (f"#{anchor}" if anchor else "")

    def tag_address(self, tag: str) -> str:
        return f"/tags#{tag}"

    def read(self, path: str) -> bytes | None:
        return None

    def nested(self, context: Context) -> Markdown:
        names, options = extensions(self.folder)
        return Markdown(extensions=[*names, ZhixingExtension(context)], extension_configs=options)


def page_of(text: str, host: VaultHost) -> tuple[Card, str]:
    """What the check reads of a note, and its page."""
    page = parse_card("Page.md", "", "Page", text)
    cards = {path: parse_card(path, "", path.removesuffix(".md"), note) for path, note in NOTES.items()}
    vault = Vault(Config(docs=".", line_breaks="kept", properties="table"), {**cards, "Page.md": page}, FILES)
    context = Context(page, Index(vault), host, offset=page.front.height)
    context.furniture = CardFurniture(context, Workshop(vault, None), lambda category: "", lambda name, line: "")
    return page, host.nested(context).convert(page.body)


class _Tree(HTMLParser):
    """An element a line, indented by its depth; words in quotation marks."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.depth = 0
        self.is_verbatim = 0
        self.after_break = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = "".join(f" {name}" if not value else f' {name}="{value}"' for name, value in attrs)
        self.lines.append("  " * self.depth + tag + said)
        self.after_break = tag == "br"
        if tag not in VOID:
            self.depth += 1
            self.is_verbatim += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.depth -= 1
            self.is_verbatim -= tag == "pre"

    def handle_data(self, data: str) -> None:
        words = data if self.is_verbatim else re.sub(r"\s+", " ", data.lstrip("\n") if self.after_break else data)
        self.after_break = False
        if words.strip() or (self.is_verbatim and words):
            self.lines.append("  " * self.depth + '"' + words.replace("\n", "⏎") + '"')


def tree(html: str) -> str:
    parser = _Tree()
    parser.feed(html)
    parser.close()
    assert parser.depth == 0, "an element is not closed"
    return "\n".join(parser.lines)


CASES = [
    pytest.param(text, expected, id=f"{file.stem}: {title}")
    for file in sorted(FIXTURES.glob("*.md"))
    for title, text, expected in split_cases(file.read_text(encoding="utf-8"), file.name)
]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> VaultHost:
    return VaultHost(tmp_path_factory.mktemp("profile"))


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_page_is_what_obsidian_shows(text: str, expected: str, host: VaultHost) -> None:
    page, html = page_of(text, host)
    layout = r'<wbr>| class="zx-slim"'  # where a long word may break and how wide a column is: no matter of Obsidian
    assert tree(re.sub(layout, "", html)) == expected
    own = re.sub(r'<div class="zx-embed">.*?\n</div>', "<embed>", html, flags=re.S)  # what it holds is not this page's
    wiki = [link for link in page.links if link.wiki]
    broken = len(re.findall(r'class="zx-broken"', own))
    assert own.count('class="wikilink"') + broken == sum(not link.embed for link in wiki) + sum(
        link.embed and link.target.startswith("No such") for link in wiki
    )
    assert set(re.findall(r'class="zx-tag" href="/tags#([^"]*)"', own)) == set(page.tags)
    notes = sum(len(inline.note_spans(paragraph)) for paragraph in page.body.split("\n\n"))
    assert len(re.findall(r'href="#fn:inline-\d+"', own)) == notes or "`" in text

"""The files of a site that are no pages of cards: address below its root, and text, bytes or the file to copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from zhixing.blocks.extract import module_source
from zhixing.model import Card, Config
from zhixing.page import licences
from zhixing.page.drawing import PARTS, PROGRAM
from zhixing.page.furniture import Workshop
from zhixing.page.module_page import module_page
from zhixing.page.search import Exercise, emit_search
from zhixing.syntax.slug import plain

SiteFile = tuple[str, str | bytes | Path]

FOLDER = "assets/zx"
_TOOLS = frozenset({PROGRAM})  # they make pages and are no part of them
_AT_THE_ROOT = frozenset({"sw.js"})  # it serves what lies below it


def asset_files(built: Path | None) -> Iterator[SiteFile]:
    """Scripts, styles and fonts from the folder in which they were built, if they were, and the licences of all."""
    bundled = ""
    for path in sorted(path for path in built.rglob("*") if path.is_file()) if built else ():
        name = path.relative_to(built or path).as_posix()
        if name == licences.NAME:
            bundled = path.read_text(encoding="utf-8")
        elif name not in _TOOLS and not name.startswith(PARTS):
            yield name if name in _AT_THE_ROOT else f"{FOLDER}/{name}", path
    yield f"{FOLDER}/{licences.NAME}", licences.site_notices(bundled)


def module_pages(workshop: Workshop, paths: Iterable[str], back: Callable[[str, str], str]) -> Iterator[SiteFile]:
    """The pages of the modules made from the cards at `paths`; `back` gives the way from a folder to a card's page."""
    wanted = set(paths)
    for name, card in workshop.modules.items():
        if card.path in wanted:
            folder = f"{workshop.package}/{name}"
            way = back(card.path, f"{folder}/")
            root = "../" * (folder.count("/") + 1)
            html = module_page(f"{folder}.py", module_source(card), plain(card.title), way, root)
            yield f"{folder}/index.html", html


def search_files(
    pages: Iterable[tuple[Card, str]], config: Config, exercises: Iterable[Exercise]
) -> Iterator[SiteFile]:
    """The search index; `pages` are the cards, each with its address."""
    for name, data in emit_search(pages, config, exercises).items():
        yield f"{FOLDER}/{name}", data

"""Pages of the last build that would come out the same: kept, with what was cut out of them. `ZHIXING_KEEP=0` keeps none."""

from __future__ import annotations

import logging
import os
import zlib
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import write_file

from zhixing.hosts.mkdocs import notebooks, patches
from zhixing.hosts.mkdocs.drawn import Drawing
from zhixing.hosts.mkdocs.inputs import Inputs, are_known, engine
from zhixing.hosts.mkdocs.pages import Pages
from zhixing.hosts.mkdocs.shared import Shared
from zhixing.hosts.mkdocs.site import Site
from zhixing.model import Card
from zhixing.study.items import StudyItem
from zhixing.study.pages import StudyPages
from zhixing.vault.read import cache_file, read_cache, read_file
from zhixing.vault.write import forget_others, write_cache


@dataclass(frozen=True)
class Kept:
    """A page as it was written, what the other pages see of it, and the digests of what it was made from."""

    near: str
    exact: str
    html: bytes  # packed
    title: Any
    meta: dict[str, Any]
    anchors: set[str] | None
    items: tuple[StudyItem, ...]


class CompiledTemplates(BytecodeCache):
    """Templates as Jinja compiled them: it sees itself whether they are those of their source and of this Python."""

    def __init__(self, root: Path) -> None:
        self._folder = cache_file(root, "templates").with_suffix("")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Nothing if there is none, or it cannot be read."""
        kept = read_cache(self._folder / bucket.key)
        if isinstance(kept, bytes):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one for the next build."""
        write_cache(self._folder / bucket.key, bucket.bytecode_to_string())


class _Said(logging.Handler):
    """Counts what is warned of: such a page is made again, so that it is warned of again."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


class KeptPages:
    """One whole build, in all languages."""

    def __init__(self, site: Site, pages: Pages, study: StudyPages, drawing: Drawing, shared: Shared) -> None:
        self._site, self._pages, self._study, self._shared = site, pages, study, shared
        self._plugins = site.config.plugins
        self._folder = cache_file(site.root, "pages").with_suffix("")
        self._is_on = not site.is_server and are_known(site.config) and os.environ.get("ZHIXING_KEEP") != "0"
        self._engine = engine(drawing.version) if self._is_on else ""
        self._inputs: dict[str, Inputs] = {}  # of the language that is being built
        self._kept: dict[str, bytes] = {}  # by the address of the file, packed
        self._fresh: dict[str, tuple[Card, str]] = {}  # those that are to be remembered, and what is near them
        self._files: set[Path] = set()
        self._said = _Said(logging.WARNING)
        self._before = 0
        self.nav = Navigation([], [])  # of the language that is being built
        if self._is_on:
            logging.getLogger("mkdocs").addHandler(self._said)
            patches.keep_pages(self)

    def take(self, page: Page, config: MkDocsConfig, files: Files) -> bool:
        """Whether a page is taken from the last build; MkDocs then sees it as if it had been rendered."""
        self._before = self._said.count
        card = self._site.card(page) if config.plugins is self._plugins else None
        if card is None or not self._all(files).is_settled(card):
            return False
        near, file = self._inputs[self._site.language].of(page, card, None), self._file(page)
        self._files.add(file)
        kept = read_cache(file)
        if isinstance(kept, Kept) and kept.near != near and kept.exact == self._exact(page, card):
            kept = replace(kept, near=near)
            write_cache(file, kept)
        if not isinstance(kept, Kept) or kept.near != near:
            self._fresh[page.file.dest_uri] = (card, near)
            return False
        page.title, page.meta, page.present_anchor_ids = kept.title, kept.meta, kept.anchors
        self._study.restore(card, kept.items)
        self._kept[page.file.dest_uri] = kept.html
        return True

    def rendered(self, page: Page) -> None:
        """A page of which something was said is not remembered: it is said again in the next build."""
        if self._said.count != self._before:
            self._fresh.pop(page.file.dest_uri, None)

    def write(self, page: Page) -> bool:
        """Write a page that was taken."""
        self._before = self._said.count
        html = self._kept.pop(page.file.dest_uri, None)
        if html is not None:
            write_file(zlib.decompress(html), page.file.abs_dest_path)
            notebooks.copy_source(page, self._site.config)
        return html is not None

    def made(self, page: Page) -> None:
        """Remember a page that was made."""
        self.rendered(page)
        card, near = self._fresh.pop(page.file.dest_uri, (None, ""))
        html = read_file(Path(page.file.abs_dest_path)) if card is not None else None
        if card is not None and html is not None:
            packed = zlib.compress(html, 1)
            exact, items = self._exact(page, card), self._study.known(card)
            meta = dict(page.meta)
            write_cache(self._file(page), Kept(near, exact, packed, page.title, meta, page.present_anchor_ids, items))

    def finish(self) -> None:
        """All languages are built: forget the pages that are gone."""
        logging.getLogger("mkdocs").removeHandler(self._said)
        if self._is_on:
            forget_others(self._folder, self._files)

    def _all(self, files: Files) -> Inputs:
        lang = self._site.language
        if lang not in self._inputs:
            self._inputs = {lang: Inputs(self._site, files, self.nav, (self._engine, self._shared.told))}
        return self._inputs[lang]

    def _exact(self, page: Page, card: Card) -> str:
        """The digest of what a page is made from; a notebook's is that of all that is near."""
        return (
            "" if card.is_notebook else self._inputs[self._site.language].of(page, card, self._pages.added(page, card))
        )

    def _file(self, page: Page) -> Path:
        return self._folder / f"{blake2b(page.file.dest_uri.encode(), digest_size=12).hexdigest()}.pickle"

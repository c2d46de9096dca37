"""What the build draws for the pages of MkDocs: asked for when the first page needs it, kept for the next build."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from zhixing.hosts.mkdocs.site import Site, log
from zhixing.model import Card
from zhixing.page import assets
from zhixing.page.diagrams import with_diagrams
from zhixing.page.drawing import Drawings, Drawn, Wanted
from zhixing.page.formulas import Refused, with_formulas, with_plain_formulas
from zhixing.page.kept import MissingError


class Drawing:
    """Draws formulas and diagrams; without node the browser has to, and the build says so."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @cached_property
    def _drawings(self) -> Drawings | None:
        """None where the site's own assets are not used, or cannot be had: `Generated` has said why."""
        if not (assets.WEB.is_dir() and self._site.is_material):
            return None
        cache = assets.asset_cache()
        try:
            drawings = Drawings(assets.build_assets(cache), cache)
        except MissingError as error:
            log.info(f"formulas and diagrams are left to the reader's browser: {error}")
            return None
        return drawings if drawings.can_draw else None

    @property
    def version(self) -> str:
        """What draws; "" if nothing does."""
        return self._drawings.version if self._drawings else ""

    def draw(self, wanted: Iterable[Wanted]) -> dict[Wanted, Drawn]:
        """Each with what became of it."""
        return self._drawings.draw(wanted) if self._drawings else {}

    def page(self, html: str, page: Page, card: Card | None) -> str:
        """The page and its contents list with everything drawn; what cannot be is warned of."""
        if self._drawings is None:
            return html
        try:
            for entry in page.toc:
                self._contents(entry)
            html, refused = with_formulas(with_diagrams(html, self.draw), self.draw)
        except MissingError as error:
            self._give_up(error)
            return html
        for one in refused:
            log.warning(f"{_place(one, page, card)}: F026 TeX cannot read {_short(one.tex)}: {one.error}")
        return html

    def text(self, html: str) -> str:
        """A piece of a page that has been drawn, and its warnings given, before."""
        if self._drawings is None:
            return html
        try:
            return with_formulas(with_diagrams(html, self.draw), self.draw)[0]
        except MissingError as error:
            self._give_up(error)
            return html

    def keep(self) -> None:
        """Remember for the next build."""
        if self._drawings:
            self._drawings.keep()
            self._drawings.close()

    def _contents(self, entry: AnchorLink) -> None:
        entry.title = with_plain_formulas(entry.title, self.draw)
        for child in entry.children:
            self._contents(child)

    def _give_up(self, error: MissingError) -> None:
        log.warning(f"formulas and diagrams are left to the reader's browser: {error}")
        self._drawings = None


def _place(refused: Refused, page: Page, card: Card | None) -> str:
    """Where the formula stands; the card's first line if it came in with an embed."""
    if card is None:
        return page.file.src_uri
    wanted = refused.tex.split()
    lines = (line for tex, line in card.formulas if tex.split() == wanted)
    return f"{card.path}:{next(lines, 1)}"


def _short(tex: str) -> str:
    line = " ".join(tex.split())
    return line if len(line) <= 60 else f"{line[:59]}…"

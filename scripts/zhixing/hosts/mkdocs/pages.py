"""A page of MkDocs on its way from Markdown to HTML: the card it shows, and what the site adds around it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from zhixing.hosts.mkdocs import escaped, notebooks, patches
from zhixing.hosts.mkdocs.drawn import Drawing
from zhixing.hosts.mkdocs.host import SiteHost
from zhixing.hosts.mkdocs.site import Site
from zhixing.model import Card, Diagnostic, Span
from zhixing.page import embed
from zhixing.page.addresses import language_root
from zhixing.page.backlinks import backlinks_html
from zhixing.page.canvas import canvas_html
from zhixing.page.context import Context
from zhixing.page.extension import ZhixingExtension
from zhixing.page.findings import panel
from zhixing.page.furniture import CardFurniture
from zhixing.page.index_pages import CATEGORIES, index_html
from zhixing.page.notebook_page import NotebookFurniture, cells_html
from zhixing.page.offline import MANIFEST
from zhixing.page.pairs import marks
from zhixing.page.phrases import pieces
from zhixing.page.tables import with_frames
from zhixing.page.text import description, former_anchors, page_title, shown_text, titled
from zhixing.page.unshown import box, fatal
from zhixing.page.words import words
from zhixing.study.deck import deck_uri
from zhixing.study.items import StudyItem
from zhixing.study.pages import StudyPages, collected
from zhixing.study.tasks import catalogue_uri
from zhixing.syntax.bilingual import own_words
from zhixing.syntax.comments import hidden, hidden_value
from zhixing.syntax.notebook import stored_path
from zhixing.vault.config import is_card

Highlighted = dict[tuple[str, str], str]


def _shorten(entries: Iterable[AnchorLink], terms: Collection[str]) -> None:
    """The list of contents in one language, as the headings themselves say both, and where its lines may end."""
    for entry in entries:
        entry.title = "<wbr>".join(pieces(own_words(entry.title), terms))
        _shorten(entry.children, terms)


class Pages:
    """MkDocs renders one page at a time: the extension is told which."""

    def __init__(
        self,
        site: Site,
        host: SiteHost,
        study: StudyPages,
        extension: ZhixingExtension,
        highlighted: Highlighted,
        drawing: Drawing,
    ) -> None:
        self._site = site
        self._drawing = drawing
        self._host = host
        self._study = study
        self._extension = extension
        self._highlighted = highlighted
        self._asked: list[StudyItem] = []  # by the page that is being rendered
        self._broken: Diagnostic | None = None  # why the page that is being rendered could not be
        self.named: set[str] = set()  # sources of pages whose title is the card's

    def source(self, page: Page) -> str | None:
        """The text of the card as the vault has it: MkDocs would fail on bytes that are no text, and on a notebook.

        Without front matter it would take a first line such as `Word: text` for some: an empty line keeps it from that.
        """
        card = self._site.card(page)
        return None if card is None else card.text if card.front.height else f"\n{card.text}"

    def markdown(self, markdown: str, page: Page, files: Files) -> str:
        """What is rendered next."""
        self._host.page = page.url
        self._extension.context = None
        card = self._site.card(page)
        self._broken = None
        if card is None:
            return markdown
        if fatal(card) is not None:
            self._describe(page, card, "")
            return ""
        if card.is_canvas:
            self._describe(page, card, card.shown)
            self._asked = []
            self._extension.context = Context(card, self._site.index, self._host, highlighted=self._highlighted)
            return ""
        if not self._site.is_safe:
            card = replace(card, shown=hidden(card.text))  # scripts and styles as they are written
        card, offset, text = shown_text(card, markdown)
        self._describe(page, card, text)
        context = Context(card, self._site.index, self._host, offset, highlighted=self._highlighted)
        context.pairs = marks(card, self._site.vault)
        self._asked = collected(context)
        self._furnish(context, page, files)
        self._extension.context = context
        patches.guard(page, partial(self._failed, card))
        return text

    def _failed(self, card: Card, error: Exception) -> None:
        """A page could not be made: it gets a box, and the others are made."""
        what = "nested too deep to be shown" if isinstance(error, RecursionError) else f"cannot be shown: {error!r}"
        self._broken = Diagnostic(Span(card.path, 1), "F030", what, "nest it less, or cut it in two")
        self._site.say(self._broken)

    def _describe(self, page: Page, card: Card, text: str) -> None:
        if not card.front.written:
            page.meta.clear()  # MkDocs reads what was refused, however large it becomes
        page.meta.update({key: hidden_value(value) for key, value in page.meta.items()})
        page.meta.setdefault("title", page_title(card))
        page.meta.setdefault("description", description(card, text))
        if page.file.src_uri in self.named:
            page.title = escaped.words(page_title(card))
        page.meta = escaped.usable_meta(dict(page.meta), self._site.config)
        if self._site.is_safe:
            page.meta = escaped.safe_meta(page.meta, self._site.config)

    def _furnish(self, context: Context, page: Page, files: Files) -> None:
        card, workshop = context.card, self._site.workshop
        context.furniture = self._furniture(context)
        if card.is_notebook:
            data = self._site.vault.notebooks[card.path]
            context.cells = cells_html(card, data, notebooks.convert(page, self._site.config, files))
            context.furniture = NotebookFurniture(context, workshop, data)

    def _furniture(self, context: Context) -> CardFurniture:
        host = self._host
        furniture = CardFurniture(context, self._site.workshop, host.category_address, host.module_address)
        furniture.task_address = host.task_address
        return furniture

    def content(self, html: str, page: Page) -> str:
        """The finished page: formulas drawn, tables in their frames."""
        drawn = self._drawing.page(self._whole(html, page), page, self._site.card(page))
        return with_frames(drawn) if self._site.is_material else drawn

    def _whole(self, html: str, page: Page) -> str:
        """The page with what stands below the card, or what a generated page consists of."""
        self._host.page = page.url
        context, self._extension.context = self._extension.context, None
        if page.file.src_uri in self._site.indexes:
            index, _ = self._site.indexes[page.file.src_uri]
            sheet = self._host.sheet_address if index.kind == CATEGORIES else None
            return html + index_html(index.groups, self._host.address, index.lang, sheet)
        card = self._site.card(page)
        if card is None:
            return html
        broken = self._broken or fatal(card)
        if broken is not None:
            self._study.keep(card, ())
            html = box(broken, card.lang)
        elif card.is_canvas and context is not None:
            self._study.keep(card, ())
            html = canvas_html(context, card, embed.render)
        elif context is not None:
            self._study.keep(card, self._asked)
        if card.lang:
            _shorten(page.toc, self._site.index.terms)
        html = panel(self._site.findings.get(card.path, ()), card.lang) + html
        return titled(card, html) + self._near(card) + self._below(card) + self._origin(card, page)

    def _below(self, card: Card) -> str:
        vault = self._site.vault
        return backlinks_html(card, self._site.survey, vault.cards, vault.config, self._host.address)

    def added(self, page: Page, card: Card) -> Iterator[str]:
        """All that other cards, the tests and the tasks have to do with the page of a card that is no notebook."""
        self._host.page = page.url
        context = self._extension.context = Context(card, self._site.index, self._host)
        furniture = self._furniture(context)
        yield furniture.header()
        for block in card.python_blocks():
            yield furniture.badge(block)
            yield furniture.proof(block)
        self._extension.context = None
        yield self._below(card)

    def _origin(self, card: Card, page: Page) -> str:
        """When the page was last changed, and where it can be edited, as far as both are known."""
        say, day = words(card.lang), self._site.changed.get(stored_path(card.path) if card.is_notebook else card.path)
        parts = [say.changed.format(f'<time datetime="{day}">{day}</time>')] if day else []
        if page.edit_url:
            parts.append(f'<a href="{escape(page.edit_url)}" rel="edit noopener">{say.edit}</a>')
        return f'\n<p class="zx-origin" data-search-exclude>{" · ".join(parts)}</p>' if parts else ""

    def _near(self, card: Card) -> str:
        """The place of the card's own graph, on a page whose scripts draw it."""
        vault = self._site.vault
        if not self._site.is_material or (vault.config.profile == "cards" and not is_card(card, vault.config)):
            return ""
        summary = words(card.lang).near
        graph = f'<div data-graph="{escape(card.key)}"></div>'
        return f'\n<details class="zx-near" data-search-exclude><summary>{summary}</summary>{graph}</details>'

    def _sheet(self, card: Card, page: Page) -> str:
        """The way to the sheet of questions of the card's category."""
        self._host.page = page.url
        return self._host.sheet_address(card)

    def _lines(self, title: str) -> str:
        return "<wbr>".join(pieces(title, self._site.index.terms))

    def names(self, page: Page) -> dict[str, Any]:
        """What the theme's templates want to know: where the deck and the tasks are, the former ids of the page, where the
        lines of a title may end."""
        card = self._site.card(page)
        lang = card.lang if card else self._site.language
        former = former_anchors(card) if card else ""
        manifest = language_root(lang, self._site.default) + MANIFEST
        return {
            "zx_graph": lang,
            "zx_deck": deck_uri(lang),
            "zx_tasks": catalogue_uri(lang),
            "zx_former": former,
            "zx_manifest": manifest,
            "zx_lines": self._lines,
            "zx_sheet": self._sheet(card, page) if card and (card.questions or card.quizzes) else "",
        }

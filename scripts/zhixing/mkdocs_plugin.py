"""The MkDocs plugin: the one module that knows MkDocs. Moving to another host costs this file."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from jinja2 import Environment
from markdown import Markdown
from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from zhixing import assets, frontmatter, index_pages, mkdocs_notebooks, mkdocs_root, read
from zhixing.backlinks import Followed, Survey, backlinks_html, survey
from zhixing.changes import affected, edited, is_listed_differently, still_followed
from zhixing.config import ConfigError, make_config
from zhixing.furniture import CardFurniture, Workshop
from zhixing.load import load_vault
from zhixing.markdown_ext import ZhixingExtension
from zhixing.mkdocs_serve import Built, quick_builder
from zhixing.model import Card, Config, Vault
from zhixing.module_page import module_page
from zhixing.notebook import SOURCE, source_path, stored_path
from zhixing.notebook_page import NotebookFurniture, cells_html
from zhixing.page_text import description, page_title
from zhixing.parse import parse_card
from zhixing.record import NAME as RECORD
from zhixing.record import parse_record
from zhixing.render import Context
from zhixing.resolve import Index
from zhixing.search_index import emit_search
from zhixing.slug import plain
from zhixing.snippets import module_source
from zhixing.study_deck import study_deck
from zhixing.study_model import Deck, StudyItem
from zhixing.study_pages import StudyPages, page_items

log = get_plugin_logger("zhixing")
mkdocs_root.let_through()
_AFTER_I18N = -150  # mkdocs-static-i18n replaces the files at -100 and knows no generated ones


class PluginConfig(base.Config):  # type: ignore[no-untyped-call]
    """The fields of `zhixing.model.Config`; the docs folder is MkDocs' own option."""

    languages = c.Optional(c.ListOfItems(c.Type(str)))
    profile = c.Optional(c.Choice(("cards", "vault")))
    snippets = c.Optional(c.Type(str))
    pages = c.Optional(c.ListOfItems(c.Type(str)))
    untranslated = c.Optional(c.ListOfItems(c.Type(str)))
    notebooks = c.Optional(c.ListOfItems(c.Type(str)))
    order = c.Optional(c.ListOfItems(c.Type(str)))
    record = c.Optional(c.Type(str))
    time_limit = c.Optional(c.Type(int))
    max_bytes = c.Optional(c.Type(int))


class ZhixingPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """Cards as pages. One instance lives as long as `mkdocs serve`."""

    def __init__(self) -> None:
        self._extension = ZhixingExtension()
        self._root = Path()
        self._vault = Vault(Config(), {}, ())
        self._index = Index(self._vault)
        self._survey = Survey()
        self._workshop = Workshop(self._vault, None)
        self._addresses: dict[str, str] = {}  # path in the vault → URL from the root of the site
        self._index_pages: dict[str, tuple[str, str]] = {}  # source of a generated page → language, kind
        self._groups: dict[tuple[str, str], tuple[str, dict[str, list[Card]]]] = {}
        self._mkdocs: MkDocsConfig | None = None
        self._is_server = False
        self._built: list[Built] = []  # one a language
        self._nav = Navigation([], [])
        self._named: set[str] = set()  # sources of pages whose title is the card's
        self._highlighted: dict[tuple[str, str], str] = {}
        self._study = StudyPages(self)
        self._decks: dict[str, Deck] = {}  # by language
        self._page = ""  # URL of the page that is being rendered

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Its presence makes MkDocs keep this instance between the builds of `mkdocs serve`."""
        self._is_server = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the vault, once for all languages, and join the Markdown extensions and the theme."""
        self._mkdocs = config
        mkdocs_root.leave_out(config)
        extensions: list[Any] = config.markdown_extensions
        if self._extension not in extensions:
            extensions.append(self._extension)
        overrides = str(assets.WEB / "overrides")
        if config.theme.name == "material" and overrides not in config.theme.dirs and assets.WEB.is_dir():
            config.theme.dirs.insert(1 if config.theme.custom_dir else 0, overrides)
        if not getattr(config.plugins.get("i18n"), "building", False):
            self._load(config)
        return config

    def _load(self, config: MkDocsConfig) -> None:
        self._built.clear()
        self._addresses.clear()
        self._study.forget()
        self._decks.clear()
        docs = Path(config.docs_dir)
        root = Path(config.config_file_path).parent if config.config_file_path else docs.parent
        inside = docs.is_relative_to(root)
        self._root = root if inside else docs
        options = {field.name: self.config.get(field.name) for field in fields(Config) if field.name != "docs"}
        given = {name: value for name, value in options.items() if value is not None}
        given["docs"] = docs.relative_to(root).as_posix() if inside else "."
        try:
            settings = make_config(given, sorted(entry.name for entry in docs.iterdir() if entry.is_dir()))
        except ConfigError as error:
            raise PluginError(str(error)) from error
        self._take(load_vault(self._root, settings), {})
        if settings.notebooks:
            mkdocs_notebooks.prepare(config, {self._uri(path) for path in self._vault.notebooks})

    def _take(self, vault: Vault, known: dict[str, list[Followed]]) -> None:
        """Make a vault the current one; `known` are links that were followed before."""
        settings = vault.config
        before = set(self._survey.problems) if known else set()
        self._vault = vault
        self._index = Index(vault)
        self._survey = survey(vault, self._index, known)
        tested = parse_record(read.read_bytes(self._root, f"{settings.snippets}/{RECORD}"))
        self._workshop = Workshop(self._vault, tested)
        for finding in self._survey.problems:
            if finding in before:
                continue
            hint = f"\n  hint: {finding.hint}" if finding.hint else ""
            log.warning(f"{finding.span.path}:{finding.span.line}: {finding.code} {finding.problem}{hint}")

    @event_priority(_AFTER_I18N)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add assets, modules and index pages; learn the address of every file."""
        for file in [file for file in files if self._is_source(file.src_uri)]:
            files.remove(file)
        current, default = self._language(config), self._default(config)
        self._learn(files, default)
        self._add_index_pages(files, config, current, default)
        self._add_home(files, config, current, default)
        if current == default:
            for file in self._modules(config, set(self._vault.cards)):
                files.append(file)
            self._add_assets(files, config)
            self._add_search(files, config)
        return files

    def _is_source(self, uri: str) -> bool:
        """Whether a file of the docs folder is no part of the site: the record, and notebooks as they are written."""
        path = self._path(uri)
        return path == self._vault.config.record or (path in self._vault.cards and self._vault.cards[path].is_notebook)

    def _learn(self, files: Files, default: str) -> None:
        for path in [*self._vault.cards, *self._vault.files]:
            uri = self._uri(path)
            file = files.src_uris.get(uri)
            if file is not None:
                self._addresses[path] = file.url
            elif path not in self._addresses and path in self._vault.cards and not uri.endswith(SOURCE):
                folder = posixpath.splitext(uri.removeprefix(f"{default}/"))[0]  # a page of another language
                self._addresses[path] = f"{folder.removesuffix('index')}/".replace("//", "/")

    def _add_index_pages(self, files: Files, config: MkDocsConfig, current: str, default: str) -> None:
        """In every language, since each page knows its alternates; under i18n only the current ones are built."""
        self._groups.clear()
        self._index_pages.clear()
        made: dict[str, dict[str, File]] = {index_pages.TAGS: {}, index_pages.CATEGORIES: {}}
        for lang in self._vault.config.languages or ("",):
            cards = [card for card in self._vault.cards.values() if card.lang == lang]
            for kind, groups in index_pages.all_groups(cards).items():
                uri = f"{lang}/{kind}.md" if lang else f"{kind}.md"
                if not groups or uri in files.src_uris:
                    continue
                text = index_pages.index_source(kind, lang)
                file = File.generated(config, uri, content=text, inclusion=InclusionLevel.NOT_IN_NAV)
                file.alternates = made[kind]  # type: ignore[attr-defined]  # as mkdocs-static-i18n has it
                if lang and lang == default:
                    file.dest_uri = file.dest_uri.removeprefix(f"{lang}/")
                made[kind][lang] = file
                self._groups[lang, kind] = (file.url, groups)
                if current in ("", lang):
                    files.append(file)
                    self._index_pages[uri] = (lang, kind)

    def _add_home(self, files: Files, config: MkDocsConfig, current: str, default: str) -> None:
        """A first page for a vault that has none."""
        start = f"{current}/" if current else ""
        cards = (card for card in self._vault.cards.values() if card.lang == current)
        pages = [(page_title(card), self._uri(card.path).removeprefix(start)) for card in cards]
        file = mkdocs_root.home_file(files, config, current, pages)
        if file is not None:
            if current == default:
                file.dest_uri = file.dest_uri.removeprefix(start)
            files.append(file)

    def _modules(self, config: MkDocsConfig, paths: set[str]) -> Iterator[File]:
        for name, card in self._workshop.modules.items():
            if card.path in paths:
                folder = f"{self._workshop.package}/{name}"
                back = get_relative_url(self._addresses.get(card.path, ""), f"{folder}/")
                html = module_page(f"{folder}.py", module_source(card), plain(card.title), back)
                yield File.generated(config, f"{folder}/index.html", content=html)

    def _add_assets(self, files: Files, config: MkDocsConfig) -> None:
        if not assets.WEB.is_dir() or config.theme.name != "material":
            return
        try:
            built = assets.build_assets(_asset_cache())
        except assets.AssetError as error:
            log.warning(str(error))
            return
        for path in sorted(built.rglob("*")):
            if path.is_file():
                uri = f"assets/zx/{path.relative_to(built).as_posix()}"
                files.append(File.generated(config, uri, abs_src_path=str(path)))

    def _add_search(self, files: Files, config: MkDocsConfig) -> None:
        if config.theme.name == "material" and assets.WEB.is_dir():
            pages = (
                (card, self._addresses[path]) for path, card in self._vault.cards.items() if path in self._addresses
            )
            for uri, data in emit_search(pages).items():
                files.append(File.generated(config, f"assets/zx/{uri}", content=data))

    def _changed_decks(self, config: MkDocsConfig, langs: Iterable[str]) -> Iterator[File]:
        """The decks of these languages, where there is something to ask and it is not what the site has already."""
        for lang in langs:
            deck = study_deck(self._vault, lang, self._index, self._study)
            if (deck.items or lang in self._decks) and deck != self._decks.get(lang):
                self._decks[lang] = deck
                yield File.generated(config, f"assets/study/deck.{lang or 'all'}.json", content=deck.to_json())

    def place(self, card: Card) -> tuple[str, str] | None:
        """URL of a card's page and of its language's root."""
        assert self._mkdocs is not None
        root = f"{card.lang}/" if card.lang and card.lang != self._default(self._mkdocs) else ""
        return (self._addresses[card.path], root) if card.path in self._addresses else None

    def ask(self, card: Card) -> tuple[StudyItem, ...]:
        """What the page of a card asks, if this build did not render it."""
        self._page = self._addresses.get(card.path, "")
        return page_items(card, self._index, self)

    @event_priority(_AFTER_I18N)
    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Give every page its title, also those that a partial build does not read."""
        for page in nav.pages:
            card = self._card(page)
            if card is not None and page.title is None:  # the site's own nav may name it
                page.title = page_title(card)
                self._named.add(page.file.src_uri)
        order = {folder: place for place, folder in enumerate(self._vault.config.order)}
        nav.items.sort(key=lambda item: order.get(self._folder(item), len(order)))
        for section in nav.items:
            if isinstance(section, Section):
                section.children.sort(key=lambda item: order.get(self._inside(item), len(order)))
        pages = list(_pages(nav.items))
        for page, before, after in zip(pages, [None, *pages], [*pages[1:], None], strict=False):
            page.previous_page, page.next_page = before, after
        self._nav = nav
        return nav

    def _folder(self, item: StructureItem) -> str:
        """The folder that a section of the navigation stands for; pages without one come first."""
        while isinstance(item, Section) and item.children:
            item = item.children[0]
        folder, _, rest = self._inside(item).partition("/")
        return folder if rest else next(iter(self._vault.config.order), "")

    def _inside(self, item: StructureItem) -> str:
        """The path of a page inside its language, as the config names it; "" for anything else."""
        path = PurePosixPath(item.file.src_uri) if isinstance(item, Page) else PurePosixPath()
        parts = path.with_suffix("").parts if path.name else ()
        return "/".join(parts[1:] if parts and parts[0] in self._vault.config.languages else parts)

    def on_post_template(self, output: str, template_name: str, config: MkDocsConfig) -> str:
        """One page of missing pages, in all languages: the next language must not replace it."""
        return "" if template_name == "404.html" and self._language(config) != self._default(config) else output

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        """All pages are rendered: add the decks cut out of them. Keep the templates for the next edit."""
        current, known = self._language(config), self._vault.config.languages or ("",)
        for file in self._changed_decks(config, [current] if current in known else known):
            files.append(file)
        if self._is_server:
            self._built.append(Built.remember(config, self._language(config), files, self._nav, env))
        return env

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: Callable[[], None]) -> LiveReloadServer:
        """After an edit of cards, render only the pages that look different."""

        server.builder = quick_builder(builder, self._rebuild)
        return server

    def _rebuild(self) -> bool:
        """Render what the last edits changed; False if the whole site must be built."""
        config, vault, followed = self._mkdocs, self._vault, self._survey
        after = load_vault(self._root, vault.config)
        paths = edited(vault, after)
        if paths is None or config is None:
            return False
        self._take(after, still_followed(vault, after, followed, paths))
        uris = {self._uri(path) for path in affected(vault, after, followed, self._survey, paths)}
        if is_listed_differently(vault, after, paths):
            self._add_index_pages(Files([]), config, "", self._default(config))
            uris |= self._index_pages.keys()
        for built in self._built:
            built.rebuild(uris)
        langs = {after.cards[path].lang for path in paths}
        for file in (*self._modules(config, paths), *self._changed_decks(config, langs)):
            file.copy_file()
        return True

    def _language(self, config: MkDocsConfig) -> str:
        return str(getattr(config.plugins.get("i18n"), "current_language", ""))

    def _default(self, config: MkDocsConfig) -> str:
        return str(getattr(config.plugins.get("i18n"), "default_language", ""))

    def on_page_read_source(self, page: Page, config: MkDocsConfig) -> str | None:
        """A notebook's page is made from its Markdown."""
        card = self._card(page)
        return card.text if card is not None and card.is_notebook else None

    @event_priority(-90)
    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Say which card is rendered next."""
        self._page = page.url
        self._extension.context = None
        card = self._card(page)
        if card is None:
            return markdown
        lines, text = card.text.rstrip().split("\n"), markdown.rstrip()
        if text.startswith("---") and text == card.text.rstrip():  # front matter that MkDocs could not read
            text = "\n".join(lines[frontmatter.split(card.path, card.text)[2] :])
        offset = len(lines) - text.count("\n") - 1
        if offset < 0 or "\n".join(lines[offset:]) != text:
            card, offset = parse_card(card.path, card.lang, card.key, text), 0  # another plugin changed the text
        page.meta.setdefault("title", page_title(card))
        if page.file.src_uri in self._named:
            page.title = page_title(card)
        page.meta.setdefault("description", description(card, text))
        context = Context(card, self._index, self, offset, highlighted=self._highlighted, study=())
        context.furniture = CardFurniture(context, self._workshop, self.category_address, self.module_address)
        if card.is_notebook:
            data = self._vault.notebooks[card.path]
            context.cells = cells_html(card, data, mkdocs_notebooks.convert(page, config, files))
            context.furniture = NotebookFurniture(context, self._workshop, data)
        self._extension.context = context
        return text

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Add what stands below the card, or what a generated page consists of."""
        self._page = page.url
        context, self._extension.context = self._extension.context, None
        lang, kind = self._index_pages.get(page.file.src_uri, ("", ""))
        if kind:
            return html + index_pages.index_html(self._groups[lang, kind][1], self.address, lang)
        card = self._card(page)
        if card is None:
            return html
        if context is not None:
            self._study.keep(card, context.study or ())
        if "<h1" in html and not (card.headings and card.headings[0].level == 1):
            html = f"<h1>{escape(page_title(card))}</h1>\n{html}"  # the theme adds one only where there is none at all
        return html + backlinks_html(card, self._survey, self._vault.cards, self.address)

    def address(self, path: str, anchor: str) -> str:
        """URL of a file of the vault from the page that is being rendered."""
        url = self._addresses.get(path)
        return "" if url is None else self._relative(url) + (f"#{anchor}" if anchor else "")

    def tag_address(self, tag: str) -> str:
        """URL of a tag's cards."""
        return self._group_address(index_pages.TAGS, tag)

    def category_address(self, category: str) -> str:
        """URL of a category's cards."""
        return self._group_address(index_pages.CATEGORIES, category)

    def module_address(self, name: str, line: int) -> str:
        """URL of a line of a module."""
        end = "" if self._mkdocs and self._mkdocs.use_directory_urls else "index.html"
        return f"{self._relative(f'{self._workshop.package}/{name}/{end}')}#L{line}"

    def read(self, path: str) -> bytes | None:
        """Bytes of a file of the vault."""
        return read.read_bytes(self._root, path)

    def nested(self, context: Context) -> Markdown:
        """A converter with the same extensions."""
        assert self._mkdocs is not None
        extensions: list[Any] = [e for e in self._mkdocs.markdown_extensions if e is not self._extension]  # type: ignore[comparison-overlap]
        return Markdown(extensions=[*extensions, ZhixingExtension(context)], extension_configs=self._mkdocs.mdx_configs)

    def _group_address(self, kind: str, name: str) -> str:
        context = self._extension.context
        url, _ = self._groups.get((context.card.lang if context else "", kind), ("", {}))
        return f"{self._relative(url)}#{index_pages.group_anchor(name)}" if url else ""

    def _relative(self, url: str) -> str:
        return get_relative_url(url, self._page)

    def _card(self, page: Page) -> Card | None:
        return self._vault.cards.get(source_path(self._path(page.file.src_uri)))

    def _path(self, uri: str) -> str:
        docs = self._vault.config.docs
        return uri if docs == "." else f"{docs}/{uri}"

    def _uri(self, path: str) -> str:
        docs = self._vault.config.docs
        path = stored_path(path) if path in self._vault.notebooks else path
        return path if docs == "." else path.removeprefix(f"{docs}/")


def _asset_cache() -> Path:
    """One for all vaults: in the engine's own checkout, else in the user's cache."""
    checkout = assets.WEB.parents[1]
    return (checkout if (checkout / "mkdocs.yml").is_file() else Path.home()) / ".cache" / "zhixing" / "web"


def _pages(items: Iterable[StructureItem]) -> Iterator[Page]:
    """The pages of a navigation from first to last."""
    for item in items:
        if isinstance(item, Section):
            yield from _pages(item.children)
        elif isinstance(item, Page):
            yield item

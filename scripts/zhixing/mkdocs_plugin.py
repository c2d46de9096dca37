"""The MkDocs plugin: the one module that knows MkDocs. Moving to another host costs this file."""

from __future__ import annotations

import posixpath
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from markdown import Markdown
from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from zhixing import assets, frontmatter, index_pages, read
from zhixing.backlinks import Survey, backlinks_html, survey
from zhixing.config import ConfigError, make_config
from zhixing.furniture import CardFurniture, Workshop
from zhixing.load import load_vault
from zhixing.markdown_ext import ZhixingExtension
from zhixing.model import Card, Config, Vault
from zhixing.module_page import module_page
from zhixing.page_text import description, page_title
from zhixing.parse import parse_card
from zhixing.record import NAME as RECORD
from zhixing.record import parse_record
from zhixing.render import Context
from zhixing.resolve import Index
from zhixing.slug import plain
from zhixing.snippets import module_source

log = get_plugin_logger("zhixing")
_AFTER_I18N = -150  # mkdocs-static-i18n replaces the files at -100 and knows no generated ones


class PluginConfig(base.Config):  # type: ignore[no-untyped-call]
    """The fields of `zhixing.model.Config`; the docs folder is MkDocs' own option."""

    languages = c.Optional(c.ListOfItems(c.Type(str)))
    profile = c.Optional(c.Choice(("cards", "vault")))
    snippets = c.Optional(c.Type(str))
    pages = c.Optional(c.ListOfItems(c.Type(str)))
    untranslated = c.Optional(c.ListOfItems(c.Type(str)))
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
        self._highlighted: dict[tuple[str, str], str] = {}
        self._page = ""  # URL of the page that is being rendered

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Its presence makes MkDocs keep this instance between the builds of `mkdocs serve`."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the vault, once for all languages, and join the Markdown extensions and the theme."""
        self._mkdocs = config
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
        self._vault = load_vault(self._root, settings)
        self._index = Index(self._vault)
        self._survey = survey(self._vault, self._index)
        tested = parse_record(read.read_bytes(self._root, f"{settings.snippets}/{RECORD}"))
        self._workshop = Workshop(self._vault, tested)
        for finding in self._survey.problems:
            hint = f"\n  hint: {finding.hint}" if finding.hint else ""
            log.warning(f"{finding.span.path}:{finding.span.line}: {finding.code} {finding.problem}{hint}")

    @event_priority(_AFTER_I18N)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add assets, modules and index pages; learn the address of every file."""
        settings = self._vault.config
        for file in [file for file in files if self._path(file.src_uri) == settings.record]:
            files.remove(file)
        i18n: Any = config.plugins.get("i18n")
        current = i18n.current_language if i18n else ""
        default = i18n.default_language if i18n else ""
        self._learn(files, default)
        self._add_index_pages(files, config, current, default)
        if current == default:
            self._add_modules(files, config)
            self._add_assets(files, config)
        return files

    def _learn(self, files: Files, default: str) -> None:
        for path in [*self._vault.cards, *self._vault.files]:
            uri = self._uri(path)
            file = files.src_uris.get(uri)
            if file is not None:
                self._addresses[path] = file.url
            elif path not in self._addresses and path in self._vault.cards:
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

    def _add_modules(self, files: Files, config: MkDocsConfig) -> None:
        for name, card in self._workshop.modules.items():
            uri = f"{self._workshop.package}/{name}/index.html"
            back = get_relative_url(self._addresses.get(card.path, ""), f"{self._workshop.package}/{name}/")
            shown = f"{self._workshop.package}/{name}.py"
            html = module_page(shown, module_source(card), plain(card.title), back)
            files.append(File.generated(config, uri, content=html))

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

    @event_priority(_AFTER_I18N)
    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Give every page its title, also those that a partial build does not read."""
        for page in nav.pages:
            card = self._card(page)
            if card is not None:
                page.title = page_title(card)
        return nav

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
        page.meta.setdefault("description", description(card, text))
        context = Context(card, self._index, self, offset, highlighted=self._highlighted)
        context.furniture = CardFurniture(context, self._workshop, self.category_address, self.module_address)
        self._extension.context = context
        return text

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Add what stands below the card, or what a generated page consists of."""
        self._page = page.url
        self._extension.context = None
        lang, kind = self._index_pages.get(page.file.src_uri, ("", ""))
        if kind:
            return html + index_pages.index_html(self._groups[lang, kind][1], self.address)
        card = self._card(page)
        return html + (backlinks_html(card, self._survey, self._vault.cards, self.address) if card else "")

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
        return self._vault.cards.get(self._path(page.file.src_uri))

    def _path(self, uri: str) -> str:
        docs = self._vault.config.docs
        return uri if docs == "." else f"{docs}/{uri}"

    def _uri(self, path: str) -> str:
        docs = self._vault.config.docs
        return path if docs == "." else path.removeprefix(f"{docs}/")


def _asset_cache() -> Path:
    """One for all vaults: in the engine's own checkout, else in the user's cache."""
    checkout = assets.WEB.parents[1]
    return (checkout if (checkout / "mkdocs.yml").is_file() else Path.home()) / ".cache" / "zhixing" / "web"

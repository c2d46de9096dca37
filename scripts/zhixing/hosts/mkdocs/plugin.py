"""The hooks that MkDocs calls: each hands over to the module that does the work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from zhixing.hosts.mkdocs import notebooks, own_addresses, patches, vault_root
from zhixing.hosts.mkdocs.drawn import Drawing
from zhixing.hosts.mkdocs.garbage import Garbage
from zhixing.hosts.mkdocs.generated import Generated
from zhixing.hosts.mkdocs.host import SiteHost
from zhixing.hosts.mkdocs.incremental import Incremental, quick_builder
from zhixing.hosts.mkdocs.kept_pages import CompiledTemplates, KeptPages
from zhixing.hosts.mkdocs.navigation import arrange
from zhixing.hosts.mkdocs.options import PluginConfig, project
from zhixing.hosts.mkdocs.pages import Highlighted, Pages
from zhixing.hosts.mkdocs.site import Site
from zhixing.hosts.mkdocs.staged import Staged
from zhixing.page import assets, sitemap
from zhixing.page.extension import ZhixingExtension
from zhixing.page.offline import write_offline
from zhixing.page.policy import with_policy
from zhixing.study.pages import StudyPages
from zhixing.vault.kept_results import close_results, open_results
from zhixing.vault.read import read_file
from zhixing.vault.write import UNWRITABLE, UnwritableError, write_file

patches.allow_vault_roots(vault_root.is_vault_root)
patches.stay_inside()
notebooks.load_later()
_LAST = -1000
_AFTER_I18N = -150  # mkdocs-static-i18n replaces the files at -100 and knows no generated ones


class ZhixingPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """Cards as pages. One instance lives as long as `mkdocs serve`; each whole build begins with a new site."""

    site: Site
    _generated: Generated
    _pages: Pages
    _drawing: Drawing
    _incremental: Incremental
    _kept: KeptPages

    def __init__(self) -> None:
        self._is_server = False
        self._extension = ZhixingExtension()
        self._highlighted: Highlighted = {}
        self._staged = Staged()
        self._garbage = Garbage()
        self._is_dirty = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Its presence makes MkDocs keep this instance between the builds of `mkdocs serve`."""
        self._is_server = command == "serve"
        self._is_dirty = dirty

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Join the Markdown extensions and the theme, and read the vault, once for all languages."""
        vault_root.leave_out(config)
        if self._is_server:
            patches.serve_what_is_wrong()
        extensions: list[Any] = config.markdown_extensions
        if self._extension not in extensions:
            extensions.append(self._extension)
        overrides = str(assets.WEB / "overrides")
        if config.theme.name == "material" and overrides not in config.theme.dirs and assets.WEB.is_dir():
            config.theme.dirs.insert(1 if config.theme.custom_dir else 0, overrides)
        if not getattr(config.plugins.get("i18n"), "building", False):
            self._begin(config)
        self.site.config = config
        return config

    def _begin(self, config: MkDocsConfig) -> None:
        if not (self._is_server or self._is_dirty):  # a dirty build renews a part of what is there
            self._staged.begin(config)
        root, settings = project(config, self.config)
        open_results(root)
        self.site = Site(root, settings, config, is_server=self._is_server)
        host = SiteHost(self.site, self._extension)
        study = StudyPages(host)
        self._drawing = Drawing(self.site)
        self._generated = Generated(self.site, study, self._drawing.text)
        self._pages = Pages(self.site, host, study, self._extension, self._highlighted, self._drawing)
        self._incremental = Incremental(self.site, self._generated)
        self._kept = KeptPages(self.site, self._pages, study, self._drawing, self._generated.shared)
        self.site.say_left_out()
        patches.copy_what_is_there(self.site.say_uncopied)
        notes = (path for path, card in self.site.vault.cards.items() if not card.is_notebook)
        patches.make_pages({self.site.uri(path) for path in (*notes, *self.site.vault.notebooks)})
        if settings.notebooks:
            notebooks.prepare(config, {self.site.uri(path) for path in self.site.vault.notebooks})
        self._garbage.begin()

    @event_priority(_AFTER_I18N)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Leave out what is no part of the site, learn the address of the rest, add what is generated."""
        self.site.leave_out(files)
        own_addresses.add_second_pages(files, self.site)
        own_addresses.add_canvases(files, self.site)
        own_addresses.part_pages(files)
        own_addresses.stand_aside(files, own_addresses.file_names(files, self.site.vault.config.languages))
        self.site.learn(files)
        self._generated.add(files)
        return files

    @event_priority(_AFTER_I18N)
    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Titles and order."""
        self._pages.named |= arrange(nav, self.site)
        self._incremental.nav = self._kept.nav = nav
        return nav

    def on_page_read_source(self, page: Page, config: MkDocsConfig) -> str | None:
        """A page is made from what the vault has read, not from what the file may be by now."""
        return self._pages.source(page)

    @event_priority(-90)
    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Say which card is rendered next."""
        return self._pages.markdown(markdown, page, files)

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Add what stands below the card, or what a generated page consists of."""
        return self._pages.content(html, page)

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        """All pages are rendered: add the decks cut out of them. Keep the templates for the next edit."""
        self._generated.add_decks(files)
        self._drawing.keep()
        env.bytecode_cache = CompiledTemplates(self.site.root)
        if self._is_server:
            self._incremental.remember(files, env)
        return env

    def on_page_context(self, context: Any, page: Page, config: MkDocsConfig, nav: Navigation) -> Any:
        """Tell the templates what they ask for."""
        context.update(self._pages.names(page))
        context.update(self._generated.shared.names(page))
        return context

    @event_priority(_LAST)
    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """Say in each page what may run in it; the server of `mkdocs serve` adds a script of its own to every page."""
        return output if self._is_server or not self.site.is_safe else with_policy(output, page.content or "")

    def on_post_template(self, output: str, template_name: str, config: MkDocsConfig) -> str:
        """One page of missing pages, in all languages: the next language must not replace it. The list of pages is ours."""
        if template_name == "404.html" and self.site.language != self.site.default:
            return ""
        if template_name == sitemap.NAME:
            return self._generated.shared.sitemap()
        is_page = template_name.endswith(".html") and not self._is_server and self.site.is_safe
        return with_policy(output, None) if is_page else output

    @event_priority(_AFTER_I18N)
    def on_post_build(self, config: MkDocsConfig) -> None:
        """All languages are written: list the files, so that a browser can keep them. A server changes them too often."""
        if getattr(config.plugins.get("i18n"), "building", False):
            return
        self._garbage.end()
        if not self._is_server:
            site = Path(config.site_dir)
            if (listed := read_file(site / sitemap.NAME)) is not None:
                write_file(site / f"{sitemap.NAME}.gz", sitemap.packed(listed))
            write_offline(site)
            self._kept.finish()
            close_results(self.site.root)
            self._staged.finish()

    def on_build_error(self, error: Exception) -> None:
        """A file that cannot be written is one line, as everywhere; the last site stays."""
        self._garbage.end()
        if isinstance(error, OSError) and error.errno in UNWRITABLE and not self._is_server:
            named = str(error.filename2 or error.filename or self.site.config.site_dir)
            told = UnwritableError(error.errno, error.strerror, self._staged.named(named))
            self._staged.drop()
            raise Abort(told.finding(Path.cwd())) from error
        self._staged.drop()

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: Callable[[], None]) -> LiveReloadServer:
        """After an edit of cards, render only the pages that look different."""
        server.builder = quick_builder(builder, lambda: self._incremental)
        return server

"""What is known of the vault while MkDocs builds it: cards, links, findings, and the address of every file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from zhixing.blocks.breaks import NAME as BREAKS
from zhixing.blocks.breaks import parse_breaks
from zhixing.blocks.mutants import NAME as MUTANTS
from zhixing.blocks.mutants import parse_mutants
from zhixing.blocks.record import NAME as RECORD
from zhixing.blocks.record import parse_record
from zhixing.checks.codes import VAULT_CODES
from zhixing.checks.run import run_checks
from zhixing.model import Card, Config, Diagnostic, Span, Vault
from zhixing.page.addresses import page_url
from zhixing.page.findings import by_path
from zhixing.page.furniture import Workshop
from zhixing.page.index_pages import IndexPage
from zhixing.page.published import is_foreign, is_source, kept_off
from zhixing.practice.catalog import TaskFileError
from zhixing.study.tasks import Tasks
from zhixing.syntax.notebook import SOURCE, source_path, stored_path
from zhixing.vault import read
from zhixing.vault.last_changed import last_changed
from zhixing.vault.links import Followed, Survey, survey
from zhixing.vault.load import load_vault
from zhixing.vault.published import left_out, published, unlinked
from zhixing.vault.resolve import Index

log = get_plugin_logger("zhixing")
_WATCHED = 400  # cards; a server of more names what it needs to know itself, since an edit is to be seen at once
_LATER = ("S007", "S011", "S012", "T008")  # what a command renews when the author has finished
_SOME = 5  # of the files that are left out are named
_UNREAD = ("F001", "F030")  # of a card: its page is a box


class Site:
    """One whole build, in all languages, and the edits after it."""

    vault: Vault
    index: Index
    survey: Survey
    workshop: Workshop
    findings: dict[str, tuple[Diagnostic, ...]]  # of a server: by path, shown on the page until they are mended

    def __init__(self, root: Path, settings: Config, config: MkDocsConfig, *, is_server: bool = False) -> None:
        self.root = root
        self.config = config
        self.is_server = is_server
        self.addresses: dict[str, str] = {}  # path in the vault → URL from the root of the site
        self.indexes: dict[str, tuple[IndexPage, str]] = {}  # source of a generated list → the list and its URL
        self._said: set[Diagnostic] = set()
        self.changed = last_changed(root)  # path in the vault → day
        self.take(published(load_vault(root, settings)), {})
        self.tasks = self.read_tasks()

    def read_tasks(self) -> Tasks:
        """The tasks of the current vault as their files have them now."""
        try:
            return Tasks(self.root, self.vault)
        except TaskFileError as error:
            raise PluginError(f"{self.vault.config.docs}/{error}") from error

    def take(self, vault: Vault, known: dict[str, list[Followed]]) -> None:
        """Make a vault that may be shown the current one and say what is newly wrong; `known` are links that were followed before."""
        before, self._said = self._said, set()
        self.vault = vault
        self.index = Index(vault)
        self.survey = survey(vault, self.index, known)
        needed = self._needed()
        self._unlinked = unlinked(vault, self.index, self.survey, needed)
        others = (path for path in vault.files if path not in self._unlinked and path not in needed)
        self._unlinked |= kept_off(vault, others, partial(read.read_bytes, self.root))
        tested = parse_record(read.read_bytes(self.root, f"{vault.config.snippets}/{RECORD}"))
        breaks = parse_breaks(read.read_bytes(self.root, f"{vault.config.snippets}/{BREAKS}"))
        mutants = parse_mutants(read.read_bytes(self.root, f"{vault.config.snippets}/{MUTANTS}"))
        self.workshop = Workshop(vault, tested, breaks, mutants)
        for finding in self._wrong():
            self._said.add(finding)
            if finding not in before:
                self.say(finding)
        self.findings = by_path(self._said) if self.is_server else {}

    def _wrong(self) -> list[Diagnostic]:
        """To who watches a server, everything that a check finds; to who builds, what keeps a page from being right."""
        vault = self.vault
        if self.is_server and len(vault.cards) <= _WATCHED:
            return [finding for finding in run_checks(vault) if finding.code not in _LATER]
        unread = [finding for card in vault.cards.values() for finding in card.diagnostics if finding.code in _UNREAD]
        left_out = [finding for finding in vault.diagnostics if finding.code in VAULT_CODES]
        return [*left_out, *unread, *self.survey.problems]

    def say(self, finding: Diagnostic) -> None:
        """Name a finding where the build is watched; a strict build fails by it, and a quiet server still shows it."""
        hint = f"\n  hint: {finding.hint}" if finding.hint else ""
        (log.error if self.is_server else log.warning)(
            f"{finding.span.path}:{finding.span.line}: {finding.code} {finding.problem}{hint}"
        )

    def say_uncopied(self, uri: str, error: OSError) -> None:
        """Name a file that could not be copied."""
        problem = f"cannot be read: {error.strerror}"
        self.say(Diagnostic(Span(self.path(uri), 1), "F007", problem, "it is not on the site; check its permissions"))

    def _needed(self) -> set[str]:
        """Files of the docs folder that mkdocs.yml names: styles, scripts, the logo."""
        config = self.config
        named = [
            *config.extra_css,
            *map(str, config.extra_javascript),
            config.theme.get("logo"),
            config.theme.get("favicon"),
        ]
        return {self.path(str(name).partition("?")[0]) for name in named if name}

    def say_left_out(self) -> None:
        """In one line, what of the vault is not on the site."""
        paths = [one.path for one in left_out(self.vault, self._unlinked) if not self._is_source(one.path)]
        if paths:
            some = ", ".join(paths[:_SOME]) + (" …" if len(paths) > _SOME else "")
            log.info(
                f"left out of the site: {len(paths)} files ({some}); `zhixing published` lists them with the reasons"
            )

    def leave_out(self, files: Files) -> None:
        """Take out of what MkDocs found all that is no part of the site."""
        listed = frozenset(self.vault.files)
        for file in [file for file in files if not self._is_published(file, listed)]:
            files.remove(file)

    def _is_published(self, file: File, listed: frozenset[str]) -> bool:
        path = self.path(file.src_uri)
        if self._is_source(path):
            return False
        is_found = file.generated_by is None and file.src_dir == self.config.docs_dir
        is_page = file.is_documentation_page()
        return not (is_found and (path in self._unlinked or is_foreign(path, self.vault, listed, is_page=is_page)))

    def _is_source(self, path: str) -> bool:
        return is_source(path, self.vault) or self.tasks.is_source(path)

    def learn(self, files: Files) -> None:
        """Learn the address of every file; a page of a language that is not built yet will be where its name says."""
        for path in [*self.vault.cards, *self.vault.files]:
            uri = self.uri(path)
            file = files.src_uris.get(uri)
            if file is not None:
                self.addresses[path] = file.url
            elif path not in self.addresses and path in self.vault.cards and not uri.endswith(SOURCE):
                self.addresses[path] = page_url(self.vault.cards[path], self.default)

    @property
    def language(self) -> str:
        """The language that mkdocs-static-i18n is building; "" without it."""
        return self._i18n("current_language")

    @property
    def default(self) -> str:
        """The language at the root of the site."""
        return self._i18n("default_language")

    def _i18n(self, name: str) -> str:
        plugin: Any = self.config.plugins.get("i18n")
        return str(getattr(plugin, name, ""))

    @property
    def is_safe(self) -> bool:
        """Whether notes are trusted with nothing but words."""
        return self.vault.config.html != "trusted"

    @property
    def is_material(self) -> bool:
        """Whether the theme is the one that the site's own scripts are written for."""
        return self.config.theme.name == "material"

    def card(self, page: Page) -> Card | None:
        """The card that a page shows."""
        path = source_path(self.path(page.file.src_uri))
        found = self.vault.cards.get(path)
        below = self.vault.cards.get(path.removesuffix(".md")) if found is None and path.endswith(".md") else None
        return below if below is not None and below.is_canvas else found

    def path(self, uri: str) -> str:
        """The path in the vault of a source of MkDocs."""
        docs = self.vault.config.docs
        return uri if docs == "." else f"{docs}/{uri}"

    def uri(self, path: str) -> str:
        """The source by which MkDocs knows a file of the vault."""
        docs = self.vault.config.docs
        path = stored_path(path) if path in self.vault.notebooks else path
        path = f"{path}.md" if path in self.vault.cards and self.vault.cards[path].is_canvas else path
        return path if docs == "." else path.removeprefix(f"{docs}/")

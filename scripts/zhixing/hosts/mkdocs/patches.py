"""Where MkDocs is changed from inside, since it offers no hook: all of it, and why. Written against MkDocs 1.6.

Each function changes MkDocs once, for the whole process, and leaves sites without the zhixing plugin as they are.
`tests/engine/test_mkdocs_patches.py` notices when MkDocs no longer has what is changed here.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, Protocol

from mkdocs.commands import build
from mkdocs.config import config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import files
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import CountHandler

from zhixing.vault.read import leaves

_Check = Callable[[Any, Any, str], None]
_pages: set[str] = set()  # sources of the pages that MkDocs would not take for such: notebooks, NOTE.MD


def stay_inside() -> None:
    """MkDocs follows every symbolic link: out of the vault, and round in circles until the system gives up."""
    finder: Any = files
    if not hasattr(finder.os, "zhixing"):
        finder.os = SimpleNamespace(**{**vars(os), "walk": _walk, "zhixing": True})


def _walk(top: str, followlinks: bool = False) -> Iterator[tuple[str, list[str], list[str]]]:
    real = os.path.realpath(top)
    for folder, folders, names in os.walk(top, followlinks=followlinks):
        here = os.path.realpath(folder) + os.sep
        folders[:] = [name for name in folders if _is_followed(os.path.join(folder, name), here, real)]
        second = ("README.md",) if "index.md" in names else ()  # MkDocs would drop it with a warning
        yield folder, folders, [name for name in names if name not in second]


def _is_followed(path: str, here: str, top: str) -> bool:
    if not os.path.islink(path):
        return True
    return not leaves(path, top) and not here.startswith(os.path.realpath(path) + os.sep)


def allow_vault_roots(is_ours: Callable[[Any], bool]) -> None:
    """MkDocs refuses notes that lie beside mkdocs.yml, for fear of copying the site into itself."""
    options: tuple[Any, ...] = (config_options.DocsDir, config_options.SiteDir)
    for option in options:
        if not hasattr(option.post_validation, "zhixing"):
            option.post_validation = _unless(is_ours, option.post_validation)


def _unless(is_ours: Callable[[Any], bool], check: _Check) -> _Check:
    def post_validation(self: Any, config: Any, key_name: str) -> None:
        if not is_ours(config):
            check(self, config, key_name)

    post_validation.zhixing = True  # type: ignore[attr-defined]
    return post_validation


def serve_what_is_wrong() -> None:
    """A strict server ends at the first finding; an author wants to see the page, and on it what is wrong."""
    logger = logging.getLogger("mkdocs")
    for handler in [handler for handler in logger.handlers if isinstance(handler, CountHandler)]:
        logger.removeHandler(handler)


def make_pages(uris: set[str]) -> None:
    """MkDocs takes Markdown alone for pages, its ending in small letters; these files are pages too."""
    _pages.clear()
    _pages.update(uris)
    if not hasattr(File.is_documentation_page, "zhixing"):
        File.is_documentation_page = _or_ours(File.is_documentation_page)  # type: ignore[method-assign, assignment]


def _or_ours(check: Callable[[File], bool]) -> Callable[[File], bool]:
    def is_documentation_page(self: File) -> bool:
        return check(self) or self.src_uri in _pages

    is_documentation_page.zhixing = True  # type: ignore[attr-defined]
    return is_documentation_page


def guard(page: Page, failed: Callable[[Exception], None]) -> None:
    """MkDocs stops at a page that cannot be rendered; this one becomes empty, and `failed` hears why."""
    render: Any = getattr(page.render, "zhixing", page.render)

    def guarded(config: MkDocsConfig, known: Files) -> None:
        try:
            render(config, known)
        except Exception as error:  # extensions of Markdown raise anything, RecursionError among it
            failed(error)
            page.content, page.toc = "", get_toc([])

    guarded.zhixing = render  # type: ignore[attr-defined]
    page.render = guarded  # type: ignore[method-assign, assignment]


def copy_what_is_there(say: Callable[[str, OSError], None]) -> None:
    """MkDocs stops at a file that vanished or cannot be read while it is copied; the others are copied."""
    copy: Any = getattr(File.copy_file, "zhixing", File.copy_file)

    def copy_file(self: File, dirty: bool = False) -> None:
        try:
            copy(self, dirty)
        except OSError as error:
            if error.filename != self.abs_src_path:
                raise
            say(self.src_uri, error)

    copy_file.zhixing = copy  # type: ignore[attr-defined]
    File.copy_file = copy_file  # type: ignore[method-assign]


class Keeper(Protocol):
    """Who has pages of another build."""

    def take(self, page: Page, config: MkDocsConfig, files: Files) -> bool:
        """Whether the page is one of them."""

    def rendered(self, page: Page) -> None:
        """Hear of one that is not."""

    def write(self, page: Page) -> bool:
        """Write one that was taken."""

    def made(self, page: Page) -> None:
        """Hear of one that was written."""


def keep_pages(keeper: Keeper) -> None:
    """MkDocs makes every page of a site in two steps; a page that is kept is left out of both."""
    populate: Any = getattr(build._populate_page, "zhixing", build._populate_page)
    make: Any = getattr(build._build_page, "zhixing", build._build_page)

    def populate_page(page: Page, config: MkDocsConfig, known: Files, dirty: bool = False) -> None:
        if dirty or not keeper.take(page, config, known):
            populate(page, config, known, dirty)
            keeper.rendered(page)

    def build_page(page: Page, *rest: Any, **named: Any) -> None:
        if not keeper.write(page):
            make(page, *rest, **named)
            keeper.made(page)

    changed: Any = build
    populate_page.zhixing, build_page.zhixing = populate, make  # type: ignore[attr-defined]
    changed._populate_page, changed._build_page = populate_page, build_page


def build_pages(pages: list[Page], config: MkDocsConfig, known: Files, nav: Navigation, env: Any) -> None:
    """MkDocs builds whole sites; these are the two steps by which it makes a page."""
    for page in pages:
        build._populate_page(page, config, known)
    for page in pages:
        build._build_page(page, config, known.documentation_pages(), nav, env)

"""mkdocs-jupyter as this site uses it: it turns the code cells of stored notebooks into HTML, by a template of our own.

By itself it would not be asked: MkDocs takes Markdown alone for pages, and mkdocs-static-i18n makes every file anew.
Its own template would put half a megabyte of styles and scripts from other hosts into every page.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from zhixing.page import assets

_NAME = "mkdocs-jupyter"
_OPTIONS = {
    "include": ["*.ipynb"],
    "ignore": ["*.md", "*.py"],  # it would read every card to see whether it is a notebook
    "include_source": True,  # the file to download, beside the page
    "ignore_h1_titles": True,
    "cache": False,  # its key does not know our template
    "execute": False,
    "highlight_extra_classes": "language-python highlight",
}
_HEAVY = ("jupytext", "mkdocs_jupyter.convert")  # most of what mkdocs-jupyter loads; only a notebook's page needs it


def load_later() -> None:
    """Let mkdocs-jupyter be imported without what it converts by: a build that keeps all pages of notebooks needs none of it."""
    for name in _HEAVY:
        try:
            if name not in sys.modules and find_spec(name) is not None:
                sys.modules[name] = _later(name)
        except ModuleNotFoundError:  # mkdocs-jupyter is not installed
            return


def _later(name: str) -> Any:
    """A module that is run when something of it is asked for."""
    spec = find_spec(name)
    assert spec is not None and spec.loader is not None
    loader, module = spec.loader, module_from_spec(spec)
    inside = vars(module).pop("__path__", None)  # asked for before a module inside it is imported

    def load(wanted: str) -> Any:
        del module.__getattr__
        if inside is not None:
            module.__path__ = inside
        loader.exec_module(module)
        return getattr(module, wanted)

    module.__getattr__ = load  # type: ignore[method-assign]
    return module


def prepare(config: MkDocsConfig, uris: set[str]) -> None:
    """Tell mkdocs-jupyter how to convert these .ipynb files."""
    plugin: Any = config.plugins.get(_NAME)
    if plugin is None and not uris:
        return
    if plugin is None:
        hint = "add `- mkdocs-jupyter` below `- zhixing` in the plugins of mkdocs.yml"
        raise PluginError(f"the option notebooks of the zhixing plugin needs mkdocs-jupyter\n  hint: {hint}")
    plugin.config.update(_OPTIONS)
    from mkdocs_jupyter.config import settings

    settings.templates_dir = str(assets.WEB / "notebook")


def convert(page: Page, config: MkDocsConfig, files: Files) -> str:
    """What mkdocs-jupyter makes of the notebook. It puts its own `render` on the page, which is taken off again."""
    render = vars(page).pop("render", None)
    if render is None:
        raise PluginError(f"{page.file.src_uri}: mkdocs-jupyter did not take this notebook")
    render(config, files)
    content, page.content = page.content, None
    return content or ""


def copy_source(page: Page, config: MkDocsConfig) -> None:
    """What mkdocs-jupyter does when a page is written: the file to download goes beside it."""
    plugin: Any = config.plugins.get(_NAME)
    if plugin is not None:
        plugin.on_post_page("", page, config)

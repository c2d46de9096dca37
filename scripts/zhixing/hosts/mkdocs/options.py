"""The options of the plugin in mkdocs.yml."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from zhixing.model import Config
from zhixing.vault import read
from zhixing.vault.config import ConfigError


class PluginConfig(base.Config):  # type: ignore[no-untyped-call]
    """The fields of `zhixing.model.Config`; the docs folder is MkDocs' own option."""

    languages = c.Optional(c.ListOfItems(c.Type(str)))
    profile = c.Optional(c.Choice(("cards", "vault")))
    snippets = c.Optional(c.Type(str))
    pages = c.Optional(c.ListOfItems(c.Type(str)))
    untranslated = c.Optional(c.ListOfItems(c.Type(str)))
    notebooks = c.Optional(c.ListOfItems(c.Type(str)))
    order = c.Optional(c.ListOfItems(c.Type(str)))
    path = c.Optional(c.Type(str))
    translations = c.Optional(c.Type(str))
    references = c.Optional(c.Type(str))
    witnesses = c.Optional(c.Type(str))
    record = c.Optional(c.Type(str))  # its old name
    time_limit = c.Optional(c.Type(int))
    max_bytes = c.Optional(c.Type(int))
    exclude = c.Optional(c.ListOfItems(c.Type(str)))
    html = c.Optional(c.Choice(("safe", "trusted")))
    line_breaks = c.Optional(c.Choice(("strict", "kept", "obsidian")))
    properties = c.Optional(c.Choice(("hidden", "table")))
    include = c.Optional(c.ListOfItems(c.Type(str)))
    share_images = c.Optional(c.Type(int))


def project(config: MkDocsConfig, options: PluginConfig) -> tuple[Path, Config]:
    """The root of the project that a site is made from, and its config."""
    docs = Path(config.docs_dir)
    root = Path(config.config_file_path).parent if config.config_file_path else docs.parent
    names = ("record", *(it.name for it in fields(Config) if it.name != "docs"))
    try:
        return root, read.configured(root, config.docs_dir, {name: options.get(name) for name in names})
    except ConfigError as error:
        raise PluginError(str(error)) from error

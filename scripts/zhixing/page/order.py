"""The order of the navigation: folders, and pages in them, as the option `order` names them; the rest keeps its own."""

from __future__ import annotations

import posixpath

from zhixing.model import Config
from zhixing.vault.config import inside_language


def folder_place(path: str, config: Config) -> int:
    """Place of the folder that a page lies in; a page outside of any comes with the first."""
    folder, slash, _ = _name(path, config).partition("/")
    return _place(folder, config) if slash else 0


def page_place(path: str, config: Config) -> int:
    """Place of a page among those of its folder."""
    return _place(_name(path, config), config)


def _name(path: str, config: Config) -> str:
    """A page as the config names it: inside its language, without the ending."""
    return posixpath.splitext(inside_language(path, config))[0]


def _place(name: str, config: Config) -> int:
    return config.order.index(name) if name in config.order else len(config.order)

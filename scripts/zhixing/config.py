"""Config of a project from its mkdocs.yml, or from what the folder looks like."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import yaml

from zhixing.model import Config

_LANGUAGE = re.compile(r"[a-z]{2}(-[A-Za-z]{2,4})?")
_TUPLES = ("languages", "pages", "untranslated")


class ConfigError(Exception):
    """mkdocs.yml names an option that does not exist, or gives it a wrong value."""


def parse_config(text: str, folders: dict[str, list[str]]) -> Config:
    """Config from the text of mkdocs.yml; `folders` maps a folder to the folders in it that hold Markdown."""
    try:
        data = yaml.load(text, Loader=_Tolerant)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise ConfigError(f"mkdocs.yml{where}: not valid YAML: {getattr(error, 'problem', error)}") from error
    data = data if isinstance(data, dict) else {}
    docs = str(data.get("docs_dir", "docs")).strip("/") or "docs"
    options = _plugin_options(data.get("plugins"))
    return make_config({"docs": docs, **options}, folders.get(docs, []))


def make_config(options: dict[str, Any], folders: list[str]) -> Config:
    """Config from plugin options; languages are the folders that look like language codes if none are named."""
    known = {field.name for field in fields(Config)}
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise ConfigError(f"mkdocs.yml: the zhixing plugin has no option {name!r}; it has {', '.join(sorted(known))}")
        values[name] = tuple(str(item) for item in value or ()) if name in _TUPLES else value
    if "languages" not in values:
        values["languages"] = guess_languages(folders)
    return Config(**values)


def guess_languages(folders: list[str]) -> tuple[str, ...]:
    """Language folders, English first; two at least, else the vault counts as flat."""
    found = sorted((name for name in folders if _LANGUAGE.fullmatch(name)), key=lambda name: (name != "en", name))
    return tuple(found) if len(found) > 1 else ()


def _plugin_options(plugins: object) -> dict[str, Any]:
    for plugin in plugins if isinstance(plugins, list) else []:
        if isinstance(plugin, dict) and "zhixing" in plugin:
            return dict(plugin["zhixing"] or {})
    return {}


class _Tolerant(yaml.SafeLoader):
    """Reads mkdocs.yml without importing what its tags name."""


def _ignore(loader: _Tolerant, suffix: str, node: yaml.Node) -> None:
    return None


_Tolerant.add_multi_constructor("", _ignore)
_Tolerant.add_multi_constructor("!", _ignore)
_Tolerant.add_multi_constructor("tag:yaml.org,2002:python/", _ignore)

"""Config of a project from its mkdocs.yml, or from what the folder looks like."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import fields
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

import yaml

from zhixing.languages import is_language
from zhixing.model import Config

_TUPLES = ("languages", "pages", "untranslated", "notebooks", "order")


@lru_cache(maxsize=100_000)
def matches(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a path inside a language folder fits one of the patterns of the config."""
    return any(fnmatchcase(path, pattern) or fnmatchcase(path, pattern.replace("/**", "/*")) for pattern in patterns)


def language_of(path: str, config: Config) -> str:
    """The language folder a path lies in, or "" if it lies in none."""
    first, slash, _ = _inside(path, config).partition("/")
    return first if first in config.languages and slash else ""


def inside_language(path: str, config: Config) -> str:
    """The path below its language folder, or below the docs where there is none."""
    lang = language_of(path, config)
    return _inside(path, config)[len(lang) + 1 if lang else 0 :]


def _inside(path: str, config: Config) -> str:
    return path[len(config.docs) + 1 :] if config.docs != "." else path


class ConfigError(Exception):
    """mkdocs.yml names an option that does not exist, or gives it a wrong value."""


def parse_config(text: str, folders: dict[str, list[str]]) -> Config:
    """Config from the text of mkdocs.yml; `folders` maps a folder to the folders in it that hold Markdown."""
    try:
        try:
            data = yaml.load(text, Loader=_Quick)
        except yaml.YAMLError:
            data = yaml.load(text, Loader=_Tolerant)  # slower, but it says the same on every machine
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise ConfigError(f"mkdocs.yml{where}: not valid YAML: {getattr(error, 'problem', error)}") from error
    data = data if isinstance(data, dict) else {}
    docs = posixpath.normpath(str(data.get("docs_dir") or "docs"))
    options = _plugin_options(data.get("plugins"))
    return make_config({"docs": docs, **options}, folders.get(docs, []))


def make_config(options: dict[str, Any], folders: list[str]) -> Config:
    """Config from plugin options; languages are the folders that look like language codes if none are named."""
    known = {field.name for field in fields(Config)}
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise ConfigError(
                f"mkdocs.yml: the zhixing plugin has no option {name!r}; it has {', '.join(sorted(known))}"
            )
        values[name] = _checked(name, value)
    if "languages" not in values:
        values["languages"] = guess_languages(folders)
    return Config(**values)


def _checked(name: str, value: object) -> object:
    """The value of an option in the form that the config wants; ConfigError if it cannot be."""
    if name in _TUPLES:
        if value is not None and not isinstance(value, (list, tuple)):
            raise ConfigError(f"mkdocs.yml: option {name} of the zhixing plugin must be a list, not {value!r}")
        return tuple(str(item) for item in value or ())
    wanted = type(getattr(Config, name))
    if type(value) is not wanted:
        words = "a whole number" if wanted is int else "text"
        raise ConfigError(f"mkdocs.yml: option {name} of the zhixing plugin must be {words}, not {value!r}")
    if name == "profile" and value not in ("cards", "vault"):
        raise ConfigError(f"mkdocs.yml: option profile of the zhixing plugin must be cards or vault, not {value!r}")
    return value


def guess_languages(folders: list[str]) -> tuple[str, ...]:
    """Language folders, English first; two at least, else the vault counts as flat.

    Without English or Chinese among them, folders like `cs` and `it` are more likely subjects than languages.
    """
    found = sorted((name for name in folders if is_language(name)), key=lambda name: (name != "en", name))
    return tuple(found) if len(found) > 1 and {name[:2] for name in found} & {"en", "zh"} else ()


def _plugin_options(plugins: object) -> dict[str, Any]:
    for plugin in plugins if isinstance(plugins, list) else [plugins]:
        if isinstance(plugin, dict) and isinstance(plugin.get("zhixing"), dict):
            return dict(plugin["zhixing"])
    return {}


def _tolerant(base: Any) -> Any:
    """A loader that reads mkdocs.yml without importing what its tags name."""

    class Tolerant(base):  # type: ignore[misc]
        pass

    for prefix in ("", "!", "tag:yaml.org,2002:python/"):
        Tolerant.add_multi_constructor(prefix, lambda loader, suffix, node: None)
    return Tolerant


_Tolerant = _tolerant(yaml.SafeLoader)
_Quick = _tolerant(getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def parse_site(text: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """`site_name` and `site_url` of mkdocs.yml; `!ENV` is looked up."""

    class WithEnvironment(_Tolerant):  # type: ignore[misc, valid-type]
        pass

    def look_up(loader: Any, node: yaml.Node) -> object:
        values = (
            [loader.construct_object(n) for n in node.value] if isinstance(node, yaml.SequenceNode) else [node.value]
        )
        names, default = (values[:-1], values[-1]) if len(values) > 1 else (values, None)
        return next((environment[name] for name in names if name in environment), default)

    WithEnvironment.add_constructor("!ENV", look_up)
    data = yaml.load(text, Loader=WithEnvironment)
    fields = data if isinstance(data, dict) else {}
    return str(fields.get("site_name") or ""), str(fields.get("site_url") or "")

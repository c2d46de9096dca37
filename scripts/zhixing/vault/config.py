"""Config of a project from its mkdocs.yml, or from what the folder looks like."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

import yaml

from zhixing.model import Card, Config
from zhixing.vault.languages import is_language

REGEX = "regex:"  # begins a pattern that is a regular expression
_RENAMED = {"record": "translations"}
_TUPLES = ("languages", "pages", "untranslated", "notebooks", "order", "exclude", "include")
_CHOICES = {
    "html": ("safe", "trusted"),
    "profile": ("cards", "vault"),
    "line_breaks": ("strict", "kept", "obsidian"),
    "properties": ("hidden", "table"),
}
_DOCUMENTS = (
    ".html",
    ".htm",
    ".xhtml",
    ".xht",
    ".shtml",
    ".mhtml",
    ".mht",
    ".svgz",
    ".php",
)  # opened by a reader, their scripts are the site's own
_NEVER_SHOWN = (".base",)  # no page shows it, and as a file it tells more than Obsidian shows


@lru_cache(maxsize=100_000)
def matches(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a path inside a language folder fits one of the patterns of the config."""
    return any(fnmatchcase(path, pattern) or fnmatchcase(path, pattern.replace("/**", "/*")) for pattern in patterns)


def is_excluded(path: str, config: Config) -> bool:
    """Whether a file of the docs folder is no part of the vault.

    A pattern without a slash fits a folder or file of that name anywhere; one with a slash fits a path below the docs
    or below a language folder, and all that lies in it. Case does not count: what is left out in doubt is not shown.
    """
    never = _NEVER_SHOWN if config.html == "trusted" else (*_NEVER_SHOWN, *_DOCUMENTS)
    return path.lower().endswith(never) or (
        bool(config.exclude)
        and any(_lies_in(inside, config.exclude) for inside in {_inside(path, config), inside_language(path, config)})
    )


def is_pattern(text: str) -> bool:
    """Whether a regular expression can be used: it is one, and it holds no repetition of a group, which may never end."""
    try:
        re.compile(text)
    except re.error:
        return False
    return not re.search(r"\)[*+{]", text)


def is_included(path: str, config: Config) -> bool:
    """Whether the config wants this file on the site, whoever links to it."""
    insides = {_inside(path, config), inside_language(path, config)} if config.include else ()
    return any(_lies_in(inside, config.include) for inside in insides)


def _lies_in(path: str, patterns: tuple[str, ...]) -> bool:
    path = unicodedata.normalize("NFC", path)
    names = path.casefold().split("/")
    above = ["/".join(names[:depth]) for depth in range(1, len(names) + 1)]
    for pattern in patterns:
        if pattern.startswith(REGEX):
            if re.search(pattern.removeprefix(REGEX), path, re.I):
                return True
            continue
        wanted = (
            unicodedata.normalize("NFC", pattern)
            .casefold()
            .removeprefix("./")
            .removesuffix("/**")
            .removesuffix("/*")
            .rstrip("/")
        )
        places = above if "/" in wanted else names
        if wanted and any(fnmatchcase(place, wanted.removeprefix("/")) for place in places):
            return True
    return False


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


def is_card(card: Card, config: Config) -> bool:
    """Whether the whole contract of a card applies: not to plain pages and notebooks, not in a plain vault."""
    if config.profile != "cards" or card.is_notebook or card.is_canvas or (config.languages and not card.lang):
        return False
    return not matches(card.key + ".md", config.pages)


class ConfigError(Exception):
    """mkdocs.yml names an option that does not exist, or gives it a wrong value."""


@dataclass(frozen=True)
class Settings:
    """What the engine needs of mkdocs.yml."""

    docs_dir: str = "docs"
    options: dict[str, Any] | None = None  # of the zhixing plugin; None if it is not enabled
    site_name: str = ""
    site_url: str = ""


def parse_settings(data: dict[str, Any]) -> Settings:
    """The settings in what was read of mkdocs.yml."""
    name, url = (str(data.get(key) or "") for key in ("site_name", "site_url"))
    return Settings(str(data.get("docs_dir") or "docs"), _plugin_options(data.get("plugins")), name, url)


def parse_yaml(text: str, name: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """What a file like mkdocs.yml says: `!ENV` is looked up, what other tags name is not imported."""
    try:
        try:
            data = yaml.load(text, Loader=_loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader), environment))
        except yaml.YAMLError:  # slower, but it says the same on every machine
            data = yaml.load(text, Loader=_loader(yaml.SafeLoader, environment))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise ConfigError(f"{name}{where}: not valid YAML: {getattr(error, 'problem', error)}") from error
    return data if isinstance(data, dict) else {}


def merged(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    """A config and the one that it inherits from, as MkDocs merges them: mappings key by key, all else replaced."""
    both = dict(parent)
    for key, value in child.items():
        known = both.get(key)
        both[key] = merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return both


def make_config(docs: str, options: Mapping[str, Any], folders: list[str]) -> Config:
    """Config from plugin options; languages are the folders that look like language codes if none are named."""
    known = {field.name for field in fields(Config)} - {"docs"}
    values: dict[str, Any] = {"docs": docs}
    for name, value in _renamed(options).items():
        if name not in known:
            raise ConfigError(
                f"mkdocs.yml: the zhixing plugin has no option {name!r}; it has {', '.join(sorted(known))}"
            )
        if value is not None:  # for MkDocs, too, an option without a value is not given
            values[name] = _checked(name, value)
    if "languages" not in values:
        values["languages"] = guess_languages(folders)
    return Config(**values)


def _renamed(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options under their present names."""
    renamed = dict(options)
    for old, new in _RENAMED.items():
        value = renamed.pop(old, None)
        if value is None:
            continue
        if renamed.get(new) is not None:
            raise ConfigError(f"mkdocs.yml: option {old} of the zhixing plugin is the old name of {new}: keep {new}")
        message = f"mkdocs.yml: option {old} of the zhixing plugin is now called {new}; the old name will go"
        warnings.warn(message, DeprecationWarning, stacklevel=4)
        renamed[new] = value
    return renamed


def _checked(name: str, value: object) -> object:
    """The value of an option in the form that the config wants; ConfigError if it cannot be."""
    if name in ("exclude", "include") and isinstance(value, (list, tuple)):
        for item in map(str, value):
            if item.startswith(REGEX) and not is_pattern(item.removeprefix(REGEX)):
                raise ConfigError(
                    f"mkdocs.yml: option {name} of the zhixing plugin: {item!r} cannot be used as a pattern"
                )
    if name in _TUPLES:
        if value is not None and not isinstance(value, (list, tuple)):
            raise ConfigError(f"mkdocs.yml: option {name} of the zhixing plugin must be a list, not {value!r}")
        return tuple(str(item) for item in value or ())
    wanted = type(getattr(Config, name))
    if type(value) is not wanted:
        words = "a whole number" if wanted is int else "text"
        raise ConfigError(f"mkdocs.yml: option {name} of the zhixing plugin must be {words}, not {value!r}")
    choices = _CHOICES.get(name)
    if choices is not None and value not in choices:
        names = f"{', '.join(choices[:-1])} or {choices[-1]}"
        raise ConfigError(f"mkdocs.yml: option {name} of the zhixing plugin must be {names}, not {value!r}")
    return value


def guess_languages(folders: list[str]) -> tuple[str, ...]:
    """Language folders, English first; two at least, else the vault counts as flat.

    Without English or Chinese among them, folders like `cs` and `it` are more likely subjects than languages.
    """
    found = sorted((name for name in folders if is_language(name)), key=lambda name: (name != "en", name))
    return tuple(found) if len(found) > 1 and {name[:2] for name in found} & {"en", "zh"} else ()


def _plugin_options(plugins: object) -> dict[str, Any] | None:
    """Options of the zhixing plugin in whatever form the plugins are listed; None if it is not among them."""
    for name, options in _plugins(plugins):
        if name in ("zhixing", "/zhixing"):
            if options is not None and not isinstance(options, dict):
                raise ConfigError(f"mkdocs.yml: options of the zhixing plugin must be a mapping, not {options!r}")
            given = dict(options or {})
            return given if given.pop("enabled", True) is not False else None  # MkDocs' own option of every plugin
    return None


def _plugins(plugins: object) -> Iterator[tuple[object, object]]:
    """Names and options: a mapping, or a list of names, of mappings, and of such lists."""
    if isinstance(plugins, dict):
        yield from plugins.items()
    elif isinstance(plugins, list):
        for plugin in plugins:
            yield from _plugins(plugin)
    else:
        yield plugins, None


def _loader(base: Any, environment: Mapping[str, str]) -> Any:
    class Loader(base):  # type: ignore[misc]
        pass

    def look_up(loader: Any, node: yaml.Node) -> object:
        """The first variable that is set, else the last item of several."""
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        names = [str(item.value) for item in (nodes[:-1] if len(nodes) > 1 else nodes)]
        found = next((environment[name] for name in names if name in environment), None)
        if found is None:
            return loader.construct_object(nodes[-1]) if len(nodes) > 1 else None
        return loader.construct_object(yaml.ScalarNode(loader.resolve(yaml.ScalarNode, found, (True, False)), found))

    for prefix in ("", "!", "tag:yaml.org,2002:python/"):
        Loader.add_multi_constructor(prefix, lambda loader, suffix, node: None)
    Loader.add_constructor("!ENV", look_up)
    return Loader


def task_folder(config: Config) -> str:
    """Where the files of judged tasks are: in the vault, beside the languages."""
    return "practice" if config.docs == "." else f"{config.docs}/practice"


def asked_file(config: Config) -> str:
    """Where it stands who asks which question: in the vault, beside the languages."""
    return "interview.yml" if config.docs == "." else f"{config.docs}/interview.yml"

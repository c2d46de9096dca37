"""Values of a note's front matter as the theme's templates may print them: MkDocs' templates escape nothing."""

from __future__ import annotations

import os
from typing import Any

from markupsafe import Markup, escape
from mkdocs.config.defaults import MkDocsConfig


def words(text: str) -> Markup:
    """Text for a template; one that escapes by itself does not do it again."""
    return escape(text)


def usable_meta(meta: dict[str, Any], config: MkDocsConfig) -> dict[str, Any]:
    """Front matter without what the templates would stop at: parts of the theme that are not there, `hide: 5`."""
    made = dict(meta)
    for key, name in (("template", "{}"), ("icon", ".icons/{}.svg")):
        if key in meta and not any(_is_in(folder, name.format(meta[key])) for folder in config.theme.dirs):
            del made[key]
    if "hide" in meta:
        hide = meta["hide"] if isinstance(meta["hide"], list) else [meta["hide"]]
        made["hide"] = [item for item in hide if isinstance(item, str)]
    if not isinstance(meta.get("search", {}), dict):
        del made["search"]
    return made


def safe_meta(meta: dict[str, Any], config: MkDocsConfig) -> dict[str, Any]:
    """Front matter of which every text is escaped; a template stays if it is the project's own."""
    own = config.theme.custom_dir
    kept = {key: value for key, value in meta.items() if key not in ("icon", "status", "location")}
    if "template" in kept and not (own and _is_in(own, str(kept["template"]))):
        del kept["template"]
    return {str(escape(key)): _value(value) for key, value in kept.items()}


def _is_in(folder: str, name: str) -> bool:
    path = os.path.realpath(os.path.join(folder, name))
    return path.startswith(os.path.realpath(folder) + os.sep) and os.path.isfile(path)


def _value(value: Any) -> Any:
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, list):
        return [_value(item) for item in value]
    if isinstance(value, dict):
        return {str(escape(key)): _value(item) for key, item in value.items()}
    return value

"""Which files of the docs folder a site may have: no more than the vault holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from hashlib import blake2b

from zhixing.model import Vault
from zhixing.page.safe_svg import is_active_svg
from zhixing.syntax.notebook import STORED
from zhixing.vault.kept_results import kept_by

_OWN = ("assets/zx/", "assets/javascripts/", "assets/stylesheets/")
_XML = (
    ".svg",
    ".xml",
    ".xsl",
    ".xslt",
    ".xsd",
    ".rdf",
    ".rss",
    ".atom",
    ".kml",
    ".gpx",
)  # a browser opens them as pages


def kept_off(vault: Vault, files: Iterable[str], data: Callable[[str], bytes | None]) -> dict[str, str]:
    """Those of some files that no safe site may have, each with the reason; `data` reads one."""
    if vault.config.html == "trusted":
        return {}
    found: dict[str, str] = {}
    for path in files:
        name = path.lower()
        if name.removeprefix(f"{vault.config.docs.lower()}/").startswith(_OWN):
            found[path] = "in a folder of the site's own"
        elif name.endswith(_XML) and _is_active(path, data):
            found[path] = "may run scripts where it is opened"
    return found


def _is_active(path: str, data: Callable[[str], bytes | None]) -> bool:
    try:
        text = data(path) or b""
    except OSError:
        return False  # it cannot be copied either
    return kept_by((__name__, "active", blake2b(text).digest()), partial(is_active_svg, text))


def is_source(path: str, vault: Vault) -> bool:
    """Whether a file is there for the engine alone: a record, a notebook or a canvas as it is written."""
    config = vault.config
    return path in (config.translations, config.references, config.witnesses) or (
        path in vault.cards and (vault.cards[path].is_notebook or vault.cards[path].is_canvas)
    )


def is_foreign(path: str, vault: Vault, listed: frozenset[str], *, is_page: bool) -> bool:
    """Whether a host found a file that is no part of the vault, or a note that is no card; `listed` are its files."""
    is_note = is_page and not path.endswith(STORED)
    return path not in vault.cards and (is_note or path not in listed)

"""Which files of the docs folder a site may have: no more than the vault holds."""

from __future__ import annotations

from zhixing.model import Vault
from zhixing.syntax.notebook import STORED


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

"""The vault of this project, read once by each process that tests it. Nobody changes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from zhixing.model import Vault
from zhixing.vault.load import load_vault

ROOT = Path(__file__).parents[1]


@cache
def this_vault() -> Vault:
    """All cards of this project."""
    return load_vault(ROOT)

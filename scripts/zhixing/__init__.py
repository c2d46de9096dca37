"""Zhixing: a checked, searchable site and tested code from a Markdown vault. This is the front door.

    import zhixing

    vault = zhixing.load_vault("path/to/vault")
    for finding in zhixing.check(vault):
        print(f"{finding.span.path}:{finding.span.line}: {finding.code} {finding.problem}")

What stands in `__all__` is the public API: it changes by the rules of CHANGELOG.md. Every other module may change in any release.
Nothing is loaded before it is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zhixing.model import (
        Callout,
        Card,
        Claim,
        Code,
        CodeBlock,
        Config,
        Diagnostic,
        Front,
        Heading,
        Link,
        Option,
        Question,
        Quiz,
        Section,
        Span,
        Vault,
    )
    from zhixing.vault.config import ConfigError
    from zhixing.vault.resolve import Index, Target, Unresolved

__version__ = "0.2.0"
__all__ = [
    "Callout",
    "Card",
    "Claim",
    "Code",
    "CodeBlock",
    "Config",
    "ConfigError",
    "Diagnostic",
    "ExtractError",
    "Front",
    "Heading",
    "Index",
    "Link",
    "Option",
    "Question",
    "Quiz",
    "Section",
    "Span",
    "Target",
    "Unresolved",
    "Vault",
    "__version__",
    "check",
    "extract",
    "load_vault",
]
_ELSEWHERE = {"ConfigError": "vault.config", **dict.fromkeys(("Index", "Target", "Unresolved"), "vault.resolve")}


class ExtractError(Exception):
    """Extraction would lose or spoil a module; `diagnostics` says which lines must be mended first."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(*(f"{found.span.path}:{found.span.line}: {found.code}" for found in diagnostics))
        self.diagnostics = diagnostics


def load_vault(root: str | Path = ".", *, config: Config | None = None, cache: bool = True) -> Vault:
    """Read and parse the project that the folder `root` belongs to: the nearest one at or above it with an mkdocs.yml.

    A folder without one is a plain vault. `config` takes the place of what mkdocs.yml says; without `cache` every file is parsed
    anew and nothing is written. Raises ConfigError for an mkdocs.yml that cannot be understood, OSError for a folder that cannot be
    read. A bad card raises nothing: `check` reports it.
    """
    from zhixing.vault import load, read

    folder = Path(root).resolve(strict=True)
    return load.load_vault(read.find_root(folder), config, cache=cache)


def check(vault: Vault) -> list[Diagnostic]:
    """Everything that is wrong in the vault, sorted by place, each finding once; no code of the vault is run."""
    from zhixing.checks.run import run_checks

    return run_checks(vault)


def extract(vault: Vault) -> dict[str, bytes]:
    """The files of the snippets package by their path in the project; line N of a module is line N of its card.

    Nothing is written. Raises ExtractError where a module would be lost or spoiled.
    """
    from zhixing.blocks.extract import emit_snippets
    from zhixing.checks.snippets import check_extractable

    blocking = tuple(sorted(set(check_extractable(vault))))
    if blocking:
        raise ExtractError(blocking)
    return emit_snippets(vault)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_ELSEWHERE.get(name, 'model')}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

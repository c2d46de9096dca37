"""The files of the site that let a page run Python: the runtime, and each card's definitions as a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from zhixing.model import Card
from zhixing.page import runtime
from zhixing.page.runnable import module_json

FOLDER = "assets/py"


def module_files(modules: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    """Address and text of each card's module."""
    for name, card in sorted(modules.items()):
        yield f"{FOLDER}/modules/{name}.json", module_json(card)


def runtime_files(cache: Path) -> Iterator[tuple[str, Path]]:
    """Address and place of each file of the runtime; RuntimeMissingError if it cannot be had."""
    for path in runtime.runtime_files(cache):
        yield f"{FOLDER}/{path.name}", path

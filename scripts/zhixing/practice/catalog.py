"""Files of tasks, read and not run: what a list, a page and a check need to know of each task."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from zhixing.blocks.extract import emit_snippets, source_cards
from zhixing.model import Vault
from zhixing.practice.core.shelf import TORCH, Shelf
from zhixing.practice.core.task import Text
from zhixing.syntax.slug import module_name
from zhixing.vault.config import task_folder
from zhixing.vault.read import read_folder

FOLDER = "practice"  # in the docs folder, beside the languages


@dataclass(frozen=True)
class TaskEntry:
    """What stands in a task's file in so many words; `line` is that of the task."""

    id: str
    define: str
    file: str
    line: int
    card: str = ""
    minutes: int = 0
    level: int = 0
    title: Text = ""
    prompt: Text = ""
    hints: tuple[Text, ...] = ()
    claims: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    properties: tuple[Text, ...] = ()
    mistakes: tuple[tuple[Text, str], ...] = ()  # name, link
    given: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The card's module."""
        return self.file.removesuffix(TORCH)

    @property
    def needs_torch(self) -> bool:
        """Whether it can be solved in the terminal only."""
        return self.file.endswith(TORCH)


class TaskFileError(Exception):
    """A file of tasks cannot be read; the message says where and why."""


def load_shelf(root: Path, vault: Vault) -> Shelf:
    """The vault's tasks and the code of its cards."""
    config = vault.config
    sources = {PurePosixPath(path).stem: data.decode() for path, data in emit_snippets(vault).items()}
    files = task_files(root, vault)
    cards = {module_name(card.name): card.name for card in source_cards(vault)}
    return Shelf(config.snippets, config.languages or ("",), files, sources, cards)


def entries(shelf: Shelf) -> tuple[TaskEntry, ...]:
    """Every task, in the order of the files and in each as written."""
    return tuple(
        entry for file in sorted(shelf.files) for entry in _entries(file, shelf.files[file], _card(file, shelf.cards))
    )


def read_entries(root: Path, vault: Vault) -> tuple[TaskEntry, ...]:
    """Every task of the vault, without the code of its cards."""
    cards = {module_name(card.name): card.name for card in source_cards(vault)}
    return tuple(
        entry for file, text in task_files(root, vault).items() for entry in _entries(file, text, _card(file, cards))
    )


def task_files(root: Path, vault: Vault) -> dict[str, str]:
    """The files of tasks by the name of their module."""
    found = read_folder(root, task_folder(vault.config), (".py",))
    return {PurePosixPath(path).stem: found[path].decode() for path in sorted(found)}


def _card(file: str, cards: Mapping[str, str]) -> str:
    return cards.get(file.removesuffix(TORCH), "")


@lru_cache(maxsize=256)
def _entries(file: str, text: str, card: str) -> tuple[TaskEntry, ...]:
    return tuple(_read(file, text, card))


def _read(file: str, text: str, card: str) -> Iterator[TaskEntry]:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise TaskFileError(f"{FOLDER}/{file}.py:{error.lineno}: {error.msg}") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "task":
            entry = TaskEntry(_literal(node.args[0], file), _literal(node.args[1], file), file, node.lineno, card)
            yield replace(entry, **_fields({k.arg: k.value for k in node.keywords if k.arg}, file))


def _fields(given: Mapping[str, ast.expr], file: str) -> dict[str, Any]:
    plain = ("minutes", "level", "title", "prompt", "hints", "claims", "blank", "given", "withheld")
    fields: dict[str, Any] = {name: _literal(given[name], file) for name in plain if name in given}
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    calls = {name: _calls(given.get(name)) for name in ("properties", "wrong")}
    fields["properties"] = tuple(_literal(call.args[0], file) for call in calls["properties"])
    fields["mistakes"] = tuple((_literal(c.args[0], file), _literal(c.args[1], file)) for c in calls["wrong"])
    return fields


def _calls(node: ast.expr | None) -> list[ast.Call]:
    entries = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return [entry for entry in entries if isinstance(entry, ast.Call)]


def _literal(node: ast.expr, file: str) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError as error:
        raise TaskFileError(f"{FOLDER}/{file}.py:{node.lineno}: this must be written out, not computed") from error

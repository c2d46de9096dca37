"""`--zhixing-sandbox`: pytest itself runs no line of the vault, and blocks run behind walls. And what is said before it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import zhixing
from zhixing.blocks import record
from zhixing.blocks.sandbox import Sandbox, sandbox
from zhixing.hosts.pytest.cards import BlockItem
from zhixing.hosts.pytest.notebooks import NotebookItem
from zhixing.model import Card, Vault
from zhixing.syntax.notebook import SOURCE, code_cells
from zhixing.vault.fork import can_fork
from zhixing.vault.read import read_bytes


def walls_of(config: pytest.Config) -> Sandbox | None:
    """The walls of this run, if it asked for them."""
    if not config.getoption("zhixing_sandbox"):
        return None
    walls = sandbox()
    if not walls.is_closed or not can_fork():
        raise pytest.UsageError(
            "--zhixing-sandbox: this system has no means to keep a process from the network\n"
            "  hint: Linux has them (namespaces or seccomp); a container without them can be started with --network=none"
        )
    return walls


class Walls:
    """Registered only in a sandbox: what pytest would import of the vault is left out."""

    def __init__(self) -> None:
        self.left_out = 0

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector:
        """A folder is a folder: pytest would import its `__init__.py`."""
        found: pytest.Dir = pytest.Dir.from_parent(parent, path=path)
        return found

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A test module is code of the vault; a notebook is not imported."""
        if collection_path.suffix != SOURCE or collection_path.is_dir() or is_notebook(collection_path):
            return None
        self.left_out += 1
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """What another plugin makes of the vault, doctests for one, would run in this process."""
        others = [item for item in items if not isinstance(item, (BlockItem, NotebookItem))]
        items[:] = [item for item in items if isinstance(item, (BlockItem, NotebookItem))]
        self.left_out += len(others)
        if others:
            config.hook.pytest_deselected(items=others)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What was not run is said."""
        if self.left_out:
            terminalreporter.line(
                f"zhixing: in the sandbox {self.left_out} Python files or tests of others did not run"
            )


def is_notebook(file: Path) -> bool:
    """Whether it is worth reading the vault for a Python file: tests and modules begin otherwise."""
    return file.suffix == SOURCE and (read_bytes(file.parent, file.name) or b"").startswith((b"# ---", b"# %%"))


def refuse_plugins(config: pytest.Config, root: Path) -> None:
    """A settings file of the vault can make pytest load a module before anyone could prevent it."""
    if config.inipath is None or not config.inipath.resolve().is_relative_to(root.resolve()):
        return
    if re.search(r"(?:^| )-p ?(?! ?no:)\S", " ".join(config.getini("addopts"))):
        raise pytest.UsageError(
            f"--zhixing-sandbox: {config.inipath} makes pytest load a plugin, which ran outside the sandbox\n"
            f"  hint: read it first, or run with another: pytest -c {os.devnull} --rootdir=. --zhixing-sandbox"
        )


def forget_path(root: Path) -> None:
    """Nothing of a foreign vault is found by an import in this process; the engine itself may live there."""
    engine, inside = Path(zhixing.__file__).resolve(), root.resolve()
    sys.path[:] = [
        place
        for place in sys.path
        if not Path(place).resolve().is_relative_to(inside) or engine.is_relative_to(Path(place).resolve())
    ]


def header(vaults: Iterable[tuple[Path, Vault]], asked: list[Path], walls: Sandbox | None) -> Iterator[str]:
    """One line for each vault of which blocks will run."""
    places = tuple(f"{path.as_posix().rstrip('/')}/" for path in asked)
    for root, vault in vaults:
        cards = [card for card in vault.cards.values() if _below(f"{root}/{card.path}", places)]
        counts = [count for card in cards if (count := _count(card))]
        if counts:
            how = f"in a sandbox: {walls.words()}" if walls else "as you; --zhixing-sandbox puts them behind walls"
            yield f"zhixing: {_many(sum(counts), 'block')} of {_many(len(counts), 'note')} will be executed from {root}"
            yield f"zhixing: {how}"


def _below(path: str, places: tuple[str, ...]) -> bool:
    return f"{path}/".startswith(places)


def _count(card: Card) -> int:
    return len(code_cells(card)) if card.is_notebook else sum(map(record.runs, card.blocks))


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"

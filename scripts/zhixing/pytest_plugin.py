"""The pytest plugin: every code block of every card is a test. This module is its hooks."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from zhixing.card_tests import BlockItem, CardFile, Project
from zhixing.ledger import Ledger
from zhixing.load import load_vault
from zhixing.notebook import SOURCE
from zhixing.notebook_tests import NotebookFile, NotebookItem
from zhixing.read import find_root, load_config, read_bytes
from zhixing.run import Session

_ENABLED = re.compile(r"^\s*-\s*[\"']?zhixing\b", re.M)
_PROJECTS = pytest.StashKey[dict[Path, Project | None]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options that write."""
    group = parser.getgroup("zhixing", "code blocks of a vault")
    group.addoption("--zhixing-rewrite", action="store_true", help="write real outputs and pictures into the cards")
    group.addoption("--zhixing-record", action="store_true", help="write the record of passing blocks")


def pytest_configure(config: pytest.Config) -> None:
    """Start with no project known."""
    config.addinivalue_line("markers", "slow: takes more than a few seconds")
    config.stash[_PROJECTS] = {}
    if not hasattr(config, "workerinput"):  # under xdist the workers run and the controller writes
        config.pluginmanager.register(Ledger(config), "zhixing-ledger")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the Markdown files and notebooks of a project that has the zhixing plugin in its mkdocs.yml."""
    if file_path.suffix.lower() in (".md", ".markdown"):
        return _collected(file_path, parent)
    named = parent.session.isinitpath(file_path)  # then pytest takes it for a module, and asks the hook below
    return _collected(file_path, parent) if not named and _may_be_notebook(file_path) else None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A notebook that is named on the command line is no module: importing it would run it."""
    return _collected(module_path, parent) if _may_be_notebook(module_path) else None


def _collected(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    root = find_root(file_path.parent)
    projects = parent.config.stash[_PROJECTS]
    if root not in projects:
        projects[root] = _open(root)
    project = projects[root]
    card = project.vault.cards.get(file_path.relative_to(root).as_posix()) if project else None
    if project is None or card is None:
        return None
    kind = NotebookFile if card.is_notebook else CardFile
    file: NotebookFile | CardFile = kind.from_parent(parent, path=file_path)
    file.project, file.card = project, card
    return file


def _may_be_notebook(file: Path) -> bool:
    """Whether it is worth reading the vault for a Python file: tests and modules begin otherwise."""
    return file.suffix == SOURCE and (read_bytes(file.parent, file.name) or b"").startswith((b"# ---", b"# %%"))


def _open(root: Path) -> Project | None:
    settings = read_bytes(root, "mkdocs.yml")
    if settings is None or not _ENABLED.search(settings.decode("utf-8", "replace")):
        return None
    config = load_config(root)
    vault = load_vault(root, config)
    return Project(root, vault, Session(root, config, vault.cards))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put what the run left on the report, which is what travels from a worker to the controller."""
    report = yield
    if isinstance(item, (BlockItem, NotebookItem)):
        report.zhixing = item.note(report).data()  # type: ignore[attr-defined]
    return report

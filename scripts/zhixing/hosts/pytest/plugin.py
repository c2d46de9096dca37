"""The pytest plugin: every code block of every card is a test. This module is its hooks."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Generator
from pathlib import Path

import pytest

from zhixing.hosts.pytest.cards import BlockItem, CardFile, Project, open_project
from zhixing.hosts.pytest.changed import select
from zhixing.hosts.pytest.ledger import Ledger
from zhixing.hosts.pytest.notebooks import NotebookFile, NotebookItem
from zhixing.hosts.pytest.passed import LEFT_OUT, UNCHANGED
from zhixing.hosts.pytest.twins import open_results
from zhixing.hosts.pytest.walls import Walls, forget_path, header, is_notebook, refuse_plugins, walls_of
from zhixing.vault.config import ConfigError
from zhixing.vault.load import load_vault
from zhixing.vault.read import find_root, load_config, load_settings, read_bytes, uncollected

_PROJECTS = pytest.StashKey[dict[Path, Project | None]]()
_FOUND = pytest.StashKey[dict[Path, tuple[Path, str] | None]]()  # folder → root of its project and the way from there
_NOTES = pytest.StashKey[dict[Path, Path]]()  # root → folder of its notes


def pytest_addoption(parser: pytest.Parser) -> None:
    """What the run writes, and what it may leave out."""
    group = parser.getgroup("zhixing", "code blocks of a vault")
    group.addoption("--zhixing-rewrite", action="store_true", help="write real outputs and pictures into the cards")
    group.addoption("--zhixing-record", action="store_true", help="write the record of passing blocks")
    group.addoption("--zhixing-sandbox", action="store_true", help="run blocks without network, in a scratch folder")
    group.addoption("--zhixing-changed", action="store_true", help="leave out the blocks that passed as they stand")
    group.addoption("--zhixing-remember", action="store_true", help="keep what passed, for --zhixing-changed")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """A conftest.py is code of the vault."""
    if early_config.known_args_namespace.zhixing_sandbox:
        early_config.known_args_namespace.noconftest = True


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Start with no project known."""
    config.add_cleanup(
        gc.unfreeze
    )  # last of all: pytest looks for garbage when it ends, and would look through the vault
    config.addinivalue_line("markers", "slow: takes more than a few seconds")
    config.stash[_PROJECTS] = {}
    config.stash[_FOUND] = {}
    config.stash[_NOTES] = {}
    open_results(config)
    if walls_of(config) is not None:
        for root in _roots(config):
            refuse_plugins(config, root)
        config.pluginmanager.register(Walls(), "zhixing-walls")
    if not hasattr(config, "workerinput"):  # under xdist the workers run and the controller writes
        config.pluginmanager.register(Ledger(config), "zhixing-ledger")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is about to run, before anything does."""
    asked = _asked(config)
    roots = [root for root in _roots(config) if any(_meet(path, _notes(config, root)) for path in asked)]
    opened = [(root, project.vault) for root in roots if (project := _project(config, root)) is not None]
    return list(header(opened, asked, walls_of(config)))


def pytest_sessionstart(session: pytest.Session) -> None:
    """With -q pytest asks no one for a header; that a stranger's code is about to run is said all the same."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not reporter.showheader and not hasattr(session.config, "workerinput"):
        for line in pytest_report_header(session.config):
            reporter.write_line(line)


def _asked(config: pytest.Config) -> list[Path]:
    return [Path(config.invocation_params.dir, word.partition("::")[0]) for word in config.args]


def _meet(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)


def _roots(config: pytest.Config) -> list[Path]:
    return list(dict.fromkeys(find_root(path if path.is_dir() else path.parent) for path in _asked(config)))


def _notes(config: pytest.Config, root: Path) -> Path:
    """Where the notes of a project lie: for a file of tests beside them the vault need not be read."""
    known = config.stash[_NOTES]
    if root not in known:
        try:
            known[root] = root / load_config(root).docs
        except ConfigError:
            known[root] = root  # whoever opens it says what is wrong
    return known[root]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests are made by the thousand and stay to the end, as the vault does: no search for garbage need look through them."""
    with uncollected():
        result = yield
        gc.freeze()  # before it is looked through for the first time
    return result


def pytest_unconfigure(config: pytest.Config) -> None:
    """Nothing runs any more; what was set aside is garbage like any other when all is cleaned up: another session may follow."""
    for project in config.stash[_PROJECTS].values():
        if project is not None and project.nursery is not None:
            project.nursery.close()
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)  # once: the process is about to end, and looks through everything twice before it does


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Blocks are followed only where someone asks for it."""
    if config.getoption("zhixing_changed") or config.getoption("zhixing_remember"):
        select(config, items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells the controller what it left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[LEFT_OUT] = session.config.stash.get(UNCHANGED, 0)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the Markdown files and notebooks of a project that has the zhixing plugin in its mkdocs.yml."""
    if file_path.suffix.lower() in (".md", ".markdown"):
        return _collected(file_path, parent)
    named = parent.session.isinitpath(file_path)  # then pytest takes it for a module, and asks the hook below
    return _collected(file_path, parent) if not named and is_notebook(file_path) else None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A notebook that is named on the command line is no module: importing it would run it."""
    return _collected(module_path, parent) if is_notebook(module_path) else None


def _collected(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    found = parent.config.stash[_FOUND]
    folder = file_path.parent
    if folder not in found:  # of a folder with a thousand cards it is asked once
        found[folder] = _way(parent.config, folder)
    way = found[folder]
    if way is None:
        return None
    project = _project(parent.config, way[0])
    card = project.vault.cards.get(way[1] + file_path.name) if project else None
    if project is None or card is None:
        return None
    kind = NotebookFile if card.is_notebook else CardFile
    file: NotebookFile | CardFile = kind.from_parent(parent, path=file_path)
    file.project, file.card = project, card
    return file


def _way(config: pytest.Config, folder: Path) -> tuple[Path, str] | None:
    """The root of the project that a folder of notes belongs to, and the folder's path from there."""
    root = find_root(folder)
    if not folder.is_relative_to(_notes(config, root)):
        return None
    path = folder.relative_to(root).as_posix()
    return root, "" if path == "." else f"{path}/"


def _project(config: pytest.Config, root: Path) -> Project | None:
    projects = config.stash[_PROJECTS]
    if root not in projects:
        projects[root] = _open(config, root)
    return projects[root]


def _open(pytest_config: pytest.Config, root: Path) -> Project | None:
    walls = walls_of(pytest_config)
    if walls is not None:
        forget_path(root)
    try:
        settings = load_settings(root)
        if settings is None or settings.options is None:
            return None
        config = load_config(root)
    except ConfigError as error:
        if b"zhixing" not in (read_bytes(root, "mkdocs.yml") or b""):
            return None  # a project of someone else
        raise pytest.UsageError(str(error)) from error
    with uncollected():
        vault = load_vault(root, config)
        gc.freeze()
    return open_project(pytest_config, root, vault, walls)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put what the run left on the report, which is what travels from a worker to the controller."""
    report = yield
    if isinstance(item, (BlockItem, NotebookItem)):
        report.zhixing = item.note(report).data()  # type: ignore[attr-defined]
    return report

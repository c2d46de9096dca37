"""The plan of the engine: rooms import downwards only, and each module touches only what is its job."""

from __future__ import annotations

import ast
import itertools
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "scripts/zhixing"
MODULES = sorted(
    path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
    for path in PACKAGE.rglob("*.py")
    if path != PACKAGE / "__init__.py"
)
ROOMS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())

LOADERS = ("import_module", "__import__", "find_spec")
READS_OR_WRITES = frozenset(
    (
        *("open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "rmdir", "iterdir"),
        *("scandir", "glob", "rglob", "touch", "rmtree", "copytree", "symlink_to", "rename", "listdir", "getlines"),
        "TemporaryDirectory",
    )
)
DISK = {
    "vault.read": "the vault",
    "vault.write": "what is made from it",
    "vault.fork": "no file, but a pipe to its own child",
    "page.assets": "bundles the site's own scripts and styles, which are no part of a vault",
    "page.kept": "the cache in which such things are kept",
    "page.licences": "the notices of installed packages, which are no part of a vault either",
    "page.runtime": "keeps Python for the page, which is no part of a vault",
    "page.share_images": "draws pictures in a scratch folder beside those packages",
    "blocks.isolate": "a scratch folder for the block that runs",
    "blocks.sandbox": "tells the kernel who the user is inside",
    "blocks.limits": "asks the kernel how large the process is",
    "blocks.run": "the same, where no child process can be had",
    "blocks.failure": "shows the lines of the card around a failure",
    "practice.core.page": "the question and the answer, in the memory of the page's own Python",
    "hosts.pytest.twins": "a scratch folder in which the workers of one test run leave results to each other",
    "page.site_files": "looks at what the bundler has built",
}
PRINTS = {
    "hosts.cli.main": "it is the command",
    "hosts.cli.decks": "it is part of the command",
    "hosts.cli.study": "it is part of the command",
    "hosts.cli.practice": "it is part of the command",
    "hosts.cli.machines": "it is part of the command",
    "hosts.cli.witness": "it is part of the command",
    "hosts.cli.mutate": "it is part of the command",
    "hosts.pytest.elsewhere": "the streams of its own fresh process",
    "blocks.isolate": "keeps and restores the streams of the child",
    "page.assets": "shows what the bundler says",
    "page.drawing": "the streams of its own child",
    "page.share_images": "the streams of its own child",
    "vault.last_changed": "what git says",
    "study.terminal.interview": "draws on the console that the command gives it",
    "study.terminal.keys": "shows a line while it is typed",
    "study.terminal.screen": "draws on the console that the command gives it",
    "blocks.shell": "the streams of its own child",
    "page.runtime": "what pip says",
}
ENDS = {
    "vault.fork": "its own child, when the work is done",
    "hosts.cli.main": "it is the command",
    "blocks.isolate": "the child ends itself",
    "blocks.sandbox": "the same",
    "blocks.failure": "names the exception that a block raised",
    "practice.core.outcome": "a solution may try to",
}
FRAMEWORKS = {
    "mkdocs": {"hosts.mkdocs"},
    "mkdocs_jupyter": {"hosts.mkdocs"},
    "pytest": {"hosts.pytest"},
    "matplotlib": {"blocks.figure"},
    "numpy": {
        "blocks.figure",
        "blocks.formula_arrays",
        "blocks.formula_help",
        "blocks.formula_run",
        "blocks.formula_value",
    }
    | {"blocks.profiles", "practice.core"},
    "torch": set[str](),
    "genanki": {"study.anki"},
    "fsrs": {"study.schedule", "study.queue", "study.terminal.status"},
    "rich": {"hosts.cli.interview", "hosts.cli.study", "study.terminal"},
    "markdown_it": {"syntax.commonmark"},
    "pygls": {"hosts.lsp"},
    "lsprotocol": {"hosts.lsp"},
}


def _file(module: str) -> Path:
    return PACKAGE / f"{module.replace('.', '/')}.py"


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_file(module).read_text(encoding="utf-8"))


@cache
def _nodes(module: str) -> list[ast.AST]:
    return list(ast.walk(_tree(module)))


@cache
def _imports(module: str) -> set[str]:
    return set(imports(_tree(module)))


def imports(tree: ast.Module) -> Iterator[str]:
    """Every module that a file imports, also inside functions, and by `importlib` where the name is written out."""
    renamed = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in LOADERS
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative import"
            assert node.module is not None
            inside = [f"{node.module}.{alias.name}".removeprefix("zhixing.") for alias in node.names]
            found = [f"zhixing.{name}" for name in inside if name in MODULES or f"{name}.__init__" in MODULES]
            yield from found or [node.module]
        elif isinstance(node, ast.Call) and _called(node) in {*LOADERS, *renamed}:
            name = (
                node.args[0] if node.args else next((word.value for word in node.keywords if word.arg == "name"), None)
            )
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield name.value


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


@cache
def _own(module: str) -> set[str]:
    """The engine's own modules that one imports."""
    return {name.removeprefix("zhixing.") for name in _imports(module) if name.startswith("zhixing.")}


@cache
def _calls(module: str) -> set[tuple[str, str]]:
    """What is called: the name before the dot, if there is one, and the name of the function."""
    called = [node.func for node in _nodes(module) if isinstance(node, ast.Call)]
    plain = {("", func.id) for func in called if isinstance(func, ast.Name)}
    dotted = [func for func in called if isinstance(func, ast.Attribute)]
    return plain | {(func.value.id if isinstance(func.value, ast.Name) else "", func.attr) for func in dotted}


@cache
def _names(module: str) -> set[str]:
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in _nodes(module)
        if isinstance(node, (ast.Name, ast.Attribute))
    }


def may_import(room: str) -> set[str]:
    """What the sentence in a room's `__init__` allows."""
    docstring = ast.get_docstring(_tree(f"{room}.__init__")) or ""
    said = re.search(r"May import: ([\w, ]+)\.", docstring)
    assert said, f"{room}/__init__.py says nothing of what it may import"
    return set(said.group(1).split(", "))


def _room(module: str) -> str:
    return module.partition(".")[0]


def test_the_rooms_are_those_of_the_plan() -> None:
    assert ROOMS == ["blocks", "checks", "hosts", "page", "practice", "study", "syntax", "vault"]
    assert {module for module in MODULES if "." not in module} == {"model", "__main__"}


def test_rooms_stand_above_each_other() -> None:
    """The sentences themselves allow no circle."""
    TopologicalSorter({"model": set(), **{room: may_import(room) for room in ROOMS}}).prepare()


@pytest.mark.parametrize("room", ROOMS)
def test_room_imports_what_it_says(room: str) -> None:
    allowed = {room, *may_import(room)}
    wrong = {
        f"{module} imports {name}"
        for module in MODULES
        if _room(module) == room
        for name in _own(module)
        if _room(name) not in allowed
    }
    assert wrong == set()


def test_model_imports_nothing() -> None:
    assert _own("model") == set()


def test_fast_readers_are_sealed() -> None:
    """They are reached through one door, by the modules that can do without them."""
    outside = {(m, name) for m in MODULES for name in _own(m) if name.startswith("syntax.fast") and ".fast." not in m}
    assert {name for _, name in outside} == {"syntax.fast"}
    assert {module for module, _ in outside} == {"syntax.blocks", "syntax.frontmatter", "vault.read"}
    inside = {name for module in MODULES if module.startswith("syntax.fast.") for name in _own(module)}
    assert {name for name in inside if not name.startswith("syntax.fast.")} <= {"model", "syntax.tokens"}


def test_the_judge_needs_no_engine() -> None:
    """A page runs it where there is none."""
    core = [module for module in MODULES if module.startswith("practice.core.")]
    assert {name for module in core for name in _own(module) if not name.startswith("practice.core")} == set()
    outside = {name.partition(".")[0] for module in core for name in _imports(module)} - {"zhixing", "numpy"}
    assert outside <= sys.stdlib_module_names - {
        "os",
        "signal",
        "subprocess",
        "resource",
        "threading",
        "multiprocessing",
    }


def _forks(tree: ast.Module) -> bool:
    """Whether a file names a function of the system that forks, called or handed on, under whatever name."""
    lent = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("zhixing")
        for alias in node.names
    }
    reached = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return bool({"fork", "forkpty", "fork_exec"} & (lent | reached))


@pytest.mark.parametrize(
    "text", ["import os as o\no.fork()", "from os import fork as f\nf()", "import pty\nstart = pty.fork"]
)
def test_a_fork_is_seen_under_another_name(text: str) -> None:
    assert _forks(ast.parse(text))
    assert not _forks(ast.parse("from zhixing.vault.fork import fork\nfork()"))


def test_one_module_forks() -> None:
    """When it may, and what Python warns of, is decided once."""
    assert {module for module in MODULES if _forks(_tree(module))} == {"vault.fork"}
    assert not [module for module in MODULES if "multiprocessing" in _imports(module)]


def test_no_circle_of_modules() -> None:
    try:
        TopologicalSorter({module: _own(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other: {error.args[1]}")


def test_importlib_is_seen() -> None:
    text = 'import importlib\ndef f():\n    return importlib.import_module("matplotlib.pyplot")\n'
    assert set(imports(ast.parse(text))) == {"importlib", "matplotlib.pyplot"}
    text = 'from importlib import import_module as load\nload(name="torch")\n'
    assert set(imports(ast.parse(text))) == {"importlib", "torch"}


@pytest.mark.parametrize("module", sorted(set(MODULES) - DISK.keys()))
def test_only_read_and_write_touch_the_disk(module: str) -> None:
    lent = {
        node.name for node in _nodes(module) if isinstance(node, ast.alias)
    }  # `from zhixing.vault.read import read_bytes`
    touched = {
        (owner, name) for owner, name in _calls(module) if name in READS_OR_WRITES and owner not in ("read", "write")
    }
    assert touched - {("", name) for name in lent} == set()


@pytest.mark.parametrize("module", sorted(set(MODULES) - PRINTS.keys()))
def test_only_the_command_prints(module: str) -> None:
    assert ("", "print") not in _calls(module)
    assert not {"stdout", "stderr"} & _names(module)


@pytest.mark.parametrize("module", sorted(set(MODULES) - ENDS.keys()))
def test_only_the_command_ends_the_process(module: str) -> None:
    assert not {("sys", "exit"), ("os", "_exit"), ("", "exit"), ("", "quit")} & _calls(module)
    assert "SystemExit" not in _names(module)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_framework_is_imported_only_by(framework: str) -> None:
    users = {
        module
        for module in MODULES
        if framework in {name.partition(".")[0].removeprefix("_") for name in _imports(module)}
    }
    allowed = FRAMEWORKS[framework]
    assert {user for user in users if not any(user == name or user.startswith(f"{name}.") for name in allowed)} == set()


@pytest.mark.parametrize("entry", [*(entry for table in (DISK, PRINTS, ENDS) for entry in table)])
def test_exceptions_are_modules_that_exist(entry: str) -> None:
    assert entry in MODULES


def test_command_starts_without_a_framework() -> None:
    top = [node for node in _tree("hosts.cli.main").body if isinstance(node, ast.ImportFrom)]
    assert not [node for node in top if node.module in ("zhixing.syntax.parse", "zhixing.checks.run")]


def test_no_folder_of_tests_hides_a_package() -> None:
    """pytest puts `tests/` on the path: a folder `tests/triton` there answers `import triton` where it is not installed.

    So does `tests/snippets` in a process that has not yet the root on its path: an empty package, and imports from it fail.
    """
    declared = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*declared["dependencies"], *itertools.chain(*declared["optional-dependencies"].values())]
    packages = {re.split(r"[\[<>=~ ]", name)[0].replace("-", "_").lower() for name in wanted}
    assert {"torch", "triton", "mkdocs"} <= packages
    packages |= {"snippets", "zhixing", "bench"}
    assert not packages & {folder.name for folder in PACKAGE.parents[1].glob("tests/*/")}


def test_no_two_files_of_tests_share_a_name() -> None:
    """pytest knows a file by its bare name: of two that are called alike only the one that a process meets first is run."""
    names = [path.name for path in PACKAGE.parents[1].glob("tests/**/test_*.py")]
    assert sorted(names) == sorted(set(names))

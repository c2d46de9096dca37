"""The plan of the engine: imports go downwards only, and each module touches only what is its job."""

from __future__ import annotations

import ast
import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "scripts/zhixing"

# A module imports from lines above its own, never from its own line or below. A new module gets a place here.
LAYERS = (
    # Nouns and letters.
    "digest light_token plain_lines sentence",
    "__init__ aside codes foreign languages model slug study_day study_ids study_keys study_math study_model study_words words",
    # One text at a time.
    "plain_leaves",
    "plain_tables",
    "plain_blocks whole_blocks",
    "blocks code_table config directives encoding inline notebook plain_yaml python_code record svg template",
    "frontmatter report study_schema study_text",
    "study_events study_source",
    "parse",
    # The disk.
    "read write",
    "card_cache",
    "load",
    # A vault.
    "check_files resolve snippets",
    "check_code check_links check_study notebook_document section translation",
    "check_notebooks",
    "checks init",
    # Blocks that run.
    "isolate",
    "failure figure",
    "card_modules shown",
    "run",
    "notebook_run shell",
    # Pages.
    "anki_notes assets figures index_pages module_page page_text search_index study_formulas",
    "anki_package markdown_callouts render study_deck study_parts",
    "embed furniture markdown_fences",
    "markdown_obsidian notebook_page",
    "backlinks markdown_blocks study_pages",
    "changes",
    "markdown_ext",
    # What a learner is asked.
    "deck_host study_replay",
    "deck_files study_queue",
    "deck_command study_session",
    "study_status study_terminal",
    "study_command",
    # Hosts: the shell, pytest, MkDocs.
    "cli",
    "ledger",
    "card_tests",
    "notebook_tests",
    "pytest_plugin",
    "mkdocs_notebooks mkdocs_root mkdocs_serve",
    "mkdocs_plugin",
)

READS_OR_WRITES = frozenset(
    (
        *("open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "rmdir", "iterdir"),
        *("scandir", "glob", "rglob", "touch", "rmtree", "copytree", "symlink_to", "rename", "listdir", "getlines"),
        "TemporaryDirectory",
    )
)
DISK = {
    "read": "the vault",
    "write": "what is made from it",
    "aside": "no file, but a pipe to its own child",
    "assets": "bundles the site's own scripts and styles, which are no part of a vault",
    "isolate": "a scratch folder for the block that runs",
    "run": "the same, where no child process can be had",
    "failure": "shows the lines of the card around a failure",
    "mkdocs_plugin": "looks at what MkDocs has built",
}
PRINTS = {
    "cli": "it is the command",
    "isolate": "keeps and restores the streams of the child",
    "assets": "shows what the bundler says",
    "deck_command": "it is part of the command",
    "study_command": "it is part of the command",
    "study_terminal": "draws on the console that the command gives it",
}
ENDS = {
    "aside": "its own child, when the work is done",
    "cli": "it is the command",
    "isolate": "the child ends itself",
    "failure": "names the exception that a block raised",
}
FRAMEWORKS = {
    "mkdocs": {"mkdocs_plugin", "mkdocs_notebooks", "mkdocs_root", "mkdocs_serve"},
    "mkdocs_jupyter": {"mkdocs_notebooks"},
    "pytest": {"pytest_plugin", "card_tests", "notebook_tests", "ledger"},
    "matplotlib": {"figure"},
    "numpy": {"figure"},
    "torch": set[str](),
    "genanki": {"anki_package"},
    "fsrs": {"study_replay", "study_queue", "study_status"},
    "rich": {"study_command", "study_status", "study_terminal"},
    "markdown_it": {"whole_blocks"},
}
MODULES = sorted(path.stem for path in PACKAGE.glob("*.py"))


def _tree(module: str) -> ast.Module:
    return ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: relative import"
            assert node.module is not None
            if node.module == "zhixing":
                yield from (f"zhixing.{alias.name}" for alias in node.names if alias.name in MODULES)
            else:
                yield node.module


def _calls(module: str) -> Iterator[tuple[str, str]]:
    """What is called: the name before the dot, if there is one, and the name of the function."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            yield owner.id if isinstance(owner, ast.Name) else "", node.func.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield "", node.func.id


def _names(module: str) -> set[str]:
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(_tree(module))
        if isinstance(node, (ast.Name, ast.Attribute))
    }


def test_every_module_has_one_place_in_the_plan() -> None:
    assert sorted(name for layer in LAYERS for name in layer.split()) == MODULES


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_downwards(module: str) -> None:
    place = {name: number for number, layer in enumerate(LAYERS) for name in layer.split()}
    upwards = [name for name in _imports(module) if name.startswith("zhixing.") and place[name[8:]] >= place[module]]
    assert upwards == []


@pytest.mark.parametrize("module", sorted(set(MODULES) - DISK.keys()))
def test_only_read_and_write_touch_the_disk(module: str) -> None:
    lent = {
        node.name for node in ast.walk(_tree(module)) if isinstance(node, ast.alias)
    }  # `from zhixing.read import read_bytes`
    touched = {
        (owner, name) for owner, name in _calls(module) if name in READS_OR_WRITES and owner not in ("read", "write")
    }
    assert touched - {("", name) for name in lent} == set()


@pytest.mark.parametrize("module", sorted(set(MODULES) - PRINTS.keys()))
def test_only_the_command_prints(module: str) -> None:
    assert ("", "print") not in set(_calls(module))
    assert not {"stdout", "stderr"} & _names(module) or module in ("shell",)  # the streams of its own child


@pytest.mark.parametrize("module", sorted(set(MODULES) - ENDS.keys()))
def test_only_the_command_ends_the_process(module: str) -> None:
    assert not {("sys", "exit"), ("os", "_exit"), ("", "exit"), ("", "quit")} & set(_calls(module))
    assert "SystemExit" not in _names(module)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_framework_is_imported_only_by(framework: str) -> None:
    users = {
        module
        for module in MODULES
        if framework in {name.partition(".")[0].removeprefix("_") for name in _imports(module)}
    }
    assert users <= FRAMEWORKS[framework]


def test_command_starts_without_a_framework() -> None:
    top = [node for node in _tree("cli").body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert not [
        node for node in top if isinstance(node, ast.ImportFrom) and node.module in ("zhixing.parse", "zhixing.checks")
    ]


def test_no_folder_of_tests_hides_a_package() -> None:
    """pytest puts `tests/` on the path: a folder `tests/triton` there answers `import triton` where it is not installed."""
    declared = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*declared["dependencies"], *itertools.chain(*declared["optional-dependencies"].values())]
    packages = {re.split(r"[\[<>=~ ]", name)[0].replace("-", "_").lower() for name in wanted}
    assert {"torch", "triton", "mkdocs"} <= packages
    assert not packages & {folder.name for folder in PACKAGE.parents[1].glob("tests/*/")}

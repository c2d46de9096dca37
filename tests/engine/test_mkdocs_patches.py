"""MkDocs is changed from inside in one module; these tests notice when MkDocs is no longer what was changed."""

from __future__ import annotations

import ast
import inspect
import os
from pathlib import Path

import pytest
from mkdocs.commands import build
from mkdocs.config import config_options
from mkdocs.structure import files
from zhixing.hosts.mkdocs import patches
from zhixing.vault.read import leaves

ROOM = Path(patches.__file__).parent


def parameters(function: object) -> list[str]:
    """Of MkDocs' own function, also where another test has built a site in this process and it is replaced."""
    replaced = getattr(function, "zhixing", None)
    function = replaced if callable(replaced) else function
    return list(inspect.signature(function).parameters)  # type: ignore[arg-type]


def test_mkdocs_still_walks_the_docs_folder_by_the_walk_that_is_replaced() -> None:
    """`stay_inside` works only as long as the files are found by `os.walk(…, followlinks=True)` of this module."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(files.get_files))) if isinstance(node, ast.Call)]
    walks = [ast.unparse(call) for call in calls if ast.unparse(call.func) == "os.walk"]
    assert walks == ["os.walk(config['docs_dir'], followlinks=True)"]
    patches.stay_inside()
    assert files.os.walk is patches._walk
    assert files.os.path is os.path


def test_mkdocs_still_has_the_checks_and_steps_that_are_used() -> None:
    for option in (config_options.DocsDir, config_options.SiteDir):
        assert parameters(option.post_validation) == ["self", "config", "key_name"]
    assert parameters(files.File.is_documentation_page) == ["self"]
    assert parameters(build._populate_page)[:3] == ["page", "config", "files"]
    assert parameters(build._build_page)[:5] == ["page", "config", "doc_files", "nav", "env"]


@pytest.mark.parametrize("module", sorted(path.name for path in ROOM.glob("*.py") if path.name != "patches.py"))
def test_no_other_module_changes_mkdocs_or_uses_its_privates(module: str) -> None:
    tree = ast.parse((ROOM / module).read_text(encoding="utf-8"))
    theirs = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mkdocs")
        for alias in node.names
    }
    touched = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in theirs
        if node.attr.startswith("_") or isinstance(node.ctx, ast.Store)
    ]
    assert touched == ([] if module != "notebooks.py" else ["settings.templates_dir"])  # a setting of mkdocs-jupyter


def test_a_link_that_stays_inside_is_followed(tmp_path: Path) -> None:
    for folder in ("docs/a/b", "docs/.hidden", "outside"):
        (tmp_path / folder).mkdir(parents=True)
    docs = tmp_path / "docs"
    links = {"again": "a/b", "a/up": "..", "a/self": ".", "out": "../outside", "whole": "..", "private": ".hidden"}
    for name, target in links.items():
        (docs / name).symlink_to(target)
    found = {os.path.relpath(folder, docs) for folder, _, _ in patches._walk(str(docs), followlinks=True)}
    assert found == {".", "a", "a/b", "again", ".hidden"}
    assert leaves(str(docs / "out"), str(docs)) and not leaves(str(docs / "again"), str(docs))

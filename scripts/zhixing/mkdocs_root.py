"""Lets MkDocs build a vault whose notes lie beside mkdocs.yml: `docs_dir: .`, which MkDocs refuses by itself.

It refuses for fear of copying the site into itself. That cannot happen here: the site's folder and everything else that
is not a note is left out by `exclude_docs`. Only a config that names the zhixing plugin is let through.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from pathspec.gitignore import GitIgnoreSpec

_Check = Callable[[Any, Any, str], None]
_OTHER_FOLDERS = ("node_modules/", "__pycache__/", "*.tmp~", "/mkdocs.yml", "!/templates/")


def let_through() -> None:
    """Replace the two checks, once."""
    options: tuple[Any, ...] = (config_options.DocsDir, config_options.SiteDir)
    for option in options:
        if not getattr(option.post_validation, "zhixing", False):
            option.post_validation = _unless_ours(option.post_validation)


def _unless_ours(check: _Check) -> _Check:
    def post_validation(self: Any, config: Any, key_name: str) -> None:
        if not is_vault_root(config):
            check(self, config, key_name)

    post_validation.zhixing = True  # type: ignore[attr-defined]
    return post_validation


def is_vault_root(config: Any) -> bool:
    """Whether this is a vault of ours with its notes beside mkdocs.yml, and the site in a folder of its own."""
    root = os.path.dirname(config.config_file_path or "")
    plugins = config.get("plugins") or {}
    return bool(root) and config["docs_dir"] == root != config["site_dir"] and "zhixing" in plugins


def leave_out(config: MkDocsConfig) -> None:
    """Exclude the site itself, and what no vault means to publish, whatever `exclude_docs` says."""
    if not is_vault_root(config):
        return
    site = os.path.relpath(config.site_dir, config.docs_dir).replace(os.sep, "/")
    lines = [*_OTHER_FOLDERS, *([] if site.startswith("..") else [f"/{site}/"])]
    before = list(config.exclude_docs.patterns) if config.exclude_docs else []
    config.exclude_docs = GitIgnoreSpec([*before, *GitIgnoreSpec.from_lines(lines).patterns])


def home_page(title: str, pages: list[tuple[str, str]]) -> str:
    """Markdown of a first page for a vault that has none: its folders, each with its notes (title, path)."""
    lines = [f"# {title}", ""]
    folder = ""
    for name, path in sorted(pages, key=lambda page: ("/" in page[1], page[1])):
        above = path.rpartition("/")[0].partition("/")[0]
        if above != folder:
            folder = above
            lines += ["", f"## {folder}", ""]
        lines.append(f"- [{_escaped(name)}](<{path}>)")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>#$%!|" else c for c in text)


def home_file(files: Files, config: MkDocsConfig, folder: str, pages: list[tuple[str, str]]) -> File | None:
    """An `index.md` for a folder (a language's, or "") that has neither that nor a README."""
    prefix = f"{folder}/" if folder else ""
    if not pages or any(f"{prefix}{name}" in files.src_uris for name in ("index.md", "README.md", "readme.md")):
        return None
    return File.generated(config, f"{prefix}index.md", content=home_page(config.site_name, pages))

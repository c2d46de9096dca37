"""Lets MkDocs build a vault whose notes lie beside mkdocs.yml: `docs_dir: .`, which MkDocs refuses by itself.

It refuses for fear of copying the site into itself. That cannot happen here: the site's folder and everything else that
is not a note is left out by `exclude_docs`. Only a config that names the zhixing plugin is let through.
"""

from __future__ import annotations

import os
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from pathspec.gitignore import GitIgnoreSpec

_OTHER_FOLDERS = ("node_modules/", "__pycache__/", "*.tmp~", "/mkdocs.yml", "!/templates/")


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

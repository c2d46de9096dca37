"""A site is built beside the last one and takes its place when it is whole: a build that is killed or fails changes nothing."""

from __future__ import annotations

import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.utils import CountHandler

from zhixing.vault.write import put_in_place, remove_folder, staging


class Staged:
    """While a build runs, `site_dir` is another folder."""

    def __init__(self) -> None:
        self._staged: Path | None = None
        self._folder = Path()
        self._config: MkDocsConfig | None = None

    def begin(self, config: MkDocsConfig) -> None:
        """Send what is written to a folder beside the site; not where only the site itself can be written."""
        self.drop()
        self._folder = Path(config.site_dir)
        self._staged = staging(self._folder)
        if self._staged is not None:
            self._config = config
            config.site_dir = str(self._staged)

    def finish(self) -> None:
        """Put the whole site in its place, unless a strict build is about to end because of its warnings."""
        if self._staged is None or self._config is None:
            return
        if not (self._config.strict and _has_warnings()):
            put_in_place(self._staged, self._folder)
        self.drop()

    def drop(self) -> None:
        """Forget a build that failed, or what is left of the site before."""
        if self._staged is not None and self._config is not None:
            remove_folder(self._staged)
            self._config.site_dir, self._staged = str(self._folder), None

    def named(self, path: str) -> str:
        """A file of the site by the name that it would have had."""
        return path.replace(str(self._staged), str(self._folder)) if self._staged else path


def _has_warnings() -> bool:
    handlers = logging.getLogger("mkdocs").handlers
    return any(handler.get_counts() for handler in handlers if isinstance(handler, CountHandler))

"""The page of a notebook: its code cells as mkdocs-jupyter made them, and the line with the download."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape

from zhixing.blocks.notebook_file import stored_run, stored_sources
from zhixing.model import Card, CodeBlock
from zhixing.page.code_html import lighter
from zhixing.page.context import Context
from zhixing.page.figure_names import with_names
from zhixing.page.furniture import CardFurniture, Workshop, shown_versions
from zhixing.page.words import words
from zhixing.syntax.notebook import code_cells, stored_path

_CELL = re.compile(r"<zx-cell>(.*?)</zx-cell>", re.S)
_WORD = re.compile(r'<zx-word name="(\w+)"></zx-word>')


def cells_html(card: Card, data: bytes, converted: str) -> dict[int, str]:
    """HTML of the code cells by line, without those that changed since they were run."""
    ran = list(zip(stored_sources(data), _CELL.findall(_WORD.sub(_word(card.lang), converted)), strict=True))
    known = [cell for cell, _ in code_cells(card)]
    spoken = words(card.lang)
    return {
        cell.line: with_names(lighter(html), spoken.figure, spoken.colon, spoken.comma)
        for cell, (source, html) in zip(known, ran, strict=False)
        if cell.source == source
    }


def _word(lang: str) -> Callable[[re.Match[str]], str]:
    spoken = words(lang)
    known = {"output": spoken.output, "predict": spoken.predict, "volatile": spoken.volatile}
    return lambda match: escape(known[match.group(1)])


class NotebookFurniture(CardFurniture):
    """The furniture of a card, and the line under its header that says how the notebook ran and where to get it."""

    def __init__(self, context: Context, workshop: Workshop, data: bytes) -> None:
        super().__init__(context, workshop, lambda category: "", lambda name, line: "")
        self._data = data

    def header(self) -> str:
        """Minutes and prerequisites; the notebook as a file, its seconds and versions."""
        name = posixpath.basename(stored_path(self._card.path))
        parts = [f'<a class="zx-download" href="{escape(name)}" download>{self._words.download}</a>']
        run = stored_run(self._data)
        is_current = len(self._context.cells) == len(code_cells(self._card))
        if run is not None and is_current:
            parts.append(f"<span>{self._words.seconds.format(max(1, round(run.seconds)))}</span>")
            parts.append(f"<span>✓ {self._words.tested.format(shown_versions(run.versions or {}))}</span>")
        else:
            parts.append(f"<span>{self._words.untested}</span>")
        return f'{super().header()}<div class="zx-notebook">{"".join(parts)}</div>'

    def badge(self, block: CodeBlock) -> str:
        """None: the header speaks for all cells."""
        return ""

"""Check of notebooks: each was run as it stands, which is seen without running it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from zhixing.config import inside_language, matches
from zhixing.model import Diagnostic, Span, Vault
from zhixing.notebook import SOURCE, STORED, stored_path
from zhixing.notebook_document import first_difference, stored_run
from zhixing.resolve import index_of


def check_stored(vault: Vault) -> Iterator[Diagnostic]:
    """Beside each notebook lies one with outputs, made from the same cells."""
    notebooks = [card for card in vault.cards.values() if card.is_notebook]
    for card in notebooks:
        hint = f"run `pytest --zhixing-rewrite {card.path}`"
        path = stored_path(card.path)
        name = posixpath.basename(path)
        data = vault.notebooks.get(card.path)
        if data is None:
            yield Diagnostic(Span(card.path, 1), "S012", f"the notebook was never run: there is no {name}", hint)
        elif stored_run(data) is None:
            yield Diagnostic(Span(path, 1), "S012", "the notebook cannot be read", hint)
        elif line := first_difference(card, index_of(vault), data):
            problem = f"the cell changed since it was run: {name} shows another"
            yield Diagnostic(Span(card.path, line), "S012", problem, hint)
    made = {stored_path(card.path) for card in notebooks}
    for path in vault.files:
        source = path.removesuffix(STORED) + SOURCE
        if (
            path.endswith(STORED)
            and path not in made
            and matches(inside_language(source, vault.config), vault.config.notebooks)
        ):
            problem = f"no {posixpath.basename(source)} makes this notebook"
            yield Diagnostic(Span(path, 1), "S012", problem, "delete it, or write its source")

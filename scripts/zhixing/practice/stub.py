"""The file that a learner starts from: what the card says about a definition, and none of its body."""

from __future__ import annotations

import textwrap

from zhixing.practice.catalog import TaskEntry
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.core.source import cut, emptied, import_block, names, needed
from zhixing.practice.core.task import say
from zhixing.vault.kept_results import kept

_WIDTH = 100


def stub(entry: TaskEntry, shelf: Shelf, module: str = "", language: int = 0) -> str:
    """`module` is the text of the card's definitions in the learner's language; by default the source language's."""
    package = f"{shelf.package}.{entry.module}"
    text = module or shelf.sources[entry.module]
    bare, lines, left = _parts(text, entry.define, entry.blank, package)
    withheld = {name.rpartition(".")[2] for name in entry.withheld}
    wanted = [line for name, line in lines.items() if name not in withheld and (name in left or _is_tool(line, shelf))]
    wanted += [
        f"from {shelf.package}.{name.rpartition('.')[0]} import {name.rpartition('.')[2]}" for name in entry.given
    ]
    body = "\n\n\n".join(part for part in (import_block(wanted), bare) if part)
    return f'"""{_doc(entry, language)}\n"""\n\n{body}\n'


@kept
def _parts(text: str, define: str, blank: tuple[str, ...], package: str) -> tuple[str, dict[str, str], set[str]]:
    """The definition without its body, the lines that import what it needs, and the names that are left in it."""
    source = cut(text, define)
    bare = emptied(source, blank)
    return bare, needed(text, source, package), names(bare)


def _is_tool(line: str, shelf: Shelf) -> bool:
    """NumPy and what other definitions give; the rest of the standard library is the learner's choice."""
    return line.startswith((f"from {shelf.package}.", "import numpy", "import torch", "from torch"))


def _doc(entry: TaskEntry, language: int) -> str:
    prompt = textwrap.fill(say(entry.prompt, language), _WIDTH) if language == 0 else say(entry.prompt, language)
    return f"{say(entry.title, language)}\n\n{prompt}\n\nzhixing judge {entry.id}".replace('"""', "'''")

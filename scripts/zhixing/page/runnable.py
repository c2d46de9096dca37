"""Which blocks of a card the page itself can run, and what its Python needs for them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping

from zhixing.blocks.extract import is_extracted, needs, source_cards
from zhixing.blocks.modules import imported
from zhixing.model import Card, CodeBlock, Vault
from zhixing.page.runtime import PROVIDES
from zhixing.syntax.directives import directives
from zhixing.syntax.slug import module_name


def definitions(card: Card) -> list[CodeBlock]:
    """The definitions of a card that the page's Python can execute."""
    return [
        block
        for block in card.python_blocks()
        if block.python and block.python.kind == "definition" and is_extracted(block) and set(needs(block)) <= PROVIDES
    ]


def defined_imports(card: Card) -> frozenset[str]:
    """Dotted names of the modules that the definitions of a card import."""
    return frozenset(name for block in definitions(card) for name in imported(block.code))


def missing(
    card: Card,
    block: CodeBlock,
    package: str,
    modules: Mapping[str, Card],
    imports: Callable[[Card], frozenset[str]] = defined_imports,
) -> tuple[str, ...]:
    """Packages that a run of the block imports, through other cards too, and that the page's Python lacks.

    `imports` gives the `defined_imports` of a card: who asks for many blocks may remember them.
    """
    found = {name.partition(".")[0] for name in needs(block)}
    waiting = [frozenset(imported(block.code)), imports(card)]
    seen: set[str] = set()
    while waiting:
        for name in waiting.pop():
            top, _, rest = name.partition(".")
            module = rest.partition(".")[0]
            if top != package:
                found.add(top)
            elif module in modules and module not in seen:
                seen.add(module)
                waiting.append(imports(modules[module]))
    lacks = directives(block).not_in_page
    if lacks:
        return (lacks,)
    return tuple(sorted(found - PROVIDES - sys.stdlib_module_names - {package}))


def is_runnable(vault: Vault) -> Callable[[Card, CodeBlock], bool]:
    """Tells whether the page can run a block."""
    modules = {module_name(card.name): card for card in source_cards(vault)}

    def runnable(card: Card, block: CodeBlock) -> bool:
        return is_extracted(block) and not missing(card, block, vault.config.snippets, modules)

    return runnable


def module_json(card: Card) -> str:
    """A card as a module of the page's Python: its path, and line and code of each definition."""
    blocks: Iterable[tuple[int, str]] = ((block.span.line, block.code) for block in definitions(card))
    return json.dumps({"path": card.path, "blocks": list(blocks)}, ensure_ascii=False, separators=(",", ":"))

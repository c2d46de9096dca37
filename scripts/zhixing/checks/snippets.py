"""Checks of fences, Python blocks and notebooks: nothing is missed, everything can be extracted, what is shown was run."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import pairwise

from zhixing.blocks import notebook_file
from zhixing.blocks.extract import emit_snippets, is_extracted, is_generated, source_cards
from zhixing.model import Card, Code, CodeBlock, Diagnostic, Span, Vault
from zhixing.syntax.directives import directives
from zhixing.syntax.explorables import EXPLORABLES
from zhixing.syntax.notebook import SOURCE, STORED, stored_path
from zhixing.syntax.slug import module_name
from zhixing.vault.config import inside_language, is_card, matches
from zhixing.vault.resolve import index_of

_OPENING = re.compile(r"^(?:`{3,}|~{3,})\w", re.M)
_PRINTS = re.compile(r"^(?:for .*:\s*)?\s*print\(", re.M)
_MODULE_ONLY = re.compile(r"import\s*\*|__future__|global")


def check_fences(vault: Vault) -> Iterator[Diagnostic]:
    """Fences are closed; Python parses and stands where every collector sees it."""
    for card in vault.cards.values():
        whole = is_card(card, vault.config)
        outputs = {id(block.output) for block in card.blocks}
        for block in card.blocks:
            if not block.closed:
                hint = f"close it with a line of {block.fence}"
                yield Diagnostic(block.span, "S001", "the fence is never closed", hint)
            if whole:
                yield from _block(card, block, follows=id(block) in outputs)
            elif card.is_notebook and block.python is not None and block.python.kind == "broken":
                yield _broken(card, block, block.python)


def _block(card: Card, block: CodeBlock, *, follows: bool) -> Iterator[Diagnostic]:
    if block.language == "output" and (swallowed := _OPENING.search(block.code)):
        line = block.span.line + 1 + block.code.count("\n", 0, swallowed.start())
        problem = f"the fence is not closed before the next one opens on line {line}"
        yield Diagnostic(block.span, "S001", problem, f"close it with a line of {block.fence}")
    if block.language == "output" and not follows:
        yield Diagnostic(
            block.span, "S008", "output follows no Python block", "put it right after the block that prints it"
        )
    for comment, line in directives(block).unknown if block.comments else ():
        hint = "known: pytest-codeblocks:importorskip(x), pytest.mark.…, zhixing:time-limit SECONDS"
        yield Diagnostic(Span(card.path, line), "S009", f"comment {comment!r} is not understood", hint)
    if block.python is None:
        return
    if block.python.kind == "broken" and (swallowed := _OPENING.search(block.code)):
        line = block.span.line + 1 + block.code.count("\n", 0, swallowed.start())
        problem = f"the fence is not closed before the next one opens on line {line}"
        yield Diagnostic(block.span, "S001", problem, f"close it with a line of {block.fence}")
        return
    if block.python.kind == "broken":
        yield _broken(card, block, block.python)
        return
    if not is_extracted(block) and block.closed:
        where = (
            f"inside a {block.inside}"
            if block.inside
            else "indented"
            if block.indented
            else f"written {block.fence}{block.info}"
        )
        hint = "write ```python at the start of a line, outside quotes and lists, nothing after it"
        yield Diagnostic(block.span, "S003", f"a test collector would miss this block: it is {where}", hint)
        return
    for name, line in block.python.missing:
        own = any(name in other.python.defines for other in card.blocks if other.python)
        hint = (
            f"add `from snippets.{module_name(card.name)} import {name}`"
            if own
            else "import or define it in this block"
        )
        yield Diagnostic(
            Span(card.path, block.span.line + line), "S006", f"name {name!r} is not defined in the block", hint
        )
    if _MODULE_ONLY.search(block.code):
        yield from _module_only(card, block)


def check_imports(vault: Vault) -> Iterator[Diagnostic]:
    """What a block takes out of another card's module is defined there."""
    package = posixpath.basename(vault.config.snippets)
    cards: dict[str, Card] = {}
    names: dict[str, set[str]] = {}
    for card in source_cards(vault):
        module = f"{package}.{module_name(card.name)}"
        cards.setdefault(module, card)
        codes = [block.python for block in card.python_blocks() if block.python]
        names.setdefault(module, set()).update(name for code in codes for name in _offered(code))
    for card in vault.cards.values():
        for block in card.python_blocks():
            for module, name, line in block.python.imports if block.python else ():
                if module.partition(".")[0] != package or "." not in module or name == "*":
                    continue
                known = names.get(module)
                span = Span(card.path, block.span.line + line)
                if known is None:
                    close = get_close_matches(module, cards, 1)
                    hint = f"did you mean {close[0]}?" if close else "the module is the card's name in lower case"
                    yield Diagnostic(span, "S015", f"no card makes the module {module}", hint)
                elif name not in known and not _is_broken(cards[module]):
                    elsewhere = next((other for other in sorted(cards) if name in _defined(cards[other])), "")
                    close = get_close_matches(name, sorted(known), 1)
                    hint = (
                        f"it is defined in {elsewhere}"
                        if elsewhere
                        else f"did you mean {close[0]}?"
                        if close
                        else f"define it on {cards[module].path}"
                    )
                    yield Diagnostic(span, "S015", f"{module} does not define {name!r}", hint)


def _defined(card: Card) -> set[str]:
    return {name for block in card.python_blocks() if block.python for name in block.python.defines}


def _is_broken(card: Card) -> bool:
    """Whether a block of the card could not be read: what it defines is not known."""
    return any(
        not block.closed or (block.python is not None and block.python.kind == "broken") for block in card.blocks
    )


def _offered(code: Code) -> tuple[str, ...]:
    """What a definition block leaves in its module: its definitions, and what it imports."""
    return (*code.defines, *(name for _, name, _ in code.imports)) if code.kind == "definition" else ()


def check_outputs(vault: Vault) -> Iterator[Diagnostic]:
    """What looks like the output of the block above is fenced as output, so that it is compared."""
    for card in vault.cards.values():
        if not is_card(card, vault.config):
            continue
        for block, below in pairwise(card.blocks):
            prints = block.python is not None and block.python.kind == "demo" and _PRINTS.search(block.code)
            near = block.end_line < below.span.line <= block.end_line + 2
            if prints and near and not block.output and below.language in ("", "text", "txt", "console"):
                hint = "fence it as ```output: it is then compared on every run"
                yield Diagnostic(below.span, "S016", "the block above prints, and this is not compared with it", hint)


def _broken(card: Card, block: CodeBlock, code: Code) -> Diagnostic:
    line = block.span.line + code.error_line
    return Diagnostic(Span(card.path, line), "S002", f"Python does not parse: {code.error}", _BROKEN_HINT)


def _module_only(card: Card, block: CodeBlock) -> Iterator[Diagnostic]:
    """What means something else, or nothing, once the block stands inside a function or below other code."""
    demo = block.python is not None and block.python.kind == "demo"
    for node in ast.walk(ast.parse(block.code)):
        what = ""
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            what, hint = "a __future__ import", "leave it out: the block is not the start of its module"
        elif demo and isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            what, hint = "a star import", "name what it imports"
        elif demo and isinstance(node, ast.Global):
            what, hint = (
                f"`global {', '.join(node.names)}`",
                "keep the value in an object: a list, a dictionary, a class",
            )
        if what:
            span = Span(card.path, block.span.line + getattr(node, "lineno", 0))
            yield Diagnostic(span, "S010", f"{what} cannot be extracted", hint)


_BROKEN_HINT = "a block that is not Python is fenced as ```text; a diagram as ```mermaid"


def check_explorables(vault: Vault) -> Iterator[Diagnostic]:
    """Figures that answer are among those that the site's scripts draw."""
    for card in vault.cards.values():
        for name, line in card.explorables:
            if name not in EXPLORABLES:
                close = get_close_matches(name, EXPLORABLES, 1)
                hint = f"did you mean {close[0]}?" if close else "the names stand in zhixing/syntax/explorables.py"
                yield Diagnostic(Span(card.path, line), "S013", f"no figure is called {name!r}", hint)


def check_definitions(vault: Vault) -> Iterator[Diagnostic]:
    """A name is defined once on a card: a second definition would silently replace the first."""
    for card in vault.cards.values():
        if not is_card(card, vault.config):
            continue
        seen: dict[str, int] = {}
        for block in card.python_blocks():
            for name in block.python.defines if block.python else ():
                if name in seen:
                    hint = "rename one of them, or show the variant in a demo"
                    yield Diagnostic(block.span, "S005", f"{name!r} is already defined on line {seen[name]}", hint)
                seen.setdefault(name, block.span.line)


def check_modules(vault: Vault) -> Iterator[Diagnostic]:
    """Two cards never write the same module."""
    owners: dict[str, Card] = {}
    for card in source_cards(vault):
        other = owners.setdefault(module_name(card.name), card)
        if other is not card:
            problem = f"{card.name} and {other.path} both become {vault.config.snippets}/{module_name(card.name)}.py"
            yield Diagnostic(Span(card.path, 1), "S004", problem, "rename one of the two cards")


def check_extractable(vault: Vault) -> Iterator[Diagnostic]:
    """What would make extraction lose or spoil a module: nothing is written until it is mended."""
    lossy = ("F001", "F005", "F007", "S001", "S002", "S010")
    yield from check_modules(vault)
    yield from (finding for finding in (*vault.diagnostics, *check_fences(vault)) if finding.code in lossy)
    yield from (finding for card in vault.cards.values() for finding in card.diagnostics if finding.code in lossy)
    modules = {f"{vault.config.snippets}/{module_name(card.name)}.py" for card in source_cards(vault)}
    for path, data in vault.generated.items():
        if path in modules and not is_generated(data):
            yield Diagnostic(Span(path, 1), "S007", "the file was written by hand and would be lost", _MOVE_HINT)


_MOVE_HINT = "move it: the folder holds generated modules alone"


def check_generated(vault: Vault) -> Iterator[Diagnostic]:
    """The committed snippets are what the cards produce."""
    if vault.config.profile != "cards":
        return
    wanted = emit_snippets(vault)
    hint = "run `zhixing extract`"
    differ = [path for path in sorted(wanted) if wanted[path] != vault.generated.get(path)]
    if differ:  # one command mends them all: one finding
        path, others = differ[0], [posixpath.basename(path) for path in differ[1:]]
        missing = path not in vault.generated
        line = 1 if missing else first_difference(wanted[path], vault.generated[path])
        more = f"; likewise {_some(others)}" if others else ""
        problem = "the module is missing" if missing else "the module differs from its card"
        yield Diagnostic(Span(path, line), "S007", f"{problem}{more}", hint)
    for path in sorted(vault.generated.keys() - wanted.keys()):
        mend = hint if is_generated(vault.generated[path]) else _MOVE_HINT
        yield Diagnostic(Span(path, 1), "S007", "no card produces this module", mend)


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def first_difference(a: bytes, b: bytes) -> int:
    """The first line, from 1, on which two texts differ."""
    ours, theirs = a.split(b"\n"), b.split(b"\n")
    for number, (x, y) in enumerate(zip(ours, theirs, strict=False), 1):
        if x != y:
            return number
    return min(len(ours), len(theirs))


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
        elif notebook_file.stored_run(data) is None:
            yield Diagnostic(Span(path, 1), "S012", "the notebook cannot be read", hint)
        elif line := notebook_file.first_difference(card, index_of(vault), data):
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


_RUN = ("python", "output", "mermaid")
_OTHERS = frozenset(["py", "python3", "python2", "pycon", "ipython", "cython", "pypylog", "pytb", "pyrex"])


def check_languages(vault: Vault) -> Iterator[Diagnostic]:
    """A fence whose language is almost one that is run, compared or drawn is misspelt: nothing would look at it."""
    for card in vault.cards.values():
        for block in card.blocks:
            word = block.language.lower()
            if word == "mermaid" != block.language:
                yield Diagnostic(
                    block.span, "S017", "a diagram is called mermaid: the block is only shown", "write ```mermaid"
                )
            close = get_close_matches(word, _RUN, 1, 0.75) if word not in (*_RUN, *_OTHERS) else []
            if close:
                problem = f"no language is called {block.language!r}: the block is only shown"
                yield Diagnostic(block.span, "S017", problem, f"did you mean {close[0]}?")

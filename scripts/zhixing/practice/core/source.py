"""Text of a definition: found in a module, emptied, and the imports that it needs."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import lru_cache

Definition = ast.FunctionDef | ast.ClassDef

_EMPTY = "raise NotImplementedError"


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of a module, those in its `try` parts too."""
    for node in body:
        if isinstance(node, ast.Try):
            yield from statements(node.body)
        else:
            yield node


@lru_cache(maxsize=64)  # one module is asked for by all its tasks, in each language
def _body(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def find(text: str, name: str) -> Definition:
    """The last definition of that name: the one that an import gets."""
    found = [
        node
        for node in statements(_body(text))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name
    ]
    if not found:
        raise LookupError(name)
    return found[-1]


def cut(text: str, name: str) -> str:
    """The definition's own lines, at the left margin."""
    node = find(text, name)
    first = min([node.lineno, *(entry.lineno for entry in node.decorator_list)])
    assert node.end_lineno is not None
    inside = {
        line
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.end_lineno
        for line in range(part.lineno + 1, part.end_lineno + 1)
    }
    margin = " " * node.col_offset
    lines = text.split("\n")
    return "\n".join(
        lines[number - 1] if number in inside else lines[number - 1].removeprefix(margin)
        for number in range(first, node.end_lineno + 1)
    )


def emptied(source: str, methods: tuple[str, ...] = ()) -> str:
    """The definition without its body: signature and docstring stay. Of a class, only the named methods are emptied."""
    tree = ast.parse(source).body[0]
    assert isinstance(tree, (ast.FunctionDef, ast.ClassDef))
    bare: list[ast.FunctionDef] = [tree] if isinstance(tree, ast.FunctionDef) else []
    if isinstance(tree, ast.ClassDef):
        bare = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in methods]
    lines = source.split("\n")
    for node in reversed(bare):
        start = node.body[0]
        documented = ast.get_docstring(node) is not None
        keep = (start.end_lineno if documented else start.lineno - 1) or 0
        while not documented and lines[keep - 1].lstrip().startswith("#"):  # a comment above the first statement
            keep -= 1
        assert node.end_lineno is not None
        lines[keep : node.end_lineno] = [" " * (node.col_offset + 4) + _EMPTY]
    return "\n".join(lines)


def names(source: str) -> set[str]:
    """Names that a definition looks up, its own and those of Python aside."""
    tree = ast.parse(source)
    own = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return used - own - set(dir(builtins))


def needed(text: str, source: str, module: str) -> dict[str, str]:
    """For each name that the definition takes from its module: the line that imports it. `module` is its dotted name."""
    wanted = names(source)
    found: dict[str, str] = {}
    for node in statements(_body(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                if bound in wanted:
                    one = ast.alias(alias.name, alias.asname)
                    line: ast.stmt = (
                        ast.Import([one]) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, [one], 0)
                    )
                    found[bound] = ast.unparse(line)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in wanted:
            found[node.name] = f"from {module} import {node.name}"
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in ast.walk(ast.Tuple(targets)):
                if isinstance(target, ast.Name) and target.id in wanted:
                    found[target.id] = f"from {module} import {target.id}"
    return found


def import_block(lines: list[str]) -> str:
    """Import lines in the usual order: libraries, then cards; names of one module on one line."""
    plain = sorted({line for line in lines if line.startswith("import ")})
    by_module: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("from "):
            module, _, name = line.removeprefix("from ").partition(" import ")
            by_module.setdefault(module, []).append(name)
    froms = [f"from {module} import {', '.join(sorted(set(found)))}" for module, found in sorted(by_module.items())]
    outside = [line for line in froms if not line.startswith("from snippets.")]
    inside = [line for line in froms if line.startswith("from snippets.")]
    groups = [[*outside, *plain], inside]
    return "\n\n".join("\n".join(group) for group in groups if group)

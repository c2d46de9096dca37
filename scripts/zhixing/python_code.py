"""What the syntax tree of a Python block says: definition or demo, names it needs, whether it can fail."""

from __future__ import annotations

import ast
import builtins
import re
import warnings
from collections.abc import Iterator

from zhixing.model import Code

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CJK = re.compile(r"[\u3400-\u9fff\uff00-\uffef]")


# Words whose misplaced use is found by the compiler alone: `return` outside a function, `break` outside a loop.
_SCOPED = re.compile(r"\b(?:return|yield|await|async|break|continue|nonlocal|global|import\s*\*|__future__)|:=|^\s*\*", re.M)


def analyse(code: str) -> Code:
    """Classify a block; a block that does not parse is `broken`, never an exception."""
    tree = parse(code)
    if not isinstance(tree, ast.Module):
        return Code("broken", error=tree[0], error_line=tree[1])
    kind = "definition" if _only_defines(tree.body) else "demo"
    try:
        missing = tuple(_missing(tree, whole=kind == "demo"))
    except RecursionError:
        return Code("broken", error="it is nested too deeply", error_line=1)
    return Code(
        kind,
        defines=tuple(_defined(tree.body)) if kind == "definition" else (),
        missing=missing,
        checks=_can_fail(tree),
    )


def parse(code: str) -> ast.Module | tuple[str, int]:
    """The syntax tree, or the message and line (from 1) of what keeps it from parsing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
            if _SCOPED.search(code):
                compile(tree, "<block>", "exec", dont_inherit=True)
            return tree
    except SyntaxError as error:
        return error.msg or "invalid syntax", min(error.lineno or 1, code.count("\n") + 1)
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__, 1


def _only_defines(body: list[ast.stmt]) -> bool:
    return all(_is_definition(statement) for statement in body)


def _is_definition(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return True
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Assign(targets=targets, value=value):
            return all(isinstance(target, ast.Name) for target in targets) and _is_constant(value)
        case ast.AnnAssign(target=ast.Name(), value=value):
            return value is None or _is_constant(value)
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=[]):
            return _only_defines(body)
    return False


def _is_constant(value: ast.expr) -> bool:
    allowed = (
        ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.BinOp, ast.Name, ast.Attribute,
        ast.Subscript, ast.Slice, ast.expr_context, ast.operator, ast.unaryop,
    )  # fmt: skip
    return all(isinstance(node, allowed) for node in ast.walk(value))


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def _missing(tree: ast.Module, *, whole: bool) -> Iterator[tuple[str, int]]:
    """Names that the block reads but nowhere binds; inside function bodies only where `whole`."""
    bound: set[str] = set()
    lazy = False
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                bound.add(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                bound.add(name)
            case ast.ClassDef(name=name):
                bound.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                if any(alias.name == "*" for alias in names):
                    return
                bound.update((alias.asname or alias.name).partition(".")[0] for alias in names)
                lazy = lazy or (isinstance(node, ast.ImportFrom) and node.module == "__future__")
            case ast.ExceptHandler(name=str(name)):
                bound.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                bound.add(name)
            case ast.Global(names=names_) | ast.Nonlocal(names=names_):
                bound.update(names_)
    seen: set[str] = set()
    for name, line in sorted(_reads(tree, whole, lazy), key=lambda read: read[1]):
        if name not in bound and name not in _BUILTINS and name not in seen:
            seen.add(name)
            yield name, line


def _reads(node: ast.AST, whole: bool, lazy: bool) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            yield node.id, node.lineno
        return
    skip: set[int] = set()
    if isinstance(node, _FUNCTIONS):
        if not whole:
            skip.update(id(child) for child in node.body)
        if lazy:
            skip.update(id(note) for note in _annotations(node))
    elif isinstance(node, ast.Lambda) and not whole:
        skip.add(id(node.body))
    elif isinstance(node, ast.AnnAssign) and lazy:
        skip.add(id(node.annotation))
    for child in ast.iter_child_nodes(node):
        if id(child) not in skip:
            if isinstance(child, ast.arg) and lazy:
                continue
            yield from _reads(child, whole, lazy)


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    if node.returns is not None:
        yield node.returns


def _can_fail(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assert, ast.Raise)):
            return True
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name.startswith("assert_"):
                return True
    return False


_LEXEME = re.compile(
    r"""(?P<string>'{3}(?:\\.|[^\\])*?'{3}|"{3}(?:\\.|[^\\])*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?P<comment>\#[^\n]*)""",
    re.S | re.X,
)


def same_code(source: str, translated: str) -> str:
    """Empty if both say the same to Python, else where they first differ.

    Comments and docstrings do not count; a string may differ where the translation holds Chinese characters.
    """
    if source == translated or _bare(source) == _bare(translated):
        return ""
    ours, theirs = parse(source), parse(translated)
    if not isinstance(ours, ast.Module) or not isinstance(theirs, ast.Module):
        return "" if type(ours) is type(theirs) else "one of the two does not parse"
    try:
        return _difference(ours, theirs)
    except RecursionError:
        return "it is nested too deeply to compare"


def _bare(code: str) -> str:
    """The code without comments, blank lines and spaces at line ends; strings as they are."""
    kept = _LEXEME.sub(lambda m: repr(m.group("string")) if m.group("string") else "", code)
    return "\n".join(stripped for line in kept.split("\n") if (stripped := line.rstrip()))


def _difference(ours: ast.AST, theirs: ast.AST, near: int = 1) -> str:
    """Where two nodes differ; an operator has no line of its own, so `near` is the line of what holds it."""
    line = getattr(ours, "lineno", near)
    if type(ours) is not type(theirs):
        return f"line {line} of the block: {type(ours).__name__} against {type(theirs).__name__}"
    for name in ours._fields:
        a, b = getattr(ours, name, None), getattr(theirs, name, None)
        if name == "body" and isinstance(a, list) and isinstance(b, list):
            a, b = _without_docstring(a), _without_docstring(b)
        where = _values_differ(a, b, ours, line)
        if where:
            return where
    return ""


def _values_differ(a: object, b: object, parent: ast.AST, line: int) -> str:
    if isinstance(a, ast.AST) and isinstance(b, ast.AST):
        return _difference(a, b, line)
    if isinstance(a, list) and isinstance(b, list):
        if isinstance(parent, ast.JoinedStr):
            return _joined_differ(a, b, line)
        if len(a) != len(b):
            return f"line {line} of the block: {len(a)} parts against {len(b)}"
        return next((where for x, y in zip(a, b, strict=True) if (where := _values_differ(x, y, parent, line))), "")
    if type(a) is type(b) and a == b:
        return ""
    if isinstance(a, str) and isinstance(b, str) and isinstance(parent, ast.Constant) and _CJK.search(b):
        return ""
    return f"line {line} of the block: {a!r} against {b!r}"


def _joined_differ(a: list[ast.expr], b: list[ast.expr], line: int) -> str:
    """In an f-string the words may be translated and the order of the parts with them; the values may not change."""
    words = ["".join(str(p.value) for p in parts if isinstance(p, ast.Constant)) for parts in (a, b)]
    ours, theirs = ([part for part in parts if isinstance(part, ast.FormattedValue)] for parts in (a, b))
    in_order = len(ours) == len(theirs) and not any(_difference(x, y) for x, y in zip(ours, theirs, strict=True))
    if _CJK.search(words[1]):
        reordered = sorted(map(ast.dump, ours)) == sorted(map(ast.dump, theirs))
        return "" if in_order or reordered else f"line {line} of the block: an f-string shows other values"
    if not in_order:
        return f"line {line} of the block: an f-string shows other values"
    same = len(a) == len(b) and not any(_difference(x, y) for x, y in zip(a, b, strict=True))
    return "" if same else f"line {line} of the block: an f-string differs"


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        if isinstance(body[0].value.value, str):
            return body[1:]
    return body

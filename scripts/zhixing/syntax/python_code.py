"""What the syntax tree of a Python block says: definition or demo, names it needs, whether it can fail."""

from __future__ import annotations

import ast
import builtins
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache

from zhixing.model import Code
from zhixing.syntax.proof import dead

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BINDING = frozenset(
    [
        ast.Assert, ast.Raise, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.arg, ast.MatchMapping,
        ast.AnnAssign, ast.Lambda, *_FUNCTIONS, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar,
    ]
)  # fmt: skip
_PLAIN = ("ctx", "op", "ops", "attr", "id", "kind")
_HOLDING: dict[type, tuple[str, ...]] = {  # kinds of nodes in which others may stand, and in which of their fields
    kind: fields
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST) and kind is not ast.Constant
    if (fields := tuple(field for field in kind._fields if field not in _PLAIN))
}
_CJK = re.compile(r"[\u3400-\u9fff\uff00-\uffef]")


# Words whose misplaced use is found by the compiler alone: `return` outside a function, `break` outside a loop. No
# pattern asks what is before a word: only so is text without any skipped quickly, and to compile once more does no harm.
_ANYWHERE = r"await|async|break|continue|nonlocal|global|__future__|:=|import\s*\*|\n\s*\*"
_SCOPED = re.compile(rf"return|yield|{_ANYWHERE}")
_RISKY = re.compile(rf"{_ANYWHERE}|\n\s*class\b")
_FUNCTION = re.compile(r"^def [^\n]*\n(?:(?:[ \t][^\n]*)?\n)*", re.M)


def _unless_risky(function: re.Match[str]) -> str:
    """Nothing for a function in which no such word but `return` or `yield` stands: there they are right."""
    return function.group() if _RISKY.search(function.group()) else ""


@lru_cache(maxsize=4096)  # a card and its translation mostly hold the same code
def analyse(code: str) -> Code:
    """Classify a block; a block that does not parse is `broken`, never an exception."""
    tree = parse(code)
    if not isinstance(tree, ast.Module):
        return Code("broken", error=tree[0], error_line=tree[1])
    kind = "definition" if _only_defines(tree.body) else "demo"
    missing, checks = _survey(tree, whole=kind == "demo")
    if kind == "definition":
        return Code(kind, tuple(_defined(tree.body)), missing, checks, imports=_imports(tree))
    return Code(kind, (), missing, checks, dead(tree), _imports(tree))


def parse(code: str) -> ast.Module | tuple[str, int]:
    """The syntax tree, or the message and line (from 1) of what keeps it from parsing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
            if _SCOPED.search("\n" + code) and _SCOPED.search("\n" + _FUNCTION.sub(_unless_risky, code)):
                compile(code, "<block>", "exec", dont_inherit=True)
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


def _imports(tree: ast.Module) -> tuple[tuple[str, str, int], ...]:
    """What the block takes by name out of modules at its top level."""
    taken = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    return tuple((str(node.module), alias.name, node.lineno) for node in taken for alias in node.names)


_SEEDS = re.compile(r"\b(?:manual_seed|seed|random_state|generator|Generator)\b")
_DRAWS = re.compile(
    r"\b(?:default_rng\(\s*\)|(?:np|numpy)\.random\.(?!default_rng|Generator|seed)\w+\(|torch\.(?:rand|randn|randint|randperm|normal)\w*\("
    r"|random\.(?:random|randint|choice|shuffle|uniform|gauss|sample)\()"
)


def unseeded(code: str) -> str:
    """How a block draws numbers that are others in each run; "" if it does not, or says with which seed."""
    spoken = _LEXEME.sub("", code)  # neither strings nor comments draw
    found = _DRAWS.search(spoken)
    return found.group().rstrip("(") if found and not _SEEDS.search(spoken) else ""


def _survey(tree: ast.Module, *, whole: bool) -> tuple[tuple[tuple[str, int], ...], bool]:
    """Names that the block reads but nowhere binds, and whether it can fail on purpose, found in one walk.

    Reads inside function bodies count only where `whole`, those of annotations only where Python evaluates them.
    """
    lazy = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    bound: set[str] = set()
    reads: list[tuple[int, int, str]] = []
    can_fail = star = False
    todo: list[object] = [tree]
    silent: list[object] = []  # nodes whose reads do not count, walked when all others are
    reading = True
    while todo or silent:
        if not todo:
            todo, silent, reading = silent, [], False
        node = todo.pop()
        kind = type(node)
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
            elif reading:
                reads.append((node.lineno, node.col_offset, node.id))
            continue
        fields = _HOLDING.get(kind)
        if fields is None:
            continue
        quiet: tuple[object, ...] = ()
        if isinstance(node, ast.Call):
            func = node.func
            name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
            can_fail = can_fail or name.startswith("assert_")
        elif kind in _BINDING:
            if isinstance(node, (ast.Assert, ast.Raise)):
                can_fail = True
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                star = star or any(alias.name == "*" for alias in node.names)
                bound.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
                continue
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                bound.update(node.names)
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
                quiet = (node.annotation,) if lazy else ()
            elif isinstance(node, ast.MatchMapping):
                bound.update([node.rest] if node.rest else [])
            elif isinstance(node, ast.AnnAssign):
                quiet = (node.annotation,) if lazy else ()
            elif isinstance(node, ast.Lambda):
                quiet = () if whole else (node.body,)
            elif isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
                bound.update([node.name] if node.name else [])
                if isinstance(node, _FUNCTIONS):
                    quiet = (*(() if whole else node.body), *((node.returns,) if lazy else ()))
        found: list[object] = []
        for field in fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                found += value
            else:
                found.append(value)
        if quiet:
            silent += quiet
            found = [item for item in found if item not in quiet]
        todo += found
    if star:
        return (), can_fail
    missing: dict[str, int] = {}
    for line, _, name in sorted(reads):
        if name not in bound and name not in _BUILTINS:
            missing.setdefault(name, line)
    return tuple(missing.items()), can_fail


_DOCSTRING = re.compile(r"""^([ \t]*(?:def|class|async def)\b[^\n]*:[ \t]*\n)[ \t]+"{3}[^"\\]*"{3}[ \t]*$""", re.M)
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


def remarks(code: str) -> Iterator[tuple[int, str]]:
    """Comments and docstrings with their lines, from 1, as they are written: a docstring stands first after a colon."""
    for found in _LEXEME.finditer(code):
        before = code[: found.start()]
        opens = (
            found.group().startswith(('"""', "'''"))
            and before.rstrip().endswith(":")
            and before.rstrip(" ")[-1:] == "\n"
        )
        if found.group("comment") or opens:
            yield before.count("\n") + 1, found.group().strip()


def _bare(code: str) -> str:
    """The code without comments, plain docstrings, blank lines and spaces at line ends; strings as they are."""
    code = _DOCSTRING.sub(r"\1", code)
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
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body

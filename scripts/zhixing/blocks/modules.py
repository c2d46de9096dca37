"""Cards as importable modules: `snippets.softmax` made from the card itself, not from a file that may be stale."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import chain
from pathlib import Path
from types import CodeType, ModuleType

from zhixing.model import Card, CodeBlock
from zhixing.syntax.directives import absent
from zhixing.vault.kept_results import kept

# What these packages import only at first use, which in a fresh child would be every time.
_LATE = {
    "numpy": ("numpy.random",),
    "matplotlib": ("matplotlib.backends.backend_svg", "matplotlib.style"),
    "torch": (
        "torch._dynamo",
    ),  # for the first step of an optimizer, a count of FLOPs, a tensor without data: a second
}

Transform = Callable[[ast.Module, str], None]


def compile_block(root: Path, block: CodeBlock, transform: Transform | None = None) -> CodeType:
    """Code whose file and lines are those of the card, so that every traceback shows the card itself."""
    if transform is None:
        return _compiled(str(root / block.span.path), block.span.line, block.code)
    return _compile(str(root / block.span.path), block.span.line, block.code, transform)


def _compile(path: str, line: int, code: str, transform: Transform | None = None) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            tree = ast.parse(code)
        except SyntaxError as error:
            error.lineno = (error.lineno or 1) + line
            raise
        if transform is not None:
            transform(tree, code)
        ast.increment_lineno(tree, line)
        return compile(tree, path, "exec", dont_inherit=True)


_compiled = lru_cache(maxsize=1 << 11)(_compile)  # a definition runs again with every block that builds on it


def definitions(card: Card) -> tuple[CodeBlock, ...]:
    """The blocks that make up the card's module: definitions whose needs are installed."""
    return tuple(b for b in card.python_blocks() if b.python and b.python.kind == "definition" and not absent(b))


class CardFinder(MetaPathFinder, Loader):
    """Finds `<package>.<module>` among the cards; anything else is left to the ordinary finders."""

    def __init__(self, root: Path, package: str, cards: Mapping[str, Card]) -> None:
        self.root = root
        self.package = package
        self.cards = cards

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a card's module, or of the package itself where it is not on the disk."""
        if name == self.package:
            on_disk = (self.root / self.package / "__init__.py").is_file()
            return None if on_disk else ModuleSpec(name, None, is_package=True)
        parent, _, module = name.rpartition(".")
        if parent != self.package or module not in self.cards:
            return None
        return ModuleSpec(name, self, origin=str(self.root / self.cards[module].path))

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave the making of the module object to Python."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the card's definitions in order."""
        card = self.cards[module.__name__.rpartition(".")[2]]
        module.__file__ = str(self.root / card.path)
        for block in definitions(card):
            exec(compile_block(self.root, block), module.__dict__)


@contextmanager
def card_imports(root: Path, package: str, cards: Mapping[str, Card]) -> Iterator[None]:
    """While this is open, imports from the package mean the given cards."""

    def ours(name: str) -> bool:
        return name == package or name.startswith(f"{package}.")

    finder = CardFinder(root, package, cards)
    kept = {name: module for name, module in sys.modules.items() if ours(name)}
    for name in kept:
        del sys.modules[name]
    path = list(sys.path)
    sys.meta_path.insert(0, finder)
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.path[:] = path
        for name in [name for name in sys.modules if ours(name)]:
            del sys.modules[name]
        sys.modules.update(kept)


def requirements(card: Card, block: CodeBlock, package: str, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """Modules from outside the standard library that a run of the block imports, through other cards too."""
    found: set[str] = set()
    for one in (block, *reached(card, block, package, cards)):
        for name in imported(one.code):
            top = name.partition(".")[0]
            found.update([] if top == package or top in sys.stdlib_module_names else [name])
    return tuple(sorted(found))


def reached(card: Card, block: CodeBlock, package: str, cards: Mapping[str, Card]) -> list[CodeBlock]:
    """The definitions that run before a block: those of its card, and of the cards that it and they import."""
    all_ = list(definitions(card))
    seen: set[str] = set()
    for one in chain((block,), all_):  # grows while it is read
        for name in imported(one.code):
            top, _, rest = name.partition(".")
            module = rest.partition(".")[0]
            if top == package and module in cards and module not in seen:
                seen.add(module)
                all_ += definitions(cards[module])
    return all_


def compile_ahead(root: Path, blocks: Sequence[CodeBlock]) -> None:
    """Compile once in this process what each of its children would compile by itself; a failure is theirs to report."""
    for block in blocks:
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            compile_block(root, block)


@lru_cache(maxsize=1 << 13)  # a definition is asked once for every block that builds on it
@kept
def imported(code: str) -> tuple[str, ...]:
    """Dotted names of the modules that the code imports."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return ()
    names: list[str] = []
    nodes: list[ast.AST] = [tree]
    for node in nodes:  # grows while it is read; statements stand in statements alone
        for inner in ("body", "handlers", "orelse", "finalbody", "cases"):
            within = getattr(node, inner, ())
            nodes += within if isinstance(within, list) else ()
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return tuple(names)


def preload(names: Sequence[str], foreign: Path | None = None) -> None:
    """Import once in this process what each block would import by itself; a failure is the block's to report.

    Nothing below the foreign folder: that is code of the vault, and runs where its blocks run.
    """
    tops = {name.partition(".")[0] for name in names}
    apart = {top for top in tops if foreign is not None and _lies_in(top, foreign)}
    for name in [*names, *(late for top in sorted(tops) for late in _LATE.get(top, ()))]:
        if name not in sys.modules and name.partition(".")[0] not in apart:
            try:
                importlib.import_module(name)
            except Exception:
                continue


def _lies_in(top: str, folder: Path) -> bool:
    """Whether a module is found below a folder; nothing is imported to know it."""
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return False
    places = [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
    return any(Path(place).resolve().is_relative_to(folder.resolve()) for place in places if place)

"""What a solution may not do, seen in its text and while it runs. Each way has a name, which the learner is told."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from types import ModuleType
from typing import Any


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ALLOWED = _words(
    "numpy math cmath itertools functools typing collections dataclasses abc enum numbers statistics heapq bisect copy "
    "fractions random __future__"
)
_BACKDOORS = _words(
    "sys _sys os _os builtins bltns inspect importlib io _io types ctypes gc posix subprocess pickle operator attrgetter "
    "methodcaller"
)
_FILES = _words(
    "load save savez savez_compressed fromfile tofile memmap genfromtxt loadtxt savetxt DataSource f2py testing "
    "ctypeslib open_memmap fromregex npyio distutils open"
)
_FRAMES = _words("gi_frame gi_code cr_frame f_back f_globals f_locals f_builtins f_code tb_frame tb_next func_globals")
_DUNDERS = _words(
    "__init__ __call__ __name__ __len__ __getitem__ __setitem__ __iter__ __next__ __post_init__ __new__ __enter__ "
    "__exit__ __add__ __mul__ __repr__ __doc__ __version__"
)
_FIELD = re.compile(r"\{[^{}]*\b__\w+__")  # a gap of str.format that looks inside its argument
_NAMES = {
    **dict.fromkeys(("open", "input", "breakpoint"), "files"),
    **dict.fromkeys(("exec", "eval", "compile", "__import__"), "exec"),
    **dict.fromkeys(("globals", "locals", "vars", "__builtins__", "__loader__", "__spec__"), "inside"),
}


@dataclass(frozen=True)
class Cheat:
    """What is not allowed, by name, and where it stands."""

    name: str  # import, snippets, builtin, files, exec, inside, patch
    what: str
    line: int = 0


class CheatError(Exception):
    """Raised where a solution does at run time what its text hid."""

    def __init__(self, cheat: Cheat) -> None:
        super().__init__(f"{cheat.what} is not allowed here")
        self.cheat = cheat


@dataclass(frozen=True)
class Rules:
    """What one task allows: dotted names of cards, libraries, and the names that would do the whole work."""

    package: str
    given: frozenset[str] = frozenset()
    libraries: frozenset[str] = frozenset()
    forbid: frozenset[str] = frozenset()


def seen_in(tree: ast.Module, rules: Rules) -> Iterator[Cheat]:
    """Everything in the text that is not allowed, in order."""
    modules = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {"np", "torch"}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _named(_import(alias.name, (), rules), line)
        elif isinstance(node, ast.ImportFrom):
            wanted = tuple(alias.name for alias in node.names)
            yield from _named(_import("." * node.level + (node.module or ""), wanted, rules), line)
        elif isinstance(node, ast.Name) and node.id in _NAMES:
            yield Cheat(_NAMES[node.id], node.id, line)
        elif isinstance(node, ast.Attribute):
            if not (isinstance(node.value, ast.Name) and node.value.id == "self" and not node.attr.startswith("__")):
                yield from _named(_attribute(node.attr, rules), line)
            if isinstance(node.ctx, (ast.Store, ast.Del)) and _root(node) in modules:
                yield Cheat("patch", ast.unparse(node), line)
            elif _root(node) in modules and _is_private(node.attr):
                yield Cheat("inside", ast.unparse(node), line)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (gap := _FIELD.search(node.value)):
            yield Cheat("inside", gap[0].strip("{"), line)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _named(cheat: Cheat | None, line: int) -> Iterator[Cheat]:
    if cheat is not None:
        yield Cheat(cheat.name, cheat.what, line)


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _import(name: str, wanted: tuple[str, ...], rules: Rules) -> Cheat | None:
    top = name.partition(".")[0]
    if top == rules.package:
        strangers = [one for one in wanted if f"{name}.{one}" not in rules.given]
        if not wanted or strangers:
            return Cheat("snippets", f"{name}.{strangers[0]}" if strangers else name)
        return None
    if top not in ALLOWED | rules.libraries:
        return Cheat("import", name)
    for part in (*name.split(".")[1:], *wanted):
        found = _attribute(part, rules)
        if found:
            return found
    return Cheat("inside", f"from {name} import *") if "*" in wanted else None


def _attribute(name: str, rules: Rules) -> Cheat | None:
    if name in rules.forbid:
        return Cheat("builtin", name)
    if name in _FILES:
        return Cheat("files", name)
    if name in _FRAMES | _BACKDOORS or (name.startswith("__") and name.endswith("__") and name not in _DUNDERS):
        return Cheat("inside", name)
    return None


class Guard:
    """Runs a solution's text with what it may use, and remembers what it tried."""

    def __init__(self, rules: Rules, cards: Callable[[str], ModuleType]) -> None:
        self.rules = rules
        self.cards = cards
        self.caught: list[Cheat] = []
        self._before = _attributes()

    def builtins(self) -> dict[str, Any]:
        """Python's own names, with those that lead outside replaced."""
        safe = dict(vars(builtins))
        for name, cheat in _NAMES.items():
            safe[name] = self._refuse(Cheat(cheat, name))
        safe |= {"getattr": self._getattr, "setattr": self._setattr, "delattr": self._setattr}
        safe["__import__"] = self._import
        return safe

    def patched(self) -> Cheat | None:
        """A library that is no longer what it was; it is put back."""
        for (module, name), value in self._before.items():
            if vars(module).get(name) is not value:
                setattr(module, name, value)
                return Cheat("patch", f"{module.__name__}.{name}")
        return None

    def watching(self) -> AbstractContextManager[Any]:
        """While it is open, a forbidden function of PyTorch is caught by whatever name or method it is called."""
        torch: Any = sys.modules.get("torch")
        if torch is None or not self.rules.forbid:
            return nullcontext()

        def dispatch(_: Any, function: Any, types: Any, args: Any = (), named: Any = None) -> Any:
            name = getattr(function, "__name__", "")
            if name in self.rules.forbid:
                raise self._say(Cheat("builtin", name))
            return function(*args, **(named or {}))

        mode = type("Watch", (torch.overrides.TorchFunctionMode,), {"__torch_function__": dispatch})
        watch: AbstractContextManager[Any] = mode()
        return watch

    def _say(self, cheat: Cheat) -> CheatError:
        self.caught.append(cheat)
        return CheatError(cheat)

    def _refuse(self, cheat: Cheat) -> Callable[..., Any]:
        def refuse(*_: Any, **__: Any) -> Any:
            raise self._say(cheat)

        return refuse

    def _getattr(self, target: Any, name: str, *default: Any) -> Any:
        cheat = _attribute(name, self.rules) if isinstance(name, str) else None
        if cheat is None and isinstance(target, ModuleType) and _is_private(name):
            cheat = Cheat("inside", f"{target.__name__}.{name}")
        if cheat is not None:
            raise self._say(cheat)
        return getattr(target, name, *default)

    def _setattr(self, target: Any, name: str, *value: Any) -> None:
        owner = target.__name__ if isinstance(target, ModuleType) else getattr(target, "__module__", "")
        if isinstance(target, (ModuleType, type)) and owner != "solution":
            raise self._say(Cheat("patch", f"{getattr(target, '__name__', target)}.{name}"))
        (setattr if value else delattr)(target, name, *value)

    def _import(
        self, name: str, scope: Any = None, local: Any = None, wanted: tuple[str, ...] | None = (), level: int = 0
    ) -> ModuleType:
        cheat = _import("." * level + name, tuple(wanted or ()), self.rules)
        if cheat is not None:
            raise self._say(cheat)
        top = name.partition(".")[0]
        if top != self.rules.package:
            found = builtins.__import__(name, scope, local, wanted or (), level)
            return found if top == "numpy" or top in self.rules.libraries else _shown(found, top)
        shown = ModuleType(name)  # only what is given, not the module with all the rest
        whole = self.cards(name.partition(".")[2])
        for one in wanted or ():
            setattr(shown, one, getattr(whole, one))
        return shown


def _shown(module: ModuleType, top: str) -> ModuleType:
    """What a module of the standard library offers, without the modules that it uses itself."""
    shown = ModuleType(module.__name__, module.__doc__)
    for name, value in vars(module).items():
        if isinstance(value, ModuleType):
            if value.__name__.startswith(f"{top}."):
                setattr(shown, name, _shown(value, top))
        elif not name.startswith("_"):
            setattr(shown, name, value)
    return shown


def _attributes() -> Mapping[tuple[ModuleType, str], Any]:
    """Everything that a solution could replace in what it shares with the judge."""
    shared = ["builtins", "math", "numpy", "numpy.linalg", "numpy.random", "torch", "torch.nn.functional", "torch.nn"]
    modules = [sys.modules[name] for name in shared if name in sys.modules]
    return {(module, name): value for module in modules for name, value in list(vars(module).items())}

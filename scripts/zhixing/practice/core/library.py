"""The cards' modules, made from their text: a judge must not trust what a page or a learner has imported before."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from zhixing.practice.core.source import cut

Import = Callable[..., ModuleType]


class Library:
    """Modules of one package by their text; `absent` packages are not there for them, installed or not."""

    def __init__(self, package: str, sources: Mapping[str, str], absent: tuple[str, ...] = ()) -> None:
        self.package = package
        self.sources = sources
        self.absent = absent
        self._modules: dict[str, ModuleType] = {}

    def module(self, name: str) -> ModuleType:
        """One card's module, run once."""
        if name not in self._modules:
            if name not in self.sources:
                raise ModuleNotFoundError(f"No module named '{self.package}.{name}'", name=f"{self.package}.{name}")
            made = ModuleType(f"{self.package}.{name}")
            self._modules[name] = made
            self.run(self.sources[name], made.__dict__, f"{self.package}/{name}.py")
        return self._modules[name]

    def run(self, text: str, namespace: dict[str, Any], file: str) -> None:
        """Execute text whose imports from the package come from here."""
        namespace["__builtins__"] = {**vars(builtins), "__import__": self.import_}
        exec(compile(text, file, "exec", dont_inherit=True), namespace)

    def variant(self, module: str, name: str, source: str) -> Any:
        """What `name` is if this source stands in the module instead of its own."""
        namespace = dict(self.module(module).__dict__)
        self.run(source, namespace, f"{self.package}/{module}.py")
        return namespace[name]

    def source(self, module: str, name: str) -> str:
        """The definition's own text."""
        return cut(self.sources[module], name)

    def import_(
        self, name: str, scope: Any = None, local: Any = None, wanted: tuple[str, ...] | None = (), level: int = 0
    ) -> ModuleType:
        """Stands in for `__import__`."""
        top, _, rest = name.partition(".")
        if top in self.absent:
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)
        if top != self.package:
            return builtins.__import__(name, scope, local, wanted, level)
        if rest and wanted:
            return self.module(rest)
        package = ModuleType(self.package)
        for part in wanted or ([rest] if rest else []):
            setattr(package, part, self.module(part))
        return package

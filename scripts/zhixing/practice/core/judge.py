"""Judge a solution: by its text, then property by property on inputs from small to large, then against the museum."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import io
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from zhixing.practice.core import guard
from zhixing.practice.core.outcome import FILE, Failure, SubclassError, attempt, details, parameters, signature, told
from zhixing.practice.core.source import needed
from zhixing.practice.core.task import Answer, Call
from zhixing.practice.core.trial import Trial
from zhixing.practice.core.verdict import Verdict, show


class Judge(Trial):
    """One task and its reference; solutions come as text, known answers and mutants as ready objects."""

    @cached_property
    def rules(self) -> guard.Rules:
        """What this task allows: what the card's own code imports from cards, and what it is given besides."""
        package = self.library.package
        lines = needed(self.library.sources[self.task.module], self.source, f"{package}.{self.task.module}").values()
        dotted = (line.removeprefix("from ").replace(" import ", ".").partition(" as ")[0] for line in lines)
        mine = {name for name in dotted if name.startswith(f"{package}.")}
        mine |= {f"{package}.{name}" for name in self.task.given}
        mine -= {f"{package}.{name}" for name in self.task.withheld}
        return guard.Rules(package, frozenset(mine), frozenset(self.task.needs), frozenset(self.task.forbid))

    def judge(self, text: str) -> Verdict:
        """The verdict on a learner's file."""
        seed = int.from_bytes(hashlib.sha256(f"{self.task.id}\n{text}".encode()).digest()[:4], "big") | 1
        with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            verdict = self._judge(text, seed)
        return replace(verdict, seed=seed, total=len(self.task.properties))

    def _judge(self, text: str, seed: int) -> Verdict:
        rules = self.rules
        try:
            tree = ast.parse(text, FILE)
        except (SyntaxError, ValueError) as error:
            return self._no("syntax", {"problem": str(error)}, line=getattr(error, "lineno", 0) or 0)
        for cheat in guard.seen_in(tree, rules):
            return self._cheat(cheat)
        watch = guard.Guard(rules, self.library.module)
        module = ModuleType("solution")  # a dataclass looks up its own module
        space = module.__dict__
        space["__builtins__"] = watch.builtins()
        printed = io.StringIO()
        sys.modules["solution"] = module
        try:
            with contextlib.redirect_stdout(printed):
                loaded = attempt(lambda: exec(compile(tree, FILE, "exec"), space))
        finally:
            del sys.modules["solution"]
        cheat_found = next(iter(watch.caught), None) or watch.patched()
        if cheat_found:
            return self._cheat(cheat_found)
        if loaded.error is not None:
            verdict = self._no("error", {"problem": told(loaded.error)}, line=loaded.line)
            return replace(verdict, printed=printed.getvalue())
        made = space.get(self.task.define)
        if made is None:
            return self._no("missing", {"name": self.task.define})
        wanted, have = signature(self.reference, self.task.blank), signature(made, self.task.blank)
        if wanted != have:
            return self._no("signature", {"name": self.task.define, "expected": wanted})
        self.watching = watch.watching
        try:
            return self._tried(made, seed, watch, printed)
        finally:
            self.watching = contextlib.nullcontext

    def _tried(self, made: Any, seed: int, watch: guard.Guard, printed: io.StringIO) -> Verdict:
        failure = self.first_failure(made, seed)
        cheat_found = next(iter(watch.caught), None) or watch.patched()
        if cheat_found:
            return self._cheat(cheat_found)
        verdict = self._verdict(made, failure) if failure else Verdict(self.task.id, True, "accepted")
        with contextlib.redirect_stdout(printed):  # of many calls, only what the one that matters prints is of use
            for call in [failure.call] if failure else self.probes()[:1]:
                self._run(made, call)
        return replace(verdict, printed=printed.getvalue())

    def _verdict(self, made: Any, failure: Failure) -> Verdict:
        error, found = failure.outcome.error, failure.found
        if failure.reason == "subclass":
            what = str(error) if isinstance(error, SubclassError) else type(failure.outcome.value).__name__
            return self._cheat(guard.Cheat("subclass", what))
        if isinstance(error, NotImplementedError) and not isinstance(failure.expected, NotImplementedError):
            return self._no("empty", {"name": self.task.define})
        if failure.reason in ("value", "shape") and self.constant(made):
            return self._cheat(guard.Cheat("constant", ""))
        values: dict[str, Any] = {}
        if failure.reason == "error" and error is not None:
            values["problem"] = told(error)
        elif failure.reason == "no-error":
            values["problem"] = told(failure.expected)
        elif found is not None:
            values = details(found)
        named, sure = self.recognised(made)
        piece = named or Answer("")
        verdict = self._no(failure.reason, values, line=failure.outcome.line)
        shown = error is None and failure.reason not in ("mutated", "no-error")
        return replace(
            verdict,
            number=failure.number + 1,
            property=failure.property.words,
            inputs=tuple(self._arguments(failure.call)),
            got=show(failure.outcome.value) if shown else "",
            expected=show(failure.expected) if shown else "",
            mistake=piece.name,
            sure=sure,
            link=self.target(piece.link),
        )

    def _arguments(self, call: Call) -> Iterator[tuple[str, str]]:
        names = [name for name in parameters(self.task.use if self.task.blank else self.reference) if name != "made"]
        for number, value in enumerate(call.args):
            yield (names[number] if number < len(names) else f"argument {number + 1}"), show(value)
        for name, value in call.named.items():
            yield name, show(value)

    def target(self, link: str) -> str:
        """`an-id` is a block of the task's own card, `Card#^an-id` one of another."""
        return link if not link or "#" in link else f"{self.task.card}#^{link}"

    def _no(self, reason: str, values: dict[str, Any], line: int = 0) -> Verdict:
        return Verdict(self.task.id, False, reason, values, line=line)

    def _cheat(self, cheat: guard.Cheat) -> Verdict:
        return self._no("cheat", {"name": cheat.name, "what": cheat.what}, line=cheat.line)

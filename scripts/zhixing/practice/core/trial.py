"""A solution that is ready to be called, tried property by property on inputs from small to large."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from zhixing.practice.core import shrink
from zhixing.practice.core.compare import copied, difference, is_plain, unchanged
from zhixing.practice.core.library import Library
from zhixing.practice.core.outcome import Failure, Outcome, SubclassError, alike, attempt, reason_of, signature
from zhixing.practice.core.task import Answer, Call, Property, Task

_FIXED = 20260101  # inputs that every solution meets; the others follow from its text
_MOST = 0.7  # of the inputs on which either is wrong: from here on a solution looks like a known mistake
_PROBES = 3  # inputs of each property on which a mistake is recognised


class Trial:
    """One task and its reference; solutions, known answers and mutants are tried alike."""

    def __init__(self, task: Task, library: Library) -> None:
        self.task = task
        self.library = library
        self.source = library.source(task.module, task.define)
        self.reference = getattr(library.module(task.module), task.define)
        self.watching: Callable[[], AbstractContextManager[Any]] = contextlib.nullcontext  # around a learner's calls

    def _use(self, made: Any, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
        if made is self.reference:
            return self.task.use(made, *args, **named)
        with self.watching():
            return self.task.use(made, *args, **named)

    def accepts(self, made: Any, seed: int = 1) -> bool:
        """Whether a ready object has all properties; for known answers and mutants."""
        with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            same = signature(made, self.task.blank) == signature(self.reference, self.task.blank)
            return same and self.first_failure(made, seed) is None

    def first_failure(self, made: Any, seed: int) -> Failure | None:
        """The first property that does not hold, on the smallest input that shows it."""
        for number, prop in enumerate(self.task.properties):
            again = True
            for size, draw in ((size, draw) for size in prop.sizes for draw in (_FIXED, seed)):
                for found in self._try(made, number, prop, size, draw, again):
                    return found if prop.own else shrink.simpler(found, partial(self._fails, made, number, prop))
                again = False
        return None

    def _calls(self, number: int, prop: Property, size: int, draw: int) -> Iterator[Call]:
        given = prop.make(np.random.default_rng([draw, number, size]), size)
        for one in given if isinstance(given, list) else [given]:
            if not isinstance(one, (Call, tuple)):
                raise TypeError(f"{self.task.id}: {prop.words}: inputs are a tuple, a call, or a list of these")
            yield one if isinstance(one, Call) else Call(one)

    def _try(self, made: Any, number: int, prop: Property, size: int, draw: int, again: bool) -> Iterator[Failure]:
        if prop.own:
            found = self._own(made, number, prop, size, draw)
            if found:
                yield found
            return
        for call in self._calls(number, prop, size, draw):
            failed = self._fails(made, number, prop, call, again)
            if failed:
                yield failed

    def _own(self, made: Any, number: int, prop: Property, size: int, draw: int) -> Failure | None:
        put: list[Any] = []

        def solution(*args: Any, **named: Any) -> Any:
            result = self._use(made, args, named)
            if not is_plain(result):
                raise SubclassError(type(result).__name__)
            return result

        def work() -> Any:
            given, got, expected = prop.make(solution, np.random.default_rng([draw, number, size]), size)
            put.append(given)
            return got, expected

        outcome = attempt(work)
        call = Call(put[0] if put and isinstance(put[0], tuple) else tuple(put))
        if outcome.error is not None:
            return Failure(number, prop, call, reason_of(outcome.error), outcome)
        got, expected = outcome.value
        found = difference(got, expected, prop.rtol, prop.atol)
        return Failure(number, prop, call, found.kind, Outcome(got), expected, found) if found else None

    def _run(self, made: Any, call: Call) -> Outcome:
        args, named = copied(call.args), copied(dict(call.named))
        outcome = attempt(lambda: self._use(made, args, named))
        return replace(outcome, spoiled=not (unchanged(call.args, args) and unchanged(dict(call.named), named)))

    def _fails(self, made: Any, number: int, prop: Property, call: Call, again: bool = False) -> Failure | None:
        wanted, got = self._run(self.reference, call), self._run(made, call)
        if wanted.error is not None:
            if isinstance(got.error, type(wanted.error)):
                return None
            reason = "error" if got.error is not None else "no-error"
            return Failure(number, prop, call, reason, got, wanted.error)
        if got.error is not None:
            return Failure(number, prop, call, reason_of(got.error), got, wanted.value)
        if not is_plain(got.value) and is_plain(wanted.value):
            return Failure(number, prop, call, "subclass", got, wanted.value)
        found = difference(got.value, wanted.value, prop.rtol, prop.atol)
        if found is not None:
            return Failure(number, prop, call, found.kind, got, wanted.value, found)
        if got.spoiled and not wanted.spoiled:
            return Failure(number, prop, call, "mutated", got, wanted.value)
        if again:
            second = self._run(made, call)
            found = difference(second.value, wanted.value, prop.rtol, prop.atol)
            if second.error is not None or found is not None:
                return Failure(number, prop, call, "unstable", second, wanted.value, found)
        return None

    def probes(self) -> list[Call]:
        """Inputs on which solutions are told apart."""
        found: list[Call] = []
        for number, prop in enumerate(self.task.properties):
            if not prop.own:
                for size in prop.sizes[-_PROBES:]:
                    found += self._calls(number, prop, size, _FIXED)
        return found

    def behaviour(self, made: Any, probes: list[Call]) -> list[Outcome]:
        """What an object does on the probes."""
        return [self._run(made, call) for call in probes]

    def known(self, answer: Answer) -> Any:
        """A known answer as an object."""
        return self.library.variant(self.task.module, self.task.define, answer.source(self.source))

    def recognised(self, made: Any) -> tuple[Answer | None, bool]:
        """The piece of the museum that does as the solution does, and whether on every input: else on most."""
        probes = self.probes()
        mine, wanted = self.behaviour(made, probes), self.behaviour(self.reference, probes)
        best, share = None, _MOST
        for piece in self.task.wrong:
            other = self.known(piece)
            theirs = self.behaviour(other, probes)
            if all(map(alike, mine, theirs)) and self._same_own(made, other):
                return piece, True
            told = [i for i, right in enumerate(wanted) if not (alike(mine[i], right) and alike(theirs[i], right))]
            found = sum(alike(mine[i], theirs[i]) for i in told) / max(len(told), 1)
            if len(told) > 1 and found > share:
                best, share = piece, found
        return best, False

    def _same_own(self, made: Any, other: Any) -> bool:
        own = [(n, p) for n, p in enumerate(self.task.properties) if p.own]
        fails = [[bool(self._own(x, n, p, p.sizes[-1], _FIXED)) for n, p in own] for x in (made, other)]
        return fails[0] == fails[1]

    def constant(self, made: Any) -> bool:
        """Whether the answer does not depend on the input, where it should."""
        probes = [call for call in self.probes() if self._run(self.reference, call).error is None]
        mine = self.behaviour(made, probes)
        wanted = self.behaviour(self.reference, probes)
        if len(probes) < 2 or any(outcome.error is not None for outcome in mine):
            return False
        same = all(difference(mine[0].value, outcome.value, 0.0, 0.0) is None for outcome in mine[1:])
        differ = any(difference(wanted[0].value, outcome.value, 1e-4, 1e-5) for outcome in wanted[1:])
        return same and differ

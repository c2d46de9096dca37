"""A card on trial: its proofs are run against each mutant of what it defines, until one of them fails."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import mmap
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from zhixing.blocks import isolate
from zhixing.blocks.formula import formula_blocks
from zhixing.blocks.modules import card_imports, compile_block, definitions, imported, preload, requirements
from zhixing.blocks.run import Session, quiet
from zhixing.blocks.shown import normal
from zhixing.model import Card, CodeBlock
from zhixing.practice.mutated import CardMutant, mutant_code
from zhixing.syntax.directives import absent
from zhixing.syntax.slug import module_name

LEAST, TIMES = 2.0, 10.0  # seconds that a proof may compute, and how many times as long as without the change
PATIENT = 600.0  # seconds that a child may compute
ORACLE = "oracle"

Oracle = Callable[[], bool]  # whether the tests beside the cards pass, in this process


@dataclass(frozen=True)
class Proof:
    """A block of the card that runs: how long, and to which lines of the card's definitions it comes."""

    block: CodeBlock
    seconds: float
    lines: frozenset[int]

    @property
    def is_claim(self) -> bool:
        """Whether a claim of the card rests on it."""
        return bool(self.block.claim)

    def reaches(self, mutant: CardMutant) -> bool:
        """Whether a run of it comes to what the mutant changed."""
        return not mutant.runs or not self.lines.isdisjoint(mutant.runs)


@dataclass(frozen=True)
class Verdict:
    """`killer` is the block that noticed, "" if none did; `how` is what it noticed by; `tried` are those that did not."""

    killer: str = ""
    how: str = ""  # "assertion", "error", "time", "output", "oracle"
    tried: tuple[str, ...] = ()


def proofs_of(card: Card) -> list[CodeBlock]:
    """The blocks of a card that do something: the proofs of its claims, then the others, then its formulas."""
    demos = [b for b in card.python_blocks() if b.python and b.python.kind == "demo" and not absent(b)]
    return [*sorted(demos, key=lambda block: not block.claim), *formula_blocks(card)]


class Trial:
    """One card: its proofs are timed and followed once; then a mutant costs a fork and the proofs that reach it."""

    def __init__(self, session: Session, card: Card, oracle: Oracle | None = None) -> None:
        self._session = session
        self._card = card
        self._oracle = oracle
        self._package = session.config.snippets
        self._module = f"{self._package}.{module_name(card.name)}"
        self._file = str(session.root / card.path)
        self._modules = {**session.modules, module_name(card.name): card}
        self._definitions = definitions(card)
        self._code = {b.name: compile_block(session.root, b) for b in (*self._definitions, *proofs_of(card))}
        self._kept: frozenset[str] = frozenset()
        self._patience = 0.0
        self.proofs: tuple[Proof, ...] = ()

    @contextlib.contextmanager
    def ready(self) -> Iterator[None]:
        """While this is open, imports are done and mutants can be tried."""
        for block in proofs_of(self._card):
            preload(requirements(self._card, block, self._package, self._modules))
        with card_imports(self._session.root, self._package, self._modules):
            for name in self._others():
                importlib.import_module(name)
            self._kept = frozenset(sys.modules)
            answer = isolate.in_child(self._follow, PATIENT)
            if isinstance(answer, isolate.Lost):
                raise TrialError(f"{self._card.path}: a block ends the interpreter, or runs for more than ten minutes")
            found = dict(answer)
            failed = [name for name, (_, _, ended) in found.items() if ended]
            if failed:
                raise TrialError(f"{self._card.path}: {failed[0]} fails without any change: {found[failed[0]][2]}")
            self._patience = LEAST + TIMES * found[ORACLE][0] if ORACLE in found else 0.0
            blocks = proofs_of(self._card)
            self.proofs = tuple(Proof(b, found[b.name][0], frozenset(found[b.name][1])) for b in blocks)
            yield

    def _others(self) -> list[str]:
        """Modules of other cards that do not build on this one: imported once, before the forks."""
        wanted = [name for block in (*self._definitions, *proofs_of(self._card)) for name in imported(block.code)]
        return [f"{self._package}.{module}" for module in sorted(self._reached(wanted)) if not self._builds_on(module)]

    def _reached(self, names: Iterable[str]) -> set[str]:
        waiting, found = list(names), set[str]()
        while waiting:
            parts = waiting.pop().split(".")
            if parts[0] == self._package and len(parts) > 1 and parts[1] in self._modules and parts[1] not in found:
                found.add(parts[1])
                waiting += [name for block in definitions(self._modules[parts[1]]) for name in imported(block.code)]
        return found - {module_name(self._card.name)}

    def _builds_on(self, module: str) -> bool:
        own = module_name(self._card.name)
        direct = {name for block in definitions(self._modules[module]) for name in imported(block.code)}
        mine = f"{self._package}.{own}"
        return mine in direct or any(self._builds_on(one) for one in self._reached(direct) if one != module)

    def _follow(self) -> list[tuple[str, tuple[float, tuple[int, ...], str]]]:
        """Each proof once with the clock, and once line by line; the oracle with the clock."""
        found = [(block.name, self._followed(block)) for block in proofs_of(self._card)]
        if self._oracle is not None:
            self._load({})
            start = time.thread_time()
            ended = "" if self._asked(self._oracle, PATIENT) else "oracle"
            found.append((ORACLE, (time.thread_time() - start, (), ended)))
        return found

    def _asked(self, oracle: Oracle, seconds: float) -> bool:
        try:
            with _same_start(), isolate.no_exit(), isolate.time_limit(seconds):
                return oracle()
        except (isolate.TimeLimit, isolate.Ended):
            return False

    def _followed(self, block: CodeBlock) -> tuple[float, tuple[int, ...], str]:
        self._load({})
        start = time.thread_time()
        ended, _ = self._run(block, PATIENT)
        seconds = time.thread_time() - start
        last = max(b.span.line + len(b.code.splitlines()) for b in self._card.python_blocks())
        lines = mmap.mmap(-1, last + 2)  # a byte a line; processes that the proof forks write to the same ones

        def inside(frame: FrameType, event: str, _: object) -> Any:
            lines[frame.f_lineno] = 1
            return inside

        def enter(frame: FrameType, event: str, _: object) -> Any:
            if frame.f_code.co_filename != self._file or frame.f_code.co_name == "<module>":
                return None
            lines[frame.f_code.co_firstlineno] = 1
            return inside

        if not ended:
            sys.settrace(enter)
            try:
                self._run(block, PATIENT)
            finally:
                sys.settrace(None)
        return seconds, tuple(line for line, come in enumerate(lines[:]) if come), ended

    def _load(self, changed: Mapping[str, CodeType]) -> None:
        """Import the card anew, with these definitions in the place of its own."""
        for name in [name for name in sys.modules if name.startswith(f"{self._package}.")]:
            if name not in self._kept:
                del sys.modules[name]
        spec = importlib.util.find_spec(self._module)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        module.__file__ = self._file
        sys.modules[self._module] = module
        for block in self._definitions:
            exec(changed.get(block.name, self._code[block.name]), module.__dict__)
        setattr(sys.modules[self._package], self._module.rpartition(".")[2], module)

    def _run(self, block: CodeBlock, seconds: float) -> tuple[str, str]:
        """How it ended, "" for well, and what it printed."""
        printed = io.StringIO()
        namespace = dict(sys.modules[self._module].__dict__)
        try:
            with (
                quiet(printed),
                contextlib.redirect_stderr(io.StringIO()),
                _same_start(),
                isolate.no_exit(),
                isolate.time_limit(seconds),
            ):
                exec(self._code[block.name], namespace)
        except KeyboardInterrupt:
            raise
        except isolate.TimeLimit:
            return "time", printed.getvalue()
        except AssertionError:
            return "assertion", printed.getvalue()
        except BaseException as error:
            skipped = type(error).__name__ == "Skipped"
            return "" if skipped else "error", printed.getvalue()
        return "", printed.getvalue()

    def order(self, mutant: CardMutant) -> list[Proof]:
        """The proofs that reach it, claims first; of these the ones that name its definition, then the quickest."""
        names = next(set(b.python.defines) for b in self._definitions if b.name == mutant.block and b.python)
        named = {p.block.name: not names.isdisjoint(_names(self._code[p.block.name])) for p in self.proofs}
        found = [proof for proof in self.proofs if proof.reaches(mutant)]
        return sorted(found, key=lambda p: (not p.is_claim, not named[p.block.name], p.seconds))

    def judge(self, mutants: Sequence[CardMutant], passed: Mapping[str, frozenset[str]]) -> list[Verdict]:
        """Try mutants, all in one child; those that end or hang it, each in one of its own.

        `passed` has, by the identity of a mutant, proofs that are known not to notice it.
        """
        answer = isolate.in_child(lambda: [self._judged(one, passed) for one in mutants], PATIENT)
        if not isinstance(answer, isolate.Lost):
            return [Verdict(*one) for one in answer]
        if len(mutants) == 1:
            order = self.order(mutants[0])
            return [Verdict(order[0].block.name if order else ORACLE, "time")]
        return [verdict for one in mutants for verdict in self.judge([one], passed)]

    def _judged(self, mutant: CardMutant, passed: Mapping[str, frozenset[str]]) -> tuple[str, str, tuple[str, ...]]:
        known = passed.get(mutant.identity, frozenset[str]())
        chosen = [proof for proof in self.order(mutant) if proof.block.name not in known]
        oracle = self._oracle if ORACLE not in known else None
        tried = set(known)
        if not chosen and oracle is None:
            return "", "", tuple(sorted(tried))
        block = next(block for block in self._definitions if block.name == mutant.block)
        try:
            with quiet(io.StringIO()), isolate.time_limit(LEAST):
                self._load({block.name: mutant_code(block, mutant, self._file)})
        except Exception:
            return (chosen[0].block.name if chosen else ORACLE), "error", ()
        except isolate.TimeLimit:
            return (chosen[0].block.name if chosen else ORACLE), "time", ()
        for proof in chosen:
            how, printed = self._run(proof.block, LEAST + TIMES * proof.seconds)
            output = proof.block.output
            if not how and not proof.is_claim and output is not None and normal(output.code) != normal(printed):
                how = "output"
            if how:
                return proof.block.name, how, tuple(sorted(tried))
            tried.add(proof.block.name)
        if oracle is not None:
            if not self._asked(oracle, self._patience):
                return ORACLE, "oracle", tuple(sorted(tried))
            tried.add(ORACLE)
        return "", "", tuple(sorted(tried))


@contextlib.contextmanager
def _same_start() -> Iterator[None]:
    """What a proof that dies may leave changed is put back: one child tries many mutants."""
    numpy: Any = sys.modules.get("numpy")
    torch: Any = sys.modules.get("torch")
    random.seed(0)
    if numpy:
        numpy.random.seed(0)
    if torch:
        torch.manual_seed(0)
    try:
        with numpy.errstate() if numpy else contextlib.nullcontext():
            yield
    finally:
        if torch:
            torch.set_default_dtype(torch.float32)
            torch.set_grad_enabled(True)


class TrialError(Exception):
    """The card cannot be tried: a proof fails without any change."""


def _names(code: CodeType) -> set[str]:
    inner = (_names(one) for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*inner)

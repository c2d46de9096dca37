"""Which wrong changes of a card's definitions its proofs let through: what is known is kept, the rest is tried."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any

from zhixing.blocks.modules import definitions, imported
from zhixing.blocks.mutants import Kills, Survivor, digest
from zhixing.blocks.run import Session
from zhixing.model import Card
from zhixing.practice.mutated import CardMutant, card_mutants
from zhixing.practice.same import excuse
from zhixing.practice.trial import ORACLE, Oracle, Proof, Trial, Verdict, proofs_of
from zhixing.syntax.slug import module_name
from zhixing.vault.fork import aside

TOGETHER = 24  # mutants in one child
ALONE = 20  # mutants at most that the proof of a claim is shown by itself
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Tried:
    """A mutant, the block that noticed it ("" none), whether a claim did, and why none can (an equivalent one)."""

    mutant: CardMutant
    killer: str
    by_claim: bool
    excuse: str = ""


@dataclass(frozen=True)
class Report:
    """One card: what was tried, and what its proofs reach."""

    card: Card
    tried: tuple[Tried, ...]
    proofs: tuple[Proof, ...] = ()
    alone: Mapping[str, tuple[int, int]] = field(
        default_factory=dict
    )  # by claim: noticed by its proof alone, of how many

    @property
    def wrong(self) -> tuple[Tried, ...]:
        """Those that some input tells from the card's own code."""
        return tuple(one for one in self.tried if one.killer or not one.excuse)

    @property
    def by_claims(self) -> int:
        """How many of them a claim notices."""
        return sum(one.by_claim for one in self.wrong)

    @property
    def by_any(self) -> int:
        """How many of them anything notices."""
        return sum(bool(one.killer) for one in self.wrong)


def sampled(mutants: Sequence[CardMutant], most: int, seed: str) -> list[CardMutant]:
    """Some of them, the same on every machine: those whose digest with the seed is least. 0 is all."""
    if not most or most >= len(mutants):
        return list(mutants)
    chosen = sorted(mutants, key=lambda one: hashlib.sha256(f"{seed} {one.identity}".encode()).digest())[:most]
    return [one for one in mutants if one in chosen]


def try_card(
    session: Session,
    card: Card,
    mutants: Sequence[CardMutant],
    known: dict[str, Any],
    *,
    oracle: tuple[Oracle, str] | None = None,
    jobs: int = 1,
    progress: Progress = lambda done, of: None,
    alone: bool = False,
) -> Report:
    """Try the mutants that `known` does not settle, and tell it what was found: verdicts by content.

    `oracle` is a run of the tests beside the cards, and a digest of their text. `alone` asks the proof of each claim by itself, too.
    """
    digests = _proof_digests(session, card)
    if oracle is not None:
        digests[ORACLE] = oracle[1]
    ground = _ground(session, card)
    verdicts: dict[str, Verdict] = {}
    passed: dict[str, frozenset[str]] = {}
    claims = {block.name for block in proofs_of(card) if block.claim}
    by_digest = {digest: name for name, digest in digests.items()}
    state = _digest(sorted(by_digest))
    for one in mutants:
        killer, how, tried, when = known.get(f"{ground} {one.identity}", ("", "", (), ""))
        if when == state or by_digest.get(killer) in claims:
            verdicts[one.identity] = Verdict(by_digest.get(killer, ""), how)
        else:  # a claim that is new may notice what only another block has noticed so far
            passed[one.identity] = frozenset(by_digest[digest] for digest in tried if digest in by_digest)
    waiting = [one for one in mutants if one.identity not in verdicts]
    trial = Trial(session, card, oracle[0] if oracle else None)
    with trial.ready():
        found = _shared(trial, waiting, passed, jobs, progress)
        for one, verdict in zip(waiting, found, strict=True):
            verdicts[one.identity] = verdict
            passing = tuple(digests[name] for name in verdict.tried)
            known[f"{ground} {one.identity}"] = digests.get(verdict.killer, ""), verdict.how, passing, state
        tried = tuple(
            Tried(one, verdict.killer, verdict.killer in claims, "" if verdict.killer else excuse(card, one))
            for one in mutants
            for verdict in [verdicts[one.identity]]
        )
        wrong = [one for one in tried if one.killer or not one.excuse]
        rates = dict(_alone(trial, wrong, digests, ground, known, jobs)) if alone else {}
        return Report(card, tried, trial.proofs, rates)


def _alone(
    trial: Trial, wrong: Sequence[Tried], digests: Mapping[str, str], ground: str, known: dict[str, Any], jobs: int
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Of each claim, how many of some mutants that its proof runs into it notices without the help of another block."""
    for proof in trial.proofs:
        name = proof.block.name
        if not proof.is_claim:
            continue
        reached = [one for one in wrong if one.mutant.runs and proof.reaches(one.mutant)]
        some = sampled([one.mutant for one in reached], ALONE, name)
        places = {one.identity: f"{ground} {one.identity} {digests[name]}" for one in some}
        for had in reached:
            if had.killer == name and had.mutant.identity in places:
                known[places[had.mutant.identity]] = True
        waiting = [one for one in some if places[one.identity] not in known]
        others = frozenset([ORACLE, *digests]) - {name}
        found = _shared(trial, waiting, dict.fromkeys(places, others), jobs, lambda done, of: None)
        for one, verdict in zip(waiting, found, strict=True):
            known[places[one.identity]] = verdict.killer == name
        if some:
            yield proof.block.claim, (sum(known[place] for place in places.values()), len(some))


def _shared(
    trial: Trial, waiting: list[CardMutant], passed: Mapping[str, frozenset[str]], jobs: int, progress: Progress
) -> list[Verdict]:
    """Every n-th goes to the n-th process: neighbours die alike, so the shares take about as long."""

    def work(share: int) -> list[Verdict]:
        mine, found = waiting[share::jobs], list[Verdict]()
        for start in range(0, len(mine), TOGETHER):
            found += trial.judge(mine[start : start + TOGETHER], passed)
            if share == 0:
                progress(min(len(waiting), jobs * (start + TOGETHER)), len(waiting))
        return found

    others = [aside(lambda share=share: work(share)) for share in range(1, jobs)]  # type: ignore[misc]
    shares = [work(0), *(result() for result in others)]
    return [shares[number % jobs][number // jobs] for number in range(len(waiting))]


def _proof_digests(session: Session, card: Card) -> dict[str, str]:
    """Of each proof: its text, what it shows, and every definition of another card that it imports."""
    return {
        block.name: _digest(
            [block.name, block.code, block.output.code if block.output else "", *_foreign(session, card, [block.code])]
        )
        for block in proofs_of(card)
    }


def _ground(session: Session, card: Card) -> str:
    """What a verdict rests on beside the proof: every definition that runs, and the versions."""
    own = [block.code for block in definitions(card)]
    versions = ["2", platform.python_version(), *(_version(name) for name in ("numpy", "torch"))]
    return _digest([*own, *_foreign(session, card, own), *versions])


def _foreign(session: Session, card: Card, codes: Iterable[str]) -> list[str]:
    waiting = [name for code in codes for name in imported(code)]
    found: dict[str, list[str]] = {}
    while waiting:
        package, _, rest = waiting.pop().partition(".")
        module = rest.partition(".")[0]
        known = module in found or module == module_name(card.name)
        if package == session.config.snippets and module in session.modules and not known:
            found[module] = [block.code for block in definitions(session.modules[module])]
            waiting += [name for code in found[module] for name in imported(code)]
    return [code for module in sorted(found) for code in found[module]]


def kills(report: Report) -> Kills:
    """What the record keeps of a card, all of whose mutants were tried."""
    card, first = report.card, {block.name: block.span.line for block in report.card.python_blocks()}
    rates: dict[str, tuple[int, int]] = {}
    for one in report.wrong:
        noticed, of = rates.get(one.mutant.block, (0, 0))
        rates[one.mutant.block] = noticed + one.by_claim, of + 1
    survivors = [
        Survivor(one.mutant.block, one.mutant.line - first[one.mutant.block], one.mutant.key, one.killer, one.excuse)
        for one in report.tried
        if not one.by_claim
    ]
    return Kills(digest(card), report.alone, rates, tuple(survivors))


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


__all__ = ["Report", "Tried", "card_mutants", "kills", "sampled", "try_card"]

"""`zhixing mutate`: wrong changes of what the cards define, and the proofs that let them through."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from zhixing.blocks.mutants import NAME, mutants_bytes, parse_mutants
from zhixing.blocks.run import Session
from zhixing.hosts.pytest.oracles import oracle_of
from zhixing.model import Card, Vault
from zhixing.practice.mutation import Report, card_mutants, kills, sampled, try_card
from zhixing.practice.trial import TrialError
from zhixing.vault.load import load_vault
from zhixing.vault.read import cache_file, read_bytes, read_cache
from zhixing.vault.write import write_cache, write_file

CLAIMS, ANY = 0.95, 0.99  # of the mutants that are wrong


def run(root: Path, options: argparse.Namespace) -> int:
    """0 if enough is noticed on every card, 1 if not, 2 if a card cannot be tried."""
    if options.record and options.sample:
        print("zhixing: a sample is no record: leave out --sample or --record", file=sys.stderr)
        return 2
    vault = load_vault(root)
    cards = chosen(vault, options.card)
    unknown = [name for name in options.card if not any(name in (card.name, card.path, card.key) for card in cards)]
    if unknown:
        print(f"zhixing: no card with definitions is called {unknown[0]!r}", file=sys.stderr)
        return 2
    session = Session(root, vault.config, vault.cards)
    reports, weak = [], 0
    place = root / vault.config.snippets / NAME
    written = dict(parse_mutants(read_bytes(root, f"{vault.config.snippets}/{NAME}"))) if options.record else {}
    for card in cards:
        mutants = sampled(card_mutants(card), options.sample, options.seed)
        path = cache_file(root, f"mutants.{card.key.replace('/', '.')}")
        known = {} if options.no_cache else read_cache(path) or {}
        try:
            report = try_card(
                session,
                card,
                mutants,
                known,
                oracle=oracle_of(root, card) if options.oracles else None,
                jobs=options.jobs or os.cpu_count() or 1,
                progress=lambda done, of, card=card: _progress(card, done, of),  # type: ignore[misc]
                alone=options.record,
            )
        except TrialError as error:
            print(f"zhixing: {error}", file=sys.stderr)
            return 2
        write_cache(path, known)
        _clear()
        weak += _tell(report, options.excused)
        if options.record:
            written[card.path] = kills(report)
            kept = {path: one for path, one in written.items() if path in vault.cards}
            write_file(place, mutants_bytes(kept))
        reports.append(report)
    if len(reports) != 1:
        _sum(reports)
    return 1 if weak else 0


def chosen(vault: Vault, names: list[str]) -> list[Card]:
    """Cards of the source language that define something: those with these names, or all."""
    source = vault.config.languages[0] if vault.config.languages else ""
    found = [card for card in vault.cards.values() if card.lang == source and not card.is_notebook]
    found = [card for card in found if any(b.python and b.python.kind == "definition" for b in card.blocks)]
    return [card for card in found if not names or not {card.name, card.path, card.key}.isdisjoint(names)]


def _tell(report: Report, excused: bool) -> bool:
    """Print one card; whether too much got through."""
    for one in report.tried:
        if one.by_claim or (one.excuse and not excused):
            continue
        where, change = f"{report.card.path}:{one.mutant.line}", one.mutant.key
        if one.excuse:
            print(f"{where}: equivalent: {change} ({one.excuse})")
        elif one.killer:
            print(f"{where}: mutant survived the claims, {one.killer} noticed: {change}")
        else:
            print(f"{where}: mutant survived: {change}")
    total = max(1, len(report.wrong))
    weak = report.by_claims < CLAIMS * total or report.by_any < ANY * total
    print(_line(report.card.name, [report]), flush=True)
    return weak


def _sum(reports: list[Report]) -> None:
    print(_line(f"{len(reports)} cards", reports))


def _line(name: str, reports: list[Report]) -> str:
    wrong, claims, any_ = (
        sum(numbers) for numbers in zip(*((len(one.wrong), one.by_claims, one.by_any) for one in reports), strict=True)
    )
    same = sum(len(one.tried) - len(one.wrong) for one in reports)
    share = max(1, wrong)
    killed = f"{claims} ({claims / share:.1%}) killed by claims, {any_} ({any_ / share:.1%}) by any block"
    return f"{name}: {wrong} mutants, {killed}, {same} equivalent"


def _progress(card: Card, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{card.name}: {done} of {of}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)

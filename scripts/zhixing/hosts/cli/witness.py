"""`zhixing witness`: every number with what vouches for it, or the record of those that are given."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from zhixing.blocks.witness import Found, Witnesses
from zhixing.blocks.witness_record import CLASSES, record_bytes, with_given
from zhixing.checks.witnesses import found_by_card, is_page, witnessed_cards
from zhixing.model import Card, Vault
from zhixing.vault.load import load_vault
from zhixing.vault.references import References, read_references
from zhixing.vault.write import write_file


def run(root: Path, options: argparse.Namespace) -> int:
    """List, summarise or record."""
    vault = load_vault(root)
    names = {name.removesuffix(".md").rpartition("/")[2] for name in options.card}
    unknown = sorted(names - {card.name for card in vault.cards.values()})
    if unknown:
        print(f"zhixing: no card is called {unknown[0]!r}", file=sys.stderr)
        return 2
    references, _ = read_references(vault.references)
    cards = [card for card in witnessed_cards(vault) if card.name in names or not names]
    if options.give is not None or options.confirm:
        if not names and not options.all:
            print("zhixing: name a card, or say --all", file=sys.stderr)
            return 2
        keep = [card for card in cards if not is_page(card, vault)]
        pages = [card for card in cards if is_page(card, vault)]
        if options.give is None and (bare := _unwitnessed(vault, references, {card.path for card in cards})):
            print(*bare, "zhixing: these have no witness; nothing is recorded", sep="\n", file=sys.stderr)
            return 1
        record = with_given(vault, Witnesses(vault, references), keep, pages, options.give or "")
        changed = write_file(root / vault.config.witnesses, record_bytes(record))
        print(f"{'wrote' if changed else 'nothing new for'} {vault.config.witnesses}")
        return 0
    if options.quizzes:
        return _quizzes(vault, cards)
    found = found_by_card(vault, references)
    if not names:
        return _summary(vault, found)
    for card in cards:
        _listed(card, found.get(card.path, []), missing=options.missing)
    return 0


def _unwitnessed(vault: Vault, references: References, paths: set[str]) -> list[str]:
    found = found_by_card(vault, references)
    return [
        f"{path}:{item.line}: {item.number.text}"
        for path, items in found.items()
        if path in paths
        for item in items
        if item.witness is None
    ]


def _listed(card: Card, found: list[Found], *, missing: bool) -> None:
    for item in found:
        witness = item.witness
        if missing and witness is not None and witness.kind != "given":
            continue
        where = (
            f"line {witness.line}: {witness.detail}" if witness and witness.line else witness.detail if witness else ""
        )
        kind = witness.kind if witness else "NONE"
        near = item.near.replace("\n", " ")
        print(f"{card.path}:{item.line}: {item.number.text:<12} {kind:<9} {where[:70]}  “{near}”")


def _summary(vault: Vault, found: dict[str, list[Found]]) -> int:
    total: Counter[tuple[str, str]] = Counter()
    for path, items in found.items():
        for item in items:
            total[vault.cards[path].lang, item.witness.kind if item.witness else "none"] += 1
    for language in sorted({language for language, _ in total}):
        counts = {kind: count for (lang, kind), count in sorted(total.items()) if lang == language}
        said = ", ".join(f"{kind} {count:,}" for kind, count in counts.items())
        print(f"{language or 'all'}: {sum(counts.values()):,} numbers: {said}")
        classes = Counter(
            item.witness.detail if item.witness.detail in CLASSES else "with a reason of its author"
            for path, items in found.items()
            for item in items
            if vault.cards[path].lang == language and item.witness and item.witness.kind == "given"
        )
        if classes:
            print("    given: " + ", ".join(f"{name} {count:,}" for name, count in classes.most_common()))
    return 0


def _quizzes(vault: Vault, cards: list[Card]) -> int:
    """What decides each quiz: code below it, or its author alone."""
    total: Counter[str] = Counter()
    for card in cards:
        for quiz in card.quizzes if card.lang not in vault.config.languages[1:] else ():
            by = "code" if quiz.decided else "author"
            total[by] += 1
            claims = " ".join(f"^{name}" for name in quiz.decided.claims) if quiz.decided else ""
            print(f"{card.path}:{quiz.span.line}: ^{quiz.id:<40} {by} {claims}".rstrip())
    print(f"{total.total()} quizzes: {total['code']} decided by code, {total['author']} by their author")
    return 0

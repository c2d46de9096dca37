"""Checks of links, embeds, aliases and prerequisites."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.model import Card, Diagnostic, Link, Span, Vault
from zhixing.syntax.slug import name_key
from zhixing.vault.links import cycles, survey
from zhixing.vault.resolve import Target, index_of


def check_links(vault: Vault) -> Iterator[Diagnostic]:
    """Every link and embed leads somewhere, and embeds never lead back to themselves."""
    yield from survey(vault, index_of(vault)).problems


def check_aliases(vault: Vault) -> Iterator[Diagnostic]:
    """An alias belongs to one card of a language and is not the name of another."""
    names = {(card.lang, name_key(card.name)): card for card in vault.cards.values()}
    owners: dict[tuple[str, str], Card] = {}
    for card in vault.cards.values():
        for alias in dict.fromkeys(card.front.aliases):
            key = (card.lang, name_key(alias))
            other = owners.setdefault(key, card)
            named = names.get(key)
            span = Span(card.path, card.front.lines.get("aliases", card.front.lines.get("alias", 1)))
            if other is not card:
                yield Diagnostic(
                    span, "L007", f"alias {alias!r} belongs to {other.path} too", "keep it on one of the two"
                )
            elif named is not None and named is not card:
                yield Diagnostic(span, "L007", f"alias {alias!r} is the name of {named.path}", "choose another alias")


def check_prerequisites(vault: Vault) -> Iterator[Diagnostic]:
    """Prerequisites are cards and never lead back to the card itself: there is an order in which to read."""
    index = index_of(vault)
    wanted: dict[str, list[tuple[Link, str]]] = {}
    for card in vault.cards.values():
        for link in card.front.prerequisites:
            target = index.follow(link, card)
            if isinstance(target, Target) and target.card is None:
                hint = "name the card to read first, or drop it"
                yield Diagnostic(link.span, "L008", f"prerequisite [[{link.target}]] is not a card", hint)
            elif isinstance(target, Target) and target.card is not None:
                wanted.setdefault(card.path, []).append((link, target.card.path))
    for link, ring in cycles(wanted):
        hint = "drop one: the first card of the circle must be readable alone"
        yield Diagnostic(link.span, "L008", f"prerequisites form a cycle: {ring}", hint)

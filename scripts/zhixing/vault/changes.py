"""What an edit changes: which links must be followed again, and which pages look different."""

from __future__ import annotations

from zhixing.model import Card, Link, Vault
from zhixing.syntax.sentence import sentence_of
from zhixing.vault.links import Followed, Survey


def edited(before: Vault, after: Vault) -> set[str] | None:
    """Paths of the cards that changed; None if files came or went, or nothing that is known changed."""
    if before.cards.keys() != after.cards.keys() or before.files != after.files or before.config != after.config:
        return None
    return {path for path, card in after.cards.items() if before.cards[path] is not card} or None


def is_same(before: Vault, after: Vault) -> bool:
    """Whether nothing that is known of the vault changed; a file beside the cards may have."""
    same = before.files == after.files and before.config == after.config and before.cards.keys() == after.cards.keys()
    return same and all(before.cards[path] is card for path, card in after.cards.items())


def still_followed(before: Vault, after: Vault, survey: Survey, paths: set[str]) -> dict[str, list[Followed]]:
    """Links that need not be followed again: none if a card can be linked to in another way than before."""
    if any(_interface(before.cards[path]) != _interface(after.cards[path]) for path in paths):
        return {}
    return {path: followed for path, followed in survey.outgoing.items() if path not in paths}


def affected(before: Vault, after: Vault, old: Survey, new: Survey, paths: set[str]) -> set[str]:
    """Pages to render again: edited cards, those that show or name them, those whose backlinks say something else."""
    keys = {after.cards[path].key for path in paths} if after.config.languages else set()
    found = paths | {path for path, card in after.cards.items() if card.key in keys}  # translations are laid beside it
    for path in paths:
        same_face = _interface(before.cards[path]) == _interface(after.cards[path])
        for source, links in new.incoming.get(path, {}).items():
            if not same_face or any(link.embed for link in links):
                found.add(source)
        targets = {step.path for step in (*old.outgoing.get(path, ()), *new.outgoing.get(path, ())) if step.path}
        for target in targets & after.cards.keys():
            if not same_face or _said(old, target, path) != _said(new, target, path):
                found.add(target)
    return found


def _interface(card: Card) -> object:
    """All by which other pages know a card."""
    headings = [(heading.text, heading.anchor) for heading in card.headings]
    return card.title, card.front.aliases, headings, list(card.block_ids)


def _said(survey: Survey, target: str, source: str) -> list[tuple[str, str]]:
    links: list[Link] = survey.incoming.get(target, {}).get(source, [])
    return [(sentence_of(link), link.text) for link in links]


def is_listed_differently(before: Vault, after: Vault, paths: set[str]) -> bool:
    """Whether an index of tags or categories says something else than before."""
    return any(_entry(before.cards[path]) != _entry(after.cards[path]) for path in paths)


def _entry(card: Card) -> object:
    return card.title, card.tags, card.front.category

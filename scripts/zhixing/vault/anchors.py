"""Anchors of headings in a vault of several languages: short, and the same on the page and on its translations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from zhixing.model import Card, Config, Heading
from zhixing.syntax.slug import short_anchor, unique

Anchors = tuple[str, ...]
Known = dict[str, tuple[Card, Card]]  # path → a card as it was parsed, and with its anchors


def with_shared_anchors(parsed: dict[str, Card], config: Config, known: Known) -> dict[str, Card]:
    """The cards, in their order; a card that neither changed nor got other anchors is the one that `known` has."""
    if len(config.languages) < 2:
        return parsed
    families: dict[str, list[Card]] = {}
    for card in parsed.values():
        families.setdefault(card.key, []).append(card)
    given: dict[str, Anchors] = {}
    for family in families.values():
        given |= shared_anchors(sorted(family, key=lambda card: _place(card, config)))
    cards = {}
    for path, card in parsed.items():
        before, made = known.get(path, (None, card))
        if before is not card or anchors_of(made) != given[path]:
            made = with_anchors(card, given[path])
        known[path] = (card, made)
        cards[path] = made
    return cards


def shared_anchors(family: Sequence[Card]) -> dict[str, Anchors]:
    """Anchors of a card and of its translations, by path: made from words in ASCII where one of the languages has them."""
    source, *others = family
    twins = {other.path: _aligned(source.headings, other.headings) for other in others}
    taken = {ident: 1 for card in family for ident in card.block_ids}
    shared: list[str] = []
    for position, heading in enumerate(source.headings):
        partners = [other.headings[twins[other.path][position]] for other in others if position in twins[other.path]]
        names = [short_anchor(it.text) for it in (heading, *partners)]
        shared.append(unique(next((name for name in names if name.isascii()), names[0]), taken))
    given = {source.path: tuple(shared)}
    for other in others:
        places = {theirs: ours for ours, theirs in twins[other.path].items()}
        given[other.path] = tuple(
            shared[places[position]] if position in places else unique(short_anchor(heading.text), taken)
            for position, heading in enumerate(other.headings)
        )
    return given


def with_anchors(card: Card, anchors: Anchors) -> Card:
    """The card, its headings with these anchors."""
    new = tuple.__new__  # not `_replace`, here and below: a large vault has tens of thousands
    made = [
        new(Heading, (heading.span, heading.level, heading.text, anchor, heading.slug, heading.depth))
        for heading, anchor in zip(card.headings, anchors, strict=True)
    ]
    copy = object.__new__(Card)
    copy.__dict__.update(card.__dict__, headings=tuple(made))
    return copy


def anchors_of(card: Card) -> Anchors:
    """The anchors that its headings have."""
    return tuple(heading.anchor for heading in card.headings)


def identity(card: Card) -> object:
    """All that a card is parsed from, its text as a digest, and what its translations gave it."""
    text = blake2b(card.text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return card.path, text, anchors_of(card)


def _aligned(ours: Sequence[Heading], theirs: Sequence[Heading]) -> dict[int, int]:
    """Which heading is whose: all where the outlines are equal, else as far as they agree from either end."""
    ahead = _agreeing(ours, theirs)
    pairs = {position: position for position in range(ahead)}
    behind = min(_agreeing(ours[::-1], theirs[::-1]), len(ours) - ahead, len(theirs) - ahead)
    return pairs | {len(ours) - 1 - step: len(theirs) - 1 - step for step in range(behind)}


def _agreeing(ours: Iterable[Heading], theirs: Iterable[Heading]) -> int:
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one.level != other.level:
            break
        count += 1
    return count


def _place(card: Card, config: Config) -> int:
    return config.languages.index(card.lang) if card.lang in config.languages else len(config.languages)

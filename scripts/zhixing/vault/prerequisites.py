"""What must be read before a card, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from zhixing.model import Card
from zhixing.vault.resolve import Index, Target

T = TypeVar("T")


def direct(card: Card, index: Index) -> Iterator[Card]:
    """The cards that the front matter of a card names, each once."""
    seen = {card.path}
    for link in card.front.prerequisites:
        found = index.follow(link, card)
        if isinstance(found, Target) and found.card is not None and found.card.path not in seen:
            seen.add(found.card.path)
            yield found.card


def before(start: T, needs: Callable[[T], Iterable[T]], name: Callable[[T], str]) -> list[T]:
    """All that `start` builds on, each after what it builds on itself. A ring, which the check reports, is cut where it closes."""
    seen = {name(start)}
    ordered: list[T] = []
    stack: list[tuple[T, Iterator[T]]] = [(start, iter(needs(start)))]
    while stack:
        one, rest = stack[-1]
        following = next((other for other in rest if name(other) not in seen), None)
        if following is not None:
            seen.add(name(following))
            stack.append((following, iter(needs(following))))
        else:
            stack.pop()
            if stack:
                ordered.append(one)
    return ordered

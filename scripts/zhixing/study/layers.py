"""How deep an item goes: as deep as the section it stands in; what is always asked is of the essence."""

from __future__ import annotations

from zhixing.model import DEPTHS, Card
from zhixing.study.items import StudyItem
from zhixing.syntax.asked_first import asked_first


def layer_of(item: StudyItem, card: Card) -> str:
    """One of `DEPTHS`; "" on a card without marks of depth."""
    if not card.depth_marks:
        return ""
    if item.id in asked_first(card):
        return DEPTHS[0]
    place = card.block_ids.get(item.anchor)
    if place is not None:
        return card.depth_at(place.line)
    return next((heading.depth for heading in card.headings if heading.anchor == item.anchor), DEPTHS[0])


def within(item: StudyItem, depth: str) -> bool:
    """Whether a reader who goes as deep as `depth` meets the item; what says nothing of depths is met by all."""
    return not item.layer or not depth or DEPTHS.index(item.layer) <= DEPTHS.index(depth)

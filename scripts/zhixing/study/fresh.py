"""Which new items come next, and what there is beyond the day's limits. The browser: `fresh.ts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from zhixing.study.day import moment
from zhixing.study.items import Deck, StudyItem
from zhixing.study.planned import outlook
from zhixing.study.queue import Queue, done_today, is_aside, make_queue
from zhixing.study.schedule import Study, is_kept


@dataclass(frozen=True)
class Wish:
    """What the learner wants asked: a part of the deck, without the day's limits where it is one card, and some more items.

    `more` are ids of items that were asked for beyond the limits at `more_at`: each counts until it was answered.
    """

    items: Sequence[StudyItem]
    is_free: bool = False
    more: tuple[str, ...] = ()
    more_at: str = ""


def _begun(deck: Deck, study: Study) -> set[str]:
    """Cards of which something was answered or ticked."""
    cards = {item.card for item in deck.items if item.id in study.memories}
    return cards | {key.rpartition("#")[0] for key in study.ticks}


def _in_order(deck: Deck, items: Sequence[StudyItem], study: Study, at: datetime) -> tuple[list[StudyItem], int]:
    """New items: those that the plan has for today; then those of cards that were begun; then along the path. And how many today."""
    unseen = [item for item in items if item.id not in study.memories and not is_aside(item, study, at)]
    ahead = outlook(deck, study, at)
    known = _begun(deck, study)
    if ahead is None or ahead.days < 0:
        count = max(0, study.settings["new_per_day"] - done_today(study, at)[0])
        return sorted(unseen, key=lambda item: item.card not in known), count
    planned = ahead.plan.days[0].fresh if ahead.plan.days else []
    today = {ident: place for place, ident in enumerate(planned)}
    fresh = sorted(unseen, key=lambda item: today.get(item.id, len(today) + (item.card not in known)))
    return fresh, sum(item.id in today for item in unseen)


def deck_queue(deck: Deck, wanted: Wish, study: Study, at: datetime) -> Queue:
    """What is asked now."""
    fresh, count = _in_order(deck, wanted.items, study, at)
    more = set(wanted.more)
    asked = [item for place, item in enumerate(fresh) if wanted.is_free or place < count or item.id in more]
    again = [item for item in wanted.items if item.id in more and _is_open(item, study, at, wanted.more_at)]
    return make_queue(wanted.items, study, at, asked, again)


def more_items(deck: Deck, wanted: Wish, study: Study, at: datetime, count: int) -> tuple[str, ...]:
    """Ids of so many items beyond what is asked now: new ones first, then those that would come back soonest."""
    asked = {item.id for item in deck_queue(deck, wanted, study, at).items}
    known = [item for item in wanted.items if _is_known(item, study, at)]
    known.sort(key=lambda item: study.memories[item.id].due)
    every = [*_in_order(deck, wanted.items, study, at)[0], *known]
    return tuple([item.id for item in every if item.id not in asked][:count])


def _is_known(item: StudyItem, study: Study, at: datetime) -> bool:
    memory = study.memories.get(item.id)
    return memory is not None and is_kept(memory, 0) and not is_aside(item, study, at)


def _is_open(item: StudyItem, study: Study, at: datetime, since: str) -> bool:
    """Whether an item that was asked for once more is still to be answered."""
    if not _is_known(item, study, at):
        return False
    last = study.memories[item.id].last_review
    return (moment(last) if last is not None else "") < since

"""Every task: its museum is rejected and recognised, its variants are accepted, its texts are whole and lead somewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from practice_shelf import SHELF, TASKS, judge_of, solution
from this_vault import this_vault
from zhixing.practice.catalog import entries
from zhixing.practice.core.hunt import EQUIVALENT
from zhixing.practice.core.mutate import mutants
from zhixing.practice.core.task import Answer, Text
from zhixing.practice.strength import strength
from zhixing.practice.stub import stub

VAULT = this_vault()
EVERY = sorted(TASKS)
_ONE_OF = 5  # so many mutants are tried here; `zhixing practice --strength` tries all


def test_there_are_enough_tasks() -> None:
    assert len(TASKS) >= 60
    assert sum(not entry.needs_torch for entry in TASKS.values()) >= 45, "a page has NumPy only"
    listed = [entry.id for entry in entries(SHELF)]
    assert len(set(listed)) == len(listed)
    assert len({entry.card for entry in TASKS.values()}) >= 20


def one_in(step: int) -> list[Any]:
    """Every task, of which `make test` takes one in so many, and the exhaustive rest the others."""
    return [
        pytest.param(ident, marks=[] if number % step == 0 else [pytest.mark.exhaustive])
        for number, ident in enumerate(EVERY)
    ]


@pytest.mark.parametrize("ident", one_in(6))
def test_museum_is_rejected_and_recognised(ident: str) -> None:
    judge = judge_of(ident)
    assert len(judge.task.wrong) >= 3
    for piece in judge.task.wrong:
        verdict = judge.judge(solution(ident, piece))
        assert (verdict.accepted, verdict.mistake, verdict.sure) == (False, piece.name, True), (piece.name, verdict)
        assert verdict.reason != "cheat", verdict


@pytest.mark.parametrize("ident", one_in(2))
def test_right_answers_are_accepted(ident: str) -> None:
    judge = judge_of(ident)
    assert judge.task.right
    for answer in (Answer("the card's own code"), *judge.task.right):
        verdict = judge.judge(solution(ident, answer))
        assert verdict.accepted, (answer.name, verdict)


@pytest.mark.parametrize("ident", EVERY)
def test_inputs_are_what_the_card_takes(ident: str) -> None:
    """An input that the card's own code chokes on would be agreed on by anything that chokes as well."""
    judge = judge_of(ident)
    for prop in (prop for prop in judge.task.properties if not prop.own):
        alone = replace(judge.task, properties=(prop,))
        errors = {
            type(one.error) for one in judge.behaviour(judge.reference, type(judge)(alone, judge.library).probes())
        }
        assert errors == {type(None)} or errors <= {ValueError, MemoryError}, (prop.words, errors)


@pytest.mark.parametrize("ident", EVERY)
def test_empty_file_is_told_apart_from_a_wrong_one(ident: str) -> None:
    verdict = judge_of(ident).judge(stub(TASKS[ident], SHELF))
    assert (verdict.accepted, verdict.reason) == (False, "empty")


@pytest.mark.parametrize("ident", EVERY)
def test_texts_are_whole_in_both_languages(ident: str) -> None:
    entry = TASKS[ident]
    assert len(entry.hints) >= 2
    assert entry.properties
    assert 1 <= entry.level <= 5
    assert 3 <= entry.minutes <= 60
    names = [name for name, _ in entry.mistakes]
    texts: list[Text] = [entry.title, entry.prompt, *entry.hints, *entry.properties, *names]
    for text in texts:
        assert isinstance(text, tuple), text
        english, chinese = text
        assert english.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in chinese) or english == chinese, text
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("ident", EVERY)
def test_links_lead_to_blocks_of_cards(ident: str) -> None:
    entry = TASKS[ident]
    cards = [card for card in VAULT.cards.values() if card.lang == "en"]
    links = [judge_of(ident).target(link) for _, link in entry.mistakes]
    for link in [*links, *(f"{entry.card}#^{claim}" for claim in entry.claims)]:
        name, _, block = link.partition("#^")
        found = [card for card in cards if card.name == name]
        assert len(found) == 1, link
        assert block in found[0].block_ids, link
    proven = {claim.id for card in cards if card.name == entry.card for claim in card.claims}
    assert entry.claims
    assert set(entry.claims) <= proven


@pytest.mark.parametrize("ident", one_in(3))
def test_sample_of_mutants_is_rejected(ident: str) -> None:
    judge = judge_of(ident)
    number = EVERY.index(ident)
    total = len(mutants(judge.source, judge.task.blank))
    step = max(1, total // _ONE_OF)
    found = strength(judge, lambda at: at % step == number % step)
    assert [one.key for one in found.alive] == []


@pytest.mark.parametrize("ident", EVERY)
def test_excused_mutants_exist_and_have_a_reason(ident: str) -> None:
    judge = judge_of(ident)
    keys = {one.key for one in mutants(judge.source, judge.task.blank)}
    assert set(judge.task.equivalent) <= keys
    assert all(judge.task.equivalent.values())
    assert all(EQUIVALENT.values())

"""The display formulas of the vault are evaluated; a change of one, in both languages at once, is noticed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from formula_lies import formula_lies, formulas, is_caught
from this_vault import this_vault
from zhixing.blocks.formula import formula_block
from zhixing.checks.formulas import check_formulas
from zhixing.model import Vault

EVALUATED = 150  # at least so many
CAUGHT = 0.93  # of the lies in formulas that are evaluated; some changes mean the same


SHARE = 0.6  # of the lies in any display formula, evaluated or not
WAITING = ("foundations/Softmax", "training/")  # cards whose formulas are still to be marked


@pytest.fixture(scope="module")
def vault() -> Vault:
    return this_vault()


def test_marks_of_the_vault_can_be_read(vault: Vault) -> None:
    assert list(check_formulas(vault)) == []
    evaluated = [one for card, number, one in formulas(vault) if formula_block(number, one)]
    assert len(evaluated) >= EVALUATED
    unmarked = {card.key for card, _, one in formulas(vault) if one.mark is None and not card.is_notebook}
    assert not [key for key in unmarked if not key.startswith(WAITING)]


@pytest.mark.thorough
def test_a_few_lies_in_formulas_are_caught(vault: Vault) -> None:
    rng = random.Random(5)
    evaluated = [(card, number, one) for card, number, one in formulas(vault) if formula_block(number, one)]
    missed = []
    for card, number, one in rng.sample(evaluated, 30):
        kind, tex = rng.choice(list(formula_lies(one.tex)) or [("", "")])
        if kind and not is_caught(vault, card, number, tex):
            missed.append(f"{card.path}:{one.span.line} {kind}: {tex}")
    assert len(missed) <= 6, missed


@pytest.mark.exhaustive
def test_lies_in_formulas_are_caught_as_often_as_promised(vault: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    told, caught, shares, missed = Counter[str](), Counter[str](), list[float](), list[str]()
    for card, number, one in formulas(vault):
        own = list(formula_lies(one.tex))
        if formula_block(number, one) is None:
            shares += [0.0] if own else []
            continue
        found = [(kind, is_caught(vault, card, number, tex)) for kind, tex in own]
        missed += [
            f"{card.path}:{one.span.line} {kind}: {tex}"
            for (kind, tex), (_, hit) in zip(own, found, strict=True)
            if not hit
        ]
        told.update(kind for kind, _ in found)
        caught.update(kind for kind, hit in found if hit)
        shares += [sum(hit for _, hit in found) / len(found)] if found else []
    with capsys.disabled():
        print(
            f"\nlies in evaluated formulas caught: {caught.total()}/{told.total()} ({caught.total() / told.total():.1%})"
        )
        print(f"of all {len(shares)} display formulas, a lie in one is caught with {sum(shares) / len(shares):.1%}")
        for kind in sorted(told):
            print(f"    {kind:<18} {caught[kind]}/{told[kind]}")
        print(*missed, sep="\n    ")
    assert caught.total() / told.total() >= CAUGHT, missed
    assert sum(shares) / len(shares) >= SHARE

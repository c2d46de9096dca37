"""A block whose output changes from run to run: the hint says why, and not to write it down."""

from __future__ import annotations

import pytest
from engine_cases import card
from zhixing.blocks.shown import compare_output
from zhixing.syntax.python_code import unseeded


@pytest.mark.parametrize(
    ("code", "drawn"),
    [
        ("rng = np.random.default_rng()\nprint(rng.normal())", "default_rng()"),
        ("print(np.random.rand(2))", "np.random.rand"),
        ("print(torch.randn(2))", "torch.randn"),
        ("print(random.choice([1, 2]))", "random.choice"),
        ("rng = np.random.default_rng(0)\nprint(rng.normal())", ""),
        ("torch.manual_seed(0)\nprint(torch.randn(2))", ""),
        ("g = torch.Generator().manual_seed(0)\nprint(torch.randn(2, generator=g))", ""),
        ("print('np.random.rand(2)')  # torch.randn(2)", ""),
    ],
)
def test_what_draws_without_a_seed_is_seen(code: str, drawn: str) -> None:
    assert unseeded(code) == drawn


def test_the_hint_asks_for_a_seed_and_not_for_a_rewrite() -> None:
    (block, *_) = card("```python\nprint(np.random.rand())\n```\n\n```output\n0.5\n```\n").blocks
    failure = compare_output(block, "0.7\n")
    assert failure is not None
    assert "np.random.rand gives other numbers in each run: give it a seed" in failure.diagnostic.hint

"""snippets.autoregressive_decoding against brute force, torch.multinomial and full enumeration."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from snippets import autoregressive_decoding as card

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")

few = settings(max_examples=40, deadline=None)
rows = arrays(np.float64, st.integers(2, 7), elements=st.floats(-6, 6, width=32))
tied = arrays(np.float64, st.integers(2, 9), elements=st.integers(-2, 2).map(float))
weights = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)


def normal(logits: np.ndarray) -> np.ndarray:
    exps = [math.exp(z - max(logits)) for z in logits]
    return np.array([e / math.fsum(exps) for e in exps])


def fractions(parts: list[int]) -> list[Fraction]:
    return [Fraction(n, sum(parts)) for n in parts]


@few
@given(tied, st.integers(1, 12))
def test_top_k_keeps_exactly_k_and_of_equals_the_lower_ids(logits, k):
    order = sorted(range(len(logits)), key=lambda i: (-logits[i], i))
    kept = {i for i, z in enumerate(card.top_k_filter(logits, k)) if z > -math.inf}
    assert kept == set(order[:k])
    theirs = card.top_k_filter_torch(torch.from_numpy(logits), k)
    assert kept == {i for i, z in enumerate(theirs.tolist()) if z > -math.inf}


@few
@given(rows, st.floats(0.01, 0.99))
def test_top_p_keeps_the_smallest_set_of_all_subsets(logits, share):
    probs = normal(logits)
    totals = np.cumsum(np.sort(probs)[::-1])
    assume(np.abs(totals - share).min() > 1e-9)  # a total that meets p is left to rounding
    enough = [
        c for n in range(1, len(probs) + 1) for c in combinations(range(len(probs)), n) if probs[list(c)].sum() >= share
    ]
    smallest = min(map(len, enough))
    best = max(probs[list(c)].sum() for c in enough if len(c) == smallest)
    for filtered in (
        card.top_p_filter(logits, share),
        card.top_p_filter_torch(torch.from_numpy(logits), share).numpy(),
    ):
        kept = np.isfinite(filtered)
        assert kept.sum() == smallest
        assert np.isclose(probs[kept].sum(), best)
        assert (filtered[kept] == logits[kept]).all()


@pytest.mark.parametrize("share", [1.0, 1.5])
def test_top_p_of_one_keeps_even_the_smallest_tokens(share):
    logits = np.array([0.0, -50.0, -60.0, -700.0])
    assert (card.top_p_filter(logits, share) == logits).all()
    assert (card.top_p_filter_torch(torch.from_numpy(logits), share).numpy() == logits).all()


def test_top_p_of_zero_is_refused():
    with pytest.raises(ValueError, match="positive"):
        card.top_p_filter(np.zeros(3), 0.0)
    with pytest.raises(ValueError, match="positive"):
        card.top_p_filter_torch(torch.zeros(3), 0.0)


@pytest.mark.parametrize("options", [{}, {"temperature": 0.7, "top_k": 4}, {"temperature": 1.8, "top_p": 0.8}])
def test_samples_have_the_frequencies_of_torch_multinomial(options):
    logits = np.random.default_rng(3).normal(size=7)
    z = torch.from_numpy(logits) / options.get("temperature", 1.0)
    if "top_k" in options:
        z = z.masked_fill(z < z.topk(options["top_k"]).values[-1], -torch.inf)
    if "top_p" in options:
        values, ids = z.softmax(-1).sort(descending=True)
        z[ids[1:][values.cumsum(-1)[:-1] >= options["top_p"]]] = -torch.inf
    N, rng = 6_000, np.random.default_rng(0)
    drawn = torch.multinomial(z.softmax(-1), N, replacement=True, generator=torch.Generator().manual_seed(0))
    theirs = torch.bincount(drawn, minlength=7).numpy() / N
    mine = np.bincount([card.sample_next(logits, rng, **options) for _ in range(N)], minlength=7) / N
    assert ((mine > 0) == (theirs > 0)).all()
    np.testing.assert_allclose(mine, theirs, atol=6 * math.sqrt(0.5 / N))


def test_temperature_zero_is_greedy_and_a_draw_never_hits_probability_zero():
    logits = np.array([1.0, 3.0, 3.0, -1.0])
    assert {card.sample_next(logits, np.random.default_rng(s), temperature=0) for s in range(20)} == {1}
    probs = np.array([0.0, 0.3, 0.0, 0.7, 0.0])
    assert card.draw(probs, np.array([0.0, 0.2999, 0.3001, np.nextafter(1, 0)])[:, None])[:, 0].tolist() == [1, 1, 3, 3]
    assert card.draw_torch(torch.from_numpy(probs), torch.tensor(np.nextafter(1, 0))).item() == 3


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([None, 2]), st.sampled_from([0.0, 0.6, 1.0]))
def test_beam_search_against_all_sequences(seed, end, power):
    table = np.random.default_rng(seed).normal(size=(3, 3, 3))

    def step(tokens):
        return table[tokens[-2], tokens[-1]]

    scores = {}
    for rest in product(range(3), repeat=4):
        new = rest[: rest.index(end) + 1] if end in rest else rest
        text = (0, 1, *new)
        log_p = sum(math.log(normal(step(text[: i + 2]))[t]) for i, t in enumerate(new))
        scores[text] = log_p
    best = max(scores, key=lambda text: scores[text] / (len(text) - 2) ** power)
    found = card.beam_search(step, [0, 1], 3**4, 4, end, power)
    assert found[0][1] == best
    assert np.isclose(found[0][0], scores[best])
    assert {tokens for _, tokens in found} == set(scores)
    narrow = card.beam_search(step, [0, 1], 1, 4, end, power)[0][1]
    assert list(narrow) == card.greedy(step, [0, 1], 4, end)


def enumerated(p: dict, q: dict, gamma: int, length: int, correct) -> Counter:
    """Law of the first tokens, written from the algorithm: draft all, then accept, then correct."""
    law = Counter()
    open_texts = Counter({(): Fraction(1)})
    while open_texts:
        text, weight = open_texts.popitem()
        ends = Counter()
        for drafted in product(range(3), repeat=gamma):
            path = [(*text, *drafted)[: len(text) + i] for i in range(gamma + 1)]
            chance = math.prod((q[path[i][-1:]][x] for i, x in enumerate(drafted)), start=weight)
            for i, x in enumerate(drafted):
                if chance == 0:
                    break
                a, b = p[path[i][-1:]], q[path[i][-1:]]
                accept = min(Fraction(1), a[x] / b[x])
                left = correct(a, b)
                if accept < 1:
                    for y in range(3):
                        ends[(*path[i], y)] += chance * (1 - accept) * left[y] / sum(left)
                chance *= accept
            for y in range(3):
                ends[(*path[gamma], y)] += chance * p[path[gamma][-1:]][y]
        for longer, share in ends.items():
            if share and len(longer) >= length:
                law[longer[:length]] += share
            elif share:
                open_texts[longer] += share
    return law


@settings(max_examples=25, deadline=None)
@given(st.lists(weights, min_size=8, max_size=8), st.integers(0, 2))
def test_speculative_decoding_has_exactly_the_law_of_the_target(parts, gamma):
    contexts = [(), (0,), (1,), (2,)]
    p = dict(zip(contexts, map(fractions, parts[:4]), strict=True))
    q = dict(zip(contexts, map(fractions, parts[4:]), strict=True))

    def positive(a, b):
        return [max(x - y, 0) for x, y in zip(a, b, strict=True)]

    def target(a, b):
        return a

    truth = {(x, y): p[()][x] * p[(x,)][y] for x in range(3) for y in range(3)}
    law = enumerated(p, q, gamma, 2, positive)
    assert all(law[text] == truth[text] for text in truth)
    for correct in (positive, target):  # the card's own enumeration agrees, wrong correction included
        cards = card.speculative_law(lambda t: p[t[-1:]], lambda t: q[t[-1:]], (), gamma, 2, correct)
        mine = enumerated(p, q, gamma, 2, correct)
        assert all(cards[text] == mine[text] for text in truth)
    if gamma and any(a > 0 and b > a for a, b in zip(p[()], q[()], strict=True)):
        wrong = enumerated(p, q, gamma, 1, target)
        assert any(wrong[(x,)] != p[()][x] for x in range(3))


@pytest.mark.parametrize("gamma", [0, 1, 3])
def test_speculative_step_passes_a_chi_square_test_and_the_wrong_correction_fails(gamma):
    P, Q = np.random.default_rng(5).dirichlet(np.ones(5), size=(2, 5))

    def value(correct) -> float:
        rng, counts = np.random.default_rng(0), np.zeros(5)
        for _ in range(1_500):
            counts[card.speculative_step(lambda t: P[t], lambda t: Q[t], [2], gamma, rng, correct)[1]] += 1
        return float(((counts - 1_500 * P[2]) ** 2 / (1_500 * P[2])).sum())

    assert value(card.residual) < 23.51  # 4 degrees of freedom, 0.01%
    if gamma:
        assert value(lambda p, q: p) > 23.51


@pytest.mark.parametrize(("point", "degrees", "tail"), [(5.991, 2, 0.05), (9.488, 4, 0.05), (42.980, 24, 0.01)])
def test_chi_square_tail_equals_the_tables(point, degrees, tail):
    assert card.chi_square_tail(point, degrees) == pytest.approx(tail, rel=2e-3)
    with pytest.raises(ValueError, match="even"):
        card.chi_square_tail(point, degrees + 1)


def test_equal_target_and_draft_accept_everything_and_greedy_ones_write_the_greedy_text():
    P = np.random.default_rng(0).dirichlet(np.ones(6), size=6)
    for seed in range(50):
        rng = np.random.default_rng(seed)
        assert len(card.speculative_step(lambda t: P[t], lambda t: P[t], [0], 4, rng)) == 6
    Q = np.random.default_rng(1).dirichlet(np.ones(6), size=6)
    tokens = [0]
    while len(tokens) < 20:
        tokens = card.speculative_step(
            lambda t: card.next_probs(P[t], 0), lambda t: card.next_probs(Q[t], 0), tokens, 3, np.random.default_rng(0)
        )
    assert tokens[:20] == card.greedy(lambda t: P[t[-1]], [0], 19)

"""snippets.softmax against torch, and against what must hold for every input."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from snippets import softmax as card

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")

finite = st.floats(-700, 700, allow_nan=False, width=64)
matrices = arrays(np.float64, array_shapes(min_dims=1, max_dims=3, max_side=6), elements=finite)
few = settings(max_examples=30, deadline=None)


@few
@given(matrices)
def test_softmax_and_its_logarithm_equal_torch_on_every_axis(x):
    for axis in range(-x.ndim, x.ndim):
        theirs = torch.from_numpy(x)
        np.testing.assert_allclose(card.softmax(x, axis), torch.softmax(theirs, axis).numpy(), rtol=1e-12, atol=1e-300)
        np.testing.assert_allclose(
            card.log_softmax(x, axis), torch.log_softmax(theirs, axis).numpy(), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(
            card.log_sum_exp(x, axis), torch.logsumexp(theirs, axis).numpy(), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(
            card.softmax_torch(theirs, axis), torch.softmax(theirs, axis), rtol=1e-12, atol=1e-300
        )


@few
@given(matrices, st.floats(-1e3, 1e3))
def test_softmax_ignores_a_shift_and_keeps_the_order(x, shift):
    s = card.softmax(x)
    np.testing.assert_allclose(s, card.softmax(x + shift), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(s.sum(-1), 1, rtol=1e-12)
    assert (np.take_along_axis(s, x.argmax(-1)[..., None], -1)[..., 0] == s.max(-1)).all()


@pytest.mark.parametrize("scores", [[1e307, -1e307, 0.0], [-1e4, -1e4, -1e4], [88.8, 710.0, 0.0]])
def test_softmax_neither_overflows_nor_returns_nan(scores):
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        assert np.isclose(card.softmax(np.array(scores)).sum(), 1)


def test_jacobian_and_backward_equal_autograd():
    rng = np.random.default_rng(1)
    z, upstream = rng.standard_normal((2, 4, 7))
    leaf = torch.from_numpy(z).requires_grad_()
    torch.softmax(leaf, -1).backward(torch.from_numpy(upstream))
    np.testing.assert_allclose(card.softmax_backward(card.softmax(z), upstream), leaf.grad.numpy(), atol=1e-14)
    jacobian = torch.func.vmap(torch.func.jacrev(lambda row: torch.softmax(row, -1)))(torch.from_numpy(z))
    np.testing.assert_allclose(card.softmax_jacobian(z), jacobian.numpy(), atol=1e-14)


@few
@given(st.data())
def test_masked_softmax_equals_softmax_of_what_is_left(data):
    scores = data.draw(arrays(np.float64, (3, 5), elements=finite))
    mask = data.draw(arrays(np.bool_, (3, 5)))
    ours = card.masked_softmax(scores, mask)
    for row, allowed, weights in zip(scores, mask, ours, strict=True):
        np.testing.assert_allclose(weights[allowed], card.softmax(row[allowed]) if allowed.any() else 0, rtol=1e-12)
        assert (weights[~allowed] == 0).all()
    theirs = card.masked_softmax_torch(torch.from_numpy(scores), torch.from_numpy(mask))
    np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-12, atol=1e-300)


def test_an_empty_row_has_zero_weights_and_zero_gradient():
    scores = torch.randn(2, 3, dtype=torch.float64, requires_grad=True)
    mask = torch.tensor([[True, True, False], [False, False, False]])
    weights = card.masked_softmax_torch(scores, mask)
    (weights**2).sum().backward()
    assert (weights[1] == 0).all() and (scores.grad[1] == 0).all() and scores.grad.isfinite().all()


@few
@given(st.lists(arrays(np.float64, st.integers(1, 6), elements=finite), min_size=1, max_size=5))
def test_online_softmax_equals_the_two_pass_softmax_for_every_cut(blocks):
    scores = np.concatenate(blocks)
    np.testing.assert_allclose(card.online_softmax(blocks), card.softmax(scores), rtol=1e-11, atol=1e-300)
    values = np.random.default_rng(0).standard_normal((scores.size, 3))
    cuts = np.split(values, np.cumsum([block.size for block in blocks])[:-1])
    np.testing.assert_allclose(
        card.online_weighted_sum(blocks, cuts), card.softmax(scores) @ values, rtol=1e-9, atol=1e-12
    )

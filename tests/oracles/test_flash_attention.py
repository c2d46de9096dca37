"""snippets.flash_attention against F.scaled_dot_product_attention and against autograd."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets import flash_attention as card

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
F = torch.nn.functional

few = settings(max_examples=25, deadline=None)
heads = st.sampled_from([(1, 1), (2, 2), (4, 2), (6, 2), (3, 1)])
blocks = st.tuples(st.integers(1, 24), st.integers(1, 24))


def normal(*shape, dtype=torch.float64, seed=0, grad=False):
    x = torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)
    return x.requires_grad_(grad)


def inputs(H, G, T, S, D=8, Dv=None, B=2, **options):
    sizes = (B, H, T, D), (B, G, S, D), (B, G, S, Dv or D)
    return [normal(*size, seed=seed, **options) for seed, size in enumerate(sizes)]


def visible(T, S):
    return torch.ones(T, S, dtype=torch.bool).tril(S - T)


def oracle(q, k, v, causal):
    """PyTorch's own, with zeros for queries that see nothing."""
    mask = visible(q.shape[2], k.shape[2]) if causal else None
    out = F.scaled_dot_product_attention(q, k, v, mask, enable_gqa=True)
    return out if mask is None else torch.where(mask.any(-1, keepdim=True), out, 0)


@few
@given(heads, st.integers(1, 40), st.integers(1, 40), st.booleans(), blocks, st.sampled_from([8, 5]))
def test_every_shape_equals_sdpa_in_torch_and_numpy(head, T, S, causal, block, Dv):
    q, k, v = inputs(*head, T, S, Dv=Dv)
    expected = oracle(q, k, v, causal)
    torch.testing.assert_close(card.blockwise_attention(q, k, v, causal, *block), expected)
    wide = [x.repeat_interleave(head[0] // head[1], 1).numpy() for x in (k, v)]
    np.testing.assert_allclose(
        card.blockwise_attention_numpy(q.numpy(), *wide, causal, *block), expected.numpy(), atol=1e-12
    )


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("T", "S"), [(300, 300), (130, 300), (300, 130), (1, 300)])
def test_default_blocks_equal_sdpa_in_float32(T, S, causal):
    q, k, v = inputs(4, 2, T, S, D=16, dtype=torch.float32)
    torch.testing.assert_close(card.blockwise_attention(q, k, v, causal), oracle(q, k, v, causal), atol=1e-5, rtol=1e-5)


@few
@given(heads, st.integers(1, 20), st.integers(0, 20), st.booleans(), blocks)
def test_gradients_equal_those_of_autograd(head, T, extra, causal, block):
    x = inputs(*head, T, T + extra, Dv=5, grad=True)
    ours, theirs = card.blockwise_attention(*x, causal, *block), oracle(*x, causal)
    up = normal(*ours.shape, seed=9)
    torch.testing.assert_close(torch.autograd.grad(ours, x, up), torch.autograd.grad(theirs, x, up))


@pytest.mark.parametrize("causal", [False, True])
def test_gradcheck(causal):
    x = inputs(4, 2, 5, 7, D=3, B=1, grad=True)
    assert torch.autograd.gradcheck(lambda *y: card.blockwise_attention(*y, causal, 3, 2), x)


def test_queries_that_see_nothing_give_zeros_and_no_gradient():
    q, k, v = inputs(2, 1, 7, 4, grad=True)
    out = card.blockwise_attention(q, k, v, True, 3, 2)
    assert (out[:, :, :3] == 0).all() and out.isfinite().all()
    gradients = torch.autograd.grad(out.sum(), (q, k, v))
    assert all(g.isfinite().all() for g in gradients) and (gradients[0][:, :, :3] == 0).all()


def test_no_keys_and_no_queries():
    q, k, v = inputs(2, 2, 3, 0)
    assert (card.blockwise_attention(q, k, v) == 0).all()
    assert (card.blockwise_attention_numpy(q.numpy(), k.numpy(), v.numpy(), True) == 0).all()
    assert card.blockwise_attention(q[:, :, :0], k, v, True).shape == (2, 2, 0, 8)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("causal", [False, True])
def test_error_is_at_most_twice_that_of_plain_torch(dtype, causal):
    q, k, v, up = (normal(1, 2, 150, 32, seed=seed).to(dtype).double() for seed in range(4))

    def plain(q, k, v):
        scores = q @ k.mT / q.shape[-1] ** 0.5
        return (scores.masked_fill(~visible(150, 150), -torch.inf) if causal else scores).softmax(-1) @ v

    def results(attention, kind):
        x = [y.to(kind).requires_grad_() for y in (q, k, v)]
        out = attention(*x)
        return [out.detach(), *torch.autograd.grad(out, x, up.to(kind))]

    ours = results(lambda *x: card.blockwise_attention(*x, causal, 64, 48), dtype)
    assert all(x.dtype == dtype for x in ours)
    for a, b, exact in zip(ours, results(plain, dtype), results(plain, torch.float64), strict=True):
        assert (a - exact).square().mean() <= 4 * (b - exact).square().mean()


def test_large_and_unequal_scores_stay_finite():
    q, k, v = inputs(2, 2, 30, 30, dtype=torch.float32)
    for scale in (1e3, 1e6):
        out = card.blockwise_attention(q * scale, k, v, True, 8, 8)
        assert out.isfinite().all()
        torch.testing.assert_close(out, oracle(q * scale, k, v, True), atol=1e-4, rtol=1e-4)


def test_inputs_of_any_stride_are_read_right():
    q, k, v = (x.transpose(1, 2).contiguous().transpose(1, 2) for x in inputs(4, 2, 20, 20))
    torch.testing.assert_close(card.blockwise_attention(q, k, v, True, 8, 8), oracle(q, k, v, True))


@few
@given(st.integers(0, 30), st.integers(0, 30), st.booleans(), blocks)
def test_tiles_hold_every_visible_pair_once_and_no_row_that_sees_nothing(T, S, causal, block):
    shift = S - T if causal else S
    seen = np.zeros((T, S), dtype=int)
    allowed = np.arange(S)[None, :] <= np.arange(T)[:, None] + shift
    for start, stop, keys in card.tiles(T, S, shift, *block):
        assert 0 < stop - start <= block[0]
        for first, j, end in keys:
            assert start <= first < stop and 0 < end - j <= block[1]
            assert allowed[first:stop, j].all()  # so that no maximum is -inf
            seen[first:stop, j:end] += 1
    assert (seen[allowed] == 1).all() and seen.max(initial=0) <= 1


def test_plain_attention_makes_the_matrix_and_blockwise_does_not():
    x = inputs(2, 2, 400, 400, B=1, dtype=torch.float32, grad=True)
    with card.LargestTensor() as blockwise:
        card.blockwise_attention(*x, True, 64, 64).sum().backward()
    with card.LargestTensor() as plain:
        (x[0] @ x[1].mT).softmax(-1).matmul(x[2]).sum().backward()
    assert plain.bytes == 4 * 2 * 400**2
    assert blockwise.bytes < plain.bytes / 16


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((2, 4, 8), (2, 4, 8), (2, 4, 8)), "expected"),
        (((1, 4, 5, 8), (1, 3, 5, 8), (1, 3, 5, 8)), "multiple"),
        (((1, 2, 5, 8), (1, 2, 5, 8), (1, 2, 6, 8)), "do not fit"),
        (((1, 2, 5, 8), (1, 2, 5, 9), (1, 2, 5, 9)), "do not fit"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(shapes, words):
    with pytest.raises(ValueError, match=words):
        card.blockwise_attention(*(torch.zeros(shape) for shape in shapes))


def test_mixed_types_are_refused():
    q, k, v = inputs(1, 1, 2, 2)
    with pytest.raises(ValueError, match="dtype"):
        card.blockwise_attention(q.float(), k, v)


def test_second_derivatives_are_refused_not_wrong():
    x = inputs(1, 1, 3, 3, grad=True)
    (first,) = torch.autograd.grad(card.blockwise_attention(*x).square().sum(), x[:1], create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        first.sum().backward()

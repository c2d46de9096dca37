"""snippets.attention_mechanism against F.scaled_dot_product_attention and nn.MultiheadAttention."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets import attention_mechanism as card

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
nn, F = torch.nn, torch.nn.functional

sizes = st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 5), st.integers(1, 6), st.integers(1, 5))
few = settings(max_examples=30, deadline=None)


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape)


@few
@given(sizes, st.booleans(), st.integers(0, 99))
def test_attention_equals_sdpa_with_and_without_a_mask(size, masked, seed):
    B, H, T, S, D = size
    q, k, v = normal(B, H, T, D, seed=seed), normal(B, H, S, D, seed=seed), normal(B, H, S, D + 1, seed=seed)
    mask = None
    if masked:
        mask = np.random.default_rng(seed).random((B, 1, T, S)) < 0.6
        mask[..., 0] = True  # a row without any key has no answer in common: see the next test
    theirs = F.scaled_dot_product_attention(
        *(torch.from_numpy(x) for x in (q, k, v)), attn_mask=None if mask is None else torch.from_numpy(mask)
    )
    ours, weights = card.scaled_dot_product_attention(q, k, v, mask)
    np.testing.assert_allclose(ours, theirs.numpy(), atol=1e-12)
    assert weights.shape == (B, H, T, S)
    by_torch, its_weights = card.scaled_dot_product_attention_torch(
        *(torch.from_numpy(x) for x in (q, k, v)), None if mask is None else torch.from_numpy(mask)
    )
    np.testing.assert_allclose(by_torch.numpy(), ours, atol=1e-12)
    np.testing.assert_allclose(its_weights.numpy(), weights, atol=1e-12)


def test_a_query_without_any_key_gets_zeros_not_nan():
    q, k, v = normal(3, 4), normal(5, 4, seed=1), normal(5, 4, seed=2)
    mask = np.ones((3, 5), dtype=bool)
    mask[1] = False
    output, weights = card.scaled_dot_product_attention(q, k, v, mask)
    assert (output[1] == 0).all() and (weights[1] == 0).all() and np.isfinite(output).all()


@few
@given(st.integers(1, 7), st.integers(0, 6))
def test_causal_mask_lets_the_last_queries_see_everything_before_them(T, extra):
    S = T + extra
    mask = card.causal_mask(T, S)
    assert mask.shape == (T, S)
    assert (mask == (np.arange(S)[None, :] <= np.arange(extra, S)[:, None])).all()
    if not extra:
        q = torch.from_numpy(normal(1, 1, T, 4))
        theirs = F.scaled_dot_product_attention(q, q, q, is_causal=True)
        ours, _ = card.scaled_dot_product_attention(q.numpy(), q.numpy(), q.numpy(), mask)
        np.testing.assert_allclose(ours, theirs.numpy(), atol=1e-12)


def test_causal_mask_refuses_more_queries_than_positions():
    with pytest.raises(ValueError, match="3 queries"):
        card.causal_mask(3, 2)


@few
@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 4))
def test_merge_heads_undoes_split_heads(H, T, D):
    x = normal(2, T, H * D)
    assert (card.merge_heads(card.split_heads(x, H)) == x).all()
    assert (card.split_heads(x, H)[:, 0] == x[..., :D]).all()


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("cross", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention_equals_torchs_with_copied_weights(bias, cross, masked):
    B, H, T, S, C = 2, 4, 5, 7 if cross else 5, 16
    theirs = nn.MultiheadAttention(C, H, bias=bias, batch_first=True, dtype=torch.float64)
    ours = card.MultiHeadAttention(C, H, bias=bias).double()
    with torch.no_grad():
        parts = zip((ours.w_q, ours.w_k, ours.w_v), theirs.in_proj_weight.chunk(3), strict=True)
        for mine, weight in parts:
            mine.weight.copy_(weight)
        ours.w_o.weight.copy_(theirs.out_proj.weight)
        if bias:
            nn.init.normal_(theirs.in_proj_bias)
            nn.init.normal_(theirs.out_proj.bias)
            for mine, offset in zip((ours.w_q, ours.w_k, ours.w_v), theirs.in_proj_bias.chunk(3), strict=True):
                mine.bias.copy_(offset)
            ours.w_o.bias.copy_(theirs.out_proj.bias)
    x = torch.from_numpy(normal(B, T, C))
    memory = torch.from_numpy(normal(B, S, C, seed=1)) if cross else x
    mask = torch.from_numpy(np.random.default_rng(0).random((T, S)) < 0.6) if masked else None
    if mask is not None:
        mask[:, 0] = True
    expected, weights = theirs(
        x, memory, memory, attn_mask=None if mask is None else ~mask, need_weights=True, average_attn_weights=False
    )  # nn.MultiheadAttention's mask says True for "may not"
    output, own = ours(x, memory, mask=mask)
    torch.testing.assert_close(output, expected, atol=1e-12, rtol=1e-12)
    torch.testing.assert_close(own, weights, atol=1e-12, rtol=1e-12)
    if not bias:
        in_numpy = card.MultiHeadAttentionNumPy(np.random.default_rng(0), C, H)
        for name in ("w_q", "w_k", "w_v", "w_o"):
            setattr(in_numpy, name, getattr(ours, name).weight.detach().numpy().T)
        third, _ = in_numpy(x.numpy(), memory.numpy(), mask=None if mask is None else mask.numpy())
        np.testing.assert_allclose(third, expected.detach().numpy(), atol=1e-12)


@pytest.mark.parametrize("shape", [(3,), (5, 4), (2, 5), (3, 5, 5), (4, 2, 5, 5)])
def test_a_mask_that_would_only_broadcast_is_refused(shape):
    attention = card.MultiHeadAttentionNumPy(np.random.default_rng(0), 8, 4)
    with pytest.raises(ValueError, match="mask has shape"):
        attention(normal(2, 5, 8), mask=np.ones(shape, dtype=bool))


def test_heads_that_do_not_divide_the_width_are_refused():
    for make in (
        lambda: card.MultiHeadAttentionNumPy(np.random.default_rng(0), 10, 4),
        lambda: card.MultiHeadAttention(10, 4),
    ):
        with pytest.raises(ValueError, match="not divisible"):
            make()


def test_dropout_acts_in_training_only():
    x = torch.from_numpy(normal(1, 6, 8))
    attention = card.MultiHeadAttention(8, 2, dropout=0.5).double()
    assert not torch.equal(attention.train()(x)[0], attention.train()(x)[0])
    assert torch.equal(attention.eval()(x)[0], attention.eval()(x)[0])

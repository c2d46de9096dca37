"""The Triton kernels under Triton's interpreter: the same source that a GPU compiles, executed by NumPy."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
pytest.importorskip("triton", reason="needs triton, which is not installed: run `make test-triton`")

from attention_cases import assert_as_good_as_plain, inputs, plain_attention, results  # noqa: E402

from snippets import flash_attention as card  # noqa: E402

DTYPES = [torch.float32, torch.float16, torch.bfloat16]
SHAPES = [
    # B, H, G, T, S, D
    (1, 1, 1, 32, 32, 16),  # whole tiles
    (2, 4, 2, 33, 50, 24),  # groups, no multiples of a tile, D no power of two
    (1, 2, 1, 50, 33, 32),  # more queries than keys: with a mask, some see nothing
    (1, 3, 3, 1, 40, 64),  # one new token and a cache
    (1, 2, 1, 20, 20, 128),  # the widest head
]


@pytest.mark.parametrize("causal", [False, True], ids=["full", "causal"])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_error_is_at_most_twice_that_of_plain_torch(shape, dtype, causal):
    assert_as_good_as_plain(card.triton_attention, shape, dtype, causal)


@pytest.mark.parametrize("blocks", [(16, 16), (16, 32), (64, 16)], ids=str)
@pytest.mark.parametrize("causal", [False, True], ids=["full", "causal"])
def test_block_sizes_do_not_change_the_result(monkeypatch, blocks, causal):
    monkeypatch.setattr(card, "INTERPRETER_BLOCKS", dict(zip(("BLOCK_M", "BLOCK_N"), blocks, strict=True)))
    x = inputs((1, 2, 1, 40, 55, 16), torch.float32)
    ours, theirs = (results(f, x, torch.float32, causal) for f in (card.triton_attention, plain_attention))
    for a, b in zip(ours, theirs, strict=True):
        torch.testing.assert_close(a, b, atol=1e-5, rtol=1e-5)


def test_queries_that_see_nothing_give_zeros_and_no_gradient():
    x = inputs((1, 1, 1, 40, 5, 16), torch.float32)
    out, dq, *_ = results(card.triton_attention, x, torch.float32, True)
    assert (out[:, :, :35] == 0).all() and (dq[:, :, :35] == 0).all()
    assert (out[:, :, 35:] != 0).any()


def test_large_scores_stay_finite():
    q, k, v, up = inputs((1, 1, 1, 20, 20, 16), torch.float32)
    for x in results(card.triton_attention, (1e4 * q, k, v, up), torch.float32, True):
        assert x.isfinite().all()


def test_inputs_of_any_stride_are_read_right():
    q, k, v, _ = (x.float() for x in inputs((2, 2, 2, 20, 20, 16), torch.float32))
    turned = [x.transpose(1, 2).contiguous().transpose(1, 2) for x in (q, k, v)]
    assert not turned[0].is_contiguous()
    torch.testing.assert_close(card.triton_attention(*turned), card.triton_attention(q, k, v))


@pytest.mark.parametrize(
    ("shape", "dtype", "words"),
    [
        ((1, 1, 4, 8), torch.float32, "16 <= D"),
        ((1, 1, 4, 160), torch.float32, "16 <= D"),
        ((1, 1, 0, 16), torch.float32, "T, S >= 1"),
        ((1, 1, 4, 16), torch.float64, "not supported"),
    ],
)
def test_what_is_not_supported_is_refused(shape, dtype, words):
    x = torch.zeros(shape, dtype=dtype)
    with pytest.raises(ValueError, match=words):
        card.triton_attention(x, x, x)


def test_the_language_is_left_as_it_was():
    import triton.language as tl

    before = dict(vars(tl))
    x = torch.zeros(1, 1, 4, 16)
    card.triton_attention(x, x, x)
    assert dict(vars(tl)) == before

"""The Triton kernels on a GPU."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
pytest.importorskip("triton", reason="needs triton, which is not installed: run `make test-triton`")

from attention_cases import assert_as_good_as_plain  # noqa: E402

from snippets import flash_attention as card  # noqa: E402

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")

SHAPES = [
    # B, H, G, T, S, D
    (2, 4, 4, 512, 512, 64),
    (2, 8, 2, 333, 500, 128),
    (1, 4, 1, 500, 333, 80),
    (4, 8, 2, 1, 1000, 64),
    (1, 2, 2, 257, 257, 16),
]


@pytest.mark.parametrize("causal", [False, True], ids=["full", "causal"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_error_is_at_most_twice_that_of_plain_torch(shape, dtype, causal):
    assert_as_good_as_plain(card.triton_attention, shape, dtype, causal, "cuda")


def test_memory_is_linear_in_the_number_of_tokens():
    peaks = []
    for tokens in (4096, 8192):
        q, k, v = (torch.randn(1, 8, tokens, 64, device="cuda", dtype=torch.float16) for _ in range(3))
        card.triton_attention(q, k, v)  # tunes
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        card.triton_attention(q, k, v)
        torch.cuda.synchronize()
        peaks.append(torch.cuda.max_memory_allocated() - before)
    assert peaks[1] <= 2.1 * peaks[0]


def test_the_interpreter_does_not_disturb_the_compiler():
    x = torch.randn(1, 1, 16, 16)
    on_cpu = card.triton_attention(x, x, x)
    y = x.cuda()
    torch.testing.assert_close(card.triton_attention(y, y, y).cpu(), on_cpu, atol=1e-5, rtol=1e-5)

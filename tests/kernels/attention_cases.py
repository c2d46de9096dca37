"""Inputs and reference of the attention tests, for any device."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")


def plain_attention(q, k, v, causal):
    """softmax(q kᵀ/√D) v with all weights in memory; queries that see nothing give zeros."""
    (H, T), (G, S) = q.shape[1:3], k.shape[1:3]
    k, v = (x.repeat_interleave(H // G, 1) for x in (k, v))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if not causal:
        return scores.softmax(-1) @ v
    seen = torch.ones(T, S, dtype=torch.bool, device=q.device).tril(S - T)
    lowest = torch.finfo(scores.dtype).min  # finite, so that the gradient of an empty row is no NaN
    weights = scores.masked_fill(~seen, lowest).softmax(-1)
    return torch.where(seen.any(-1, keepdim=True), weights, 0) @ v


def results(attention, x, dtype, causal):
    """Output and gradients of q, k, v; x holds q, k, v and the upstream gradient."""
    *given, up = (y.to(dtype) for y in x)
    given = [y.requires_grad_() for y in given]
    out = attention(*given, causal)
    return [out.detach(), *torch.autograd.grad(out, given, up)]


def inputs(shape, dtype, device="cpu"):
    """q, k, v and an upstream gradient in float64, rounded to the type under test."""
    B, H, G, T, S, D = shape
    sizes = (B, H, T, D), (B, G, S, D), (B, G, S, D), (B, H, T, D)
    generator = torch.Generator().manual_seed(sum(shape))
    return [torch.randn(size, generator=generator).to(dtype).double().to(device) for size in sizes]


def error(ours, exact):
    """Root mean square."""
    return (ours.double() - exact).square().mean().sqrt().item()


def assert_as_good_as_plain(attention, shape, dtype, causal, device="cpu"):
    """Error of output and gradients at most twice plain PyTorch's own; both against float64.

    All weights of a query share the rounding of its L. Over many queries that averages out; gradients of one alone
    may err four times as much.
    """
    x = inputs(shape, dtype, device)
    exact = results(plain_attention, x, torch.float64, causal)
    plain = results(plain_attention, x, dtype, causal)
    ours = results(attention, x, dtype, causal)
    for name, a, b, e in zip(("output", "dq", "dk", "dv"), ours, plain, exact, strict=True):
        assert a.dtype == dtype and a.shape == e.shape
        allowed = 4 if name != "output" and shape[3] == 1 else 2
        assert error(a, e) <= allowed * error(b, e), f"{name}: {error(a, e):.2e} against {error(b, e):.2e}"

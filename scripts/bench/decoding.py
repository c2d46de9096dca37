"""Generation with and without a cache: 4 layers, C = 256, 4 heads, float32, one sequence, two threads."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import torch
from torch.nn.functional import linear

from bench.measure import ROOT
from bench.paired import Pair, described, met, paired, ratio
from bench.ratio import Ratio

THREADS, LAYERS, WIDTH, HEADS, VOCABULARY, NEW = 2, 4, 256, 4, 512, 512
LENGTHS = (64, 128, 256, 512)


def measure() -> list[Ratio]:
    """The cache that is reserved in advance against no cache, a concatenating one, and the bare products."""
    with _threads():
        model = _model()
        cached = _generation(model, NEW)
        uncached = _timed("512 tokens without a cache", _generation(model, NEW, use_cache=False), cached, 5, times=6)
        joined = _timed("512 tokens with a concatenating cache", _generation(model, NEW, growing=True), cached, 5)
        bare = _timed("512 tokens against the bare matrix products", cached, _products(model, NEW), 9)
    gain, shared, cost = ratio(uncached), ratio(joined), ratio(bare)
    return [
        Ratio(
            f"preallocated cache, {NEW} new tokens: faster than without a cache",
            f"预分配缓存，{NEW} 个新词元：比不用缓存快",
            *(gain, "×", "≥ 14", met(uncached, gain >= 14), "CPU"),
            *described(uncached),
        ),
        Ratio(
            f"concatenating cache, {NEW} new tokens: time ÷ that of the preallocated one",
            f"拼接式缓存，{NEW} 个新词元：时间与预分配缓存之比",
            *(shared, "×", "", None, "CPU"),
            *described(joined),
        ),
        Ratio(
            f"preallocated cache, {NEW} new tokens: time ÷ that of the bare matrix products",
            f"预分配缓存，{NEW} 个新词元：时间与单纯矩阵乘法之比",
            *(cost, "×", "≤ 1.5", met(bare, cost <= 1.5), "CPU"),
            *described(bare),
        ),
    ]


def growth() -> list[tuple[int, float, float]]:
    """New tokens, milliseconds per token with the cache, milliseconds per token without."""
    rows = []
    with _threads():
        model = _model()
        for new in LENGTHS:
            pairs = _timed(f"{new} tokens", _generation(model, new, use_cache=False), _generation(model, new), 3)
            cached, uncached = median(pair.reference for pair in pairs), median(pair.ours for pair in pairs)
            rows.append((new, 1000 * cached / new, 1000 * uncached / new))
    return rows


def _model() -> Any:
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from snippets.kv_cache import GPT
    from snippets.multi_head_attention_variants import AttentionShape

    torch.manual_seed(0)
    shape = AttentionShape(LAYERS, WIDTH, HEADS, WIDTH // HEADS, G=HEADS)
    return GPT(shape, VOCABULARY, rotary=False, context=NEW + 1).eval()


def _generation(model: Any, new: int, use_cache: bool = True, growing: bool = False) -> Callable[[], object]:
    """Greedy text of so many tokens, from a prompt of one token."""
    from snippets.kv_cache import GrowingCache, cache_layout, generate

    prompt = torch.zeros(1, 1, dtype=torch.long)
    layout = cache_layout(model.shape)
    return lambda: generate(model, prompt, new, use_cache, GrowingCache(layout) if growing else None)


def _products(model: Any, new: int) -> Callable[[], object]:
    """The matrix products of a cached generation, with their shapes and weights, and nothing else."""
    weights = [
        (block.attention.w_qkv.weight, block.attention.w_o.weight, block.ffn[0].weight, block.ffn[2].weight)
        for block in model.blocks
    ]
    head, width = model.ends.head.weight, WIDTH // HEADS
    with torch.inference_mode():
        x, wide, q = torch.randn(1, WIDTH), torch.randn(1, 4 * WIDTH), torch.randn(1, HEADS, 1, width)
        entries = [torch.randn(1, 2 * HEADS, new, width) for _ in weights]
        mixes = [torch.randn(1, HEADS, 1, seen) for seen in range(1, new + 1)]
        views = [[(e[:, :HEADS, :seen].mT, e[:, HEADS:, :seen]) for e in entries] for seen in range(1, new + 1)]

    @torch.inference_mode()
    def run() -> None:
        for mix, layers in zip(mixes, views, strict=True):
            for (w_qkv, w_o, w_up, w_down), (keys, values) in zip(weights, layers, strict=True):
                linear(x, w_qkv)
                q @ keys
                mix @ values
                linear(x, w_o)
                linear(x, w_up)
                linear(wide, w_down)
            linear(x, head)

    return run


def _timed(
    what: str, ours: Callable[[], object], reference: Callable[[], object], rounds: int, times: int = 1
) -> list[Pair]:
    print(f"decoding: {what}", file=sys.stderr)
    return paired(ours, reference, rounds, times=times)


@contextmanager
def _threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(THREADS)
    try:
        yield
    finally:
        torch.set_num_threads(before)

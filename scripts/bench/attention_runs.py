"""One measurement of attention in a fresh process: `python -m bench.attention_runs KIND NAME TOKENS CAUSAL ROUNDS`.

A process of its own, because threads are set before NumPy is loaded and peak memory never falls.
"""

from __future__ import annotations

import gc
import json
import math
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

import torch

from bench.paired import paired

THREADS, HEADS, WIDTH = 2, 8, 64
Attention = Callable[[Any, Any, Any, bool], object]


def plain(q: Any, k: Any, v: Any, causal: bool) -> object:
    """Three steps, with all scores in memory."""
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
    return scores.softmax(-1) @ v


def fused(q: Any, k: Any, v: Any, causal: bool) -> object:
    """PyTorch's own."""
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)


def _attention(name: str) -> Attention:
    from snippets.flash_attention import blockwise_attention, blockwise_attention_numpy

    return {"plain": plain, "fused": fused, "torch": blockwise_attention, "numpy": blockwise_attention_numpy}[name]


def _inputs(name: str, tokens: int) -> tuple[Any, Any, Any]:
    x = torch.randn(3, 1, HEADS, tokens, WIDTH, generator=torch.Generator().manual_seed(0))
    return tuple(x.numpy()) if name == "numpy" else tuple(x)  # type: ignore[return-value]


def time_pairs(name: str, tokens: int, causal: bool, rounds: int) -> list[tuple[float, ...]]:
    """Seconds of the named attention and of PyTorch's own, in pairs."""
    attention, x, reference = _attention(name), _inputs(name, tokens), _inputs("fused", tokens)
    return [astuple(pair) for pair in paired(lambda: attention(*x, causal), lambda: fused(*reference, causal), rounds)]


def peak_megabytes(name: str, tokens: int, causal: bool) -> float:
    """Memory beyond the inputs at the worst moment, output included: of NumPy's arrays, or of the whole process."""
    attention, x = _attention(name), _inputs(name, tokens)
    attention(*_inputs(name, 64), causal)  # buffers of the libraries that stay
    gc.collect()
    if name == "numpy":
        tracemalloc.start()
        attention(*x, causal)
        return tracemalloc.get_traced_memory()[1] / 1e6
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    before = _status("VmRSS")
    attention(*x, causal)
    return (_status("VmHWM") - before) / 1e6


def _status(key: str) -> float:
    """A line of /proc/self/status, in bytes."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(key))
    return 1024 * float(line.split()[1])


def main() -> None:
    """Print the result as JSON."""
    kind, name, tokens, causal, rounds = sys.argv[1:]
    torch.set_num_threads(THREADS)
    with torch.no_grad():
        if kind == "time":
            print(json.dumps(time_pairs(name, int(tokens), causal == "causal", int(rounds))))
        else:
            print(json.dumps(peak_megabytes(name, int(tokens), causal == "causal")))


if __name__ == "__main__":
    main()

"""The Triton kernel: its error under the interpreter, and on a GPU its speed against PyTorch's flash back end."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable
from typing import Any

from bench.ratio import Ratio

BATCH, HEADS, TOKENS, WIDTH = 4, 16, 4096, 64
_NOT = float("nan")


def interpreter_rows() -> list[Ratio]:
    """Error of output and gradients, as a multiple of plain PyTorch's own; both against float64."""
    rows = []
    for dtype in ("float32", "float16"):
        title = (
            f"Triton kernel, {dtype}: error ÷ plain PyTorch's",
            f"Triton 内核，{dtype}：误差与朴素 PyTorch 之比",
        )
        if importlib.util.find_spec("triton") is None:
            why = "not measured: triton is not installed", "未测量：没有安装 triton"
            rows.append(Ratio(*title, _NOT, "×", "≤ 2", None, "not measured", *why))
            continue
        value = _error(dtype)
        detail = "output and gradients, the worst of them", "输出与各梯度，取最差者"
        rows.append(Ratio(*title, value, "×", "≤ 2", value <= 2, "interpreter", *detail))
    return rows


def gpu_rows() -> list[Ratio]:
    """Forward, and forward with backward, with and without a causal mask, in bfloat16."""
    rows = []
    for causal in (False, True):
        for training in (False, True):
            what = "forward and backward" if training else "forward"
            was = "前向与反向" if training else "前向"
            mask = (", causal", "，因果") if causal else ("", "")
            title = f"Triton kernel ÷ flash back end, {what}{mask[0]}", f"Triton 内核与 flash 后端之比，{was}{mask[1]}"
            why = _missing()
            if why:
                rows.append(Ratio(*title, _NOT, "×", "", None, "not measured", *why))
            else:
                rows.append(_speed(title, causal, training))
    return rows


def _missing() -> tuple[str, str] | None:
    import torch

    if not torch.cuda.is_available():
        return "not measured: no CUDA device", "未测量：没有 CUDA 设备"
    if importlib.util.find_spec("triton") is None:
        return "not measured: triton is not installed", "未测量：没有安装 triton"
    return None


def _error(dtype: str) -> float:
    import torch

    from snippets.flash_attention import triton_attention

    number = getattr(torch, dtype)
    exact = [
        torch.randn(1, 2, 40, 32, generator=torch.Generator().manual_seed(seed)).to(number).double()
        for seed in range(4)
    ]

    def plain(q: Any, k: Any, v: Any) -> Any:
        return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1) @ v

    def results(attention: Callable[..., Any], kind: Any) -> list[Any]:
        q, k, v, up = (x.to(kind).requires_grad_() for x in exact)
        out = attention(q, k, v)
        return [out.detach(), *torch.autograd.grad(out, (q, k, v), up)]

    rows = zip(results(triton_attention, number), results(plain, number), results(plain, torch.float64), strict=True)
    return max(float(((a - e).square().mean() / (b - e).square().mean()).sqrt()) for a, b, e in rows)


def _speed(title: tuple[str, str], causal: bool, training: bool) -> Ratio:
    """The ratio, and for the kernel its TFLOP/s and the share of the memory's speed that inputs and outputs take."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from triton.testing import do_bench

    from snippets.flash_attention import triton_attention

    shape = BATCH, HEADS, TOKENS, WIDTH
    x = [torch.randn(shape, device="cuda", dtype=torch.bfloat16, requires_grad=training) for _ in range(3)]
    up = torch.randn(shape, device="cuda", dtype=torch.bfloat16)

    def ours() -> None:
        out = triton_attention(*x, causal=causal)
        if training:
            torch.autograd.grad(out, x, up)

    def theirs() -> None:
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            out = torch.nn.functional.scaled_dot_product_attention(*x, is_causal=causal)
        if training:
            torch.autograd.grad(out, x, up)

    block = torch.empty(1 << 28, device="cuda", dtype=torch.uint8)
    copied = 2 * block.numel() / (do_bench(block.clone, return_mode="median") / 1e3)  # bytes a second
    mine, reference = (do_bench(f, return_mode="median") / 1e3 for f in (ours, theirs))
    flops = 4 * BATCH * HEADS * TOKENS**2 * WIDTH * (0.5 if causal else 1) * (3.5 if training else 1)
    moved = (4 + 5 * training) * up.nbytes  # q, k, v, output; then gradients of output, q, k, v, and the output again
    numbers = f"{flops / mine / 1e12:.0f} TFLOP/s", moved / mine / copied
    name = torch.cuda.get_device_name()
    en = f"{name}: {numbers[0]}, {numbers[1]:.1%} of the memory's speed"
    zh = f"{name}：{numbers[0]}，占显存带宽的 {numbers[1]:.1%}"
    return Ratio(*title, mine / reference, "×", "", None, "GPU", en, zh)

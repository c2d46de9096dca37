"""Tasks of the card RoPE that need PyTorch."""

import torch

from zhixing.practice.core.task import agrees, right, task, wrong


def turning(r, n, *lead, D=4, pairs=2, dtype=torch.float64):
    """Vectors, positions and frequencies."""
    x = torch.from_numpy(r.normal(size=(*lead, n, D))).to(dtype)
    return x, torch.from_numpy(r.integers(0, 50, n)), 10000.0 ** (-torch.arange(pairs, dtype=torch.float64) / pairs)


TASKS = [
    task(
        "rope-torch", "rotate_half_split_torch", minutes=12, level=3,
        title=("RoPE in PyTorch, half-split", "PyTorch 版 RoPE（前后两半）"),
        prompt=("x · cos + rotate_half(x) · sin for the turned features, the rest kept. Angles are computed in the type of the frequencies, the result has the type of x.", "对被旋转的特征计算 x · cos + rotate_half(x) · sin，其余保持不变。角度用频率的类型计算，结果与 x 类型相同。"),
        hints=[("rotate_half puts −second before first.", "rotate_half 把 −second 放在 first 前面。"), ("Convert x to the type of the angles before multiplying, and back afterwards.", "相乘之前把 x 转成角度的类型，之后再转回来。")],
        use=lambda made, x, positions, frequencies: (lambda y: (y, str(y.dtype)))(made(x, positions, frequencies)),
        properties=[agrees(("one sequence", "一个序列"), lambda r, n: turning(r, n)), agrees(("batch, heads and partial rotation", "批量、多头与部分旋转"), lambda r, n: turning(r, n, 2, 3, D=7, pairs=2)), agrees(("bfloat16 in, bfloat16 out, angles exact", "bfloat16 输入输出，角度精确"), lambda r, n: [(x, p + 1000, f) for x, p, f in [turning(r, n, dtype=torch.bfloat16)]], rtol=2e-2, atol=1e-2)],
        wrong=[
            wrong(("interleaved layout", "用成了交错排布"), "rope-q-layout", ("x[..., :half], x[..., half : 2 * half], x[..., 2 * half :]", "x[..., 0 : 2 * half : 2], x[..., 1 : 2 * half : 2], x[..., 2 * half :]")),
            wrong(("turned the other way", "旋转方向反了"), "rope-orthogonal", ("torch.cat([-second, first], dim=-1)", "torch.cat([second, -first], dim=-1)")),
            wrong(("rest is lost", "丢了其余特征"), "rope-partial", ("torch.cat([turned.to(x), rest], dim=-1)", "turned.to(x)")),
            wrong(("angles in the type of x", "角度用了 x 的类型"), "rope-precision", ("angle = positions[..., None].to(frequencies) * frequencies", "angle = positions[..., None].to(x.dtype) * frequencies.to(x.dtype)")),
            wrong(("result in the type of the angles", "结果留在角度的类型"), "rope-numpy-equals-torch", ("torch.cat([turned.to(x), rest], dim=-1)", "torch.cat([turned, rest.to(turned)], dim=-1)")),
        ],
        right=[right("complex numbers", ("    both, swapped = torch.cat([first, second], dim=-1), torch.cat([-second, first], dim=-1)\n    turned = both.to(angle) * angle.cos() + swapped.to(angle) * angle.sin()\n", "    c = torch.complex(first.to(angle), second.to(angle)) * torch.polar(torch.ones_like(angle[..., :half]), angle[..., :half])\n    turned = torch.cat([c.real, c.imag], dim=-1)\n"))],
        claims=["rope-numpy-equals-torch", "rope-precision"],
        equivalent={
            "5: -1 -> 1": "the angles have two axes",
        },
    ),
]

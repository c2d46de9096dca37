"""Tasks of the card Quantization INT8 INT4."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def weights(r, n):
    """Rows of two groups of four, bits and the size of a group; one group of zeros."""
    w = r.normal(size=(n, 8))
    w[0, 4:] = 0
    return w, (8, 4, 3)[n % 3], 4


TASKS = [
    task(
        "quantize", "quantize", minutes=12, level=3,
        title=("Group-wise quantization", "分组量化"),
        prompt=("Symmetric rounding with a scale for each group of a row: the largest of the group becomes 2^(bits−1) − 1. Return the integers (M, K/group, group) as int8 and the scales (M, K/group, 1); a group of zeros stays zero.", "对称舍入，每行的每组一个缩放系数：组里最大的数变成 2^(bits−1) − 1。返回 int8 整数 (M, K/group, group) 和缩放系数 (M, K/group, 1)；全零的组仍是零。"),
        hints=[("Reshape to (rows, groups, group) and take the largest absolute value of the last axis.", "变形为 (行, 组数, 组大小)，对最后一个轴取绝对值的最大。"), ("4 bits: −7 to 7, so divide the largest by 7.", "4 位：−7 到 7，所以最大值除以 7。"), ("Where the scale is 0 divide by anything else.", "缩放系数为 0 的地方，除以别的数。")],
        properties=[
            agrees(("integers and scales", "整数和缩放系数"), weights),
            agrees(("one group a row", "每行一组"), lambda r, n: (3 * r.normal(size=(2, n + 1)), 8, n + 1)),
            agrees(("negative weights", "负的权重"), lambda r, n: (-r.uniform(0.5, 1.0, size=(n, 6)), 4, 3)),
        ],
        wrong=[
            wrong(("the scale without absolute values", "没有取绝对值"), "quant-half-step", ("np.abs(blocks).max", "blocks.max")),
            wrong(("one mark too many", "多了一个刻度"), "quant-half-step", ("top = 2 ** (bits - 1) - 1\n    blocks", "top = 2 ** (bits - 1)\n    blocks")),
            wrong(("one scale for the whole matrix", "整个矩阵一个缩放系数"), "quant-outlier-group", ("scale = np.abs(blocks).max(axis=-1, keepdims=True) / top", "scale = np.full(blocks.shape[:-1] + (1,), np.abs(w).max() / top)")),
            wrong(("cut off in place of rounded", "截断而不是舍入"), "quant-half-step", ("np.round(blocks / np.where(scale == 0, 1, scale))", "(blocks / np.where(scale == 0, 1, scale))")),
            wrong(("unsigned range", "用了无符号的范围"), "quant-half-step", ("top = 2 ** (bits - 1) - 1\n    blocks", "top = 2**bits - 1\n    blocks")),
            wrong(("rounded up", "向上取整"), "quant-half-step", ("np.round(blocks", "np.ceil(blocks")),
        ],
        right=[right("a loop over groups", ("    blocks = w.reshape(len(w), -1, group)\n", "    blocks = np.stack([w[:, i : i + group] for i in range(0, w.shape[1], group)], axis=1)\n")), right("divided in steps", ("np.where(scale == 0, 1, scale)", "(scale + (scale == 0))"))],
        claims=["quant-half-step", "quant-outlier-group"],
        equivalent={
            "4: 1 -> 2": "any negative number stands for what is left",
            "6: 1 -> 2": "zero over anything is zero",
            "6: 0 -> 1": "0/0 is stored as 0, with a warning that the claim raises",
            "6: 0 -> -1": "0/0 is stored as 0, with a warning that the claim raises",
            "6: 1 -> 0": "0/0 is stored as 0, with a warning that the claim raises",
        },
    ),
]

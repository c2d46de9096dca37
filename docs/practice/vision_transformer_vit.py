"""Tasks of the card Vision_Transformer_ViT."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong

TASKS = [
    task(
        "patchify", "patchify", minutes=10, level=2,
        title=("Cut an image into patches", "把图像切成小块"),
        prompt=("(B, c, height, width) → (B, N, c·P·P): patches row by row, each with its channels first, then its rows. A size that cannot be cut is a ValueError.", "(B, c, 高, 宽) → (B, N, c·P·P)：小块逐行排列，每块先通道、后行。尺寸不能整除时抛出 ValueError。"),
        hints=[("Reshape height into (rows, P) and width into (columns, P).", "把高 reshape 成 (行, P)，宽 reshape 成 (列, P)。"), ("Bring the axes into the order B, rows, columns, c, P, P before the last reshape.", "最后 reshape 之前把轴排成 B, 行, 列, c, P, P。")],
        properties=[agrees(("square images", "正方形图像"), lambda r, n: (r.normal(size=(2, 3, 2 * n, 2 * n)), 2)), agrees(("wide and high images", "宽图与高图"), lambda r, n: [(r.normal(size=(1, 2, 3, 3 * n)), 3), (r.normal(size=(1, 1, 2 * n, 4)), 2), (r.normal(size=(1, 2, n, 2)), 1)]), agrees(("a size that cannot be cut is refused", "不能整除的尺寸被拒绝"), lambda r, n: [(r.normal(size=(1, 1, 4, 4 * n + 1)), 2 * n), (r.normal(size=(1, 1, 4 * n + 1, 4)), 2), (r.normal(size=(2, 2, 2, 3)), 2), (r.normal(size=(1, 1, 2, 6)), 4)], sizes=(1, 2))],
        wrong=[
            wrong(("cut by reshape alone", "只用 reshape 切"), "vit-q-patches", ("return grid.transpose(0, 2, 4, 1, 3, 5).reshape(B, -1, c * P * P)", "return images.reshape(B, -1, c * P * P)")),
            wrong(("channels last inside a patch", "块内通道放在最后"), "vit-patchify-is-convolution", ("transpose(0, 2, 4, 1, 3, 5)", "transpose(0, 2, 4, 3, 5, 1)")),
            wrong(("patches column by column", "小块逐列排列"), "vit-q-patches", ("transpose(0, 2, 4, 1, 3, 5)", "transpose(0, 4, 2, 1, 3, 5)")),
            wrong(("each patch turned: columns before rows", "块内行列颠倒"), "vit-patchify-is-convolution", ("transpose(0, 2, 4, 1, 3, 5)", "transpose(0, 2, 4, 1, 5, 3)")),
        ],
        right=[right("loop", ("    grid = images.reshape(B, c, height // P, P, width // P, P)\n    return grid.transpose(0, 2, 4, 1, 3, 5).reshape(B, -1, c * P * P)", "    parts = [images[:, :, i : i + P, j : j + P].reshape(B, -1) for i in range(0, height, P) for j in range(0, width, P)]\n    return np.stack(parts, axis=1)")), right("einsum", ("grid.transpose(0, 2, 4, 1, 3, 5)", "np.einsum('bchpwq->bhwcpq', grid)"))],
        claims=["vit-patchify-is-convolution"],
        equivalent={
            "4: if height % P or width % P: -> pass": "reshape refuses such a size with a ValueError of its own",
            "4: height % P or width % P -> height % P and width % P": "reshape refuses such a size with a ValueError of its own",
            "7: 1 -> 2 #2": "reshape takes any negative number for the axis that it has to find",
        },
    ),
    task(
        "resize-positions", "interpolate_positions", minutes=12, level=3,
        title=("Positions for another resolution", "换分辨率时的位置编码"),
        prompt=("Stretch learned positions (1 + h·w, D) from the grid `old` to the grid `new`, bilinearly; the first row belongs to the class token and stays. `bilinear_weights(old, new)` gives the weights of one axis.", "把可学习位置 (1 + h·w, D) 从网格 `old` 双线性拉伸到 `new`；第一行属于分类词，保持不变。`bilinear_weights(old, new)` 给出一个轴的权重。"),
        hints=[("Take the class token off, reshape the rest to (h, w, D).", "先去掉分类词，其余 reshape 成 (h, w, D)。"), ("Rows and columns are stretched one after the other.", "先拉伸行，再拉伸列。")],
        properties=[agrees(("larger grids", "更大的网格"), lambda r, n: (r.normal(size=(1 + 6, n)), (2, 3), (n + 2, n + 3))), agrees(("smaller grids, other shapes", "更小或不同形状的网格"), lambda r, n: (r.normal(size=(1 + 12, 2)), (4, 3), (n, 2))), holds(("the same grid changes nothing", "网格不变则结果不变"), lambda f, r, n: (lambda t: ((t,), f(t, (2, n), (2, n)), t))(r.normal(size=(1 + 2 * n, 3))))],
        wrong=[
            wrong(("the class token is stretched as well", "把分类词也拉伸了"), "vit-q-resolution", ("return np.concatenate([table[:1], stretched.reshape(-1, table.shape[1])])", "return np.concatenate([table[:1] * stretched.size / max(grid.size, 1), stretched.reshape(-1, table.shape[1])])")),
            wrong(("the class token is lost", "丢了分类词"), "vit-q-class-token", ("return np.concatenate([table[:1], stretched.reshape(-1, table.shape[1])])", "return stretched.reshape(-1, table.shape[1])")),
            wrong(("the class token put last", "分类词放到了最后"), "vit-q-class-token", ("[table[:1], stretched.reshape(-1, table.shape[1])]", "[stretched.reshape(-1, table.shape[1]), table[:1]]")),
            wrong(("cut or tiled instead of stretched", "裁剪或平铺而不是拉伸"), "vit-position-interpolation", ("stretched = np.einsum(\"ih,jw,hwd->ijd\", rows, columns, grid)", "stretched = grid[np.arange(new[0]) % old[0]][:, np.arange(new[1]) % old[1]]")),
        ],
        right=[right("two products", ("np.einsum(\"ih,jw,hwd->ijd\", rows, columns, grid)", "np.swapaxes(columns @ np.tensordot(rows, grid, 1), 0, 0)"))],
        claims=["vit-position-interpolation"],
        equivalent={
            "3: 1 -> 2 #2": "reshape takes any negative number for the axis that it has to find",
            "4: True -> False": "both grids have two axes",
            "6: 1 -> 2 #2": "reshape takes any negative number for the axis that it has to find",
        },
    ),
]

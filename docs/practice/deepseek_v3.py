"""Tasks of the card DeepSeek_V3."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "choose-experts", "choose_experts", minutes=15, level=4,
        title=("Node-limited expert routing", "限定节点的专家路由"),
        prompt=("Return the indices of the k best experts of each token, best first. With groups, only experts of the `keep` best groups are open; a group is worth the sum of its k // keep best scores.", "返回每个词的 k 个最佳专家的下标，最好的在前。有分组时只开放最好的 `keep` 组；一组的价值是其中最好的 k // keep 个分数之和。"),
        hints=[("Reshape to (N, groups, E/groups), sort, sum the best.", "reshape 成 (N, groups, E/groups)，排序，对最好的求和。"), ("Closed groups get −∞ before the last choice.", "关闭的组在最后选择之前设为 −∞。")],
        properties=[agrees(("without groups", "不分组"), lambda r, n: (r.random((3, n + 3)), 2)), agrees(("groups", "分组"), lambda r, n: [call(r.random((n + 1, 12)), 4, groups=4, keep=2), call(r.random((2, 8)), 2, groups=2, keep=1), call(r.random((2, 12)), 3, groups=3, keep=3)])],
        wrong=[
            wrong(("groups ignored", "忽略了分组"), "deepseek-v3-node-limit", ("if groups > 1:", "if groups > 10**9:")),
            wrong(("groups ranked by their single best expert", "按组内单个最好的专家排名"), "deepseek-v3-q-nodes", ("[..., -(k // keep) :].sum(axis=-1)", "[..., -1:].sum(axis=-1)")),
            wrong(("groups ranked by the sum of all", "按组内全部之和排名"), "deepseek-v3-q-nodes", ("np.sort(split, axis=-1)[..., -(k // keep) :].sum(axis=-1)", "split.sum(axis=-1)")),
            wrong(("the worst experts", "选了最差的专家"), "deepseek-v3-bias-only-chooses", ('return np.argsort(-ranked, axis=-1, kind="stable")[:, :k]', 'return np.argsort(np.where(np.isinf(ranked), np.inf, ranked), axis=-1, kind="stable")[:, :k]')),
            wrong(("the best groups closed", "关闭了最好的组"), "deepseek-v3-node-limit", ('order = np.argsort(-best, axis=-1, kind="stable")', 'order = np.argsort(best, axis=-1, kind="stable")')),
        ],
        right=[right("loop over tokens", code="def choose_experts(ranked, k, groups=1, keep=1):\n    out = []\n    for row in ranked:\n        parts = row.reshape(groups, -1)\n        worth = np.sort(parts, axis=1)[:, ::-1][:, : max(k // keep, 1)].sum(1)\n        open_ = set(np.argsort(-worth)[:keep]) if groups > 1 else {0}\n        size = parts.shape[1]\n        ids = [e for e in range(len(row)) if e // size in open_]\n        out.append(sorted(ids, key=lambda e: -row[e])[:k])\n    return np.array(out)\n")],
        claims=["deepseek-v3-node-limit"],
        equivalent={
            "3: groups > 1 -> groups >= 1": "a single group is always open",
            "3: 1 -> 0": "a single group is always open",
            "4: 1 -> 2": "reshape takes any negative number for the axis that it has to find",
            "5: np.sort(split, axis=-1) -> np.sort(split)": "the last axis is the default",
            "6: np.argsort(-best, axis=-1, kind='stable') -> np.argsort(-best, kind='stable')": "the last axis is the default",
            "6: np.argsort(-best, axis=-1, kind='stable') -> np.argsort(-best, axis=-1)": "the order of equal scores is not asked",
            "6: -1 -> 1": "the array has two axes",
            "7: np.ones(best.shape, dtype=bool) -> np.ones(best.shape)": "1.0 counts as True",
            "8: -1 -> 1": "the array has two axes",
            "10: np.argsort(-ranked, axis=-1, kind='stable') -> np.argsort(-ranked, kind='stable')": "the last axis is the default",
            "10: np.argsort(-ranked, axis=-1, kind='stable') -> np.argsort(-ranked, axis=-1)": "the order of equal scores is not asked",
            "10: -1 -> 1": "the array has two axes",
        },
    ),
    task(
        "float8", "float8", minutes=15, level=4,
        title=("Round to FP8", "舍入到 FP8"),
        prompt=("Round to the nearest number of the format with so many exponent and mantissa bits (ties to even, as `np.round`), subnormal numbers included; beyond `float8_top` it saturates.", "舍入到给定指数位与尾数位的格式中最近的数（平局取偶，同 `np.round`），包括次正规数；超过 `float8_top` 时饱和。"),
        hints=[("The spacing around x is 2^(exponent − mantissa bits), exponent = floor(log2 |x|).", "x 附近的间距是 2^(指数 − 尾数位)，指数 = floor(log2 |x|)。"), ("Below the smallest normal number, 2^(2 − 2^(bits − 1)), the spacing stays what it is there.", "小于最小正规数 2^(2 − 2^(位数 − 1)) 时，间距不再变小。")],
        properties=[agrees(("ordinary numbers", "普通的数"), lambda r, n: (r.normal(size=(n, 5)) * 10.0,)), agrees(("E5M2", "E5M2 格式"), lambda r, n: (r.normal(size=(n, 5)) * 100.0, 5, 2)), agrees(("subnormal numbers and zero", "次正规数与零"), lambda r, n: [(np.append(r.normal(size=6) * 0.01, 0.0),), (np.append(r.normal(size=6) * 1e-5, 0.0), 5, 2)]), agrees(("numbers beyond the top saturate", "超出上限的数饱和"), lambda r, n: [(r.normal(size=4) * 5000.0,), (np.array([1e6, -1e6]), 5, 2)])],
        wrong=[
            wrong(("cut instead of rounded", "截断而不是舍入"), "deepseek-v3-e4m3", ("np.round(x / step)", "np.trunc(x / step)")),
            wrong(("not saturated", "没有饱和"), "deepseek-v3-e4m3", ("np.clip(np.round(x / step) * step, -top, top)", "np.round(x / step) * step")),
            wrong(("one spacing for all numbers", "所有数用一个间距"), "deepseek-v3-q-fp8", ("exponent = np.floor(np.log2(np.maximum(np.abs(x), 2.0**lowest)))", "exponent = np.zeros(np.shape(x))")),
            wrong(("no subnormal numbers", "没有次正规数"), "deepseek-v3-e4m3", ("np.maximum(np.abs(x), 2.0**lowest)", "np.maximum(np.abs(x), 1e-300)")),
            wrong(("one mantissa bit too many", "尾数多了一位"), "deepseek-v3-e4m3", ("exponent - mantissa_bits", "exponent - mantissa_bits - 1")),
        ],
        right=[right("frexp", ("exponent = np.floor(np.log2(np.maximum(np.abs(x), 2.0**lowest)))", "exponent = np.maximum(np.frexp(np.abs(x))[1] - 1.0, lowest)")), right("minimum and maximum", ("np.clip(np.round(x / step) * step, -top, top)", "np.minimum(np.maximum(np.rint(x / step) * step, -top), top)"))],
        claims=["deepseek-v3-e4m3"],
        equivalent={
            "7: np.clip(np.round(x / step) * step, -top, top) -> np.clip(-top, np.round(x / step) * step, top)": "the middle of three numbers, whatever their order",
        },
    ),
]

"""Tasks of the card Dropout."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def kept(f, r, n):
    """The share of kept entries, and what became of them."""
    x, p = r.normal(size=(100, 100)) + 5.0, 0.2 * n
    y, mask = f(x, p, r)
    return (x, p), (np.mean(mask), np.mean(y) / np.mean(x), np.abs(y - np.where(mask, x / (1 - p), 0.0)).max() + 1.0), (1 - p, 1.0, 1.0)


def drawn(f, r, n):
    """Whether each call draws anew, and from the generator that it is given."""
    x, seed = np.ones((8, 8 * n)), int(r.integers(1000))
    masks = [np.asarray(f(x, 0.5, rng)[1], bool) for rng in (r, r, np.random.default_rng(seed), np.random.default_rng(seed))]
    return (x, 0.5), ((masks[0] != masks[1]).any(), (masks[2] == masks[3]).all()), (True, True)


TASKS = [
    task(
        "dropout", "dropout", minutes=8, level=2,
        title=("Inverted dropout", "反向缩放的 dropout"),
        prompt=("In training drop each entry with probability p and divide the others by 1 − p; otherwise change nothing. Return the result and the mask (True = kept). p outside [0, 1) is a ValueError.", "训练时以概率 p 丢弃每个元素，其余除以 1 − p；否则不变。返回结果和掩码（True 表示保留）。p 不在 [0, 1) 时抛出 ValueError。"),
        hints=[("`rng.random(x.shape)` is below 1 − p with exactly that probability.", "`rng.random(x.shape)` 小于 1 − p 的概率恰好是 1 − p。"), ("Outside training every entry is kept, and nothing is scaled.", "非训练时全部保留，也不缩放。")],
        properties=[
            holds(("a share of 1 − p is kept, scaled so that the mean stays", "保留比例为 1 − p，缩放后均值不变"), kept, sizes=(1, 2, 3, 4), rtol=0.04, atol=0.0),
            holds(("in evaluation nothing changes", "评估时什么都不变"), lambda f, r, n: (lambda x: ((x, 0.5), f(x, 0.5, r, False), (x, np.ones(x.shape, bool))))(r.normal(size=(n, 4)))),
            holds(("p = 0 changes nothing", "p = 0 时什么都不变"), lambda f, r, n: (lambda x: ((x, 0.0), f(x, 0.0, r), (x, np.ones(x.shape, bool))))(r.normal(size=(n, 4)))),
            agrees(("a rate outside [0, 1) is refused", "p 不在 [0, 1) 时拒绝"), lambda r, n: [(r.normal(size=n), p, np.random.default_rng(n)) for p in (1.0, 1.5, -0.1)], sizes=(1, 2)),
            holds(("entries are dropped one by one, not row by row", "逐个丢弃，而不是整行丢弃"), lambda f, r, n: (lambda m: (("x of ones (400, 400), p = 0.5",), (m.mean(0).std() < 0.1, m.mean(1).std() < 0.1), (True, True)))(np.asarray(f(np.ones((400, 400)), 0.5, r)[1], float)), sizes=(1,)),
            holds(("each call draws anew, and one seed gives one mask", "每次调用重新抽取，同一个种子给出同一个掩码"), drawn),
        ],
        wrong=[
            wrong(("not scaled by 1/(1 − p)", "没有除以 1 − p"), "q-dropout-inverted", ("apply_mask(x, mask, 1 - keep), mask", "np.where(mask, x, 0.0), mask")),
            wrong(("kept with probability p", "以概率 p 保留"), "dropout-mean-variance", ("rng.random(x.shape) < keep", "rng.random(x.shape) > keep")),
            wrong(("drops in evaluation as well", "评估时也丢弃"), "q-dropout-train-eval", ("keep = 1 - p if training else 1.0", "keep = 1 - p")),
            wrong(("divided by p", "除以了 p"), "q-dropout-inverted", ("apply_mask(x, mask, 1 - keep), mask", "np.where(mask, x / max(p, 1e-9) if training else x, 0.0), mask")),
            wrong(("whole rows dropped", "整行丢弃"), "dropout-attention-row-sums", ("rng.random(x.shape) < keep", "np.broadcast_to(rng.random(x.shape[:-1] + (1,)) < keep, x.shape)")),
            wrong(("a generator of its own: the same mask every time", "用了自己的生成器：每次都是同一个掩码"), "dropout-mean-variance", ("rng.random(x.shape) < keep", "np.random.default_rng(0).random(x.shape) < keep")),
            wrong(("scaled in evaluation instead", "改在评估时缩放"), "q-dropout-inverted", ("return apply_mask(x, mask, 1 - keep), mask", "return np.where(mask, x, 0.0) * (1.0 if training else 1 - p), mask")),
        ],
        right=[right("binomial", ("rng.random(x.shape) < keep", "rng.binomial(1, keep, x.shape).astype(bool)")), right("compared with p", ("mask = rng.random(x.shape) < keep", "mask = rng.random(x.shape) >= 1 - keep")), right("multiplied", ("apply_mask(x, mask, 1 - keep), mask", "x * mask / keep, mask"))],
        claims=["dropout-mean-variance"],
        equivalent={"8: rng.random(x.shape) < keep -> rng.random(x.shape) <= keep": "a uniform number equals the rate with probability 0; random() is below 1"},
    ),
]

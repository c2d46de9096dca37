"""Tasks of the card Mixture_of_Experts."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong


def layer(r, n, k=2):
    """Tokens, chosen experts and gates of n + 3 experts; no two sizes are equal."""
    E, C, F = n + 3, n + 1, n + 5
    chosen = np.argsort(r.random((2 * n, E)), axis=1)[:, :k]
    return r.normal(size=(2 * n, C)), chosen, r.random((2 * n, k)), r.normal(size=(E, C, F)), r.normal(size=(E, F, C))


def crowd(r, n):
    """All tokens want the last two experts: the other groups are empty."""
    x, chosen, gates, up, down = layer(r, n)
    return x, np.tile([len(up) - 1, len(up) - 2], (len(x), 1)), gates, up, down


TASKS = [
    task(
        "moe-route", "route", minutes=10, level=3,
        title=("Top-k routing", "top-k 路由"),
        prompt=("Return the k best experts of each token, best first, and their gates: the softmax of the k chosen logits or, with softmax_first, their probabilities in the softmax over all experts.", "返回每个词元最好的 k 个专家（最好的在前）和门控：对选中的 k 个 logit 做 softmax；softmax_first 时取它们在全部专家的 softmax 里的概率。"),
        hints=[("`choose_experts(logits, k)` gives the indices, (N, k).", "`choose_experts(logits, k)` 给出下标，(N, k)。"), ("`np.take_along_axis` picks the scores of the chosen.", "`np.take_along_axis` 取出选中的分数。")],
        properties=[
            agrees(("softmax after the top-k", "softmax 在 top-k 之后"), lambda r, n: (r.normal(size=(n, n + 3)), 2)),
            agrees(("softmax before it", "softmax 在 top-k 之前"), lambda r, n: call(r.normal(size=(n, n + 3)), 2, softmax_first=True)),
            agrees(("one expert, all experts", "一个专家，全部专家"), lambda r, n: [(r.normal(size=(2, n + 1)), 1), call(r.normal(size=(2, n + 1)), 1, softmax_first=True), (r.normal(size=(2, n + 1)), n + 1)]),
        ],
        wrong=[
            wrong(("the kept probabilities are divided by their sum", "留下的概率又除以了它们的和"), "moe-gates", ("return chosen, picked if softmax_first else softmax(picked)", "return chosen, picked / picked.sum(axis=-1, keepdims=True) if softmax_first else softmax(picked)")),
            wrong(("softmax over all experts in both cases", "两种情况都对全部专家做 softmax"), "q-moe-softmax", ("scores = softmax(logits) if softmax_first else logits\n    picked = np.take_along_axis(scores, chosen, axis=-1)\n    return chosen, picked if softmax_first else softmax(picked)", "picked = np.take_along_axis(softmax(logits), chosen, axis=-1)\n    return chosen, picked")),
            wrong(("softmax twice", "做了两次 softmax"), "moe-router-gradient", ("return chosen, picked if softmax_first else softmax(picked)", "return chosen, softmax(picked)")),
            wrong(("the worst experts", "选了最差的专家"), "moe-dispatch", ("chosen = choose_experts(logits, k)", "chosen = choose_experts(-logits, k)")),
            wrong(("the gates are raw logits", "门控是没有归一化的 logit"), "moe-gates", ("return chosen, picked if softmax_first else softmax(picked)", "return chosen, picked")),
        ],
        right=[right("masked softmax", ("return chosen, picked if softmax_first else softmax(picked)", "if softmax_first:\n        return chosen, picked\n    e = np.exp(picked - picked.max(axis=1, keepdims=True))\n    return chosen, e / e.sum(axis=1, keepdims=True)"))],
        claims=["moe-gates"],
        equivalent={
            "5: np.take_along_axis(scores, chosen, axis=-1) -> np.take_along_axis(scores, chosen)": "the last axis is the default",
            "5: -1 -> 1": "there are two axes",
        },
    ),
    task(
        "moe-combine", "combine", minutes=20, level=4,
        title=("Mixture of experts: dispatch and combine", "混合专家：分发与合并"),
        prompt=("For each token the sum over its chosen experts of gate · relu(x up) down. Sort the copies by expert so that each expert is one product (`grouped_gemm` does the groups), then add the results up per token.", "对每个词元，求所选专家的 gate · relu(x up) down 之和。把副本按专家排序，每个专家只做一次乘法（`grouped_gemm` 处理各组），再按词元相加。"),
        hints=[("`np.argsort(chosen.ravel(), kind=\"stable\")` puts the copies in order; copy c belongs to token c // k.", "`np.argsort(chosen.ravel(), kind=\"stable\")` 排好副本；副本 c 属于词元 c // k。"), ("A token occurs several times: `np.add.at` adds, `y[token] +=` keeps one.", "一个词元出现多次：`np.add.at` 会累加，`y[token] +=` 只留一次。"), ("Sizes: `np.bincount` with minlength, or empty experts are lost.", "组的大小：`np.bincount` 要给 minlength，否则会漏掉空的专家。")],
        properties=[
            agrees(("two experts per token", "每个词元两个专家"), layer),
            agrees(("one and three experts per token", "每个词元一个或三个专家"), lambda r, n: [layer(r, n, 1), layer(r, n, 3)]),
            agrees(("experts that nobody chose", "没人选的专家"), crowd),
        ],
        wrong=[
            wrong(("the last copy of a token wins", "只留下每个词元的最后一份"), "moe-dispatch", ("np.add.at(y, token, gates.ravel()[order, None] * grouped_gemm(hidden, sizes, w_down))", "y[token] = gates.ravel()[order, None] * grouped_gemm(hidden, sizes, w_down)")),
            wrong(("the gates are not sorted along", "门控没有一起排序"), "moe-dispatch", ("gates.ravel()[order, None]", "gates.ravel()[:, None]")),
            wrong(("copies taken for tokens", "把副本当成了词元"), "moe-dispatch", ("token = order // chosen.shape[1]", "token = order % len(x)")),
            wrong(("gates before the nonlinearity", "门控乘在非线性之前，而且平方了"), "q-moe-what", ("hidden = np.maximum(grouped_gemm(x[token], sizes, w_up), 0)", "hidden = gates.ravel()[order, None] * np.maximum(grouped_gemm(x[token], sizes, w_up), 0)")),
            wrong(("no nonlinearity", "没有非线性"), "moe-dispatch", ("np.maximum(grouped_gemm(x[token], sizes, w_up), 0)", "grouped_gemm(x[token], sizes, w_up)")),
        ],
        right=[right("loop over experts", code="def combine(x, chosen, gates, w_up, w_down):\n    y = np.zeros_like(x)\n    for i in range(len(w_up)):\n        token, slot = np.nonzero(chosen == i)\n        y[token] += gates[token, slot, None] * (np.maximum(x[token] @ w_up[i], 0) @ w_down[i])\n    return y\n"), right("every expert for every token", code="def combine(x, chosen, gates, w_up, w_down):\n    weights = np.zeros((len(x), len(w_up)))\n    np.put_along_axis(weights, chosen, gates, axis=1)\n    out = np.einsum('nef,efc->nec', np.maximum(np.einsum('nc,ecf->nef', x, w_up), 0), w_down)\n    return np.einsum('ne,nec->nc', weights, out)\n")],
        claims=["moe-dispatch"],
        equivalent={
            "5: np.argsort(chosen.ravel(), kind='stable') -> np.argsort(chosen.ravel())": "within a group the order does not matter",
        },
    ),
]

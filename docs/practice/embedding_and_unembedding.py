"""Tasks of the card Embedding_and_Unembedding."""

import numpy as np

from zhixing.practice.core.task import agrees, call, holds, right, task, wrong


def ends(made, method, V, *inputs):
    """One method of a tied embedding with fixed weights of another scale."""
    layer = made(np.random.default_rng(2), V, 4, 0.5)
    return getattr(layer, method)(*inputs)


def output_slope(f, r, n):
    """The gradient with respect to E by finite differences of the loss."""
    h, targets, V = r.normal(size=(n, 4)), r.integers(0, 3, n), 3
    E = np.random.default_rng(2).standard_normal((V, 4)) * 0.5

    def loss(W):
        z = h @ W.T
        return -(z[np.arange(n), targets] - np.log(np.exp(z).sum(-1))).mean()

    moves = [np.eye(E.size)[i].reshape(E.shape) * 1e-5 for i in range(E.size)]
    slope = np.array([(loss(E + m) - loss(E - m)) / 2e-5 for m in moves]).reshape(E.shape)
    return (h, targets), f("output_backward", V, h, targets), slope


TASKS = [
    task(
        "embedding-backward", "embedding_backward", minutes=8, level=2,
        title=("Gradient of an embedding lookup", "嵌入查表的梯度"),
        prompt=("Row t of the gradient is the sum of the gradients of all places where token t stood; tokens that did not occur get zero.", "梯度的第 t 行是词 t 出现的所有位置的梯度之和；没出现的词为零。"),
        hints=[("`gradient[tokens] += upstream` adds a repeated token only once.", "`gradient[tokens] += upstream` 对重复的词只加一次。"), ("`np.add.at`, or a product with one-hot vectors.", "用 `np.add.at`，或乘以 one-hot 向量。")],
        properties=[agrees(("different tokens", "互不相同的词"), lambda r, n: (r.permutation(n + 2)[:n], r.normal(size=(n, 3)), n + 2)), agrees(("repeated tokens add up", "重复的词累加"), lambda r, n: (np.zeros(n + 1, int), r.normal(size=(n + 1, 2)), 2)), agrees(("a batch of texts", "一批文本"), lambda r, n: (r.integers(0, 4, (2, n + 1)), r.normal(size=(2, n + 1, 3)), 5))],
        wrong=[
            wrong(("repeated tokens counted once", "重复的词只算一次"), "embedding-gradient-is-sparse", ("np.add.at(gradient, tokens, upstream)", "gradient[tokens] += upstream")),
            wrong(("divided by the number of tokens", "除以了词的总数"), "embedding-lookup-is-one-hot", ("return gradient", "return gradient / tokens.size")),
            wrong(("mean over the occurrences", "对出现次数取平均"), "embedding-lookup-is-one-hot", ("return gradient", "return gradient / np.maximum(1, np.bincount(np.ravel(tokens), minlength=V))[:, None]")),
            wrong(("as many rows as tokens in the text", "行数等于文本里的词数"), "q-embedding-which-rows", ("return gradient", "return upstream.reshape(-1, upstream.shape[-1])")),
        ],
        right=[right("one-hot product", ("    np.add.at(gradient, tokens, upstream)  # adds repeated tokens; gradient[tokens] += … does not\n    return gradient", "    return gradient + np.eye(V)[np.ravel(tokens)].T @ upstream.reshape(-1, upstream.shape[-1])")), right("loop", ("    np.add.at(gradient, tokens, upstream)  # adds repeated tokens; gradient[tokens] += … does not\n", "    for at in np.ndindex(*tokens.shape):\n        gradient[tokens[at]] += upstream[at]\n"))],
        claims=["embedding-gradient-is-sparse", "embedding-lookup-is-one-hot"],
    ),
    task(
        "next-token-loss", "next_token_loss", minutes=8, level=2,
        title=("Cross-entropy of the next token", "下一个词的交叉熵"),
        prompt=("Mean over all positions of −log softmax(logits) at the target. Logits may be large.", "对所有位置，取目标处 −log softmax(logits) 的平均。logits 可能很大。"),
        hints=[("`log_softmax`, then pick one entry per row.", "先 `log_softmax`，再从每行取一个。"), ("`np.take_along_axis` needs the targets with one more axis.", "`np.take_along_axis` 要给目标多加一个轴。")],
        properties=[agrees(("one text", "一个文本"), lambda r, n: (r.normal(size=(n, 5)) * 2, r.integers(0, 5, n))), agrees(("a batch", "一批"), lambda r, n: (r.normal(size=(2, n, 3)), r.integers(0, 3, (2, n)))), agrees(("large logits stay finite", "很大的 logits 也有限"), lambda r, n: (r.normal(size=(n, 4)) * 2000, r.integers(0, 4, n)))],
        wrong=[
            wrong(("sum instead of mean", "求和而不是平均"), "embedding-initial-perplexity", ("chosen.mean()", "chosen.sum()")),
            wrong(("sign forgotten", "忘了负号"), "q-embedding-first-loss", ("return -float(", "return float(")),
            wrong(("softmax applied twice", "softmax 做了两次"), "Softmax#^softmax-applied-twice", ("log_softmax(logits)", "log_softmax(np.exp(log_softmax(logits)))")),
            wrong(("logits taken for log-probabilities", "把 logits 当成对数概率"), "Softmax#^why-fuse-softmax-and-cross-entropy", ("log_softmax(logits)", "logits")),
            wrong(("the largest instead of the target", "取了最大的而不是目标"), "q-embedding-first-loss", ("targets[..., None]", "logits.argmax(-1)[..., None]")),
        ],
        right=[right("one-hot", ("np.take_along_axis(log_softmax(logits), targets[..., None], axis=-1)", "(log_softmax(logits) * np.eye(logits.shape[-1])[targets]).sum(-1)")), right("log-sum-exp minus target", ("np.take_along_axis(log_softmax(logits), targets[..., None], axis=-1)", "log_softmax(logits).reshape(-1, logits.shape[-1])[np.arange(targets.size), targets.ravel()]"))],
        claims=["embedding-initial-perplexity"],
        equivalent={"3: np.take_along_axis(log_softmax(logits), targets[..., None], axis=-1) -> np.take_along_axis(log_softmax(logits), targets[..., None])": "the last axis is the default of newer NumPy; older ones ask for it"},
    ),
    task(
        "tied-embedding", "TiedEmbedding", minutes=15, level=3,
        title=("Both ends of a tied model", "权重绑定的两端"),
        prompt=("One matrix E serves twice: `embed(tokens)` = √C E[tokens], `logits(h)` = h Eᵀ. `output_backward` is the gradient of the mean next-token loss with respect to E through the output alone.", "一个矩阵 E 两处使用：`embed(tokens)` = √C E[tokens]，`logits(h)` = h Eᵀ。`output_backward` 是平均损失仅经由输出对 E 的梯度。"),
        hints=[("The gradient of the loss with respect to the logits is (p − y)/N.", "损失对 logits 的梯度是 (p − y)/N。"), ("z = h Eᵀ, so dE = dzᵀ h, over all positions.", "z = h Eᵀ，所以 dE = dzᵀ h，对所有位置求和。")],
        blank=["embed", "logits", "output_backward"], use=ends,
        properties=[
            agrees(("embedding", "嵌入"), lambda r, n: ("embed", 5, r.integers(0, 5, (2, n)))),
            agrees(("logits", "计算 logits"), lambda r, n: ("logits", 5, r.normal(size=(2, n, 4)))),
            agrees(("gradient of the output", "输出的梯度"), lambda r, n: ("output_backward", 5, r.normal(size=(2, n, 4)), r.integers(0, 5, (2, n)))),
            holds(("it is the gradient: finite differences", "它就是梯度：与差商一致"), output_slope, rtol=1e-3),
        ],
        wrong=[
            wrong(("factor √C missing", "少了因子 √C"), "embedding-sqrt-d-model", ("math.sqrt(self.weight.shape[1]) * self.weight[tokens]", "self.weight[tokens]")),
            wrong(("√V instead of √C", "用了 √V 而不是 √C"), "q-embedding-sqrt-d", ("math.sqrt(self.weight.shape[1])", "math.sqrt(self.weight.shape[0])")),
            wrong(("gradient not divided by the number of positions", "梯度没有除以位置数"), "embedding-tied-gradient-is-dense", (" / len(z)", "")),
            wrong(("y − p", "写成了 y − p"), "Softmax#^softmax-cross-entropy-gradient", ("return error.T @ h", "return -error.T @ h")),
            wrong(("only the rows of the targets", "只更新目标的行"), "embedding-tied-gradient-is-dense", ("np.exp(log_softmax(z)) - one_hot(targets.ravel(), len(self.weight))", "(np.exp(log_softmax(z)) - 1) * one_hot(targets.ravel(), len(self.weight))")),
            wrong(("logits scaled by √C", "logits 也乘了 √C"), "embedding-sqrt-d-model", ("return h @ self.weight.T", "return math.sqrt(self.weight.shape[1]) * h @ self.weight.T")),
        ],
        right=[right("einsum", ("error.T @ h.reshape(len(z), -1) / len(z)", "np.einsum('nv,nc->vc', error, h.reshape(len(z), -1)) / targets.size")), right("one-hot lookup", ("self.weight[tokens]", "(one_hot(tokens, len(self.weight)) @ self.weight)"))],
        claims=["embedding-tied-gradient-is-dense", "embedding-sqrt-d-model"],
        equivalent={
            "15: 1 -> 2": "reshape takes any negative number for the axis that it has to find",
            "17: 1 -> 2": "reshape takes any negative number for the axis that it has to find",
        },
    ),
]

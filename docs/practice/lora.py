"""Tasks of the card LoRA."""

from zhixing.practice.core.task import agrees, right, task, wrong


def layer(r, n):
    """Row vectors, a frozen weight, an adapter of rank n and a scale; no two sizes are equal."""
    d_in, d_out = n + 4, n + 2
    return r.normal(size=(n + 1, d_in)), r.normal(size=(d_in, d_out)), r.normal(size=(d_in, n)), r.normal(size=(n, d_out)), 3.0 * n + 2.0


def backward(r, n):
    """The same layer seen from behind: the gradient of its output in place of the weight."""
    x, W, A, B, alpha = layer(r, n)
    return x, r.normal(size=(n + 1, W.shape[1])), A, B, alpha


TASKS = [
    task(
        "lora", "lora_forward", minutes=8, level=2,
        title=("LoRA: forward", "LoRA：前向"),
        prompt=("x W + α/r · x A B, with the frozen W of shape (d_in, d_out), A (d_in, r) and B (r, d_out).", "x W + α/r · x A B，冻结的 W 形状为 (d_in, d_out)，A 为 (d_in, r)，B 为 (r, d_out)。"),
        hints=[("The rank is the number of columns of A.", "秩就是 A 的列数。"), ("Multiply x by A first: the thin product is cheap.", "先算 x A：瘦矩阵的乘法便宜。")],
        properties=[
            agrees(("equals x W + α/r · x A B", "等于 x W + α/r · x A B"), layer),
            agrees(("B = 0 gives the base layer", "B = 0 时就是基座层"), lambda r, n: (lambda x, W, A, B, alpha: (x, W, A, 0 * B, alpha))(*layer(r, n))),
            agrees(("one vector is enough", "单个向量也可以"), lambda r, n: (lambda x, W, A, B, alpha: (x[0], W, A, B, alpha))(*layer(r, n))),
            agrees(("rows of any number of axes", "任意多个批次维度"), lambda r, n: (lambda x, W, A, B, alpha: (r.normal(size=(2, 3, x.shape[1])), W, A, B, alpha))(*layer(r, n))),
        ],
        wrong=[
            wrong(("the scale is α, not α/r", "缩放用了 α 而不是 α/r"), "lora-step-size", ("scale = alpha / A.shape[1]\n    return x @ W + scale", "scale = alpha\n    return x @ W + scale")),
            wrong(("divided by d_in in place of the rank", "除以了 d_in 而不是秩"), "q-lora-alpha", ("scale = alpha / A.shape[1]\n    return x @ W + scale", "scale = alpha / A.shape[0]\n    return x @ W + scale")),
            wrong(("the frozen weight is left out", "漏掉了冻结的权重"), "lora-starts-at-base", ("return x @ W + scale * (x @ A) @ B", "return scale * (x @ A) @ B")),
            wrong(("α/√r in place of α/r", "用了 α/√r 而不是 α/r"), "lora-step-size", ("scale = alpha / A.shape[1]\n    return x @ W + scale", "scale = alpha / A.shape[1] ** 0.5\n    return x @ W + scale")),
            wrong(("the scale multiplies the base as well", "缩放也乘到了基座上"), "lora-merge", ("return x @ W + scale * (x @ A) @ B", "return scale * (x @ W + (x @ A) @ B)")),
        ],
        right=[right("merged first", ("return x @ W + scale * (x @ A) @ B", "return x @ (W + scale * (A @ B))")), right("scaled at the end", ("return x @ W + scale * (x @ A) @ B", "return x @ W + ((x @ A) @ B) * alpha / B.shape[0]"))],
        claims=["lora-starts-at-base", "lora-merge"],
    ),
    task(
        "lora-backward", "lora_gradients", minutes=12, level=3,
        title=("LoRA: backward", "LoRA：反向"),
        prompt=("From the rows x and the gradient of the output, the gradients of A and of B; the scale is α/r.", "由行向量 x 和输出的梯度，求 A 和 B 的梯度；缩放为 α/r。"),
        hints=[("Write the full gradient of a linear layer first: xᵀ g.", "先写出线性层完整的梯度：xᵀ g。"), ("A gets it times Bᵀ, B gets Aᵀ times it, both scaled.", "A 的是它乘以 Bᵀ，B 的是 Aᵀ 乘以它，都要缩放。")],
        properties=[
            agrees(("both gradients", "两个梯度"), backward),
            agrees(("at B = 0 only B has a gradient", "B = 0 时只有 B 有梯度"), lambda r, n: (lambda x, g, A, B, alpha: (x, g, A, 0 * B, alpha))(*backward(r, n))),
        ],
        wrong=[
            wrong(("the scale is missing", "漏掉了缩放"), "lora-gradients", ("scale = alpha / A.shape[1]\n    return scale * x.T", "scale = 1.0\n    return scale * x.T")),
            wrong(("A and B exchanged", "A 和 B 的梯度交换了"), "lora-gradients", ("return scale * x.T @ grad @ B.T, scale * (x @ A).T @ grad", "return scale * (x @ A).T @ grad, scale * x.T @ grad @ B.T")),
            wrong(("averaged over the rows", "对行取了平均"), "lora-gradients", ("return scale * x.T @ grad @ B.T, scale * (x @ A).T @ grad", "return scale * x.T @ grad @ B.T / len(x), scale * (x @ A).T @ grad / len(x)")),
            wrong(("the sign of a step", "带上了更新的符号"), "lora-step-size", ("return scale * x.T @ grad @ B.T, scale * (x @ A).T @ grad", "return -scale * x.T @ grad @ B.T, -scale * (x @ A).T @ grad")),
        ],
        right=[right("from the full gradient", ("return scale * x.T @ grad @ B.T, scale * (x @ A).T @ grad", "full = x.T @ grad\n    return scale * full @ B.T, scale * A.T @ full"))],
        claims=["lora-gradients"],
    ),
]

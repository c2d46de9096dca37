"""Tasks of the card Adam and AdamW."""

from zhixing.practice.core.task import agrees, call, right, task, wrong


def moments(r, t, shape):
    """The state after t steps: (t, m, v)."""
    return t, 0.1 * r.normal(size=shape), 0.01 * r.uniform(0.1, 2.0, size=shape)


def stepped(made, w, grad, state, *rest, **named):
    """The new weight and the new state, as plain values."""
    from snippets.adam_and_adamw import Moments

    new, after = made(w, grad, Moments(*state), *rest, **named)
    return new, tuple(after)


TASKS = [
    task(
        "adamw", "adamw_step", minutes=15, level=3,
        title=("One step of AdamW", "AdamW 的一步"),
        prompt=("Update both running means, correct their bias, take the step, and decay the weight beside it. Return the new weight and the new Moments(t, m, v).", "更新两个滑动平均，修正偏差，走一步，并在步子之外衰减权重。返回新的权重和新的 Moments(t, m, v)。"),
        hints=[("m ← β₁ m + (1 − β₁) g, and v the same with g².", "m ← β₁ m + (1 − β₁) g，v 同理用 g²。"), ("Count the step first: at the first one divide by 1 − β.", "先数这一步：第一步除以 1 − β。"), ("The decay multiplies the old weight by lr · decay and does not pass through the root.", "衰减是旧权重乘以 lr · decay，不经过均方根。")],
        use=stepped,
        properties=[
            agrees(("the first step", "第一步"), lambda r, n: (r.normal(size=n), r.normal(size=n), (0, 0 * r.normal(size=n), 0 * r.normal(size=n)), 0.1)),
            agrees(("a later step", "之后的一步"), lambda r, n: (r.normal(size=(n, 2)), r.normal(size=(n, 2)), moments(r, n, (n, 2)), 0.1)),
            agrees(("decay beside the step", "衰减在步子之外"), lambda r, n: call(10 * r.normal(size=n), r.normal(size=n), moments(r, n, n), 0.1, decay=0.5)),
            agrees(("other betas", "别的 beta"), lambda r, n: call(r.normal(size=n), r.normal(size=n), moments(r, n, n), 0.1, betas=(0.6, 0.8))),
            agrees(("epsilon is added to the root", "epsilon 加在根号外面"), lambda r, n: call(r.normal(size=n), 0.1 * r.normal(size=n), moments(r, n, n), 0.1, eps=0.3)),
        ],
        wrong=[
            wrong(("no bias correction", "没有偏差修正"), "adam-first-step", ("m_hat = m / (1 - betas[0] ** t)\n    v_hat = v / (1 - betas[1] ** t)", "m_hat, v_hat = m, v")),
            wrong(("the decay is inside the gradient", "衰减放进了梯度"), "adam-decoupled-decay", ("    t = state.t + 1\n", "    t = state.t + 1\n    grad, decay = grad + decay * w, 0.0\n")),
            wrong(("epsilon inside the root", "epsilon 放进了根号里"), "adam-equals-torch", ("(np.sqrt(v_hat) + eps)", "np.sqrt(v_hat + eps)")),
            wrong(("the step is counted too late", "步数数晚了"), "adam-first-step", ("t = state.t + 1", "t = max(state.t, 1)")),
            wrong(("no root", "没有开根号"), "adam-scale-not-rotation", ("np.sqrt(v_hat)", "v_hat")),
            wrong(("the decay is not scaled by the learning rate", "衰减没有乘学习率"), "adam-decoupled-decay", ("w - lr * decay * w", "w - decay * w")),
            wrong(("the betas exchanged", "两个 beta 弄反了"), "adam-after-silence", ("m = betas[0] * state.m + (1 - betas[0]) * grad\n    v = betas[1] * state.v + (1 - betas[1]) * grad**2", "m = betas[1] * state.m + (1 - betas[1]) * grad\n    v = betas[0] * state.v + (1 - betas[0]) * grad**2")),
        ],
        right=[right("as an interpolation", ("m = betas[0] * state.m + (1 - betas[0]) * grad", "m = state.m + (1 - betas[0]) * (grad - state.m)")), right("decay as a factor", ("w - lr * decay * w - lr * m_hat", "(1 - lr * decay) * w - lr * m_hat"))],
        claims=["adam-equals-torch", "adam-first-step"],
    ),
]

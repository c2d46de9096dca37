"""Tasks of the card Softmax that need PyTorch."""

import torch

from zhixing.practice.core.task import agrees, call, right, task, wrong


def with_gradient(made, x, dim=-1):
    """The weights, and the gradient of a fixed sum of them."""
    leaf = x.clone().requires_grad_()
    out = made(leaf, dim)
    loss = (out * torch.arange(1, out.numel() + 1, dtype=out.dtype).reshape(out.shape).cos()).sum()
    slope = torch.autograd.grad(loss, leaf, allow_unused=True)[0] if loss.requires_grad else None
    return out.detach(), slope


TASKS = [
    task(
        "softmax-torch", "softmax_torch", minutes=6, level=1,
        title=("Softmax in PyTorch, with its gradient", "PyTorch 版 softmax 及其梯度"),
        prompt=("Softmax along `dim` by hand, right for scores of any size and for its gradient.", "手写沿 `dim` 的 softmax，分数再大也要对，梯度也要对。"),
        hints=[("Subtract the maximum with `keepdim=True`.", "用 `keepdim=True` 减去最大值。"), ("The sum must not be detached: it depends on every score.", "总和不能 detach：它依赖于每个分数。")],
        forbid=["softmax", "Softmax", "log_softmax", "LogSoftmax", "softmin", "Softmin", "gumbel_softmax", "_softmax", "scaled_dot_product_attention", "cross_entropy", "logsumexp"],
        use=with_gradient,
        properties=[agrees(("weights and gradient", "权重与梯度"), lambda r, n: (torch.from_numpy(r.normal(size=(n, n + 1))),)), agrees(("any axis", "任意轴"), lambda r, n: [call(torch.from_numpy(r.normal(size=(n, 2, 3))), dim=d) for d in (0, 1)]), agrees(("scores of a thousand", "上千的分数"), lambda r, n: (torch.from_numpy(r.normal(size=(2, n + 1)) * 1000),))],
        wrong=[
            wrong(("maximum not subtracted", "没有减去最大值"), "why-subtract-the-max", ("x - x.amax(dim=dim, keepdim=True)", "x")),
            wrong(("sum detached", "总和被 detach"), "softmax-jacobian-matrix", ("exps.sum(dim=dim, keepdim=True)", "exps.sum(dim=dim, keepdim=True).detach()")),
            wrong(("axis ignored: always the last", "忽略 dim，总是最后一维"), "softmax-distribution", ("x.amax(dim=dim", "x.amax(dim=-1"), ("exps.sum(dim=dim", "exps.sum(dim=-1")),
            wrong(("divided by the largest", "除以了最大值"), "softmax-distribution", ("exps.sum(", "exps.amax(")),
        ],
        right=[right("maximum detached, which changes nothing", ("x.amax(dim=dim, keepdim=True)", "x.amax(dim=dim, keepdim=True).detach()")), right("methods", ("torch.exp(x - x.amax(dim=dim, keepdim=True))", "(x - x.max(dim=dim, keepdim=True).values).exp()"))],
        claims=["softmax-jacobian-matrix"],
    ),
]

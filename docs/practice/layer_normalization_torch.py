"""Tasks of the card Layer_Normalization that need PyTorch."""

import torch

from zhixing.practice.core.task import agrees, call, right, task, wrong

BUILT = ["layer_norm", "LayerNorm", "native_layer_norm", "rms_norm", "RMSNorm", "group_norm", "GroupNorm", "batch_norm", "instance_norm"]


def tensor(a, dtype=torch.float64):
    """An array as a tensor."""
    return torch.from_numpy(a).to(dtype)


def with_gradients(made, *inputs, **named):
    """The output, and the gradients of a fixed sum of it with respect to every input."""
    leaves = [x.clone().requires_grad_() for x in inputs]
    out = made(*leaves, **named)
    loss = (out * torch.arange(1, out.numel() + 1, dtype=out.dtype).reshape(out.shape).cos()).sum()
    slopes = torch.autograd.grad(loss, leaves, allow_unused=True) if loss.requires_grad else (None,) * len(leaves)
    return (out.detach(), *slopes)


def rms(made, x, gamma, eps=1e-5):
    """A module with given gamma: output, its type, and the gradient of gamma."""
    module = made(x.shape[-1], eps)
    module.gamma = torch.nn.Parameter(gamma.to(x.dtype))
    out = module(x)
    (out.float().cos().sum()).backward()
    return out.detach().float(), str(out.dtype), None if module.gamma.grad is None else module.gamma.grad.float()


TASKS = [
    task(
        "layer-norm-torch", "layer_norm_torch", minutes=8, level=2,
        title=("LayerNorm in PyTorch, with its gradient", "PyTorch 版 LayerNorm 及其梯度"),
        prompt=("gamma (x − mean) / sqrt(var + eps) + beta over the last axis, by hand; gradients must flow through mean and variance.", "沿最后一轴手写 gamma (x − 均值) / sqrt(方差 + eps) + beta；梯度要经过均值和方差。"),
        hints=[("`x.var` divides by C − 1 unless told otherwise.", "`x.var` 默认除以 C − 1。"), ("Nothing is detached.", "不要 detach。")],
        forbid=BUILT, use=with_gradients,
        properties=[agrees(("outputs and all gradients", "输出与全部梯度"), lambda r, n: (tensor(r.normal(size=(2, n, 4)) + 1), tensor(r.normal(size=4)), tensor(r.normal(size=4)))), agrees(("small tokens: eps counts", "很小的词：eps 起作用"), lambda r, n: [(tensor(1e-3 * r.normal(size=(n, 4))), tensor(r.normal(size=4)), tensor(r.normal(size=4))), call(tensor(1e-2 * r.normal(size=(n, 4))), tensor(r.normal(size=4)), tensor(r.normal(size=4)), eps=1e-3)])],
        wrong=[
            wrong(("variance divided by C − 1", "方差除以了 C − 1"), "q-layer-norm-axis", ("correction=0", "correction=1")),
            wrong(("statistics detached", "统计量被 detach"), "layer-norm-jacobian", ("x.mean(dim=-1, keepdim=True)", "x.detach().mean(dim=-1, keepdim=True)"), ("x.var(dim", "x.detach().var(dim")),
            wrong(("eps missing", "没有 eps"), "layer-norm-one-token", ("torch.sqrt(var + eps)", "torch.sqrt(var)")),
            wrong(("eps outside the root", "eps 放在了根号外面"), "layer-norm-one-token", ("torch.sqrt(var + eps)", "(torch.sqrt(var) + eps)")),
            wrong(("beta forgotten", "忘了 beta"), "q-layer-norm-axis", (") + beta", ") + 0 * beta")),
        ],
        right=[right("rsqrt and mean of squares", ("gamma * (x - mean) / torch.sqrt(var + eps) + beta", "torch.addcmul(beta, gamma, (x - mean) * torch.rsqrt((x - mean).pow(2).mean(-1, keepdim=True) + eps))"))],
        claims=["layer-norm-equals-torch"],
    ),
    task(
        "rms-norm-torch", "RMSNorm", minutes=10, level=3,
        title=("RMSNorm as a module, safe in 16 bits", "16 位下也安全的 RMSNorm 模块"),
        prompt=("Write `forward`: gamma x / sqrt(mean(x²) + eps). Inputs of 16 bits are normalised in float32, and the result has the type of the input.", "写出 `forward`：gamma x / sqrt(mean(x²) + eps)。16 位输入在 float32 里归一化，结果与输入类型相同。"),
        hints=[("300² does not fit into float16.", "300² 在 float16 里放不下。"), ("Widen first, go back to `x.dtype` before gamma.", "先加宽，乘 gamma 之前再转回 `x.dtype`。")],
        blank=["forward"], use=rms, forbid=BUILT,
        properties=[agrees(("double precision", "双精度"), lambda r, n: (tensor(r.normal(size=(2, n, 4))), tensor(r.normal(size=4)))), agrees(("small tokens: eps counts", "很小的词：eps 起作用"), lambda r, n: [(tensor(1e-3 * r.normal(size=(n, 4))), tensor(r.normal(size=4))), call(tensor(1e-2 * r.normal(size=(n, 4))), tensor(r.normal(size=4)), eps=1e-3)]), agrees(("large entries in 16 bits", "16 位下的大数"), lambda r, n: [(tensor(r.normal(size=(n, 4)) * 400, t), tensor(r.normal(size=4))) for t in (torch.float16, torch.bfloat16)], rtol=2e-2, atol=2e-2), agrees(("single precision stays single", "单精度保持单精度"), lambda r, n: (tensor(r.normal(size=(n, 4)), torch.float32), tensor(r.normal(size=4))))],
        wrong=[
            wrong(("squares overflow in float16", "float16 里平方溢出"), "layer-norm-low-precision", ("x.to(torch.promote_types(x.dtype, torch.float32))", "x")),
            wrong(("the result stays wide", "结果没有转回原类型"), "q-layer-norm-precision", ("normed.to(x.dtype)", "normed")),
            wrong(("mean subtracted: that is LayerNorm", "减了均值：那是 LayerNorm"), "rms-norm-and-layer-norm", ("        normed = wide", "        wide = wide - wide.mean(dim=-1, keepdim=True)\n        normed = wide")),
            wrong(("sum instead of mean", "用了和而不是平均"), "q-rms-norm", (".mean(dim=-1, keepdim=True)", ".sum(dim=-1, keepdim=True)")),
            wrong(("gamma forgotten", "忘了 gamma"), "q-rms-norm", ("self.gamma * normed", "0 * self.gamma + normed")),
            wrong(("eps fixed at 1e-5", "eps 写死为 1e-5"), "rms-norm-default-epsilon", ("+ self.eps", "+ 1e-5")),
        ],
        right=[right("division by the root", ("wide * torch.rsqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)", "wide / (wide.square().mean(-1, keepdim=True) + self.eps).sqrt()"))],
        claims=["layer-norm-low-precision"],
        equivalent={"9: torch.promote_types(x.dtype, torch.float32) -> torch.promote_types(torch.float32, x.dtype)": "it is symmetric"},
    ),
]

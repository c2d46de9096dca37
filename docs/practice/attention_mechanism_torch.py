"""Tasks of the card Attention_Mechanism that need PyTorch."""

import numpy as np
import torch

from zhixing.practice.core.task import agrees, call, right, task, wrong


def tensors(*arrays):
    """Arrays as float64 tensors; masks stay boolean."""
    return [torch.from_numpy(np.ascontiguousarray(a)) for a in arrays]


def with_gradients(function, inputs, **named):
    """Outputs, and the gradients of a fixed sum of them with respect to every input."""
    leaves = [x.clone().requires_grad_() for x in inputs]
    outputs = function(*leaves, **named)
    parts = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
    loss = sum((part * torch.arange(1, part.numel() + 1, dtype=part.dtype).reshape(part.shape).cos()).sum() for part in parts)
    slopes = torch.autograd.grad(loss, leaves, allow_unused=True) if loss.requires_grad else (None,) * len(leaves)
    return (*(part.detach() for part in parts), *slopes)


def qkv(r, n, *lead):
    """Queries, keys, values."""
    S = n + 1
    return tuple(tensors(r.normal(size=(*lead, n, 4)) * 2, r.normal(size=(*lead, S, 4)) * 2, r.normal(size=(*lead, S, 3))))


def layer(made, heads, bias, inputs, mask=None):
    """A module with fixed weights, in evaluation; outputs and gradients of the inputs."""
    torch.manual_seed(5)
    module = made(inputs[0].shape[-1], heads, 0.5, bias).double().eval()
    return with_gradients(lambda *x: module(*x, mask=mask), inputs)


TASKS = [
    task(
        "attention-torch", "scaled_dot_product_attention_torch", minutes=12, level=2,
        title=("Scaled dot-product attention in PyTorch", "PyTorch 版缩放点积注意力"),
        prompt=("softmax(q kᵀ/√D) v and the weights before dropout; dropout acts on the weights on their way to the output. Gradients must flow to q, k and v. `F.scaled_dot_product_attention` is not allowed.", "返回 softmax(q kᵀ/√D) v 与 dropout 之前的权重；dropout 作用在权重通向输出的路上。梯度要能流向 q、k、v。不得使用 `F.scaled_dot_product_attention`。"),
        hints=[("`k.transpose(-1, -2)` swaps the last two axes.", "`k.transpose(-1, -2)` 交换最后两个轴。"), ("Nothing is detached: the weights depend on q and k.", "不要 detach：权重依赖于 q 和 k。")],
        forbid=["scaled_dot_product_attention", "multi_head_attention_forward", "MultiheadAttention"],
        use=lambda made, q, k, v, mask=None, dropout_p=0.0: with_gradients(lambda *x: made(*x, mask, dropout_p), (q, k, v)),
        properties=[
            agrees(("outputs, weights and gradients", "输出、权重与梯度"), lambda r, n: qkv(r, n, 2)),
            agrees(("some keys forbidden, rows without any key", "禁止部分键，有的行没有任何键"), lambda r, n: [call(*qkv(r, n, 2), mask=torch.from_numpy(r.random((n, n + 1)) < 0.6)), call(*qkv(r, n), mask=torch.from_numpy(np.arange(n)[:, None] > np.zeros(n + 1)))]),
            agrees(("dropout of everything leaves the weights as they are", "全部 dropout 后返回的权重不变"), lambda r, n: call(*qkv(r, n), dropout_p=1.0)),
        ],
        wrong=[
            wrong(("scale missing", "没有除以 √D"), "why-sqrt-dk", (" / math.sqrt(q.shape[-1])", "")),
            wrong(("key gradient detached", "键的梯度被 detach"), "attention-gradient-path", ("k.transpose(-1, -2)", "k.detach().transpose(-1, -2)")),
            wrong(("weights detached", "权重被 detach"), "attention-gradient-path", ("F.dropout(weights, dropout_p) @ v", "F.dropout(weights.detach(), dropout_p) @ v")),
            wrong(("dropout also on the returned weights", "返回的权重也做了 dropout"), "attention-dropout-weights", ("    return F.dropout(weights, dropout_p) @ v, weights", "    weights = F.dropout(weights, dropout_p)\n    return weights @ v, weights")),
            wrong(("softmax over the queries", "沿查询做了 softmax"), "how-attention-weights-computed", ("torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-2)"), ("masked_softmax_torch(scores, mask)", "masked_softmax_torch(scores, mask, -2)")),
            wrong(("mask inverted", "掩码取反了"), "Softmax#^which-value-for-a-mask", ("masked_softmax_torch(scores, mask)", "masked_softmax_torch(scores, ~mask)")),
            wrong(("no dropout", "没有 dropout"), "attention-dropout-weights", ("F.dropout(weights, dropout_p) @ v", "weights @ v")),
        ],
        right=[right("einsum", ("q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])", "torch.einsum('...td,...sd->...ts', q, k) * q.shape[-1] ** -0.5")), right("softmax by hand", ("torch.softmax(scores, dim=-1)", "(lambda e: e / e.sum(-1, keepdim=True))((scores - scores.amax(-1, keepdim=True)).exp())"))],
        claims=["attention-matches-torch", "attention-dropout-weights"],
    ),
    task(
        "multi-head-torch", "MultiHeadAttention", minutes=20, level=3,
        title=("Multi-head attention as a module", "多头注意力模块"),
        prompt=("Write `forward`: project, split, attend, merge, project. Dropout only in training. Return the output and the weights of all heads.", "写出 `forward`：投影、分头、注意力、合并、再投影。只在训练时使用 dropout。返回输出和所有头的权重。"),
        hints=[("`self.training` tells whether dropout is on.", "`self.training` 表示是否启用 dropout。"), ("The projections are modules: `self.w_q(query)`.", "投影是模块：`self.w_q(query)`。")],
        blank=["forward"], use=layer, forbid=["scaled_dot_product_attention", "multi_head_attention_forward", "MultiheadAttention"],
        properties=[
            agrees(("self-attention, in evaluation", "评估模式下的自注意力"), lambda r, n: (2, False, tensors(r.normal(size=(2, n, 4))))),
            agrees(("cross-attention, with biases", "交叉注意力，带偏置"), lambda r, n: [(2, True, tensors(r.normal(size=(2, n, 4)), r.normal(size=(2, n + 1, 4)))), (1, False, tensors(r.normal(size=(2, n, 4)), r.normal(size=(2, n + 1, 4)), r.normal(size=(2, n + 1, 4))))]),
            agrees(("masks", "掩码"), lambda r, n: [call(2, False, tensors(r.normal(size=(2, n, 4))), mask=torch.from_numpy(m)) for m in (np.tri(n, dtype=bool), r.random((2, n, n)) < 0.7)]),
        ],
        wrong=[
            wrong(("dropout in evaluation", "评估时也 dropout"), "attention-dropout-weights", ("self.dropout if self.training else 0.0", "1.0")),
            wrong(("W_O forgotten", "忘了 W_O"), "multi-head-pure-formula", ("self.w_o(merge_heads(heads))", "merge_heads(heads)")),
            wrong(("mask ignored", "忽略了掩码"), "attention-mask-shapes", ("(q, k, v, mask, dropout_p)", "(q, k, v, None, dropout_p)")),
            wrong(("heads merged by reshape alone", "只用 reshape 合并头"), "split-heads-equals-loop", ("merge_heads(heads)", "heads.reshape(query.shape)")),
            wrong(("a residual connection added", "多加了残差连接"), "multi-head-pure-formula", ("return self.w_o(merge_heads(heads)), weights", "return query + self.w_o(merge_heads(heads)), weights")),
        ],
        right=[right("einops by hand", ("self.w_o(merge_heads(heads))", "self.w_o(heads.transpose(1, 2).flatten(2))"))],
        claims=["multi-head-matches-torch", "attention-mask-shapes"],
        equivalent={
            "20: -2 -> 2 #2": "the inputs have three axes, the heads four",
            "20: -2 -> 2 #3": "the inputs have three axes, the heads four",
        },
    ),
]

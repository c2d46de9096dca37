"""Tasks of the card Training Memory."""

from snippets.serving_calculator import Model
from zhixing.practice.core.task import agrees, call, right, task, wrong


def model(r, n, groups=1, vocab=None):
    """A decoder with `groups` query heads for each KV head."""
    kv, width = 1 + int(r.integers(n)), 2 + int(r.integers(3 * n))
    heads = groups * kv
    return Model(n, heads * width, int(r.integers(5, 30)), heads, kv, vocab or int(r.integers(40, 90)))


TASKS = [
    task(
        "layer-bytes", "layer_bytes", minutes=10, level=3,
        title=("What a layer keeps for a token", "一层为每个词元留下多少字节"),
        prompt=("`m` has `width`, `hidden`, `heads`, `kv_heads`. Pre-norm, grouped queries, Flash Attention, SwiGLU, no dropout, bfloat16. Count what the backward pass of one layer needs for a token, in bytes: inputs and outputs of both norms, q, k, v, the mixed values, the four arrays of the SwiGLU; then a float32 log-sum-exp for each head and one float32 number for each norm.", "`m` 有 `width`、`hidden`、`heads`、`kv_heads`。Pre-Norm、分组查询、FlashAttention、SwiGLU，没有 dropout，bfloat16。数一数一层的反向为每个词元需要多少字节：两个归一化的输入和输出，q、k、v，混合后的值，SwiGLU 的四个数组；再加上每个头一个 float32 的 log-sum-exp，每个归一化一个 float32。"),
        hints=[("Keys and values are narrower than the queries: width // heads * kv_heads.", "键和值比查询窄：width // heads * kv_heads。"), ("SwiGLU keeps gate, up, silu(gate) and their product.", "SwiGLU 留下 gate、up、silu(gate) 和它们的乘积。"), ("Numbers times 2, then 4 a head and 8.", "个数乘 2，再加每头 4 字节和 8。")],
        properties=[
            agrees(("as many KV heads as heads", "键值头与查询头一样多"), lambda r, n: (model(r, n),)),
            agrees(("grouped queries", "分组查询"), lambda r, n: [(model(r, n, 2),), (model(r, n, 4),)]),
            agrees(("one KV head", "只有一个键值头"), lambda r, n: (Model(1, 8 * n, 10, 4, 1, 9),)),
        ],
        wrong=[
            wrong(("keys and values as wide as queries", "键值与查询一样宽"), "tm-layer", ("kv = m.width // m.heads * m.kv_heads", "kv = m.width")),
            wrong(("keys without values", "只数了键"), "tm-layer", ("2 * kv", "kv")),
            wrong(("the FFN without a gate", "按没有门控的前馈层来数"), "tm-layer", ("ffn = 4 * m.hidden", "ffn = 2 * m.hidden")),
            wrong(("everything in float32", "全按 float32 数"), "q-tm-layer", ("return 2 * (stream + ffn)", "return 4 * (stream + ffn)")),
            wrong(("log-sum-exps of the KV heads", "log-sum-exp 按键值头数"), "tm-layer", ("4 * m.heads", "4 * m.kv_heads")),
        ],
        right=[right("name by name", code="def layer_bytes(m):\n    D = m.width // m.heads\n    numbers = {'norms': 4 * m.width, 'q': m.heads * D, 'k': m.kv_heads * D, 'v': m.kv_heads * D, 'mixed': m.heads * D, 'ffn': 4 * m.hidden}\n    return sum(2 * n for n in numbers.values()) + 4 * (m.heads + 2)\n")],
        claims=["tm-layer", "tm-llama"],
    ),
    task(
        "training-bytes", "training_bytes", minutes=15, level=4,
        title=("State, kept activations, peak", "状态、留存的激活、峰值"),
        prompt=("Return three numbers of bytes: `state` bytes for each of `m.parameters`; what `m.layers` layers keep for `tokens` (`layer_bytes(m)` a token, or with `full` the bfloat16 input alone); and the larger of two peaks: at the loss, three float32 arrays of logits for `chunk` tokens (all if None) and the last norm's bfloat16 input and output for all tokens; or in a layer's backward pass, bfloat16 gradients of two arrays of `m.hidden` and, with `full`, the layer that is run again, without it one more array of `m.width`.", "返回三个字节数：`m.parameters` 个参数，每个 `state` 字节；`m.layers` 层为 `tokens` 个词元留下的（每词元 `layer_bytes(m)`，`full` 时只有 bfloat16 的输入）；以及两个峰值中较大的一个：在损失处，`chunk` 个词元（None 即全部）的三个 float32 logits 数组，加上全部词元在最后一个归一化的 bfloat16 输入和输出；或在某层的反向中，两个 `m.hidden` 宽的 bfloat16 梯度，`full` 时再加上重跑的那一层，否则再加一个 `m.width` 宽的数组。"),
        hints=[("Three float32 arrays of logits are 12 bytes a token and entry.", "三个 float32 logits 数组：每词元、每词表项 12 字节。"), ("The two peaks are at different times: take the larger one.", "两个峰值不同时出现：取较大的。"), ("Chunks cut the logits, not what the last norm keeps.", "分块只切 logits，不切最后一个归一化留下的。")],
        properties=[
            agrees(("the loss is the peak", "峰值在损失处"), lambda r, n: (model(r, n, 2, 900), 10 * n)),
            agrees(("an open layer is the peak", "峰值在打开的一层"), lambda r, n: [(model(r, n, 2, 1), 3 * n), call(model(r, n, 2, 1), 3 * n, full=True)]),
            agrees(("checkpoints", "检查点"), lambda r, n: call(model(r, n, 1, 900), 7 * n, full=True)),
            agrees(("chunks", "分块"), lambda r, n: [call(model(r, n, 2, 900), 8 * n, chunk=n), call(model(r, n, 2, 60), 64 * n, full=True, chunk=2)]),
            agrees(("another state", "别的状态字节数"), lambda r, n: call(model(r, n), n, state=18 / (n + 1))),
        ],
        wrong=[
            wrong(("the peaks are added", "两个峰值相加"), "tm-peak", ("max(head, opened * tokens)", "head + opened * tokens")),
            wrong(("chunks cut the last norm as well", "分块连最后的归一化也切了"), "tm-peak", ("4 * m.width * tokens", "4 * m.width * chunk")),
            wrong(("logits once", "logits 只数一份"), "tm-logits", ("12 * m.vocab", "4 * m.vocab")),
            wrong(("with checkpoints no layer is open", "有检查点时没算打开的一层"), "q-tm-dominates", ("(layer if full else 2 * m.width)", "2 * m.width")),
            wrong(("checkpoints in float32", "检查点按 float32 数"), "tm-llama", ("kept = 2 * m.width if full", "kept = 4 * m.width if full")),
            wrong(("one layer in place of all", "只数了一层"), "quiz-tm-kept", ("kept * m.layers * tokens", "kept * tokens")),
        ],
        right=[right("with branches", code="def training_bytes(m, tokens, full=False, chunk=None, state=16):\n    if chunk is None:\n        chunk = tokens\n    a = layer_bytes(m)\n    if full:\n        kept, inner = 2 * m.width, 2 * (2 * m.hidden) + a\n    else:\n        kept, inner = a, 2 * (2 * m.hidden + m.width)\n    loss = 3 * 4 * chunk * m.vocab + 2 * 2 * tokens * m.width\n    peak = loss if loss > inner * tokens else inner * tokens\n    return m.parameters * state, tokens * kept * m.layers, peak\n")],
        claims=["tm-peak", "tm-llama"],
    ),
]

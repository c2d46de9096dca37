"""Tasks of the card KV_Cache."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong


def layer(made, H, G, x, cache=None):
    """A layer with fixed weights."""
    return made(np.random.default_rng(11), x.shape[-1], H, G)(x, cache)


def counting(V, plan):
    """A model whose next token is a fixed function of all it has seen; its cache is what it has seen."""

    def model(ids, cache=None):
        seen = np.concatenate([cache, ids], -1) if cache is not None else ids
        plan.append((ids.shape[-1], 0 if cache is None else cache.shape[-1]))
        total = (np.cumsum(seen, -1) * 3 + np.arange(seen.shape[-1]))[..., -ids.shape[-1] :] % V
        return np.eye(V)[total], seen

    return model


def generated(made, ids, n, use_cache=True):
    """What is generated, and what the model was given at every step: (new tokens, cached tokens)."""
    plan = []
    return made(counting(7, plan), ids, n, use_cache), plan


TASKS = [
    task(
        "kv-cache-step", "RotaryAttentionNumPy", minutes=20, level=4,
        title=("A cached step of rotary attention", "带 KV 缓存的旋转注意力"),
        prompt=("Write `__call__`: the T newest tokens stand behind those in the cache. Turn queries and keys by their places, cache turned keys and values, attend causally. Return the output and the new cache.", "写出 `__call__`：最新的 T 个词位于缓存之后。按位置旋转查询和键，缓存旋转后的键和值，做因果注意力。返回输出和新的缓存。"),
        hints=[("The first new position is the length of the cache.", "第一个新位置等于缓存的长度。"), ("Cached keys were turned when they were new: do not turn them again.", "缓存里的键当初已经旋转过，不要再转。")],
        blank=["__call__"], use=layer,
        properties=[
            agrees(("a prompt without a cache", "没有缓存的提示"), lambda r, n: [(4, 2, r.normal(size=(2, n, 8))), (2, 2, r.normal(size=(n, 4)))]),
            agrees(("one new token", "一个新词"), lambda r, n: (4, 2, r.normal(size=(2, 1, 16)), (r.normal(size=(2, 2, n, 4)), r.normal(size=(2, 2, n, 4))))),
            agrees(("several new tokens, no batch axis", "多个新词，没有批量轴"), lambda r, n: (2, 1, r.normal(size=(3, 4)), (r.normal(size=(1, n, 2)), r.normal(size=(1, n, 2))))),
        ],
        wrong=[
            wrong(("positions start at 0 at every step", "每一步位置都从 0 开始"), "rope-before-or-after-the-cache", ("np.arange(past, past + T)", "np.arange(T)")),
            wrong(("cache off by one", "缓存差一位"), "kv-cached-equals-uncached", ("np.arange(past, past + T)", "np.arange(past + 1, past + T + 1) if past else np.arange(T)")),
            wrong(("cached keys turned again", "缓存的键又旋转了一次"), "rope-before-or-after-the-cache", ("np.concatenate([cache[0], k], axis=-2)", "np.concatenate([rotate_half_split(cache[0], np.arange(past), w), k], axis=-2)")),
            wrong(("values turned as well", "把值也旋转了"), "RoPE#^rope-values-stay", ("v = split_heads(x @ self.w_v, self.G)", "v = rotate_half_split(split_heads(x @ self.w_v, self.G), positions, w)")),
            wrong(("mask without the cache's offset", "掩码没有考虑缓存偏移"), "kv-cached-equals-uncached", ("causal_mask(T, past + T)", "np.tri(T, past + T, dtype=bool)")),
            wrong(("only the new keys are returned", "只返回了新的键"), "what-is-a-kv-cache", ("self.w_o, (k, v)", "self.w_o, (k[..., -T:, :], v[..., -T:, :])")),
        ],
        right=[right("cache unpacked", ("            k = np.concatenate([cache[0], k], axis=-2)  # (..., G, S, D)\n            v = np.concatenate([cache[1], v], axis=-2)", "            old_k, old_v = cache\n            k, v = np.concatenate([old_k, k], -2), np.concatenate([old_v, v], -2)"))],
        claims=["kv-cached-equals-uncached"],
        equivalent={
            "6: 0 -> 1 #2": "keys and values have the same number of positions",
            "6: 0 -> -1 #2": "keys and values have the same number of positions",
            "7: 1 -> 0": "W_Q is square",
        },
    ),
    task(
        "generate", "generate_numpy", minutes=12, level=3,
        title=("Greedy generation with a cache", "带缓存的贪心生成"),
        prompt=("Append the likeliest token n times. With a cache the model reads the prompt once and then only the newest token; without, everything anew each time. `model(ids, cache)` returns logits and the new cache.", "把最可能的词接上 n 次。用缓存时模型先读一遍提示，之后只读最新的词；不用缓存则每次全部重读。`model(ids, cache)` 返回 logits 和新的缓存。"),
        hints=[("The next token follows from the logits of the last position.", "下一个词由最后一个位置的 logits 决定。"), ("Keep two things for the next step: the cache, and what the model has not read yet.", "为下一步保存两样：缓存，以及模型还没读的内容。")],
        use=generated,
        properties=[agrees(("with a cache: the model reads each token once", "用缓存：模型每个词只读一次"), lambda r, n: [(r.integers(0, 7, (2, n)), n + 1), (r.integers(0, 7, n), 3)]), agrees(("without: everything anew", "不用缓存：全部重读"), lambda r, n: call(r.integers(0, 7, (2, n)), n, use_cache=False)), agrees(("nothing to append", "不需要接词"), lambda r, n: (r.integers(0, 7, (1, n)), 0), sizes=(1,))],
        wrong=[
            wrong(("the whole text read again although it is cached", "已缓存却又重读全文"), "kv-flops-saved", ("(kept, chosen) if use_cache", "(kept, ids) if use_cache")),
            wrong(("the cache is thrown away", "丢掉了缓存"), "does-the-kv-cache-change-the-output", ("(kept, chosen) if use_cache", "(None, chosen) if use_cache")),
            wrong(("logits of the first position", "用了第一个位置的 logits"), "kv-cached-equals-uncached", ("logits[..., -1, :]", "logits[..., 0, :]")),
            wrong(("only the new tokens are returned", "只返回了新词"), "kv-cached-equals-uncached", ("    return ids", "    return ids[..., -n:] if n else ids[..., :0]")),
        ],
        right=[right("list of tokens", code="def generate_numpy(model, ids, n, use_cache=True):\n    cache, parts = None, [ids]\n    for _ in range(n):\n        whole = np.concatenate(parts, -1)\n        logits, new = model(parts[-1] if use_cache else whole, cache)\n        cache = new if use_cache else None\n        parts.append(np.argmax(logits[..., -1:, :], -1))\n    return np.concatenate(parts, -1)\n")],
        claims=["kv-cached-equals-uncached", "kv-flops-saved"],
    ),
]

"""Tasks of the card MLA."""

import numpy as np

from zhixing.practice.core.task import agrees, call, right, task, wrong

TASKS = [
    task(
        "mla", "LatentAttentionNumPy", minutes=30, level=5,
        title=("Multi-head latent attention, with and without absorption", "多头潜在注意力：吸收与不吸收"),
        prompt=("Write `__call__`. The cache holds latents and rotary keys, nothing else. `absorb=True` must give the same as `absorb=False` without building a key or a value: multiply the queries by the up-projection instead. `start` is the position of the first cached or new token.", "写出 `__call__`。缓存里只有潜变量和旋转键。`absorb=True` 要与 `absorb=False` 结果相同，但不构造任何键或值：改为让查询乘以上投影。`start` 是第一个（缓存或新）词的位置。"),
        hints=[("`project(x, start)` gives both query parts, latents and rotary keys of the new tokens; it must start behind the cache.", "`project(x, start)` 给出新词的两部分查询、潜变量和旋转键；起点要在缓存之后。"), ("q (c W_UK)ᵀ = (q W_UKᵀ) cᵀ, and weights (c W_UV) = (weights c) W_UV.", "矩阵乘法可以换结合顺序：q (c W_UK)ᵀ = (q W_UKᵀ) cᵀ，weights (c W_UV) = (weights c) W_UV。")],
        blank=["__call__"],
        use=lambda made, x, cache=None, **named: made(np.random.default_rng(11), x.shape[-1], 3, 2, 4, 5, 3)(x, cache, **named),
        properties=[
            agrees(("a prompt, absorbed", "提示，吸收"), lambda r, n: (r.normal(size=(n, 6)),)),
            agrees(("a prompt, keys and values built", "提示，构造键和值"), lambda r, n: [call(r.normal(size=(*lead, n, 6)), absorb=False) for lead in ((), (2,))]),
            agrees(("new tokens after cached ones", "缓存之后的新词"), lambda r, n: [call(r.normal(size=(2, t, 6)), (r.normal(size=(2, n, 3)), r.normal(size=(2, n, 4))), absorb=a) for t, a in ((1, True), (2, False), (3, True))]),
            agrees(("positions that start later", "从后面的位置开始"), lambda r, n: [call(r.normal(size=(n, 6)), start=7), call(r.normal(size=(1, 6)), (r.normal(size=(n, 3)), r.normal(size=(n, 4))), start=2)]),
        ],
        wrong=[
            wrong(("rotary part forgotten", "忘了旋转部分"), "mla-decoupled-key-position", ("(content + position) / self.scale", "content / self.scale")),
            wrong(("not causal", "没有因果掩码"), "mla-cached-decoding", ("masked_softmax((content + position) / self.scale, mask)", "masked_softmax((content + position) / self.scale, np.ones_like(mask))")),
            wrong(("scaled by the root of the latent's width", "按潜变量宽度的根缩放"), "mla-absorbed-is-mqa", ("/ self.scale", "/ math.sqrt(c.shape[-1])")),
            wrong(("positions start at 0 behind the cache", "缓存之后位置又从 0 开始"), "mla-cached-decoding", ("start += 0 if cache is None else cache[0].shape[-2]\n", "start += 0\n")),
            wrong(("values are the latents: W_UV forgotten", "直接把潜变量当值：忘了 W_UV"), "mla-what-is-absorption", ("heads = (weights @ shared) @ w_uv if absorb else weights @ (shared @ w_uv)", "heads = (weights @ shared) @ w_uk if absorb else weights @ (shared @ w_uk)")),
            wrong(("cached rotary keys ignored", "忽略了缓存的旋转键"), "mla-why-decoupled-rope", ("np.concatenate([cache[1], k_rotary], axis=-2)", "np.concatenate([0 * cache[1], k_rotary], axis=-2)")),
        ],
        right=[
            right("always absorbed", ("        if absorb:\n            content = (q @ w_uk.swapaxes(-1, -2)) @ shared.swapaxes(-1, -2)  # builds no key\n        else:\n            content = q @ (shared @ w_uk).swapaxes(-1, -2)  # keys: (..., H, S, D)\n", "        content = np.einsum('...htd,hcd,...sc->...hts', q, w_uk, c)\n"), ("heads = (weights @ shared) @ w_uv if absorb else weights @ (shared @ w_uv)", "heads = (weights @ shared) @ w_uv")),
            right("concatenated features", ("position = q_rotary @ k_rotary[..., None, :, :].swapaxes(-1, -2)", "position = np.einsum('...htr,...sr->...hts', q_rotary, k_rotary)")),
        ],
        claims=["mla-absorption", "mla-cached-decoding"],
        equivalent={
            "23: 0 -> 1 #2": "latents and rotary keys have the same number of positions",
            "23: 0 -> -1 #2": "latents and rotary keys have the same number of positions",
            "30: if absorb: -> if not absorb:": "both ways compute the same",
            "37: weights @ shared @ w_uv if absorb else weights @ (shared @ w_uv) -> weights @ shared @ w_uv if not absorb else weights @ (shared @ w_uv)": "both ways compute the same",
        },
    ),
]

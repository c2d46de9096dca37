"""Draw what stands for the tiny GPT in print, from its stored weights: `python -m scripts.tiny_gpt.picture`."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from zhixing.blocks.figure import render

from scripts.tiny_gpt.model_file import FILE, HERE, encode, unpack
from snippets.attention_mechanism import causal_mask, scaled_dot_product_attention, split_heads
from snippets.gpt import gpt_block, linear, norm
from snippets.softmax import softmax

ROOT = HERE.parents[1]
NAME = "gpt_look_inside"
LAYER, HEAD = 1, 2  # the head drawn, counted from 0
TEXTS = {"en": "The mask hides the future", "zh": "春眠不觉晓，处处闻啼鸟。夜来"}
WORDS = {
    "en": {
        "attention": f"attention weights, layer {LAYER + 1}, head {HEAD + 1}",
        "query": "position that reads",
        "key": "position that is read",
        "lens": "probability of the true next character",
        "after": "if the model ended there",
        "start": "tokens",
        "layer": "layer {}",
        "read": "read so far",
    },
    "zh": {
        "attention": f"注意力权重，第 {LAYER + 1} 层第 {HEAD + 1} 头",
        "query": "读的位置",
        "key": "被读的位置",
        "lens": "正确的下一个字的概率",
        "after": "若模型到此为止",
        "start": "词元",
        "layer": "第 {} 层",
        "read": "读到这里",
    },
}


def draw(lang: str) -> bytes:
    """The SVG for a language."""
    config, letters, w, _ = unpack(FILE.read_bytes())
    ids = encode(letters, TEXTS[lang])[0]
    length, table, said = len(ids), w["tokens.weight"], WORDS[lang]
    x = table[[ids]] + w["positions.weight"][:length]  # (1, T, C)
    streams = [x]
    for i in range(config.layers):
        if i == LAYER:
            y = norm(w, f"blocks.{i}.norm_1", x)[0]
            q, k, v = (split_heads(linear(w, f"blocks.{i}.attention.w_{part}", y)[0], config.H) for part in "qkv")
            weights = scaled_dot_product_attention(q, k, v, causal_mask(length))[1][0, HEAD]  # (T, T)
        x = gpt_block(w, f"blocks.{i}", x, config.H, causal_mask(length))[0]
        streams.append(x)
    p = np.array([softmax(norm(w, "last_norm", stream)[0][0] @ table.T) for stream in streams])  # (layers + 1, T, V)
    right = p[:, np.arange(length - 1), ids[1:]].T  # (T - 1, layers + 1)

    names = [{" ": "␣", "\n": "⏎"}.get(letters[i], letters[i]) for i in ids]
    figure = Figure(figsize=(9, 4.6), layout="constrained")
    left, lens = figure.subplots(1, 2, width_ratios=(3, 2))
    left.imshow(weights, cmap="viridis", vmin=0, vmax=1)
    left.set_xticks(range(length), names, fontsize=8)
    left.set_yticks(range(length), names, fontsize=8)
    left.set(title=said["attention"], xlabel=said["key"], ylabel=said["query"])
    lens.imshow(right, cmap="viridis", vmin=0, vmax=1, aspect="auto")
    stops = [said["start"], *(said["layer"].format(i + 1) for i in range(config.layers))]
    lens.set_xticks(range(len(stops)), stops, fontsize=8)
    lens.set_yticks(range(length - 1), names[:-1], fontsize=8)
    lens.set(title=said["lens"], xlabel=said["after"], ylabel=said["read"])
    return render(figure, NAME)


def main() -> None:
    for lang in TEXTS:
        (ROOT / f"docs/{lang}/architecture/{NAME}.svg").write_bytes(draw(lang))


if __name__ == "__main__":
    main()

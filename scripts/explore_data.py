"""What the cards' own code computes for the figures that answer: `python scripts/explore_data.py` writes it.

A test computes it anew and compares; nobody edits the files by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import snippets.attention_complexity as complexity
import snippets.attention_mechanism as attention
import snippets.autoregressive_decoding as decoding
import snippets.scaling_laws as scaling
import snippets.training_memory as memory
from snippets.feed_forward_network import model_weights, published_shapes
from snippets.layer_normalization import norm_profile
from snippets.multi_head_attention_variants import named_shapes
from snippets.serving_calculator import SHAPES, llama
from snippets.softmax import random_dot_products

FOLDER = Path(__file__).parent / "web/src/explore/data"
WIDTHS = (1, 4, 16, 64, 256, 512)
DEPTHS = (1, 2, 4, 8, 16, 32, 64)


def dot_products() -> dict[str, Any]:
    """One query against 64 keys, unscaled, for several widths of a head."""
    return {str(d_k): [round(float(score), 8) for score in random_dot_products(d_k)[0]] for d_k in WIDTHS}


def norm_profiles() -> dict[str, Any]:
    """Spread of the stream and gradient norms by layer, in both orders, for several depths."""
    found = {}
    for name, norm_first in (("post", False), ("pre", True)):
        runs = {str(depth): norm_profile(depth, norm_first) for depth in DEPTHS}
        found[name] = {
            depth: {"stds": [round(float(x), 8) for x in stds], "grads": [round(float(x), 7) for x in grads]}
            for depth, (stds, grads) in runs.items()
        }
    return found


def models() -> dict[str, Any]:
    """Published shapes of attention, and the numbers in matrix products where a card counts them."""
    found = {}
    for name, shape in named_shapes().items():
        found[name] = {**shape._asdict(), "weights": 0, "stored": 0}
        if name in published_shapes():
            whole = published_shapes()[name]
            parts = model_weights(whole)
            found[name]["weights"] = parts["attention"] + parts["ffn"] + whole.V * whole.C
            found[name]["stored"] = sum(parts.values())
    return found


def sentence() -> dict[str, Any]:
    """The hand-set features of the example sentence."""
    return {"kinds": attention.KINDS, "sentence": attention.SENTENCE, "wants": attention.WANTS}


def bigrams() -> dict[str, Any]:
    """The words of the small model and their counts."""
    return {"words": decoding.WORDS, "counts": decoding.COUNTS}


def layers() -> dict[str, Any]:
    """Shapes of one layer of published models, with the longest context of each."""
    names = ("C", "H", "G", "D", "F", "matrices")
    return {
        name: {**dict(zip(names, shape, strict=True)), "context": complexity.CONTEXTS[name]}
        for name, shape in complexity.SHAPES.items()
    }


def laws() -> dict[str, Any]:
    """The constants of one experiment's three fits."""
    fits = {"corrected": scaling.CORRECTED, "printed": scaling.PRINTED, "unrounded": scaling.UNROUNDED}
    return {name: asdict(scaling.Law(*constants)) for name, constants in fits.items()}


def training_memory() -> dict[str, Any]:
    """Bytes of state by recipe, and the models of the calculator whose output layer is a table of its own."""
    sizes = [name for name in SHAPES if not llama(name).tied]
    fields = ("layers", "width", "hidden", "heads", "kv_heads", "vocab")
    shapes = {f"Llama 3 {name}": {field: getattr(llama(name), field) for field in fields} for name in sizes}
    return {"recipes": memory.STATE, "models": shapes}


def router_noise() -> list[list[float]]:
    """Gumbel noise for 128 tokens and 8 experts: on top of log-probabilities the k largest are a draw without replacement."""
    return [[round(float(value), 2) for value in row] for row in np.random.default_rng(0).gumbel(size=(128, 8))]


def weights() -> list[float]:
    """Numbers such as the card on quantization rounds."""
    return [round(float(value), 2) for value in np.random.default_rng(0).standard_normal(32)]


FILES: dict[str, Callable[[], Any]] = {
    "bigrams.json": bigrams,
    "dot_products.json": dot_products,
    "laws.json": laws,
    "layers.json": layers,
    "models.json": models,
    "norm_profiles.json": norm_profiles,
    "router_noise.json": router_noise,
    "sentence.json": sentence,
    "training_memory.json": training_memory,
    "weights.json": weights,
}

if __name__ == "__main__":
    for name, made in FILES.items():
        (FOLDER / name).write_text(json.dumps(made(), ensure_ascii=False) + "\n", encoding="utf-8")

"""The file of the tiny GPT: a JSON header, then the weights as float16, in the order of the card's `gpt_shapes`."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from dataclasses import asdict
from pathlib import Path

import numpy as np

from snippets.gpt import GPTConfig, Weights, gpt_shapes

HERE = Path(__file__).resolve().parent
TEXT = HERE / "text.txt"
FILE = HERE.parent / "web/src/explore/twin/tiny_gpt/weights.bin"
FORMAT = "zhixing-tiny-gpt-1"


def source_digest() -> str:
    """What the weights were made from: the text and the training script."""
    digest = hashlib.sha256()
    for path in (TEXT, HERE / "train.py"):
        digest.update(path.read_text(encoding="utf-8").encode())
    return digest.hexdigest()


def pack(config: GPTConfig, letters: str, weights: dict[str, np.ndarray]) -> bytes:
    """Header length (uint32), header, weights; all little-endian."""
    header = {"format": FORMAT, **asdict(config), "letters": letters, "made_from": source_digest()}
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    arrays = (np.ascontiguousarray(weights[name], dtype="<f2").tobytes() for name in gpt_shapes(config))
    return struct.pack("<I", len(text)) + text + b"".join(arrays)


def unpack(data: bytes) -> tuple[GPTConfig, str, Weights, str]:
    """Config, vocabulary, weights in float64, digest of what they were made from."""
    (length,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + length])
    if header.pop("format") != FORMAT:
        raise ValueError("this is no file of the tiny GPT")
    letters, made_from = header.pop("letters"), header.pop("made_from")
    config = GPTConfig(**header)
    values = np.frombuffer(data, dtype="<f2", offset=4 + length).astype(np.float64)
    arrays, start = {}, 0
    for name, shape in gpt_shapes(config).items():
        arrays[name] = values[start : start + math.prod(shape)].reshape(shape)
        start += math.prod(shape)
    if start != len(values):
        raise ValueError(f"{len(values)} weights, but the shapes hold {start}")
    return config, letters, Weights(arrays), made_from


def encode(letters: str, text: str) -> tuple[list[int], list[str]]:
    """Ids of a text behind the line break that starts every text, and the characters that the vocabulary lacks."""
    known = [letter for letter in "\n" + text if letter in letters]
    unknown = [letter for letter in dict.fromkeys(text) if letter not in letters]
    return [letters.index(letter) for letter in known], unknown

"""The tiny GPT: its file fits the card's code, it has learned something, and the browser computes what the card computes."""

from __future__ import annotations

import importlib
import json
import random
import subprocess
from typing import Any

import numpy as np
import pytest
from zhixing.blocks.picture import difference
from zhixing.page import assets

from scripts.tiny_gpt.model_file import FILE, TEXT, encode, pack, source_digest, unpack
from snippets.attention_mechanism import causal_mask, merge_heads, scaled_dot_product_attention, split_heads
from snippets.feed_forward_network import gelu_tanh
from snippets.gpt import cross_entropy, ffn, generate, gpt_block, gpt_forward, linear, norm, self_attention
from snippets.softmax import softmax

ROOT = TEXT.parents[2]
DATA = FILE.read_bytes()
CONFIG, LETTERS, W, MADE_FROM = unpack(DATA)
LINES = TEXT.read_text(encoding="utf-8").splitlines()
TEXTS = [
    "",
    "The mask hides",
    "qzvk qzvk qz",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",  # to the last position
    "春眠不觉晓，处处闻啼鸟。",
    "知行合一 know and do 一、二、三、",
    "月光门月光门月",
]
STRANGE = "The 🐈 sat；猋 🐈"
DRIVER = """
import { readFileSync } from "node:fs";
import { encode, readModel } from "./explore/twin/tiny_gpt/weights";
import { lens, softmax, trace } from "./explore/twin/tiny_gpt/forward";

const { file, texts, temperature } = JSON.parse(readFileSync(0, "utf8"));
const bytes = readFileSync(file);
const model = readModel(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const plain = (key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
const answers = texts.map((text) => {
  const { ids, unknown } = encode(model, text);
  const whole = trace(model, ids);
  const streams = [whole.input, ...whole.layers.flatMap(({ middle, output }) => [middle, output])];
  const lenses = streams.map((stream) => lens(model, stream));
  const { data, cols } = whole.logits;
  return { ids, unknown, whole, lenses, cooled: softmax(data.slice(-cols), temperature) };
});
process.stdout.write(JSON.stringify(answers, plain));
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What the browser's modules, bundled for node, compute for each text."""
    folder = tmp_path_factory.mktemp("tiny")
    packages = assets.install_packages(assets.asset_cache())
    (folder / "explore").symlink_to(assets.WEB / "src/explore")
    (folder / "driver.ts").write_text(DRIVER, encoding="utf-8")
    command = [str(packages / "node_modules/.bin/esbuild"), "driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *command, "--outfile=driver.cjs"], folder, "bundling the driver failed")
    case = json.dumps({"file": str(FILE), "texts": [*TEXTS, STRANGE], "temperature": 0.7})
    done = subprocess.run(
        [assets.tool("node"), "driver.cjs"], cwd=folder, input=case, capture_output=True, encoding="utf-8", check=True
    )
    return dict(zip([*TEXTS, STRANGE], json.loads(done.stdout), strict=True))


def array(matrix: dict[str, Any]) -> np.ndarray:
    return np.array(matrix["data"]).reshape(matrix["rows"], matrix["cols"])


def arrays(value: Any) -> Any:
    """Matrices of the browser as arrays, heads stacked."""
    return np.stack([array(one) for one in value]) if isinstance(value, list) else array(value)


def card_layer(name: str, x: np.ndarray) -> dict[str, np.ndarray]:
    """Every array that the card's block computes, by the card's own functions.  x (1, T, C)."""
    T = x.shape[1]
    normed = norm(W, f"{name}.norm_1", x)[0]
    q, k, v = (split_heads(linear(W, f"{name}.attention.w_{part}", normed)[0], CONFIG.H) for part in "qkv")
    heads, weights = scaled_dot_product_attention(q, k, v, causal_mask(T))
    attention = self_attention(W, f"{name}.attention", normed, CONFIG.H, causal_mask(T))[0]
    assert np.allclose(linear(W, f"{name}.attention.w_o", merge_heads(heads))[0], attention)
    middle = x + attention
    normed_2 = norm(W, f"{name}.norm_2", middle)[0]
    hidden = linear(W, f"{name}.ffn.0", normed_2)[0]
    return {
        "norm1": normed,
        "q": q,
        "k": k,
        "v": v,
        "scores": q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]),
        "weights": weights,
        "heads": heads,
        "attention": attention,
        "middle": middle,
        "norm2": normed_2,
        "hidden": hidden,
        "active": gelu_tanh(hidden),
        "ffn": ffn(W, f"{name}.ffn", normed_2)[0],
        "output": gpt_block(W, name, x, CONFIG.H, causal_mask(T))[0],
    }


def same(theirs: Any, ours: np.ndarray, what: str) -> None:
    assert np.shape(theirs) == ours.shape, what
    assert np.abs(np.asarray(theirs) - ours).max() < 1e-6, what


@pytest.mark.parametrize("text", TEXTS)
def test_browser_and_card_compute_the_same_numbers(answers: dict[str, dict[str, Any]], text: str) -> None:
    answer = answers[text]
    ids, unknown = encode(LETTERS, text)
    assert (answer["ids"], answer["unknown"]) == (ids, unknown) and unknown == []
    whole, tokens = answer["whole"], np.array([ids])
    E, T = W["tokens.weight"], len(ids)
    same(arrays(whole["token"]), E[ids], "token")
    same(arrays(whole["place"]), W["positions.weight"][:T], "place")
    x = E[tokens] + W["positions.weight"][:T]
    same(arrays(whole["input"]), x[0], "input")
    streams = [x]
    for i, layer in enumerate(whole["layers"]):
        ours = card_layer(f"blocks.{i}", x)
        assert layer.keys() == ours.keys()
        for name, values in ours.items():
            same(arrays(layer[name]), values[0], f"layer {i}: {name}")
        x = ours["output"]
        streams += [ours["middle"], x]
    assert len(whole["layers"]) == CONFIG.layers
    same(arrays(whole["last"]), norm(W, "last_norm", x)[0][0], "last")
    logits = gpt_forward(W, CONFIG, tokens)[0][0]
    same(arrays(whole["logits"]), logits, "logits")
    same(arrays(whole["probabilities"]), softmax(logits), "probabilities")
    same(answer["cooled"], softmax(logits[-1] / 0.7), "temperature")
    for theirs, stream in zip(answer["lenses"], streams, strict=True):
        same(arrays(theirs), norm(W, "last_norm", stream)[0][0] @ E.T, "lens")


def test_both_name_the_characters_that_the_vocabulary_lacks(answers: dict[str, dict[str, Any]]) -> None:
    answer = answers[STRANGE]
    assert (answer["ids"], answer["unknown"]) == encode(LETTERS, STRANGE)
    assert answer["unknown"] == ["🐈", "；", "猋"]


def test_the_file_was_made_by_this_script_from_this_text() -> None:
    """After a change of either: python -m scripts.tiny_gpt.train."""
    assert source_digest() == MADE_FROM
    assert pack(CONFIG, LETTERS, W) == DATA and len(DATA) <= 300_000


@pytest.mark.parametrize("lines", [LINES[:38], LINES[38:]], ids=["en", "zh"])
def test_it_knows_its_text(lines: list[str]) -> None:
    losses = []
    for line in lines:
        ids = np.array([encode(LETTERS, line + "\n")[0]])[:, : CONFIG.positions + 1]
        losses.append(cross_entropy(gpt_forward(W, CONFIG, ids[:, :-1])[0], ids[:, 1:])[0])
    assert np.mean(losses) < 0.9  # a uniform guess: ln V, more than five


def greedy(text: str, steps: int) -> str:
    ids = encode(LETTERS, text)[0]
    written = generate(lambda batch: gpt_forward(W, CONFIG, batch)[0], ids, steps, CONFIG.positions)
    return "".join(LETTERS[i] for i in written[len(ids) :])


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("The mask hides", " the future"),
        ("春眠不觉晓，", "处处闻啼鸟"),
        ("4 5 6 7 8", " 9 10 11"),
        ("三、四、五、", "六、七、八"),
        ("qzvk qzvk qz", "vk"),
        ("灯书月 灯书月 灯", "书月"),
    ],
)
def test_it_goes_on_as_the_page_says(text: str, goes_on: str) -> None:
    assert greedy(text, len(goes_on)) == goes_on


@pytest.mark.parametrize(
    ("letters", "share"),
    [("abcdefghijklmnopqrstuvwxyz", 0.6), ("月光门春风花鸟读书知行问答", 0.3)],
    ids=["latin", "han"],
)
def test_it_copies_what_it_has_never_seen(letters: str, share: float) -> None:
    """Random strings three times: from the second on, the next character is right far more often than by chance."""
    rng, right = random.Random(1), []
    for _ in range(12):
        ids = encode(LETTERS, ("".join(rng.sample(letters, 4)) + " ") * 3)[0]
        guesses = gpt_forward(W, CONFIG, np.array([ids]))[0][0].argmax(axis=-1)
        right += [guesses[t] == ids[t + 1] for t in range(6, len(ids) - 1)]
    assert np.mean(right) > share


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_picture_in_print_is_drawn_from_these_weights(lang: str) -> None:
    """After a change: python -m scripts.tiny_gpt.picture."""
    pytest.importorskip("matplotlib")
    picture = importlib.import_module("scripts.tiny_gpt.picture")
    shown = (ROOT / f"docs/{lang}/architecture/{picture.NAME}.svg").read_bytes()
    assert difference(shown, picture.draw(lang)) is None

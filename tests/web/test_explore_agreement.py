"""Figures that answer: their arithmetic in TypeScript is that of the cards, to 1e-6, and their data is what the cards compute."""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

import explore_data
import numpy as np
import pytest
from zhixing.page import assets
from zhixing.syntax.explorables import EXPLORABLES

from snippets import (
    alibi,
    attention_complexity,
    attention_mechanism,
    autoregressive_decoding,
    causal_mask,
    data_parallel_and_zero,
    deepseek_v3,
    flash_attention,
    kv_cache,
    learning_rate_schedules,
    mixture_of_experts,
    multi_head_attention_variants,
    position_encoding,
    quantization_int8_int4,
    rope,
    scaling_laws,
    serving_calculator,
    softmax,
    sparse_attention,
    tensor_and_pipeline_parallelism,
    training_memory,
)

SOURCE = assets.WEB / "src/explore"
TWINS = sorted(SOURCE.glob("twin/*.ts"))
CASES = 60  # of each function

Case = tuple[Any, ...]
Twin = tuple[Callable[[random.Random], Case], Callable[..., Any]]


def _numbers(r: random.Random, low: int = 1, high: int = 12, size: float = 6.0) -> list[float]:
    return [r.uniform(-size, size) for _ in range(r.randint(low, high))]


def _tiles(T: int, S: int, shift: int, block_q: int, block_k: int) -> list[dict[str, int]]:
    return [
        {"first": first, "stop": stop, "start": start, "end": end}
        for _, stop, keys in flash_attention.tiles(T, S, shift, block_q, block_k)
        for first, start, end in keys
    ]


def _tile_case(r: random.Random) -> Case:
    T, S = r.randint(1, 50), r.randint(1, 50)
    return T, S, r.choice((0, S, S - T)), r.randint(1, 24), r.randint(1, 24)


def _pattern(r: random.Random, T: int) -> list[list[bool]]:
    return [[r.random() < 0.2 for _ in range(T)] for _ in range(T)]


def _sentence(words: list[str]) -> Any:
    """The card's example with other words in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(attention_mechanism, "SENTENCE", tuple(("word", kinds) for kinds in words))
        _, q, k, v = attention_mechanism.toy_sentence()
    return attention_mechanism.scaled_dot_product_attention(q, k, v)[1]


def _sinks(T: int, window: int, sinks: int) -> Any:
    first = sparse_attention.global_mask(T, range(sinks)) & causal_mask.causal_mask(T)
    return causal_mask.window_mask(T, window) | first


def _shape(r: random.Random) -> dict[str, int]:
    latent = {"G": 0, "R": r.choice((32, 64)), "q_rank": r.randint(1, 2000), "kv_rank": r.randint(1, 900)}
    grouped = {"G": r.randint(1, 64), "R": 0, "q_rank": 0, "kv_rank": 0}
    size = {"layers": r.randint(1, 120), "C": r.randint(1, 9000), "H": r.randint(1, 128), "D": r.choice((64, 128))}
    return {**size, **r.choice((latent, grouped))}


def _layer(r: random.Random) -> dict[str, int]:
    heads = {"H": r.randint(1, 96), "G": r.randint(1, 96), "D": r.choice((64, 96, 128))}
    return {"C": r.randint(1, 13000), **heads, "F": r.randint(1, 50000), "matrices": r.choice((2, 3))}


def _layer_shape(layer: dict[str, int]) -> Any:
    return attention_complexity.LayerShape(*layer.values())


def _layer_numbers(shape: dict[str, int]) -> dict[str, int]:
    cost = multi_head_attention_variants.layer_cost(multi_head_attention_variants.AttentionShape(**shape), S=1)
    return {name: cost[name] for name in ("parameters", "cache")}


def _layer_flops(layer: dict[str, int], T: int, skip: bool) -> dict[str, int]:
    cost = attention_complexity.layer_cost(_layer_shape(layer), T, skip=skip)
    return {name: cost[name] for name in ("projections", "core", "ffn")}


def _pair(x: list[float], position: float, frequency: float) -> Any:
    return rope.rotate(np.array([x]), np.array([position]), np.array([frequency]))[0]


def _probs(r: random.Random, V: int = 8) -> list[float]:
    made = [r.random() * r.choice((0, 1, 1)) + 1e-3 for _ in range(V)]
    return [value / sum(made) for value in made]


def _logits(r: random.Random) -> list[float]:
    return [round(value, r.choice((0, 9))) for value in _numbers(r, 2, 12)]  # ties, too


def _normalised(p: list[float], q: list[float]) -> Any:
    left = autoregressive_decoding.residual(np.array(p), np.array(q))
    return left / left.sum() if left.sum() > 0 else p


def _tokens_per_pass(alpha: float, gamma: int) -> float:
    """Every text that two tokens can draft, verified: the target wants token 0 alone, the draft gives it α."""
    drafted = np.array(list(product((0, 1), repeat=gamma)))
    chances = np.where(drafted == 0, alpha, 1 - alpha).prod(axis=1)
    p = np.broadcast_to([1.0, 0.0], (len(drafted), gamma + 1, 2))
    q = np.broadcast_to([alpha, 1 - alpha], (len(drafted), gamma, 2))
    accepted, _ = autoregressive_decoding.verify(p, q, drafted, np.full((len(drafted), gamma + 1), 0.5))
    return float((chances * (accepted + 1)).sum())


def _error(x: list[float], rounded: list[float], outlier: int) -> Any:
    rest, exact = np.arange(len(x)) != outlier, np.array(x)
    return np.linalg.norm((np.array(rounded) - exact)[rest]) / np.linalg.norm(exact[rest])


def _eight_bits(r: random.Random) -> Case:
    tile = r.choice((1, 2, 4, 8))
    numbers = [r.choice((0, 1, 1, 1)) * r.gauss(0, 1) * 10 ** r.randint(-3, 6) for _ in range(tile * r.randint(1, 5))]
    return (numbers, tile, *r.choice(((4, 3), (5, 2))))


def _steps(r: random.Random) -> Case:
    """A step, the end of warmup, the end."""
    warm = r.randint(1, 200)
    return r.randint(1, 700), warm, warm + r.randint(1, 400)


def _decoder(r: random.Random) -> dict[str, int]:
    kv_heads, width = r.randint(1, 16), r.choice((32, 64, 128))
    heads = kv_heads * r.randint(1, 8)
    size = {"layers": r.randint(1, 120), "width": heads * width, "hidden": r.randint(1, 50000)}
    return {**size, "heads": heads, "kv_heads": kv_heads, "vocab": r.randint(1, 200000)}


def _training_bytes(m: dict[str, int], tokens: int, full: bool, chunk: int, state: float) -> dict[str, float]:
    parts = training_memory.training_bytes(serving_calculator.Model(**m), tokens, full, chunk or None, state)
    return dict(zip(("state", "kept", "peak"), parts, strict=True))


def _rank_state(recipe: Sequence[int], p: int, stage: int) -> dict[str, float]:
    """ZeRO's memory of each part alone, and the sum by the name of the recipe."""
    weight, gradient, master, moments = recipe
    one = {"weights": (weight, 0, 0), "gradients": (0, gradient, 0), "optimizer": (0, 0, master + moments)}
    parts = {name: data_parallel_and_zero.zero_memory(1, p, stage, *bytes) for name, bytes in one.items()}
    names = {numbers: name for name, numbers in training_memory.STATE.items()}
    return {**parts, "sum": training_memory.rank_state(names[tuple(recipe)], p, stage)}


def _plan(r: random.Random) -> Case:
    """Orders, what they cost, and for some how many forward passes are let in."""
    p, m, v = r.randint(1, 8), r.randint(1, 20), r.randint(1, 4)
    cost = {"F": r.randint(1, 6), "B": r.randint(1, 12)}
    pipeline = tensor_and_pipeline_parallelism
    return r.choice(
        (
            (pipeline.gpipe(p, m), cost),
            (pipeline.one_f_one_b(p, m), cost),
            (pipeline.interleaved(p, p * r.randint(1, 3), v), cost),
            (pipeline.one_f_one_b(p, m), {**cost, "W": r.randint(1, 6)}, p),
        )
    )


def _played(*plan: Any) -> dict[str, Any]:
    start, ticks, most = tensor_and_pipeline_parallelism.play(*plan)
    return {"start": [{"op": op, "tick": tick} for op, tick in start.items()], "ticks": ticks, "most": most}


def _law(r: random.Random) -> dict[str, float]:
    constants = r.choice((scaling_laws.CORRECTED, scaling_laws.PRINTED, [r.uniform(0.2, 1) for _ in range(5)]))
    return asdict(scaling_laws.Law(*constants))


def _loss_parts(law: dict[str, float], N: float, D: float) -> dict[str, float]:
    """Each term alone is what is left without floor, if the other is read to the end or made without limit."""
    term = scaling_laws.Law(**{**law, "E": 0})
    return {"size": term.loss(N, math.inf), "data": term.loss(math.inf, D), "loss": scaling_laws.Law(**law).loss(N, D)}


def _few_bits(r: random.Random) -> Case:
    group = r.choice((1, 4, 8, 32))
    weights = [r.choice((0, 1, 1, 1)) * r.gauss(0, 1) * 10 ** r.randint(-3, 3) for _ in range(group * r.randint(1, 5))]
    return weights, r.randint(2, 8), group


def _groups(w: list[float], bits: int, group: int) -> dict[str, Any]:
    q, scale = quantization_int8_int4.quantize(np.array([w]), bits, group)
    return {"q": q.ravel(), "scales": scale.ravel(), "back": quantization_int8_int4.dequantize(q, scale)[0]}


def _scores(r: random.Random) -> list[float]:
    return [round(r.gauss(0, 1), r.choice((0, 9))) for _ in range(6)]  # ties, too


def _choices(r: random.Random) -> Case:
    E = r.randint(4, 9)
    k = r.randint(1, E)
    wanted = [r.sample(range(E), k) for _ in range(r.randint(E, 60))]
    return wanted, E, r.choice((1, E / k, r.uniform(1, 4)))


def _capacity_cost(chosen: list[list[int]], E: int, factor: float) -> dict[str, Any]:
    wanted = np.array(chosen)
    kept = deepseek_v3.within_capacity(wanted, E, factor)
    dropped, empty = mixture_of_experts.capacity_cost(wanted, E, factor)
    everyone = np.zeros((wanted.size, 1), dtype=int)  # all want one expert, who fills every place
    return {
        "asked": np.bincount(wanted.ravel(), minlength=E),
        "kept": np.bincount(wanted[kept], minlength=E),
        "room": deepseek_v3.within_capacity(everyone, E, factor).sum(),
        "dropped": dropped,
        "empty": empty,
    }


# What a twin is called on, and what the card answers.
TABLE: dict[str, Twin] = {
    "softmax": (lambda r: (_numbers(r, size=r.choice((1, 10, 800))),), lambda x: softmax.softmax(np.array(x))),
    "jacobianNorm": (
        lambda r: (_numbers(r, high=64),),
        lambda x: np.linalg.norm(softmax.softmax_jacobian(np.array(x))),
    ),
    "scaledScores": (
        lambda r: (_numbers(r, size=40), r.choice((1, 4, 64, 512))),
        lambda x, d: np.array(x) / math.sqrt(d),
    ),
    "scoreSpread": (lambda r: (_numbers(r, high=64),), np.std),
    "sentenceWeights": (
        lambda r: (r.choices([*attention_mechanism.WANTS, "noun animal", "verb noun"], k=r.randint(1, 14)),),
        _sentence,
    ),
    "causalMask": (lambda r: (r.randint(1, 30),), attention_mechanism.causal_mask),
    "windowMask": (lambda r: (r.randint(1, 30), r.randint(1, 12)), causal_mask.window_mask),
    "prefixMask": (lambda r: (r.randint(1, 30), r.randint(0, 12)), causal_mask.prefix_mask),
    "sinkMask": (lambda r: (r.randint(1, 30), r.randint(1, 12), r.randint(0, 12)), _sinks),
    "reach": (
        lambda r: (_pattern(r, r.randint(1, 24)), r.randint(0, 6)),
        lambda mask, layers: sparse_attention.reach(np.array(mask), layers),
    ),
    "layerNumbers": (lambda r: (_shape(r),), _layer_numbers),
    "stepCost": (
        lambda r: (
            r.randint(0, 10**10),
            _shape(r),
            r.randint(1, 10**5),
            r.randint(1, 512),
            r.randint(1, 99),
            r.choice((1, 2, 4)),
        ),
        lambda weights, shape, S, B, T, width: kv_cache.step_cost(
            weights, multi_head_attention_variants.AttentionShape(**shape), S, B, T, width
        ),
    ),
    "layerFlops": (lambda r: (_layer(r), r.randint(1, 10**6), r.random() < 0.5), _layer_flops),
    "breakEven": (
        lambda r: (_layer(r), r.random() < 0.5),
        lambda layer, skip: attention_complexity.break_even(_layer_shape(layer), skip),
    ),
    "pairFrequencies": (lambda r: (2 * r.randint(1, 64), 10 ** r.uniform(2, 7)), position_encoding.pair_frequencies),
    "turned": (lambda r: ([r.gauss(0, 1), r.gauss(0, 1)], r.randint(0, 5000), r.random()), _pair),
    "pairScore": (
        lambda r: (r.randint(0, 900), r.randint(0, 900), r.random()),
        lambda i, j, w: _pair([1.0, 0.0], i, w) @ _pair([1.0, 0.0], j, w),
    ),
    "ntkBase": (lambda r: (10 ** r.uniform(3, 6), 2 ** r.uniform(0, 5), 2 * r.randint(2, 64)), rope.ntk_base),
    "yarnFrequencies": (
        lambda r: (2 * r.randint(4, 64), 2 ** r.uniform(0, 5), 2 ** r.randint(8, 15), 10 ** r.uniform(3, 6)),
        rope.yarn_frequencies,
    ),
    "alibiSlopes": (lambda r: (r.randint(1, 100),), alibi.alibi_slopes),
    "alibiWeights": (
        lambda r: (r.choice(list(alibi.alibi_slopes(8))), r.randint(1, 1024)),
        lambda slope, S: softmax.softmax(-slope * np.arange(S)),
    ),
    "bigramLogits": (
        lambda r: (r.choice(autoregressive_decoding.COUNTS),),
        lambda counts: autoregressive_decoding.bigram([autoregressive_decoding.COUNTS.index(tuple(counts))])[0],
    ),
    "ranks": (lambda r: (_logits(r),), lambda z: autoregressive_decoding.ranks(np.array(z))),
    "topK": (
        lambda r: (_logits(r), r.randint(0, 12)),
        lambda z, k: autoregressive_decoding.top_k_filter(np.array(z), k),
    ),
    "topP": (
        lambda r: (_logits(r), r.choice((r.uniform(0.01, 1), 1.0))),
        lambda z, p: autoregressive_decoding.top_p_filter(np.array(z), p),
    ),
    "minP": (
        lambda r: (_logits(r), r.choice((r.uniform(0.01, 1), 0, 1))),
        lambda z, p: autoregressive_decoding.min_p_filter(np.array(z), p),
    ),
    "nextProbs": (
        lambda r: (
            _logits(r),
            r.choice((0, r.uniform(0.05, 3))),
            r.randint(0, 12),
            r.uniform(0.05, 1.1),
            r.choice((0, r.uniform(0, 1))),
        ),
        lambda z, *options: autoregressive_decoding.next_probs(np.array(z), *options),
    ),
    "acceptance": (
        lambda r: (_probs(r), _probs(r)),
        lambda p, q: 1 - autoregressive_decoding.residual(np.array(p), np.array(q)).sum(),
    ),
    "residual": (lambda r: (p := _probs(r), r.choice((p, _probs(r)))), _normalised),
    "tokensPerPass": (lambda r: (r.choice((r.random(), 1)), r.randint(1, 8)), _tokens_per_pass),
    "float8": (
        lambda r: (r.gauss(0, 1) * 10 ** r.randint(-4, 5), *r.choice(((4, 3), (5, 2)))),
        lambda x, exponent, mantissa: deepseek_v3.float8(np.array(x), exponent, mantissa),
    ),
    "quantize": (_eight_bits, lambda x, tile, e, m: deepseek_v3.quantize(np.array(x), tile, e, m)),
    "relativeError": (lambda r: ([r.gauss(0, 1) for _ in range(9)], _numbers(r, 9, 9), r.randrange(9)), _error),
    "parameters": (lambda r: (_decoder(r),), lambda m: serving_calculator.Model(**m).parameters),
    "trainingBytes": (
        lambda r: (
            _decoder(r),
            r.randint(1, 10**6),
            r.random() < 0.5,
            r.choice((0, r.randint(1, 4096))),
            r.uniform(0.1, 18),
        ),
        _training_bytes,
    ),
    "rankState": (
        lambda r: (r.choice(list(training_memory.STATE.values())), r.randint(1, 1024), r.randint(0, 3)),
        _rank_state,
    ),
    "progress": (
        lambda r: (r.randint(0, 300), start := r.randint(0, 99), start + r.randint(1, 200)),
        learning_rate_schedules.progress,
    ),
    "cosine": (lambda r: (*_steps(r), r.random()), learning_rate_schedules.cosine),
    "wsd": (lambda r: (*_steps(r), r.randint(1, 100), r.random()), learning_rate_schedules.wsd),
    "inverseSqrt": (lambda r: (r.randint(1, 10**5), r.randint(1, 4000)), learning_rate_schedules.inverse_sqrt),
    "curvatures": (lambda r: (r.randint(2, 40),), lambda count: np.geomspace(1e-3, 1, count)),
    "expectedLosses": (
        lambda r: (
            [r.uniform(0, 1) for _ in range(r.randint(0, 90))],
            [r.uniform(1e-3, 1.9) for _ in range(5)],
            r.random(),
        ),
        lambda rates, h, noise: learning_rate_schedules.expected_losses(rates, np.array(h), noise, np.ones(len(h))),
    ),
    "gpipe": (lambda r: (r.randint(1, 8), r.randint(1, 20)), tensor_and_pipeline_parallelism.gpipe),
    "oneForwardOneBackward": (
        lambda r: (r.randint(1, 8), r.randint(1, 20)),
        tensor_and_pipeline_parallelism.one_f_one_b,
    ),
    "interleaved": (
        lambda r: (p := r.randint(1, 8), p * r.randint(1, 3), r.randint(1, 4)),
        tensor_and_pipeline_parallelism.interleaved,
    ),
    "play": (_plan, _played),
    "idleShare": (_plan, tensor_and_pipeline_parallelism.idle_share),
    "lossParts": (lambda r: (_law(r), 10 ** r.uniform(5, 14), 10 ** r.uniform(7, 16)), _loss_parts),
    "optimalSize": (
        lambda r: (_law(r), 10 ** r.uniform(17, 28)),
        lambda law, C: scaling_laws.Law(**law).optimal(C)[0],
    ),
    "tokensFor": (
        lambda r: (r.uniform(1.5, 4), 10 ** r.uniform(6, 13), _law(r)),
        lambda target, N, law: scaling_laws.tokens_for(target, N, scaling_laws.Law(**law)),
    ),
    "round": (lambda r: (r.choice((r.randint(-9, 9) + 0.5, r.uniform(-300, 300))),), np.round),
    "quantizeGroups": (_few_bits, _groups),
    "errorNorm": (
        lambda r: (_numbers(r, 9, 9), _numbers(r, 9, 9)),
        lambda *both: quantization_int8_int4.relative_error(*map(np.array, both)),
    ),
    "chooseExperts": (
        lambda r: ([_scores(r) for _ in range(r.randint(1, 40))], r.randint(1, 6)),
        lambda scores, k: deepseek_v3.choose_experts(np.array(scores), k),
    ),
    "capacityCost": (_choices, _capacity_cost),
    "tiles": (_tile_case, _tiles),
    "attentionTraffic": (
        lambda r: (r.randint(1, 5000), r.randint(1, 5000), r.choice((32, 64, 128)), r.choice((0, 1, 7, 64, 128))),
        lambda T, S, D, block: flash_attention.attention_traffic(T, S, D, block or None),
    ),
}


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """Run TypeScript that sees the room; the value it puts into `answer` comes back."""
    folder = assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache())

    def run(code: str) -> Any:
        (folder / "src/driver.ts").write_text(code, encoding="utf-8")
        command = [
            str(folder / "node_modules/.bin/esbuild"),
            "src/driver.ts",
            "--bundle",
            "--platform=node",
            "--loader:.bin=file",
        ]
        assets.run_tool([assets.tool("node"), *command, "--outfile=driver.cjs"], folder, "bundling the driver failed")
        done = subprocess.run(
            [assets.tool("node"), "driver.cjs"], cwd=folder, capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    return run


def _flat(value: Any) -> Iterator[float | str | bool | None]:
    """Every number and name in it, in order; infinities as JSON has them."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield name
            yield from _flat(value[name])
    elif isinstance(value, list | tuple | np.ndarray):
        yield len(value)
        for item in value:
            yield from _flat(item)
    elif isinstance(value, str | bool | np.bool_) or value is None:
        yield value if value is None or isinstance(value, str) else bool(value)
    else:
        yield None if math.isinf(value) else float(value)


def same(ours: Any, theirs: Any) -> bool:
    """Equal to 1e-6, absolute for small numbers and relative for large ones."""
    left, right = list(_flat(ours)), list(_flat(theirs))
    return len(left) == len(right) and all(
        math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)
        if isinstance(a, float) and isinstance(b, float)
        else type(a) is type(b) and a == b
        for a, b in zip(left, right, strict=True)
    )


def test_every_twin_answers_as_its_card(node: Callable[[str], Any]) -> None:
    cases = {name: [make(random.Random(seed)) for seed in range(CASES)] for name, (make, _) in TABLE.items()}
    imports = "".join(f'import * as m{at} from "./explore/twin/{path.stem}";\n' for at, path in enumerate(TWINS))
    every = ", ".join(f"...m{at}" for at in range(len(TWINS)))
    answers = node(
        f"{imports}const twins: Record<string, any> = {{ {every} }};\nconst cases = {json.dumps(cases)};\n"
        "const answer: Record<string, unknown> = { known: Object.keys(twins) };\n"
        "for (const [name, list] of Object.entries(cases))\n"
        "  answer[name] = (list as any[]).map((given) => twins[name](...given));\n"
        "process.stdout.write(JSON.stringify(answer));\n"
    )
    assert sorted(answers.pop("known")) == sorted(TABLE)  # none is left out
    wrong = [
        (name, given, got)
        for name, (_, card) in TABLE.items()
        for given, got in zip(cases[name], answers[name], strict=True)
        if not same(card(*given), got)
    ]
    assert wrong[:3] == []


def test_a_twin_that_differs_is_seen() -> None:
    assert same([1.0, math.inf], [1 + 1e-9, None])
    assert not same([1.0], [1 + 1e-5])
    assert not same([1.0, 2.0], [1.0])
    assert not same({"a": 1}, {"b": 1})


@pytest.mark.parametrize("name", explore_data.FILES)
def test_the_data_is_what_the_cards_compute(name: str) -> None:
    stored = json.loads((SOURCE / "data" / name).read_text(encoding="utf-8"))
    assert same(explore_data.FILES[name](), stored)


def test_no_data_is_of_unknown_origin() -> None:
    assert sorted(path.name for path in (SOURCE / "data").iterdir()) == sorted(explore_data.FILES)


def test_engine_and_scripts_know_the_same_names(node: Callable[[str], Any]) -> None:
    code = 'import { FIGURES } from "./explore/names";\nprocess.stdout.write(JSON.stringify(Object.keys(FIGURES)));\n'
    assert sorted(node(code)) == sorted(EXPLORABLES) == list(EXPLORABLES)


def test_every_figure_computes_by_twins_or_data() -> None:
    figures = sorted(SOURCE.glob("figure/*.ts"))
    assert len(figures) == len(EXPLORABLES)
    for path in figures:
        assert re.search(r'from "\.\./(twin|data)/', path.read_text(encoding="utf-8")), path.name


def test_each_figure_is_small() -> None:
    """With everything that it needs, as it travels."""
    import gzip

    built = assets.build_assets(assets.asset_cache())
    main = (built / "explore.js").read_text(encoding="utf-8")
    chunks = {path.name: path.read_bytes() for path in (built / "explore").glob("*.js")}

    def needs(name: str) -> set[str]:
        found = {name}
        for other in re.findall(r'from"\./([^"]+)"', chunks[name].decode()):
            found |= needs(other.rpartition("/")[2])
        return found

    shared = set(re.findall(r'from"\./explore/([^"]+)"', main))
    for name in EXPLORABLES:
        entry = next(chunk for chunk in chunks if chunk.startswith(name.replace("-", "_") + "-"))
        whole = needs(entry) | {piece for start in shared for piece in needs(start)}
        size = len(gzip.compress(main.encode())) + sum(len(gzip.compress(chunks[piece])) for piece in whole)
        assert size <= 25 * 1024, (name, size)

"""snippets.kv_cache and its stores against a reference that keeps nothing and uses none of their code."""

from __future__ import annotations

import math
import shutil

import pytest

from snippets import kv_cache as card
from snippets.multi_head_attention_variants import AttentionShape, named_shapes

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
F = torch.nn.functional
V, B = 37, 2
SHAPES = {
    "MHA": AttentionShape(2, 32, 4, 8, G=4),
    "GQA": AttentionShape(2, 32, 4, 8, G=2),
    "MQA": AttentionShape(2, 32, 4, 8, G=1),
    "MLA": AttentionShape(2, 32, 4, 8, R=4, q_rank=24, kv_rank=16),
}


def model_of(name: str, window: int | None = None, rotary: bool = True):
    torch.manual_seed(0)
    model = card.GPT(SHAPES[name], V, window=window, rotary=rotary, context=64).double().eval()
    if rotary:
        model.rotary = card.rotary_table(64, model.rotary.shape[-1])
    return model


def tokens(*shape: int, seed: int = 0):
    return torch.randint(V, shape, generator=torch.Generator().manual_seed(seed))


def turned(x, position: int):
    """RoPE of one vector, pair by pair with sine and cosine: features p and p + width/2 belong together."""
    half, out = x.shape[-1] // 2, x.clone()
    for p in range(half):
        angle = position * 10000 ** (-p / half)
        a, b = x[..., p], x[..., p + half]
        out[..., p] = a * math.cos(angle) - b * math.sin(angle)
        out[..., p + half] = a * math.sin(angle) + b * math.cos(angle)
    return out


def one_query(q, keys, values, scale: float):
    scores = torch.stack([q @ k for k in keys]) * scale
    return (scores.exp() / scores.exp().sum()) @ torch.stack(values)


def attend(layer, shape, xs, window, rotary):
    """Token by token, head by head, over Python lists of every visible key and value."""
    out = []
    for t in range(len(xs)):
        seen = range(0 if window is None else max(0, t - window + 1), t + 1)
        heads = []
        for h in range(shape.H):
            if shape.G:
                rows = layer.w_qkv.weight.unflatten(0, (-1, shape.D))  # (H + 2G, D, C)
                g = h * shape.G // shape.H
                turn = turned if rotary else (lambda x, _: x)
                q = turn(rows[h] @ xs[t], t)
                keys = [turn(rows[shape.H + g] @ xs[j], j) for j in seen]
                values = [rows[shape.H + shape.G + g] @ xs[j] for j in seen]
                heads.append(one_query(q, keys, values, shape.D**-0.5))
            else:  # MLA as it is defined: keys and values are rebuilt, nothing is absorbed
                part = {n: getattr(layer, n).weight for n in ("w_uq", "w_uk", "w_uv")}
                cut = slice(h * shape.D, (h + 1) * shape.D)
                latent = layer.w_dq.weight @ xs[t]
                rotary_q = layer.w_qr.weight[h * shape.R : (h + 1) * shape.R] @ latent
                q = torch.cat([part["w_uq"][cut] @ latent, turned(rotary_q, t)])
                c = [layer.w_dkv.weight @ xs[j] for j in seen]
                rotary_k = [turned(layer.w_kr.weight @ xs[j], j) for j in seen]
                keys = [torch.cat([part["w_uk"][cut] @ a, r]) for a, r in zip(c, rotary_k, strict=True)]
                values = [part["w_uv"][cut] @ a for a in c]
                heads.append(one_query(q, keys, values, (shape.D + shape.R) ** -0.5))
        out.append(layer.w_o.weight @ torch.cat(heads))
    return torch.stack(out)


def reference(model, ids):
    """Logits (T, V) of one sequence."""
    C = model.shape.C
    x = model.ends.embedding.weight[ids] * math.sqrt(C)
    if model.positions is not None:
        x = x + model.positions.weight[: len(ids)]
    for block in model.blocks:
        normed = F.layer_norm(x, (C,), block.norm_1.weight, block.norm_1.bias)
        x = x + attend(block.attention, model.shape, normed, model.window, model.positions is None)
        x = x + block.ffn(F.layer_norm(x, (C,), block.norm_2.weight, block.norm_2.bias))
    return F.layer_norm(x, (C,), model.norm.weight, model.norm.bias) @ model.ends.embedding.weight.T


def caches(model, length: int, window: int | None):
    layout, kind = card.cache_layout(model.shape), torch.float64
    yield card.GrowingCache(layout)
    yield card.PreallocatedCache(layout, B, length, kind)
    yield card.StaticCache(layout, B, length + 3, kind)
    yield card.PagedCache(layout, 30, 3, kind)
    if window is not None:
        yield card.RingCache(layout, B, window, kind)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("window", [None, 1, 4])
def test_every_cache_gives_the_logits_of_the_loops(name, window):
    model, ids = model_of(name, window), tokens(B, 11)
    with torch.no_grad():
        expected = torch.stack([reference(model, row) for row in ids])
        torch.testing.assert_close(model(ids), expected, atol=1e-10, rtol=0)
        for pieces in ([1] * 11, [5, 3, 1, 1, 1], [11]):
            for cache in caches(model, 11, window):
                out = torch.cat([model(piece, cache) for piece in ids.split(pieces, dim=1)], dim=1)
                torch.testing.assert_close(out, expected, atol=1e-10, rtol=0, msg=type(cache).__name__)


@pytest.mark.parametrize("name", ["MHA", "GQA", "MQA"])
def test_learned_positions_need_no_rotation(name):
    model, ids = model_of(name, rotary=False), tokens(B, 9)
    with torch.no_grad():
        expected = torch.stack([reference(model, row) for row in ids])
        for cache in caches(model, 9, None):
            out = torch.cat([model(piece, cache) for piece in ids.split(2, dim=1)], dim=1)
            torch.testing.assert_close(out, expected, atol=1e-10, rtol=0, msg=type(cache).__name__)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("window", [None, 4])
def test_greedy_text_is_the_argmax_of_the_loops(name, window):
    model, ids = model_of(name, window), tokens(B, 3)
    expected = [row.tolist() for row in ids]
    with torch.no_grad():
        for row in expected:
            for _ in range(8):
                row.append(int(reference(model, torch.tensor(row))[-1].argmax()))
    assert len({token for row in expected for token in row}) > 4  # a text that could be wrong
    assert card.generate(model, ids, 8, use_cache=False).tolist() == expected
    assert card.generate(model, ids, 8).tolist() == expected
    for cache in caches(model, 11, window):
        assert card.generate(model, ids, 8, cache=cache).tolist() == expected


@pytest.mark.parametrize("rotary", [True, False])
@pytest.mark.parametrize("name", ["MHA", "GQA", "MQA"])
def test_decoder_reads_a_token_as_the_modules_do(name, rotary):
    model, ids = model_of(name, rotary=rotary), tokens(B, 10)
    cache = card.PreallocatedCache(card.cache_layout(model.shape), B, 10, torch.float64)
    with torch.inference_mode():
        whole = model(ids)
        card.prefill(model, ids[:, :4], cache)
        step = card.Decoder(model, cache)
        for t in range(4, 10):
            torch.testing.assert_close(step(ids[:, t]), whole[:, t], atol=1e-12, rtol=0)


def test_generate_asks_the_chooser_and_adds_nothing_for_no_tokens():
    model, ids = model_of("GQA"), tokens(B, 4)
    assert card.generate(model, ids, 0).tolist() == ids.tolist()
    least = card.generate(model, ids, 5, choose=lambda logits: logits.argmin(dim=-1))
    again = card.generate(model, ids, 5, use_cache=False, choose=lambda logits: logits.argmin(dim=-1))
    assert least.tolist() == again.tolist() != card.generate(model, ids, 5).tolist()


def test_a_full_cache_refuses_instead_of_overwriting():
    model = model_of("MHA")
    cache = card.PreallocatedCache(card.cache_layout(model.shape), B, 5, torch.float64)
    with torch.no_grad():
        model(tokens(B, 5), cache)
        with pytest.raises(ValueError, match="no room for 1 tokens after 5"):
            model(tokens(B, 1), cache)
    paged = card.PagedCache(card.cache_layout(model.shape), 2, 2, torch.float64)
    with pytest.raises(MemoryError, match="the pool is empty"), torch.no_grad():
        model(tokens(B, 5), paged)


@pytest.mark.parametrize("name", SHAPES)
def test_prompts_of_different_lengths_are_answered_as_if_alone(name):
    model = model_of(name)
    prompts = [tokens(n, seed=n).tolist() for n in (7, 1, 4)]
    layout = card.cache_layout(model.shape)
    texts = card.generate_ragged(model, card.StaticCache(layout, 3, 20, torch.float64), prompts, 6)
    for prompt, text in zip(prompts, texts, strict=True):
        assert text == card.generate(model, torch.tensor([prompt]), 6, use_cache=False)[0].tolist()


def test_paged_sequences_enter_leave_and_share():
    model = model_of("GQA")
    cache = card.PagedCache(card.cache_layout(model.shape), 12, 4, torch.float64)
    tables, texts = cache.tables, {}

    def read(names, ids):
        """One pass of some sequences; the logits must be those of each text by itself."""
        cache.batch = list(names)
        logits = model(ids, cache)
        for name, row, new in zip(names, logits, ids, strict=True):
            texts[name] = [*texts.get(name, []), *new.tolist()]
            torch.testing.assert_close(row[-1], model(torch.tensor([texts[name]]))[0, -1], atol=1e-10, rtol=0)

    with torch.no_grad():
        a = tables.add()
        read([a], tokens(1, 6))
        b = tables.add(parent=a)
        texts[b] = list(texts[a])
        assert tables.users.count(2) == 2 and len(tables.free) == 10
        read([b, a], tokens(2, 1, seed=1))  # the half-filled block is copied, the full one stays shared
        assert tables.users.count(2) == 1 and len(tables.free) == 9
        c = tables.add()
        read([c], tokens(1, 3, seed=2))
        read([a, b, c], tokens(3, 1, seed=3))
        tables.drop(a)
        texts.pop(a)
        read([c, b], tokens(2, 5, seed=4))
        tables.drop(b)
        tables.drop(c)
    assert sorted(tables.free) == list(range(12)) and not any(tables.users)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Llama 2 7B", 2 * 32 * 32 * 128 * 2),
        ("Llama 3 8B", 2 * 32 * 8 * 128 * 2),
        ("DeepSeek-V2", 60 * (512 + 64) * 2),
        ("DeepSeek-V3", 61 * (512 + 64) * 2),
        ("MiniMind 8/2", 2 * 8 * 2 * 64 * 2),
        ("MiniMind 8/4", 2 * 8 * 4 * 96 * 2),
    ],
)
def test_bytes_per_token_of_named_models_are_those_of_real_tensors(name, expected):
    layout = card.cache_layout(named_shapes()[name])
    assert layout.bytes_per_token() == expected
    for S in (1, 5):
        for cache in (card.PreallocatedCache, card.StaticCache):
            assert card.cache_bytes(cache(layout, 2, S, torch.bfloat16)) == 2 * S * expected
    assert card.cache_bytes(card.RingCache(layout, 1, 3, torch.bfloat16)) == 3 * expected
    assert card.cache_bytes(card.PagedCache(layout, 2, 4, torch.bfloat16)) == 8 * expected


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.skipif(
    not any(map(shutil.which, ("g++", "clang++"))), reason="needs a C++ compiler, as torch.compile does"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("name", ["GQA", "MLA"])
def test_static_cache_compiles_once_for_all_steps(name):
    """In a cache of its own: torch's key for compiled graphs leaves out the instruction set.

    A graph made for AVX-512 (sixteen elements a step) is found again where ATEN_CPU_CAPABILITY, or a machine with the
    same temporary folder, says AVX2 (eight): its C++ is compiled for smaller vectors than it was written for, and gives NaN.
    """
    from torch._dynamo.testing import CompileCounterWithBackend
    from torch._inductor.utils import fresh_cache

    model = model_of(name)
    torch._dynamo.reset()
    counter = CompileCounterWithBackend("inductor")
    compiled = torch.compile(model, backend=counter, fullgraph=True)
    ids = tokens(B, 14)
    cache = card.StaticCache(card.cache_layout(model.shape), B, 16, torch.float64)
    with fresh_cache(), torch.no_grad():
        whole = model(ids)
        model(ids[:, :6], cache)  # the prompt, as it is
        for t in range(6, 14):
            out = compiled(ids[:, t : t + 1], cache)[:, 0]
            torch.testing.assert_close(out, whole[:, t], atol=1e-10, rtol=0)
    assert counter.frame_count == 1 and cache.lengths.tolist() == [14, 14]

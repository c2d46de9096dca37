"""snippets.transformer against nn.LayerNorm, nn.TransformerEncoderLayer and nn.TransformerDecoderLayer."""

from __future__ import annotations

import numpy as np
import pytest

from snippets import transformer as card
from snippets.attention_mechanism import causal_mask

torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
nn = torch.nn
C, H, FF, B, T, S = 16, 4, 24, 2, 5, 7


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape)


def scrambled(layer: nn.Module) -> nn.Module:
    """Every weight random, the norms' too, so that none can hide; attention biases stay zero, as ours has none."""
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for name, weight in layer.named_parameters():
            if "in_proj_bias" not in name and "out_proj.bias" not in name:
                weight.copy_(torch.randn(weight.shape, generator=generator, dtype=weight.dtype) * 0.3)
            else:
                weight.zero_()
    return layer.double().eval()


def numpy_weights(block, theirs) -> None:
    """Copy a torch layer into the NumPy block of the same structure."""
    attentions = [(block.attention, theirs.self_attn)]
    if hasattr(theirs, "multihead_attn"):
        attentions.append((block.cross_attention, theirs.multihead_attn))
    for mine, other in attentions:
        matrices = (*other.in_proj_weight.chunk(3), other.out_proj.weight)
        for name, matrix in zip(("w_q", "w_k", "w_v", "w_o"), matrices, strict=True):
            setattr(mine, name, matrix.detach().numpy().T)
    for index, linear in ((1, theirs.linear1), (2, theirs.linear2)):
        setattr(block.ffn, f"w_{index}", linear.weight.detach().numpy().T)
        setattr(block.ffn, f"b_{index}", linear.bias.detach().numpy())
    for index in (1, 2, 3):
        if hasattr(theirs, f"norm{index}"):
            norm = getattr(theirs, f"norm{index}")
            mine = getattr(block, f"norm_{index}")
            mine.gamma, mine.beta = norm.weight.detach().numpy(), norm.bias.detach().numpy()


def test_layer_norm_equals_torch():
    x, gamma, beta = normal(3, 4, C) * 5 + 2, normal(C, seed=1), normal(C, seed=2)
    theirs = nn.functional.layer_norm(*(torch.from_numpy(x), (C,), torch.from_numpy(gamma), torch.from_numpy(beta)))
    np.testing.assert_allclose(card.layer_norm(x, gamma, beta), theirs.numpy(), atol=1e-13)


@pytest.mark.parametrize("width", [1, 7, 16])
def test_positional_encoding_is_sine_and_cosine_of_the_papers_angles(width):
    encoding = card.positional_encoding(9, width)
    for position in range(9):
        for feature in range(width):
            angle = position / 10000 ** ((feature - feature % 2) / width)
            assert np.isclose(encoding[position, feature], np.cos(angle) if feature % 2 else np.sin(angle))


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_encoder_block_equals_torchs_layer_with_copied_weights(norm_first, masked):
    theirs = scrambled(nn.TransformerEncoderLayer(C, H, FF, 0.1, batch_first=True, norm_first=norm_first))
    in_torch = card.EncoderLayer(C, H, FF, norm_first=norm_first).double().eval()
    card.copy_layer(theirs, in_torch)
    in_numpy = card.EncoderBlock(np.random.default_rng(0), C, H, FF, norm_first)
    numpy_weights(in_numpy, theirs)
    x = normal(B, T, C)
    mask = causal_mask(T) if masked else None
    with torch.no_grad():
        expected = theirs(torch.from_numpy(x), src_mask=None if mask is None else torch.from_numpy(~mask)).numpy()
        ours = in_torch(torch.from_numpy(x), None if mask is None else torch.from_numpy(mask)).numpy()
    np.testing.assert_allclose(ours, expected, atol=1e-11)
    np.testing.assert_allclose(in_numpy(x, mask), expected, atol=1e-11)


@pytest.mark.parametrize("norm_first", [False, True])
def test_decoder_block_equals_torchs_layer_with_copied_weights(norm_first):
    theirs = scrambled(nn.TransformerDecoderLayer(C, H, FF, 0.1, batch_first=True, norm_first=norm_first))
    in_torch = card.DecoderLayer(C, H, FF, norm_first=norm_first).double().eval()
    card.copy_layer(theirs, in_torch)
    in_numpy = card.DecoderBlock(np.random.default_rng(0), C, H, FF, norm_first)
    numpy_weights(in_numpy, theirs)
    x, memory = normal(B, T, C), normal(B, S, C, seed=1)
    causal, real = causal_mask(T), card.padding_mask([S, S - 3], S)
    keys = card.mask_keys(real, T)
    with torch.no_grad():
        expected = theirs(
            torch.from_numpy(x),
            torch.from_numpy(memory),
            tgt_mask=torch.from_numpy(~causal),
            memory_key_padding_mask=torch.from_numpy(~real),
        ).numpy()
        tensors = (torch.from_numpy(array) for array in (x, memory, causal, keys))
        ours = in_torch(*tensors).numpy()
    np.testing.assert_allclose(ours, expected, atol=1e-11)
    np.testing.assert_allclose(in_numpy(x, memory, causal, keys), expected, atol=1e-11)


@pytest.mark.parametrize("norm_first", [False, True])
def test_padding_never_reaches_the_logits(norm_first):
    model = card.Transformer(np.random.default_rng(0), 20, C, H, FF, 2, norm_first)
    rng = np.random.default_rng(1)
    source, target = rng.integers(0, 20, (2, S)), rng.integers(0, 20, (2, T))
    real = card.padding_mask([S, 4], S)
    other = np.where(real, source, (source + 1) % 20)  # other tokens where the padding is
    np.testing.assert_allclose(model(source, target, real), model(other, target, real), atol=1e-12)
    assert not np.allclose(model(source, target), model(other, target))  # without the mask it does


def test_the_future_never_reaches_the_past():
    model = card.Transformer(np.random.default_rng(0), 20, C, H, FF, 2)
    rng = np.random.default_rng(1)
    source, target = rng.integers(0, 20, (1, S)), rng.integers(0, 20, (1, T))
    changed = target.copy()
    changed[0, 3] = (changed[0, 3] + 1) % 20
    before, after = model(source, target), model(source, changed)
    np.testing.assert_allclose(before[:, :3], after[:, :3], atol=1e-12)
    assert not np.allclose(before[:, 3:], after[:, 3:])


def test_greedy_decode_equals_a_full_pass_over_its_own_answer():
    model = card.Transformer(np.random.default_rng(2), 20, C, H, FF, 2)
    source = np.random.default_rng(1).integers(0, 20, (3, S))
    answer = card.greedy_decode(model, source, start=1, steps=4)
    assert answer.shape == (3, 5) and (answer[:, 0] == 1).all()
    assert (model(source, answer[:, :-1]).argmax(-1) == answer[:, 1:]).all()


@pytest.mark.parametrize("norm_first", [False, True])
def test_parameter_count_equals_the_torch_model(norm_first):
    ours = card.Transformer(np.random.default_rng(0), 20, C, H, FF, 2, norm_first)
    theirs = card.TransformerModel(20, C, H, FF, 2, norm_first=norm_first)
    assert sum(array.size for array in card.parameters(ours)) == sum(p.numel() for p in theirs.parameters())

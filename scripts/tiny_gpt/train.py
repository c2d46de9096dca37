"""Train the tiny GPT of the GPT card's page: `python -m scripts.tiny_gpt.train` (one core, about two minutes).

The model is the card's PyTorch module. Every window starts with a line break; its lines are sentences of text.txt and
patterns made up as it goes: numbers in order, letters in order, and random strings that repeat. What repeats cannot be
learned by heart, so the model has to learn to look back and copy.
"""

from __future__ import annotations

import random

import torch
from torch import nn

from scripts.tiny_gpt.model_file import FILE, TEXT, pack
from snippets.gpt import GPT, GPTConfig

STEPS, BATCH, RATE = 3200, 16, 5e-3
WIDTH, HEADS, LAYERS, POSITIONS = 48, 4, 3, 64
LATIN = "abcdefghijklmnopqrstuvwxyz"
DIGITS, HAN_DIGITS = "0123456789", "一二三四五六七八九十"


def vocabulary(lines: list[str]) -> str:
    """Every character of the text and of the patterns, in order."""
    return "".join(sorted({"\n", *LATIN, *LATIN.upper(), *DIGITS, *HAN_DIGITS, *"、", *"".join(lines)}))


def han_number(n: int) -> str:
    """1 to 99 in Chinese."""
    tens, ones = divmod(n, 10)
    ten = ("" if tens == 1 else HAN_DIGITS[tens - 1]) + "十" if tens else ""
    return ten + (HAN_DIGITS[ones - 1] if ones else "")


def pattern(rng: random.Random, han: str) -> str:
    """One made-up line: a count, a piece of the alphabet, or a random string several times."""
    kind, start, length = rng.random(), rng.randint(1, 80), rng.randint(6, 18)
    if kind < 0.15:
        return " ".join(str(n) for n in range(start, start + length))
    if kind < 0.30:
        return "、".join(han_number(n) for n in range(start, start + length))
    if kind < 0.36:
        first = rng.randint(0, 16)
        return rng.choice(("", " ")).join(LATIN[first : first + 10])
    letters = rng.choice((LATIN, han, LATIN.upper() + DIGITS))
    piece = "".join(rng.choices(letters, k=rng.randint(2, 10)))
    return rng.choice(("", " ", "，")).join([piece] * rng.randint(2, 7))


def window(rng: random.Random, lines: list[str], han: str, length: int) -> str:
    """Lines until the window is full."""
    text = "\n"
    while len(text) < length:
        text += (rng.choice(lines) if rng.random() < 0.5 else pattern(rng, han)) + "\n"
    return text[:length]


def main() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rng = random.Random(0)
    lines = TEXT.read_text(encoding="utf-8").splitlines()
    letters = vocabulary(lines)
    ids = {letter: i for i, letter in enumerate(letters)}
    han = "".join(letter for letter in letters if "一" <= letter <= "鿿")
    config = GPTConfig(V=len(letters), positions=POSITIONS, C=WIDTH, H=HEADS, layers=LAYERS)
    model = GPT(config, std=0.1)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=STEPS, pct_start=0.05)
    for step in range(STEPS):
        texts = [window(rng, lines, han, config.positions + 1) for _ in range(BATCH)]
        x = torch.tensor([[ids[letter] for letter in text] for text in texts])  # (BATCH, 65)
        loss = nn.functional.cross_entropy(model(x[:, :-1]).flatten(0, 1), x[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 250 == 0 or step == STEPS - 1:
            print(f"step {step:5}  loss {loss.item():.3f}", flush=True)
    weights = {name: p.detach().numpy() for name, p in model.named_parameters()}
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_bytes(pack(config, letters, weights))
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes, {len(letters)} characters")


if __name__ == "__main__":
    main()

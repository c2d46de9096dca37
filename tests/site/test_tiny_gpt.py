"""The look inside a whole model, in a real browser: what is typed is read, and what is shown is what the card's code computes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page
from site_reader import Reader

from scripts.tiny_gpt.model_file import FILE, encode, unpack
from snippets.attention_mechanism import causal_mask, scaled_dot_product_attention, split_heads
from snippets.gpt import generate, gpt_forward, linear, norm
from snippets.softmax import softmax

CONFIG, LETTERS, W, _ = unpack(FILE.read_bytes())
PLACE = ".zx-explore[data-explore=tiny-gpt]"
STEPS = 3 + 14 * CONFIG.layers + 3
HIDDEN = {"␣": " ", "⏎": "\n"}


def look(reader: Callable[..., Reader], lang: str) -> tuple[Reader, Page]:
    """The card's page in a language, scrolled to the model."""
    person = reader(*((1280, "light") if lang == "en" else (360, "dark")))
    page = person.open(f"{'' if lang == 'en' else '/zh'}/architecture/GPT/")
    page.locator(PLACE).evaluate("place => place.scrollIntoView()")
    page.wait_for_selector(f"{PLACE}[data-state=ready] table td", state="attached")
    return person, page


def go_to(page: Page, slider: str, value: int) -> None:
    sliders = {"position": 0, "temperature": 1, "step": 2}
    page.locator(f"{PLACE} input[type=range]").nth(sliders[slider]).fill(str(value))


def table(page: Page) -> tuple[list[str], np.ndarray]:
    """Names and numbers of the step that is shown."""
    cells = page.eval_on_selector_all(f"{PLACE} table td", "cells => cells.map(cell => cell.textContent)")
    return cells[::2], np.array([float(cell.replace(",", "")) for cell in cells[1::2]])


@pytest.mark.parametrize(("lang", "text"), [("en", "qzvk qzvk qz"), ("zh", "处处闻啼鸟。The")])
def test_what_is_typed_is_computed_by_the_code_of_the_card(reader: Callable[..., Reader], lang: str, text: str) -> None:
    person, page = look(reader, lang)
    page.locator(f"{PLACE} input[type=text]").fill(text)
    tokens = np.array([encode(LETTERS, text)[0]])
    logits = gpt_forward(W, CONFIG, tokens)[0][0]
    go_to(page, "step", STEPS - 1)
    for position in (tokens.size - 1, 3):
        go_to(page, "position", position)
        names, shown = table(page)
        assert "".join(HIDDEN.get(name, name) for name in names) == LETTERS
        assert np.abs(shown - softmax(logits[position])).max() < 1e-6

    go_to(page, "position", tokens.size - 1)
    page.locator(f"{PLACE} select").nth(1).select_option(label="2")  # the second head
    go_to(page, "step", 3 + 5)  # attention weights of the first layer
    x = norm(W, "blocks.0.norm_1", W["tokens.weight"][tokens] + W["positions.weight"][: tokens.size])[0]
    q, k, v = (split_heads(linear(W, f"blocks.0.attention.w_{part}", x)[0], CONFIG.H) for part in "qkv")
    weights = scaled_dot_product_attention(q, k, v, causal_mask(tokens.size))[1][0, 1]
    assert np.abs(table(page)[1] - weights[-1]).max() < 1e-6

    matrix = page.locator(f"{PLACE} svg[tabindex]").first
    for key, query, seen in (("ArrowUp", -2, 3), ("ArrowRight", -2, 4)):  # the cursor has followed to position 3
        matrix.press(key)
        said = page.locator(f"{PLACE} .zx-explore-note").nth(1).text_content() or ""
        assert f"{weights[query, seen]:.6f}" in said
    assert person.errors == [] and person.foreign == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_writes_on_and_names_what_it_cannot_read(reader: Callable[..., Reader], lang: str) -> None:
    person, page = look(reader, lang)
    field = page.locator(f"{PLACE} input[type=text]")
    start = field.input_value()
    for _ in range(4):
        page.locator(f"{PLACE} .zx-explore-buttons").nth(1).locator("button").first.click()
    ids = generate(lambda batch: gpt_forward(W, CONFIG, batch)[0], encode(LETTERS, start)[0], 4, CONFIG.positions)
    written = "".join(LETTERS[i] for i in ids[1:])
    assert "".join(HIDDEN.get(letter, letter) for letter in field.input_value()) == written
    page.locator(f"{PLACE} .zx-explore-buttons").nth(1).locator("button").nth(1).click()
    assert len(field.input_value()) == len(written) + 1
    field.fill("The 🐈 sat")
    assert "🐈" in (page.locator(f"{PLACE} .zx-explore-note").first.text_content() or "")
    field.fill("x" * 100)  # longer than the positions
    assert page.locator(f"{PLACE} .zx-explore-tokens span").count() == CONFIG.positions
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert person.errors == [] and person.foreign == []

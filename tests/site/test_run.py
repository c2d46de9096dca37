"""Blocks run in the page: the NumPy blocks of the cards give what the tests know, in a real browser.

A sample of them always; all of the English ones and more of the Chinese with the exhaustive rest.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from page_python import PagePython
from site_reader import new_context
from zhixing.blocks.extract import is_extracted, source_cards
from zhixing.model import Card, CodeBlock
from zhixing.page.runnable import missing, module_json
from zhixing.syntax.slug import module_name
from zhixing.vault.load import load_vault

ROOT = Path(__file__).parents[2]


def _blocks(lang: str) -> list[tuple[Card, CodeBlock, dict[str, Card]]]:
    vault = load_vault(ROOT)
    modules = {module_name(card.name): card for card in source_cards(vault)}
    cards = [card for card in vault.cards.values() if card.lang == lang and module_name(card.name) in modules]
    found = []
    for card in cards:
        own = {**modules, module_name(card.name): card}
        for block in card.python_blocks():
            if is_extracted(block) and not missing(card, block, "snippets", own):
                found.append((card, block, own))
    return found


def _needed(block: CodeBlock, card: Card, modules: dict[str, Card]) -> dict[str, Any]:
    """The modules that a job carries: the card's own and what it imports, as `modules.ts` gathers them."""
    from zhixing.blocks.modules import imported
    from zhixing.page.runnable import definitions

    wanted, waiting = {module_name(card.name)}, [block, *definitions(card)]
    while waiting:
        for name in imported(waiting.pop().code):
            _, _, module = name.partition("snippets.")
            if module in modules and module not in wanted:
                wanted.add(module)
                waiting += definitions(modules[module])
    return {name: json.loads(module_json(modules[name])) for name in wanted}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "share", "step"),
    [
        ("en", 5, 12),
        ("zh", 3, 48),
        *(pytest.param("en", share, 2, marks=pytest.mark.exhaustive) for share in range(2)),
        pytest.param("zh", 0, 6, marks=pytest.mark.exhaustive),
    ],
)
def test_blocks_give_what_the_tests_know(page_python: PagePython, lang: str, share: int, step: int) -> None:
    every = _blocks(lang)
    chosen = every[share::step]
    assert len(every) > 400 and len(chosen) >= len(every) // step
    assert "NumPy" in page_python.versions
    wrong = []
    for card, block, modules in chosen:
        job = {"modules": _needed(block, card, modules), "module": module_name(card.name), "path": card.path}
        said = page_python.ask("runner", {"package": "snippets", **job, "line": block.span.line, "code": block.code})
        answer = said.get("answer") or {"error": said, "output": ""}
        shown = block.output.code.rstrip() if block.output else None
        lines = "\n".join(line.rstrip() for line in answer["output"].split("\n")).rstrip()
        if answer["error"] or (shown is not None and shown != lines):
            wrong.append((card.path, block.name, answer))
    assert wrong == []


@pytest.fixture
def card_page(chromium: Any, address: str, request: pytest.FixtureRequest) -> Any:
    lang, width = request.param
    context = new_context(chromium, width, service_workers="block")
    page = context.new_page()
    page.goto(f"{address}/{'zh/' if lang == 'zh' else ''}foundations/Softmax/")
    page.locator(".zx-tested[data-block]").first.scroll_into_view_if_needed()
    page.wait_for_selector(".zx-run-button")
    yield page
    context.close()


def _bar(page: Any, block: str) -> Any:
    return page.locator(f'.zx-tested[data-block="{block}"]')


def _verdict(page: Any, block: str, verdict: str) -> str:
    state = _bar(page, block).locator(f'.zx-run-state[data-verdict="{verdict}"]')
    state.wait_for()
    return str(state.inner_text())


BOTH = [("en", 1280), ("zh", 360)]


@pytest.mark.parametrize("card_page", BOTH, indirect=True, ids=str)
def test_an_edited_definition_breaks_the_claim_until_it_is_reset(card_page: Any) -> None:
    words = {"en": ("Run", "Edit", "Reset"), "zh": ("运行", "编辑", "还原")}[
        card_page.evaluate("document.documentElement.lang")[:2]
    ]
    claim = _bar(card_page, "softmax-distribution")
    card_page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    claim.get_by_role("button", name=words[0]).click()
    _verdict(card_page, "softmax-distribution", "passed")
    definition = card_page.locator('.zx-tested[data-kind="definition"]').first
    definition.get_by_role("button", name=words[1]).click()
    editor = card_page.locator(".cm-content")
    editor.wait_for()
    editor.click()
    card_page.keyboard.press("Control+End")
    card_page.keyboard.insert_text("\n\n\ndef softmax(x, axis=-1):\n    return 2 * np.asarray(x)\n")
    claim.get_by_role("button", name=words[0]).click()
    _verdict(card_page, "softmax-distribution", "failed")
    error = card_page.locator(".zx-run-error").first.inner_text()
    assert "AssertionError" in error and "foundations/Softmax.md:" in error
    definition.get_by_role("button", name=words[2]).click()
    claim.get_by_role("button", name=words[0]).click()
    _verdict(card_page, "softmax-distribution", "passed")
    assert card_page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("card_page", BOTH, indirect=True, ids=str)
def test_a_claim_is_broken_by_one_click_also_in_another_cards_code(card_page: Any) -> None:
    is_chinese = card_page.evaluate("document.documentElement.lang").startswith("zh")
    open_it, mend = ("弄坏它", "改回来") if is_chinese else ("Break it", "Mend it")
    card_page.goto(card_page.url.replace("foundations/Softmax", "position/RoPE"))
    card_page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    card_page.locator(".zx-tested[data-block]").first.scroll_into_view_if_needed()
    card_page.wait_for_selector(".zx-run-button")
    claim = _bar(card_page, "rope-base")  # it tests a definition of the card Position_Encoding
    claim.get_by_role("button", name=open_it).click()
    panel = card_page.locator(".zx-break")
    panel.locator("[data-verdict=passed]").wait_for()
    assert "def pair_frequencies" in panel.locator(".cm-content").inner_text()
    panel.get_by_role("button", name="position_encoding.py").first.click()
    panel.locator("[data-verdict=failed]").wait_for()
    assert "AssertionError" in panel.locator(".zx-break-verdict").inner_text()
    panel.get_by_role("button", name=mend).click()
    panel.locator("[data-verdict=passed]").wait_for()
    assert card_page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("card_page", [("en", 1280)], indirect=True, ids=str)
def test_a_block_that_never_ends_can_be_stopped_and_the_next_one_runs(card_page: Any) -> None:
    card_page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    claim = _bar(card_page, "softmax-distribution")
    claim.get_by_role("button", name="Edit").click()
    card_page.locator(".cm-content").wait_for()
    card_page.locator(".cm-content").click()
    card_page.keyboard.press("Control+Home")
    card_page.keyboard.insert_text("while True:\n    pass\n")
    claim.get_by_role("button", name="Run").click()
    claim.get_by_text("Running").wait_for()
    claim.get_by_role("button", name="Stop").click()
    assert _verdict(card_page, "softmax-distribution", "failed") == "stopped"
    other = _bar(card_page, "softmax-shift-invariant")
    other.get_by_role("button", name="Run").click()
    _verdict(card_page, "softmax-shift-invariant", "passed")


@pytest.mark.parametrize("card_page", [("en", 1280)], indirect=True, ids=str)
def test_a_torch_block_says_why_and_shows_the_command(card_page: Any) -> None:
    bar = card_page.locator('.zx-tested[data-needs="torch"]').first
    bar.get_by_role("button", name="Run").click()
    reason = card_page.locator(".zx-run-reason").first
    reason.wait_for()
    assert "torch" in reason.inner_text()
    assert (
        "pytest docs/en/foundations/Softmax.md"
        in card_page.locator(".zx-run-left:not([hidden]) pre").first.inner_text()
    )


def test_python_runs_with_the_server_gone(chromium: Any, changing_site: tuple[Path, str]) -> None:
    """What was opened once works without a network: the page, its scripts and Python."""
    _, address = changing_site
    context = new_context(chromium)
    page = context.new_page()
    page.goto(f"{address}/foundations/Softmax/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    _bar(page, "softmax-distribution").scroll_into_view_if_needed()  # the scripts come when a block is near
    _bar(page, "softmax-distribution").get_by_role("button", name="Run").click()
    _verdict(page, "softmax-distribution", "passed")
    context.set_offline(True)
    page.reload()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    _bar(page, "softmax-shift-invariant").scroll_into_view_if_needed()
    _bar(page, "softmax-shift-invariant").get_by_role("button", name="Run").click()
    _verdict(page, "softmax-shift-invariant", "passed")
    context.close()

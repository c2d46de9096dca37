"""Blocks run in the page: the NumPy blocks of the cards give what the tests know, in a real browser.

A sample of them always; all of the English ones and more of the Chinese with the exhaustive rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from page_python import PagePython
from playwright.sync_api import Browser
from site_host import KEPT_WHOLE, Host
from site_reader import new_context, until
from this_vault import this_vault
from zhixing.blocks.extract import is_extracted, source_cards
from zhixing.model import Card, CodeBlock
from zhixing.page.runnable import missing, module_json
from zhixing.syntax.slug import module_name


def _blocks(lang: str) -> list[tuple[Card, CodeBlock, dict[str, Card]]]:
    vault = this_vault()
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


@contextmanager
def _opened(chromium: Browser, url: str, width: int) -> Iterator[Any]:
    """A card with its blocks' bars."""
    context = new_context(chromium, width, service_workers="block")
    page = context.new_page()
    page.goto(url)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.locator(".zx-tested[data-block]").first.scroll_into_view_if_needed()
    page.wait_for_selector(".zx-run-button")
    yield page
    context.close()


@pytest.fixture(scope="module")
def card_page(chromium: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A card whose Python boots once: who edits it puts it back."""
    lang, width = request.param
    with _opened(chromium, f"{address}/{'zh/' if lang == 'zh' else ''}foundations/Softmax/", width) as page:
        yield page


def _bar(page: Any, block: str) -> Any:
    return page.locator(f'.zx-tested[data-block="{block}"]')


def _verdict(page: Any, block: str, verdict: str) -> str:
    state = _bar(page, block).locator(f'.zx-run-state[data-verdict="{verdict}"]')
    state.wait_for()
    return str(state.inner_text())


BOTH = [("en", 1280), ("zh", 360)]


@pytest.mark.parametrize("card_page", BOTH, indirect=True, ids=str)
def test_an_edited_definition_breaks_the_claim_until_it_is_reset(card_page: Any) -> None:
    words = {"en": ("Run", "Edit", "Reset", "Close"), "zh": ("运行", "编辑", "还原", "关闭编辑器")}[
        card_page.evaluate("document.documentElement.lang")[:2]
    ]
    claim = _bar(card_page, "softmax-distribution")
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
    definition.get_by_role("button", name=words[3]).click()


@pytest.mark.parametrize(("lang", "width"), BOTH)
def test_a_claim_is_broken_by_one_click_also_in_another_cards_code(
    chromium: Browser, address: str, lang: str, width: int
) -> None:
    open_it, mend = ("弄坏它", "改回来") if lang == "zh" else ("Break it", "Mend it")
    with _opened(chromium, f"{address}/{'zh/' if lang == 'zh' else ''}position/RoPE/", width) as page:
        claim = _bar(page, "rope-base")  # it tests a definition of the card Position_Encoding
        claim.get_by_role("button", name=open_it).click()
        panel = page.locator(".zx-break")
        panel.locator("[data-verdict=passed]").wait_for()
        assert "def pair_frequencies" in panel.locator(".cm-content").inner_text()
        panel.get_by_role("button", name="position_encoding.py").first.click()
        panel.locator("[data-verdict=failed]").wait_for()
        assert "AssertionError" in panel.locator(".zx-break-verdict").inner_text()
        panel.get_by_role("button", name=mend).click()
        panel.locator("[data-verdict=passed]").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("card_page", [("en", 1280)], indirect=True, ids=str)
def test_a_block_that_never_ends_can_be_stopped_and_the_next_one_runs(card_page: Any) -> None:
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
    claim.get_by_role("button", name="Reset").click()
    claim.get_by_role("button", name="Close").click()


@pytest.mark.parametrize("card_page", [("en", 1280)], indirect=True, ids=str)
def test_a_torch_block_says_why_and_shows_the_command(card_page: Any) -> None:
    bar = card_page.locator('.zx-tested[data-needs="torch"]').first
    bar.get_by_role("button", name="Run").click()
    reason = card_page.locator(".zx-run-reason").first
    reason.wait_for()
    assert "torch" in reason.inner_text()
    commands = card_page.locator(".zx-run-left:not([hidden]) pre").all_inner_texts()
    assert [text for text in commands if "pytest docs/en/foundations/Softmax.md" in text]


@pytest.mark.exhaustive  # test_by_keyboard.py and the test below do it too, on one screen in make test
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


def _await_kept(page: Any, *modules: str) -> None:
    """What the blocks of the page will ask for."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    until(page, KEPT_WHOLE, ["run.js", "python.js", *(f"../py/modules/{name}.json" for name in modules)])


def _tab_to(page: Any, wanted: str, key: str = "Tab") -> None:
    """Press a key until the element that has the focus, `at`, is the one; out of an editor Escape comes first."""
    for _ in range(12):
        if page.evaluate(f"(at => {wanted})(document.activeElement)"):
            return
        page.keyboard.press("Escape")
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to what is {wanted}")


@pytest.mark.parametrize(("lang", "width"), BOTH)
def test_a_card_whose_blocks_were_never_near_runs_and_breaks_by_keyboard_with_the_server_gone(
    chromium: Browser, site: Path, tmp_path: Path, lang: str, width: int
) -> None:
    """Python was fetched on one card; of the other only the top was seen before the server stopped. No pointer is used."""
    home = "zh/" if lang == "zh" else ""
    words = ("运行", "弄坏它", "改回来") if lang == "zh" else ("Run", "Break it", "Mend it")
    host = Host(site, tmp_path)
    context = new_context(chromium, width)
    page = context.new_page()
    page.goto(f"{host.address}/{home}foundations/Softmax/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    _bar(page, "softmax-distribution").scroll_into_view_if_needed()
    _bar(page, "softmax-distribution").get_by_role("button", name=words[0]).click()
    _verdict(page, "softmax-distribution", "passed")

    page.goto(f"{host.address}/{home}position/RoPE/")
    _await_kept(page, "position_encoding", "attention_mechanism")
    assert page.locator(".zx-run-button").count() == 0, "no block came near the screen"
    host.stop()
    page.reload()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    claim = _bar(page, "rope-base")
    claim.scroll_into_view_if_needed()
    claim.get_by_role("button", name=words[0]).focus()
    page.keyboard.press("Enter")
    _verdict(page, "rope-base", "passed")

    opener = claim.get_by_role("button", name=words[1])
    _tab_to(page, f"at.textContent === {words[1]!r}")
    assert opener.evaluate("one => one === document.activeElement")
    page.keyboard.press("Enter")
    panel = page.locator(".zx-break")
    panel.locator(".zx-break-verdict[data-verdict=passed]").wait_for()
    assert opener.get_attribute("aria-expanded") == "true"
    _tab_to(page, "at.closest('.zx-break') !== null")
    assert "position_encoding.py" in page.evaluate("document.activeElement.textContent"), "the first change"
    page.keyboard.press("Enter")
    panel.locator(".zx-break-verdict[data-verdict=failed]").wait_for()
    assert "AssertionError" in panel.locator(".zx-break-verdict").inner_text()
    _tab_to(page, f"at.textContent === {words[2]!r}")
    page.keyboard.press("Space")
    panel.locator(".zx-break-verdict[data-verdict=passed]").wait_for()

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('cm-content')")
    page.keyboard.press("Control+End")
    page.keyboard.type("\n!")
    panel.locator(".zx-break-verdict[data-verdict=failed]").wait_for()
    assert "SyntaxError" in panel.locator(".zx-break-verdict").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.classList.contains('cm-content')"), "Escape, then Tab, leaves it"
    _tab_to(page, f"at.textContent === {words[1]!r}", "Shift+Tab")
    page.keyboard.press("Enter")
    panel.wait_for(state="detached")
    claim.get_by_role("button", name=words[0]).focus()
    page.keyboard.press("Enter")
    _verdict(page, "rope-base", "passed")
    context.close()
    host.stop()


def test_without_python_a_cut_network_is_named_and_the_command_is_shown(
    chromium: Browser, site: Path, tmp_path: Path
) -> None:
    host = Host(site, tmp_path)
    context = new_context(chromium)
    page = context.new_page()
    page.goto(f"{host.address}/position/RoPE/")
    _await_kept(page, "position_encoding", "attention_mechanism")
    host.stop()
    page.reload()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    claim = _bar(page, "rope-base")
    claim.scroll_into_view_if_needed()
    claim.get_by_role("button", name="Break it").click()
    verdict = page.locator(".zx-break-verdict[data-verdict=failed]")
    verdict.wait_for()
    assert "not fetched before the network was cut" in verdict.inner_text()
    assert "pytest docs/en/position/RoPE.md -k rope-base" in verdict.inner_text()
    context.close()
    host.stop()

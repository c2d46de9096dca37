"""Without a network: what was opened, the whole site on demand, one version at a time, below any path, from a disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from site_host import BELOW, KEPT_WHOLE, Host
from site_reader import Reader, new_context, until
from zhixing.page.offline import LIST

KEPT = "async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null"
# Every file that the page has asked for so far is kept.
ALL_KEPT = """async () => {
  const kept = new Set();
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) kept.add(url);
  const used = performance.getEntriesByType("resource").map(({ name }) => name.split(/[?#]/)[0]);
  return [location.href.split(/[?#]/)[0], ...used].filter((url) => url.startsWith(location.origin) && !url.endsWith("sw.js"))
    .every((url) => kept.has(url));
}"""
MADE = "() => [document.body.dataset.made, globalThis.zxMade]"


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """The site below a path."""
    one = Host(site, tmp_path)
    yield one
    one.stop()


@pytest.fixture
def visitor(chromium: Any, host: Host) -> Iterator[Callable[..., Reader]]:
    """Someone whose browser has no other profile."""
    contexts = []

    def make(width: int = 1280) -> Reader:
        contexts.append(new_context(chromium, width))
        return Reader(contexts[-1].new_page(), host.address)

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("language", "width", "said"), [("", 1280, "was not opened before"), ("zh/", 360, "以前没有打开过")]
)
def test_a_page_that_was_opened_opens_again(visitor, host, language, width, said):
    someone = visitor(width)
    page = someone.open(f"/{language}foundations/Dropout/")
    until(page, KEPT)
    until(page, ALL_KEPT)  # the first page too, which was opened before there was a worker
    title = page.locator("h1").inner_text()
    host.stop()
    page.reload()
    assert page.locator("h1").inner_text() == title
    assert page.evaluate("getComputedStyle(document.querySelector('.zx-search-button')).cursor") == "pointer"
    page.goto(f"{host.address}/{language}foundations/Softmax/")
    assert said in page.locator("[role=status]").inner_text()
    assert page.locator("a").get_attribute("href") == f"{host.address}/{language}"
    assert someone.foreign == []


@pytest.mark.parametrize(("language", "width"), [("", 1280), ("zh/", 360)])
def test_folds_and_figures_that_were_never_opened_work_with_the_server_gone(visitor, host, language, width):
    """The graph around the card, what to read before it, and the figure further down."""
    someone = visitor(width)
    page = someone.open(f"/{language}position/ALiBi/")
    until(page, KEPT)
    until(page, ALL_KEPT)
    graph = f"graph/{language.strip('/') or 'en'}.json"
    until(page, KEPT_WHOLE, ["graph.js", "graph.css", "before.js", "explore.js", graph])
    host.stop()
    page.reload()
    page.locator("details.zx-near > summary").click()
    page.locator(".zx-near canvas").wait_for()
    page.locator("details.zx-before > summary").click()
    page.locator("details.zx-before .zx-state").first.wait_for()
    figure = page.locator(".zx-explore").first
    figure.scroll_into_view_if_needed()
    page.locator(".zx-explore[data-state=ready]").first.wait_for()
    assert figure.locator("input").count() > 0


@pytest.mark.exhaustive  # a thousand files; what was opened opens again, and Python runs, in tests of their own
def test_the_whole_site_is_kept_and_works_with_the_server_gone(visitor, host, decks):
    someone = visitor()
    page = someone.open("/foundations/Dropout/")
    until(page, KEPT)
    page.locator("[data-zx-offline]").click()
    dialog = page.locator("dialog.zx-offline")
    dialog.get_by_text("Kept so far").wait_for()
    assert "MB" in dialog.get_by_role("button", name="Keep all pages").inner_text()
    dialog.get_by_role("checkbox").check()
    page.evaluate(
        "() => { globalThis.told = []; const at = document.querySelector('.zx-offline-status');"
        "new MutationObserver(() => told.push(at.textContent)).observe(at, { childList: true }); }"
    )
    dialog.get_by_role("button", name="Keep all pages").click()
    dialog.get_by_text("Everything is kept").wait_for()
    told = page.evaluate("told")
    listed = json.loads((host.folder / LIST).read_text(encoding="utf-8"))["files"]
    assert any(f"of {len(listed)} files" in text and "MB" in text for text in told)
    host.stop()

    pages = [name.removesuffix("index.html") for name in listed if name.endswith("index.html")]
    failed = page.evaluate(
        "async ([root, pages]) => { const out = []; for (const one of pages) { const got = await fetch(`${root}/${one}`);"
        "if (!got.ok || !(await got.text()).includes('</html>')) out.push(one); } return out; }",
        [host.address, pages],
    )
    assert len(pages) > 150 and failed == []
    someone.open("/attention/MLA/")
    assert someone.search("softmx")[0] == f"/{BELOW}foundations/Softmax/"
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 900})
    someone.open("/zh/attention/MLA/")
    assert someone.search("位子编码")[0] == f"/{BELOW}zh/position/Position_Encoding/"
    page.goto(f"{host.address}/zh/foundations/Softmax")  # without its slash
    assert page.url == f"{host.address}/zh/foundations/Softmax/"
    someone.open("/zh/study/review/")
    page.wait_for_selector(".zx-review, [data-study=review] button")
    someone.open("/zh/foundations/Softmax/")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    block = page.locator('.zx-tested[data-block="softmax-distribution"]')
    block.scroll_into_view_if_needed()  # the scripts come when a block is near
    block.get_by_role("button", name="运行").click()
    block.locator('.zx-run-state[data-verdict="passed"]').wait_for()
    assert someone.foreign == []


def test_an_update_is_shown_whole_or_not_at_all(visitor, host):
    someone = visitor()
    page = someone.open("/foundations/Dropout/")
    until(page, KEPT)
    someone.open("/foundations/Softmax/")
    until(page, ALL_KEPT)

    host.replace("B")
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    page.locator(".zx-new-version").wait_for()
    assert page.locator(".zx-new-version button").all_inner_texts() == ["Reload", "Later"]
    someone.open("/foundations/Dropout/")
    assert page.evaluate(MADE) == [None, None], "the new version waits"
    with page.expect_navigation(wait_until="load"):
        page.locator(".zx-new-version button").first.click()
    assert page.evaluate(MADE) == ["B", "B"]
    someone.open("/foundations/Softmax/")
    assert page.evaluate(MADE) == ["B", "B"]

    host.replace("C")  # and this time the reader goes where no page was kept
    page.goto(f"{host.address}/inference/KV_Cache/")
    page.wait_for_function("() => document.body?.dataset.made !== undefined")
    page.wait_for_load_state("load")
    assert page.evaluate(MADE) == ["C", "C"]
    someone.open("/foundations/Dropout/")
    assert page.evaluate(MADE) == ["C", "C"]
    host.stop()
    page.reload()
    assert page.evaluate(MADE) == ["C", "C"], "what was kept before is kept of the new version"


@pytest.mark.parametrize(
    ("language", "query", "card"),
    [("", "softmx", "foundations/Softmax"), ("zh/", "位子编码", "zh/position/Position_Encoding")],
)
def test_from_a_disk_pages_and_search_work_and_the_rest_says_why(chromium, site, language, query, card):  # fmt: skip
    context = new_context(chromium, 360 if language else 1280)
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    root = site.resolve().as_uri()
    page.goto(f"{root}/{language}index.html")
    page.keyboard.press("/")
    page.fill("dialog.zx-search input", query)
    page.wait_for_selector("dialog.zx-search ol[aria-busy=false] a")
    with page.expect_navigation():
        page.locator("dialog.zx-search .zx-result-title").first.click()
    assert page.url == f"{root}/{card}/index.html"
    assert "http.server" in page.locator(".zx-from-disk").inner_text()
    with page.expect_navigation():
        page.locator("a.zx-language").first.click()
    assert page.url.endswith("/index.html") and page.locator("h1").count() == 1
    assert page.locator("[data-zx-offline]:not([hidden])").count() == 0
    page.goto(f"{root}/{language}study/review/index.html")
    assert "http.server" in page.locator(".zx-from-disk").inner_text()
    assert broken == []
    context.close()


@pytest.mark.parametrize(("home", "name"), [("/", "Zhixing 知行"), ("/zh/", "知行 Zhixing")])
def test_the_site_can_be_installed(shown, site, home, name):
    page = shown(home).page
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["name"] == name
    for icon in manifest["icons"]:
        data = (site / home.strip("/") / icon["src"]).resolve().read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {problem["errorId"] for problem in problems} <= {"in-incognito"}

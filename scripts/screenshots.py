"""Take the pictures of the READMEs anew, from a built site: `python scripts/screenshots.py` (needs Chromium; `make test` installs all)."""

from __future__ import annotations

import argparse
import io
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".github"
WIDTH, HEIGHT = 1280, 860
MOST = 150_000  # bytes of a picture
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
REST = """async () => {
  await document.fonts.ready;
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
}"""


def top(page: Page, selector: str, above: int = 120) -> None:
    """Scroll so that an element stands near the top."""
    page.locator(selector).first.scroll_into_view_if_needed()
    box = page.locator(selector).first.bounding_box()
    page.evaluate("(by) => scrollBy({ top: by, behavior: 'instant' })", (box or {"y": above})["y"] - above)


def broken_claim(page: Page) -> None:
    """A claim that fails, because a line of the code under it was changed in the page by one click."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    page.locator(".zx-tested[data-block]").first.scroll_into_view_if_needed()
    page.wait_for_selector(".zx-run-button")
    page.locator('.zx-tested[data-block="rope-base"]').get_by_role("button", name="Break it").click()
    panel = page.locator(".zx-break")
    panel.locator("[data-verdict=passed]").wait_for()
    panel.get_by_role("button", name="position_encoding.py").first.click()
    panel.locator("[data-verdict=failed]").wait_for()
    top(page, ".zx-break-verdict", HEIGHT - 150)


def figure(page: Page) -> None:
    """A figure that answers, with its numbers."""
    top(page, ".zx-explore", 90)
    page.locator(".zx-explore svg, .zx-explore canvas").first.wait_for()


def side_by_side(page: Page) -> None:
    """Both languages in two columns."""
    page.click("[data-zx-beside]")
    page.wait_for_selector("html.zx-beside .zx-rows")
    top(page, ".zx-rows", 130)


def graph(page: Page) -> None:
    """All cards, one of them selected."""
    page.locator("canvas[data-nodes]").wait_for()
    page.locator("canvas").focus()
    page.keyboard.press("ArrowDown")
    top(page, "canvas", 150)


# Name → address, colours, what is done before the picture is taken.
PICTURES: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "broken-claim": ("/position/RoPE/", "light", broken_claim),
    "figure": ("/attention/Attention_Mechanism/", "dark", figure),
    "side-by-side": ("/zh/attention/Attention_Mechanism/", "light", side_by_side),
    "graph": ("/zh/map/Graph/", "dark", graph),
}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return


def packed(png: bytes) -> bytes:
    """As WebP, as good as fits."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in (88, 80, 70, 60):
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= MOST:
            break
    return out.getvalue()


def take(site: Path, names: list[str]) -> None:
    """Write the pictures with these names."""
    program = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if program is None:
        raise SystemExit("no Chromium on the path\n  hint: make chromium")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name in names:
            path, scheme, prepare = PICTURES[name]
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme, reduced_motion="reduce"
            )
            page.goto(f"http://127.0.0.1:{server.server_address[1]}{path}")
            page.add_style_tag(content=".md-top { display: none }")  # it comes and goes with the direction of scrolling
            prepare(page)
            page.evaluate(REST)
            data = packed(page.screenshot())
            (FOLDER / f"{name}.webp").write_bytes(data)
            print(f"wrote .github/{name}.webp ({len(data) // 1000} kB)")
            page.close()
        browser.close()
    server.shutdown()


def main() -> None:
    """Take all, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="all if none is named")
    parser.add_argument("--site", type=Path, help="a site that is built already")
    options = parser.parse_args()
    names = options.names or list(PICTURES)
    if options.site:
        take(options.site, names)
        return
    with tempfile.TemporaryDirectory(prefix="zhixing-pictures-") as folder:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder], cwd=ROOT, check=True)
        take(Path(folder), names)


if __name__ == "__main__":
    main()

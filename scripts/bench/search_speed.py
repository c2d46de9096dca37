"""Search of a large vault: milliseconds of a key, and what the first query loads."""

from __future__ import annotations

import gzip
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from zhixing.page import assets
from zhixing.page.addresses import page_url
from zhixing.page.search import emit_search
from zhixing.vault.load import load_vault
from zhixing.vault.published import is_searched

from bench.measure import Result

# Words that every card has, names of one card, a question, misspelt ones, Chinese: the worst that can be typed here.
QUERIES = (
    ("en", "why divide in concept 512"),
    ("en", "weights computed from the input"),
    ("en", "idea 77"),
    ("en", "variance of independnt terms"),
    ("en", "concpet"),
    ("zh", "概念 512 为什么要做除法"),
    ("zh", "方差随项数增长"),
    ("zh", "concept_31"),
    ("zh", "每个分量都由其余分量加全"),
)


class Typed(NamedTuple):
    """What was measured."""

    keys: list[float]  # milliseconds
    first: list[int]  # packed bytes that each query loads where nothing is known
    pieces: int
    largest: int  # packed bytes of the largest piece


def bundled(folder: Path) -> Path:
    """The site's own lookup as a program of node, made in a folder."""
    source = Path(__file__).with_name("search_asked.ts").read_text(encoding="utf-8")
    driver = source.replace("SOURCE", (assets.WEB / "src/search").as_posix())
    (folder / "driver.ts").write_text(driver, encoding="utf-8")
    packages = assets.install_packages(assets.asset_cache())
    bundler = [str(packages / "node_modules/.bin/esbuild"), "driver.ts", "--bundle", "--platform=node", "--format=esm"]
    assets.run_tool([assets.tool("node"), *bundler, "--outfile=driver.mjs"], folder, "bundling the driver failed")
    return folder / "driver.mjs"


def ask(driver: Path, index: Path, queries: Sequence[tuple[str, str]], *, keys: bool = False) -> dict[str, Any]:
    """What is found for each query from a page of a language, all in one process; with `keys`, typed key by key too."""
    command = [assets.tool("node"), str(driver), str(index), *(["keys"] if keys else [])]
    done = subprocess.run(
        command, input=json.dumps(queries), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(vault: Path, queries: tuple[tuple[str, str], ...] = QUERIES) -> Typed:
    """Index a vault and type queries, in one process of node."""
    loaded = load_vault(vault)
    pages = [(card, page_url(card, "en")) for card in loaded.cards.values() if is_searched(card)]
    made = emit_search(pages, loaded.config)
    with tempfile.TemporaryDirectory(prefix="zhixing-search-") as name:
        folder = Path(name)
        for path, data in made.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        found = ask(bundled(folder), folder / "search", queries, keys=True)
    size = {path.removeprefix("search/"): len(gzip.compress(data, 9, mtime=0)) for path, data in made.items()}
    first = [sum(size[f"{piece}.js"] for piece in answer["pieces"]) for answer in found["answers"]]
    return Typed(found["keys"], first, len(made), max(size.values()))


def results(found: Typed) -> list[Result]:
    """As lines of the table."""
    slowest, typical = max(found.keys), median(found.keys)
    first = max(found.first) / 1000
    return [
        Result(
            "search: the slowest key",
            slowest,
            "ms",
            "≤ 100",
            slowest <= 100,
            f"median {typical:.1f} ms of {len(found.keys)} keys",
        ),
        Result(
            "search: the first query loads",
            first,
            "kB",
            "≤ 150",
            first <= 150,
            f"gzip; index in {found.pieces:,} pieces, the largest {found.largest / 1000:.0f} kB",
        ),
    ]

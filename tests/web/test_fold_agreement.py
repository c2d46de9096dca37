"""The index is made in Python and the query read in the browser: both give every text the same form and the same terms."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest
from zhixing.page import assets
from zhixing.page.search_terms import fold, stem, terms

DOCS = Path(__file__).parents[2] / "docs"
DRIVER = """
import { readFileSync } from "node:fs";
import { fold, stem, terms } from "SOURCE";
const [how, texts] = JSON.parse(readFileSync(0, "utf-8")) as ["fold" | "stem" | "terms", string[]];
process.stdout.write(JSON.stringify(texts.map({ fold, stem, terms: (text: string) => terms(text).join(" ") }[how])));
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The browser's `fold`, wherever it stands, bundled for node."""
    (source,) = [
        file
        for file in (assets.WEB / "src").rglob("*.ts")
        if "export function fold(" in file.read_text(encoding="utf-8")
    ]
    folder = tmp_path_factory.mktemp("fold")
    packages = assets.install_packages(assets.asset_cache())
    (folder / "driver.ts").write_text(DRIVER.replace("SOURCE", source.as_posix()), encoding="utf-8")
    command = [str(packages / "node_modules/.bin/esbuild"), "driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *command, "--outfile=driver.cjs"], folder, "bundling the driver failed")
    return folder / "driver.cjs"


OURS = {"fold": fold, "stem": stem, "terms": lambda text: " ".join(terms(text))}


def differing(driver: Path, texts: list[str], how: str = "fold") -> list[str]:
    command = [assets.tool("node"), str(driver)]
    done = subprocess.run(
        command, input=json.dumps([how, texts]), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    answers: list[str] = json.loads(done.stdout)
    return [text for text, theirs in zip(texts, answers, strict=True) if OURS[how](text) != theirs]


def test_every_character_of_unicode_is_folded_alike(driver: Path) -> None:
    """Alone, and between others; what this Python's Unicode does not know yet is left out."""
    known = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")]
    assert len(known) > 140_000
    assert differing(driver, [text for character in known for text in (character, f"A{character} B{character}Z")]) == []


def test_what_depends_on_the_letters_around_is_folded_alike(driver: Path) -> None:
    assert (
        differing(driver, ["ΟΔΟΣ", "ΣΑΣ Σ", "Σ.Σ", "İstanbul IZ", "STRASSE ẞ ß", "IZ Iz iZ", "ﬁ ǅ", "注意力 KV", ""])
        == []
    )


def test_every_line_of_the_cards_is_folded_alike(driver: Path) -> None:
    lines = {line for file in DOCS.rglob("*.md") for line in file.read_text(encoding="utf-8").split("\n")}
    assert len(lines) > 10_000
    assert differing(driver, sorted(lines)) == []


def test_every_line_and_word_of_the_cards_gives_the_same_terms(driver: Path) -> None:
    lines = {line for file in DOCS.rglob("*.md") for line in file.read_text(encoding="utf-8").split("\n")}
    assert differing(driver, sorted(lines), "terms") == []
    words = {word for line in lines for word in re.findall("[a-z0-9]+", fold(line))}
    made = {
        word + ending for word in words for ending in ("s", "es", "ed", "ing", "ation", "isation", "iser", "our", "tre")
    }
    assert len(words) > 5_000
    assert differing(driver, sorted(words | made), "stem") == []


@pytest.mark.parametrize(
    "forms",
    [
        "normalisation normalization normalise normalized normalizing normalizer",
        "modelling modeling model models",
        "behaviour behavior behaviours",
        "centre center centres",
        "caching cache caches cached",
        "embedding embeddings embed embedded",
        "analyse analyze analysing",
        "masks masking masked mask",
        "bias biases",
        "loss losses",
        "paged page pages paging",
    ],
)
def test_spellings_and_endings_are_one_term(forms: str) -> None:
    assert len({stem(fold(form)) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("multi-head", {"multi", "head", "multihead"}),
        ("scaled_dot_product_attention", {"scal", "dot", "product", "attention"}),
        ("CausalLinearAttention", {"causal", "linear", "attention", "causallinearattention"}),
        ("KVCache", {"kv", "cach", "kvcach"}),
        ("RoPE", {"rop"}),
        ("√dₖ", {"sqrt", "根号", "dk"}),
        ("GPT-2", {"gpt", "gpt2"}),
        ("位置编码", {"位置", "置编", "编码"}),
    ],
)
def test_words_are_found_by_their_parts(text: str, wanted: set[str]) -> None:
    assert set(terms(text)) == wanted

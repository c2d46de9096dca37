"""Search: the queries that people type and the card each must find, run by the site's own lookup; and the dialog in a browser."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
from bench.search_speed import ask, bundled

HERE = Path(__file__).parent
SHARE = 0.98  # of the queries
FIRST_QUERY = 150_000  # bytes, compressed
PAGES = {"en": "/attention/KV_Cache/", "zh": "/zh/attention/KV_Cache/"}


class Asked(NamedTuple):
    page: str
    kind: str
    written: str
    query: str
    cards: tuple[str, ...]


def _queries() -> list[Asked]:
    lines = (HERE / "queries.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")][1:]
    return [Asked(page, kind, written, query, tuple(cards.split("|"))) for page, kind, written, query, cards in rows]


QUERIES = _queries()


@pytest.fixture(scope="session")
def lookup(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Ask the lookup of the site: (language of the page, query) → {results, pieces}, all in one process."""
    driver = bundled(tmp_path_factory.mktemp("lookup"))
    return lambda queries: ask(driver, site / "assets/zx/search", queries)["answers"]


@pytest.fixture(scope="session")
def answers(lookup: Any) -> list[dict[str, Any]]:
    """What is found for each of the queries."""
    return lookup([(asked.page, asked.query) for asked in QUERIES])  # type: ignore[no-any-return]


def keys(answer: dict[str, Any], language: str) -> list[str]:
    return [result["key"] for result in answer["results"] if result["language"] == language]


def test_the_queries_are_as_many_as_they_should_be(site):
    counts = {kind: sum(asked.kind == kind for asked in QUERIES) for kind in ("zh", "en", "mixed")}
    assert counts["zh"] >= 60 and counts["en"] >= 60 and counts["mixed"] >= 30
    assert len({(asked.page, asked.query) for asked in QUERIES}) == len(QUERIES)
    pages = {asked.page: "" if asked.page == "en" else f"{asked.page}/" for asked in QUERIES}
    assert [
        card
        for asked in QUERIES
        for card in asked.cards
        if not (site / pages[asked.page] / card / "index.html").is_file()
    ] == []


@pytest.mark.parametrize(
    "written",
    [
        "first",
        "blind",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
    ],
)
def test_the_expected_card_is_among_the_first_three(answers, written):
    asked = [(one, answer) for one, answer in zip(QUERIES, answers, strict=True) if one.written == written]
    missed = [
        f"{one.query}: {', '.join(keys(answer, one.page)[:3])}, not {'|'.join(one.cards)}"
        for one, answer in asked
        if not set(keys(answer, one.page)[:3]) & set(one.cards)
    ]
    assert len(missed) <= (1 - SHARE) * len(asked), "\n".join(missed)


def test_the_own_language_comes_first_and_the_other_is_there(answers):
    for asked, answer in zip(QUERIES, answers, strict=True):
        languages = [result["language"] for result in answer["results"]]
        assert languages == sorted(languages, key=lambda language: language != asked.page), asked.query
        assert set(languages) == {"en", "zh"}, asked.query


def test_pages_about_the_project_come_last(answers):
    for asked, answer in zip(QUERIES, answers, strict=True):
        assert not any(key.startswith("contributing/") for key in keys(answer, asked.page)[:3]), asked.query


def test_excerpts_are_free_of_markup(answers):
    debris = re.compile(
        r"\\[a-zA-Z]+|\$\$|</?[a-z]+[ />]|\|\s*\||\[\[|\]\]|%%|<!--|-->|&[a-z]+;|(?<!\w)\*\*|\*\*(?!\w)|```"
        r"|\b(?:ldots|mathbb|mathrm|operatorname|mathbf|qquad)\b"
    )
    shown = {
        text
        for answer in answers
        for result in answer["results"]
        for hit in result["hits"]
        for text in (hit["title"], hit["excerpt"])
    }
    assert len(shown) > 1_000
    assert {text for text in shown if debris.search(text)} == set()


def test_a_first_query_is_small(site, answers):
    folder = site / "assets/zx/search"
    size = {path: len(gzip.compress(path.read_bytes())) for path in folder.rglob("*.js")}
    loads = {
        asked.query: sum(size[folder / f"{name}.js"] for name in answer["pieces"])
        for asked, answer in zip(QUERIES, answers, strict=True)
    }
    assert {query: total for query, total in loads.items() if total > FIRST_QUERY} == {}


@pytest.mark.parametrize(
    ("page", "query", "kind", "title"),
    [
        ("en", "why is flash attention exact", "question", "Why is flash attention exact although softmax needs the whole row?"),
        ("en", "LatentAttentionNumPy", "symbol", "LatentAttentionNumPy"),
        ("en", "scaled_dot_product_attention", "symbol", "scaled_dot_product_attention"),
        ("en", "rope interleaved layout", "exercise", "RoPE, interleaved layout"),
        ("zh", "循环层", "exercise", "循环层"),
        ("en", "weight absorption", "heading", "2.2 Weight absorption (权重吸收)"),
    ],
)  # fmt: skip
def test_questions_exercises_headings_and_symbols_are_results(lookup, page, query, kind, title):
    (answer,) = lookup([(page, query)])
    hits = {(hit["kind"], hit["title"]): hit for result in answer["results"][:3] for hit in result["hits"]}
    assert (kind, title) in hits, [*hits]
    if kind == "exercise":
        assert "study/practice/?task=" in hits[kind, title]["url"]


def test_a_chinese_phrase_comes_before_its_scattered_characters(lookup, site):
    """权重吸收 stands as a phrase on some cards; 权重 and 吸收 on more."""
    (answer,) = lookup([("zh", "权重吸收")])
    first = keys(answer, "zh")[0]
    text = (site / "zh" / first / "index.html").read_text(encoding="utf-8")
    assert first == "attention/MLA" and "权重吸收" in text


def test_words_of_a_question_exclude_nothing(lookup):
    short, long = lookup([("en", "kv cache memory"), ("en", "how much memory does the kv cache need please tell me")])
    assert keys(short, "en")[0] == keys(long, "en")[0] == "inference/KV_Cache"


def test_every_result_leads_to_a_place_that_exists(answers, site):
    urls = {hit["url"] for answer in answers for result in answer["results"] for hit in result["hits"]}
    urls |= {result["url"] for answer in answers for result in answer["results"]}
    pages: dict[str, str] = {}
    for url in sorted(urls):
        path, _, anchor = unquote(url).partition("#")
        path = path.partition("?")[0]
        pages.setdefault(path, (site / path / "index.html").read_text(encoding="utf-8"))
        assert not anchor or re.search(rf'id="?{re.escape(anchor)}[" >]', pages[path]), url


@pytest.mark.parametrize(
    ("home", "query", "card"),
    [("/", "softmx", "/foundations/Softmax/"), ("/zh/", "位子编码", "/zh/position/Position_Encoding/")],
)
@pytest.mark.parametrize("width", [1280, 360])
def test_the_dialog_shows_what_was_meant(shown, home, query, card, width):  # fmt: skip
    someone = shown(home, width)
    assert someone.search(query)[0] == card
    page = someone.page
    box = page.locator("dialog.zx-search").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.querySelector('dialog.zx-search ol').scrollWidth <= innerWidth")
    assert page.locator("dialog.zx-search .zx-result-language").count() >= 1
    marked = page.locator("dialog.zx-search .zx-result").first.locator("mark").all_inner_texts()
    assert {text.lower() for text in marked} & {"softmax", "位置编码"}
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.zx-result-title')")
    page.keyboard.press("Escape")
    assert someone.errors == []

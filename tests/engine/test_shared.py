"""What a site that knows its address tells others: pictures, feeds, the list of its pages, and what each page says of itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from built_site import ADDRESS, build_site, share_all
from engine_cases import put
from zhixing.hosts.mkdocs import site as mkdocs_site
from zhixing.page import assets, share_images
from zhixing.page.addresses import absolute
from zhixing.page.feed import Change, feed
from zhixing.page.share_images import HEIGHT, WIDTH, Picture, draw, picture_of
from zhixing.page.sitemap import Listed, sitemap
from zhixing.page.text import description, shortened
from zhixing.syntax.parse import parse_card

ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
LINK = "{http://www.w3.org/1999/xhtml}link"
MKDOCS = f"""
site_name: Test & Co
site_url: {ADDRESS}
theme: {{name: material, font: false}}
plugins:
  - zhixing: {{profile: vault, languages: [en, zh]}}
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages:
        - {{locale: en, name: English, default: true}}
        - {{locale: zh, name: 中文, site_name: 测试}}
"""
NOTES = {
    "mkdocs.yml": MKDOCS,
    "docs/en/index.md": "# Home\n\n[[A B]] [[Only]]\n",
    "docs/zh/index.md": "# 首页\n\n[[A B]]\n",
    "docs/en/sub/A B.md": '---\ncategory: Attention\nminutes: 20\ntags: [x]\n---\n# 👁️ Keys & <values>\n\nWeights $x_1$ "sum" to one.\n',
    "docs/zh/sub/A B.md": "---\ncategory: Attention\nminutes: 20\ntags: [x]\n---\n# 👁️ 键与值\n\n权重之和为一。\n",
    "docs/en/Only.md": "# Only here\n\nText.\n",
}
DAYS = {"docs/en/sub/A B.md": "2026-02-03", "docs/zh/sub/A B.md": "2026-02-04", "docs/en/Only.md": "2026-03-01"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root, built = put(tmp_path_factory.mktemp("shared"), NOTES), tmp_path_factory.mktemp("built")
    (built / "zx.css").write_text("/* styles */")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "build_assets", lambda cache: built)
        share_all(patch, tmp_path_factory.mktemp("pictures"))
        patch.setattr(mkdocs_site, "last_changed", lambda root: DAYS)
        return build_site(root, strict=True)


def head(site: Path, page: str) -> dict[str, str]:
    """What the head of a page says: by the name of a `meta`, or the kind of a `link`."""
    text = (site / page / "index.html").read_text("utf-8").partition("</head>")[0]
    said = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text))
    said |= {
        f"hreflang {lang}": url
        for lang, url in re.findall(r'<link rel="alternate " hreflang="([^"]+)" href="([^"]+)">', text)
    }
    said |= dict(re.findall(r'<link rel="(canonical)" href="([^"]+)">', text))
    feeds = re.findall(r'type="application/atom\+xml"[^>]* href="([^"]+)"', text)
    return {**said, "feed": " ".join(feeds)}


def test_the_head_of_a_page_says_what_others_show_of_it(site: Path) -> None:
    said = head(site, "zh/sub/A B")
    wanted = {
        "canonical": f"{ADDRESS}zh/sub/A%20B/",
        "og:url": f"{ADDRESS}zh/sub/A%20B/",
        "hreflang en": f"{ADDRESS}sub/A%20B/",
        "hreflang zh": f"{ADDRESS}zh/sub/A%20B/",
        "hreflang x-default": f"{ADDRESS}sub/A%20B/",
        "feed": "../../feed.xml",
        "og:title": "键与值",
        "og:site_name": "测试",
        "og:description": "权重之和为一。",
        "og:locale": "zh_CN",
        "og:type": "article",
        "og:image": f"{ADDRESS}assets/share/zh/sub/A%20B.png",
        "twitter:card": "summary_large_image",
        "article:modified_time": "2026-02-04",
    }
    assert {name: said.get(name) for name in wanted} == wanted
    assert head(site, "sub/A B")["og:title"] == "Keys &amp; &lt;values&gt;"
    assert head(site, "sub/A B")["og:description"] == "Weights x₁ &#34;sum&#34; to one."
    assert head(site, "")["hreflang en"] == head(site, "")["hreflang x-default"] == ADDRESS
    assert [name for name in head(site, "Only") if name.startswith("hreflang")] == []
    assert head(site, "tags")["hreflang zh"] == f"{ADDRESS}zh/tags/"
    assert head(site, "tags")["og:image"] == f"{ADDRESS}assets/share/en/site.png"


def test_a_picture_says_what_the_card_says(site: Path) -> None:
    words = (site / "assets/share/zh/sub/A B.png").read_text("utf-8")
    assert words == repr(Picture("测试", ("键与值",), "Keys & <values>", "权重之和为一。", "注意力", "20 分钟"))
    shown = {file.relative_to(site / "assets/share").as_posix() for file in (site / "assets/share").rglob("*.png")}
    assert {"en/site.png", "zh/site.png", "en/Only.png", "en/sub/A B.png"} <= shown


def test_a_feed_lists_the_cards_of_its_language_the_last_changed_first(site: Path) -> None:
    tree = ElementTree.parse(site / "feed.xml").getroot()
    assert [entry.findtext(f"{ATOM}title") for entry in tree.iter(f"{ATOM}entry")] == ["Only here", "Keys & <values>"]
    assert tree.findtext(f"{ATOM}updated") == "2026-03-01T00:00:00Z"
    assert tree.findtext(f"{ATOM}title") == "Test & Co"
    (entry,) = ElementTree.parse(site / "zh/feed.xml").getroot().iter(f"{ATOM}entry")
    assert (
        entry.findtext(f"{ATOM}id") == f"{ADDRESS}zh/sub/A%20B/"
        and entry.findtext(f"{ATOM}summary") == "权重之和为一。"
    )


def test_the_list_of_pages_is_whole_and_names_their_twins(site: Path) -> None:
    pages = {page.findtext(f"{MAP}loc"): page for page in ElementTree.parse(site / "sitemap.xml").getroot()}
    wanted = ("", "zh/", "Only/", "sub/A%20B/", "zh/sub/A%20B/", "tags/", "zh/tags/", "categories/", "zh/categories/")
    assert set(pages) == {ADDRESS + url for url in wanted}
    page = pages[f"{ADDRESS}zh/sub/A%20B/"]
    assert page.findtext(f"{MAP}lastmod") == "2026-02-04"
    twins = {link.get("hreflang"): link.get("href") for link in page.iter(LINK)}
    assert twins == {"en": f"{ADDRESS}sub/A%20B/", "zh": f"{ADDRESS}zh/sub/A%20B/", "x-default": f"{ADDRESS}sub/A%20B/"}
    assert list(pages[f"{ADDRESS}Only/"].iter(LINK)) == [] and pages[ADDRESS].findtext(f"{MAP}lastmod") is None


@pytest.mark.parametrize(
    "why", ["no address", "cannot be drawn", "not wanted"], ids=lambda why: str(why).replace(" ", "-")
)
def test_a_site_without_pictures_is_built(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(pictures: object, cache: Path) -> dict[str, Path]:
        raise assets.AssetError("installing the web packages failed (exit 1)\n  no network\nhint: check it")

    share_all(monkeypatch, tmp_path / "pictures")
    monkeypatch.setattr(share_images, "draw", refuse)
    monkeypatch.setattr(assets, "build_assets", lambda cache: tmp_path / "pictures")
    config = MKDOCS.partition("  - i18n")[0].replace(", languages: [en, zh]", "")
    if why == "no address":
        config = config.replace(f"site_url: {ADDRESS}", "")
    elif why == "not wanted":
        config = config.replace("profile: vault", "profile: vault, share_images: 0")
    with caplog.at_level("INFO"):
        site = build_site(put(tmp_path, {"mkdocs.yml": config, "docs/index.md": "# A\n"}), strict=True)
    said = head(site, "")
    assert "og:image" not in said and not (site / "assets/share").exists()
    assert (said.get("og:title"), (site / "feed.xml").exists()) == (
        (None, False) if why == "no address" else ("A", True)
    )
    lines = [record.message for record in caplog.records if "no pictures" in record.message]
    assert lines == [
        "zhixing: pages have no pictures of their own: installing the web packages failed (exit 1) no network hint: check it"
    ] * (why == "cannot be drawn")
    assert ("<loc>" in (site / "sitemap.xml").read_text("utf-8")) == (why != "no address")


@pytest.mark.thorough
def test_pictures_are_drawn_with_every_letter_and_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import Image

    def ink(file: Path, box: tuple[int, int, int, int]) -> float:
        """How much of a part of a picture is dark."""
        image = Image.open(file).convert("L")
        assert image.size == (WIDTH, HEIGHT)
        return sum(image.crop(box).histogram()[:110]) / ((box[2] - box[0]) * (box[3] - box[1]))

    wanted = {
        "zh.png": Picture("知行", ("多头潜在注意力",), "Latent", "𠀀🗜️键值缓存很短。", "注意力", "35 分钟", 3),
        "en.png": Picture("知行", ("Latent attention",), "", "Short.", "", "", 0),
    }
    cache = assets.asset_cache()
    made = draw(wanted, cache)
    # The title of seven characters, each 80 wide: every one of them is there.
    signs = [ink(made["zh.png"], (88 + 80 * place, 150, 168 + 80 * place, 240)) for place in range(8)]
    assert min(signs[:7]) > 0.1 and signs[7] == 0
    assert ink(made["zh.png"], (88, 340, 500, 390)) > 0.02, "what no font can draw keeps nothing else away"
    assert ink(made["en.png"], (88, 150, 700, 240)) > 0.1
    monkeypatch.setattr(assets, "tool", lambda name: pytest.fail("it was kept"))
    assert draw(wanted, cache) == made


def test_the_words_of_a_picture() -> None:
    card = parse_card(
        "docs/zh/A.md", "zh", "A", "# 残差 (Residual)\n\n输出是 $x_{l+1} = x_l + f(x_l)$，$z_i$ 与 $x_2$ 不变。\n"
    )
    assert picture_of(card, "S", None, ()).about == "输出是 x_(l+1) = x_l + f(x_l)，zᵢ 与 x₂ 不变。"


def test_addresses_are_whole_and_escaped() -> None:
    assert absolute(ADDRESS, "./") == ADDRESS
    assert (
        absolute(ADDRESS, "zh/注意力/")
        == absolute(ADDRESS, "zh/%E6%B3%A8%E6%84%8F%E5%8A%9B/")
        == f"{ADDRESS}zh/%E6%B3%A8%E6%84%8F%E5%8A%9B/"
    )
    assert "<loc>https://example.org/site/a&amp;b/</loc>" in sitemap(ADDRESS, [Listed("a&b/")], "en")
    assert "<url>" not in sitemap("", [Listed("a/")], "en")


def test_a_feed_depends_on_nothing_but_the_changes() -> None:
    changes = [Change(f"{name}/", day, name, "") for name, day in (("b", "2026-01-01"), ("a", "2026-01-01"), ("c", ""))]
    assert feed(ADDRESS, "", "S", "en", changes) == feed(ADDRESS, "", "S", "en", reversed(changes))
    assert re.findall("<entry><title>(.)", feed(ADDRESS, "", "S", "en", changes)) == ["a", "b"]
    assert feed(ADDRESS, "", "S", "en", changes[2:]) == ""


def test_a_description_ends_with_a_word() -> None:
    assert shortened("short, and whole") == "short, and whole"
    assert shortened("word, " * 40) == "word, " * 25 + "word…"
    assert shortened("字" * 200) == "字" * 159 + "…"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("# T\n\n> [!CASE] The task\n> Five million documents.\n", "Five million documents."),
        ("# T\n\n> [!NOTE]- All there is\n", "All there is"),
        ("> a quotation\n\nWords.\n", "a quotation"),
    ],
)
def test_a_description_is_not_the_title_of_a_callout(body: str, said: str) -> None:
    card = parse_card("docs/en/a/T.md", "en", "a/T", body)
    assert description(card, card.body) == said


def test_pictures_have_the_fonts_of_the_site() -> None:
    own, site = (
        json.loads((assets.WEB / path).read_text("utf-8"))["dependencies"]
        for path in ("share/package.json", "package.json")
    )
    assert {name: site[name] for name in own if name in site} == {name: own[name] for name in own if name in site}
    assert {name for name in own if name.startswith("@fontsource")} <= site.keys()

"""The site as a reader meets it, in both languages, in real Chromium."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from site_reader import views

CARDS = ("foundations/Softmax", "attention/Attention_Mechanism", "architecture/Transformer")
PAGES = ["/", "/zh/", *(f"{home}{card}/" for home in ("/", "/zh/") for card in CARDS)]

# What is typed, and the card that answers it.
ENGLISH = [
    ("softmax overflow", "Softmax"),
    ("Jacobian", "Softmax"),
    ("temperature", "Softmax"),
    ("log-sum-exp", "Softmax"),
    ("causal mask", "Causal_Mask"),
    ("multi-head attention", "Multi-Head_Attention"),
    ("cross-attention", "Cross_Attention"),
    ("rotary embedding", "RoPE"),
    ("Post-Norm", "Layer_Normalization"),
    ("feed-forward", "Feed_Forward_Network"),
]
CHINESE = [
    ("雅可比", "Softmax"),
    ("温度", "Softmax"),
    ("归一化指数函数", "Softmax"),
    ("数值稳定", "Softmax"),
    ("因果掩码", "Causal_Mask"),
    ("多头注意力", "Multi-Head_Attention"),
    ("交叉注意力", "Cross_Attention"),
    ("位置编码", "Position_Encoding"),
    ("残差连接", "Residual_Connection"),
    ("前馈网络", "Feed_Forward_Network"),
]


@pytest.mark.parametrize(("path", "width", "scheme"), views(PAGES))
def test_a_page_has_no_error_no_foreign_request_and_fits_the_window(shown, path, width, scheme):
    someone = shown(path, width, scheme)
    page = someone.page
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    someone.rest()
    assert someone.errors == []
    assert someone.foreign == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", [path for path in PAGES if path.count("/") > 2])
def test_mathematics_is_rendered(shown, path):
    page = shown(path).page
    assert page.locator(".arithmatex, .zx-refused").count() == 0
    assert page.locator("math").count() > 20
    font = page.evaluate("document.fonts.load('1em \"STIX Two Math\"').then((faces) => faces.length)")
    assert font > 0
    # A fraction or a sum with its limits is higher than a letter: the font's table of measures is in use.
    tall = page.evaluate(
        "Math.max(...[...document.querySelectorAll('math mfrac, math munderover')].map((e) => e.getBoundingClientRect().height))"
    )
    assert tall > 20


def test_a_selected_formula_is_copied_as_tex(reader):
    page = reader().open("/attention/Attention_Mechanism/")
    copied = page.evaluate("""() => {
      const line = document.querySelector("p:has(> math), p:has(> .zx-together math)");
      getSelection().selectAllChildren(line);
      const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      line.dispatchEvent(event);
      return [event.clipboardData.getData("text/plain"), line.querySelector("math").getAttribute("alttext")];
    }""")
    text, tex = copied
    assert f"${tex}$" in text
    assert len(text) > len(tex) + 2


@pytest.mark.parametrize("card", [CARDS[0], *(pytest.param(card, marks=pytest.mark.exhaustive) for card in CARDS[1:])])
def test_the_language_switch_leads_to_the_same_card_and_back(reader, card):
    someone = reader()
    someone.open(f"/{card}/")
    page = someone.follow("a.zx-language[hreflang=zh]")
    assert urlsplit(page.url).path == f"/zh/{card}/"
    assert page.evaluate("document.documentElement.lang").startswith("zh")
    someone.follow("a.zx-language[hreflang=en]")
    assert urlsplit(page.url).path == f"/{card}/"


@pytest.mark.parametrize(
    ("home", "query", "card"),
    [("/", query, card) for query, card in ENGLISH] + [("/zh/", query, card) for query, card in CHINESE],
)
def test_search_finds_the_card_in_the_page_s_own_language_first(shown, home, query, card):
    links = shown(home).search(query)
    own = [link.startswith("/zh/") == (home == "/zh/") for link in links]
    assert own == sorted(own, reverse=True), "the other language stands before the page's own"
    assert own[0]
    cards = list(dict.fromkeys(link.rstrip("/").rpartition("/")[2] for link in links))
    assert card in cards[:3]


def test_search_says_when_nothing_is_found(shown):
    someone = shown("/")
    assert someone.search("qqqqzzzz") == []
    assert someone.page.locator("dialog.zx-search [role=status]").inner_text().strip()


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_a_card_shows_its_header_tests_proofs_and_backlinks(reader, home):
    page = reader().open(f"{home}foundations/Softmax/")
    assert page.locator(".zx-header .zx-tags a").count() >= 2
    assert "2" in page.locator(".zx-header .zx-difficulty").get_attribute("aria-label")
    tested = page.locator(".zx-tested[data-status=passed]")
    assert tested.count() == page.locator(".zx-tested").count() > 10
    stamp = tested.first.locator(".zx-stamp")
    assert "NumPy 2.4.6" not in tested.first.inner_text()
    stamp.locator("summary").focus()
    page.keyboard.press("Enter")
    assert "NumPy 2.4.6" in stamp.locator("p").first.inner_text()
    proof = page.locator("details.zx-proof").first
    assert "✓" in proof.locator("> summary").inner_text()
    assert not proof.locator("code").first.is_visible()
    proof.locator("> summary").click()
    assert proof.locator("code").first.is_visible()
    backlinks = page.locator(".zx-backlinks")
    assert backlinks.locator("a").count() >= 2
    assert not backlinks.locator("a").first.is_visible()  # folded
    backlinks.locator("summary").click()
    assert backlinks.locator("a").first.is_visible() and len(backlinks.inner_text()) > 80


def test_the_module_page_shows_the_line_the_card_points_to(reader):
    someone = reader()
    page = someone.open("/foundations/Softmax/")
    page.locator(".zx-tested .zx-stamp > summary").first.click()
    line = int(page.locator(".zx-tested a").first.get_attribute("href").rpartition("#L")[2])
    someone.follow(".zx-tested a")
    shown = page.locator(f"#L{line}")
    assert shown.count() == 1
    source = (Path(__file__).parents[2] / "snippets" / "softmax.py").read_text(encoding="utf-8").split("\n")
    assert source[line - 1].strip() and source[line - 1].strip() in shown.inner_text()


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_a_question_is_folded_and_opens(reader, home):
    page = reader().open(f"{home}foundations/Softmax/")
    question = page.locator("details.question").first
    assert question.get_attribute("open") is None
    question.locator("summary").first.click()
    question.locator("p").nth(1).wait_for()


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_a_quiz_judges_the_pick_and_explains_it(reader, home):
    page = reader().open(f"{home}foundations/Softmax/")
    quiz = page.locator(".admonition.quiz").first
    quiz.scroll_into_view_if_needed()
    explained = quiz.locator(".zx-options > li > ul:visible")
    assert explained.count() == 0
    quiz.locator("button").first.click()
    explained.first.wait_for()
    assert explained.count() == quiz.locator(".zx-option").count() > 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_are_inline_and_take_the_colour_of_the_text(shown, scheme):
    page = shown("/attention/Attention_Mechanism/", scheme=scheme).page
    figure = page.locator("figure.zx-figure svg").first
    assert figure.count() == 1
    colour = figure.evaluate("svg => getComputedStyle(svg.querySelector('text')).fill")
    red = int(re.findall(r"\d+", colour)[0])
    assert (red > 150) == (scheme == "dark")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_diagrams_are_drawn_by_the_build_and_fit(shown, width, scheme):
    page = shown("/zh/attention/Attention_Mechanism/", width, scheme).page
    assert page.locator(".mermaid, .zx-mermaid").count() == 0
    seen = page.evaluate("""() => [...document.querySelectorAll(".zx-drawing")].filter((one) => one.checkVisibility()).map((one) => {
      const text = one.querySelector("text");
      const scale = one.getBoundingClientRect().width / one.viewBox.baseVal.width;
      return [one.getAttribute("aria-label"), scale * parseFloat(getComputedStyle(text).fontSize), getComputedStyle(text).fill];
    })""")
    assert len(seen) == 2
    for label, size, colour in seen:
        assert "→" in label
        assert size >= 10, "letters that can be read"
        assert (int(re.findall(r"\d+", colour)[0]) > 150) == (scheme == "dark")
    times = page.locator(".zx-timeline > ol > li > b").all_inner_texts()
    assert times == sorted(times) and len(times) > 3


def test_a_diagram_that_the_build_cannot_draw_is_drawn_by_the_browser_without_leaving_the_host(reader):
    someone = reader()
    page = someone.page
    text = '<pre class="mermaid"><code>pie\n  &quot;a&quot; : 1\n  &quot;b&quot; : 2\n</code></pre>'
    page.route(
        "**/attention/Causal_Mask/",
        lambda route: route.fulfill(
            response=(got := route.fetch()), body=got.text().replace("</article>", f"{text}</article>", 1)
        ),
    )
    someone.open("/attention/Causal_Mask/")
    page.locator("pre.zx-mermaid").scroll_into_view_if_needed()
    page.wait_for_selector(".zx-diagram.mermaid svg")
    someone.rest()
    assert someone.foreign == []
    assert someone.errors == []


@pytest.mark.parametrize("path", ["/no/such/page/", "/zh/no/such/page/"])
def test_a_missing_page_helps_in_both_languages(reader, path):
    someone = reader()
    page = someone.open(path)
    languages = page.eval_on_selector_all(".zx-missing section", "found => found.map(one => one.lang)")
    assert languages == (["zh", "en"] if path.startswith("/zh/") else ["en", "zh"])
    someone.follow(".zx-missing a")
    assert page.locator(".zx-missing").count() == 0
    assert page.locator("h1").count() == 1


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id"):
            self.ids.add(str(values["id"]))
        for name in ("href", "src"):
            if values.get(name) and tag in ("a", "link", "img", "script"):
                self.links.append(str(values[name]))


def test_every_link_of_every_page_has_a_target_and_an_anchor(site):
    pages: dict[str, _Links] = {}
    for file in site.rglob("*.html"):
        parser = _Links()
        parser.feed(file.read_text(encoding="utf-8"))
        pages["/" + file.relative_to(site).as_posix()] = parser
    broken = []
    for name, parser in pages.items():
        if name == "/404.html":
            continue
        for link in parser.links:
            parts = urlsplit(urljoin("http://here" + name, link))
            if parts.netloc != "here":
                continue
            path = unquote(parts.path) + ("index.html" if parts.path.endswith("/") else "")
            if not (site / path.lstrip("/")).is_file() or (
                parts.fragment not in ("", "__skip")
                and path in pages
                and unquote(parts.fragment) not in pages[path].ids
            ):
                broken.append(f"{name}: {link}")
    assert broken == []


def test_a_page_does_not_carry_the_whole_tree(site):
    """Navigation is lean: a card links to the pages of its own section and to one of each other."""
    html = (site / "foundations" / "Softmax" / "index.html").read_text(encoding="utf-8")
    navigation = html.split('data-md-component="sidebar"')[1]
    links = {urljoin("/foundations/Softmax/", link) for link in re.findall(r'href="([^"#]+)"', navigation)}
    sections = Counter(link.split("/")[1] for link in links)
    assert sections.pop("foundations") == len([*site.glob("foundations/*/index.html")])
    assert len(sections) > 5 and set(sections.values()) == {1}


@pytest.mark.parametrize("home", ["", "zh/"])
def test_tag_and_category_pages_list_the_cards(site, home):
    for name in ("tags", "categories"):
        html = (site / home / name / "index.html").read_text(encoding="utf-8")
        assert all(f"{card}/" in html for card in CARDS)


def test_the_keyboard_reaches_the_content(reader):
    page = reader().open("/foundations/Softmax/")
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.className")
    assert "skip" in focused

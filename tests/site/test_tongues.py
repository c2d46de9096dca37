"""Two languages as one, in a real browser: the switch keeps the place, addresses are shared, Chinese is set as Chinese."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

import pytest

CARD = "attention/Attention_Mechanism/"
# How far the upper edge of an element is below the line at which reading begins.
# The address may already name the section around a block: what counts is where the reader stands.
NEAR = """([id, far]) => {
  const top = document.getElementById(id)?.getBoundingClientRect().top;
  return top >= 0 && top < far;
}"""
BELOW = """id => document.getElementById(id).getBoundingClientRect().top
    - document.querySelector('.md-header').getBoundingClientRect().bottom"""
# Read from one heading to another, half a screen at a time: what is far from the screen has no height of its own yet.
READ = """async ([from, to]) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  document.getElementById(from).scrollIntoView();
  await drawn();
  while (document.getElementById(to).getBoundingClientRect().top > innerHeight / 2) {
    scrollBy(0, innerHeight / 2);
    await drawn();
  }
}"""
IDS = "[...document.querySelectorAll('.md-content :is(h1,h2,h3,h4,h5,h6)[id]')].map(heading => heading.id)"
FORMER = {
    "/": "23-self-cross-and-masked-attention-自注意力交叉注意力掩码注意力",
    "/zh/": "23-自注意力交叉注意力掩码注意力-self-cross-and-masked-attention",
}


def there_and_back(home: str) -> tuple[str, str]:
    return ("/zh/", "zh") if home == "/" else ("/", "en")


def test_headings_have_short_ids_and_both_languages_the_same(shown):
    ours, theirs = (shown(home + CARD).page.evaluate(IDS) for home in ("/", "/zh/"))
    assert ours == theirs
    assert len(ours) == len(set(ours)) > 30
    assert max(map(len, ours)) <= 40
    assert "2-3-self-cross-and-masked-attention" in ours


@pytest.mark.parametrize(("home", "width"), [("/", 1280), ("/zh/", 1280), ("/", 360), ("/zh/", 360)])
def test_the_switch_keeps_the_section_and_the_place_in_it(reader, home, width):
    other, language = there_and_back(home)
    someone = reader(width)
    page = someone.open(home + CARD)
    # A third of the way through a section, in the middle of nowhere.
    heading, following = "2-3-self-cross-and-masked-attention", "2-4-complexity"
    page.evaluate(READ, [heading, following])
    way = page.evaluate(BELOW, following) - page.evaluate(BELOW, heading)
    page.evaluate("down => window.scrollBy(0, down)", page.evaluate(BELOW, heading) + way / 3)
    someone.follow(f"a.zx-language[hreflang={language}]")
    url = urlsplit(page.url)
    assert (url.path, url.fragment) == (other + CARD, heading)
    way = page.evaluate(BELOW, following) - page.evaluate(BELOW, heading)
    share = -page.evaluate(BELOW, heading) / way
    assert 0.2 < share < 0.47, f"{share:.2f} of the section, not a third of it"


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_the_switch_keeps_a_block_and_the_top_stays_the_top(reader, home):
    other, language = there_and_back(home)
    someone = reader()
    page = someone.open(f"{home}{CARD}#why-sqrt-dk")
    someone.follow(f"a.zx-language[hreflang={language}]")
    assert urlsplit(page.url).path == other + CARD  # its fragment follows the reader from section to section
    page.wait_for_function(NEAR, arg=["why-sqrt-dk", 450])
    page = someone.open(home + CARD)
    someone.follow(f"a.zx-language[hreflang={language}]")
    assert (urlsplit(page.url).fragment, page.evaluate("scrollY")) == ("", 0)


# The section that is read is written into the address just after another was asked for, and before the page is told so.
ASKED_WHILE_READING = """([former, read]) => {
  location.hash = former;
  history.replaceState(history.state, "", `#${read}`);
}"""


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_former_ids_and_obsidian_s_own_lead_to_the_place(reader, home):
    someone = reader()
    for former, present in ((FORMER[home], "2-3-self-cross-and-masked-attention"), ("^why-sqrt-dk", "why-sqrt-dk")):
        page = someone.open(f"{home}{CARD}#{quote(former)}")
        page.wait_for_function(NEAR, arg=[present, 150])
        page.evaluate("scrollTo(0, 0); location.hash = ''")
        page.evaluate("former => { location.hash = former }", former)  # a link within the page
        page.wait_for_function(NEAR, arg=[present, 150])
    page.evaluate(ASKED_WHILE_READING, [FORMER[home], "2-4-complexity"])
    page.wait_for_function(NEAR, arg=["2-3-self-cross-and-masked-attention", 150])
    page.evaluate("location.hash = 'nothing-like-it'")
    assert unquote(urlsplit(page.url).fragment) == "nothing-like-it"
    assert not someone.errors


def test_the_switch_keeps_the_section_where_nothing_can_be_stored(reader_without_storage):
    page = reader_without_storage.open(f"/{CARD}#2-4-complexity")
    reader_without_storage.follow("a.zx-language[hreflang=zh]")
    assert urlsplit(page.url).path == f"/zh/{CARD}"
    assert 0 <= page.evaluate(BELOW, "2-4-complexity") < 150


BESIDE = """() => [...document.querySelectorAll('.zx-twin')].map(twin => {
    const ours = twin.previousElementSibling.previousElementSibling.getBoundingClientRect();
    const theirs = twin.firstElementChild.getBoundingClientRect(); // what is seen, not the place for it
    return [Math.abs(ours.top - theirs.top), theirs.left - ours.right, theirs.width];
}).filter(([, , width]) => width)"""


LEADS = """[...document.querySelectorAll('.zx-twin a[href]')]
    .filter(link => link.origin === location.origin && !link.getAttribute('href').startsWith('#')).map(link => link.pathname)"""
# Of each list, on the page or in a callout, that stands row by row: how far the tops of an item and its partner are apart.
ITEMS = """[...document.querySelectorAll(':is(article, .zx-part) > .zx-rows.zx-has-twin')].flatMap(ours => {
    const twin = ours.nextElementSibling.nextElementSibling
    const tops = block => [...block.querySelectorAll('li')].filter(item => !item.parentElement.closest('li'))
        .map(item => item.getBoundingClientRect().top)
    const theirs = tops(twin)
    return tops(ours).map((top, place) => Math.abs(top - theirs[place]))
})"""
# Of each quiz, which of its options are right, in their order, on either side.
OPTIONS = """[...document.querySelectorAll(':is(article, .zx-part) > .quiz.zx-has-twin')].map(ours =>
    [ours, ours.nextElementSibling.nextElementSibling].map(side =>
        [...side.querySelectorAll('[data-option]')].map(option => option.dataset.option).join()))"""
# Of a question that is open: how far the tops of a paragraph and its partner are apart.
PARAGRAPHS = """([ours, theirs]) => {
    const tops = fold => [...fold.children].map(part => part.getBoundingClientRect().top)
    const others = tops(theirs)
    return tops(ours).map((top, place) => Math.abs(top - others[place]))
}"""
LANGUAGES = "[...document.querySelectorAll('.zx-twin')].map(twin => twin.lang)"


def side_by_side(page) -> None:
    page.click("[data-zx-beside]")
    page.wait_for_selector("html.zx-beside")
    page.wait_for_selector("[data-zx-beside][aria-busy=false]")


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_both_languages_stand_side_by_side_and_stay_so(reader, home):
    other, language = there_and_back(home)
    someone = reader()
    someone.open(home + CARD).locator(".zx-depths > button").last.click()  # all of it is open, also on the next page
    page = someone.open(f"{home}{CARD}#2-4-complexity")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    side_by_side(page)
    assert other + CARD in fetched and "/assets/zx/twins.js" in fetched  # neither before it is asked for
    assert -5 < page.evaluate(BELOW, "2-4-complexity") < 150  # the reader stays where they were
    rows = page.evaluate(BESIDE)
    assert len(rows) == page.locator("[data-pair]").count() > 80
    assert all(apart < 8 and gap > 10 for apart, gap, _ in rows)
    apart = page.evaluate(ITEMS)
    assert len(apart) > 20 and max(apart) < 8  # lists item by item
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert {twin[:2] for twin in page.evaluate(LANGUAGES)} == {language}
    assert page.locator(".zx-twin .highlight").count() == 0  # code stands there once
    assert (
        page.evaluate("(new Set([...document.querySelectorAll('[id]')].map(e => e.id))).size")
        == page.locator("[id]").count()
    )
    assert {path.startswith("/zh/") for path in page.evaluate(LEADS)} == {language == "zh"}
    # A question opens on both sides, a quiz shows no answer before one is given.
    folded = page.locator("details.question.zx-has-twin").first
    folded.locator("summary").first.click()
    twin = folded.locator("xpath=following-sibling::div[1]/details")
    page.wait_for_function("fold => fold.open", arg=twin.element_handle())
    apart = page.evaluate(PARAGRAPHS, [folded.element_handle(), twin.element_handle()])
    assert len(apart) > 2 and max(apart) < 8  # paragraph by paragraph
    options = page.evaluate(OPTIONS)
    assert len(options) > 3 and all(ours == theirs for ours, theirs in options)
    assert page.locator(".zx-twin .quiz[data-ready]").count() == page.locator(".zx-has-twin.quiz").count() > 0
    assert page.locator(".zx-twin .quiz li[data-option] > ul:visible").count() == 0
    # The next page, and the way back to one language.
    page = someone.open(f"{home}foundations/Softmax/")
    page.wait_for_selector("html.zx-beside .zx-twin")
    page.click("[data-zx-beside]")
    page.wait_for_selector("html:not(.zx-beside)")
    assert page.locator(".zx-twin, .zx-turn, .zx-has-twin, .zx-rows").count() == 0
    someone.open(f"{home}foundations/Softmax/")
    assert page.locator("html.zx-beside, .zx-twin").count() == 0
    assert not someone.errors


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_on_a_phone_one_block_at_a_time_opens_below_its_own(reader, home):
    someone = reader(360, "dark")
    page = someone.open(home + CARD)
    side_by_side(page)
    assert page.locator(".zx-twin:visible").count() == 0
    turns = page.locator(".zx-turn")
    for number in (0, 2):
        turns.nth(number).focus()
        page.keyboard.press("Enter")
        assert turns.nth(number).get_attribute("aria-expanded") == "true"
        opened = page.locator(".zx-twin:visible")
        assert opened.count() == 1
        assert opened.get_attribute("id") == turns.nth(number).get_attribute("aria-controls")
    page.keyboard.press("Enter")
    assert page.locator(".zx-twin:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_page_says_when_the_other_language_cannot_be_had(reader):
    someone = reader()
    page = someone.open(f"/{CARD}")
    page.evaluate("document.querySelector('a.zx-language').href = '../../zh/no/such/page/'")
    page.click("[data-zx-beside]")
    page.wait_for_selector(".zx-beside-problem[role=alert] a")
    assert urlsplit(page.locator(".zx-beside-problem a").evaluate("a => a.href")).path == "/zh/no/such/page/"
    assert page.locator("[data-zx-beside]").get_attribute("aria-pressed") == "false"
    assert page.locator(".zx-twin").count() == 0


@pytest.mark.parametrize("path", ["/contributing/architecture/", "/zh/tags/"])
def test_a_page_without_partners_offers_none(shown, path):
    assert not shown(path).page.locator("[data-zx-beside]:visible").count()


# Lines of text that begin with a mark that closes; headings and entries of the navigation whose lines end inside a run of
# Chinese characters where the page has said nothing.
TORN = """() => {
  const at = (node, from) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + 1);
    return range.getClientRects()[0];
  };
  const texts = root => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('pre, math, svg, button')) found.push(walk.currentNode);
    return found;
  };
  const starts = [], headings = [];
  let marks = 0;
  for (const text of texts(document.querySelector('article'))) {
    if (!text.parentElement.checkVisibility()) continue;
    for (const { index } of text.data.matchAll(/[，。、；：！？）」』》】”’]/g)) {
      const place = at(text, index);
      if (!place?.width) continue;
      marks += 1;
      const block = text.parentElement.closest('p, li, td, th, h1, h2, h3, h4, summary, div');
      const left = block.getBoundingClientRect().left + parseFloat(getComputedStyle(block).paddingLeft);
      if (place.left < left + 2) starts.push(text.data.slice(index - 9, index + 1));
    }
  }
  const named = 'article :is(h1, h2, h3, h4), .md-nav .md-ellipsis, .zx-index-names a';
  for (const text of [...document.querySelectorAll(named)].flatMap(texts)) {
    for (const { index } of text.data.matchAll(/[\\u4e00-\\u9fff](?=[\\u4e00-\\u9fff])/g)) {
      const [one, next] = [at(text, index), at(text, index + 1)];
      if (one && next && next.top > one.bottom - 4) headings.push(text.data);
    }
  }
  return { marks, starts, headings };
}"""
DOTTED = """[...document.querySelectorAll('article em, article em *')].filter(one => {
  const own = [...one.childNodes].filter(node => node instanceof Text).map(node => node.data).join('');
  return /[A-Za-z]/.test(own) && getComputedStyle(one).textEmphasisStyle !== 'none';
}).length"""
TITLES = (
    "[...document.querySelectorAll('.md-nav .md-ellipsis, .md-footer .md-ellipsis')].map(one => one.textContent.trim())"
)
FITS = "(name => name.scrollWidth <= name.clientWidth)(document.querySelector('.md-header__topic .md-ellipsis'))"


@pytest.mark.parametrize(
    "card",
    ["attention/Attention_Mechanism/", "foundations/RNN_and_LSTM/", "position/ALiBi/", "training/Mixture_of_Experts/"],
)
@pytest.mark.parametrize("width", [360, 1280])
def test_no_line_begins_with_a_closing_mark_and_no_heading_is_torn_inside_a_word(shown, card, width):
    torn = shown(f"/zh/{card}", width).page.evaluate(TORN)
    assert torn["marks"] > 100
    assert (torn["starts"], torn["headings"]) == ([], [])


# The width of the first column, and the short Chinese names in cells that are on two lines.
CELLS = """() => {
  const names = [...document.querySelectorAll('td a')].filter((one) => /^[\\u4e00-\\u9fff]{2,6}$/.test(one.textContent));
  return {
    numbers: document.querySelector('th').getBoundingClientRect().width,
    names: names.length,
    torn: names.filter((one) => one.getClientRects().length > 1).map((one) => one.textContent),
  };
}"""


def test_on_a_chinese_phone_numbers_leave_the_room_to_names_and_names_are_whole(shown):
    cells = shown("/zh/path/Learning_Path/", 360).page.evaluate(CELLS)
    assert cells["names"] > 20
    assert cells["torn"] == []
    assert cells["numbers"] < 48


# Headings whose own words would fit on one line and break all the same, before the words of the other language do.
BROKEN = """() => {
  const found = [], seen = [];
  for (const other of document.querySelectorAll('article :is(h1, h2, h3, h4) > .zx-other')) {
    const heading = other.parentElement;
    if (!heading.checkVisibility()) continue;
    const own = document.createRange();
    own.setStart(heading, 0);
    own.setEndBefore(other);
    const parts = [...own.getClientRects()].filter(({ width }) => width > 1);
    const breaks = parts.some((part) => part.top > parts[0].bottom - 4);
    const whole = parts.reduce((sum, { width }) => sum + width, 8); // and the space at which it broke
    seen.push(heading.id);
    if (whole <= heading.clientWidth && breaks) found.push(heading.textContent);
  }
  return { seen: seen.length, found };
}"""


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_on_a_phone_a_heading_breaks_between_the_languages_first(shown, home):
    broken = shown(f"{home}training/Tensor_and_Pipeline_Parallelism/", 360).page.evaluate(BROKEN)
    assert broken["seen"] > 10
    assert broken["found"] == []


@pytest.mark.parametrize("path", ["map/Papers/", "map/Glossary/", "foundations/RNN_and_LSTM/", "tags/"])
def test_no_latin_letter_carries_an_emphasis_dot(shown, path):
    page = shown(f"/zh/{path}", 360).page
    assert page.evaluate(DOTTED) == 0
    assert page.evaluate(TORN)["headings"] == []


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_navigation_and_contents_speak_one_language(shown, home):
    titles = shown(home + CARD).page.evaluate(TITLES)
    assert len(titles) > 40
    if home == "/":
        assert [title for title in titles if re.search(r"[\u4e00-\u9fff]", title)] == []
    else:
        assert [title for title in titles if re.search(r"\([A-Za-z][^()]* [^()]*\)$", title)] == []
        assert "注意力机制" in " ".join(titles)


@pytest.mark.parametrize("card", ["training/Scaling_Laws", "training/Initialization", "training/Tokenization_BPE"])
def test_a_chinese_page_says_in_its_own_words_why_a_change_means_the_same(site, card):
    page = (site / "zh" / card / "index.html").read_text(encoding="utf-8")
    said = re.findall(r"（含义不变：([^）]+)）", page)
    assert said
    assert [reason for reason in said if not re.search(r"[\u4e00-\u9fff]", reason)] == []


def test_a_chinese_card_says_what_to_read_first_by_its_chinese_name(site):
    html = (site / "zh/training/Activation_Checkpointing/index.html").read_text(encoding="utf-8")
    first = html.partition('class="zx-prerequisites">')[2].partition("</span>")[0]
    assert re.sub("<[^>]*>", "", first) == "先读：反向传播、随机失活"


def test_a_link_on_a_chinese_page_shows_no_english_name_of_several_words(site):
    links = re.compile(r"<a\b[^>]*\bwikilink\b[^>]*>(.*?)</a>", re.S)
    texts = [
        (page.parent.name, re.sub(r"<[^>]+>", "", shown).strip())
        for page in (site / "zh").rglob("index.html")
        for shown in links.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(texts) > 1_500
    names = re.compile(r"[A-Za-z][\w,.&-]*(?: [\w,.&-]+)+", re.ASCII)
    assert [(page, text) for page, text in texts if names.fullmatch(text)] == []


@pytest.mark.parametrize(("home", "title"), [("/", "Zhixing 知行"), ("/zh/", "知行 Zhixing")])
def test_the_name_of_the_site_is_whole_on_a_phone_and_said_once(shown, home, title):
    assert shown(home, 360).page.title() == title
    for path in (home, f"{home}foundations/RNN_and_LSTM/"):
        assert shown(path, 360).page.evaluate(FITS)

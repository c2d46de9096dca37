"""Two languages as one, in a real browser: the switch keeps the place, addresses are shared, Chinese is set as Chinese."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

import pytest

CARD = "attention/Attention_Mechanism/"
# How far the upper edge of an element is below the line at which reading begins.
BELOW = """id => document.getElementById(id).getBoundingClientRect().top
    - document.querySelector('.md-header').getBoundingClientRect().bottom"""
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
    _, language = there_and_back(home)
    someone = reader()
    page = someone.open(f"{home}{CARD}#why-sqrt-dk")
    someone.follow(f"a.zx-language[hreflang={language}]")
    assert urlsplit(page.url).fragment == "why-sqrt-dk"
    assert 0 <= page.evaluate(BELOW, "why-sqrt-dk") < 450
    page = someone.open(home + CARD)
    someone.follow(f"a.zx-language[hreflang={language}]")
    assert (urlsplit(page.url).fragment, page.evaluate("scrollY")) == ("", 0)


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_former_ids_and_obsidian_s_own_lead_to_the_place(reader, home):
    someone = reader()
    for former, present in ((FORMER[home], "2-3-self-cross-and-masked-attention"), ("^why-sqrt-dk", "why-sqrt-dk")):
        page = someone.open(f"{home}{CARD}#{quote(former)}")
        page.wait_for_function("id => decodeURIComponent(location.hash) === '#' + id", arg=present)
        assert 0 <= page.evaluate(BELOW, present) < 150
        page.evaluate("scrollTo(0, 0); location.hash = ''")
        page.evaluate("former => { location.hash = former }", former)  # a link within the page
        page.wait_for_function("id => decodeURIComponent(location.hash) === '#' + id", arg=present)
        assert 0 <= page.evaluate(BELOW, present) < 150
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
    const theirs = twin.getBoundingClientRect();
    return [Math.abs(ours.top - theirs.top), theirs.left - ours.right, theirs.width];
}).filter(([, , width]) => width)"""


LEADS = """[...document.querySelectorAll('.zx-twin a[href]')]
    .filter(link => link.origin === location.origin && !link.getAttribute('href').startsWith('#')).map(link => link.pathname)"""
LANGUAGES = "[...document.querySelectorAll('.zx-twin')].map(twin => twin.lang)"


def side_by_side(page) -> None:
    page.click("[data-zx-beside]")
    page.wait_for_selector("html.zx-beside")
    page.wait_for_selector("[data-zx-beside][aria-busy=false]")


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_both_languages_stand_side_by_side_and_stay_so(reader, home):
    other, language = there_and_back(home)
    someone = reader()
    page = someone.open(f"{home}{CARD}#2-4-complexity")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    side_by_side(page)
    assert other + CARD in fetched and "/assets/zx/twins.js" in fetched  # neither before it is asked for
    assert -5 < page.evaluate(BELOW, "2-4-complexity") < 150  # the reader stays where they were
    rows = page.evaluate(BESIDE)
    assert len(rows) == page.locator("[data-pair]").count() > 80
    assert all(apart < 8 and gap > 10 for apart, gap, _ in rows)
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
    assert page.locator(".zx-twin .quiz[data-ready]").count() == page.locator(".zx-has-twin.quiz").count() > 0
    assert page.locator(".zx-twin .quiz li[data-option] > ul:visible").count() == 0
    # The next page, and the way back to one language.
    page = someone.open(f"{home}foundations/Softmax/")
    page.wait_for_selector("html.zx-beside .zx-twin")
    page.click("[data-zx-beside]")
    page.wait_for_selector("html:not(.zx-beside)")
    assert page.locator(".zx-twin, .zx-turn, .zx-has-twin").count() == 0
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


@pytest.mark.parametrize("path", ["/study/review/", "/zh/tags/"])
def test_a_page_without_partners_offers_none(shown, path):
    assert not shown(path).page.locator("[data-zx-beside]:visible").count()

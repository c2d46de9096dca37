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

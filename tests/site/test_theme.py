"""What the theme's script did, done by our own: colours, contents list, copying, drawer, folds."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from site_reader import Reader

CARD = "/attention/Attention_Mechanism/"
SCHEME = "document.body.dataset.mdColorScheme"


def test_the_theme_s_own_script_is_not_fetched(reader: Callable[..., Reader]) -> None:
    someone = reader()
    asked: list[str] = []
    someone.page.on("request", lambda request: asked.append(request.url))
    someone.open("/")
    assert not [url for url in asked if "/javascripts/" in url]
    assert someone.errors == []


def test_colours_go_round_and_are_kept(reader: Callable[..., Reader]) -> None:
    someone = reader(scheme="dark")
    page = someone.open("/")
    shown = page.locator("[data-md-component=palette] label:visible")
    expect(shown).to_have_count(1)
    assert page.evaluate(SCHEME) == "slate", "as the system"
    shown.click()
    assert page.evaluate(SCHEME) == "default"
    someone.open(CARD)
    assert page.evaluate(SCHEME) == "default", "kept on the next page"
    shown.click()
    assert page.evaluate(SCHEME) == "slate"
    shown.click()
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"{SCHEME} === 'default'")  # as the system again, while it changes


def test_the_contents_list_the_title_and_the_address_follow_the_reader(reader: Callable[..., Reader]) -> None:
    page = reader().open(CARD)
    assert page.locator(".md-header__title--active").count() == 0
    heading = page.locator("article h3[id]").nth(2)
    name = heading.get_attribute("id")
    heading.evaluate("one => one.scrollIntoView({ behavior: 'instant' })")
    expect(page.locator(f".md-sidebar--secondary a[href='#{name}']")).to_have_class("md-nav__link md-nav__link--active")
    expect(page.locator(".md-header__title--active")).to_have_count(1)
    page.wait_for_function("name => location.hash === `#${name}`", arg=name)
    # The list goes along to the end, and back to its beginning.
    listed = "() => document.querySelector('.md-sidebar--secondary .md-sidebar__scrollwrap').scrollTop"
    page.locator("article h2[id]").last.evaluate("one => one.scrollIntoView({ behavior: 'instant' })")
    page.wait_for_function(f"{listed} > 0")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function(f"{listed} === 0")


def test_code_is_copied_and_a_fold_opens_for_its_address(reader: Callable[..., Reader]) -> None:
    page = reader().open(CARD)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    block = page.locator("article pre:visible:has(> code)").first
    block.hover()
    block.locator(".md-code__button").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.length > 10)")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("code").evaluate("code => code.textContent").strip()
    fold = page.evaluate("document.querySelector('article details[id]:not([open])').id")
    page.evaluate("name => { location.hash = name }", fold)
    page.wait_for_function("name => document.getElementById(name).open", arg=fold)


def test_the_drawer_opens_and_closes_on_a_phone(reader: Callable[..., Reader]) -> None:
    page = reader(360).open(CARD)
    drawer = page.locator(".md-sidebar--primary")
    page.locator(".md-header label[for=__drawer]").click()
    page.wait_for_function("document.querySelector('.md-sidebar--primary').getBoundingClientRect().left >= -1")
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelector('.md-sidebar--primary').getBoundingClientRect().right <= 1")
    assert drawer.count() == 1

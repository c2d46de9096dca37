"""Questions on paper: one page for each category and one of all, each light, with the answers shown or hidden."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from zhixing.page.font_links import MATH, TEXT, font_links
from zhixing.page.policy import with_policy
from zhixing.page.words import words
from zhixing.study.deck import rebased
from zhixing.study.items import TOP, Deck, DeckCard, StudyItem

FOLDER = "print"
ALL = "questions"
_ASKED = ("question", "quiz")
_STYLES = ("assets/zx/math.css", "assets/zx/sheet.css")


def sheet_uri(root: str, name: str) -> str:
    """Where the sheet of a category lies; `root` is that of the language, "" or with a slash at its end."""
    return f"{root}{FOLDER}/{name}/"


def sheet_files(deck: Deck, root: str) -> Iterator[tuple[str, str]]:
    """Address and HTML of each sheet that has something to ask."""
    asked: dict[str, list[StudyItem]] = {}
    for item in deck.items:
        if item.kind in _ASKED:
            asked.setdefault(item.card, []).append(item)
    cards = [card for card in deck.cards if card.key in asked]
    for category in deck.categories:
        own = [card for card in cards if card.category == category.id]
        if own:
            yield _sheet(deck.language, root, category.id, category.name, own, asked)
    if cards:
        yield _sheet(deck.language, root, ALL, words(deck.language).all_questions, cards, asked)

    top: dict[str, list[StudyItem]] = {}
    for item in deck.top():
        top.setdefault(item.card, []).append(item)
    if top:
        own = [card for card in cards if card.key in top]
        yield _sheet(deck.language, root, TOP, words(deck.language).top_questions, own, top)


def _sheet(
    lang: str, root: str, name: str, title: str, cards: list[DeckCard], asked: dict[str, list[StudyItem]]
) -> tuple[str, str]:
    said, place = words(lang), sheet_uri(root, name)
    top = "../" * place.count("/")
    styles = "".join(f'<link rel="stylesheet" href="{top}{style}">' for style in _STYLES)
    parts = []
    for card in cards:
        rows = "".join(_row(rebased(item, root, place)) for item in asked[card.key])
        link = f'<a href="{escape("../../" + card.url)}">{escape(card.title)}</a>'
        parts.append(f"<section>\n<h2>{link}</h2>\n<ol>\n{rows}</ol>\n</section>\n")
    count = sum(len(asked[card.key]) for card in cards)
    asked_for = "".join(parts)
    fonts = font_links(top, TEXT, *(MATH if "<math" in asked_for else ()))
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="robots" content="noindex"><title>{escape(title)}</title>{fonts}{styles}'
    )
    choice = f'<label><input type="checkbox" id="answers"> {said.show_answers}</label>'
    if any(item.layer for card in cards for item in asked[card.key]):
        choice += f' <label><input type="checkbox" id="essence"> {said.only_essence}</label>'
    html = (
        f'<!doctype html>\n<html lang="{lang or "en"}"><head>{head}</head><body class="md-typeset">\n'
        f'<header><h1>{escape(title)}</h1><p>{said.questions.format(count)} <a href="../../">{said.home}</a></p>{choice}'
        f"</header>\n<main>\n{asked_for}</main></body></html>\n"
    )
    return f"{place}index.html", with_policy(html, asked_for)  # a sheet has no script, whatever the notes hold


def _row(item: StudyItem) -> str:
    options = "".join(
        f'<li{" data-right" if option.right else ""}>{option.text}<div class="zx-answer">{option.why}</div></li>'
        for option in item.options
    )
    listed = f'<ul class="zx-choices">{options}</ul>' if options else ""
    deep = f' data-depth="{item.layer}"' if item.layer else ""
    return f'<li{deep}>{item.prompt}{listed}<div class="zx-answer">{item.answer}</div></li>\n'

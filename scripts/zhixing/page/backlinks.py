"""Which cards link to a card, and in which sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape

from zhixing.model import Card, Config, Link
from zhixing.page.text import link_steps, page_title
from zhixing.page.words import words
from zhixing.syntax import inline
from zhixing.syntax.comments import removed
from zhixing.syntax.sentence import sentence_of
from zhixing.syntax.slug import plain
from zhixing.vault.config import is_card
from zhixing.vault.links import Survey

_KEPT = ("link", "embed", "math", "display", "code", "comment")
_MARKDOWN = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_ATTRIBUTES = re.compile(r"\{:?\s*[.#][^{}]*\}")
# The box of a task, a footnote's mark, a tag of HTML; the words of `[words][reference]`.
_SYNTAX = re.compile(r"^\[[^\[\]]\]\s+|\[\^[^\[\]]+\]|</?[A-Za-z][^<>]*>")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]")
_BLOCK_ID = re.compile(r"\s\^[\w-]+$")
_CELL = re.compile(r"(?<!\\)\|")
_LETTERS = re.compile(r"[\u3400-\u9fff]|\w+")
_MARK = re.compile(r"(</?mark>)")
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff]"
# A space beside a link whose file has a Latin name and whose words are Chinese.
_GAP = re.compile(rf"(?<={_HAN}) (?=(?:<mark>)?{_HAN})|(?<={_HAN}</mark>) (?={_HAN})")
Name = Callable[[str, str], str]  # target and fragment of a link → how it is named
_ON, _OFF = "\x01", "\x02"
_SENTENCES = 3  # shown for one linking card
_FEW = 3  # words beside the link itself that make no context


def backlinks_html(
    card: Card, found: Survey, cards: dict[str, Card], config: Config, address: Callable[[str, str], str]
) -> str:
    """The folded list at the end of a page: cards with their sentences, then the other pages; "" if nothing links here."""
    incoming = found.incoming.get(card.path, {})
    if not incoming:
        return ""
    say = words(card.lang)
    linking = [cards[path] for path in incoming if config.profile != "cards" or is_card(cards[path], config)]
    pages = [cards[path] for path in incoming if cards[path] not in linking]
    items = [
        f"<li><p>{_title(source, address)}</p>{_quotes(incoming[source.path], source, _names(source, found, cards))}</li>\n"
        for source in linking
    ]
    body = f"<ul>\n{''.join(items)}</ul>\n" if items else ""
    if pages:
        body += f"<p>{say.also_on}{say.colon}{say.comma.join(_title(page, address) for page in pages)}</p>\n"
    summary = f"<summary>{say.backlinks} <small>{len(incoming)}</small></summary>"
    return f'\n<section class="zx-backlinks" data-search-exclude>\n<details>\n{summary}\n{body}</details>\n</section>'


def _names(source: Card, found: Survey, cards: dict[str, Card]) -> Name:
    """How a page names the links that have no words of their own: as the page itself shows them; a block's id says nothing."""

    def name(target: str, fragment: str) -> str:
        path = found.paths(source.path).get((target, fragment), "")
        steps = "#".join(step for step in fragment.split("#") if not step.startswith("^"))
        return " › ".join(link_steps(target, steps, cards.get(path), source.lang))

    return name


def _title(card: Card, address: Callable[[str, str], str]) -> str:
    return f'<a href="{escape(address(card.path, ""))}">{escape(page_title(card))}</a>'


def _quotes(links: list[Link], source: Card, name: Name) -> str:
    """Each sentence once, whichever of its links lead here; the links stand in the order of the text, or nearly."""
    sentences: dict[str, str] = {}
    for link in links:
        if len(sentences) > 2 * _SENTENCES:
            break  # none of those that are shown is met again
        context = _context(link, source, name)
        if source.lang.startswith("zh"):
            context = _GAP.sub("", context)
        if context:
            bare = _MARK.sub("", context)
            sentences[bare] = _both(sentences[bare], context) if bare in sentences else context
    return "".join(f'<span class="zx-sentence">{html}</span>' for html in list(sentences.values())[:_SENTENCES])


def _both(one: str, other: str) -> str:
    """A sentence that was marked twice, with the marks of both."""
    edges: dict[int, list[str]] = {}
    for html in (one, other):
        place = 0
        for part in _MARK.split(html):
            if _MARK.fullmatch(part):
                if part not in edges.setdefault(place, []):
                    edges[place].append(part)
            else:
                place += len(part)
    out, bare, last = [], _MARK.sub("", one), 0
    for place in sorted(edges):
        out += [bare[last:place], *sorted(edges[place], key=lambda mark: mark == "<mark>")]
        last = place
    return "".join([*out, bare[last:]])


def _context(link: Link, source: Card, name: Name) -> str:
    """The sentence a link stands in. Where it says nothing more than the link, the table's row or the section's heading."""
    if not sentence_of(link):
        return ""
    html = sentence_html(link, name)
    if len(_LETTERS.findall(_beside(html))) >= _FEW or source.is_canvas:
        return html
    row = _row(_lines(source.shown)[link.span.line - 1])
    if row:
        return " · ".join(filter(None, (_html(cell, link, name) for cell in row)))
    heading = next((one for one in reversed(source.headings) if one.span.line < link.span.line and one.level > 1), None)
    where = "" if heading is None else f"{_words(heading.text)} › "
    return where + html


@lru_cache(maxsize=8)
def _lines(text: str) -> list[str]:
    return removed(text).split("\n")


def _beside(html: str) -> str:
    """What a sentence says beside the link."""
    return re.sub(r"<mark>.*?</mark>|<[^>]*>", "", html)


def _row(line: str) -> list[str]:
    """The cells of a table's row; none if the line is none."""
    text = line.lstrip("> \t").rstrip()
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(text.strip("|"))] if text.startswith("|") else []


def sentence_html(link: Link, name: Name) -> str:
    """The sentence a link stands in: the link's own text marked, formulas and code kept, other marks removed."""
    return _html(sentence_of(link), link, name)


def _html(text: str, link: Link, name: Name) -> str:
    sentence = _BLOCK_ID.sub("", text)
    if not link.wiki:
        sentence = _MARKDOWN.sub(lambda m: _marked(m, link), sentence)
    out, start = [], 0
    for match in inline.pieces(sentence):
        if match.lastgroup in _KEPT:
            out += [_words(sentence[start : match.start()]), _kept(match, link, name)]
            start = match.end()
    out.append(_words(sentence[start:]))
    return "".join(out).replace(_ON, "<mark>").replace(_OFF, "</mark>").strip()


def _kept(match: re.Match[str], link: Link, name: Name) -> str:
    kind = match.lastgroup
    if kind in ("link", "embed"):
        target, fragment, text = inline.split_target(inline.address(match))
        shown = _words(text or name(target, fragment))
        return f"{_ON}{shown}{_OFF}" if link.wiki and (target, fragment) == (link.target, link.fragment) else shown
    if kind == "code":
        return f"<code>{escape(match.group().strip('`').strip(), quote=False)}</code>"
    if kind in ("math", "display"):
        return f'<span class="arithmatex">\\({escape(inline.tex(match), quote=False)}\\)</span>'
    return ""


def _marked(match: re.Match[str], link: Link) -> str:
    parts = inline.split_destination(match.group(2))
    return f"{_ON}{match.group(1)}{_OFF}" if parts == (link.target, link.fragment) else match.group()


def _words(text: str) -> str:
    """Text without Markdown marks; the space at its ends stays."""
    bare = _REFERENCE.sub(r"\1", _SYNTAX.sub("", _ATTRIBUTES.sub("", text)))
    return escape(plain(f"\x00{bare}\x00").strip("\x00"), quote=False)

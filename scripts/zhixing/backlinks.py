"""Which cards link to a card, and in which sentence; found in the one pass that also finds broken links."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from zhixing import inline
from zhixing.check_links import cycles
from zhixing.markdown_obsidian import PATTERN, default_text
from zhixing.model import Card, Diagnostic, Link, Vault
from zhixing.resolve import Index, Unresolved
from zhixing.slug import plain
from zhixing.words import words

_KEPT = ("wiki", "math", "display", "code", "comment")
_MARKDOWN = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_ATTRIBUTES = re.compile(r"\{:?\s*[.#][^{}]*\}")
_ON, _OFF = "\x01", "\x02"
_SENTENCES = 3  # shown for one linking card


@dataclass(frozen=True)
class Followed:
    """One link and where it leads: a path, or a problem."""

    link: Link
    path: str = ""
    problem: Diagnostic | None = None


@dataclass
class Survey:
    """All links of a vault, followed once."""

    outgoing: dict[str, list[Followed]] = field(default_factory=dict)  # by source path
    incoming: dict[str, dict[str, list[Link]]] = field(default_factory=dict)  # target path → source path → links
    problems: list[Diagnostic] = field(default_factory=list)


def survey(vault: Vault, index: Index, known: Mapping[str, list[Followed]] | None = None) -> Survey:
    """Follow every link; those of the cards in `known` are taken from there."""
    result = Survey()
    embeds: dict[str, list[tuple[Link, str]]] = {}
    for card in vault.cards.values():
        followed = known.get(card.path) if known else None
        followed = result.outgoing[card.path] = _follow(card, index) if followed is None else followed
        for step in followed:
            target = vault.cards.get(step.path)
            if step.problem is not None:
                result.problems.append(step.problem)
            elif target is not None and target is not card:
                if target.lang == card.lang:
                    result.incoming.setdefault(step.path, {}).setdefault(card.path, []).append(step.link)
                if step.link.embed:
                    embeds.setdefault(card.path, []).append((step.link, step.path))
    result.problems += cycles(embeds)
    result.problems.sort()
    return result


def _follow(card: Card, index: Index) -> list[Followed]:
    followed = []
    for link in card.links:
        target = index.resolve(link, card)
        if isinstance(target, Unresolved):
            followed.append(Followed(link, problem=Diagnostic(link.span, target.code, target.problem, target.hint)))
        else:
            followed.append(Followed(link, target.path))
    return followed


def backlinks_html(card: Card, found: Survey, cards: dict[str, Card], address: Callable[[str, str], str]) -> str:
    """The section at the end of a page; "" if nothing links to it."""
    items = []
    for path, links in found.incoming.get(card.path, {}).items():
        source = cards[path]
        title = f'<a href="{escape(address(path, ""))}">{escape(plain(source.title))}</a>'
        sentences: dict[str, str] = {}
        for link in links:
            if link.sentence:
                sentences.setdefault(link.sentence, sentence_html(link))
        quotes = "".join(f'<span class="zx-sentence">{html}</span>' for html in list(sentences.values())[:_SENTENCES])
        items.append(f"<li><p>{title}</p>{quotes}</li>")
    if not items:
        return ""
    heading = words(card.lang).backlinks
    body = "\n".join(items)
    return f'\n<section class="zx-backlinks" data-search-exclude>\n<h2>{heading}</h2>\n<ul>\n{body}\n</ul>\n</section>'


def sentence_html(link: Link) -> str:
    """The sentence a link stands in: the link's own text marked, formulas and code kept, other marks removed."""
    sentence = link.sentence if link.wiki else _MARKDOWN.sub(lambda m: _marked(m, link), link.sentence)
    out, start = [], 0
    for match in PATTERN.finditer(sentence):
        if match.lastgroup in _KEPT:
            out += [_words(sentence[start : match.start()]), _kept(match, link)]
            start = match.end()
    out.append(_words(sentence[start:]))
    return "".join(out).replace(_ON, "<mark>").replace(_OFF, "</mark>").strip()


def _kept(match: re.Match[str], link: Link) -> str:
    kind = match.lastgroup
    if kind == "wiki":
        target, fragment, text = inline.split_target(match.group("wiki"))
        shown = _words(text or default_text(target, fragment))
        return f"{_ON}{shown}{_OFF}" if link.wiki and (target, fragment) == (link.target, link.fragment) else shown
    if kind == "code":
        return f"<code>{escape(match.group().strip('`').strip(), quote=False)}</code>"
    if kind in ("math", "display"):
        return f'<span class="arithmatex">\\({escape(match.group(kind), quote=False)}\\)</span>'
    return ""


def _marked(match: re.Match[str], link: Link) -> str:
    parts = inline.split_destination(match.group(2))
    return f"{_ON}{match.group(1)}{_OFF}" if parts == (link.target, link.fragment) else match.group()


def _words(text: str) -> str:
    """Text without Markdown marks; the space at its ends stays."""
    return escape(plain(f"\x00{_ATTRIBUTES.sub('', text)}\x00").strip("\x00"), quote=False)

"""Cards that are named in prose without a link: offered to authors, never an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zhixing.model import Card, Span, Vault
from zhixing.syntax import blocks, inline
from zhixing.syntax.bilingual import split, without_picture
from zhixing.syntax.slug import plain
from zhixing.vault.config import is_card
from zhixing.vault.links import Survey, survey
from zhixing.vault.resolve import Index

_HAN = re.compile(r"[\u3400-\u9fff]")
_SHORTEST, _SHORTEST_HAN = 3, 2  # letters of a name
_BETWEEN = re.compile(
    r"\[[^\[\]]*\]\([^()]*\)|<[^<>]*>|https?://\S+"
)  # what links, tags and addresses say is not prose
_UNSAID = ("heading_open",)
_CELLS = ("td_open", "th_open")


@dataclass(frozen=True)
class Mention:
    """The first place on a card that names another card, to which no link of it leads."""

    span: Span
    words: str
    target: Card
    in_table: bool = False

    @property
    def link(self) -> str:
        """What to write instead; in a table the bar between name and words is escaped."""
        if self.words == self.target.name:
            return f"[[{self.target.name}]]"
        return f"[[{self.target.name}{chr(92) * self.in_table}|{self.words}]]"


def mentions(vault: Vault) -> Iterator[Mention]:
    """Those of every card, in the order of the vault; names that two cards share are left alone."""
    followed = survey(vault, Index(vault))
    for lang in vault.config.languages or ("",):
        cards = [card for card in vault.cards.values() if card.lang == lang and _counts(card, vault)]
        names = _names(cards)
        pattern = _pattern(names)
        for card in cards if pattern else ():
            yield from _of(card, names, pattern, followed)


def _counts(card: Card, vault: Vault) -> bool:
    return is_card(card, vault.config) or (vault.config.profile != "cards" and not card.is_notebook)


def _names(cards: list[Card]) -> dict[str, Card]:
    """Folded names of cards: title in either language, file name, aliases."""
    found: dict[str, Card | None] = {}
    for card in cards:
        own = [*split(without_picture(plain(card.title))), card.name.replace("_", " "), *card.front.aliases]
        for name in {name.strip().casefold() for name in own}:
            shortest = _SHORTEST_HAN if _HAN.search(name) else _SHORTEST
            if len(name) >= shortest:
                found[name] = card if found.get(name, card) is card else None
    return {name: card for name, card in found.items() if card is not None}


def _pattern(names: dict[str, Card]) -> re.Pattern[str]:
    """Any of the names, the longest first; words in Latin letters as whole words."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    bounded = (
        ("" if _HAN.match(name) else r"(?<![\w-])") + re.escape(name) + ("" if _HAN.match(name[-1]) else r"(?![\w-])")
        for name in ordered
    )
    return re.compile("|".join(bounded) or r"(?!)", re.I)


def _of(card: Card, names: dict[str, Card], pattern: re.Pattern[str], followed: Survey) -> Iterator[Mention]:
    known = {card.path, *(step.path for step in followed.outgoing.get(card.path, ()))}
    for line, text, in_table in _prose(card):
        for match in pattern.finditer(text):
            target = names.get(match.group().casefold())
            if target is not None and target.path not in known:
                known.add(target.path)
                span = Span(card.path, line + text.count("\n", 0, match.start()))
                yield Mention(span, match.group(), target, in_table)


def _prose(card: Card) -> Iterator[tuple[int, str, bool]]:
    """Each paragraph or cell with its line in the file, and whether it is a cell; links, code, formulas and comments blank."""
    tokens = blocks.tokens(card.body)[0]
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "inline" and token.map and not (before and before.type in _UNSAID):
            text = _blank(token.content, (match.span() for match in _BETWEEN.finditer(token.content)))
            text = _blank(text, (match.span() for match in inline.pieces(text)))
            yield card.front.height + token.map[0] + 1, text, before is not None and before.type in _CELLS


def _blank(text: str, spans: Iterator[tuple[int, int]]) -> str:
    out, done = [], 0
    for start, end in spans:
        out += [text[done:start], re.sub(r"[^\n]", "\0", text[start:end])]
        done = end
    return "".join([*out, text[done:]])

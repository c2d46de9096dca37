"""Checks of links, embeds, aliases and prerequisites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zhixing.model import Card, Diagnostic, Link, Span, Vault
from zhixing.syntax.slug import heading_key, name_key
from zhixing.vault.links import cycles, survey
from zhixing.vault.resolve import Target, index_of

_FEW = 4  # lines that a message names
_SIZE = re.compile(r"\d+(?:x\d+)?")
_SIZE_LIKE = re.compile(r"\d[\dOolI]*[ ]*(?:px|em|pt|%)?(?:[ ]*[x×*X,，][ ]*[\dOolI]*[ ]*(?:px|em|pt|%)?)?", re.I)
_LETTERS = str.maketrans("OolI", "0011")  # typed for a digit


def check_links(vault: Vault) -> Iterator[Diagnostic]:
    """Every link and embed leads somewhere, and embeds never lead back to themselves."""
    yield from survey(vault, index_of(vault)).problems


def check_repeated_headings(vault: Vault) -> Iterator[Diagnostic]:
    """A heading that a link names stands once on its card: else the link leads to the first of them."""
    index = index_of(vault)
    outlines: dict[str, dict[str, list[int]]] = {}  # path → key of a heading → its lines
    for card in vault.cards.values():
        for link in card.links:
            if not link.fragment or link.fragment.startswith("^") or "#" in link.fragment:
                continue
            target = index.follow(link, card)
            if not isinstance(target, Target) or target.card is None or target.heading is None:
                continue
            key = heading_key(target.heading.text)
            known = outlines.get(target.path)
            if known is None:
                known = outlines[target.path] = {}
                for it in target.card.headings:
                    known.setdefault(heading_key(it.text), []).append(it.span.line)
            same = known[key]
            if len(same) > 1 and heading_key(link.fragment) == key:
                lines = ", ".join(map(str, same[:_FEW]))
                problem = f"heading {target.heading.text!r} stands on lines {lines} of {target.card.path}"
                yield Diagnostic(
                    link.span, "L013", problem, "rename one, or name the heading above it: [[Card#Above#It]]"
                )


def check_sizes(vault: Vault) -> Iterator[Diagnostic]:
    """The size of a picture is a width, or a width and a height: anything else is taken for its words."""
    for card in vault.cards.values():
        for link in card.links:
            size = link.text.rpartition("|")[2].strip() if link.embed and link.text else ""
            if size and _SIZE_LIKE.fullmatch(size) and not _SIZE.fullmatch(size):
                numbers = "x".join(re.findall(r"\d+", size.translate(_LETTERS))[:2])
                yield Diagnostic(link.span, "L014", f"{size} is no size of a picture", f"write {numbers}")


def check_aliases(vault: Vault) -> Iterator[Diagnostic]:
    """An alias belongs to one card of a language and is not the name of another."""
    names = {(card.lang, name_key(card.name)): card for card in vault.cards.values()}
    owners: dict[tuple[str, str], Card] = {}
    for card in vault.cards.values():
        for alias in dict.fromkeys(card.front.aliases):
            key = (card.lang, name_key(alias))
            other = owners.setdefault(key, card)
            named = names.get(key)
            span = Span(card.path, card.front.lines.get("aliases", card.front.lines.get("alias", 1)))
            if other is not card:
                yield Diagnostic(
                    span, "L007", f"alias {alias!r} belongs to {other.path} too", "keep it on one of the two"
                )
            elif named is not None and named is not card:
                yield Diagnostic(span, "L007", f"alias {alias!r} is the name of {named.path}", "choose another alias")


def check_prerequisites(vault: Vault) -> Iterator[Diagnostic]:
    """Prerequisites are cards and never lead back to the card itself: there is an order in which to read."""
    index = index_of(vault)
    wanted: dict[str, list[tuple[Link, str]]] = {}
    for card in vault.cards.values():
        for link in card.front.prerequisites:
            target = index.follow(link, card)
            if isinstance(target, Target) and target.card is None:
                hint = "name the card to read first, or drop it"
                yield Diagnostic(link.span, "L008", f"prerequisite [[{link.target}]] is not a card", hint)
            elif isinstance(target, Target) and target.card is not None:
                wanted.setdefault(card.path, []).append((link, target.card.path))
    for link, ring in cycles(wanted):
        hint = "drop one: the first card of the circle must be readable alone"
        yield Diagnostic(link.span, "L008", f"prerequisites form a cycle: {ring}", hint)

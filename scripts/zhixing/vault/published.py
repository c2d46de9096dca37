"""What of a vault may be shown: the one place that says which notes and files a site, a deck or an index has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from zhixing.model import Card, Link, Span, Vault
from zhixing.syntax.inline import split_destination, split_target
from zhixing.syntax.notebook import stored_path
from zhixing.vault.config import is_included
from zhixing.vault.kept_results import kept
from zhixing.vault.links import Survey
from zhixing.vault.named_files import known_name, named_files
from zhixing.vault.resolve import Index, Target

IMAGES = (".png", ".jpg", ".jpeg", ".jfif", ".gif", ".webp", ".bmp", ".avif", ".svg", ".ico")
AUDIO = (".mp3", ".wav", ".m4a", ".ogg", ".oga", ".opus", ".3gp", ".flac", ".aac")
VIDEO = (".mp4", ".m4v", ".webm", ".ogv", ".mov", ".mkv")
_FONTS = (".woff", ".woff2", ".ttf", ".otf")
MEDIA = (*IMAGES, *AUDIO, *VIDEO, *_FONTS, ".pdf", ".vtt")
_FOR_SERVERS = frozenset(["CNAME", "robots.txt", "_redirects", "_headers"])  # at the root of the docs
_REFERENCE = re.compile(r"""\b(?:src|href|poster|data)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=`]+))""", re.I)
_WIKI = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_WITHIN = re.compile(r"\](?=(?:\(|:(?:\s*#\s*[(\"'])?)\s*<?([^\s<>()\"']+))")


@dataclass(frozen=True)
class LeftOut:
    """A file of the vault that no site has, and why."""

    path: str
    reason: str


def published(vault: Vault) -> Vault:
    """The vault without the notes that their authors keep to themselves; those are `withheld`."""
    private: dict[str, Card | None] = {path: card for path, card in vault.cards.items() if not card.is_published}
    if not private:
        return vault
    shown = {path: card for path, card in vault.cards.items() if path not in private}
    return replace(vault, cards=shown, withheld={**vault.withheld, **private})


def is_searched(card: Card) -> bool:
    """Whether a search may find it: `search: {exclude: true}` says no."""
    return card.is_published and card.front.searched


def unlinked(vault: Vault, index: Index, found: Survey, needed: Iterable[str] = ()) -> dict[str, str]:
    """Files of a published vault that are left out, each with the reason.

    A file is shown if a published note links to it, if it is a picture, sound, film or the like that no private note
    and no comment alone names, or if the config names it; `needed` are those that the theme names.
    """
    wanted = {step.path for followed in found.outgoing.values() for step in followed}
    for card in vault.cards.values():
        wanted.update(_referenced(card, index))
    private = {path for card in vault.withheld.values() if card is not None for path in _linked(card, index)}
    private.update(path for card in vault.cards.values() for path in _mentioned(card, index))
    named = {
        *vault.named,
        *(name for card in vault.withheld.values() if card for name in named_files(card.text.encode())),
    }
    private.update(path for path in vault.files if known_name(path) in named)
    root = f"{vault.config.docs}/" if vault.config.docs != "." else ""
    kept = {*wanted, *needed, *map(stored_path, vault.notebooks), *(root + name for name in _FOR_SERVERS)}
    return {
        path: "linked from what is not published" if path in private else "linked from no published note"
        for path in vault.files
        if path not in kept
        and (path in private or not path.lower().endswith(MEDIA))
        and not is_included(path, vault.config)
    }


def left_out(vault: Vault, files: Mapping[str, str]) -> list[LeftOut]:
    """Everything that is left out of the site of a published vault, sorted; `files` are those found by `unlinked`."""
    notes = [LeftOut(path, _reason(card)) for path, card in vault.withheld.items()]
    others = [LeftOut(path, reason) for path, reason in files.items()]
    return sorted((*notes, *others), key=lambda one: one.path)


def _reason(card: Card | None) -> str:
    if card is None:
        return "excluded"
    return "draft: true" if card.front.draft else "publish: false"


def _linked(card: Card, index: Index) -> Iterable[str]:
    found = (index.follow(link, card) for link in card.links)
    return {*(target.path for target in found if isinstance(target, Target)), *_referenced(card, index)}


def _referenced(card: Card, index: Index) -> Iterable[str]:
    """Files that the HTML of a note names."""
    for parts in _destinations(card.shown) if "<" in card.shown else ():
        target = index.follow(Link(Span(card.path, 0), *parts, "", False, True), card)
        if isinstance(target, Target):
            yield target.path


def _mentioned(card: Card, index: Index) -> Iterable[str]:
    """Files that a note which hides something names anywhere, its comments included."""
    for parts, is_wiki in _named(card.text) if card.text != card.shown else ():
        target = index.follow(Link(Span(card.path, 0), *parts, "", is_wiki, True), card)
        if isinstance(target, Target):
            yield target.path


@kept
def _named(text: str) -> list[tuple[tuple[str, str], bool]]:
    """Everything in a text that looks like the address of a link, and whether it is a wiki-link's."""
    wiki = [(split_target(one[1])[:2], True) for one in _WIKI.finditer(text)]
    found = [split_destination(one[1]) for one in _WITHIN.finditer(text)]
    return [*wiki, *((parts, False) for parts in (*found, *_destinations(text)) if parts is not None)]


@kept
def _destinations(text: str) -> list[tuple[str, str]]:
    """What the attributes of HTML in a text name."""
    found = (split_destination(one[1] or one[2] or one[3] or "") for one in _REFERENCE.finditer(text))
    return [parts for parts in found if parts is not None]

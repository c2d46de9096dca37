"""Links → targets, as Obsidian resolves them: by name, path or alias, in the page's own language first."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zhixing.model import Card, Heading, Link, Vault
from zhixing.syntax.bilingual import split
from zhixing.syntax.slug import anchor, github_anchor, heading_key, name_key, plain

_MARKDOWN = (".md", ".markdown")
_INDEX = ("readme.md", "index.md")
_CHINESE = re.compile(r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{2,8}(?![\u4e00-\u9fff])")
WITHHELD = "L009"  # the one problem of which a page shows nothing


@dataclass(frozen=True)
class Target:
    """Where a link leads: a file of the vault and, on a card, perhaps an anchor."""

    path: str
    card: Card | None = None
    anchor: str = ""
    heading: Heading | None = None

    @property
    def part(self) -> str:
        """What is embedded, as one name: the card, a section of it, or a block."""
        return f"{self.path}#{'' if self.heading else '^'}{self.anchor}" if self.anchor else self.path


@dataclass(frozen=True)
class Unresolved:
    """Why a link leads nowhere; `guess` is where Obsidian would go nevertheless if the name is ambiguous."""

    code: str
    problem: str
    hint: str
    guess: Target | None = None


class Index:
    """Names of a vault, made once, asked for every link."""

    def __init__(self, vault: Vault) -> None:
        private = {path: card for path, card in vault.withheld.items() if card is not None}
        self._cards = {**vault.cards, **private} if private else vault.cards
        self._withheld = {*vault.withheld, *(path for path, card in vault.cards.items() if not card.is_published)}
        self.config = vault.config
        self._docs = "" if vault.config.docs == "." else vault.config.docs + "/"
        self._languages = vault.config.languages
        self._names: dict[str, list[str]] = {}
        self._aliases: dict[str, list[str]] = {}
        self._paths: dict[str, str] = {}  # folded path → path
        self._folded: dict[str, str] = {}  # path → folded path
        self._folders: dict[str, str] = {}
        self._found: dict[tuple[str, bool, str, str], tuple[str, ...]] = {}
        self._outlines: dict[str, _Outline] = {}
        self._inner: dict[tuple[str, str], Target] = {}  # path and fragment of links that lead somewhere
        self._suggested: dict[tuple[str, str], str] = {}
        self._choices: list[str] = []
        for path, card in self._cards.items():
            self._add(path, name_key(card.name))
            for alias in card.front.aliases:
                self._aliases.setdefault(name_key(alias), []).append(path)
        for path in vault.files:
            self._add(path, name_key(posixpath.basename(path)))
        for path in vault.withheld:
            if path not in self._cards:
                self._add(path, name_key(_stem(path)))

    def _add(self, path: str, name: str) -> None:
        folded = name_key(path)
        self._names.setdefault(name, []).append(path)
        self._paths[folded] = path
        if path in self._cards and self._cards[path].is_notebook:
            folded = folded.removesuffix(".py")  # a link names it as it names a card
            self._paths[folded] = path
        self._folded[path] = folded
        if folded.endswith(_INDEX) and posixpath.basename(folded) in _INDEX:
            self._folders[posixpath.dirname(folded)] = path

    @cached_property
    def terms(self) -> frozenset[str]:
        """Titles and aliases of the cards, as far as they are single words of Chinese."""
        names = (name for card in self._cards.values() for name in (split(plain(card.title))[0], *card.front.aliases))
        return frozenset(term for name in names for term in _CHINESE.findall(name))

    def resolve(self, link: Link, source: Card) -> Target | Unresolved:
        """The target of a link that stands on `source`."""
        if not link.target:
            return self._inside(link, source, source.path)
        key = (link.target, link.wiki, source.path.rpartition("/")[0], source.lang)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._find(*key)
        if self._withheld and source.path not in self._withheld and not self._withheld.isdisjoint(found):
            shown_ones = tuple(path for path in found if path not in self._withheld)
            if not shown_ones:
                hint = "write the words without the link, or publish it"
                return Unresolved(
                    WITHHELD,
                    f"link {shown(link)} leads to {self._short(found[0], source)}, which is not published",
                    hint,
                )
            found = shown_ones
        if len(found) == 1:
            return self._inside(link, source, found[0])
        if found:
            names = ", ".join(self._short(path, source) for path in sorted(found)[:4])
            hint = f"write the path: [[{_without_suffix(self._short(found[0], source))}]]"
            guess = self._inside(link, source, found[0])
            return Unresolved(
                "L002", f"link {shown(link)} is ambiguous: {names}", hint, guess if isinstance(guess, Target) else None
            )
        if link.embed and not link.target.lower().endswith(_MARKDOWN) and posixpath.splitext(link.target)[1]:
            hint = self._suggest(link.target, source).replace("create the note", "put it into the vault")
            return Unresolved("L005", f"embedded file {link.target} does not exist", hint)
        return Unresolved("L001", f"link {shown(link)} has no target", self._suggest(link.target, source))

    def follow(self, link: Link, source: Card) -> Target | Unresolved:
        """As `resolve`, but an ambiguous link, which the check reports, leads where Obsidian goes."""
        found = self.resolve(link, source)
        return found.guess if isinstance(found, Unresolved) and found.guess else found

    def card_named(self, name: str, lang: str) -> Card | None:
        """The card with this path, file name or alias in a language; None unless there is exactly one."""
        key = name_key(name)
        exact = [path for path, card in self._cards.items() if name_key(card.key) == key]
        found = exact or [*self._names.get(key, ()), *self._aliases.get(key, ())]
        cards = [self._cards[path] for path in dict.fromkeys(found) if path in self._cards]
        cards = [card for card in cards if not lang or card.lang == lang]
        return cards[0] if len(cards) == 1 else None

    def _find(self, target: str, wiki: bool, folder: str, lang: str) -> tuple[str, ...]:
        """Files that a target names: none, the one, or several with the one that Obsidian takes first."""
        wanted = name_key(target.replace("\\", "/")).rstrip("/")
        if not wanted.startswith("/") and (not wiki or wanted.startswith(("./", "../"))):
            exact = self._at(self._relative(folder, wanted), index=True)
            if exact:
                return (exact,)
        wanted = wanted.lstrip("/")
        at_language = self._at(name_key(f"{self._docs}{lang}/") + wanted) if lang else ""
        at_root = self._at(name_key(self._docs) + wanted) if "/" in wanted or not lang else ""
        if at_language or at_root:
            return (at_language or at_root,)
        found = self._named(wanted, lang) or (self._own_language(self._aliases.get(wanted, []), lang) if wiki else [])
        if found:
            return self._nearest(list(dict.fromkeys(found)), folder, posixpath.basename(target))
        for root in dict.fromkeys((name_key(f"{self._docs}{lang}/") if lang else "", name_key(self._docs))):
            if root + wanted in self._folders:
                return (self._folders[root + wanted],)
        return ()

    def _relative(self, folder: str, wanted: str) -> str:
        """The folded path of a relative link. Too many `../` stop at the root of the vault, as in Obsidian."""
        path = posixpath.normpath(posixpath.join(name_key(folder), wanted))
        while not self._docs and path.startswith("../"):
            path = path[3:]
        return path

    def _at(self, path: str, *, index: bool = False) -> str:
        for candidate in (path, path + ".md", path + ".markdown"):
            if candidate in self._paths:
                return self._paths[candidate]
        return self._folders.get(path, "") if index else ""

    def _named(self, wanted: str, lang: str) -> list[str]:
        """Files of that name whose path ends as the link says, in the page's language if it has any."""
        bare = wanted.removesuffix(".md")
        found = self._names.get(posixpath.basename(bare)) or self._names.get(posixpath.basename(wanted)) or []
        if "/" in wanted:
            ends = tuple(f"/{bare}{suffix}" for suffix in ("", *_MARKDOWN))
            found = [path for path in found if f"/{self._folded[path]}".endswith(ends)]
        if len(found) > 1:
            found = self._own_language(found, lang)
            found = [path for path in found if path in self._cards] or found
        return found

    def _own_language(self, found: list[str], lang: str) -> list[str]:
        """Those in the page's language, else those in none, else those in the first language that has any."""
        if not self._languages:
            return found
        for language in dict.fromkeys((lang, "", *self._languages)):
            own = [path for path in found if self._language(path) == language]
            if own:
                return own
        return found

    def _nearest(self, found: list[str], folder: str, written: str) -> tuple[str, ...]:
        """The one that Obsidian takes: in or below the page's folder, then of the shortest path.

        Alone if a reader would take it too: nothing else lies there, it lies above the page and nothing nearer does,
        the others are copies of its whole path further down, or it alone is spelled as the link is.
        """
        if len(found) == 1:
            return (found[0],)
        inside = [path for path in found if path.startswith(folder + "/")] if folder else []
        beside = [path for path in inside if posixpath.dirname(path) == folder]
        found = beside or inside or found
        found.sort(key=lambda path: (len(path), _stem(path) != written, path))
        best, *others = found
        above = [path for path in found if f"{folder}/".startswith(f"{posixpath.dirname(path)}/".removeprefix("/"))]
        spelled = [path for path in found if written in (_stem(path), posixpath.basename(path))]
        copies = all(path.endswith("/" + best[len(self._docs) :]) for path in others)
        if not others or copies or above[-1:] == [best] or spelled == [best]:
            return (best,)
        return tuple(found)

    def _language(self, path: str) -> str:
        first = path[len(self._docs) :].partition("/")[0]
        return first if first in self._languages else ""

    def _inside(self, link: Link, source: Card, path: str) -> Target | Unresolved:
        known = self._inner.get((path, link.fragment))
        if known is None:
            found = self._look_inside(link, source, path)
            if isinstance(found, Unresolved):
                return found
            known = self._inner[path, link.fragment] = found
        return known

    def _look_inside(self, link: Link, source: Card, path: str) -> Target | Unresolved:
        card = self._cards.get(path)
        fragment = link.fragment
        if card is None or not fragment or fragment.startswith(":~:"):
            return Target(path, card)
        if fragment.startswith("^"):
            wanted = fragment[1:].casefold()
            for ident in card.block_ids:
                if ident.casefold() == wanted:
                    return Target(path, card, ident)
            hint = _closest(fragment[1:], card.block_ids, "^")
            return Unresolved("L004", f"link {shown(link)}: {self._short(path, source)} has no block {fragment}", hint)
        outline = self._outlines.get(path)
        if outline is None:
            outline = self._outlines[path] = _Outline(card)
        heading = outline.find(fragment)
        if heading is not None:
            return Target(path, card, heading.anchor, heading)
        folded = fragment.casefold()
        ident = next((it for it in card.block_ids if it == fragment or it.casefold() == folded), "")
        is_block = f"^{ident}" in card.shown  # else an anchor of HTML
        if ident == fragment and not is_block:
            return Target(path, card, fragment)
        hint = _closest(fragment, [heading.text for heading in card.headings], "#")
        if ident and is_block:
            hint = f"did you mean #^{ident}? a block is named with ^"
        problem = f"link {shown(link)}: {self._short(path, source)} has no heading {fragment!r}"
        return Unresolved("L003", problem, hint, Target(path, card, ident) if ident and is_block else None)

    def _short(self, path: str, source: Card) -> str:
        inside = path[len(self._docs) :]
        return inside[len(source.lang) + 1 :] if source.lang and inside.startswith(source.lang + "/") else inside

    def _suggest(self, target: str, source: Card) -> str:
        key = (target, source.lang)
        if key not in self._suggested:
            name = self._meant(target, source) or self._closest_name(target, source)
            self._suggested[key] = f"did you mean [[{name}]]?" if name else "create the note or correct the name"
        return self._suggested[key]

    def _meant(self, target: str, source: Card) -> str:
        """What a name lacks that is right otherwise: the ending of a canvas or a base, the # before the id of a block."""
        note, mark, block = target.partition("^")
        if mark and block and self._named(name_key(note), source.lang):
            return f"{note}#^{block}"
        with_ending = (
            self._names.get(name_key(posixpath.basename(target)) + ending) for ending in (".canvas", ".base")
        )
        return next((posixpath.basename(paths[0]) for paths in with_ending if paths), "")

    def _closest_name(self, target: str, source: Card) -> str:
        from rapidfuzz import fuzz, process

        wanted = name_key(posixpath.basename(target)).removesuffix(".md")
        self._choices = self._choices or [*self._names, *self._aliases]
        match = process.extractOne(wanted, self._choices, scorer=fuzz.ratio, score_cutoff=70)
        if match is None:
            return ""
        paths = self._names.get(match[0]) or self._aliases[match[0]]
        own = [path for path in paths if self._language(path) in ("", source.lang)] or paths
        return self._cards[own[0]].name if own[0] in self._cards else posixpath.basename(own[0])


_last: list[tuple[Vault, Index]] = []


def index_of(vault: Vault) -> Index:
    """The index of a vault, made once for all checks that ask for it."""
    if not _last or _last[0][0] is not vault:
        _last[:] = [(vault, Index(vault))]
    return _last[0][1]


@lru_cache(maxsize=1 << 14)  # many headings are the same on all cards
def _plain_key(text: str) -> str:
    return heading_key(plain(text))


class _Outline:
    """The headings of one card, by every form in which a link may name them."""

    def __init__(self, card: Card) -> None:
        self._headings = [(it, heading_key(it.text), _plain_key(it.text)) for it in card.headings]
        self._forms: dict[str, Heading] = {}
        self._addresses: dict[str, Heading] = {}  # made when a link names no heading by its words
        for heading, key, plain_key in self._headings:
            self._forms.setdefault(key, heading)
            self._forms.setdefault(plain_key, heading)

    def _named(self, name: str) -> Heading | None:
        """By its words, else by an address that some site makes of them."""
        found = self._forms.get(name)
        if found is None and not self._addresses:
            self._address()
        return found or self._addresses.get(name)

    def _address(self) -> None:
        self._addresses = {heading.anchor: heading for heading, *_ in self._headings}  # those of this site come first
        seen: dict[str, int] = {}
        for heading, *_ in self._headings:
            github = github_anchor(heading.text)
            count = seen.get(github, 0)
            seen[github] = count + 1
            forms = (heading.slug, f"{github}-{count}" if count else github, anchor(heading.text), github.strip("-"))
            for form in forms:
                self._addresses.setdefault(form, heading)

    def find(self, fragment: str) -> Heading | None:
        """The heading that `A` or the nested `A#B` names: B after A and deeper, wherever, as in Obsidian."""
        parts = [heading_key(part) for part in fragment.split("#") if part.strip()]
        if len(parts) == 1:
            return self._named(parts[0]) or self._named(fragment.casefold())
        level = position = 0
        for heading, *keys in self._headings:
            if position < len(parts) and heading.level > level and parts[position] in keys:
                position += 1
                level = heading.level
                if position == len(parts):
                    return heading
        return None


def _stem(path: str) -> str:
    name, suffix = posixpath.splitext(posixpath.basename(path))
    return name if suffix.lower() in _MARKDOWN else name + suffix


def _without_suffix(path: str) -> str:
    return posixpath.join(posixpath.dirname(path), _stem(path))


def shown(link: Link) -> str:
    """The link as it is written, without the words that stand for it."""
    address = link.target + (f"#{link.fragment}" if link.fragment else "")
    return f"{'!' if link.embed else ''}[[{address}]]" if link.wiki else f"({address})"


def _closest(wanted: str, names: Iterable[str], mark: str) -> str:
    from rapidfuzz import fuzz, process

    match = process.extractOne(wanted, list(names), scorer=fuzz.ratio, processor=heading_key, score_cutoff=60)
    return (
        f"did you mean {mark}{match[0]}?" if match else f"no {'heading' if mark == '#' else 'block'} there is like it"
    )

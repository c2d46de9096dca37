"""Links → targets, as Obsidian resolves them: by name, path or alias, in the page's own language first."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from zhixing.model import Card, Heading, Link, Vault
from zhixing.slug import anchor, github_anchor, heading_key, name_key, plain

_MARKDOWN = (".md", ".markdown")


@dataclass(frozen=True)
class Target:
    """Where a link leads: a file of the vault and, on a card, perhaps an anchor."""

    path: str
    card: Card | None = None
    anchor: str = ""
    heading: Heading | None = None


@dataclass(frozen=True)
class Unresolved:
    """Why a link leads nowhere."""

    code: str
    problem: str
    hint: str


class Index:
    """Names of a vault, made once, asked for every link."""

    def __init__(self, vault: Vault) -> None:
        self._cards = vault.cards
        self._docs = "" if vault.config.docs == "." else vault.config.docs + "/"
        self._languages = vault.config.languages
        self._names: dict[str, list[str]] = {}
        self._aliases: dict[str, list[str]] = {}
        self._paths: dict[str, str] = {}
        self._folders: dict[str, str] = {}
        self._anchors: dict[str, dict[str, Heading]] = {}
        self._suggested: dict[tuple[str, str], str] = {}
        for path, card in vault.cards.items():
            self._add(path, name_key(_stem(path)))
            for alias in card.aliases:
                self._aliases.setdefault(name_key(alias), []).append(path)
        for path in vault.files:
            self._add(path, name_key(posixpath.basename(path)))

    def _add(self, path: str, name: str) -> None:
        self._names.setdefault(name, []).append(path)
        self._paths[name_key(path)] = path
        folder = name_key(posixpath.dirname(path))
        if posixpath.basename(path).lower() in ("readme.md", "index.md"):
            self._folders[folder] = path

    def resolve(self, link: Link, source: Card) -> Target | Unresolved:
        """The target of a link that stands on `source`."""
        if not link.target:
            return self._inside(link, source, source.path)
        found = self._candidates(link, source)
        if len(found) == 1:
            return self._inside(link, source, found[0])
        if found:
            names = ", ".join(self._short(path, source) for path in sorted(found)[:4])
            return Unresolved("L002", f"link {_shown(link)} is ambiguous: {names}", "write the path: [[folder/Name]]")
        if link.embed and not link.target.lower().endswith(_MARKDOWN) and posixpath.splitext(link.target)[1]:
            return Unresolved("L005", f"embedded file {link.target} does not exist", self._suggest(link.target, source))
        return Unresolved("L001", f"link {_shown(link)} has no target", self._suggest(link.target, source))

    def card_named(self, name: str, lang: str) -> Card | None:
        """The card with this file name, path or alias in a language; None unless there is exactly one."""
        key = name_key(name)
        found = [*self._names.get(key, ()), *self._aliases.get(key, ())] or [
            path for path in self._cards if name_key(self._cards[path].key) == key
        ]
        cards = [self._cards[path] for path in dict.fromkeys(found) if path in self._cards]
        cards = [card for card in cards if not lang or card.lang == lang]
        return cards[0] if len(cards) == 1 else None

    def _candidates(self, link: Link, source: Card) -> list[str]:
        target = name_key(link.target.replace("\\", "/").rstrip("/"))
        folder = posixpath.dirname(source.path)
        if not link.wiki or target.startswith(("./", "../")):
            exact = self._at(name_key(posixpath.normpath(posixpath.join(folder, target.lstrip("/")))))
            if exact and not target.startswith("/"):
                return [exact]
        roots = [self._docs + source.lang + "/"] if source.lang else []
        for root in (*roots, self._docs):
            exact = self._at(name_key(root) + target.lstrip("/"))
            if exact and ("/" in target or self._unique_in_language(target, source)):
                return [exact]
        bare = target.removesuffix(".md")
        tail = posixpath.basename(bare)
        found = self._names.get(tail, []) if tail else []
        if not found and bare != target:
            found = self._names.get(posixpath.basename(target), [])
        wanted = "/" + bare.lstrip("/")
        found = [path for path in found if _matches(name_key("/" + path), wanted)]
        found = found or (self._aliases.get(bare, []) if link.wiki else [])
        return self._nearest(list(dict.fromkeys(found)), source, folder)

    def _unique_in_language(self, target: str, source: Card) -> bool:
        """A bare name that is also a file at the root of the vault is that file, unless its language has another."""
        return not source.lang or len(self._names.get(target.removesuffix(".md"), ())) < 2

    def _at(self, path: str) -> str:
        for candidate in (path, path + ".md", path + ".markdown"):
            if candidate in self._paths:
                return self._paths[candidate]
        return self._folders.get(path, "")

    def _nearest(self, found: list[str], source: Card, folder: str) -> list[str]:
        """Narrow down: own language, cards before other files, own folder, folders below it."""
        own = [path for path in found if source.lang and path.startswith(f"{self._docs}{source.lang}/")]
        neutral = [path for path in found if not self._language(path)]
        found = own or neutral or found
        if len(found) > 1:
            found = [path for path in found if path in self._cards] or found
        for near in (lambda p: posixpath.dirname(p) == folder, lambda p: p.startswith(folder + "/")):
            if len(found) > 1:
                found = [path for path in found if near(path)] or found
        return found

    def _language(self, path: str) -> str:
        first = path[len(self._docs) :].partition("/")[0]
        return first if first in self._languages else ""

    def _inside(self, link: Link, source: Card, path: str) -> Target | Unresolved:
        card = self._cards.get(path)
        if card is None or not link.fragment:
            return Target(path, card)
        fragment = link.fragment
        if fragment.startswith("^"):
            wanted = fragment[1:].casefold()
            for ident in card.block_ids:
                if ident.casefold() == wanted:
                    return Target(path, card, ident)
            hint = _closest(fragment[1:], card.block_ids, "^")
            return Unresolved("L004", f"link {_shown(link)}: {self._short(path, source)} has no block {fragment}", hint)
        heading = self._heading(card, fragment, link.wiki)
        if heading is not None:
            return Target(path, card, heading.anchor, heading)
        if fragment in card.block_ids:
            return Target(path, card, fragment)
        hint = _closest(fragment, [heading.text for heading in card.headings], "#")
        return Unresolved("L003", f"link {_shown(link)}: {self._short(path, source)} has no heading {fragment!r}", hint)

    def _heading(self, card: Card, fragment: str, wiki: bool) -> Heading | None:
        found: Heading | None = None
        start = 0
        parts = [part for part in fragment.split("#") if part.strip()]
        for part in parts:
            wanted = heading_key(part)
            for index in range(start, len(card.headings)):
                heading = card.headings[index]
                if found is not None and heading.level <= found.level:
                    found = None
                    break
                if wanted in (heading_key(heading.text), heading_key(plain(heading.text))):
                    found, start = heading, index + 1
                    break
            else:
                found = None
            if found is None:
                break
        if found is None and len(parts) == 1:
            found = self._by_anchor(card).get(fragment.casefold())
        return found

    def _by_anchor(self, card: Card) -> dict[str, Heading]:
        if card.path not in self._anchors:
            table: dict[str, Heading] = {}
            seen: dict[str, int] = {}
            for heading in card.headings:
                github = github_anchor(heading.text)
                count = seen.get(github, 0)
                seen[github] = count + 1
                forms = (heading.anchor, f"{github}-{count}" if count else github, anchor(heading.text), github.strip("-"))
                for form in forms:
                    table.setdefault(form, heading)
            self._anchors[card.path] = table
        return self._anchors[card.path]

    def _short(self, path: str, source: Card) -> str:
        inside = path[len(self._docs) :]
        return inside[len(source.lang) + 1 :] if source.lang and inside.startswith(source.lang + "/") else inside

    def _suggest(self, target: str, source: Card) -> str:
        key = (target, source.lang)
        if key not in self._suggested:
            name = self._closest_name(target, source)
            self._suggested[key] = f"did you mean [[{name}]]?" if name else "create the note or correct the name"
        return self._suggested[key]

    def _closest_name(self, target: str, source: Card) -> str:
        from rapidfuzz import fuzz, process

        wanted = name_key(posixpath.basename(target)).removesuffix(".md")
        match = process.extractOne(wanted, [*self._names, *self._aliases], scorer=fuzz.ratio, score_cutoff=70)
        if match is None:
            return ""
        paths = self._names.get(match[0]) or self._aliases[match[0]]
        own = [path for path in paths if self._language(path) in ("", source.lang)] or paths
        return _stem(own[0]) if own[0] in self._cards else posixpath.basename(own[0])


def _stem(path: str) -> str:
    name, suffix = posixpath.splitext(posixpath.basename(path))
    return name if suffix.lower() in _MARKDOWN else name + suffix


def _matches(path: str, wanted: str) -> bool:
    return path.endswith((wanted, wanted + ".md", wanted + ".markdown"))


def _shown(link: Link) -> str:
    address = link.target + (f"#{link.fragment}" if link.fragment else "")
    return f"{'!' if link.embed else ''}[[{address}]]" if link.wiki else f"({address})"


def _closest(wanted: str, names: object, mark: str) -> str:
    from rapidfuzz import fuzz, process

    choices = [str(name) for name in names]  # type: ignore[attr-defined]
    match = process.extractOne(wanted, choices, scorer=fuzz.WRatio, score_cutoff=60)
    return f"did you mean {mark}{match[0]}?" if match else f"there is no {mark} target like it on that card"

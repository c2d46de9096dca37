"""A card gets another name: its files, every link to it, every import of its module, in all languages at once."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from zhixing.model import Card, Link, Span, Vault
from zhixing.syntax.canvas import SUFFIX
from zhixing.syntax.parse import parse_card
from zhixing.syntax.slug import module_name, name_key
from zhixing.vault.resolve import Index, Target, index_of

_JSON = re.compile(r'"(file|text)"(\s*:\s*)("(?:[^"\\]|\\.)*")')
KEY = "redirect_from"  # front matter: addresses inside its language under which the card was found before


@dataclass(frozen=True)
class Renaming:
    """What a renaming changes: files with their new text, and files that get another path."""

    key: str  # of the card, and the one it gets
    new_key: str
    module: str
    new_module: str
    texts: dict[str, str]  # path as it is now → text
    moves: dict[str, str]  # path as it is now → path

    def files(self) -> dict[str, bytes]:
        """Everything to write, under the new paths."""
        return {self.moves.get(path, path): text.encode() for path, text in self.texts.items()}


def plan(vault: Vault, old: Card, name: str) -> Renaming:
    """All changes that give the card of `old`, in every language, the file name `name`: that of a canvas is its whole name.

    A canvas has no front matter: its page does not lead on from the address that it had.
    """
    is_canvas = old.path.endswith(SUFFIX)
    new_key = posixpath.join(posixpath.dirname(old.key), name)
    versions = [card for card in vault.cards.values() if card.key == old.key]
    moves = {
        card.path: posixpath.join(posixpath.dirname(card.path), name if is_canvas else f"{name}.md")
        for card in versions
    }
    module = module_name(old.name)
    new_module = module if is_canvas else module_name(name)
    package = posixpath.basename(vault.config.snippets)
    index = index_of(vault)
    texts: dict[str, str] = {}
    for card in vault.cards.values():
        lines = (
            _on_canvas(card, index, old, name) if card.path.endswith(SUFFIX) else _pointed(card, card, index, old, name)
        ).split("\n")
        _import(lines, card, package, module, new_module)
        if card in versions and not is_canvas:
            _remember(lines, old.key)
        text = "\n".join(lines)
        if text != card.text or card in versions:
            texts[card.path] = text
    return Renaming(old.key, new_key, module, new_module, texts, moves)


def _pointed(note: Card, home: Card, index: Index, old: Card, name: str) -> str:
    """The text of a note with its links to the card under the new name, those to a heading that is not there too."""
    lines = note.text.split("\n")
    for link in sorted(note.links, key=lambda link: (link.span.line, link.place[1]), reverse=True):
        found = index.follow(link._replace(fragment=""), home) if link.target else None
        if isinstance(found, Target) and found.card is not None and found.card.key == old.key:
            _point(lines, link, old, name)
    return "\n".join(lines)


def _on_canvas(card: Card, index: Index, old: Card, name: str) -> str:
    """The same in the JSON of a canvas, in which a text is one string, and a file is named by its whole path."""

    def swap(match: re.Match[str]) -> str:
        try:
            value = json.loads(match[3])
        except ValueError:
            return match.group()
        if match[1] == "file":
            found = index.follow(Link(Span(card.path, 0), f"/{value}", "", "", True, True), card)
            is_old = isinstance(found, Target) and found.card is not None and found.card.key == old.key
            end = "" if value.endswith(SUFFIX) or not value.lower().endswith(".md") else value[-3:]
            fresh = f"{value[: value.rfind('/') + 1]}{name}{end}" if is_old else value
        else:
            fresh = _pointed(parse_card(card.path, card.lang, card.key, value), card, index, old, name)
        return match.group() if fresh == value else f'"{match[1]}"{match[2]}{json.dumps(fresh, ensure_ascii=False)}'

    return _JSON.sub(swap, card.text)


def _point(lines: list[str], link: Link, old: Card, name: str) -> None:
    """Let the link at its place lead to the new name; a link by an alias stays as it is."""
    number = link.span.line - 1
    if not 0 <= number < len(lines):
        return
    last = posixpath.basename(link.target.replace("\\", "/"))
    stem = re.sub(r"\.md$", "", last, flags=re.I)
    if name_key(unquote(stem)) != name_key(old.name):
        return
    written = stem if link.wiki else None
    line, start = lines[number], column(lines[number], link)
    for spelled in dict.fromkeys(filter(None, (written, stem, quote(stem)))):
        at = line.find(spelled, start)
        if at >= 0:
            is_plain = link.wiki or line[:at].rpartition("](")[2].startswith("<")
            fresh = name if is_plain else name.replace(" ", "%20") if spelled == unquote(spelled) else quote(name)
            lines[number] = f"{line[:at]}{fresh}{line[at + len(spelled) :]}"
            return


def column(line: str, link: Link) -> int:
    """Where the link begins on its line: the text that it was found in stands there behind quote marks or in a cell."""
    text, start, end = link.place
    if not text:
        return max(line.find(f"[[{link.target}"), 0)
    written = text[start:end].split("\n")[0]
    above = text.rfind("\n", 0, start) + 1
    whole = text[above:].split("\n")[0]
    head = line.find(whole)
    return head + start - above if head >= 0 else max(line.find(written), 0)


def _import(lines: list[str], card: Card, package: str, module: str, new_module: str) -> None:
    """Take the module by its new name in every block, and wherever the text names it."""
    pattern = re.compile(rf"(?<![\w./]){re.escape(package)}([./]){re.escape(module)}(?![\w])")
    for number, line in enumerate(lines):
        if module in line:
            lines[number] = pattern.sub(rf"{package}\g<1>{new_module}", line)


def _remember(lines: list[str], key: str) -> None:
    """Keep the old address in the front matter, so that the site leads on from there."""
    if not lines or lines[0].rstrip() != "---":
        lines[:0] = ["---", f"{KEY}: [{key}]", "---", ""]
        return
    end = next((number for number in range(1, len(lines)) if lines[number].rstrip() in ("---", "...")), 1)
    for number in range(1, end):
        if lines[number].startswith(f"{KEY}:") and lines[number].rstrip().endswith("]"):
            lines[number] = f"{lines[number].rstrip()[:-1]}, {key}]"
            return
    lines.insert(end, f"{KEY}: [{key}]")


def renamed_keys(record: dict[str, object], renaming: Renaming) -> dict[str, object]:
    """The translation record with the card under its new key."""
    return {renaming.new_key if key == renaming.key else key: value for key, value in record.items()}


def redirects(card: Card) -> Iterator[str]:
    """Keys under which a card was found before."""
    value = card.front.written.get(KEY)
    for item in value if isinstance(value, list) else [value] if isinstance(value, str) else []:
        key = str(item).strip().strip("/").removesuffix(".md")
        if key and ".." not in key.split("/") and not re.search(r"[<>\"'\\:\s]", key):
            yield key

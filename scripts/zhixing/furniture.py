"""What the site adds to a card's own words: the header under the title, and what is known of each block's tests."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from html import escape

from zhixing import record
from zhixing.inline import split_target
from zhixing.model import Card, CodeBlock, Vault
from zhixing.render import Context
from zhixing.resolve import Target
from zhixing.slug import module_name, plain
from zhixing.snippets import is_extracted, source_cards
from zhixing.words import words

_NAMES = {"numpy": "NumPy", "python": "Python", "matplotlib": "Matplotlib", "torch": "PyTorch", "triton": "Triton"}
_IMPORT = re.compile(r"^\s*(?:import|from)\s+([\w.]+)", re.M)
_MOST_STARS = 5


class Workshop:
    """What is known of tests and modules in the whole vault; made once a build."""

    def __init__(self, vault: Vault, tested: record.Record | None) -> None:
        self.tested = tested or record.Record()
        has_modules = vault.config.profile == "cards" or bool(vault.generated)
        self.modules = {module_name(card.name): card for card in source_cards(vault)} if has_modules else {}
        self._by_key = {card.key: card for card in self.modules.values()}
        self._defined: dict[str, frozenset[str]] = {}
        self.package = vault.config.snippets

    def source(self, card: Card) -> Card | None:
        """The card in the source language from which the module was made."""
        return self._by_key.get(card.key)

    def packages(self, card: Card, block: CodeBlock) -> set[str]:
        """Packages that the block needs, by itself or through definitions of cards."""
        found: set[str] = set()
        for name in _IMPORT.findall(block.code):
            parts = name.split(".")
            if parts[0] != self.package:
                found.add(parts[0])
            elif len(parts) > 1 and parts[1] in self.modules:
                found |= self._definitions(self.modules[parts[1]])
        return found

    def _definitions(self, card: Card) -> frozenset[str]:
        if card.path not in self._defined:
            self._defined[card.path] = frozenset(
                name.split(".")[0]
                for block in card.python_blocks()
                if block.python and block.python.kind == "definition"
                for name in _IMPORT.findall(block.code)
            )
        return self._defined[card.path]


class CardFurniture:
    """The furniture of one page."""

    def __init__(
        self,
        context: Context,
        workshop: Workshop,
        category_address: Callable[[str], str],
        module_address: Callable[[str, int], str],
    ) -> None:
        self._context = context
        self._card = context.card
        self._words = words(context.card.lang)
        self._workshop = workshop
        self._category_address = category_address
        self._module_address = module_address

    def header(self) -> str:
        """Category, difficulty, minutes, tags and prerequisites, as far as the front matter names them."""
        meta = self._card.meta
        parts = []
        if isinstance(meta.get("category"), str) and meta["category"].strip():
            category = meta["category"].strip()
            shown = self._words.named.get(category, category)
            parts.append(f'<span class="zx-category">{_anchor(self._category_address(category), shown)}</span>')
        stars = str(meta.get("difficulty") or "").count("⭐")
        if stars:
            label = self._words.difficulty.format(stars)
            shown = "★" * stars + "☆" * max(0, _MOST_STARS - stars)
            parts.append(f'<span class="zx-difficulty" role="img" title="{label}" aria-label="{label}">{shown}</span>')
        if isinstance(meta.get("minutes"), int):
            parts.append(f'<span class="zx-minutes">{self._words.minutes.format(meta["minutes"])}</span>')
        tags = [str(tag).lstrip("#") for tag in _list(meta.get("tags", meta.get("tag")))]
        if tags:
            links = " ".join(_anchor(self._context.host.tag_address(tag), tag) for tag in tags)
            parts.append(f'<span class="zx-tags">{links}</span>')
        first = [self._prerequisite(str(item)) for item in _list(meta.get("prerequisites"))]
        if first:
            shown = f"{self._words.prerequisites}{self._words.colon}" + self._words.comma.join(first)
            parts.append(f'<span class="zx-prerequisites">{shown}</span>')
        return f'<div class="zx-header">{" ".join(parts)}</div>' if parts else ""

    def _prerequisite(self, item: str) -> str:
        target, fragment, text = split_target(item.removeprefix("[[").removesuffix("]]"))
        found = self._context.resolve(target, fragment, wiki=True, embed=False)
        shown = text or posixpath.basename(target).replace("_", " ")
        if not isinstance(found, Target):
            return f'<span class="zx-broken" title="{escape(found.problem)}">{escape(shown)}</span>'
        title = text or (plain(found.card.title) if found.card else shown)
        return _anchor(self._context.address(found), title)

    def badge(self, block: CodeBlock) -> str:
        """On which versions the block was tested, and where its module is; "" in a vault without modules."""
        source = self._workshop.source(self._card)
        if source is None or not is_extracted(block):
            return ""
        tested = self._workshop.tested
        status = record.status(tested, self._card, block)
        if status == "passed":
            needed = {"python", *self._workshop.packages(self._card, block)} & set(tested.versions)
            text = self._words.tested.format(shown_versions({name: tested.versions[name] for name in needed}))
        elif status == "skipped":
            reason = tested.skipped.get(record.key(self._card, block), "")
            text = self._words.skipped.format(f"{self._words.colon}{reason}" if reason else "")
        else:
            text = self._words.untested
        link = self._module_link(source, block)
        return f'<p class="zx-tested" data-status="{status}" data-search-exclude><span>{escape(text)}</span> {link}</p>'

    def _module_link(self, source: Card, block: CodeBlock) -> str:
        own, other = self._card.python_blocks(), source.python_blocks()
        position = next((i for i, candidate in enumerate(own) if candidate.span == block.span), 0)
        line = other[position].span.line + 1 if len(own) == len(other) else 1
        name = module_name(source.name)
        address = self._module_address(name, line)
        shown = f"{self._workshop.package}/{name}.py"
        return f"{_anchor(address, shown)} <span>{self._words.line.format(line)}</span>"

    def proof(self, block: CodeBlock) -> str:
        """The line that opens a proof."""
        passed = record.status(self._workshop.tested, self._card, block) == "passed"
        return self._words.proof if passed else self._words.proof_untested


def shown_versions(versions: Mapping[str, str]) -> str:
    """`Python 3.11 · NumPy 2.4.6`: Python first, the others by name."""
    names = sorted(versions, key=lambda name: (name != "python", name))
    return " · ".join(f"{_NAMES.get(name, name)} {versions[name]}" for name in names)


def _anchor(address: str, text: str) -> str:
    shown = escape(text, quote=False)
    return f'<a href="{escape(address)}">{shown}</a>' if address else f"<span>{shown}</span>"


def _list(value: object) -> Iterable[object]:
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return [item for item in value if item is not None] if isinstance(value, list) else []

"""What the site adds to a card's own words: the header under the title, and what is known of each block's tests."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from urllib.parse import quote

from zhixing.blocks import record
from zhixing.blocks.breaks import Break, line_of, offered
from zhixing.blocks.breaks import Record as Breaks
from zhixing.blocks.extract import is_extracted, source_cards
from zhixing.blocks.formula import formula_block
from zhixing.blocks.mutants import Kills, Survivor, kills_of
from zhixing.blocks.mutants import Record as Mutants
from zhixing.model import Card, CodeBlock, Link, Vault
from zhixing.page.context import Context
from zhixing.page.depths import choice_html
from zhixing.page.inline import link_text
from zhixing.page.number_files import has_numbers
from zhixing.page.properties import properties_html
from zhixing.page.runnable import defined_imports, missing
from zhixing.page.text import name_in_text
from zhixing.page.words import words
from zhixing.syntax.bilingual import is_latin
from zhixing.syntax.directives import directives
from zhixing.syntax.slug import module_name
from zhixing.vault.prerequisites import before, direct
from zhixing.vault.resolve import WITHHELD, Target, Unresolved

_NAMES = {"numpy": "NumPy", "python": "Python", "matplotlib": "Matplotlib", "torch": "PyTorch", "triton": "Triton"}
_IMPORT = re.compile(r"^\s*(?:import|from)\s+([\w.]+)", re.M)
_DEFINED = re.compile(r"^(?:def|class)\s+(\w+)", re.M)
_LATIN = re.compile("[A-Za-z]")
_MOST_STARS = 5
_REVIEW = '<div data-study="review"'  # where a page asks what is due


class Workshop:
    """What is known of tests and modules in the whole vault; made once a build."""

    def __init__(
        self,
        vault: Vault,
        tested: record.Record | None,
        breaks: Breaks | None = None,
        mutants: Mutants | None = None,
    ) -> None:
        self.tested = tested or record.Record()
        self.breaks = breaks or {}
        self.mutants = mutants or {}
        self._kills: dict[str, Kills | None] = {}
        has_modules = vault.config.profile == "cards" or bool(vault.generated)
        self.modules = {module_name(card.name): card for card in source_cards(vault)} if has_modules else {}
        self._by_key = {card.key: card for card in self.modules.values()}
        self._defined: dict[str, frozenset[str]] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self.package = vault.config.snippets
        self.numbered = frozenset(path for path, card in vault.cards.items() if has_numbers(card, vault))
        self.reviews = {card.lang: card.path for card in vault.cards.values() if _REVIEW in card.text}

    def source(self, card: Card) -> Card | None:
        """The card in the source language from which the module was made."""
        return self._by_key.get(card.key)

    def kills(self, card: Card) -> Kills | None:
        """How many wrong changes the proofs of a card notice, if that is known of its code as it stands."""
        source = self.source(card)
        if source is None:
            return None
        if source.path not in self._kills:
            self._kills[source.path] = kills_of(self.mutants, source)
        return self._kills[source.path]

    def imports(self, card: Card) -> frozenset[str]:
        """What the definitions of a card import."""
        if card.path not in self._imports:
            self._imports[card.path] = defined_imports(card)
        return self._imports[card.path]

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
        self.task_address: Callable[[str, str, str], str] = lambda module, name, lang: ""

    def header(self) -> str:
        """Category, difficulty, minutes, tags and prerequisites, as far as the front matter names them."""
        front = self._card.front
        parts = []
        if front.category:
            shown = self._words.named.get(front.category, front.category)
            parts.append(f'<span class="zx-category">{_anchor(self._category_address(front.category), shown)}</span>')
        stars = front.difficulty
        if stars:
            label = self._words.difficulty.format(stars)
            shown = "★" * stars + "☆" * max(0, _MOST_STARS - stars)
            parts.append(f'<span class="zx-difficulty" role="img" title="{label}" aria-label="{label}">{shown}</span>')
        choice = choice_html(self._card)
        if choice:
            parts.append(choice)
        elif front.minutes:
            parts.append(f'<span class="zx-minutes">{self._words.minutes.format(front.minutes)}</span>')
        has_table = self._context.index.config.properties == "table"
        if front.tags and not has_table:
            links = " ".join(_anchor(self._context.host.tag_address(tag), tag) for tag in front.tags)
            parts.append(f'<span class="zx-tags">{links}</span>')
        first = [self._prerequisite(link) for link in front.prerequisites]
        if first:
            shown = f"{self._words.prerequisites}{self._words.colon}" + self._words.comma.join(first)
            parts.append(f'<span class="zx-prerequisites">{shown}</span>')
        parts += self._asks()
        is_numbered = self._card.path in self._workshop.numbered
        if parts and (is_numbered or self._card.questions or self._card.quizzes):
            parts.append(self._tools(is_numbered))
        asks = ""
        if is_numbered:
            asks = f' data-numbers="{escape(self._card.lang or "all")}/{escape(self._card.key)}"'
        line = f'<div class="zx-header"{asks}>{" ".join(parts)}</div>' if parts else ""
        return line + self._before() + (properties_html(self._context) if has_table else "")

    def _asks(self) -> Iterator[str]:
        """How much the card asks, leading to the review of it; the page's script adds how much is due."""
        ids = [*(one.id for one in self._card.questions), *(one.id for one in self._card.quizzes)]
        count = sum(map(bool, ids))
        page = self._workshop.reviews.get(self._card.lang)
        if count and page is not None:
            address = f"{self._context.host.address(page, '')}?card={quote(self._card.key, safe='')}"
            shown = _anchor(address, self._words.asks.format(count))
            yield f'<span class="zx-asks" data-due="{self._words.due}">{shown}</span>'

    def _tools(self, is_numbered: bool) -> str:
        """Print without and with the answers, the place of the link to the category's questions, where numbers come from.

        `print.ts` and `numbers_start.ts` make them work; without scripts they are not seen.
        """
        tools = ""
        if self._card.questions or self._card.quizzes:
            texts = (self._words.print_card, self._words.print_answers)
            tools = "".join(f'<button type="button">{text}</button>' for text in texts)
            tools += f"<a>{self._words.print_sheet}</a>" if self._card.front.category else ""
        if is_numbered:
            tools += f'<button type="button" class="zx-numbers-open">{self._words.numbers}</button>'
        return f'<span class="zx-print">{tools}</span>'

    def _before(self) -> str:
        """All that this card builds on, in the order in which it is read; "" where the direct ones are all."""
        index = self._context.index
        cards = before(self._card, lambda card: direct(card, index), lambda card: card.path)
        if len(cards) <= len(self._card.front.prerequisites):
            return ""
        items = "".join(
            f'<li data-card="{escape(card.key)}">{_anchor(self._context.host.address(card.path, ""), name_in_text(card))}'
            f" <small>{self._words.minutes.format(card.front.minutes)}</small></li>"
            for card in cards
        )
        summary = self._words.before.format(len(cards), sum(card.front.minutes for card in cards))
        return f'<details class="zx-before"><summary>{summary}</summary><ol>{items}</ol></details>'

    def _prerequisite(self, link: Link) -> str:
        found = self._context.index.follow(link, self._card)
        shown = link.text or posixpath.basename(link.target).replace("_", " ")
        if isinstance(found, Unresolved) and found.code == WITHHELD:
            return escape(shown)
        if not isinstance(found, Target):
            return f'<span class="zx-broken" title="{escape(found.problem)}">{escape(shown)}</span>'
        title = link.text or link_text(link.target, "", found, self._card.lang)
        name = name_in_text(found.card) if found.card and not link.text else ""
        if name and (is_latin(name) or not _LATIN.search(name)):  # `RoPE：旋转位置编码` is too long for a list of names
            title = name
        return _anchor(self._context.address(found), title)

    def badge(self, block: CodeBlock) -> str:
        """One mark; in it, on which versions the block was tested and where its module is; "" in a vault without modules."""
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
        mark = f'<summary title="{escape(text)}">{self._words.stamps[status]}</summary>'
        told = f"<p>{escape(text)} · {self._module_link(source, block)}</p>{self._noticed(block)}"
        stamp = f'<details class="zx-stamp">{mark}{told}</details>'
        cell = self._cell(source, block)
        opened = f'<div class="zx-tested" data-status="{status}"{cell} data-search-exclude>'
        return f"{opened}{stamp}{self._task(source, block)}</div>"

    def _task(self, source: Card, block: CodeBlock) -> str:
        """A way to the exercise that a definition of the block is."""
        module, lang = module_name(source.name), self._card.lang
        names = _DEFINED.findall(block.code)
        addresses = ((name, self.task_address(module, name, lang)) for name in names)
        return "".join(
            f' <a class="zx-practise" href="{escape(address)}">{self._words.practise.format(f"<code>{name}</code>")}</a>'
            for name, address in addresses
            if address
        )

    def _cell(self, source: Card, block: CodeBlock) -> str:
        """What the page's own Python needs to know of the block."""
        shop = self._workshop
        kind = "claim" if block.claim else block.python.kind if block.python else ""
        values = {
            "block": block.name,
            "line": str(block.span.line),
            "kind": kind,
            "needs": ", ".join(missing(self._card, block, shop.package, shop.modules, shop.imports)),
            "module": f"{shop.package}.{module_name(source.name)}",
            "path": self._card.path,
            "breaks": self._breaks(block),
        }
        return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items() if value)

    def _breaks(self, block: CodeBlock) -> str:
        shop = self._workshop
        found = offered(shop.breaks, self._card, block, shop.modules) if block.claim else ()
        edits = [list(self._change(changed, one)) for changed, one in found]
        return json.dumps(edits, ensure_ascii=False, separators=(",", ":")) if edits else ""

    def _change(self, block: CodeBlock, one: Break) -> Iterator[str | int]:
        """A change as `break.ts` reads it; a definition of another card is known by the line of its fence."""
        named = str(block.span.line) if one.module else one.block
        yield from (named, line_of(block, one.start), one.start, one.end, one.after)
        if one.module:
            yield from (one.module, one.before)

    def _module_link(self, source: Card, block: CodeBlock) -> str:
        own, other = self._card.python_blocks(), source.python_blocks()
        position = next((i for i, candidate in enumerate(own) if candidate.span == block.span), 0)
        line = other[position].span.line + 1 if len(own) == len(other) else 1
        name = module_name(source.name)
        address = self._module_address(name, line)
        shown = f"{self._workshop.package}/{name}.py"
        return f"{_anchor(address, shown)} {self._words.line.format(line)}"

    def formula(self, line: int) -> str:
        """That a formula was evaluated, and with what its letters were bound; "" if it is none of those."""
        number = next((at for at, one in enumerate(self._card.displayed) if one.span.line == line and one.mark), -1)
        source = self._workshop.source(self._card)
        if number < 0 or source is None or number >= len(source.displayed):
            return ""
        block = formula_block(number + 1, source.displayed[number])
        if block is None or record.status(self._workshop.tested, source, block) != "passed":
            return ""
        bound = escape(" ".join((source.displayed[number].mark or "").split()), quote=False)
        stamp = f"<summary>{self._words.evaluated}</summary><p>{self._words.evaluated_how} <code>{bound}</code></p>"
        return f'<div class="zx-evaluated" data-search-exclude><details class="zx-stamp">{stamp}</details></div>'

    def proof(self, block: CodeBlock) -> str:
        """What a claim says of its proof, at the end of its line."""
        passed = record.status(self._workshop.tested, self._card, block) == "passed"
        kills = self._workshop.kills(self._card) if passed else None
        rate = kills.claims.get(block.claim) if kills else None
        told = self._words.notices.format(*rate) if rate else ""
        return (self._words.proof if passed else self._words.proof_untested) + told

    def _noticed(self, block: CodeBlock) -> str:
        """Of a proof, what it notices alone; of a definition, what gets through, with the reason."""
        kills = self._workshop.kills(self._card)
        if kills is None:
            return ""
        if block.claim:
            rate = kills.claims.get(block.claim)
            return f"<p>{self._words.notices_alone.format(*rate, *kills.whole)}</p>" if rate else ""
        here = kills.definitions.get(block.name)
        if here is None:
            return ""
        through = [self._survivor(block, one) for one in kills.survivors if one.block == block.name]
        listed = f"<br>{self._words.unnoticed}{self._words.comma.join(through)}" if through else ""
        return f"<p>{self._words.noticed_here.format(*here)}{listed}</p>"

    def _survivor(self, block: CodeBlock, one: Survivor) -> str:
        about = self._words.elsewhere.format(one.by) if one.by else ""
        about = about or (self._words.equal.format(self._reason(one.reason)) if one.reason else "")
        where = self._words.line.format(block.span.line + one.line)
        return f"{where} <code>{escape(one.change)}</code>{escape(about)}"

    def _reason(self, recorded: str) -> str:
        """Why a change means the same, as this card says it: the record has it from the card that is the source of the module."""
        source = self._workshop.source(self._card)
        pairs = zip(source.python_blocks(), self._card.python_blocks(), strict=False) if source is not None else ()
        for theirs, ours in pairs:
            said, own = directives(theirs).same, directives(ours).same
            if len(said) == len(own):
                for one, other in zip(said, own, strict=True):
                    if one.reason == recorded and (one.change, one.inside) == (other.change, other.inside):
                        return other.reason
        return recorded


def shown_versions(versions: Mapping[str, str]) -> str:
    """`Python 3.11 · NumPy 2.4.6`: Python first, the others by name."""
    names = sorted(versions, key=lambda name: (name != "python", name))
    return " · ".join(f"{_NAMES.get(name, name)} {versions[name]}" for name in names)


def _anchor(address: str, text: str) -> str:
    shown = escape(text, quote=False)
    return f'<a href="{escape(address)}">{shown}</a>' if address else f"<span>{shown}</span>"

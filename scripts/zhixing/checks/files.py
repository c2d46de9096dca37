"""Checks of files, front matter and sections."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from zhixing.model import Card, Diagnostic, Front, Span, Vault
from zhixing.syntax.callouts import KINDS
from zhixing.syntax.mermaid import slips as mermaid_slips
from zhixing.syntax.minutes import STEP, reading_minutes
from zhixing.vault.config import is_card

REQUIRED = ("topic", "category", "difficulty", "tags", "aliases", "minutes", "prerequisites")
OPTIONAL = (
    "title",
    "description",
    "keywords",
    "cssclasses",
    "publish",
    "draft",
    "hide",
    "search",
    "template",
    "icon",
    "redirect_from",
)
BROKEN_FRONT = ("F010", "F011", "F012", "F062")
SECTIONS = ("1. 📖", "2. 📐", "3. 🔬", "4. 🧠", "5. 🔗", "📚", "✅", "🎯")
_MORE = 15  # minutes that a short card may take beyond the rule: what is thought about has no length
_TAG = re.compile(r"(?=.*[^\d/-])[^\s\x00-,.:-@\[-^`{-\x7f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+")
_STARS = re.compile(r"⭐{1,5}")


def is_blank(card: Card) -> bool:
    """Whether there is nothing to look at: an empty file, or one that could not be decoded and is reported as such."""
    return not card.text.strip()


def check_parsed(vault: Vault) -> Iterator[Diagnostic]:
    """What reading and parsing found."""
    yield from vault.diagnostics
    for card in vault.cards.values():
        yield from card.diagnostics


def check_front_matter(vault: Vault) -> Iterator[Diagnostic]:
    """Keys of cards: all that are required, none that is unknown, each of its form."""
    for card in vault.cards.values():
        broken = any(finding.code in BROKEN_FRONT for finding in card.diagnostics)
        if not is_card(card, vault.config) or broken or is_blank(card):
            continue
        written = card.front.written
        meant = {key: _meant(key, written) for key in written if key not in REQUIRED and key not in OPTIONAL}
        for key in REQUIRED:
            if key not in written and key not in meant.values():
                example = _EXAMPLES[key]
                yield Diagnostic(Span(card.path, 1), "F013", f"front matter lacks {key}", f"add `{key}: {example}`")
        for key, other in meant.items():
            hint = f"did you mean {other}?" if other else f"cards have {', '.join(REQUIRED)}"
            yield Diagnostic(_at(card, key), "F014", f"front matter has an unknown key {key!r}", hint)
        for key in REQUIRED:
            problem = _problem(key, written[key], card.front) if key in written else ""
            if problem:
                yield Diagnostic(_at(card, key), "F015", f"{key} {problem}", f"for example `{key}: {_EXAMPLES[key]}`")


def _meant(key: str, written: dict[str, Any]) -> str:
    """The required key that is missing and that another one is almost called."""
    missing = [name for name in REQUIRED if name not in written]
    return next(iter(get_close_matches(key.casefold(), missing, 1, 0.8)), "")


_EXAMPLES = {
    "topic": "Attention Mechanism (注意力机制)",
    "category": "Architecture",
    "difficulty": "⭐⭐⭐",
    "tags": "[fundamentals, must-know]",
    "aliases": "[Attention, 注意力机制]",
    "minutes": "25",
    "prerequisites": '["[[Softmax]]"]',
}


def _problem(key: str, value: object, front: Front) -> str:
    if key in ("topic", "category"):
        if isinstance(value, str) and value[:1] in "“”‘’" and value.strip():
            return "begins with a quote that YAML takes for a letter"
        return "" if isinstance(value, str) and value.strip() else "must be text"
    if key == "difficulty":
        return "" if isinstance(value, str) and _STARS.fullmatch(value.strip()) else "must be one to five ⭐"
    if key == "minutes":
        return "" if type(value) is int and 0 < value <= 240 else "must be a whole number of minutes, 1 to 240"
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        return "must be a list of words"
    if key == "tags":
        bad = next((tag for tag in value if not _TAG.fullmatch(tag.removeprefix("#"))), "")
        twice = next((tag for tag in value if value.count(tag) > 1), "")
        if bad or twice:
            return f"has {bad!r}, which is no tag: no spaces, no marks but - _ /" if bad else f"has {twice!r} twice"
        return "" if value else "must name at least one tag"
    if key == "aliases" and len({name.casefold() for name in value}) < len(value):
        return "names one alias twice"
    if key == "prerequisites" and len(front.prerequisites) != len(value):
        return "must be a list of quoted wiki-links"
    return ""


def check_categories(vault: Vault) -> Iterator[Diagnostic]:
    """A category that one card alone has, beside cards of another or almost another, is misspelt."""
    cards = [card for card in vault.cards.values() if is_card(card, vault.config) and card.front.category]
    counted = Counter((card.lang, card.front.category) for card in cards)
    folders: dict[tuple[str, str], Counter[str]] = {}
    for card in cards:
        folders.setdefault((card.lang, posixpath.dirname(card.key)), Counter())[card.front.category] += 1
    for card in cards:
        category, folder = card.front.category, posixpath.dirname(card.key)
        folded = [known for lang, known in counted if lang == card.lang and known.casefold() == category.casefold()]
        usual_case = min(folded, key=lambda known: (-counted[card.lang, known], known))
        of_folder = category.casefold() == posixpath.basename(folder).replace("_", " ")
        if counted[card.lang, category] > 1 or (of_folder and usual_case == category):
            continue
        others = [known for lang, known in counted if lang == card.lang and known != category]
        usual, count = folders[card.lang, folder].most_common(1)[0]
        close = get_close_matches(category, others, 1, 0.8)
        if close or (count > 1 and usual != category):
            hint = f"did you mean {close[0]}?" if close else f"the other cards of its folder have {usual}"
            yield Diagnostic(_at(card, "category"), "F023", f"no other card has the category {category!r}", hint)


def check_callouts(vault: Vault) -> Iterator[Diagnostic]:
    """A callout whose kind is almost a known one is misspelt: a quiz would be shown with its answer."""
    for card in vault.cards.values():
        for callout in card.callouts:
            if callout.kind not in KINDS:
                close = get_close_matches(callout.kind, KINDS, 1, 0.8)
                if close:
                    problem = f"no callout is called {callout.kind.upper()}"
                    yield Diagnostic(callout.span, "F022", problem, f"did you mean [!{close[0].upper()}]?")


def check_diagrams(vault: Vault) -> Iterator[Diagnostic]:
    """A diagram begins with a kind that Mermaid draws, and the brackets of a flowchart are closed."""
    for card in vault.cards.values():
        for block in card.blocks:
            if block.language == "mermaid":
                for line, problem, hint in mermaid_slips(block.code):
                    yield Diagnostic(Span(card.path, block.span.line + line), "F024", problem, hint)


def check_sections(vault: Vault) -> Iterator[Diagnostic]:
    """One title and the eight sections, in order."""
    for card in vault.cards.values():
        if not is_card(card, vault.config) or is_blank(card):
            continue
        titles = [heading for heading in card.headings if heading.level == 1]
        if len(titles) != 1:
            line = titles[1].span if titles else Span(card.path, 1)
            yield Diagnostic(line, "F017", f"the card has {len(titles)} titles", "write exactly one `# Title`")
        found = [heading for heading in card.headings if heading.level == 2]
        for position, mark in enumerate(SECTIONS):
            heading = found[position] if position < len(found) else None
            if heading is None or not heading.text.replace("\ufe0f", "").startswith(mark):
                span = heading.span if heading else Span(card.path, card.text.count("\n") or 1)
                seen = f", found {heading.text!r}" if heading else ""
                hint = "sections in order: " + " · ".join(SECTIONS)
                yield Diagnostic(span, "F016", f"section {position + 1} must start with {mark!r}{seen}", hint)
                break
        else:
            for heading in found[len(SECTIONS) :]:
                yield Diagnostic(
                    heading.span, "F016", f"section {heading.text!r} is one too many", "make it a level-three heading"
                )


def _at(card: Card, key: str) -> Span:
    return Span(card.path, card.front.lines.get(key, 1))


def check_minutes(vault: Vault) -> Iterator[Diagnostic]:
    """A card says how long it takes as the rule counts it; its translation says the same."""
    source = vault.config.languages[0] if vault.config.languages else ""
    for card in vault.cards.values():
        if card.lang != source or not is_card(card, vault.config):
            continue
        told, counted = card.front.minutes, reading_minutes(card)
        least, most = counted - max(STEP, counted * 0.2), counted + max(_MORE, counted * 0.2)
        if told and not least <= told <= most:
            line = card.front.lines.get("minutes", 1)
            hint = f"write `minutes: {counted}`, in every language"
            yield Diagnostic(
                Span(card.path, line), "F040", f"{told} minutes are given, the rule counts {counted}", hint
            )

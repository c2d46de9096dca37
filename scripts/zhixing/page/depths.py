"""Sections in folds, by depth: below its heading a section is open or closed as deep as a reader wants to go."""

from __future__ import annotations

from html import escape
from xml.etree.ElementTree import Element, SubElement

from zhixing.model import DEPTHS, Card
from zhixing.page.words import words
from zhixing.syntax.minutes import depth_minutes, section_minutes, whole
from zhixing.vault.anchors import identity
from zhixing.vault.kept_results import kept_by

USUAL = DEPTHS[1]  # as deep as a page is open before anyone chooses; main.html says the same


def fold_depths(root: Element, card: Card) -> None:
    """Put what is deeper than what stands around it below its heading into a fold, with the minutes that it takes.

    A heading stays in sight of whoever sees the section above it. Folds lie within each other; a part that is less deep
    than its section stands outside of the section's fold.
    """
    if not card.depth_marks:
        return
    known = {heading.anchor: index for index, heading in enumerate(card.headings)}
    minutes, say = section_minutes(card), words(card.lang)
    children = list(root)
    root[:] = []
    opened: list[tuple[int, int, Element, Element]] = []  # folds: level, rank of the depth, where their parts go, label
    spent: dict[Element, float] = {}
    for child in children:
        index = known.get(child.get("id", ""), -1) if child.tag in ("h1", "h2", "h3", "h4", "h5", "h6") else -1
        if index < 0:
            (opened[-1][2] if opened else root).append(child)
            continue
        heading = card.headings[index]
        rank = DEPTHS.index(heading.depth)
        while opened and (opened[-1][0] >= heading.level or opened[-1][1] > rank):
            opened.pop()
        here = opened[-1][2] if opened else root
        here.append(child)
        if rank > (opened[-1][1] if opened else 0):
            state = {"open": "open"} if heading.depth == USUAL else {}
            fold = SubElement(here, "details", {"class": "zx-depth", "data-depth": heading.depth, **state})
            label = SubElement(fold, "summary")
            opened.append((heading.level, rank, SubElement(fold, "div", {"class": "zx-part"}), label))
        if opened:
            label = opened[-1][3]
            spent[label] = spent.get(label, 0) + minutes.get((index, heading.depth), 0)
            label.text = f"{say.depths[heading.depth]} · {say.minutes.format(whole(spent[label]))}"


def known_minutes(card: Card) -> dict[str, float]:
    """Minutes of each depth, counted once for all builds."""
    return kept_by((__name__, "minutes", identity(card)), lambda: depth_minutes(card))


def choice_html(card: Card) -> str:
    """How deep to read, and how many minutes that takes; `depth.ts` makes the choice work, without it these are words."""
    if not card.depth_marks:
        return ""
    say, spent = words(card.lang), 0.0
    buttons = ""
    for depth, minutes in known_minutes(card).items():
        spent += minutes
        name = say.everything if depth == DEPTHS[-1] else say.depths[depth]
        text = f"{name} <small>{say.minutes.format(whole(spent))}</small>"
        buttons += f'<button type="button" data-depth="{depth}">{text}</button>'
    return f'<span class="zx-depths" role="group" aria-label="{escape(say.depth_choice)}">{buttons}</span>'

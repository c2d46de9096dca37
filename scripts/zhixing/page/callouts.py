"""`> [!KIND]± title` → the elements that Material's admonitions are made of."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from zhixing.page.words import words
from zhixing.syntax.callouts import CALLOUT

_UNSAFE = re.compile(r"[^\w-]+")


def open_callout(parent: Element, content: str, lang: str) -> tuple[Element, str] | None:
    """The callout that a quote with this text at its start is, and the text below its title; None for a plain quote."""
    match = CALLOUT.match(content)
    if match is None:
        return None
    name, metadata, fold, title = match.groups()
    kind = _UNSAFE.sub("-", name.lower())
    element = SubElement(parent, "details" if fold else "div", {"class": kind if fold else f"admonition {kind}"})
    if fold == "+":
        element.set("open", "open")
    if metadata and metadata.strip():
        element.set("data-callout-metadata", metadata.strip())
    heading = SubElement(element, "summary" if fold else "p", {} if fold else {"class": "admonition-title"})
    heading.text = title.strip() or words(lang).callouts.get(kind) or name.capitalize()
    return element, content[match.end() :].lstrip("\n")

"""A page's tree → what a learner can be asked: questions, quizzes, marked definitions, formulas, as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown

from zhixing.model import Card
from zhixing.study_formulas import formulas
from zhixing.study_ids import SUMMARIES, ClozeIds
from zhixing.study_model import StudyItem, StudyOption
from zhixing.words import ANSWER_PARTS

_TITLES = ("summary", "p")
_CONTROL = re.compile(r"^\s*(?:<p>)?\s*(<label\b.*?</label>|<input\b[^>]*>|\[[ xX]\])\s*", re.S)
_LONE = re.compile(r"\s*<(p|div)>((?:(?!<(?:p|div)\b).)*)</\1>\s*", re.S)
_BREAK = "\x1d"  # stands between texts that are finished together; no text holds it


class _Draft(NamedTuple):
    item: StudyItem  # without texts
    texts: dict[str, Element]  # by name of the field; `text 1`, `why 1` for options


def cut(md: Markdown, root: Element, card: Card) -> tuple[StudyItem, ...]:
    """Every item of a page whose tree is finished; what has no id of its own is left out."""
    drafts = [*_called_out(root, card), *_marked(root, card), *_formula_cards(root, card)]
    if not drafts:
        return ()
    html = _BREAK.join(md.serializer(text) for draft in drafts for text in draft.texts.values())
    for processor in md.postprocessors:
        html = processor.run(html)
    texts = iter(html.split(_BREAK))
    return tuple(_finished(draft.item, {name: _inner(next(texts)) for name in draft.texts}) for draft in drafts)


def _called_out(root: Element, card: Card) -> Iterator[_Draft]:
    """Questions and quizzes, in the order of the page."""
    wanted = {question.id: "question" for question in card.questions} | {quiz.id: "quiz" for quiz in card.quizzes}
    for element in root.iter():
        ident = element.get("id", "")
        kind = wanted.pop(ident, "") if ident else ""
        if kind and kind in element.get("class", "").split():
            texts = _question(element) if kind == "question" else _quiz(element)
            yield _Draft(StudyItem(ident, kind, card.key, ident, "", ""), texts)


def _question(element: Element) -> dict[str, Element]:
    title, body = _split(element)
    parts: dict[str, list[Element]] = {}
    current = ""
    for child in body:
        name, rest = _labelled(child)
        current = name or current
        if current:
            parts.setdefault(current, []).append(rest)
    return {
        "prompt": _box(_paragraph(title)),
        "answer": _box(*body),
        **{name: _box(*children) for name, children in parts.items()},
    }


def _labelled(element: Element) -> tuple[str, Element]:
    """Which part of an answer begins here, and the element without the label."""
    label = element[0] if element.tag == "p" and len(element) and not (element.text or "").strip() else None
    if label is None or label.tag != "strong":
        return "", element
    name = ANSWER_PARTS.get("".join(label.itertext()).strip(" .:。：").casefold(), "")
    if not name:
        return "", element
    rest = deepcopy(element)
    rest.text = (rest[0].tail or "").lstrip(" .:。：")
    rest.remove(rest[0])
    return name, rest


def _quiz(element: Element) -> dict[str, Element]:
    title, body = _split(element)
    place = next((i for i, child in enumerate(body) if child.tag in ("ul", "ol")), len(body))
    texts = {"prompt": _box(_paragraph(title), *body[:place]), "answer": _box(*body[place + 1 :])}
    for number, option in enumerate(body[place] if place < len(body) else ()):
        shown = [child for child in option if child.tag not in ("ul", "ol")]
        lists = [child for child in option if child.tag in ("ul", "ol")]
        texts[f"text {number}"] = _box(*shown, text=option.text)
        lone = lists[0][0] if len(lists) == 1 and len(lists[0]) == 1 else None
        texts[f"why {number}"] = _box(*lists) if lone is None else _box(*lone, text=lone.text)
    return texts


def _split(element: Element) -> tuple[Element | None, list[Element]]:
    """Title and body of a callout."""
    children = list(element)
    if children and children[0].tag in _TITLES:
        return children[0], children[1:]
    return None, children


def _marked(root: Element, card: Card) -> Iterator[_Draft]:
    """The n-th marked words of the summary, hidden in the paragraph or list item they stand in."""
    ids = ClozeIds(card.key)
    for callout in root.iter():
        if callout.tag not in ("div", "details") or not SUMMARIES & set(callout.get("class", "").split()):
            continue
        parents = {child: parent for parent in callout.iter() for child in parent}
        for mark in callout.iter("mark"):
            block = mark
            while block.tag not in ("p", "li", "td", "th", "div", "details") and block in parents:
                block = parents[block]
            place = list(block.iter("mark")).index(mark)
            hidden = deepcopy(block)
            hole = list(hidden.iter("mark"))[place]
            hole[:] = []
            hole.text = "[…]"
            hole.set("class", "zx-cloze")
            ident = ids.next(callout.get("id", ""))
            item = StudyItem(ident, "cloze", card.key, _anchor_above(root, callout), "", "")
            yield _Draft(item, {"prompt": _box(_paragraph(hidden)), "answer": _box(_paragraph(block))})


def _formula_cards(root: Element, card: Card) -> Iterator[_Draft]:
    for formula in formulas(root):
        item = StudyItem(formula.id, "formula", card.key, formula.anchor, "", "")
        yield _Draft(item, {"prompt": _box(*formula.prompt), "answer": _box(formula.element)})


def _anchor_above(root: Element, element: Element) -> str:
    anchor = ""
    for child in root:
        anchor = child.get("id", "") if child.tag in ("h1", "h2", "h3", "h4", "h5", "h6") else anchor
        if child is element:
            return anchor
    return anchor


def _paragraph(element: Element | None) -> Element:
    """The content of an element as a paragraph, or as a division if it holds paragraphs itself."""
    inside = list(element) if element is not None else []
    is_block = any(child.tag in ("p", "ul", "ol", "div", "table", "pre") for child in inside)
    made = Element("div" if is_block else "p")
    made.text = element.text if element is not None else ""
    made.extend(inside)
    return made


def _box(*children: Element, text: str | None = None) -> Element:
    made = Element("div")
    made.text = text
    made.extend(children)
    return made


def _inner(html: str) -> str:
    """What stands between the tags of the box."""
    html = html.strip()
    return html.removeprefix("<div>").removesuffix("</div>").strip()


def _finished(item: StudyItem, texts: dict[str, str]) -> StudyItem:
    options: list[StudyOption] = []
    while f"text {len(options)}" in texts:
        text, why = texts.pop(f"text {len(options)}"), texts.pop(f"why {len(options)}")
        control = _CONTROL.match(text)
        right = control is not None and ("checked" in control.group(1) or control.group(1) in ("[x]", "[X]"))
        text = text[control.end() :].removesuffix("</p>") if control and "<p>" in control.group() else text
        text = _CONTROL.sub("", text, count=1)
        options.append(StudyOption(text.strip(), right, _bare(why)))
    return replace(item, options=tuple(options), **texts)


def _bare(html: str) -> str:
    """Without the paragraph around all of it."""
    match = _LONE.fullmatch(html)
    return match.group(2) if match else html

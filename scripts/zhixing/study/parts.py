"""A page's tree → what a learner can be asked: questions, quizzes, marked definitions, formulas, as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown

from zhixing.model import Card
from zhixing.page.safe_html import PART
from zhixing.page.words import ANSWER_PARTS
from zhixing.study.formulas import formulas
from zhixing.study.ids import ClozeIds
from zhixing.study.items import StudyItem, StudyOption
from zhixing.syntax.callouts import CASE, RUBRIC, SUMMARIES

_TITLES = ("summary", "p")
_LISTS = ("ul", "ol")
_CONTROL = re.compile(r"\s*(?:<p>)?\s*(?:<label\b.*?</label>|<input\b[^>]*>|\[.\])\s*", re.S)
_LONE = re.compile(r"\s*<(p|div)>((?:(?!<(?:p|div)\b).)*)</\1>\s*", re.S)


class _Draft(NamedTuple):
    item: StudyItem  # without texts
    texts: dict[str, Element]  # by name of the field; `text 1`, `why 1` for options


def cut(md: Markdown, root: Element, card: Card) -> tuple[StudyItem, ...]:
    """Every item of a page whose tree is finished; what has no id of its own is left out."""
    drafts = [*_called_out(root, card), *_case(root, card), *_marked(root, card), *_formula_cards(root, card)]
    if not drafts:
        return ()
    html = PART.join(md.serializer(text).replace(PART, "") for draft in drafts for text in draft.texts.values())
    for processor in md.postprocessors:
        html = processor.run(html)
    texts = iter(html.split(PART))
    return tuple(_finished(draft.item, {name: _inner(next(texts)) for name in draft.texts}) for draft in drafts)


def _called_out(root: Element, card: Card) -> Iterator[_Draft]:
    """Questions and quizzes, in the order of the page."""
    wanted = {question.id: "question" for question in card.questions} | {quiz.id: "quiz" for quiz in card.quizzes}
    for element in root.iter():
        ident = element.get("id", "")
        kind = wanted.pop(ident, "") if ident else ""
        if kind and kind in element.get("class", "").split():
            texts, options = (_question(element), ()) if kind == "question" else _quiz(element)
            yield _Draft(StudyItem(ident, kind, card.key, ident, "", "", options=options), texts)


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


def _quiz(element: Element) -> tuple[dict[str, Element], tuple[StudyOption, ...]]:
    """The texts of a quiz, and its options without theirs: what is one, and which is right, the parsed card has said."""
    title, body = _split(element)
    lists = [child for child in body if child.tag in _LISTS and any(item.get("data-option") for item in child)]
    place = body.index(lists[0]) if lists else len(body)
    after = [child for child in body[place:] if child not in lists]
    texts = {"prompt": _box(_paragraph(title), *body[:place]), "answer": _box(*after)}
    groups: list[list[Element]] = []  # an option, and what follows it in the list without being one
    for item in (item for child in lists for item in child):
        if item.get("data-option"):
            groups.append([item])
        elif groups:
            groups[-1].append(item)
    for number, (option, *more) in enumerate(groups):
        inside = [child for child in option if child.tag in _LISTS]
        shown = [child for child in option if child.tag not in _LISTS]
        texts[f"text {number}"] = _box(*shown, text=option.text)
        reasons = [*(item for child in inside for item in child), *more]
        lone = reasons[0] if len(reasons) == 1 else None
        texts[f"why {number}"] = _box(*inside, *more) if lone is None else _box(*lone, text=lone.text)
    return texts, tuple(StudyOption("", option.get("data-option") == "right", "") for option, *_ in groups)


def _case(root: Element, card: Card) -> Iterator[_Draft]:
    """The task of a page of system design, with the points of its rubric, under the rubric's id."""
    if not any(callout.kind == RUBRIC for callout in card.callouts):
        return
    shown = {name: element for element in root.iter() for name in element.get("class", "").split()[-1:]}
    task, rubric = shown.get(CASE), shown.get(RUBRIC)
    if task is None or rubric is None or not rubric.get("id"):
        return
    ident, (_, body), (_, below) = rubric.get("id", ""), _split(task), _split(rubric)
    points = [item for child in below if child.tag in _LISTS for item in child]
    texts = {"prompt": _box(*body), **{f"point {number}": _paragraph(item) for number, item in enumerate(points)}}
    yield _Draft(StudyItem(ident, CASE, card.key, ident, "", "", points=("",) * len(points)), texts)


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
    options = [
        StudyOption(_without_control(texts.pop(f"text {number}")), option.right, _bare(texts.pop(f"why {number}")))
        for number, option in enumerate(item.options)
    ]
    points = tuple(_bare(texts.pop(f"point {number}")) for number, _ in enumerate(item.points))
    given: dict[str, Any] = dict(texts)
    return replace(item, options=tuple(options), points=points, **given)


def _without_control(html: str) -> str:
    """An option without its box."""
    control = _CONTROL.match(html)
    rest = html[control.end() :] if control else html
    return (rest.removesuffix("</p>") if control and "<p>" in control.group() else rest).strip()


def _bare(html: str) -> str:
    """Without the paragraph around all of it."""
    match = _LONE.fullmatch(html)
    return match.group(2) if match else html

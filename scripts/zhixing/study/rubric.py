"""What a strong answer contains, point by point, cut from a card's Markdown as the browser cuts it from HTML (`rubric.ts`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zhixing.page.words import ANSWER_PARTS
from zhixing.study.items import StudyItem
from zhixing.syntax import blocks, inline

PARTS = ("short", "depth", "followup")
_COMPLETE = 0.8  # with this share of the points an answer is complete: nobody says everything
_LABEL = re.compile(r"\*\*([^*\n]+)\*\*[ .:。：]*")
_WHOLE = re.compile(r"\*\*(?:(?!\*\*).)+\*\*|(?<![\w*])\*[^*\s](?:[^*]*[^*\s])?\*(?![\w*])|==.+?==", re.S)
_ABBREVIATED = re.compile(r"(?:^|[\s(])(?:et al|e\.g|i\.e|cf|vs|eq|fig|no|[A-Z])$", re.I)
_END = re.compile(r"""[。！？；][”」）]?|[.!?]["')\]]?(?=\s+["'(\ufffcA-Z0-9])""")
_DASH = re.compile(r"\s*(?:——|—)\s*")
_HIDDEN = "\ufffc"  # stands for what is never cut: a formula, code, a link, bold words


def divided(answer: str) -> dict[str, str]:
    """The parts of an answer without their labels; none where it has no labels."""
    lines, parts, current = answer.split("\n"), dict[str, list[str]](), ""
    for token in blocks.tokens(answer)[0]:
        if token.level or not token.map or token.nesting < 0:
            continue
        text = "\n".join(lines[token.map[0] : token.map[1]])
        label = _LABEL.match(text) if token.type == "paragraph_open" else None
        name = ANSWER_PARTS.get(label.group(1).strip(" .:。：").casefold(), "") if label else ""
        current = name or current
        if current:
            parts.setdefault(current, []).append(text[label.end() :] if name and label else text)
    return {name: "\n\n".join(found) for name, found in parts.items()}


def split_followup(text: str) -> tuple[str, str]:
    """A follow-up is written as "question — answer": its two halves, or all of it as the question."""
    dash = _DASH.search(_masked(text, bold=False))
    return (text[: dash.start()], text[dash.end() :]) if dash else (text, "")


def answer_steps(item: StudyItem) -> list[tuple[str, str]]:
    """An answer as it is revealed: names of parts and texts; the follow-up as a question of its own before its answer."""
    question, answer = split_followup(item.followup)
    parts = [("short", item.short), ("depth", item.depth), ("followup", question), ("", answer)]
    steps = [(part, text) for part, text in parts if text] if item.short else []
    return steps if len(steps) > 1 else [("", item.answer)]


def points_of(item: StudyItem, part: str) -> list[str]:
    """What a part of an answer says, sentence by sentence; of an answer without parts, all of it."""
    if not is_divided(item):
        return sentences(item.answer)
    if part != "followup":
        return sentences(getattr(item, part))
    question, answer = split_followup(item.followup)
    return sentences(answer or question)


def is_divided(item: StudyItem) -> bool:
    """Whether it is asked in three parts."""
    return bool(item.short and item.depth and item.followup)


def sentences(text: str) -> list[str]:
    """The sentences of a text; a list, a formula or code between paragraphs is one."""
    found: list[str] = []
    other: list[str] = []
    for is_prose, block in _blocks(text):
        if is_prose:
            if other:
                found.append("\n\n".join(other))
                other.clear()
            found += _of_paragraph(block)
        else:
            other.append(block)
    return [*found, *(["\n\n".join(other)] if other else [])]


def _blocks(text: str) -> Iterator[tuple[bool, str]]:
    lines = text.split("\n")
    for token in blocks.tokens(text)[0]:
        if not token.level and token.map and token.nesting >= 0:
            yield token.type == "paragraph_open", "\n".join(lines[token.map[0] : token.map[1]])


def _of_paragraph(text: str) -> Iterator[str]:
    masked, start = _masked(text), 0
    for end in _END.finditer(masked):
        if not _ABBREVIATED.search(masked[max(start, end.start() - 8) : end.start()]):
            piece = text[start : end.end()].strip()
            if piece:
                yield piece
            start = end.end()
    if text[start:].strip():
        yield text[start:].strip()


def _masked(text: str, *, bold: bool = True) -> str:
    """As long as the text, with a mark for each character that is never looked at."""
    for piece in inline.pieces(text):
        if piece.lastgroup != "text":
            text = text[: piece.start()] + _HIDDEN * (piece.end() - piece.start()) + text[piece.end() :]
    return _WHOLE.sub(lambda found: _HIDDEN * len(found.group()), text) if bold else text


def mark_of(ticked: int, points: int) -> int:
    """What ticked points amount to: nothing, something, or an answer."""
    return 0 if not ticked else 2 if ticked >= _COMPLETE * points else 1


def spread(ticked: int, points: int) -> dict[str, int]:
    """Six points as the parts of an answer have them, for what has no parts."""
    total = (2 * 6 * ticked + points) // (2 * points)  # a half goes up, as in the browser
    return {part: min(2, max(0, total - 2 * place)) for place, part in enumerate(PARTS)}


def rubric_grade(marks: dict[str, int]) -> int:
    """The grade that a rubric of three marks amounts to."""
    total = sum(marks[part] for part in PARTS)
    return 4 if total == 6 else 3 if total >= 4 else 2 if total >= 2 else 1

"""JSON Canvas (`.canvas`): cards, groups and arrows on a plane. What is wrong in a file is passed over, as Obsidian does."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from zhixing.model import Card, Diagnostic, Front, Link, Span
from zhixing.syntax.inline import is_placeholder, split_destination, split_target, without_comments

SUFFIX = ".canvas"
_FAR = 1_000_000  # units from the origin, and the longest side
_SIDES = ("top", "right", "bottom", "left")


@dataclass(frozen=True)
class Node:
    """A card (`text`, `file`, `link`) or a `group`; `words` are its text, path, address or label."""

    id: str
    kind: str
    x: int
    y: int
    width: int
    height: int
    words: str
    part: str = ""  # of a file: `#Heading`, `#^block`
    color: str = ""


@dataclass(frozen=True)
class Edge:
    """A line between two nodes, by their ids; its sides are "" where the file leaves them open."""

    start: str
    end: str
    start_side: str = ""
    end_side: str = ""
    has_tail: bool = False  # an arrow at its start
    has_head: bool = True
    label: str = ""
    color: str = ""


@dataclass(frozen=True)
class Canvas:
    """Nodes in the order in which they lie on one another, and the edges between them."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()


def read_canvas(text: str) -> tuple[Canvas, str]:
    """What a file says, and why it cannot be read: "" if it can."""
    if not text.strip():
        return Canvas(), ""  # as Obsidian makes a new one
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Canvas(), str(error) if isinstance(error, json.JSONDecodeError) else "it is nested too deep"
    if not isinstance(data, dict):
        return Canvas(), "it is no object"
    nodes = {node.id: node for one in _list(data.get("nodes")) if (node := _node(one)) is not None}
    edges = (_edge(one) for one in _list(data.get("edges")))
    kept = tuple(edge for edge in edges if edge.start in nodes and edge.end in nodes)
    return Canvas(tuple(nodes.values()), kept), ""


def _list(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _node(data: dict[str, Any]) -> Node | None:
    kind = _text(data.get("type"))
    source = {"text": "text", "file": "file", "link": "url", "group": "label"}.get(kind)
    if source is None or not _text(data.get("id")):
        return None
    x, y = (_number(data.get(name), -_FAR) for name in ("x", "y"))
    width, height = (_number(data.get(name), 1) for name in ("width", "height"))
    words, part, color = (_text(data.get(name)) for name in (source, "subpath", "color"))
    words = without_comments(words) if kind == "group" else words
    return Node(_text(data.get("id")), kind, x, y, width, height, words, part, color)


def _edge(data: dict[str, Any]) -> Edge:
    start, end = (side if (side := _text(data.get(name))) in _SIDES else "" for name in ("fromSide", "toSide"))
    return Edge(
        _text(data.get("fromNode")),
        _text(data.get("toNode")),
        start,
        end,
        data.get("fromEnd") == "arrow",
        data.get("toEnd") != "none",
        without_comments(_text(data.get("label"))),
        _text(data.get("color")),
    )


def _text(value: object) -> str:
    """A text with Unix line ends; half of a character, which JSON can write and no page can, becomes its stand-in."""
    if not isinstance(value, str):
        return ""
    whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def _number(value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return max(0, least)
    return int(max(least, min(_FAR, value)))


def canvas_card(path: str, lang: str, key: str, text: str) -> Card:
    """The canvas as a note: its words, links and tags. It is called by its whole name, which links must write."""
    from zhixing.syntax.parse import parse_card

    canvas, problem = read_canvas(text)
    name = PurePosixPath(path).name
    front = Front(title=name[: -len(SUFFIX)])
    if problem:
        finding = Diagnostic(Span(path, 1), "F030", f"the canvas cannot be read: {problem}", "open it in Obsidian")
        return Card(path, lang, name, f"{key}{SUFFIX}", text, "", front, diagnostics=(finding,))
    links: list[Link] = []
    tags: list[str] = []
    words: list[str] = []
    at, line = 0, 1
    for node in canvas.nodes:
        found = text.find(json.dumps(node.id, ensure_ascii=False), at)
        if found >= 0:  # Obsidian writes each node on a line of its own
            at, line = found, line + text.count("\n", at, found)
        span = Span(path, line)
        if node.kind == "text":
            inner = parse_card(path, lang, key, node.words)
            links += [link._replace(span=span) for link in inner.links]
            tags += inner.tags
            words.append(inner.body)
        elif node.kind == "file":
            target, fragment, _ = split_target(f"{node.words.replace('|', '')}{node.part}")
            if target and not is_placeholder(target) and split_destination(target) is not None:
                links.append(Link(span, f"/{target}", fragment, "", True, True, (target, 0, len(target))))
        elif node.kind == "group":
            words.append(node.words)
    words += [edge.label for edge in canvas.edges if edge.label]
    shown = "\n\n".join(filter(None, words))
    return Card(
        path, lang, name, f"{key}{SUFFIX}", text, shown, front, links=tuple(links), tags=tuple(dict.fromkeys(tags))
    )

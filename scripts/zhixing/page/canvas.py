"""A canvas as a picture whose cards are HTML: what can be read can be selected, and links lead on."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape

from zhixing.model import Card, Link, Span
from zhixing.page.context import Context
from zhixing.page.text import page_title
from zhixing.syntax.canvas import Canvas, Edge, Node, read_canvas
from zhixing.syntax.inline import split_target
from zhixing.syntax.parse import parse_card
from zhixing.vault.resolve import WITHHELD, Target, Unresolved

_MARGIN = 60
_HEAD = 14  # length of an arrow's head
_BEND = 60  # how far a line leaves its card before it turns, at least
_LONG = 20_000  # characters: a longer note is named, and not shown in its card
_ELSEWHERE = 1 << 30  # lines: of a card's words, none is a line of a note
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_AWAY = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}

Embed = Callable[[Context, Target, str, str], str]
Point = tuple[int, int]


def canvas_html(context: Context, card: Card, embed: Embed) -> str:
    """The picture; `embed` shows a file of the vault in its card."""
    data = context.host.read(card.path)
    canvas, _ = read_canvas((data or b"").decode("utf-8-sig", "replace"))
    if not canvas.nodes:
        return ""
    inner = replace(context, card=card, offset=_ELSEWHERE, furniture=None, finished=None, pairs={}, cells={})
    inner.trail = (*(context.trail or (context.card.path,)), card.path)
    left = min(node.x for node in canvas.nodes) - _MARGIN
    top = min(node.y for node in canvas.nodes) - _MARGIN
    width = max(node.x + node.width for node in canvas.nodes) + _MARGIN - left
    height = max(node.y + node.height for node in canvas.nodes) + _MARGIN - top
    groups = "".join(_group(node) for node in canvas.nodes if node.kind == "group")
    cards = "".join(_card(node, inner, embed) for node in canvas.nodes if node.kind != "group")
    title = escape(page_title(card))
    return (
        f'<div class="zx-canvas" tabindex="0" role="group" aria-label="{title}"><svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}">'
        f"{groups}{_edges(canvas)}{cards}</svg></div>\n"
    )


def _colored(color: str) -> str:
    """Attributes of an element in one of Obsidian's six colours, or in one of the author's."""
    if color in ("1", "2", "3", "4", "5", "6"):
        return f' class="zx-color-{color}"'
    return f' color="{color}"' if _HEX.fullmatch(color) else ""


def _box(node: Node) -> str:
    return f'x="{node.x}" y="{node.y}" width="{node.width}" height="{node.height}"'


def _group(node: Node) -> str:
    label = f'<text x="{node.x + 4}" y="{node.y - 10}">{escape(node.words)}</text>' if node.words else ""
    return f'<g{_colored(node.color)}><rect class="zx-group" {_box(node)} rx="12"/>{label}</g>\n'


def _card(node: Node, context: Context, embed: Embed) -> str:
    content = f'<foreignObject {_box(node)}><div class="zx-node zx-{node.kind}" tabindex="0">'
    return f"<g{_colored(node.color)}>{content}{_content(node, context, embed)}</div></foreignObject></g>\n"


def _content(node: Node, context: Context, embed: Embed) -> str:
    if node.kind == "text":
        text = parse_card(context.card.path, context.card.lang, context.card.key, node.words).body
        return context.host.nested(context).convert(text)
    if node.kind == "link":
        shown = escape(node.words)
        is_safe = re.match(r"https?://", node.words)
        return f'<p><a href="{shown}">{shown}</a></p>' if is_safe else f"<p>{shown}</p>"
    target, fragment, _ = split_target(f"{node.words}{node.part}")
    link = Link(Span(context.card.path, 0), f"/{target}", fragment, "", True, True)
    found = context.index.follow(link, context.card)
    name = escape(posixpath.basename(target))
    if isinstance(found, Unresolved) and found.code == WITHHELD:
        return ""
    if isinstance(found, Unresolved):
        return f'<p class="zx-broken" title="{escape(found.problem)}">{name}</p>'
    if found.card is not None and (found.path in context.trail or len(found.card.shown) > _LONG):
        url = escape(context.host.address(found.path, found.anchor))
        return f'<p class="zx-embed-title"><a href="{url}">{escape(page_title(found.card))}</a></p>'
    return embed(context, found, fragment, "")


def _edges(canvas: Canvas) -> str:
    nodes = {node.id: node for node in canvas.nodes}
    return "".join(_edge(edge, nodes[edge.start], nodes[edge.end]) for edge in canvas.edges)


def _edge(edge: Edge, first: Node, last: Node) -> str:
    start_side = edge.start_side or _facing(first, last)
    end_side = edge.end_side or _facing(last, first)
    start, end = _middle(first, start_side), _middle(last, end_side)
    bend = max(_BEND, (abs(start[0] - end[0]) + abs(start[1] - end[1])) // 3)
    leave, arrive = _away(start, start_side, bend), _away(end, end_side, bend)
    heads = (_head(start, start_side) if edge.has_tail else "") + (_head(end, end_side) if edge.has_head else "")
    path = f'<path d="M{start[0]} {start[1]}C{leave[0]} {leave[1]} {arrive[0]} {arrive[1]} {end[0]} {end[1]}"/>'
    x = (start[0] + 3 * leave[0] + 3 * arrive[0] + end[0]) // 8
    y = (start[1] + 3 * leave[1] + 3 * arrive[1] + end[1]) // 8
    label = f'<text x="{x}" y="{y}" text-anchor="middle">{escape(edge.label)}</text>' if edge.label else ""
    return f"<g{_colored(edge.color)}>{path}{heads}{label}</g>\n"


def _facing(node: Node, other: Node) -> str:
    """The side of a node that looks at another."""
    across = (2 * other.x + other.width) - (2 * node.x + node.width)
    down = (2 * other.y + other.height) - (2 * node.y + node.height)
    if abs(across) >= abs(down):
        return "right" if across > 0 else "left"
    return "bottom" if down > 0 else "top"


def _middle(node: Node, side: str) -> Point:
    across, down = _AWAY[side]
    return node.x + node.width * (1 + across) // 2, node.y + node.height * (1 + down) // 2


def _away(point: Point, side: str, far: int) -> Point:
    across, down = _AWAY[side]
    return point[0] + across * far, point[1] + down * far


def _head(point: Point, side: str) -> str:
    """A triangle that points at a side."""
    across, down = _AWAY[side]
    back, half = _away(point, side, _HEAD), _HEAD // 2
    one = (back[0] + down * half, back[1] + across * half)
    two = (back[0] - down * half, back[1] - across * half)
    return f'<polygon points="{point[0]},{point[1]} {one[0]},{one[1]} {two[0]},{two[1]}"/>'

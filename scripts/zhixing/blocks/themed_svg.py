"""Matplotlib's SVG → SVG for a page: it scales, takes the page's text colour and fonts, and keeps no stray ids."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from zhixing.blocks.picture import PLACE

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_FONTS = "'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
_NUMBERS = ("d", "x", "y", "points", "transform", "width", "height", "x1", "x2", "y1", "y2", "cx", "cy", "r", "viewBox")
_DECIMAL = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_DECIMAL_OR_WHOLE = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_FAMILY = re.compile(r"font-family: 'DejaVu Sans'(,|$)")
_BLACK = re.compile(r"\b(fill|stroke): #000000")
_PIXELS_PER_POINT = 4 / 3


def clean(data: bytes, name: str) -> bytes:
    """Rewrite the drawing; ValueError if it holds a bitmap."""
    root = ElementTree.fromstring(data)
    if root.find(f".//{{{_SVG}}}image") is not None:
        raise ValueError("the figure holds a bitmap, whose bytes depend on the machine; draw it with vectors")
    _colours(root, inherited=True)
    _identify(root, re.sub(r"[^\w-]+", "-", name))
    _prune(root)
    for element in root.iter():
        for attribute in _NUMBERS:
            if attribute in element.attrib:
                element.set(attribute, " ".join(_DECIMAL.sub(_rounded, element.attrib[attribute]).split()))
        if element.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
        style = "; ".join(part for part in element.attrib.pop("style", "").split("; ") if not _FAMILY.match(part))
        if style:
            element.set("style", style)
        element.text, element.tail = _kept(element.text), _kept(element.tail)
    _resize(root)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    ElementTree.indent(root, " ")
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f"{text}\n".encode()


def _prune(parent: ElementTree.Element) -> None:
    """Remove what draws nothing, and the style sheet, which would leak into a page."""
    for child in list(parent):
        _prune(child)
        kind = child.tag.rpartition("}")[2]
        hollow = kind in ("g", "defs") and not len(child)
        if hollow or kind in ("metadata", "style") or (kind == "path" and child.get("style") == "fill: none"):
            parent.remove(child)


def _resize(root: ElementTree.Element) -> None:
    """A natural size in pixels that shrinks with the page."""
    width, height = (float(value) * _PIXELS_PER_POINT for value in root.attrib["viewBox"].split()[2:])
    root.attrib.pop("version", None)
    root.attrib.update({"width": f"{width:.0f}", "height": f"{height:.0f}", "role": "img", "fill": "currentColor"})
    root.attrib.update({"stroke-linejoin": "round", "font-family": _FONTS})
    root.set("style", "max-width: 100%; height: auto; overflow: visible")


def _colours(element: ElementTree.Element, inherited: bool) -> None:
    """Black becomes the text colour, except in the cells of a heat map, where black is data."""
    if element.get("id", "").startswith("QuadMesh"):
        element.attrib.update({"fill": "#000000", "shape-rendering": "crispEdges"})  # no seams between the cells
        _merge(element)
        inherited = False
    style = element.get("style")
    if style and inherited:
        element.set("style", _BLACK.sub(r"\1: currentColor", style))
    for child in element:
        _colours(child, inherited)


def _merge(mesh: ElementTree.Element) -> None:
    """One path for all cells of one colour: a tenth of the bytes. Only for upright rectangles."""
    cells: dict[tuple[str, str], list[str]] = {}
    for path in mesh:
        corners = [_rounded(match) for match in _DECIMAL_OR_WHOLE.finditer(path.get("d", ""))]
        pairs = [(corners[a], corners[b]) for a, b in ((0, 6), (1, 3), (2, 4), (5, 7))] if len(corners) == 10 else []
        if not pairs or any(abs(float(a) - float(b)) > PLACE for a, b in pairs):
            return
        left, top, right, bottom = corners[0], corners[1], corners[2], corners[5]
        look = (path.get("style", ""), path.get("clip-path", ""))
        cells.setdefault(look, []).append(f"M{left} {top}H{right}V{bottom}H{left}Z")
    for path in list(mesh):
        mesh.remove(path)
    for (style, clip), places in cells.items():
        attributes = {"d": "".join(places), "style": style, "clip-path": clip}
        ElementTree.SubElement(mesh, f"{{{_SVG}}}path", {name: value for name, value in attributes.items() if value})


def _identify(root: ElementTree.Element, name: str) -> None:
    """Drop the ids that nothing refers to; make the others unique on a page with several figures."""
    href = f"{{{_XLINK}}}href"
    used: set[str] = set()
    for element in root.iter():
        used.update(match for value in element.attrib.values() for match in _REFERENCE.findall(value))
        used.update([element.attrib[href][1:]] if href in element.attrib else [])
    kept = [ident for element in root.iter() if (ident := element.get("id")) in used and ident]
    fresh = {old: f"{name}-{index}" for index, old in enumerate(kept)}
    for element in root.iter():
        for attribute, value in element.attrib.items():
            if attribute == "id":
                continue
            if attribute == href:
                element.set(attribute, f"#{fresh[value[1:]]}")
            elif "url(#" in value:
                element.set(attribute, _REFERENCE.sub(lambda match: f"url(#{fresh[match.group(1)]})", value))
        old = element.attrib.pop("id", None)
        if old in fresh:
            element.set("id", fresh[old])


def _rounded(match: re.Match[str]) -> str:
    text = f"{float(match.group()):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _kept(text: str | None) -> str | None:
    return text if text and text.strip() else None

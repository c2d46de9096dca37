"""Which drawings may stand inside a page: those of which every element and attribute only draws."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.parsers.expat import ExpatError, ParserCreate

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_ELEMENTS = {
    *("svg", "g", "defs", "path", "use", "text", "tspan", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
    *("clipPath", "mask", "linearGradient", "radialGradient", "stop", "pattern", "marker", "symbol", "title", "desc"),
}
_LOWERED = {name.lower() for name in _ELEMENTS}  # a parser of HTML writes them so, and reads them so
_WORDS = frozenset(["title", "desc"])  # which hold nothing but text
_MARKUP = re.compile(r"<[!?]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_RUNS = frozenset(["script", "foreignobject", "iframe", "handler", "listener", "set", "discard", "audio", "video"])
_HTML = "http://www.w3.org/1999/xhtml"
_TRANSFORMS = "http://www.w3.org/1999/XSL/Transform"
_FETCHES = re.compile(r"url\(\s*[\"']?(?!#)|@|\\|javascript:|expression\(|-moz-binding|behavior\s*:", re.I)


class _ActiveError(Exception):
    """Something in a drawing that might run."""


def is_active_svg(data: bytes) -> bool:
    """Whether a drawing might run something where it is opened by itself: what cannot be read might."""
    parser = ParserCreate(namespace_separator="\n")
    parser.StartDoctypeDeclHandler = _doctype
    parser.ProcessingInstructionHandler = _instruction
    parser.StartElementHandler = _element
    try:
        parser.Parse(data, True)
    except (_ActiveError, ExpatError, ValueError, LookupError):
        return True
    return False


def _doctype(name: str, system: str | None, public: str | None, has_subset: int) -> None:
    if has_subset:
        raise _ActiveError("entities, and attributes by default")


def _instruction(target: str, words: str) -> None:
    if target.lower() != "xml":
        raise _ActiveError("a style sheet may be a program")


def _element(tag: str, attributes: dict[str, str]) -> None:
    space, _, name = tag.rpartition("\n")
    lowered = name.lower()
    if space in (_HTML, _TRANSFORMS) or lowered in _RUNS or lowered.startswith("animate"):
        raise _ActiveError(name)
    for key, value in attributes.items():
        own = key.rpartition("\n")[2].lower()
        scheme = re.sub(r"[\x00-\x20]", "", value).lower()
        if own.startswith("on") or scheme.startswith(("javascript:", "vbscript:", "data:text", "data:application")):
            raise _ActiveError(key)
        if own in ("href", "src") and scheme.startswith("data:image/svg"):
            raise _ActiveError(key)


def is_safe_svg(text: str) -> bool:
    """Whether a drawing without its prologue runs nothing, fetches nothing and leads nowhere."""
    if _MARKUP.search(text):
        return False  # comments and the like are read in two ways, by XML and by HTML
    try:
        root = fromstring(text if "xmlns=" in text else text.replace("<svg", f'<svg xmlns="{_SVG[1:-1]}"', 1))
    except (ParseError, ValueError, RecursionError):
        return False
    return root.tag == f"{_SVG}svg" and all(_is_safe(element) for element in root.iter())


def _is_safe(element: Element) -> bool:
    name = str(element.tag).removeprefix(_SVG)
    if name.lower() not in _LOWERED or (name in _WORDS and len(element)):
        return False
    return all(_is_safe_attribute(key, value) for key, value in element.attrib.items())


def _is_safe_attribute(key: str, value: str) -> bool:
    if key in ("href", _LINK):
        return value.startswith("#")
    if not re.fullmatch(r"[A-Za-z][\w:.-]*", key):
        return key == "{http://www.w3.org/XML/1998/namespace}space"
    return not key.lower().startswith(("on", "xml", "src")) and not _FETCHES.search(value)

"""Safe mode: the HTML that comes from a note is cleaned by nh3; what the engine itself puts on the page is left alone.

The whole page of a note is cleaned as one text, after its tree is finished: raw HTML, attributes given by `{…}`, links.
Only what the engine stored as `Trusted` is put in afterwards. The lists below are all that passes;
docs/en/contributing/safe-html.md shows them, and a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import nh3
from markdown import Markdown
from markdown.postprocessors import Postprocessor, RawHtmlPostprocessor
from markdown.util import HTML_PLACEHOLDER

from zhixing.page.safe_svg import is_safe_svg

PART = "\x1d"  # stands between texts that are finished together; each is cleaned by itself


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


TAGS = _names(
    "a abbr article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt "
    "em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label li mark meter nav "
    "ol p picture pre progress q rp rt ruby s samp section small source span strong sub summary sup table tbody td "
    "tfoot th thead time tr track tt u ul var video wbr center font big strike"
)
ATTRIBUTES: dict[str, frozenset[str]] = {
    "*": _names(
        "class id title lang dir role style tabindex data-option data-pair data-explore data-study data-practice data-tabs "
        "data-graph data-before data-depth "
        "data-search-exclude data-callout data-callout-metadata data-callout-fold data-task data-lang data-line "
        "data-linenos data-linenos-special data-lines data-numbered data-status data-cell data-title data-footnote "
        "align"
    ),
    "a": _names("href name target download rel"),
    "audio": _names("src controls loop muted preload"),
    "col": _names("span width"),
    "colgroup": _names("span"),
    "del": _names("datetime"),
    "details": _names("open name"),
    "font": _names("color size"),
    "img": _names("src alt width height loading"),
    "input": _names("type checked disabled name"),
    "ins": _names("datetime"),
    "label": _names("for"),
    "li": _names("value"),
    "meter": _names("value min max low high optimum"),
    "ol": _names("start reversed type"),
    "progress": _names("value max"),
    "source": _names("src type"),
    "td": _names("colspan rowspan headers"),
    "th": _names("colspan rowspan headers scope"),
    "time": _names("datetime"),
    "track": _names("src kind srclang label default"),
    "video": _names("src controls loop muted preload poster width height playsinline"),
}
STYLES = _names(
    "text-align vertical-align color background-color width height max-width min-width font-weight font-style "
    "text-decoration white-space"
)
SCHEMES = frozenset(["http", "https", "mailto", "tel", "obsidian"])
_DROPPED = _names("script style template title noscript iframe object embed noembed noframes svg math")
_FETCHING = re.compile(r"\\|@|url|image|expression", re.I)  # in a value; an escape may spell any of them
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*", re.I)
_ADDRESSES = frozenset(["href", "src", "poster"])
_RESERVED = re.compile(r"(?:__(?!tabbed_\d|codelineno-|span-)|zx-)", re.I)  # ids that the site's own scripts look for
_TABS = re.compile(r"__tabbed_\d+")
_PLACEHOLDER = re.compile(f"<p>{HTML_PLACEHOLDER % '([0-9]+)'}</p>|{HTML_PLACEHOLDER % '([0-9]+)'}")
_CONTROL = re.compile(r"&#(?:0*(?:[0-8]|1[0-9]|2[0-9]|3[01])(?![0-9])|x0*(?:[0-8bcef]|1[0-9a-f])(?![0-9a-f]));?", re.I)
_DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
_NOSCRIPT = re.compile(r"<noscript>((?:[^<>]|</?(?:b|br|code|em|i|strong)>)*+)</noscript>")
_TASK = re.compile(  # as pymdownx.tasklist makes it
    r'(?:<label class="task-list-control">)?<input type="checkbox"(?: disabled)?(?: checked)?/>'
    r'(?:<span class="task-list-indicator"></span></label>)?\s*'
)
ELSEWHERE = re.compile(r"[\s\0-\x1f]*(?:https?:|[/\\]{2})", re.I)  # an address of another host, as a browser reads it
_FETCHED = re.compile(
    r"""<(iframe|img|video|audio)\b[^<>]*?\ssrc\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))[^<>]*>""", re.I
)
_ALT = re.compile(r"""\salt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""", re.I)
_INPUT = re.compile(r"<(?=/?(?:input|label)\b)", re.I)


class Trusted(str):
    """HTML that the engine made, with every text of a note in it escaped or cleaned already."""

    __slots__ = ()


def _attribute(tag: str, name: str, value: str) -> str | None:
    """What is left of an attribute that is on the list."""
    if name in _ADDRESSES and value.lstrip().lower().startswith("data:"):
        return value if tag == "img" and _PICTURE.fullmatch(value.strip()) else None
    if name in ("src", "poster") and ELSEWHERE.match(value):
        return None
    if name == "id":
        return None if _RESERVED.match(value) else value
    if name == "style":
        return None if _FETCHING.search(value) else value
    if name == "target":
        return value if value == "_blank" else None
    if name == "name" and tag == "input":
        return value if _TABS.fullmatch(value) else None
    if name == "type" and tag == "input":
        return value if value in ("checkbox", "radio") else "checkbox"
    return value


_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags=set(_DROPPED),
    attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
    attribute_filter=_attribute,
    generic_attribute_prefixes={"aria-"},
    url_schemes={*SCHEMES, "data"},
    filter_style_properties=set(STYLES),
    link_rel=None,
    strip_comments=True,
)


def clean(html: str) -> str:
    """HTML of a note without anything that could run, send, hide the site or stand in for a part of it."""
    return _CLEANER.clean(_CONTROL.sub("", html))


def with_drawings(html: str, store: Callable[[str], str]) -> str:
    """HTML in which drawings that only draw are stored as trusted, in place of being dropped."""
    return _DRAWING.sub(lambda match: store(Trusted(match[0])) if is_safe_svg(match[0]) else "", html)


def _with_links(html: str) -> str:
    """HTML with a link for each frame, picture, sound and film of another host: none is asked until a reader follows it."""

    def swap(match: re.Match[str]) -> str:
        address = (match[2] or match[3] or match[4] or "").strip()
        if not ELSEWHERE.match(unescape(address)):
            return match[0]
        return _link_to(address, _alt(match[0])) + (match[0] if match[1].lower() != "img" else "")

    return _FETCHED.sub(swap, html)


def _link_to(address: str, words: str) -> str:
    return f'<a class="zx-elsewhere" href="{address}">{words or address}</a>'


def _alt(tag: str) -> str:
    found = _ALT.search(tag)
    return (found[1] or found[2] or found[3] or "").strip() if found else ""


class SafeHtml(Postprocessor):
    """Puts the note's own HTML in and cleans all of it; what is `Trusted` still waits for its place."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self._markdown = md
        self._raw = RawHtmlPostprocessor(md)

    def run(self, text: str) -> str:
        return PART.join(clean(self._with_raw(part)) for part in text.split(PART))

    def _with_raw(self, text: str) -> str:
        stash = self._markdown.htmlStash

        def put(match: re.Match[str]) -> str:
            number = int(match.group(1) or match.group(2))
            if number >= stash.html_counter or isinstance(stash.rawHtmlBlocks[number], Trusted):
                return match.group()
            raw = str(self._raw.stash_to_string(stash.rawHtmlBlocks[number]))  # type: ignore[arg-type]
            raw = raw if _TASK.fullmatch(raw) else _INPUT.sub("<x-", self._keep_noscript(_with_links(raw)))
            wrapped = match.group(1) and not self._raw.isblocklevel(raw)
            return _PLACEHOLDER.sub(put, f"<p>{raw}</p>" if wrapped else raw)

        return _PLACEHOLDER.sub(put, text) if stash.html_counter else text

    def _keep_noscript(self, raw: str) -> str:
        """Words for readers without scripts may stay if they are words, and marks without attributes."""
        store = self._markdown.htmlStash.store
        return _NOSCRIPT.sub(lambda match: store(Trusted(match[0])), raw)

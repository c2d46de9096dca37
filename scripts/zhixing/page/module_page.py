"""The source of a module as a page of its own: numbered lines that can be linked to.

A thousand cards have a thousand modules, so the colours come from one regular expression, not from a lexer.
"""

from __future__ import annotations

import keyword
import re
from html import escape

_TOKEN = re.compile(
    r"(?P<c>\#[^\n]*)"
    r"|(?P<s>\b[rbfuRBFU]{0,2}(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"))"
    rf"|(?P<k>\b(?:{'|'.join(keyword.kwlist)})\b)"
    r"|(?P<m>\b\d[\w.]*)",
    re.S,
)
_STYLE = (
    ":root{color-scheme:light dark}body{margin:0;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}"
    "header{padding:1em 1.5em;font-family:system-ui,sans-serif}pre{margin:0;padding:0 1.5em 2em;overflow-x:auto}"
    "pre>span{display:block;min-height:1.5em}pre>span:target{background:light-dark(#fff3bf,#4a3f10)}"
    "pre a{display:inline-block;width:3.5em;color:light-dark(#57606a,#8b949e);text-decoration:none;user-select:none}"
    ".c{color:light-dark(#57606a,#8b949e)}.k{color:light-dark(#8a2f8a,#d2a8ff)}"
    ".s{color:light-dark(#0a6b2d,#a5d6a7)}.m{color:light-dark(#0550ae,#79c0ff)}"
)


def module_page(name: str, source: str, card_title: str, card_address: str) -> str:
    """The page of the module `name`, with a link back to its card."""
    lines = "".join(
        f'<span id="L{number}"><a href="#L{number}">{number}</a>{html}</span>'
        for number, html in enumerate(_coloured(source), 1)
    )
    title = escape(name)
    link = f'<a href="{escape(card_address)}">{escape(card_title)}</a>'
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<style>{_STYLE}</style></head><body>'
        f"<header><b>{title}</b> ← {link}</header><pre>{lines}</pre></body></html>\n"
    )


def _coloured(source: str) -> list[str]:
    """HTML of each line; a string over several lines is coloured on each of them."""
    out, start = [], 0
    for match in _TOKEN.finditer(source):
        out.append(escape(source[start : match.start()], quote=False))
        parts = escape(match.group(), quote=False).split("\n")
        out.append("\n".join(f'<span class="{match.lastgroup}">{part}</span>' if part else "" for part in parts))
        start = match.end()
    out.append(escape(source[start:], quote=False))
    return "".join(out).removesuffix("\n").split("\n")

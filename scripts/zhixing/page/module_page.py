"""The source of a module as a page of its own: numbered lines that can be linked to.

A thousand cards have a thousand modules, so the colours come from one regular expression, not from a lexer.
"""

from __future__ import annotations

import keyword
import re
from html import escape

from zhixing.page.font_links import CODE, TEXT, font_links
from zhixing.vault.kept_results import kept

_TOKEN = re.compile(
    r"(?P<c>\#[^\n]*)"
    r"|(?P<s>\b[rbfuRBFU]{0,2}(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"))"
    r"|(?P<f>(?<=\bdef )\w+|(?<=\bclass )\w+)"
    rf"|(?P<k>\b(?:{'|'.join(keyword.kwlist)})\b)"
    r"|(?P<m>\b\d[\w.]*)",
    re.S,
)
STYLE = "assets/zx/module.css"


def module_page(name: str, source: str, card_title: str, card_address: str, root: str) -> str:
    """The page of the module `name`, with a link back to its card; `root` is the way to the root of the site."""
    lines = "".join(
        f'<span id="L{number}"><a href="#L{number}">{number}</a>{html}</span>'
        for number, html in enumerate(_coloured(source), 1)
    )
    title = escape(name)
    folder, _, file = title.rpartition("/")
    link = f'<a href="{escape(card_address)}">{escape(card_title)}</a>'
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
        f'<meta name="robots" content="noindex">{font_links(root, TEXT, CODE)}<link rel="stylesheet" href="{root}{STYLE}">'
    )
    home = f'<a class="home" href="{root or "./"}" aria-label="知行 Zhixing">知</a>'
    return (
        f'<!doctype html><html lang="en"><head>{head}</head><body>'
        f"<header>{home}<h1><span>{folder}/</span>{file}</h1><nav>← {link}</nav></header>"
        f'<main><pre tabindex="0" aria-label="{title}">{lines}</pre></main></body></html>\n'
    )


@kept
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

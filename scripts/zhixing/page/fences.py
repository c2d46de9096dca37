"""Fenced blocks: highlighted by the page's own extension, labelled; a proof is folded, and code that draws a figure."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.util import AtomicString, code_escape

from zhixing.model import CodeBlock
from zhixing.page.code_html import lighter
from zhixing.page.code_look import laid_out, lay_out
from zhixing.page.context import Context
from zhixing.page.fence_info import readable
from zhixing.page.safe_html import Trusted, with_drawings
from zhixing.page.words import words
from zhixing.syntax.tokens import LightToken

_STASHED = re.compile("\x02wzxhzdk:(\\d+)\x03")


class Fences:
    """Adds code blocks to the tree."""

    def __init__(self, md: Markdown, context: Context) -> None:
        self._md = md
        self._context = context
        card = context.card
        self._blocks = {block.span.line: block for block in card.blocks}
        self._proofs = {claim.proof.span.line for claim in card.claims if claim.proof is not None}
        self._proof: tuple[Element, CodeBlock] | None = None  # the last proof and the element it is folded in
        self._preprocessor = md.preprocessors["fenced_code_block"] if "fenced_code_block" in md.preprocessors else None  # noqa: SIM401

    def add(self, parent: Element, token: LightToken, line: int) -> None:
        """Add the fence that stands on `line` of the card."""
        block = self._blocks.get(line)
        furniture = self._context.furniture
        if line in self._context.cells:
            SubElement(parent, "p").text = self._md.htmlStash.store(self._cell(line))
            return
        if block is not None and block.language == "output":
            parent = self._home(parent, line)
        elif block is not None and furniture is not None and line in self._proofs:
            parent = _folded(parent[-1], furniture.proof(block))
            self._proof = (parent, block)
        elif block is not None and block.figure and furniture is not None:
            parent = SubElement(parent, "details", {"class": "zx-plot"})
            lines = token.content.rstrip("\n").count("\n") + 1
            SubElement(parent, "summary").text = words(self._context.card.lang).plot.format(lines)
        badge = furniture.badge(block) if block is not None and block.python is not None and furniture else ""
        self._code(parent, token, line + 1 if badge else None)
        if badge:
            SubElement(parent, "p").text = self._md.htmlStash.store(Trusted(badge))

    def _cell(self, line: int) -> str:
        """A cell of a notebook: its drawings are looked at here, the rest with the page."""
        html = self._context.cells[line]
        return with_drawings(html, self._md.htmlStash.store) if self._context.is_safe else html

    def proof_of_figure(self, parent: Element, content: str) -> Element:
        """Where a paragraph goes: into the fold above it if it shows the figure that the proof in there draws."""
        if self._proof is not None and content.lstrip().startswith("![["):
            fold, block = self._proof
            name = content.lstrip()[3:].split("]")[0].split("|")[0]
            if block.figure == name and len(parent) and parent[-1] is fold:
                return fold
        return parent

    def _home(self, parent: Element, line: int) -> Element:
        if self._proof is not None:
            fold, block = self._proof
            if block.output is not None and block.output.span.line == line and len(parent) and parent[-1] is fold:
                return fold
        return parent

    def _code(self, parent: Element, token: LightToken, first: int | None) -> None:
        """The block; `first` is the number of its first line if its lines are those of a module."""
        info = token.info.strip()
        if self._context.card.is_notebook:
            info = info.partition(" ")[0]  # what follows are the tags of a cell
        if info == "output":
            info = f'output title="{words(self._context.card.lang).output}"'
        code = token.content.removesuffix("\n")
        info = readable(info, code)
        html = self._highlighted(token.markup, info, code)
        if html:
            SubElement(parent, "p").text = self._md.htmlStash.store(laid_out(html, code, first))
            return
        language = info.split()[0] if info else ""
        pre = SubElement(parent, "pre")
        lay_out(pre, code, first)
        element = SubElement(pre, "code", {"class": f"language-{language}"} if language else {})
        element.text = AtomicString(code_escape(code) + "\n")

    def _highlighted(self, mark: str, info: str, code: str) -> str:
        """What the page's own extension for fences makes of the block; "" if it does not know what to do with it."""
        known = self._context.highlighted
        html = known.get((info, code))
        if html is None and self._preprocessor is not None:
            stash = self._md.htmlStash
            made = "\n".join(self._preprocessor.run([mark + info, *code.split("\n"), mark])).strip()
            match = _STASHED.fullmatch(made)
            html = lighter(str(stash.rawHtmlBlocks[int(match.group(1))])) if match else ""
            if "linenums" not in info and " id=" not in html:  # ids are counted through the page
                known[info, code] = html
        return html or ""


def _folded(claim: Element, said: str) -> Element:
    """A claim as one line, which folds all that is said below it and its proof."""
    claim.tag = "details"
    claim.set("class", "claim zx-proof")
    title = claim[0]
    title.tag = "summary"
    title.attrib.clear()
    if len(title):
        title[-1].tail = f"{title[-1].tail or ''} "  # where the line may end
    else:
        title.text = f"{title.text or ''} "
    SubElement(title, "small", {"class": "zx-proved"}).text = AtomicString(said)
    return claim

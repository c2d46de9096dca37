"""Formulas and diagrams that cannot be read, named by the check where the program that draws them has been built."""

from __future__ import annotations

from zhixing.model import Card, CodeBlock, Diagnostic, Span, Vault
from zhixing.page import assets
from zhixing.page.drawing import Drawings, Wanted
from zhixing.page.formulas import formula_errors
from zhixing.page.kept import MissingError
from zhixing.syntax.inline import is_placeholder
from zhixing.syntax.mermaid import refused, slips
from zhixing.vault.read import folders_in

_MOST = 4_000  # formulas that were never drawn: with more the check would keep its reader waiting, the build does them


def drawing_programs() -> str:
    """What the findings depend on besides the vault: the programs that draw."""
    return " ".join(sorted(name for name in folders_in(assets.asset_cache()) if name.startswith("out-")))


def unread(vault: Vault) -> list[Diagnostic]:
    """A finding for each formula and diagram that cannot be drawn, cached by its text; nothing is built or installed for it."""
    texts = {
        tex for card in vault.cards.values() for tex, _ in card.formulas if tex.strip() and not is_placeholder(tex)
    }
    diagrams = {Wanted("read", block.code) for card in vault.cards.values() for block in _diagrams(card)}
    if not (texts or diagrams) or not drawing_programs():
        return []
    cache = assets.asset_cache()
    built = cache / f"out-{assets.digest(assets.WEB, assets.SOURCES)}"
    drawings = Drawings(built, cache)
    if not drawings.can_draw or drawings.lacks({*diagrams, *(Wanted("display", tex.strip()) for tex in texts)}) > _MOST:
        return []
    try:
        errors = formula_errors(sorted(texts), drawings.draw)
        read = drawings.draw(sorted(diagrams))
    except (MissingError, OSError):
        return []
    finally:
        drawings.close()
    drawings.keep()
    cards = vault.config.profile == "cards"  # elsewhere nobody is told what their text alone tells
    found = [
        Diagnostic(Span(card.path, line), "F026", f"TeX cannot read {_short(tex)}: {_reason(errors[tex])}", _HINT)
        for card in vault.cards.values()
        for tex, line in card.formulas
        if tex in errors and not (cards and any(it.code == "F054" and it.span.line == line for it in card.diagnostics))
    ]
    for card in vault.cards.values():
        for block in _diagrams(card):
            error = read[Wanted("read", block.code)].error
            if error and not (cards and any(slips(block.code))):
                line, problem, hint = refused(block.code, error)
                found.append(Diagnostic(Span(card.path, block.span.line + line), "F024", problem, hint))
    return found


def _diagrams(card: Card) -> list[CodeBlock]:
    return [block for block in card.blocks if block.language == "mermaid" and block.closed and block.code.strip()]


_HINT = "mend the formula: the page shows it as it is written"


def _short(tex: str) -> str:
    line = " ".join(tex.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def _reason(error: str) -> str:
    """The first words; what follows repeats the formula."""
    return " ".join(error.split(" at position ", maxsplit=1)[0].split(" at end of input", maxsplit=1)[0].split())

"""Checks of claims."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from zhixing.blocks.modules import imported
from zhixing.checks.questions import ID_HINT, study_cards
from zhixing.model import Code, CodeBlock, Diagnostic, Span, Vault
from zhixing.syntax.directives import directives


def check_claims(vault: Vault) -> Iterator[Diagnostic]:
    """A claim has an id and, right after it, a proof that can fail."""
    for card in study_cards(vault):
        for claim in card.claims:
            if not claim.id:
                yield Diagnostic(claim.span, "C002", "the claim has no block id", ID_HINT)
            if claim.proof is None:
                hint = "put a ```python block right after it; only the ^id line may stand between"
                yield Diagnostic(claim.span, "C001", "the claim has no proof", hint)
            elif claim.proof.python is not None and claim.proof.python.kind != "broken":
                yield from _idle(claim.proof, claim.proof.python)


def check_calls(vault: Vault) -> Iterator[Diagnostic]:
    """A proof calls something that a card defines: else it would hold whatever the cards' code does."""
    package = vault.config.snippets
    for card in study_cards(vault):
        defined = {name for block in card.python_blocks() if block.python for name in block.python.defines}
        for claim in card.claims if defined and card.lang not in vault.config.languages[1:] else ():
            proof = claim.proof
            if proof is None or proof.python is None or proof.python.kind != "demo" or directives(proof).alone:
                continue
            if not any(name.partition(".")[0] == package for name in imported(proof.code)):
                problem = "the proof calls nothing that a card defines"
                hint = "call it, or say above the fence why not: `<!--zhixing:alone it is about PyTorch's own layer-->`"
                yield Diagnostic(proof.span, "C005", problem, hint)


def check_needs(vault: Vault) -> Iterator[Diagnostic]:
    """A proof that needs a package is skipped without it: some environment of the project must have it."""
    if not vault.declared:
        return
    for card in study_cards(vault):
        for claim in card.claims:
            if claim.proof is None or not claim.proof.comments:
                continue
            for name in directives(claim.proof).needs:
                package = name.partition(".")[0]
                known = re.search(
                    rf"(?<![\w-]){re.escape(package).replace('_', '[-_]')}(?![\w-])", vault.declared, re.I
                )
                if known is None and package not in sys.stdlib_module_names:
                    problem = f"the proof is skipped everywhere: nothing installs {package}"
                    hint = "name the package in pyproject.toml, or prove it with what is there"
                    yield Diagnostic(claim.proof.span, "C004", problem, hint)


def _idle(proof: CodeBlock, code: Code) -> Iterator[Diagnostic]:
    """Asserts that hold whatever the code under them does."""
    reasons = [(line, why) for line, why in code.dead if line]
    for line, why in reasons:
        yield Diagnostic(
            Span(proof.span.path, proof.span.line + line), "C003", f"this assert cannot fail: {why}", _hint(why)
        )
    if not code.checks or code.kind == "definition" or (not reasons and code.dead):
        yield Diagnostic(proof.span, "C003", "the proof cannot fail", "assert what the claim says")


def _hint(why: str) -> str:
    return (
        "write `assert x, message`, without parentheses" if why.startswith("a tuple") else "assert what the claim says"
    )


def check_asserts(vault: Vault) -> Iterator[Diagnostic]:
    """The asserts of a block that proves no claim can fail, too."""
    for card in study_cards(vault):
        for block in card.python_blocks():
            for line, why in block.python.dead if block.python and block.python.checks and not block.claim else ():
                if line:
                    span = Span(card.path, block.span.line + line)
                    yield Diagnostic(span, "S014", f"this assert cannot fail: {why}", _hint(why))

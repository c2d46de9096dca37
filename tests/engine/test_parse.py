"""What the parser finds in a text. Cases are Markdown files in fixtures/parse: add a case, not code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from engine_cases import Case, card, parametrize_cases, read_cases
from zhixing.model import Card, CodeBlock, Link
from zhixing.syntax.sentence import sentence_of


def _link(link: Link) -> str:
    address = link.target + (f"#{link.fragment}" if link.fragment else "")
    inner = f"{address}|{link.text}" if link.text else address
    return f"{link.span.line} {'!' if link.embed else ''}{f'[[{inner}]]' if link.wiki else f'({inner})'}"


def _block(block: CodeBlock) -> str:
    words = [str(block.span.line), block.fence + block.info]
    words += [f"in {block.inside}"] if block.inside else []
    words += ["indented"] if block.indented and not block.inside else []
    words += [] if block.closed else ["open"]
    words += [block.python.kind] if block.python else []
    words += [f"name={block.name}"] if block.name else []
    words += [f"id={block.block_id}"] if block.block_id else []
    words += [f"claim={block.claim}"] if block.claim else []
    words += [f"output={block.output.span.line}"] if block.output else []
    words += [f"figure={block.figure}"] if block.figure else []
    words += [f"comments={[comment for comment, _ in block.comments]}"] if block.comments else []
    return " ".join(words)


FACTS: dict[str, Callable[[Card], Any]] = {
    "meta": lambda c: c.front.written,
    "meta_lines": lambda c: c.front.lines,
    "title": lambda c: c.title,
    "aliases": lambda c: list(c.front.aliases),
    "tags": lambda c: list(c.tags),
    "headings": lambda c: [f"{h.span.line} {'#' * h.level} {h.text}" for h in c.headings],
    "anchors": lambda c: [h.anchor for h in c.headings],
    "links": lambda c: [_link(link) for link in c.links],
    "sentences": lambda c: [sentence_of(link) for link in c.links],
    "blocks": lambda c: [_block(block) for block in c.blocks],
    "code": lambda c: [block.code for block in c.blocks],
    "missing": lambda c: [[f"{n} {line}" for n, line in b.python.missing] for b in c.blocks if b.python],
    "defines": lambda c: [list(b.python.defines) for b in c.blocks if b.python],
    "callouts": lambda c: [
        f"{x.span.line} {x.depth} [!{x.kind}]{x.fold} {x.title}".rstrip() + (f" ^{x.block_id}" if x.block_id else "")
        for x in c.callouts
    ],
    "bodies": lambda c: [x.body for x in c.callouts],
    "claims": lambda c: [f"{x.span.line} {x.id} proof={x.proof.span.line if x.proof else None}" for x in c.claims],
    "questions": lambda c: [[x.id, x.question, x.answer] for x in c.questions],
    "quizzes": lambda c: [
        {"id": q.id, "question": q.question, "explanation": q.explanation}
        | {"options": [[o.span.line, o.correct, o.text, o.why] for o in q.options]}
        for q in c.quizzes
    ],
    "block_ids": lambda c: {name: span.line for name, span in c.block_ids.items()},
    "formulas": lambda c: [f"{line} {tex}" for tex, line in c.formulas],
    "tables": lambda c: [f"{line} {rows}x{columns}" for line, rows, columns in c.tables],
    "marks": lambda c: [f"{line} {text}" for text, line in c.marks],
    "tasks": lambda c: [f"{line} {'x' if done else '-'} {text}" for done, text, line in c.tasks],
    "problems": lambda c: [f"{d.span.line} {d.code} {d.problem}" for d in c.diagnostics],
}


@parametrize_cases("parse")
def test_text_yields_the_facts_of_the_fixture(case: Case) -> None:
    facts = yaml.safe_load(case.text("yaml"))
    parsed = card(case.text("markdown"))
    assert {name: FACTS[name](parsed) for name in facts} == facts


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_has_a_case(fact: str) -> None:
    assert any(fact in yaml.safe_load(case.text("yaml")) for case in read_cases("parse"))


@pytest.mark.parametrize(
    "text", ["```python\n1", "```python\nx = 1\ny", "```python\n", "> ```python\n> 1", "- ```python\n  1"]
)
def test_a_fence_at_the_end_of_a_file_without_a_last_newline_is_not_closed(text: str) -> None:
    assert [block.closed for block in card(text).blocks] == [False]
    closed = text + ("" if text.endswith("\n") else "\n") + text.partition("`")[0].replace("-", " ") + "```"
    assert [block.closed for block in card(closed).blocks] == [True]

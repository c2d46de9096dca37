"""Drills: mistakes that someone makes on a real card, in one language or in both, and whether the check names them where they are.

A class of mistakes finds its places on a card; a drill makes the mistake in one of them. Drills on different cards are told to the check
together: it reads the changed project from the disk as an author's would be read.
"""

from __future__ import annotations

import ast
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from zhixing.checks.run import run_checks
from zhixing.model import Card, Diagnostic, Vault
from zhixing.vault.config import is_card
from zhixing.vault.load import load_vault


class Site(NamedTuple):
    """Lines of a card from `first` up to, not with, `end` become `lines`; the mistake is to be named on line `at` of the changed card."""

    first: int
    end: int
    lines: tuple[str, ...]
    at: int


Sites = Callable[[Card], Iterator[Site]]


class Class(NamedTuple):
    """Mistakes of one kind: their places on a card, and the codes that name them, made in one language and in both ("" not made so)."""

    name: str
    sites: Sites
    one: str
    both: str


@dataclass(frozen=True)
class Drill:
    """One mistake: the texts of the cards that it changes, and where it is to be named by which codes."""

    kind: Class
    key: str
    texts: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, int], ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """Any of them will do."""
        return tuple((self.kind.both if len(self.texts) > 1 else self.kind.one).split())

    def named(self, findings: Iterable[Diagnostic]) -> bool:
        """Whether one of the findings is this mistake, at its line, with a hint."""
        ours = [finding for finding in findings if finding.code in self.codes and finding.hint]
        spoken = [
            f"{path}:{line}" for path, line in self.places
        ]  # a finding about two places stands at one and names the other
        return any(f.span in self.places or any(place in f.problem.split() for place in spoken) for f in ours)

    def __str__(self) -> str:
        return f"{self.kind.name}: {', '.join(f'{path}:{line}' for path, line in self.places)} ({' '.join(self.codes)})"


def _inside(card: Card) -> set[int]:
    """Lines of fenced blocks, fences included, and of the front matter."""
    blocks = [*card.blocks, *(block.output for block in card.blocks if block.output is not None)]
    front = range(1, card.front.height + 1)
    return {*front, *(line for block in blocks for line in range(block.span.line, block.end_line + 1))}


def _words(pattern: str, put: str, inside: bool = False) -> Sites:
    """The first match on each line of prose (or of anything) becomes something else."""
    search = re.compile(pattern)

    def sites(card: Card) -> Iterator[Site]:
        hidden = set() if inside else _inside(card)
        for number, line in enumerate(card.text.split("\n"), 1):
            made = search.sub(put, line, count=1)
            if number not in hidden and made != line:
                yield Site(number, number + 1, (made,), number)

    return sites


def _front(pattern: str, put: str, at: int = 0) -> Sites:
    """A line of the front matter becomes something else, or is gone; named on a line of its own or on `at`."""
    search = re.compile(pattern)

    def sites(card: Card) -> Iterator[Site]:
        for number, line in enumerate(card.text.split("\n")[: card.front.height], 1):
            if search.search(line):
                made = search.sub(put, line)
                yield Site(number, number + 1, (made,) if made else (), at or number)

    return sites


def _code(pattern: str, put: str, kind: str = "", at_fence: bool = False) -> Sites:
    """The first match in each Python block of a kind ("definition", "demo", "claim", or any) becomes something else."""
    search = re.compile(pattern)

    def sites(card: Card) -> Iterator[Site]:
        for block in card.python_blocks():
            of = "claim" if block.claim else block.python.kind if block.python else ""
            lines = block.code.split("\n")
            below = next((at for at, line in enumerate(lines) if search.search(line)), None)
            if below is not None and (not kind or of == kind):
                number = block.span.line + 1 + below
                made = search.sub(put, lines[below], count=1)
                yield Site(number, number + 1, (made,) if made else (), block.span.line if at_fence else number)

    return sites


def _quizzes(change: Callable[[Card, int], Iterator[Site]]) -> Sites:
    return lambda card: (site for at in range(len(card.quizzes)) for site in change(card, at))


def _no_right(card: Card, at: int) -> Iterator[Site]:
    quiz = card.quizzes[at]
    first, last = quiz.options[0].span.line, quiz.options[-1].span.line
    lines = card.text.split("\n")[first - 1 : last]
    yield Site(first, last + 1, tuple(line.replace("- [x]", "- [ ]") for line in lines), quiz.span.line)


def _all_right(card: Card, at: int) -> Iterator[Site]:
    quiz = card.quizzes[at]
    first, last = quiz.options[0].span.line, quiz.options[-1].span.line
    lines = card.text.split("\n")[first - 1 : last]
    yield Site(first, last + 1, tuple(line.replace("- [ ]", "- [x]") for line in lines), quiz.span.line)


def _unexplained(card: Card, at: int) -> Iterator[Site]:
    option = card.quizzes[at].options[0]
    yield Site(option.span.line + 1, option.span.line + 2, (), option.span.line)


def _moved(card: Card, at: int) -> Iterator[Site]:
    quiz = card.quizzes[at]
    right = [option.correct for option in quiz.options]
    first, last = quiz.options[0].span.line, quiz.options[-1].span.line
    if sum(right) == 1:
        to = (right.index(True) + 1) % len(right)
        lines = card.text.split("\n")[first - 1 : last]
        for place, option in enumerate(quiz.options):
            line = lines[option.span.line - first]
            lines[option.span.line - first] = re.sub(r"- \[.\]", f"- [{'x' if place == to else ' '}]", line, count=1)
        yield Site(first, last + 1, tuple(lines), quiz.span.line)


def _nameless(card: Card, at: int) -> Iterator[Site]:
    quiz = card.quizzes[at]
    number = card.text.split("\n").index(f"^{quiz.id}") + 1
    yield Site(number, number + 1, (), quiz.span.line)


def _unproved(card: Card) -> Iterator[Site]:
    for claim in card.claims:
        if claim.proof is not None:
            yield Site(claim.proof.span.line, claim.proof.end_line + 1, ("So it is.",), claim.span.line)


def _nothing_asserted(card: Card) -> Iterator[Site]:
    for claim in card.claims:
        proof = claim.proof
        if proof is not None and "raise" not in proof.code and "assert_" not in proof.code:
            kept = tuple(line for line in proof.code.rstrip("\n").split("\n") if "assert" not in line)
            if _parses("\n".join(kept)):
                yield Site(proof.span.line + 1, proof.end_line, kept, proof.span.line)


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def _always(put: str) -> Sites:
    """A proof of one plain assert, which then holds whatever happens."""

    def sites(card: Card) -> Iterator[Site]:
        for claim in card.claims:
            lines = claim.proof.code.rstrip("\n").split("\n") if claim.proof else []
            asserts = [at for at, line in enumerate(lines) if re.match(r"assert .*[^(\[{,\\]$", line)]
            if claim.proof and len(asserts) == claim.proof.code.count("assert") > 0:
                made = [put.format(line[7:]) if at in asserts else line for at, line in enumerate(lines)]
                number = claim.proof.span.line + 1 + asserts[0]
                whole = tuple(part for line in made for part in line.split("\n"))
                at = number + put.partition("{}")[0].count("\n") if "{}" in put else number
                yield Site(claim.proof.span.line + 1, claim.proof.end_line, whole, at)

    return sites


def _unclosed(card: Card) -> Iterator[Site]:
    block = card.blocks[-1] if card.blocks else None
    if block is not None and block.output is None:
        yield Site(block.end_line, block.end_line + 1, (), block.span.line)


def _own_category(card: Card) -> Iterator[Site]:
    for number, line in enumerate(card.text.split("\n")[: card.front.height], 1):
        if line.startswith("category:"):
            yield Site(number, number + 1, (f"category: {card.name}",), number)


def _unimported(card: Card) -> Iterator[Site]:
    for block in card.python_blocks():
        lines = block.code.split("\n")
        used = [at for at, line in enumerate(lines) if re.search(r"\bnp\.", line) and not line.startswith("import")]
        if "import numpy as np" in lines and used and block.python and block.python.kind == "demo":
            number = block.span.line + 1 + lines.index("import numpy as np")
            yield Site(number, number + 1, (), block.span.line + used[0])


def _repeated_definition(card: Card) -> Iterator[Site]:
    for block in card.python_blocks():
        if block.python and block.python.kind == "definition" and re.search(r"^def \w+", block.code, re.M):
            name = re.search(r"^def (\w+)", block.code, re.M)
            assert name is not None
            text = ("", "```python", f"def {name[1]}():", "    return 0", "```")
            yield Site(block.end_line + 1, block.end_line + 1, text, block.end_line + 2)


def _lone_output(card: Card) -> Iterator[Site]:
    for heading in card.headings[2:6]:
        number = heading.span.line
        yield Site(number + 1, number + 1, ("", "```output", "1", "```"), number + 2)


def _swapped_sections(card: Card) -> Iterator[Site]:
    parts = [heading for heading in card.headings if heading.level == 2]
    lines = card.text.split("\n")
    for first, second in pairwise(parts[3:]):
        a, b = first.span.line, second.span.line
        swapped = (lines[b - 1], *lines[a : b - 1], lines[a - 1])
        yield Site(a, b + 1, swapped, a)


def _lost_row(card: Card) -> Iterator[Site]:
    for line, rows, _ in card.tables:
        if rows > 2:
            yield Site(line + 2, line + 3, (), line)


def _conflict(card: Card) -> Iterator[Site]:
    for heading in card.headings[2:5]:
        number = heading.span.line
        marks = ("<<<<<<< HEAD", "one", "=======", "two", ">>>>>>> theirs")
        yield Site(number + 1, number + 1, ("", *marks), number + 2)


def _same_question(card: Card) -> Iterator[Site]:
    for question in card.questions[:3]:
        lines = card.text.split("\n")
        number = lines.index(f"^{question.id}") + 1
        copy = ("", f"> [!QUESTION]- {question.question}", "> **Short answer.** Yes.", "", f"^{question.id}-again")
        yield Site(number + 1, number + 1, copy, number + 2)


def _sections(card: Card) -> Iterator[Site]:
    """A word of a section that a translation was confirmed of."""
    inside = _inside(card)
    for number, line in enumerate(card.text.split("\n"), 1):
        if number not in inside and re.match(r"[A-Z][a-z]+ [a-z]+ [a-z]+|[一-鿿]{6}", line):
            heading = max((one.span.line for one in card.headings if one.span.line < number), default=0)
            if heading:
                said = f"Surely {line[0].lower()}{line[1:]}" if line[0].isascii() else f"的确，{line}"
                yield Site(number, number + 1, (said,), heading)


CLASSES = (
    Class("link to no card", _words(r"\[\[([A-Z]\w{4})\w(\w*)", r"[[\1q\2"), "L001", "L001"),
    Class("link to no section", _words(r"(\[\[\w+#\d)", r"\g<1>7"), "L003", "L003"),
    Class("link to no block", _words(r"(\[\[\w*#\^[a-z]+)-", r"\1_"), "L004", "L004"),
    Class("picture that is not there", _words(r"!\[\[(\w+)\.svg", r"![[\1s.svg"), "L005", "L005"),
    Class("misspelt address", _words(r"\]\(https://", "](htps://"), "L010", "L010"),
    Class("footnote without text", _words(r"^([A-Z][^|$`\[\\]{40,}\.)$", r"\1[^never]"), "L012", "L012"),
    Class("front matter: a key is missing", _front(r"^difficulty:.*", "", at=1), "F013", "F013"),
    Class("front matter: an unknown key", _front(r"^difficulty:", "dificulty:"), "F014 F013", "F014 F013"),
    Class("front matter: a wrong value", _front(r"^difficulty:.*", "difficulty: hard"), "F015", "F015"),
    Class("front matter: other minutes", _front(r"^minutes:.*", "minutes: 7"), "F040 T009", "F040"),
    Class("front matter: unknown category", _own_category, "F023 T009", "F023"),
    Class("front matter: no such prerequisite", _front(r"\[\[(\w+)\]\]", r"[[\1s]]"), "L008 L001", "L008 L001"),
    Class("sections out of order", _swapped_sections, "F016", "F016"),
    Class("comment never closed", _words(r"^([A-Z][^|$`\[<\\]{40,})$", r"%%\1"), "F018", "F018"),
    Class("code span never closed", _words(r"^(?!<!--)([^|$`>]*`[^`|$]+)`([^`|$]*)$", r"\1\2"), "F019", "F019"),
    Class("marks of a merge", _conflict, "F021", "F021"),
    Class("misspelt callout", _words(r"\[!QUESTION\]", "[!QUESTOIN]"), "F022", "F022"),
    Class("block that does not parse", _code(r"^(def \w+\(.*)\):$", r"\1:"), "S002", "S002"),
    Class("block that is never closed", _unclosed, "S001", "S001"),
    Class("block that a collector misses", _words(r"^```python$", "```Python", inside=True), "S003", "S003"),
    Class("definition made twice", _repeated_definition, "S005", "S005"),
    Class("name that is not imported", _unimported, "S006", "S006"),
    Class("import of what no card defines", _code(r"^(from snippets\.\w+ import \w+)", r"\1_"), "S015", "S015"),
    Class("output of no block", _lone_output, "S008", "S008"),
    Class("misspelt comment to the collector", _words(r"importorskip\(", "importskip("), "S009", "S009"),
    Class("claim without a proof", _unproved, "C001", "C001"),
    Class("proof that asserts nothing", _nothing_asserted, "C003", "C003"),
    Class("proof of a constant", _always("assert True"), "C003", "C003"),
    Class("proof whose failure is dropped", _always("try:\n    assert {}\nexcept AssertionError:\n    pass"), "C003", "C003"),
    Class("proof in a function that nobody calls", _always("def check():\n    assert {}"), "C003", "C003"),
    Class("quiz without a right option", _quizzes(_no_right), "Q002", "Q002"),
    Class("quiz without a wrong option", _quizzes(_all_right), "Q003", "Q003"),
    Class("option without a reason", _quizzes(_unexplained), "Q005", "Q005"),
    Class("quiz without a name", _quizzes(_nameless), "Q004", "Q004"),
    Class("mark on another option", _quizzes(_moved), "T006 W007", "W007"),
    Class("question asked twice", _same_question, "Q013 T006", "Q013"),
    Class("heading of another level", _words(r"^### (\d)", r"#### \1"), "T002", ""),
    Class("code of one language changed", _code(r"^([^#'\"]*)\b1e-(\d)", r"\g<1>2e-\2", at_fence=True), "T003", ""),
    Class("formula of one language changed", _words(r"^(\$\$[^$]*)=", r"\1\\ne"), "T004", ""),
    Class("link of one language lost", _words(r"\[\[\w+\|([^\]|]+)\]\]", r"\1"), "T005", ""),
    Class("row of a table lost in one language", _lost_row, "T007", ""),
    Class("words changed since they were translated", _sections, "T008", ""),
    Class("number changed in words", _words(r"^(?!#)(.*?)(?<![\w.,$^{-])(\d{3,4})(?= [a-z]{4})", r"\g<1>9\2"), "W004 W005", "W004 W005"),
    Class("number changed in a table", _words(r"^(\|.*\| )(\d+\.\d)(?= \|)", r"\g<1>7\2"), "W004 W005", "W004 W005"),
    Class("identifier of another paper", _words(r"(arxiv\.org/abs/\d{4}\.\d)\d", r"\g<1>9"), "W001 W002", "W001 W002"),
    Class("arXiv number mistyped", _words(r"arXiv (\d{4})\.(\d)", r"arXiv \1.9\2"), "W001 W002 W004", "W001 W002 W004"),
    Class("year of another work", _words(r"\(([A-Z][\w-]+(?: et al\.)?,? )20(1|2)(\d)\)", r"(\g<1>20\g<2>0)"), "W003", "W003"),
)  # fmt: skip


def drills(vault: Vault, seed: int, each: int) -> list[Drill]:
    """Of every class `each` in one language, in either in turn, and `each` in both; fewer where there are not so many places."""
    rng = random.Random(seed)
    pairs = [(card, _twin(vault, card)) for card in vault.cards.values() if card.lang == vault.config.languages[0]]
    pairs = [
        (card, twin)
        for card, twin in pairs
        if twin is not None and is_card(card, vault.config) and card.python_blocks()
    ]
    made: list[Drill] = []
    used: Counter[str] = Counter()
    for kind in CLASSES:
        for both in (False, True):
            if not (kind.both if both else kind.one):
                continue
            order = sorted(rng.sample(pairs, len(pairs)), key=lambda pair: used[pair[0].key])
            found = 0
            for at, pair in enumerate(order):
                drill = _drill(kind, pair, both, at, rng)
                if drill is not None:
                    made.append(drill)
                    used[drill.key] += 1
                    found += 1
                if found == each:
                    break
    return made


def _twin(vault: Vault, card: Card) -> Card | None:
    return next((one for one in vault.cards.values() if one.key == card.key and one.lang != card.lang), None)


def _drill(kind: Class, pair: tuple[Card, Card | None], both: bool, at: int, rng: random.Random) -> Drill | None:
    here, there = pair
    assert there is not None
    told = [here, there] if both else [pair[at % 2] or here]
    sites = {card.path: list(kind.sites(card)) for card in (here, there)}
    alike = len(sites[here.path]) == len(sites[there.path])  # the languages have the same places, in the same order
    compared = any(code.startswith("T") for code in kind.one.split())
    if not sites[told[0].path] or ((both or compared) and not alike):
        return None
    place = rng.randrange(len(sites[told[0].path]))
    texts, places = [], []
    for card in told:
        site = sites[card.path][place]
        lines = card.text.split("\n")
        lines[site.first - 1 : site.end - 1] = site.lines
        texts.append((card.path, "\n".join(lines)))
        places.append((card.path, site.at))
    if compared and not both:
        twin = there if told == [here] else here  # which of the two is wrong nobody can tell
        places.append((twin.path, sites[twin.path][place].at))
    return Drill(kind, here.key, tuple(texts), tuple(places))


def batches(made: Iterable[Drill]) -> list[list[Drill]]:
    """Drills that can be made at once: one on a card, so that none hides another."""
    rounds: list[list[Drill]] = []
    for drill in made:
        free = next((one for one in rounds if all(other.key != drill.key for other in one)), None)
        if free is None:
            rounds.append([drill])
        else:
            free.append(drill)
    return rounds


def copied(root: Path, folder: Path) -> Path:
    """The project as far as the check reads it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("docs", "snippets"):
        shutil.copytree(root / name, folder / name)
    for name in ("mkdocs.yml", "pyproject.toml"):
        shutil.copy(root / name, folder / name)
    return folder


def missed(project: Path, batch: list[Drill]) -> list[Drill]:
    """Make the mistakes of a batch in a copy of the project, check it, put everything back; those that were not named."""
    changed = {path: text for drill in batch for path, text in drill.texts}
    before = {path: (project / path).read_text(encoding="utf-8") for path in changed}
    try:
        for path, text in changed.items():
            (project / path).write_text(text, encoding="utf-8")
        findings = run_checks(load_vault(project))
    finally:
        for path, text in before.items():
            (project / path).write_text(text, encoding="utf-8")
    return [drill for drill in batch if not drill.named(findings)]


def table(made: Iterable[Drill], lost: Iterable[Drill]) -> str:
    """The page: classes, drills made and named, in one language and in both."""
    told, gone = Counter(map(_row, made)), Counter(map(_row, lost))
    rows = []
    for kind in CLASSES:
        cells = []
        for both in (False, True):
            all_ = told[kind.name, both]
            cells.append(f"{all_ - gone[kind.name, both]} of {all_}" if all_ else "–")
        codes = " ".join(f"`{code}`" for code in sorted({*kind.one.split(), *kind.both.split()}))
        rows.append(f"| {kind.name} | {codes} | {cells[0]} | {cells[1]} |")
    total, lost_ = told.total(), gone.total()
    return _PAGE.format(classes=len(CLASSES), total=total, named=total - lost_, rows="\n".join(rows))


def _row(drill: Drill) -> tuple[str, bool]:
    return drill.kind.name, len(drill.texts) > 1


_PAGE = """\
---
title: Drills
---

# Drills

Mistakes of {classes} classes, made in random places of the cards of this vault, in one language or the same in both. `zhixing check`
named {named} of {total} with their file, their line and a hint. `tests/corpus/drills.py` makes them; `make test` tries a few, `make
test-rest` all of them, and fails unless this page says what it found. To renew it: `python tests/corpus/drills.py`. Lies that are told
in both languages at once and confirmed are counted under [Every number has a witness](decisions/witnesses.md), and wrong changes of
the code under [mutants](decisions/mutants.md).

| mistake | codes | in one language | in both |
|---|---|---|---|
{rows}
"""
SEED, EACH = 5, 2
PAGE = "docs/en/contributing/drills.md"


def run(root: Path, folder: Path) -> tuple[list[Drill], list[Drill]]:
    """All drills, and those that were missed."""
    made = drills(load_vault(root), SEED, EACH)
    project = copied(root, folder)
    return made, [drill for batch in batches(made) for drill in missed(project, batch)]


if __name__ == "__main__":
    import tempfile

    ROOT = Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as scratch:
        every, lost = run(ROOT, Path(scratch, "project"))
    (ROOT / PAGE).write_text(table(every, lost), encoding="utf-8")
    print(f"{len(every) - len(lost)} of {len(every)} drills named", *lost, sep="\n  missed ")

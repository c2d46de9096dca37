"""The nouns of the engine: frozen dataclasses, every node with the file and line it stands on.

Those of which a card has dozens are named tuples, which are made in a third of the time.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Span(NamedTuple):
    """A place in the vault: a path relative to the project root, and a line counted from 1."""

    path: str
    line: int


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One finding, shown as `path:line: CODE problem` with a hint below it."""

    span: Span
    code: str
    problem: str
    hint: str = ""


DEPTHS = ("essence", "understanding", "depth")  # how deep a reader goes, the shallowest first


class Heading(NamedTuple):
    """A heading with its raw text and the anchor it has on the site: short, and the same in every language."""

    span: Span
    level: int
    text: str
    anchor: str
    slug: str = ""  # all its words: what names blocks, is confirmed of a translation, and was its anchor before
    depth: str = ""  # of the section that it opens: one of `DEPTHS`


class Link(NamedTuple):
    """A wiki-link, an embed or a Markdown link, as written.

    `target` is the part before `#` (empty for a link into the same page), `fragment` the part after it.
    `wiki` tells `[[x]]` from `[y](x)`, `embed` tells `![[x]]` and `![y](x)` from plain links.
    """

    span: Span
    target: str
    fragment: str
    text: str
    wiki: bool
    embed: bool
    place: tuple[str, int, int] = ("", 0, 0)  # the text it stands in, its start and end there; none for front matter


class Formula(NamedTuple):
    """A display formula, and what the comment after it says of its letters; `tex` is "" where no formula stands before it."""

    span: Span
    tex: str
    heading: int
    mark: str | None = None
    mark_line: int = 0


@dataclass(frozen=True)
class Front:
    """Front matter, each key in the one form that all its readers use; empty where it says nothing of that form."""

    title: str = ""
    topic: str = ""
    category: str = ""
    description: str = ""
    difficulty: int = 0  # stars
    minutes: int = 0
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()  # of every key: a value, or an item of one, that is a wiki-link as a whole
    prerequisites: tuple[Link, ...] = ()  # those of this key
    publish: bool = True
    draft: bool = False
    searched: bool = True  # `search: {exclude: true}` says no
    written: dict[str, Any] = field(default_factory=dict)  # every key with its value as it is written
    lines: dict[str, int] = field(default_factory=dict)  # of every key
    height: int = 0  # lines of the file that it takes, those of its marks included


@dataclass(frozen=True)
class Code:
    """What the syntax tree of a Python block says, computed once when the card is parsed."""

    kind: str  # "definition", "demo" or "broken"
    defines: tuple[str, ...] = ()
    missing: tuple[tuple[str, int], ...] = ()  # names the block uses but nowhere binds, with their line in the block
    checks: bool = False  # contains an assert or a raise: the block can fail on purpose
    dead: tuple[
        tuple[int, str], ...
    ] = ()  # of a demo: asserts that cannot fail, by line, and why; last line 0: no other can
    imports: tuple[tuple[str, str, int], ...] = ()  # `from module import name`: module, name, line in the block
    error: str = ""
    error_line: int = 0


@dataclass(frozen=True)
class CodeBlock:
    """A fenced block. Line i of `code` (from 0) stands on line `span.line + 1 + i` of the card."""

    span: Span
    language: str
    info: str
    fence: str
    code: str
    closed: bool
    inside: str  # "" at the top level, else "quote" or "list"
    indented: bool  # the opening fence does not stand at the start of its line
    comments: tuple[tuple[str, int], ...]  # HTML comments directly above the fence, with their lines
    heading: int  # index of the heading it stands under, -1 before the first
    block_id: str = ""
    claim: str = ""  # id of the claim it proves
    name: str = ""  # unique within the card, readable: the test's name
    python: Code | None = None
    output: CodeBlock | None = None
    figure: str = ""  # name of the picture embedded right after the block

    @property
    def end_line(self) -> int:
        """The line of the closing fence."""
        return self.span.line + self.code.count("\n") + 1


@dataclass(frozen=True)
class Callout:
    """`> [!KIND]± title` with its body, quote marks removed."""

    span: Span
    kind: str
    fold: str
    title: str
    body: str
    depth: int
    block_id: str = ""


@dataclass(frozen=True)
class Claim:
    """A statement and the block that proves it."""

    span: Span
    id: str
    text: str
    proof: CodeBlock | None


@dataclass(frozen=True)
class Question:
    """An interview question with its answer: a flashcard."""

    span: Span
    id: str
    question: str
    answer: str


@dataclass(frozen=True)
class Option:
    """One answer of a quiz and why it is right or wrong."""

    span: Span
    text: str
    correct: bool
    why: str


@dataclass(frozen=True)
class Decided:
    """Code below a quiz whose last expression is its answer, the line of the first, the claims whose proofs run before it."""

    code: str
    line: int
    claims: tuple[str, ...]


@dataclass(frozen=True)
class Quiz:
    """A question with options, at least one of them right."""

    span: Span
    id: str
    question: str
    options: tuple[Option, ...]
    explanation: str
    decided: Decided | None = None


class Section(NamedTuple):
    """The words under one heading, as a digest that ignores formatting."""

    span: Span
    heading: int
    digest: str
    script: str = ""  # "han" or "latin" where the words are of one script alone and there are enough to tell


@dataclass(frozen=True)
class Card:
    """One Markdown file of the vault, parsed; or a notebook, whose text is its Markdown, line for line."""

    path: str
    lang: str  # "" where the vault has no language folders
    name: str  # file name without .md: the name that links use
    key: str  # path inside its language folder, without .md: the same in every language
    text: str
    shown: str  # the text without what its comments say, line for line: all that may leave the vault
    front: Front = Front()
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    blocks: tuple[CodeBlock, ...] = ()
    callouts: tuple[Callout, ...] = ()
    claims: tuple[Claim, ...] = ()
    questions: tuple[Question, ...] = ()
    quizzes: tuple[Quiz, ...] = ()
    block_ids: dict[str, Span] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    formulas: tuple[tuple[str, int], ...] = ()
    displayed: tuple[Formula, ...] = ()  # those of them that stand by themselves, with their marks
    formula_problems: tuple[Diagnostic, ...] = ()  # asked of a vault of cards
    tables: tuple[tuple[int, int, int], ...] = ()  # line, rows, columns
    marks: tuple[tuple[str, int], ...] = ()  # ==highlighted== words
    tasks: tuple[tuple[bool, str, int], ...] = ()
    explorables: tuple[tuple[str, int], ...] = ()  # names of the figures that answer, known or not
    depth_marks: tuple[tuple[str, int], ...] = ()  # what says how deep a section goes: depth, index of its heading
    sections: tuple[Section, ...] = ()
    units: tuple[tuple[int, str], ...] = ()  # line and kind of every block that stands by itself
    said: tuple[tuple[int, int, str, str], ...] = ()  # every text with a digit: line, heading, kind, text
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def title(self) -> str:
        """The level-one heading it opens with, else the topic or title of the front matter, else the file name."""
        if self.headings and self.headings[0].level == 1:
            return self.headings[0].text
        return self.front.topic or self.front.title or self.name.replace("_", " ")

    @property
    def body(self) -> str:
        """What is shown below the front matter: its first line is line `front.height + 1` of the file."""
        return "\n".join(self.shown.split("\n")[self.front.height :]) if self.front.height else self.shown

    @property
    def is_notebook(self) -> bool:
        """Whether it is a py:percent file: its code cells share what they define, and run from first to last."""
        return self.path.endswith(".py")

    @property
    def is_canvas(self) -> bool:
        """Whether it is a canvas: a picture of cards, whose words and links are the text."""
        return self.path.lower().endswith(".canvas")

    @property
    def is_published(self) -> bool:
        """Whether its author lets it be shown: `publish: false` and `draft: true` do not."""
        return self.front.publish and not self.front.draft

    def depth_at(self, line: int) -> str:
        """How deep the section goes that a line stands in; what stands above the first heading is of the essence."""
        above = bisect_right(self.headings, line, key=lambda heading: heading.span.line) - 1
        return self.headings[above].depth if above >= 0 else DEPTHS[0]

    def python_blocks(self) -> tuple[CodeBlock, ...]:
        """The fenced Python blocks in document order."""
        return tuple(block for block in self.blocks if block.python is not None)


@dataclass(frozen=True)
class Config:
    """What a project says about itself, from the `zhixing` plugin entry in mkdocs.yml."""

    docs: str = "docs"
    languages: tuple[str, ...] = ()  # folders under docs, the source language first; () for a flat vault
    profile: str = "vault"  # "cards": the whole contract; "vault": links, encoding and structure of any vault
    snippets: str = "snippets"
    pages: tuple[str, ...] = (
        "index.md",
        "contributing/**",
        "map/**",
        "study/**",
    )  # not cards: no front matter or sections asked
    untranslated: tuple[str, ...] = ("contributing/**",)
    notebooks: tuple[str, ...] = ()  # .py files that are py:percent notebooks, as patterns like those of `pages`
    order: tuple[str, ...] = ()  # folders, and pages in them, in the order of the navigation; others follow by name
    path: str = (
        ""  # the page that lists the learning path, without its ending: its links are the order of what it names
    )
    translations: str = "docs/translations.yml"  # what was confirmed of them
    references: str = "docs/references.yml"  # the works that cards cite
    witnesses: str = "docs/witnesses.yml"  # numbers that neither code nor a reference vouches for, with the reason
    time_limit: int = 60
    max_bytes: int = 1_000_000
    exclude: tuple[str, ...] = ()  # folders and patterns that are no part of the vault: neither checked nor shown
    html: str = "safe"  # what a page keeps of the HTML in a note: "safe", or "trusted" for all of it
    line_breaks: str = "strict"  # what one end of line in a paragraph is: "strict" a space, "kept" a break, "obsidian"
    properties: str = "hidden"  # front matter on the page: "hidden", or as a "table"
    include: tuple[str, ...] = ()  # files that a site has although no note links to them and they are no media
    share_images: int = 500  # cards at most for which a site that knows its address draws a picture each; 0 for none


@dataclass(frozen=True)
class Vault:
    """All cards and other files of a project."""

    config: Config
    cards: dict[str, Card]  # by path, sorted
    files: tuple[str, ...]  # every other file: images and attachments
    diagnostics: tuple[Diagnostic, ...] = ()
    generated: dict[str, bytes] = field(default_factory=dict)  # the snippets on disk
    confirmed: dict[str, Any] = field(default_factory=dict)  # the translation record
    tested: bytes | None = None  # the record of passing tests, where the project keeps one
    notebooks: dict[str, bytes] = field(default_factory=dict)  # those with outputs on disk, by the path of their source
    tasks: dict[str, bytes] = field(default_factory=dict)  # files of judged tasks, by path
    withheld: dict[str, Card | None] = field(
        default_factory=dict
    )  # excluded files (None), and of a site its private notes
    references: dict[str, Any] = field(default_factory=dict)  # the works that cards cite, as written
    given: dict[str, Any] = field(default_factory=dict)  # the record of numbers that are given, as written
    named: frozenset[str] = frozenset()  # names of the files that excluded notes link to
    declared: str = ""  # what the project says of the packages that it needs: its pyproject.toml
    asked: bytes | None = None  # who asks which question, and how often: the file beside the languages

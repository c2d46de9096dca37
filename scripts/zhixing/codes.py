"""Every diagnostic code with its meaning; the table in the handbook is made from here."""

from __future__ import annotations

CODES: dict[str, str] = {
    "F001": "the file is not UTF-8",
    "F002": "the file starts with a byte-order mark",
    "F003": "lines end in CRLF",
    "F004": "the file is empty",
    "F005": "the file is too large to be a card",
    "F006": "a symbolic link leads back to a folder above it, or to nothing",
    "F007": "the file cannot be read",
    "F008": "the text was read in a wrong encoding before it was saved",
    "F010": "the front matter is not valid YAML",
    "F011": "the front matter is not a mapping",
    "F012": "the front matter is never closed",
    "F013": "a required key is missing from the front matter",
    "F014": "the front matter has a key that no card has",
    "F015": "a value of the front matter has the wrong form",
    "F016": "a section is missing or out of order",
    "F017": "the card has no title (a level-one heading), or more than one",
    "L001": "a link has no target",
    "L002": "a link is ambiguous: several files have that name",
    "L003": "the target has no such heading",
    "L004": "the target has no such block",
    "L005": "an embedded image or file does not exist",
    "L006": "embeds form a cycle",
    "L007": "two cards share an alias, or an alias is another card's name",
    "L008": "a prerequisite is not a card, or prerequisites form a cycle",
    "S001": "a fence is never closed",
    "S002": "a Python block does not parse",
    "S003": "a collector would silently miss the block: not a plain python fence at the start of a line",
    "S004": "two cards map to one module",
    "S005": "a definition is made twice on one card",
    "S006": "a block uses a name that it does not import or define",
    "S007": "the committed snippets differ from what the cards produce",
    "S008": "an output block follows no Python block",
    "S009": "a comment for the test collector is not understood",
    "S010": "a __future__ import, or in a demo a star import or `global`, cannot be extracted",
    "S011": "a block's record of passing tests is missing or out of date",
    "S012": "a stored notebook is not what its source says, or a notebook was never run",
    "S020": "a block failed",
    "S021": "a block ran longer than its time limit",
    "S022": "a block ended the interpreter",
    "S023": "the shown output is not the real output",
    "S024": "the shown picture is not the picture the block draws",
    "C001": "a claim has no proof: a Python block right after it",
    "C002": "a claim has no block id",
    "C003": "a proof cannot fail: no assert and no raise",
    "Q001": "a question has no answer",
    "Q002": "a quiz has no right answer",
    "Q003": "a quiz has no wrong answer, or fewer than two options",
    "Q004": "a question or quiz has no block id",
    "Q005": "an option has no explanation",
    "Q006": "a block id is used twice",
    "T001": "a card exists in one language only",
    "T002": "headings differ between languages",
    "T003": "code differs between languages",
    "T004": "formulas differ between languages",
    "T005": "links differ between languages",
    "T006": "claims, questions or quizzes differ between languages",
    "T007": "tables differ between languages",
    "T008": "a section changed since its translation was confirmed",
    "T009": "front matter differs between languages",
    "T010": "the translation record is broken, or names a card that is gone",
}

# What is asked of any Obsidian vault; a vault that holds cards is asked everything.
VAULT_CODES = frozenset(
    ["F001", "F005", "F006", "F007", "F010", "F011", "F012", "L001", "L002", "L003", "L004", "L005", "L006", "S001"]
)

# Found by pytest while blocks run, not by `zhixing check`.
RUN_CODES = frozenset(["S020", "S021", "S022", "S023", "S024"])

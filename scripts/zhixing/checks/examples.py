"""The handbook's table of diagnostics: what each code means, an example and its hint."""

from __future__ import annotations

from itertools import groupby

from zhixing.checks.codes import CODES, RUN_CODES, VAULT_CODES

EXAMPLES: dict[str, tuple[str, str]] = {
    "F001": (
        "byte 0xe9 is not UTF-8",
        "save the file as UTF-8; nothing else was checked in it",
    ),
    "F002": (
        "the file starts with a byte-order mark",
        "save it as UTF-8 without BOM",
    ),
    "F003": (
        "lines end in CRLF",
        "save the file with Unix line ends (LF)",
    ),
    "F004": (
        "the file is empty",
        "write the card or delete the file",
    ),
    "F005": (
        "the file has 2,505 bytes",
        "split it: a card has at most 2,000 bytes (option max_bytes)",
    ),
    "F006": (
        "the symbolic link leads nowhere or in a circle",
        "remove the link, or point it at a folder outside its own path",
    ),
    "F007": (
        "cannot be read: Permission denied",
        "check its permissions",
    ),
    "F008": (
        "3 characters stand for '注': read in a wrong encoding, then saved",
        "run `zhixing mend docs/en/map/Plain.md`",
    ),
    "F009": (
        "the symbolic link leaves the vault",
        "put what it leads to into the vault, or remove the link",
    ),
    "F010": (
        "front matter is not valid YAML: mapping values are not allowed in this context",
        "quote a value that contains `: `, `#`, `[` or `{`",
    ),
    "F011": (
        "front matter is not a mapping",
        "write `key: value` lines",
    ),
    "F012": (
        "front matter is never closed",
        "close it with a line of three dashes",
    ),
    "F013": (
        "front matter lacks aliases",
        "add `aliases: [Attention, 注意力机制]`",
    ),
    "F014": (
        "front matter has an unknown key 'author'",
        "cards have topic, category, difficulty, tags, aliases, minutes, prerequisites",
    ),
    "F015": (
        "topic must be text",
        "for example `topic: Attention Mechanism (注意力机制)`",
    ),
    "F016": (
        "section 6 must start with '📚', found '🎓 Recommended Reading (推荐阅读)'",
        "sections in order: 1. 📖 · 2. 📐 · 3. 🔬 · 4. 🧠 · 5. 🔗 · 📚 · ✅ · 🎯",
    ),
    "F017": (
        "the card has 2 titles",
        "write exactly one `# Title`",
    ),
    "F018": (
        "a comment is opened by %% and never closed",
        "close it with %%",
    ),
    "F019": (
        "a formula is opened by $$ and never closed",
        "close it with $$",
    ),
    "F020": (
        "the template's words were left: 'One paragraph.'",
        "write the card's own, or delete the line",
    ),
    "F021": (
        "a merge left its mark <<<<<<<",
        "keep one side and delete the marks (2 more findings that may follow from it not shown)",
    ),
    "F022": (
        "no callout is called QUIZZ",
        "did you mean [!QUIZ]?",
    ),
    "F023": (
        "no other card has the category 'Foundation'",
        "did you mean Foundations?",
    ),
    "F024": (
        "Mermaid has no diagram called 'graf'",
        "did you mean graph?",
    ),
    "F025": (
        "tag 'Basic' is elsewhere spelled 'basics'",
        "write basics",
    ),
    "F026": (
        "TeX cannot read \\fracc{1}{2}: Unsupported function name: \\fracc",
        "mend the formula: the page shows it as it is written",
    ),
    "F030": (
        "nested too deep to be shown",
        "nest it less; nothing else was checked in it",
    ),
    "F031": (
        "cannot be written: No space left on device",
        "make room on the disk and run it again; the file is as it was",
    ),
    "F040": (
        "60 minutes are given, the rule counts 5",
        "write `minutes: 5`, in every language",
    ),
    "F041": (
        "no depth is called 'deep'",
        "there is essence, understanding, depth",
    ),
    "F042": (
        "the mark of depth 'depth' does not stand right after a heading",
        "put one mark on a line of its own below a heading, with nothing but a blank line between",
    ),
    "F043": (
        "the essence has no picture",
        "embed one, `![[name.svg]]`, or draw a mermaid diagram, in section 1",
    ),
    "F044": (
        "the module to memorise has 26 lines",
        "at most 25: move what is not asked on a whiteboard into a block of its own",
    ),
    "F045": (
        "4 questions are always asked, not 5",
        "write each as `- [[#^question-id|The question?]] The short answer.`, none of them twice",
    ),
    "F046": (
        "the essence takes 5 minutes to read",
        "at most 3: shorten it, or mark a part of it understanding",
    ),
    "F047": (
        "the first two depths hold 2,403 words of prose (essence 53, understanding 2350)",
        "at most 2,200: shorten, link, or mark details <!--zhixing:depth depth-->",
    ),
    "F048": (
        "##History is no heading",
        "write a space behind the last #",
    ),
    "F049": (
        "key 'minutes' stands twice in the front matter",
        "keep one: it stands on line 7 too",
    ),
    "F050": (
        "[NOTE] Look is no callout",
        "write > [!NOTE]",
    ),
    "F051": (
        "an invisible letter, U+200B ZERO WIDTH SPACE, stands behind 'A ru'",
        "delete it",
    ),
    "F052": (
        "TODO was left in the text",
        "write what is missing, or delete it",
    ),
    "F053": (
        "heading 'Deep' has level 4, the one above it 2",
        "write ### before it",
    ),
    "F054": (
        "a { of the formula is never closed",
        "mend the formula: TeX cannot read it, or reads something else",
    ),
    "F055": (
        "the row has 3 cells, the head of the table 2",
        "what stands in the others is lost; a | in a cell is written \\|",
    ),
    "F056": (
        "-one is no item of a list",
        "write a space behind its mark",
    ),
    "F057": (
        "“a” has quotes of prose",
        "write \" or ' in code",
    ),
    "F058": (
        "【【Cosine】】 is no link",
        "write [[Cosine]]",
    ),
    "F059": (
        "<!- secret -> is no comment: it is shown",
        "write %%…%% or <!-- … -->, or delete it",
    ),
    "F060": (
        "'the' stands twice",
        "delete one of the two",
    ),
    "F061": (
        "<details> is never closed",
        "close it with </details>",
    ),
    "F062": (
        "the front matter does not begin on the first line",
        "begin it on the first line with three dashes alone (3 more findings that may follow from it not shown)",
    ),
    "F063": (
        "publish is neither true nor false but 'flase'",
        "write true or false: so far the note is not published",
    ),
    "F064": (
        "'### The other way' is shown as code",
        "take away the spaces before it, or fence it",
    ),
    "F065": (
        "ghp_NotA… looks like a key or a password",
        "take it out, and make it void: it may have been read",
    ),
    "F066": (
        "[TOC] is the syntax of another program",
        "write it as Obsidian does, or delete it",
    ),
    "F067": (
        "＊＊all＊＊ has marks of full width: it is shown as written",
        "write **all**",
    ),
    "L001": (
        "link [[Cosin]] has no target",
        "did you mean [[Cosine]]?",
    ),
    "L002": (
        "link [[Twin]] is ambiguous: a/Twin.md, b/Twin.md",
        "write the path: [[a/Twin]]",
    ),
    "L003": (
        "link [[Cosine#2. 📐 The Maths]]: foundations/Cosine.md has no heading '2. 📐 The Maths'",
        "did you mean #2. 📐 The Math (数学推导)?",
    ),
    "L004": (
        "link [[Cosine#^cosine-bound]]: foundations/Cosine.md has no block ^cosine-bound",
        "did you mean ^cosine-bounded?",
    ),
    "L005": (
        "embedded file figur.svg does not exist",
        "did you mean [[figure.svg]]?",
    ),
    "L006": (
        "embeds form a cycle: Cosine → Norm → Cosine",
        "make one of them a link: drop its `!`",
    ),
    "L007": (
        "alias 'Norm' is the name of docs/en/foundations/Norm.md",
        "choose another alias",
    ),
    "L008": (
        "prerequisites form a cycle: Cosine → Norm → Cosine",
        "drop one: the first card of the circle must be readable alone",
    ),
    "L009": (
        "link [[Diary]] leads to private/Diary.md, which is not published",
        "write the words without the link, or publish it",
    ),
    "L010": (
        "htps:// is no scheme of an address",
        "write https://",
    ),
    "L011": (
        "the | of [[Cosine|Euclid]] ends the cell",
        "write \\| inside a table: [[Card\\|text]]",
    ),
    "L012": (
        "footnote [^1] is not defined",
        "write it: [^1]: …",
    ),
    "L013": (
        "heading 'Deep' stands on lines 91, 95 of docs/en/foundations/Norm.md",
        "rename one, or name the heading above it: [[Card#Above#It]]",
    ),
    "L014": (
        "30O is no size of a picture",
        "write 300",
    ),
    "L015": (
        "[its words][nowhere] is no link: nothing defines [nowhere]",
        "define it on a line of its own: [nowhere]: https://…, or write [words](address)",
    ),
    "S001": (
        "the fence is never closed",
        "close it with a line of ~~~~",
    ),
    "S002": (
        "Python does not parse: '(' was never closed",
        "a block that is not Python is fenced as ```text; a diagram as ```mermaid",
    ),
    "S003": (
        "a test collector would miss this block: it is inside a quote",
        "write ```python at the start of a line, outside quotes and lists, nothing after it",
    ),
    "S004": (
        "a_b and docs/en/foundations/A-B.md both become snippets/a_b.py",
        "rename one of the two cards",
    ),
    "S005": (
        "'norm' is already defined on line 31",
        "rename one of them, or show the variant in a demo",
    ),
    "S006": (
        "name 'norm' is not defined in the block",
        "add `from snippets.norm import norm`",
    ),
    "S007": (
        "the module differs from its card",
        "run `zhixing extract`",
    ),
    "S008": (
        "output follows no Python block",
        "put it right after the block that prints it",
    ),
    "S009": (
        "comment 'pytest-codeblocks:importskip(torch)' is not understood",
        "known: pytest-codeblocks:importorskip(x), pytest.mark.…, zhixing:time-limit SECONDS",
    ),
    "S010": (
        "a star import cannot be extracted",
        "name what it imports",
    ),
    "S011": (
        "`cosine-bounded` has not passed a recorded test run",
        "run `pytest --zhixing-record docs/en/foundations/Cosine.md`",
    ),
    "S012": (
        "the cell changed since it was run: Norms.ipynb shows another",
        "run `pytest --zhixing-rewrite docs/en/experiments/Norms.py`",
    ),
    "S013": (
        "no figure is called 'softmax-temprature'",
        "did you mean softmax-temperature?",
    ),
    "S014": (
        "this assert cannot fail: a tuple is always true: the parentheses take the message into the test",
        "write `assert x, message`, without parentheses",
    ),
    "S015": (
        "snippets.norm does not define 'nrom'",
        "did you mean norm?",
    ),
    "S016": (
        "the block above prints, and this is not compared with it",
        "fence it as ```output: it is then compared on every run",
    ),
    "S017": (
        "no language is called 'pyhton': the block is only shown",
        "did you mean python?",
    ),
    "S018": (
        "the JSON does not parse: a comma stands before the last }",
        "mend it; write … for what is left out, or fence it as ```text",
    ),
    "S019": (
        "the fence holds nothing",
        "write what is missing, or delete the fence",
    ),
    "S020": (
        "AssertionError: assert 10.0 == 11.0",
        "",
    ),
    "S021": (
        "`norm-scales` ran longer than 60 s",
        "make it smaller, or write <!--zhixing:time-limit SECONDS--> above the fence",
    ),
    "S022": (
        "`norm-scales` ended the interpreter",
        "a block must run to its last line",
    ),
    "S023": (
        "the output of `norm-scales` is not what the card shows",
        "pytest --zhixing-rewrite writes the real output into the card",
    ),
    "S024": (
        "figure.svg of `plot` is not the picture that the block draws",
        "pytest --zhixing-rewrite writes the picture beside the card",
    ),
    "S025": (
        "`norm-scales` was not rewritten: on haswell (AVX2, no AVX-512) it leaves something else",
        "it depends on the processor: print fewer digits or assert a property",
    ),
    "C001": (
        "the claim has no proof",
        "put a ```python block right after it; only the ^id line may stand between",
    ),
    "C002": (
        "the claim has no block id",
        "add a line `^some-name` after the callout, with a blank line before and after",
    ),
    "C003": (
        "the proof cannot fail",
        "assert what the claim says",
    ),
    "C004": (
        "the proof is skipped everywhere: nothing installs nosuchlib",
        "name the package in pyproject.toml, or prove it with what is there",
    ),
    "C005": (
        "the proof calls nothing that a card defines",
        "call it, or say above the fence why not: `<!--zhixing:alone it is about PyTorch's own layer-->`",
    ),
    "Q001": (
        "the question has no answer",
        "write it inside the callout",
    ),
    "Q002": (
        "the quiz has no right answer",
        "mark it with `- [x]`",
    ),
    "Q003": (
        "the quiz has no wrong answer",
        "add an option `- [ ]`",
    ),
    "Q004": (
        "the question has no block id",
        "add a line `^some-name` after the callout, with a blank line before and after",
    ),
    "Q005": (
        "option '7' is not explained",
        "nest a bullet under it that says why it is right or wrong",
    ),
    "Q006": (
        "block id ^quiz-norm is used twice on this card",
        "give it another name; questions, quizzes and claims are known by their id",
    ),
    "Q007": (
        "this line of the quiz is neither an option nor the reason of one",
        "indent it by four spaces below its option, or make it one: `- [ ]`",
    ),
    "Q008": (
        "the answer says nothing yet",
        "write it, or delete it",
    ),
    "Q009": (
        "in category 'Foundations' the right option is the longest in 5 of 5 quizzes; chance allows at most 3",
        "even out the lengths, first where it shows most: ^quiz-ant, ^quiz-bee, ^quiz-cat, ^quiz-dog",
    ),
    "Q010": (
        "the right option is 21.0 times as long as the longest wrong one",
        "move what explains it into its reason, or make a wrong option as exact",
    ),
    "Q011": (
        "in category 'Foundations' 5 of the 5 quizzes with several right options have 2 of 4 right",
        "let at most 3 of them have it: add an option, or make one right or wrong",
    ),
    "Q012": (
        "the gap ==Euclidean norm== hides the card's own name",
        "mark what the definition says about it",
    ),
    "Q013": (
        "^quiz-norm asks nearly what ^why-square-root asks on docs/en/foundations/Norm.md:62",
        "ask for something else, or delete one and link to the other",
    ),
    "Q014": (
        "the case has no rubric",
        "add a callout `> [!RUBRIC]` to the page",
    ),
    "Q015": (
        "the short answer has 4 sentences and takes 4 s to say",
        "say it in 3 sentences and 25 s; the rest belongs to the depth",
    ),
    "Q016": (
        "what decides ^quiz-norm decides nothing: it is a constant",
        "end it with an expression that computes the answer: a number, a text, or one truth for each option",
    ),
    "Q017": (
        "^quiz-norm: the code (5) makes option 2 right, the quiz marks option 1",
        "if the quiz is right, mend the code below it; else move the mark",
    ),
    "Q020": (
        "no role is called 'reserch'",
        "there is research, training, inference, applied",
    ),
    "Q021": (
        "no question has the id ^why-square-rot",
        "did you mean why-square-root?",
    ),
    "Q022": (
        "nothing says who asks ^why-square-root",
        "add `why-square-root: [all, middle, sometimes]` to docs/interview.yml, with who asks it and how often",
    ),
    "Q023": (
        "the answer is shown with the question",
        "write [!QUESTION]-",
    ),
    "P001": (
        "no card becomes the module 'nrom'",
        "did you mean norm?",
    ),
    "P002": (
        "minutes is computed",
        "write it out: lists and pages read it without running it",
    ),
    "P003": (
        "the card defines no 'nrom'",
        "did you mean norm?",
    ),
    "P004": (
        "the task 'norm' is there already",
        "the other one: docs/practice/norm.py:2",
    ),
    "P005": (
        "the card has no claim ^norm-scale",
        "did you mean norm-scales?",
    ),
    "P006": (
        "hints: 1, at least 2 are needed",
        "write another of hints",
    ),
    "P007": (
        "'a + a' stands 0 times in the card's code",
        "the card changed, or a longer piece of its text is needed",
    ),
    "P008": (
        "a sentence has 1 texts",
        "one text for each of en, zh",
    ),
    "T001": (
        "the card has no zh version",
        "write docs/zh/map/Here.md",
    ),
    "T002": (
        "heading '📚 推荐阅读 (Recommended Reading)' has level 3, docs/en/foundations/Norm.md:79 has 2",
        "headings agree by level and order",
    ),
    "T003": (
        "code differs from docs/en/foundations/Norm.md:56, line 3 of the block: 2 against 3",
        "comments, docstrings and strings with Chinese may differ, nothing else",
    ),
    "T004": (
        "formula \\lVert x \\rVert = \\sqrt{x \\cdot x} is not in docs/zh/foundations/Norm.md",
        "both languages carry the same ones",
    ),
    "T005": (
        "link [[Cosine]] is not in docs/zh/foundations/Norm.md",
        "both languages carry the same ones",
    ),
    "T006": (
        "questions differ: ^why-square-root is not in docs/zh/foundations/Norm.md",
        "same ids, same order in both languages",
    ),
    "T007": (
        "table of 2×2, docs/en/foundations/Norm.md:24 is 3×2",
        "rows and columns agree",
    ),
    "T008": (
        "stale: section 'the-last-intuition-最后的直觉' changed in docs/en/foundations/Norm.md:87",
        "bring it up to date, then run `zhixing translated Norm`",
    ),
    "T009": (
        "1 tags, in docs/en/foundations/Norm.md 2",
        "translate each tag",
    ),
    "T010": (
        "the record names foundations/Gone, which is gone",
        "run `zhixing translated --prune`",
    ),
    "T011": (
        "figure softmax-temperature is not in docs/zh/foundations/Norm.md",
        "both languages carry the same ones",
    ),
    "T012": (
        "picture only.svg is that of docs/zh/foundations/only.svg",
        "put it beside the card: docs/en/foundations/only.svg",
    ),
    "T013": (
        "section '🎯 最后的直觉 (The Last Intuition)' is not written in the language of its folder",
        "translate it into zh",
    ),
    "T014": (
        "tag 'basics' is '根基' here and '基础' on other cards",
        "write 基础, or give what is meant here a tag of its own in both languages",
    ),
    "T015": (
        "mark depth depth is not in docs/zh/foundations/Norm.md",
        "both languages carry the same ones",
    ),
    "T016": (
        "heading '📏 范数 (The 范数)' calls docs/en/foundations/Norm.md:11 'The 范数'",
        "it is '📏 Norm' there",
    ),
    "T017": (
        "'# twice as long, twice the norm' is not translated",
        "write it in zh",
    ),
    "W001": (
        "no reference has the identifier 2104.09865",
        "add the work to docs/references.yml, or correct the number",
    ),
    "W002": (
        "1607.06450 is 'Layer Normalization', the text before it names su2024",
        "the identifier or the name is wrong",
    ),
    "W003": (
        "no work beside the year 2017 is of that year",
        "ba2016 is of 2016: docs/references.yml",
    ),
    "W004": (
        "12.75 has no witness: “It takes · seconds.”",
        "print it in a block of this section, cite the work that says it, or run `zhixing witness Norm --give REASON`",
    ),
    "W005": (
        "foundations/Norm#4-deep-dive no longer says 7 (stated)",
        "if the card is right, run `zhixing witness Norm --give REASON`; else restore the number",
    ),
    "W006": (
        "ba2016 lacks year",
        "mend the entry",
    ),
    "W007": (
        "quiz ^quiz-norm marks another option right than the record, which is decided by author",
        "if the card is right, run `zhixing witness Norm --give REASON`; else restore the mark",
    ),
    "W008": (
        "the formula is neither evaluated nor of a class",
        "after it, bind its letters: <!--zhixing:formula x: n; y = f(x)-->, or name its class: inequality, expectation, "
        "asymptotic, model, naming, update, existence",
    ),
    "W009": (
        "`value = size(x)` uses `size`, which neither the mark nor the card defines",
        "only what a definition block of the card defines or imports has a name here",
    ),
    "W010": (
        "the formula does not hold: \\lVert x \\rVert = x \\cdot x",
        "mend the formula in both languages, or what its mark binds; the code is what the other tests hold",
    ),
    "W011": ("'dearer' is written 'more expensive' in this vault", "write more expensive"),
    "W012": (
        "2 is another number than was recorded at this place: “·”",
        "if the section is right, run `zhixing witness Norm --confirm`; else restore the number",
    ),
    "W013": (
        "$(3, -4)$ is another formula than was recorded at this place",
        "if the section is right, run `zhixing witness Norm --confirm`; else restore the formula",
    ),
    "W014": (
        "never is another word than was recorded at this place: “Doubling a vector · doubles its norm.”",
        "if the section is right, run `zhixing witness Norm --confirm`; else restore the word",
    ),
}

_HEAD = """\
---
title: Diagnostics
---

# Diagnostics

`zhixing check` reports everything that it finds, sorted by place, in one run:

```console
$ zhixing check
docs/zh/inference/KV_Cache.md:41: L001 link [[Flash_Atention]] has no target
  hint: did you mean [[Flash_Attention]]?
```

Causes before consequences: what follows from a block that swallowed the rest of its file is counted in
the hint of that finding and not listed.

It ends with 0 if there is nothing to say, with 1 if there are findings and with 2 if the call or the tool is at fault.
`--format json` is for tools and `--format github` for annotations on a pull request. A code never changes its meaning.
Codes marked ▶ are found while blocks run or files are written. A vault that holds no cards is asked only the codes marked ◇.

This page is made by `zhixing codes --markdown`.
"""
_GROUPS = {
    "F": "Files and front matter",
    "L": "Links",
    "S": "Snippets",
    "C": "Claims",
    "Q": "Questions and quizzes",
    "P": "Practice",
    "T": "Translation",
    "W": "Witnesses",
}


def code_table() -> str:
    """The page of the handbook, from the codes and their examples."""
    out = [_HEAD]
    for letter, codes in groupby(CODES, key=lambda code: code[0]):
        out.append(f"\n## {letter}: {_GROUPS[letter]}\n\n| code | meaning | example | hint |\n|---|---|---|---|\n")
        for code in codes:
            problem, hint = EXAMPLES[code]
            mark = " ▶" if code in RUN_CODES else " ◇" if code in VAULT_CODES else ""
            out.append(f"| {code}{mark} | {_cell(CODES[code])} | {_literal(problem)} | {_literal(hint)} |\n")
    return "".join(out)


def _literal(text: str) -> str:
    """Inline code that may itself hold backticks."""
    if not text:
        return ""
    ticks = "`"
    while ticks in text:
        ticks += "`"
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return _cell(f"{ticks}{space}{text}{space}{ticks}")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")

"""Whatever stands in a file, the engine does not raise: it reports."""

from __future__ import annotations

import ast
import warnings

import pytest
from engine_cases import card, settled
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from test_snippets import assert_line_for_line
from zhixing.blocks.extract import is_extracted, module_source
from zhixing.checks.run import run_checks
from zhixing.hosts.cli.report import as_text
from zhixing.model import Card, Config, Vault
from zhixing.syntax import frontmatter, inline
from zhixing.syntax.parse import parse_card
from zhixing.syntax.python_code import analyse, same_code
from zhixing.vault.config import language_of
from zhixing.vault.load import key_of, parse_source
from zhixing.vault.read import Source

quick = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

FRAGMENTS = (
    *(
        "```python\n",
        "```\n",
        "````\n",
        "~~~\n",
        "```output\n",
        "```",
        "    ",
        "\t",
        "> ",
        ">",
        "- ",
        "1. ",
        "- [ ] ",
        "- [x] ",
        "\n",
        "\n\n",
    ),
    *(
        "# ",
        "## A\n",
        "===\n",
        "---\n",
        "***\n",
        "[[",
        "]]",
        "[[A]]",
        "![[A#^b|c]]",
        "[a](b.md)",
        "](",
        "[",
        "]",
        "(",
        ")",
        "!",
        "|",
        "\\",
        "\\|",
    ),
    *(
        "$",
        "$$",
        "$$\n",
        "%%",
        "%%\n",
        "==",
        "#tag",
        "^id",
        "\n\n^id\n",
        "`",
        "``",
        "<!--",
        "-->",
        "<a id=x>",
        "<div>\n",
        "&amp;",
        "*",
        "_",
        "~~",
    ),
    *(
        "> [!CLAIM] c\n",
        "> [!QUIZ] q\n",
        "> [!QUESTION]- w\n",
        "> - [x] a\n>     - b\n",
        "assert x\n",
        "import a\n",
        "x = 1\n",
        'y = """\n',
        "def f():\n",
    ),
    *(
        "<!--pytest-codeblocks:importorskip(torch)-->\n",
        "topic: a\n",
        "tags: [",
        "aliases: &a [*a]\n",
        "prerequisites: ['[[A]]']\n",
        "| a |\n|---|\n",
    ),
    *(
        "é",
        "中文",
        "，",
        "🔥",
        "\x00",
        "\x0b",
        "\x0c",
        "\x85",
        "\u2028",
        "\ufeff",
        "\u200b",
        "\u0301",
        "a",
        "word ",
        "\r",
        "\ud800",
    ),
)
markdown = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)
anything = st.one_of(st.text(max_size=200), markdown)

STATEMENTS = (
    *(
        "x = 1",
        "import math",
        "print(x)",
        "def f(a, b=2):\n    return a",
        "class A:\n    '''doc'''\n    y = 1",
        "assert x",
        "# comment",
        "",
    ),
    *(
        's = """a\n  b\n"""',
        "t = f'''{1}\n{2}'''",
        "for i in range(3):\n\tprint(i)",
        "if x:\n    pass\nelse:\n    pass",
        "with open('x') as f: pass",
    ),
    *(
        "lambda: 0",
        "try:\n    x\nexcept E:\n    raise",
        "x = (1,\n2)",
        "x = 1 + \\\n  2",
        "async def g():\n    await f()",
        "@f\ndef h(): ...",
        "'doc'",
    ),
    *(
        "match x:\n    case [a, *b]: pass",
        "中 = 1",
        "x: int = 3",
        "global q",
        "r = '#'  # '",
        "s = '\\''",
        "del x",
        "[i for i in s if (n := i)]",
    ),
)
python = st.lists(st.sampled_from(STATEMENTS), max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))


@quick
@given(anything)
def test_parsing_never_raises(text: str) -> None:
    parsed = parse_card("docs/en/a.md", "en", "a", text)
    lines = text.count("\n") + text.count("\r") + 2
    spans = [
        node.span
        for nodes in (parsed.headings, parsed.links, parsed.blocks, parsed.callouts, parsed.claims)
        for node in nodes
    ]
    assert all(1 <= span.line <= lines for span in (*spans, *parsed.block_ids.values()))


@quick
@given(anything)
def test_scanning_inline_text_never_raises(text: str) -> None:
    found = inline.Found()
    inline.scan("a.md", 1, text, found)
    assert all(link.span.line >= 1 for link in found.links)


@quick
@given(st.one_of(anything, st.lists(st.sampled_from("a:-[]{}&*!|>'\"%@`#,?\n \t\\1.~"), max_size=40).map("".join)))
def test_reading_front_matter_never_raises(text: str) -> None:
    for source in (text, f"---\n{text}\n---\n"):
        front, problems = frontmatter.read("a.md", source)
        assert 0 <= front.height <= source.count("\n") + 1
        assert not problems or not front.written
        assert all(line >= 2 for line in front.lines.values())


@quick
@given(st.one_of(st.text(max_size=100), python))
def test_analysing_code_never_raises(code: str) -> None:
    found = analyse(code)
    assert found.kind in ("definition", "demo", "broken") and (found.kind == "broken") == bool(found.error)


names = st.sampled_from(["A", "b", "中", "A-B", "a_b", "🔥", "x/A", "index"])


@settings(quick, max_examples=30)
@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["en", "zh"]), names), st.one_of(markdown, st.binary(max_size=60)), max_size=5
    )
)
def test_checks_of_a_random_vault_never_raise(files: dict[tuple[str, str], str | bytes]) -> None:
    config = Config(languages=("en", "zh"), profile="cards", pages=("index.md",))
    cards: dict[str, Card] = {}
    for (language, name), text in sorted(files.items()):
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        path = f"docs/{language}/{name}.md"
        cards[path] = parse_source(Source(path, data), config)
        assert cards[path].lang == language_of(path, config) and cards[path].key == key_of(path, config)
    vault = Vault(config, cards, ())
    for profile in (vault, settled(vault)):
        found = run_checks(profile)
        assert found == sorted(set(found)) and as_text(found).count("\n") >= len(found)


@quick
@given(st.lists(st.tuples(st.sampled_from(["prose\n", "## x²\n", "> q\n", "\n"]), python, st.booleans()), max_size=5))
def test_module_always_compiles_line_for_line(parts: list[tuple[str, str, bool]]) -> None:
    need = "<!--pytest-codeblocks:importorskip(torch)-->\n"
    parsed = card("".join(f"{prose}\n{need if torch else ''}```python\n{code}```\n\n" for prose, code, torch in parts))
    assume(
        not any(block.python and block.python.kind == "demo" and "global" in block.code for block in parsed.blocks)
    )  # S010
    assert [block.code for block in parsed.blocks] == [code for _, code, _ in parts]
    assert_line_for_line(parsed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = ast.parse(module_source(parsed).encode())
    demos = [block for block in parsed.blocks if is_extracted(block) and block.python and block.python.kind == "demo"]
    functions = [
        node.name
        for node in module.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("demo_", "claim_"))
    ]
    assert len(functions) == len(set(functions)) == len(demos)


@quick
@given(python, st.sampled_from(["# note", "# 注释", '# don\'t "quote"']))
def test_code_is_the_same_as_itself_whatever_the_comments(code: str, comment: str) -> None:
    assert same_code(code, code) == ""
    assert same_code(code, f"{comment}\n\n{code}{comment}\n") == ""


@quick
@given(python, python)
def test_same_code_agrees_with_the_syntax_tree(ours: str, theirs: str) -> None:
    assume(analyse(ours).kind != "broken" and analyse(theirs).kind != "broken")
    if ast.dump(ast.parse(ours)) == ast.dump(ast.parse(theirs)):
        assert same_code(ours, theirs) == ""


LONG = 20_000
BIG = {
    "brackets": "[" * LONG,
    "double brackets": "[[" * LONG,
    "brackets in a heading": "# " + "[" * LONG,
    "images": "![" * LONG,
    "underscores in a heading": "# a" + "_" * LONG + "a",
    "spaces in a link": "[a](" + " " * LONG + "x",
    "parentheses in a link": "[a](" + "(" * LONG,
    "closers": "](" * LONG,
    "comments in a paragraph": "[ " + "<!--" * LONG,
    "comments in a block": "<!--" * LONG,
    "quotes": ">" * LONG,
    "lists": "- " * LONG,
    "nested list lines": "".join(" " * i + "- a\n" for i in range(200)),
    "dollars": "$$ x " * LONG,
    "backticks": "".join("`" * (i % 150) + "a" for i in range(LONG // 20)),
    "percent signs": "%% " * LONG,
    "equal headings": "# a\n" * (LONG // 10),
    "escapes": "\\" * LONG + "[[",
    "angle brackets": "[<a " * LONG,
    "attributes": "<a" + " id=" * LONG,
    "block ids": " ^a" * LONG,
    "table cells": "|a" * LONG + "\n" + "|-" * LONG + "\n",
    "front matter of brackets": "---\na: " + "[" * LONG + "\n---\n",
    "front matter of dashes": "---\n" + "- " * LONG + "a\n---\n",
    "long front matter": "---\n" + "".join(f"k{i}: v\n" for i in range(LONG // 10)) + "---\n",
    "anchors that multiply": "---\na: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "aliases: *i\ntags: *i\n---\n",
    "a sum of many terms": "```python\nx = " + "1+" * 3000 + "1\n```\n",
    "many parentheses": "```python\nx = " + "(" * 5000 + ")" * 5000 + "\n```\n",
    "many signs": "```python\nx = " + "-" * 5000 + "1\n```\n",
    "many digits": "---\nminutes: 0x" + "f" * 9000 + "\n---\n```python\nx = " + "9" * 9000 + "\n```\n",
}


@pytest.mark.parametrize("what", BIG)
def test_much_of_anything_takes_a_moment(what: str) -> None:
    parsed = parse_card("docs/en/a.md", "en", "a", BIG[what])
    assert len(parsed.front.aliases) < 100
    run_checks(Vault(Config(profile="cards"), {"docs/en/a.md": parsed}, ()))

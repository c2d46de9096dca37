"""The fast road to block tokens gives exactly what markdown-it alone gives."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.token import Token
from zhixing.syntax import blocks, commonmark
from zhixing.syntax.fast import plain
from zhixing.syntax.fast.leaves import Part
from zhixing.syntax.fast.lines import TRIMMED
from zhixing.syntax.tokens import LightToken

DOCS = Path(__file__).parents[2] / "docs"
FIELDS = [field.name for field in dataclasses.fields(Token)]


def rows(read: Callable[[str], tuple[list[LightToken], dict[str, dict[str, Any]]]], text: str) -> list[object]:
    """All that a token holds, field by field, and the reference definitions."""
    try:
        found = read(text)
    except IndexError:  # markdown-it's own, of a text without line end; see the last test
        found = read(f"{text}\n")
    return [*({name: getattr(token, name) for name in FIELDS} for token in found[0]), found[1]]


def same(text: str) -> None:
    assert rows(blocks.tokens, text) == rows(commonmark.tokens, text), repr(text)


@pytest.mark.parametrize("folder", sorted({path.parent for path in DOCS.rglob("*.md")}), ids=str)
def test_every_page_of_the_vault(folder: Path) -> None:
    for path in folder.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        same(text)
        same(text.partition("\n---\n")[2])


def test_plain_texts_are_read_without_the_library() -> None:
    code = (
        "import sys, zhixing.checks.run, zhixing.syntax.parse as p\n"
        "p.parse_card('a.md', '', 'a', '# A\\n'); print('markdown_it' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "False\n"


def test_a_card_takes_the_fast_road_from_end_to_end() -> None:
    lines = (DOCS / "en/attention/Causal_Mask.md").read_text(encoding="utf-8").partition("\n---\n")[2].split("\n")[:-1]
    out: list[LightToken] = []
    assert plain.scan(Part(lines, 0, 0, out), 0) == len(lines)
    assert {"fence", "math_block", "blockquote_open", "bullet_list_open", "table_open", "html_block", "hr"} <= {
        token.type for token in out
    }


def test_what_is_trimmed_is_what_the_library_trims() -> None:
    assert TRIMMED == MD_TRIM_CHARS


CONTAINERS = """|> |>|>  |> > |>> |- |-  |-     |* |+ |1. |10) |- - |> - |  |   |    |     |      | |    - |      - |  - |>     - \
|\t|>\t|-\t|1.\t"""
LINES = r"""
a
b c
中文
　wide
(x)
!x
^id
![[a]]
[[x|y]]
text\
# h
## h ##
### h # #
#
#tag
####### seven
```
````
``` py
```a`b
`` ` ``
~~~
~~~~
~~~ x`y
~~struck~~
$$
$$ x $$
$$ x
x $$
$$ a $$ b
$x$
%%
%% c %%
%% open
%
---
- - -
***
* * *
___
_a_
**b**
===
==
==marked== x
--
-
*
+
-x
1.
1. x
2. y
01. z
1) q
1234567890. x
- x
* y
+ z
- [ ] t
- [x] t
[ ] t
[!NOTE] t
[a]: /u
[a]: <u> 'title
end'
[A]: /other
[b]
[^1]: n
[[w]]: x
[a\]: x
[a
b]: /x
<!-- c -->
<!-- open
-->
<!-->
<div>
</div>
<b>
<br>x
<?php
?>
<!X>
<![CDATA[
]]>
<script>
</script>
<pre>
</pre>
<a href='x'>
| a | b |
|---|---|
| --- |
a | b
--|--
:-:|-
:--
|:-:|--:|
|
||
| a \| b | c |
| a |
: def
:
-:
|-
> q
>
"""
ODD = ["text  ", "", "", "", "", "\f", "\u2028", "\xa0", "x\u2028y", "\x1c", "\tcode", "a\tb", "  ", "\t", "\x0b|"]
BODIES = [*LINES.strip("\n").split("\n"), *ODD]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Lines of few kinds in few containers: only then do they meet as the rules want them to."""
    containers = ["", *draw(st.lists(st.sampled_from(CONTAINERS.split("|")), min_size=1, max_size=4))]
    bodies = ["", *draw(st.lists(st.sampled_from(BODIES), min_size=2, max_size=7))]
    depth = st.lists(st.sampled_from(containers), max_size=2).map("".join)
    lines = draw(st.lists(st.builds(str.__add__, depth, st.sampled_from(bodies)), min_size=1, max_size=10))
    return "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n", "\n  "]))


patient = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.thorough
@settings(patient, max_examples=500)
@given(texts())
def test_whatever_the_lines_are(text: str) -> None:
    same(text)


@pytest.mark.exhaustive
@settings(patient, max_examples=5000)
@given(texts())
def test_whatever_thousands_of_lines_are(text: str) -> None:
    same(text)


CASES = {
    "nothing": "",
    "spaces only": "   ",
    "no line for the last spaces": "- a\n\n  ",
    "carriage returns": "# a\r\n\r\n> b\r\n",
    "a zero byte": "# a\0b\n",
    "table wins over a heading": "# a | b\n---|---\n",
    "table wins over a list": "- a | b\n  --|--\n",
    "table in the second item": "- x\n- a | b\n  --|--\n",
    "table ends a paragraph": "text\n| a | b |\n|---|---|\n| c | d |\n",
    "table with a row without pipes": "| a | b |\n|---|---|\n| c | d |\nplain\n",
    "table ended by a heading": "| a |\n|---|\n# h\n",
    "table with short and long rows": "| a | b |\n|:--|:-:|\n| c |\n| d | e | f |\n| \\| | ` | ` |\n",
    "table with an empty mark": "| a || b |\n|---||---|\n",
    "table of one line": "| a |\n",
    "table of empty cells": "| |\n|-|\n||\n|\n",
    "table in a quote in a list": "- > | a |\n  > |--:|\n  > | b |\n",
    "setext of several lines": "a\nb\n===\nc\n---\n",
    "setext under a marked word": "==a==\n==\n",
    "underline in a quote, outside": "> a\n===\n",
    "lazy text": "> a\nb\n",
    "lazy text in a list": "- a\nb\n",
    "lazy fence": "> ```\nx\n```\n",
    "open fence": "```\na\n",
    "open fence in a list": "- ```\n  a\n- b\n",
    "fence closed further in": "```\na\n    ```\n   ```  \nb\n",
    "fence closed behind a tab": "```\n\t```\n```\n",
    "longer fence": "````\n```\n````` \nb\n",
    "tildes are no backticks": "~~~ a`b\n```\n~~~\n",
    "empty fence": "```\n```\n",
    "fence in an item with blank lines": "- a\n\n  ```\n  x\n\n      \n  y\n  ```\n- b\n",
    "fence directly behind a mark": "1. ```py\n   x\n   ```\n",
    "formula with a blank line": "$$\n\na\n$$\n",
    "formula with a blank line in a list": "- $$\n\n  a\n  $$\n",
    "formula closed outside the quote": "> a\n> $$\n\n$$\n",
    "formula in a sentence": "$$ a $$ b\n$$\n",
    "formula ends a paragraph": "a\n$$\nb\n$$ c\nd\n",
    "comment without line end": "a\n\n<!-- b -->",
    "comment and text behind it": "<!-- a --> *b*\nc\n",
    "comment of several lines": "a\n<!-- b\n\n# c -->\nd\n",
    "comment in a quote": "> <!-- a -->\n> b\n",
    "hidden text": "%% a\n\n# b\n\n> c %%\n",
    "definition": "[a]: /b\n'c'\n\n> [d]: /e\n\n- x\n\n[A]: /f\n",
    "definition over two lines": "[a\nb]: /c\n",
    "task and footnote are no definition": "[x] a\n\n[^1]: b\n\n[[c]]: d\n\n[!e]: f\n",
    "quote that ends blank": "> a\n>\n>\n\n\nb\n",
    "quote that begins blank": ">\n> a\n",
    "quote of nothing": ">\n",
    "quotes in quotes": "> a\n> > b\n> >\n> > c\n>\n> d\n",
    "quote with a tab": ">\ta\n",
    "quote in an item, then an item": "- > a\n- b\n",
    "tight and loose": "- a\n- b\n\n- c\n",
    "loose by its last item": "- a\n- b\n\n  c\n",
    "tight with a blank line inside the nested list": "- a\n    - b\n\n    - c\n- d\n",
    "blank line after a nested list": "- a\n  - b\n\n- c\n",
    "blank line after a nested list, then text": "- a\n  - b\n\n  c\n",
    "quiz": "> [!QUIZ] a\n> - [x] b\n>     - c\n> - [ ] d\n>     - e\n>\n> f\n",
    "list ends at the margin": "- a\n\n\nb\n",
    "list and blank lines at the end": "- a\n  - b\n\n\n",
    "list and another list": "- a\n\n* b\n",
    "items at odd columns": "- a\n - b\n  - c\n   - d\n    - e\n",
    "item further out": "  - a\n- b\n",
    "item further out, after a blank line": "- a\n\n - b\n",
    "empty items": "-\n- a\n-\n\n  b\n",
    "empty item at the end": "# a\n\n- b\n-\n\n",
    "code in an item": "-     a\n",
    "break among items": "- a\n- - -\n- b\n",
    "break of stars": "a\n***\n* * *\n**b**\n",
    "numbers": "3. a\n4. b\n\n10) c\n1234567890. d\n",
    "only 1 ends a paragraph": "a\n2. b\n1. c\n",
    "marks on marks": "- - 1. a\n      b\n  - c\n",
    "nested further than is sure": "- a\n      - b\n",
    "heading with hashes": "# a #\n## b#\n### #\n#### c # #\n# \t#\n",
    "html blocks": "<div>\n# a\n\n# b\n</div>\n<b>\nc\n\n<script>\n\nd\n</script>\ne\n",
    "wide spaces are text": "\u3000\n\n\xa0a\xa0\n\f\n",
    "line separators are no line ends": "a\u2028# b\x0b# c\x85- d\n",
    "very deep": "> " * 200 + "a\n" + "- " * 200 + "b\n",
}


@pytest.mark.parametrize("text", CASES.values(), ids=CASES.keys())
def test_awkward_case(text: str) -> None:
    same(text)
    same(text.rstrip("\n"))
    same("".join(f"> {line}\n" for line in text.split("\n")))
    same("".join(f"- {line}\n" if number == 0 else f"  {line}\n" for number, line in enumerate(text.split("\n"))))
    same(f"before\n{text}after\n")


@pytest.mark.parametrize("text", ["> - <!-- a\n>", "> > - <!--\n> - <!-- a\n> ", ">\n> \n> - <!-- a\n>"])
def test_an_open_comment_at_the_end_of_a_quote_fails_in_the_library_only(text: str) -> None:
    with pytest.raises(IndexError):
        commonmark.tokens(text)
    assert rows(blocks.tokens, text) == rows(commonmark.tokens, f"{text}\n")

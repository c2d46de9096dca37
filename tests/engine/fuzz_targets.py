"""What takes a stranger's bytes, each as one function that must neither raise nor hang, whatever they are.

test_fuzz_targets.py tries each with Hypothesis. Where atheris is installed, coverage guides the search for as long as wanted:
`python tests/engine/fuzz_targets.py TARGET CORPUS -max_total_time=600`. What it finds belongs into fixtures/fuzz.json.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    import atheris

    sys.path[:0] = [str(Path(__file__).parents[2] / "scripts"), str(Path(__file__).parent)]
    with atheris.instrument_imports(include=["zhixing", "markdown", "markdown_it"]):
        import zhixing.blocks.extract
        import zhixing.checks.run
        import zhixing.page.canvas
        import zhixing.page.extension
        import zhixing.study.files  # noqa: F401

from test_fuzz import FRAGMENTS
from test_markdown_ext import PlainHost
from test_obsidian import VaultHost
from test_one_grammar import FOLDER, LINES, PIECES, STARTS, facts
from zhixing.blocks.extract import emit_snippets
from zhixing.blocks.notebook_file import Run, document, first_difference, stored_run, stored_sources
from zhixing.checks.run import run_checks
from zhixing.model import Card, Config, Vault
from zhixing.page.canvas import canvas_html
from zhixing.page.context import Context
from zhixing.page.search_text import contents
from zhixing.page.text import description
from zhixing.study.files import Wanted, deck_files
from zhixing.study.history import HistoryError, history_bytes, parse_history
from zhixing.study.items import KINDS
from zhixing.syntax.notebook import cells
from zhixing.syntax.tex import readable
from zhixing.vault.load import parse_source
from zhixing.vault.read import Source
from zhixing.vault.resolve import Index

WORDS = (*FRAGMENTS, *PIECES, *LINES, *STARTS)
JSON_WORDS = (
    *('{"nodes":[', '],"edges":[', "]}", '{"id":"a","type":"text","x":0,"y":0,"width":9,"height":9,"text":"'),
    *('"}', '"},', ",", "[", "]", "{", "}", '"', ":", "null", "true", "-1e400", "1e999", "0", "NaN", "\\ud800", "\\n"),
    *('{"id":"b","type":"file","file":"N.md","subpath":"#H"', '{"id":"g","type":"group","label":"x","color":"#ff00aa"'),
    *('{"id":"l","type":"link","url":"javascript:x"', '{"fromNode":"a","toNode":"b","fromSide":"top","label":"x"}'),
    *('{"format":"zhixing-study","version":1,"events":[', '{"id":"00000000-0000-4000-8000-000000000001",'),
    *(
        '"at":"2026-01-01T00:00:00.000Z",',
        '"type":"review","item":"a","grade":3,"source":"review"',
        '"type":"settings"',
    ),
    *('{"cells":[', '{"cell_type":"code","source":["x = 1"],"outputs":[', '{"output_type":"stream","text":["1"]}'),
    *('"metadata":{"zhixing":{"seconds":1,"versions":{"a":"1"}}}', '"type":"tick","key":"a#1","on":true', "中", "🔥"),
)
CARDS = Config(languages=("en",), profile="cards")
FRONT = "---\ntopic: A\ncategory: Foundations\nminutes: 5\n---\n# A\n\n"
QUIET = "<!--pytest-codeblocks:importorskip(torch)-->\n```python\n"


def text_of(data: bytes, words: tuple[str, ...]) -> str:
    """Bytes below 128 are letters, those above are words: a search by bytes soon writes Markdown."""
    numbers = [byte for byte in data if byte >= 128]
    table = {byte: words[(place * 128 + byte) % len(words)] for place, byte in enumerate(dict.fromkeys(numbers))}
    return "".join(chr(byte) if byte < 128 else table[byte] for byte in data)


def _vault(text: str, config: Config = CARDS, suffix: str = "md") -> tuple[Card, Vault]:
    path = f"docs/en/foundations/A.{suffix}"
    card = parse_source(Source(path, text.encode("utf-8", "surrogatepass")), config)
    other = parse_source(Source("docs/en/N.md", b"# H\n\nnote ^id\n"), config)
    return card, Vault(config, {path: card, "docs/en/N.md": other}, ("docs/en/p.png",))


def checked(text: str) -> None:
    """Parser, resolver and all checks."""
    card, vault = _vault(text)
    run_checks(vault)
    index = Index(vault)
    for link in card.links:
        index.follow(link, card)


def shown(text: str) -> None:
    """The page, and the words that search and previews take from a card."""
    card, vault = _vault(text, Config(docs="docs", languages=("en",)))
    for host in (PlainHost(), VaultHost(FOLDER)):
        host.nested(Context(card, Index(vault), host)).convert(card.body)
    contents(card)
    description(card, card.body)


def agreed(text: str) -> None:
    """Check and page name the same links, embeds, tags and marks; of footnotes of one name, which L012 names, the page shows one."""
    notes = re.findall(r"\[\^([^\[\]\s]+)\]:", text)
    if len(notes) > len(set(notes)):
        return
    found, page = facts(text.replace("\r", "\n").replace("\0", "").encode("utf-8", "replace").decode())
    assert found == page, (text, found, page)


def extracted(text: str) -> None:
    """The module of a card is Python, and has as many lines as the card."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for source in (text, f"{QUIET}{text}\n```\n", f"```python\n{text}\n```\n"):
            _card, vault = _vault(source)
            is_fine = not any(finding.code in ("S010", "S004", "S003") for finding in run_checks(vault))
            for path, data in emit_snippets(vault).items():
                if is_fine:
                    compile(data, path, "exec", dont_inherit=True)
            readable(source)


def decked(text: str) -> None:
    """Questions, quizzes, marks and formulas as a package of Anki's, a table and JSON."""
    _, vault = _vault(f"{FRONT}{text}")
    formats = ("apkg", "csv", "json")
    wanted = Wanted("A", site="", formats=formats, langs=("en",), kinds=tuple(KINDS), depth="", timestamp=1)
    deck_files(vault, wanted, lambda path: b"x")


def drawn(text: str) -> None:
    """A canvas as a card with findings, and as a picture."""
    data = text.encode("utf-8", "surrogatepass")
    card = parse_source(Source("docs/en/C.canvas", data), CARDS)
    _, vault = _vault("![[C.canvas]]")
    whole = Vault(CARDS, {**vault.cards, card.path: card}, vault.files)
    run_checks(whole)
    host = _CanvasHost(data)
    context = Context(card, Index(whole), host)
    canvas_html(context, card, lambda inner, found, fragment, words: found.path)


class _CanvasHost(PlainHost):
    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, path: str) -> bytes | None:
        return self.data


def imported(text: str) -> None:
    """A learner's history is refused with a sentence, or is written again as it was read."""
    data = text.encode("utf-8", "surrogatepass")
    try:
        events = parse_history(data)
    except HistoryError as error:
        str(error).encode()
        return
    assert parse_history(history_bytes(events)) == events


def noted(text: str) -> None:
    """A notebook of percent cells, and a stored one."""
    notebook, vault = _vault(text, suffix="py")
    run_checks(vault)
    index = Index(vault)
    count = sum(cell.is_code for cell in cells(notebook.text))
    document(notebook, index, Run(((),) * count))
    stored = text.encode("utf-8", "surrogatepass")
    if stored_run(stored) is not None:
        first_difference(notebook, index, stored)
        stored_sources(stored)


TARGETS: dict[str, tuple[Callable[[str], None], tuple[str, ...]]] = {
    "check": (checked, WORDS),
    "page": (shown, WORDS),
    "agree": (agreed, WORDS),
    "extract": (extracted, WORDS),
    "decks": (decked, WORDS),
    "canvas": (drawn, JSON_WORDS),
    "history": (imported, JSON_WORDS),
    "notebook": (noted, (*WORDS, *JSON_WORDS, "# %%\n", "# %% [markdown]\n", '# %% tags=["volatile"]\n')),
}


def main() -> None:
    """Search with atheris; the text of what fails is printed."""
    target, words = TARGETS[sys.argv.pop(1)]

    def once(data: bytes) -> None:
        text = text_of(data, words)
        try:
            target(text)
        except BaseException:
            print(f"TEXT {text!r}", file=sys.stderr)
            raise

    atheris.Setup(sys.argv, once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

"""Notes → the bytes of an .apkg file, by genanki: the same bytes for the same notes and time."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import sqlite3
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import genanki
from pygments.formatters import HtmlFormatter

from zhixing.study.anki.notes import AnkiNote

# Never to change: Anki knows note type and decks by these.
_MODEL_ID = 1_760_533_201
_MODEL_NAME = "Zhixing 知行"
_FRONT = '<div class="zx">{{Front}}</div>'
_BACK = '{{FrontSide}}<hr id="answer"><div class="zx">{{Back}}</div><footer class="zx-source">{{Card}}</footer>'
_CSS = """
.card { font-family: system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; font-size: 18px;
  line-height: 1.55; color: #1b1b1f; background: #fff; text-align: left; max-width: 44em; margin: 0 auto; padding: 0 .6em; }
.card.nightMode { color: #e4e4e7; background: #1e1e22; }
.zx-source { margin-top: 1.5em; font-size: .8em; opacity: .7; }
a { color: #3454d1; } .nightMode a { color: #9db1ff; }
mark { background: #fff3a3; color: inherit; } .nightMode mark { background: #5a5200; }
.zx-cloze { font-weight: bold; }
.zx-right { font-weight: 600; } .zx-right::marker { color: #1a7f37; content: "✓ "; }
.zx-wrong { opacity: .85; } .zx-wrong::marker { color: #c0362c; content: "✗ "; }
.zx-topic { margin-bottom: .6em; font-size: .8em; opacity: .7; }
.zx-why { font-weight: normal; font-size: .9em; margin: .1em 0 .5em; }
.zx-study-heading { font-size: .85em; opacity: .75; }
table { border-collapse: collapse; } th, td { border: 1px solid #8886; padding: .2em .6em; }
img { max-width: 100%; } .nightMode img { background: #fff; border-radius: 6px; padding: 4px; }
code, pre { font-family: ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; font-size: .88em; }
pre { background: #f5f5f7; padding: .7em .9em; border-radius: 6px; overflow-x: auto; }
.nightMode pre { background: #2a2a30; }
"""


@dataclass(frozen=True)
class AnkiDeck:
    """A deck of Anki's; `::` in the name makes it a deck inside another."""

    name: str
    notes: tuple[AnkiNote, ...]


def apkg(decks: Iterable[AnkiDeck], media: Mapping[str, bytes], namespace: str, timestamp: int) -> bytes:
    """The file of some decks; `timestamp` is in seconds: Anki takes over what is newer than what it has."""
    package = genanki.Package([_deck(deck, namespace) for deck in decks])
    connection = sqlite3.connect(":memory:")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a formula like `a <b` is taken for a bad tag
            package.write_to_db(connection.cursor(), timestamp, itertools.count(timestamp * 1000))
        connection.commit()
        collection = connection.serialize()
    finally:
        connection.close()
    names = sorted(media)
    files = {
        "collection.anki2": collection,
        "media": json.dumps({str(number): name for number, name in enumerate(names)}, ensure_ascii=False).encode(),
        **{str(number): media[name] for number, name in enumerate(names)},
    }
    return _zipped(files)


def guid(namespace: str, key: str) -> str:
    """What Anki knows a note by, whatever its words and its language."""
    return str(genanki.guid_for(namespace, key))


def deck_id(name: str) -> int:
    """A number of its own for every name of a deck."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % (1 << 30) + (1 << 30)


def style() -> str:
    """The note type's stylesheet, with the colours of code for day and night."""
    day = HtmlFormatter(style="default").get_style_defs(".highlight")
    night = HtmlFormatter(style="monokai").get_style_defs(".nightMode .highlight")
    rules = [line for line in f"{day}\n{night}".splitlines() if ".highlight ." in line]
    return f"{_CSS.strip()}\n" + "\n".join(rules) + "\n"


def _deck(deck: AnkiDeck, namespace: str) -> genanki.Deck:
    model = genanki.Model(
        _MODEL_ID,
        _MODEL_NAME,
        fields=[{"name": "Front"}, {"name": "Back"}, {"name": "Card"}, {"name": "Id"}],
        templates=[{"name": "Card 1", "qfmt": _FRONT, "afmt": _BACK}],
        css=style(),
        sort_field_index=3,
    )
    made = genanki.Deck(deck_id(deck.name), deck.name)
    for number, note in enumerate(deck.notes):
        fields = [note.front, note.back, note.source, note.key]
        made.add_note(genanki.Note(model, fields, tags=list(note.tags), guid=guid(namespace, note.key), due=number + 1))
    return made


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """With a fixed date: a clock would make every file another one."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return buffer.getvalue()

"""Disk → Vault: read, decode, parse, with parsed cards kept in a cache by content."""

from __future__ import annotations

import codecs
import hashlib
import os
import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from zhixing.model import Card, Config, Diagnostic, Front, Span, Vault
from zhixing.syntax import frontmatter
from zhixing.syntax.canvas import SUFFIX as CANVAS
from zhixing.syntax.canvas import canvas_card
from zhixing.syntax.encoding import misread, restored
from zhixing.syntax.notebook import SOURCE, as_markdown, stored_path
from zhixing.vault.anchors import Known, with_shared_anchors
from zhixing.vault.cache import Entries, pack, read_cards, unpack, write_cards
from zhixing.vault.config import asked_file, inside_language, language_of, task_folder
from zhixing.vault.fork import aside
from zhixing.vault.read import (
    Listing,
    Source,
    fingerprint,
    list_vault,
    load_config,
    read_bytes,
    read_folder,
    read_mapping,
    uncollected,
)

_SHARE = 100  # files; a further process for fewer costs more than it saves
_OWN = 1.15  # share of this process against that of another, which packs what it has parsed

_Fresh = tuple[Source, bytes]  # a file to be parsed, and its digest
_MEMORY: dict[Path, Entries] = {}  # of a process that loads a vault again and again: a server
_ADDRESSED: dict[Path, Known] = {}  # of the same: a card that did not change is the same object


@dataclass(frozen=True)
class State:
    """Everything that a vault is made from, read but not parsed."""

    config: Config
    listing: Listing
    digests: tuple[bytes, ...]  # of the sources
    generated: dict[str, bytes]
    record: bytes | None
    tested: bytes | None
    notebooks: dict[str, bytes]
    tasks: dict[str, bytes]
    declared: bytes | None = None  # pyproject.toml
    asked: bytes | None = None
    references: bytes | None = None
    given: bytes | None = None

    def key(self) -> str:
        """Equal for two states only if everything is: files, config and the engine itself."""
        names = [source.path for source in self.listing.sources]
        rest = (
            self.config,
            names,
            self.digests,
            self.listing.files,
            self.listing.problems,
            self.listing.excluded,
            self.listing.named,
            self.record,
            self.tested,
            self.declared,
            self.asked,
            self.references,
            self.given,
        )
        made = [
            (path, hashlib.sha256(data).digest())
            for path, data in (self.generated | self.notebooks | self.tasks).items()
        ]
        everything = repr((fingerprint(), rest, made)).encode("utf-8", "backslashreplace")
        return hashlib.sha256(everything).hexdigest()


def read_state(root: Path, config: Config | None = None) -> State:
    """Read the project at `root`."""
    config = config or load_config(root)
    listing = list_vault(root, config)
    digests = tuple(hashlib.blake2b(source.data, digest_size=16).digest() for source in listing.sources)
    generated = read_folder(root, config.snippets, (".py",))
    tested = read_bytes(root, f"{config.snippets}/tested.json")
    record, tasks = read_bytes(root, config.translations), read_folder(root, task_folder(config), (".py",))
    declared = read_bytes(root, "pyproject.toml")
    kept = [read_bytes(root, path) for path in (asked_file(config), config.references, config.witnesses)]
    return State(config, listing, digests, generated, record, tested, _stored(root, listing), tasks, declared, *kept)


def _stored(root: Path, listing: Listing) -> dict[str, bytes]:
    """The notebooks that were run, as far as they are there, by the path of their source."""
    listed = set(listing.files)
    sources = [source.path for source in listing.sources if source.path.endswith(SOURCE)]
    kept = [path for path in sources if stored_path(path) in listed]
    return {path: data for path in kept if (data := read_bytes(root, stored_path(path))) is not None}


def load_vault(
    root: Path,
    config: Config | None = None,
    *,
    cache: bool = True,
    state: State | None = None,
    keep: Callable[[Callable[[], None]], None] = lambda work: work(),
) -> Vault:
    """The vault of the project at `root`, or of what was already read of it; `keep` is given the writing of the cache."""
    state = state or read_state(root, config)
    config, listing = state.config, state.listing
    known, pieces = ({}, ()) if not cache else (_MEMORY[root], ()) if root in _MEMORY else read_cards(root)
    parsed: Entries = {}
    fresh: list[_Fresh] = []
    for source, digest in zip(listing.sources, state.digests, strict=True):
        hit = known.get(source.path)
        if hit is not None and hit[0] == digest and _same_place(hit[1], config):
            parsed[source.path] = hit
        else:
            fresh.append((source, digest))
    here, packed = _parse_all(fresh, config)
    parsed |= here
    for piece in packed:
        parsed |= unpack(piece)
    if cache:
        if root not in _MEMORY and fresh:
            keep(partial(write_cards, root, (*pieces, *packed), here, parsed))
        _MEMORY[root] = parsed
    confirmed, broken = read_mapping(state.record)
    problems = list(listing.problems)
    if broken:
        hint = "restore the file from version control"
        problems.append(Diagnostic(Span(config.translations, 1), "T010", f"the record cannot be read: {broken}", hint))
    records: list[dict[str, Any]] = []
    for path, data in ((config.references, state.references), (config.witnesses, state.given)):
        mapping, broken = read_mapping(data)
        records.append(mapping)
        if broken:
            problem = f"the record cannot be read: {broken}"
            problems.append(Diagnostic(Span(path, 1), "W006", problem, "restore the file from version control"))
    cards = {source.path: parsed[source.path][1] for source in listing.sources}
    for finding, head in listing.unread:
        path = finding.span.path
        place = (language_of(path, config), posixpath.splitext(posixpath.basename(path))[0], key_of(path, config))
        cards[path] = Card(path, *place, "", "", _privacy(head), diagnostics=(finding,))
    cards = dict(sorted(cards.items())) if listing.unread else cards
    return Vault(
        config,
        with_shared_anchors(cards, config, _ADDRESSED.setdefault(root, {}) if cache else {}),
        listing.files,
        tuple(problems),
        state.generated,
        confirmed,
        state.tested,
        state.notebooks,
        state.tasks,
        dict.fromkeys(listing.excluded),
        references=records[0],
        given=records[1],
        declared=(state.declared or b"").decode("utf-8", "replace"),
        asked=state.asked,
        named=frozenset(listing.named),
    )


def _same_place(card: Card, config: Config) -> bool:
    """Whether the config still puts the card where it was when it was parsed."""
    key = key_of(card.path, config) + (CANVAS if card.is_canvas else "")
    return card.lang == language_of(card.path, config) and card.key == key


def key_of(path: str, config: Config) -> str:
    """The path inside its language folder without the suffix: the same for every translation of a card."""
    return posixpath.splitext(inside_language(path, config))[0]


def parse_source(source: Source, config: Config) -> Card:
    """Decode and parse one file; what is wrong with its bytes is among the card's diagnostics."""
    from zhixing.syntax.parse import parse_card

    text, problems = decode(source)
    if source.path.lower().endswith(CANVAS):
        made = canvas_card(source.path, language_of(source.path, config), key_of(source.path, config), text)
        return replace(made, diagnostics=(*problems, *made.diagnostics)) if problems else made
    if source.path.endswith(SOURCE):
        text, missed = as_markdown(source.path, text)
        problems += missed
    card = parse_card(source.path, language_of(source.path, config), key_of(source.path, config), text)
    if not text and source.data:
        card = replace(card, front=_privacy(source.data))
    if problems:
        card = replace(card, diagnostics=(*problems, *card.diagnostics))
    return card


def _privacy(data: bytes) -> Front:
    """Of a note whose text is not read: whether it may be named at all; one whose front matter does not end may not."""
    encoding = "utf-8-sig"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif _is_wide(data):
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    text = data.decode(encoding, "replace").replace("\r\n", "\n")
    front, problems = frontmatter.read("", text)
    if any(finding.code == "F012" for finding in problems):
        return Front(publish=False)
    return Front(publish=front.publish, draft=front.draft)


def _is_wide(data: bytes) -> bool:
    """Whether so many bytes are zero that the file is UTF-16 without a mark, or no text at all."""
    return 4 * data.count(b"\0") > len(data)


def decode(source: Source) -> tuple[str, list[Diagnostic]]:
    """Text with Unix line ends and no byte-order mark, and what had to be mended."""
    data, path, problems = source.data, source.path, []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        hint = "save it as UTF-8 without BOM"
        problems.append(Diagnostic(Span(path, 1), "F002", "the file starts with a byte-order mark", hint))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        hint = "save the file as UTF-8; nothing else was checked in it"
        problems.append(Diagnostic(Span(path, line), "F001", f"byte 0x{byte:02x} is not UTF-8", hint))
        return "", problems
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        hint = "delete it: a card is plain text"
        is_wide = _is_wide(data)
        hint = "save the file as UTF-8; nothing else was checked in it" if is_wide else hint
        problems.append(Diagnostic(Span(path, line), "F001", "byte 0x00 is not text", hint))
        if is_wide:
            return "", problems
        text = text.replace("\0", "\ufffd")
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        hint = "save the file with Unix line ends (LF)"
        problems.append(Diagnostic(Span(path, line), "F003", "lines end in CRLF", hint))
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    wrong = misread(text) if b"\xc3" in data else None  # the byte before every letter that a misread text begins with
    if wrong:
        line = text.count("\n", 0, wrong.start()) + 1
        hint = f"run `zhixing mend {path}`"
        problem = f"{len(wrong.group())} characters stand for {restored(wrong)!r}: read in a wrong encoding, then saved"
        problems.append(Diagnostic(Span(path, line), "F008", problem, hint))
    if not text.strip():
        problems.append(Diagnostic(Span(path, 1), "F004", "the file is empty", "write the card or delete the file"))
    return text, problems


def _parse_all(fresh: Sequence[_Fresh], config: Config) -> tuple[Entries, list[bytes]]:
    """Parse on all cores: this process takes a share of the files, each other one takes another and packs it."""
    import_module("zhixing.syntax.parse")  # before the processes part, so that each has it
    workers = min(os.cpu_count() or 1, 8, len(fresh) // _SHARE)
    if workers < 2:
        return _parse_share(fresh, config), []
    numbers: dict[str, int] = {}  # translations of a card go to one process: they share their code
    for source, _ in fresh:
        numbers.setdefault(key_of(source.path, config), len(numbers))
    own = len(numbers) * _OWN / (_OWN + workers - 1)
    shares: list[list[_Fresh]] = [[] for _ in range(workers)]
    for source, digest in fresh:
        number = numbers[key_of(source.path, config)]
        shares[0 if number < own else 1 + number % (workers - 1)].append((source, digest))
    others = [aside(partial(_pack_share, share, config)) for share in shares[1:]]
    here = _parse_share(shares[0], config)
    return here, [wait() for wait in others]


def _pack_share(share: Sequence[_Fresh], config: Config) -> bytes:
    return pack(_parse_share(share, config))


def _parse_share(share: Sequence[_Fresh], config: Config) -> Entries:
    with uncollected():
        return {source.path: (digest, parse_source(source, config)) for source, digest in share}

"""Disk → Vault: read, decode, parse, with parsed cards kept in a cache by content."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path, PurePosixPath

from zhixing.model import Card, Config, Diagnostic, Span, Vault
from zhixing.read import Source, fingerprint, list_vault, load_config, read_bytes, read_cache, read_folder, read_yaml
from zhixing.write import write_cache

CACHE = ".cache/zhixing/cards.pickle"
_PARALLEL_FROM = 200  # files; below this a second process costs more than it saves

_Cache = dict[str, tuple[bytes, Card]]


def load_vault(root: Path, config: Config | None = None, *, cache: bool = True) -> Vault:
    """The vault of the project at `root`."""
    config = config or load_config(root)
    listing = list_vault(root, config)
    known = _known(root) if cache else {}
    parsed: _Cache = {}
    fresh: list[tuple[Source, bytes]] = []
    for source in listing.sources:
        digest = hashlib.blake2b(source.data, digest_size=16).digest()
        hit = known.get(source.path)
        if hit is not None and hit[0] == digest and hit[1].lang == language_of(source.path, config):
            parsed[source.path] = hit
        else:
            fresh.append((source, digest))
    for (source, digest), card in zip(fresh, _parse_all([source for source, _ in fresh], config), strict=True):
        parsed[source.path] = (digest, card)
    if cache and (fresh or len(known) != len(parsed)):
        write_cache(root / CACHE, (fingerprint(), parsed))
    confirmed, broken = read_yaml(root, config.record)
    problems = list(listing.problems)
    if broken:
        hint = "restore the file from version control"
        problems.append(Diagnostic(Span(config.record, 1), "T010", f"the record cannot be read: {broken}", hint))
    return Vault(
        config,
        {source.path: parsed[source.path][1] for source in listing.sources},
        listing.files,
        tuple(problems),
        read_folder(root, config.snippets, (".py",)),
        confirmed,
        read_bytes(root, f"{config.snippets}/tested.json"),
    )


def language_of(path: str, config: Config) -> str:
    """The language folder a path lies in, or "" if it lies in none."""
    inside = path[len(config.docs) + 1 :] if config.docs != "." else path
    first = inside.partition("/")[0]
    return first if first in config.languages and "/" in inside else ""


def key_of(path: str, config: Config) -> str:
    """The path inside its language folder without the suffix: the same for every translation of a card."""
    inside = path[len(config.docs) + 1 :] if config.docs != "." else path
    lang = language_of(path, config)
    inside = inside[len(lang) + 1 :] if lang else inside
    return str(PurePosixPath(inside).with_suffix(""))


def parse_source(source: Source, config: Config) -> Card:
    """Decode and parse one file; what is wrong with its bytes is among the card's diagnostics."""
    from zhixing.parse import parse_card

    text, problems = decode(source)
    card = parse_card(source.path, language_of(source.path, config), key_of(source.path, config), text)
    if problems:
        card = replace(card, diagnostics=(*problems, *card.diagnostics))
    return card


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
        problems.append(Diagnostic(Span(path, line), "F001", "byte 0x00 is not text", hint))
        text = text.replace("\0", "\ufffd")
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        hint = "save the file with Unix line ends (LF)"
        problems.append(Diagnostic(Span(path, line), "F003", "lines end in CRLF", hint))
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        problems.append(Diagnostic(Span(path, 1), "F004", "the file is empty", "write the card or delete the file"))
    return text, problems


def _known(root: Path) -> _Cache:
    stored = read_cache(root / CACHE)
    if isinstance(stored, tuple) and len(stored) == 2 and stored[0] == fingerprint():
        cards: _Cache = stored[1]
        return cards
    return {}


def _parse_all(sources: list[Source], config: Config) -> list[Card]:
    workers = min(os.cpu_count() or 1, 8)
    if len(sources) < _PARALLEL_FROM or workers < 2:
        return [parse_source(source, config) for source in sources]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(parse_source, sources, [config] * len(sources), chunksize=25))

"""The only module that reads the disk."""

from __future__ import annotations

import errno
import gc
import glob
import hashlib
import json
import os
import pickle
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml

from zhixing.model import Config, Diagnostic, Span
from zhixing.syntax import fast
from zhixing.syntax.canvas import SUFFIX as CANVAS
from zhixing.syntax.notebook import SOURCE
from zhixing.vault.config import (
    REGEX,
    ConfigError,
    Settings,
    inside_language,
    is_excluded,
    is_pattern,
    make_config,
    matches,
    merged,
    parse_settings,
    parse_yaml,
)
from zhixing.vault.languages import is_language
from zhixing.vault.named_files import named_files

_SKIPPED = frozenset(["node_modules", "__pycache__"])
_BUILT = ("404.html", "sitemap.xml")  # what every site that MkDocs has built holds
_MARKDOWN = (".md", ".markdown")
_LARGEST_SETTINGS = 2_000_000  # bytes
_PATH = re.compile(r"[^\n\0]{1,500}")
_HEAD = 65_536  # bytes in which a front matter ends
_MKDOCS = "mkdocs.yml"
_SPECIAL = "it is no regular file"
_LIBRARIES = ("markdown_it", "mdurl", "yaml", "markdown", "pymdownx")  # on which depends what a card is parsed to


@dataclass(frozen=True)
class Source:
    """A Markdown file or a notebook as found: its path from the project root and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True)
class Listing:
    """Everything under the docs folder."""

    sources: tuple[Source, ...]
    files: tuple[str, ...]
    problems: tuple[Diagnostic, ...]
    excluded: tuple[str, ...] = ()
    named: tuple[str, ...] = ()  # names of the files that excluded notes link to
    unread: tuple[tuple[Diagnostic, bytes], ...] = ()  # Markdown files whose text is not read, and how one begins


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` with an mkdocs.yml, else `start`."""
    for folder in (start, *start.parents):
        if (folder / _MKDOCS).is_file():
            return folder
    return start


def load_settings(root: Path) -> Settings | None:
    """What the mkdocs.yml of a project says; None if there is none."""
    return parse_settings(_inherited(root / _MKDOCS, ())) if (root / _MKDOCS).is_file() else None


def _inherited(path: Path, below: tuple[Path, ...]) -> dict[str, Any]:
    """The YAML of a file, on top of the file that its INHERIT names, and so on."""
    try:
        data = parse_yaml(path.read_text(encoding="utf-8-sig"), path.name, os.environ)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path.name}: not UTF-8: {error.reason}") from error
    parent = data.pop("INHERIT", None)
    if parent is None:
        return data
    above = Path(os.path.normpath(path.parent / str(parent)))
    if not above.is_file() or above in (*below, path):
        problem = "inherits from itself" if above.is_file() else "does not exist"
        raise ConfigError(f"{path.name}: the file that INHERIT names, {parent}, {problem}")
    return merged(_inherited(above, (*below, path)), data)


def load_config(root: Path) -> Config:
    """Config of the project at `root`; a folder without mkdocs.yml is taken for a plain vault."""
    settings = load_settings(root)
    if settings is not None:
        return configured(root, settings.docs_dir, settings.options or {})
    return configured(root, "docs" if _holds_the_notes(root) else ".", {"profile": "vault"})


def configured(root: Path, docs_dir: str, options: Mapping[str, Any]) -> Config:
    """Config of the project at `root` with its notes in `docs_dir`, which may lie anywhere."""
    docs = os.path.relpath(root / docs_dir, root).replace(os.sep, "/")
    config = make_config(docs, options, _folders(root / docs))
    hidden = [path for folder in ("", *config.languages) for path in _hidden_by_obsidian(root / docs, folder)]
    if config.line_breaks == "obsidian":
        config = replace(config, line_breaks=_line_breaks(root / docs, config.languages))
    return replace(config, exclude=(*config.exclude, *hidden)) if hidden else config


def _line_breaks(docs: Path, folders: tuple[str, ...]) -> str:
    """What the settings of a vault make of one end of line: a break, unless they say otherwise."""
    strict = [_setting(docs / folder / ".obsidian/app.json", "strictLineBreaks") for folder in ("", *folders)]
    return "strict" if True in strict else "kept"


def _hidden_by_obsidian(docs: Path, folder: str) -> Iterator[str]:
    """What the settings of a vault leave out: its templates, and "Excluded files" that are given as paths or simple expressions."""
    settings = docs / folder / ".obsidian"
    if not settings.is_dir():
        return
    named = [_setting(settings / "templates.json", "folder"), *_templates(settings)]
    filters = _setting(settings / "app.json", "userIgnoreFilters")
    for path in [*named, *(filters if isinstance(filters, list) else ())]:
        if not isinstance(path, str) or not path.strip("/"):
            continue
        if len(path) > 2 and path[0] == path[-1] == "/":
            if is_pattern(path[1:-1]):
                yield REGEX + path[1:-1]
        else:
            begins = "" if path in named or path.endswith("/") else "*"  # of a path Obsidian compares the beginning
            yield glob.escape(f"/{folder}/{path.strip('/')}" if folder else f"/{path.strip('/')}") + begins


def _templates(settings: Path) -> Iterator[str]:
    """The notes and folders of templates that any plugin's settings name: `template`, `templates_folder`, `templatePath` …"""
    for file in sorted((*settings.glob("*.json"), *settings.glob("plugins/*/data.json"))):
        waiting: list[tuple[str, object]] = [("", _settings(file))]
        while waiting:
            key, value = waiting.pop()
            if isinstance(value, dict):
                waiting.extend(value.items())
            elif isinstance(value, list):
                waiting.extend((key, item) for item in value)
            elif isinstance(value, str) and "template" in key.lower() and _PATH.fullmatch(value):
                yield f"{value.removesuffix('.md')}.md"  # a note is named with or without its ending
                if "folder" in key.lower():
                    yield value


def _setting(path: Path, key: str) -> object:
    data = _settings(path)
    return data.get(key) if isinstance(data, dict) else None


def _settings(path: Path) -> object:
    """What a file of settings holds; a plugin that keeps its data there, not its settings, is not read."""
    try:
        is_small = path.is_file() and path.stat().st_size <= _LARGEST_SETTINGS
        return json.loads(path.read_bytes()) if is_small else None
    except (OSError, ValueError, RecursionError):
        return None


def _holds_the_notes(root: Path) -> bool:
    """Whether the notes of a folder without mkdocs.yml lie in its `docs`: most of them, and it is no vault itself."""
    if not (root / "docs").is_dir() or (root / ".obsidian").is_dir():
        return False
    paths = [path for _, path in _walk(root, "", []) if path.lower().endswith(_MARKDOWN)]
    return 2 * sum(path.startswith("docs/") for path in paths) > len(paths)


def _folders(folder: Path) -> list[str]:
    """The folders in a folder that hold Markdown at any depth."""
    if not folder.is_dir():
        return []
    inside = (entry for entry in sorted(folder.iterdir()) if entry.is_dir())
    return [entry.name for entry in inside if is_language(entry.name) and _has_markdown(entry)]


def _has_markdown(folder: Path) -> bool:
    return any(path.lower().endswith(_MARKDOWN) for _, path in _walk(folder, "", []))


def list_vault(root: Path, config: Config) -> Listing:
    """Read every Markdown file and notebook, and name every other file, in sorted order."""
    sources: list[Source] = []
    files: list[str] = []
    problems: list[Diagnostic] = []
    excluded: list[str] = []
    named: set[str] = set()
    top = os.path.realpath(root / config.docs)
    folder = cache(os.path.realpath)

    def real_name(entry: os.DirEntry[str]) -> str:
        return (
            os.path.realpath(entry.path)
            if entry.is_symlink()
            else f"{folder(entry.path[: -len(entry.name)])}/{entry.name}"
        )

    for entry, path in _walk(root / config.docs, config.docs if config.docs != "." else "", problems):
        if is_excluded(path, config) or _is_excluded_elsewhere(path, real_name(entry), top, config):
            excluded.append(path)
            named.update(_named(entry, path, config))
            continue
        if not path.lower().endswith((*_MARKDOWN, CANVAS)) and not _is_notebook(path, config):
            files.append(path)
            continue
        try:
            size = entry.stat().st_size
            if size > config.max_bytes:
                hint = f"split it: a card has at most {config.max_bytes:,} bytes (option max_bytes)"
                problems.append(Diagnostic(Span(path, 1), "F005", f"the file has {size:,} bytes", hint))
                continue
            sources.append(Source(path, _regular(entry.path)))
        except OSError as error:
            problems.append(
                Diagnostic(Span(path, 1), "F007", f"cannot be read: {error.strerror}", "check its permissions")
            )
    unread = [
        (finding, _head(root / finding.span.path) if finding.code == "F005" else b"")
        for finding in problems
        if _is_unread(finding) and not is_excluded(finding.span.path, config)
    ]
    return Listing(tuple(sources), tuple(files), tuple(problems), tuple(excluded), tuple(sorted(named)), tuple(unread))


def _named(entry: os.DirEntry[str], path: str, config: Config) -> set[str]:
    """Files that an excluded note links to: what nothing else shows is not shown either."""
    try:
        if path.lower().endswith((*_MARKDOWN, CANVAS)) and entry.stat().st_size <= config.max_bytes:
            return set(named_files(_regular(entry.path)))
    except OSError:
        pass  # it is no part of the vault: that it cannot be read is nobody's concern
    return set()


def _is_excluded_elsewhere(path: str, real: str, top: str, config: Config) -> bool:
    """Whether a file is another name, by a symbolic link, of one that is excluded, or of a note as if it were none."""
    inside = real.removeprefix(top.rstrip(os.sep) + os.sep).replace(os.sep, "/")
    own = f"{config.docs}/{inside}" if config.docs != "." else inside
    if own == path:
        return False
    notes = (*_MARKDOWN, CANVAS)
    return is_excluded(own, config) or (own.lower().endswith(notes) and not path.lower().endswith(notes))


def _is_unread(finding: Diagnostic) -> bool:
    return finding.code in ("F005", "F006", "F007") and finding.span.path.lower().endswith(_MARKDOWN)


def _head(path: Path) -> bytes:
    """How a large file begins: its front matter may say that it is private."""
    try:
        return _regular(str(path), _HEAD)
    except OSError:
        return b""


def _regular(path: str, most: int = -1) -> bytes:
    """The bytes of a file; OSError for what has become something else since it was listed, which might never end."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as handle:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, _SPECIAL, path)
        return handle.read(most)


def _is_notebook(path: str, config: Config) -> bool:
    return path.endswith(SOURCE) and matches(inside_language(path, config), config.notebooks)


def _walk(
    folder: Path | str, prefix: str, problems: list[Diagnostic], above: tuple[str, ...] = ()
) -> Iterator[tuple[os.DirEntry[str], str]]:
    """The files below a folder; `above` are the real folders that it lies in, the vault's own first."""
    above = (*above, os.path.realpath(folder))
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        problems.append(
            Diagnostic(Span(prefix or ".", 1), "F007", f"cannot be read: {error.strerror}", "is it a folder?")
        )
        return
    for entry in entries:
        path = f"{prefix}/{entry.name}" if prefix else entry.name
        if _is_skipped(entry.name):
            continue
        if not _is_text(entry.name):
            shown = path.encode("utf-8", "backslashreplace").decode()
            problems.append(Diagnostic(Span(shown, 1), "F001", "the name of the file is not UTF-8", "rename it"))
        elif entry.is_symlink() and (not os.path.exists(entry.path) or os.path.realpath(entry.path) in above):
            hint = "remove the link, or point it at a folder outside its own path"
            problems.append(Diagnostic(Span(path, 1), "F006", "the symbolic link leads nowhere or in a circle", hint))
        elif entry.is_symlink() and leaves(entry.path, above[0]):
            hint = "put what it leads to into the vault, or remove the link"
            problems.append(Diagnostic(Span(path, 1), "F009", "the symbolic link leaves the vault", hint))
        elif entry.is_dir():
            if all(os.path.exists(os.path.join(entry.path, name)) for name in _BUILT):
                continue
            yield from _walk(entry.path, path, problems, above)
        elif entry.is_file():
            yield entry, path
        else:
            problem = f"cannot be read: {_SPECIAL}"
            problems.append(Diagnostic(Span(path, 1), "F007", problem, "remove it from the vault"))


def leaves(link: str, top: str) -> bool:
    """Whether a symbolic link leads out of the real folder `top`, or to something in it that is no part of a vault."""
    real = os.path.realpath(link)
    inside = real.removeprefix(top.rstrip(os.sep) + os.sep)
    return real != top and (inside == real or any(_is_skipped(name) for name in inside.split(os.sep)))


def _is_skipped(name: str) -> bool:
    return name.startswith(".") or name in _SKIPPED or name.endswith(".tmp~")


def _is_text(name: str) -> bool:
    """Whether the name can be printed and written; bytes that are not UTF-8 stand in it as lone surrogates."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def read_folder(root: Path, folder: str, suffixes: tuple[str, ...]) -> dict[str, bytes]:
    """Bytes of the files in one generated folder, by path from the root."""
    base = root / folder
    if not base.is_dir():
        return {}
    found = sorted(entry.name for entry in os.scandir(base) if entry.name.endswith(suffixes) and entry.is_file())
    return {f"{folder}/{name}": (base / name).read_bytes() for name in found}


def read_below(folder: Path, pattern: str) -> list[tuple[str, bytes]]:
    """Path and bytes of the files below a folder that may lie anywhere, in the order of their paths."""
    return [(str(path), path.read_bytes()) for path in sorted(folder.rglob(pattern)) if path.is_file()]


@cache
def _once(base: Any) -> Any:
    """A loader that refuses a key given twice in one mapping: YAML's own keeps the last, and what stood first is lost."""

    class Once(base):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen = set()
            for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
                if (key.tag, key.value) in seen:
                    problem = f"key {key.value!r} is given twice, again on line {key.start_mark.line + 1}"
                    raise yaml.constructor.ConstructorError(None, None, problem)
                seen.add((key.tag, key.value))
            return super().construct_mapping(node, deep)

    return Once


def read_mapping(data: bytes | None) -> tuple[dict[str, Any], str]:
    """The YAML mapping that a file holds, or {} and what is wrong with it; {} if there is no file."""
    if data is None:
        return {}, ""
    try:
        text = data.decode("utf-8")
        plain = fast.translations(text)
        if plain is not None:
            return plain, ""
        try:
            data = yaml.load(text, Loader=_once(getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
        except yaml.YAMLError:
            data = yaml.load(text, Loader=_once(yaml.SafeLoader))  # slower, but it says the same on every machine
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return {}, str(error).split("\n")[0]
    if data is None:
        return {}, ""
    return (data, "") if isinstance(data, dict) else ({}, "it is not a mapping")


def read_bytes(root: Path, path: str) -> bytes | None:
    """Bytes of one file, or None if it is not there."""
    file = root / path
    return file.read_bytes() if file.is_file() else None


@contextmanager
def uncollected() -> Iterator[None]:
    """Many objects are made here and none is garbage: looking through them again and again takes most of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _version(package: str) -> tuple[bytes, ...]:
    """What tells one version of an installed library from another, without importing it or its metadata."""
    spec = find_spec(package)
    folder = Path(spec.origin).parent if spec is not None and spec.origin else None
    files = [folder / name for name in ("__init__.py", "__meta__.py", "_version.py")] if folder else []
    return tuple(file.read_bytes() for file in files if file.is_file())


@cache
def fingerprint(*rooms: str) -> str:
    """Identifies this version of the engine, or of some rooms of it, of Python and of the libraries: what another one made is not used."""
    digest = hashlib.sha256(repr((sys.version, fast.is_on(), *map(_version, _LIBRARIES))).encode())
    engine = Path(__file__).parents[1]
    for file in sorted(file for room in rooms or [""] for file in (engine / room).rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def cache_file(root: Path, kind: str = "cards") -> Path:
    """Where something made from a project is kept: never inside it, since a vault may come from anyone."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    name = hashlib.blake2b(str(root.resolve()).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
    return Path(home) / "zhixing" / f"{name}.{kind}.pickle"


def read_cache(path: Path) -> Any:
    """The unpickled cache, or None if there is none that can be used."""
    try:
        with open(path, "rb") as handle, uncollected():
            return pickle.load(handle)
    except Exception:  # a damaged pickle can raise anything
        return None


def study_file() -> Path:
    """Where a learner's history is kept unless another file is named."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(home) / "zhixing" / "study.json"


def read_file(path: Path) -> bytes | None:
    """Bytes of a file that may lie anywhere, or None if it is not there."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def newest(root: Path, paths: Iterable[str]) -> int:
    """When the youngest of some files was changed, in seconds."""
    return max((int((root / path).stat().st_mtime) for path in paths), default=0)


def hashed(folder: Path) -> dict[str, tuple[str, int]]:
    """Each file below a folder, by its path there: the beginning of its SHA-256, and its size."""
    found: dict[str, tuple[str, int]] = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            data = path.read_bytes()
            found[path.relative_to(folder).as_posix()] = (hashlib.sha256(data).hexdigest()[:16], len(data))
    return dict(sorted(found.items()))


def folders_in(folder: Path) -> list[str]:
    """The names of the folders in a folder; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:
        return []

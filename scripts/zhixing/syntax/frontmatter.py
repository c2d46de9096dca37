"""YAML front matter → its typed form: the one place that says what its keys mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import yaml

from zhixing.model import Diagnostic, Front, Link, Span
from zhixing.syntax import fast
from zhixing.syntax.inline import is_placeholder, split_target, without_comments

_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:value", "tag:yaml.org,2002:bool")


class _LOADER(_BASE):  # type: ignore[misc]
    """YAML as Obsidian reads it: `on` and `2024-02-30` are words."""

    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [(tag, pattern) for tag, pattern in resolvers if tag not in _WORDS]
        for first, resolvers in _BASE.yaml_implicit_resolvers.items()
    }


_LOADER.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)

_WIKI = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_NO, _YES = ("false", "no", "off", "0", "n"), ("true", "yes", "on", "1", "y")
_SWITCH = re.compile(
    r"""[\s\-?{,]*["']?(publish|published|dg-publish|share|public|draft|private|hidden|unlisted|visibility|access)["']?"""
    r"""\s*[:：=]\s*(?:[!&]\S*\s+)*["'\[]*\s*(\w+)""",
    re.I,
)
_PUBLISH, _DRAFT = ("publish", "published", "dg-publish", "share", "public"), ("draft", "private")
_LOOSE = ("published", "share", "public")  # of which many write the day, or with whom
_HIDDEN = ("hidden", "unlisted")  # which speak to other programs too: a plain yes hides the note
_KNOWN = (*_PUBLISH, *_DRAFT, *_HIDDEN)
_SEEN_BY, _UNSEEN = ("visibility", "access"), ("private", "hidden", "draft", "unlisted")
_FOREIGN = re.compile(
    r"\ufeff?(?:\+{3}[ \t]*\n((?:.*\n){0,60}?)\+{3}[ \t]*$|\{[ \t]*\n((?:.*\n){0,60}?)\}[ \t]*$)", re.M
)
_KEY = re.compile(r"([\"']?)([^\s#:\"'\[{&*!|>%@`,-][^:]*?)\1\s*:(?=\s|$)")
_LATE = re.compile(r"[\s\ufeff]*^[ ]{0,3}-{3,}[ ]*\n(?=[A-Za-z][\w-]*:[ \n])((?:(?!-{3}).*\n){1,60}?)-{3,}[ ]*$", re.M)
_SMALL = 1_000  # characters that cannot do harm without anchors
_LONGEST = 200  # characters of a key
_DEEPEST = 50
_LARGEST = 20_000

Meta = tuple[dict[str, Any], dict[str, int], int, list[Diagnostic]]


def read(path: str, text: str) -> tuple[Front, list[Diagnostic]]:
    """The front matter of a file, and what is wrong with it."""
    written, lines, height, problems = _split(path, text)
    if not height and not problems and (late := _LATE.match(text)):
        line = text.count("\n", 0, text.index("--")) + 1
        hint = "begin it on the first line with three dashes alone"
        problems = [Diagnostic(Span(path, line), "F062", "the front matter does not begin on the first line", hint)]
        said = _switches(f"---\n{late[1]}", 0)
        return Front(publish=_is_published(said), draft=_is_draft(said)), problems
    if (
        not height
        and not problems
        and (foreign := _FOREIGN.match(text))
        and (said := _switches(f"---\n{foreign[1] or foreign[2]}", 0))
    ):
        problem = "front matter between other marks than three dashes"
        problems = [Diagnostic(Span(path, 1), "F062", problem, "write it as YAML, between lines of three dashes")]
        return Front(publish=_is_published(said), draft=_is_draft(said)), problems
    if not written:
        said = _switches(text, height) if problems else {}
        return Front(height=height, publish=_is_published(said), draft=_is_draft(said)), problems
    problems += _twice(path, text.split("\n")[1 : height - 1])
    problems += _unclear(path, written, lines)
    links = {key: tuple(_links(Span(path, lines.get(key, 1)), value)) for key, value in written.items()}
    again = _first_of_two(text, height) if any(problem.code == "F049" for problem in problems) else {}
    minutes, search = written.get("minutes"), written.get("search")
    tags = _items(written.get("tags", written.get("tag")), separators=", ")
    return Front(
        title=_words(written.get("title")),
        topic=_words(written.get("topic")),
        category=_words(written.get("category")),
        description=_words(written.get("description")),
        difficulty=_words(written.get("difficulty")).count("⭐"),
        minutes=minutes if type(minutes) is int else 0,
        tags=tuple(tag.lstrip("#") for tag in tags if tag.strip("#")),
        aliases=tuple(_items(written.get("aliases", written.get("alias")))),
        links=tuple(link for found in links.values() for link in found),
        prerequisites=links.get("prerequisites", ()),
        publish=_is_published(written) and _is_published(again),
        draft=_is_draft(written) or _is_draft(again),
        searched=not (isinstance(search, dict) and _is(search.get("exclude"), False)),
        written=written,
        lines=lines,
        height=height,
    ), problems


def _words(value: object) -> str:
    """Text, or a number that was meant as text: `title: 1984`."""
    return "" if value is None or isinstance(value, (list, dict)) else without_comments(str(value)).strip()


def _items(value: object, separators: str = "") -> list[str]:
    """A list of words, or one; if it has separators a text may be several."""
    if isinstance(value, str) and separators:
        value = re.split(f"[{separators}\\s]+", value)
    return [words for item in (value if isinstance(value, list) else [value]) if (words := _words(item))]


def _is_published(written: dict[str, Any]) -> bool:
    """What is neither yes nor no hides the note."""
    return all(
        _is(value, key.casefold() in _LOOSE or not _says(value))
        for key, value in written.items()
        if key.casefold() in _PUBLISH
    )


def _is_draft(written: dict[str, Any]) -> bool:
    return any(
        bool(_almost(name, value))
        or (name in _DRAFT and _is(value, _says(value)))
        or (name in _HIDDEN and _word(value) in _YES)
        or (name in _SEEN_BY and _word(value) in _UNSEEN)
        for name, value in ((key.casefold(), value) for key, value in written.items())
    )


def _almost(key: str, value: object) -> str:
    """The switch that a key which is none was meant for: it almost has its name, and says what hides a note."""
    word = _word(value) if isinstance(value, (bool, str, int)) else ""
    if word not in (*_YES, *_NO) or key.casefold() in _KNOWN:
        return ""
    found = get_close_matches(key.strip(" “”‘’\"'?").casefold(), (*_PUBLISH[:2], *_DRAFT), 1, 0.8)
    return found[0] if found and word in (_YES if found[0] in _DRAFT else _NO) else ""


def _says(value: object) -> bool:
    """Whether a switch has a value at all."""
    return value is not None and _word(value) not in ("", "[]", "none", "null", "~")


def _twice(path: str, lines: list[str]) -> Iterator[Diagnostic]:
    """Keys that stand twice: the last one counts, where Obsidian reads none."""
    known: dict[str, int] = {}
    for number, line in enumerate(lines, 2):
        match = _KEY.match(line[:_LONGEST]) if line[:1] not in " \t-#" else None
        if match and match[2] in known:
            hint = f"keep one: it stands on line {known[match[2]]} too"
            yield Diagnostic(Span(path, number), "F049", f"key {match[2]!r} stands twice in the front matter", hint)
        elif match:
            known[match[2]] = number


def _first_of_two(text: str, height: int) -> dict[str, Any]:
    """What keys that stand twice say of being published: one that hides the note is enough."""
    said: dict[str, Any] = {}
    for line in text.split("\n")[1 : height - 1]:
        match = _SWITCH.match(line)
        if match:
            said.setdefault(match[1], match[2])
    return said


def _unclear(path: str, written: dict[str, Any], lines: dict[str, int]) -> Iterator[Diagnostic]:
    """A switch that is neither on nor off: it hides the note."""
    for key, value in written.items():
        word = _word(value)
        if meant := _almost(key, value):
            hint = f"write {meant}: so far the note is not published"
            yield Diagnostic(Span(path, lines.get(key, 1)), "F063", f"{key!r} is almost {meant}", hint)
        if key.casefold() not in ("publish", *_DRAFT) or not _says(value) or word in (*_YES, *_NO):
            continue
        said = "is not published" if not _is_published(written) or _is_draft(written) else "is published"
        problem = f"{key} is neither true nor false but {word[:40]!r}"
        yield Diagnostic(Span(path, lines.get(key, 1)), "F063", problem, f"write true or false: so far the note {said}")


def _switches(text: str, height: int) -> dict[str, Any]:
    """What a front matter that cannot be read says of being published: a slip in another line must not show the note."""
    lines = text.split("\n")
    last = height or next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    return {match[1]: match[2] for line in lines[1:last] if (match := _SWITCH.match(line))}


def _word(value: object) -> str:
    return str(value[0] if isinstance(value, list) and len(value) == 1 else value).strip().casefold()


def _is(value: object, default: bool) -> bool:
    """A switch; YAML as Obsidian reads it has `no` as a word, and whoever writes it means no."""
    word = _word(value)
    if word in (*_YES, *_NO):
        return word in _YES
    return (default and not get_close_matches(word, ("false",), 1, 0.7)) or bool(
        get_close_matches(word, ("true",), 1, 0.7)
    )


def _links(span: Span, value: object) -> Iterator[Link]:
    """A property whose whole value, or an item of it, is `"[[x]]"` links to x, as in Obsidian."""
    for item in value if isinstance(value, list) else [value]:
        link = _WIKI.fullmatch(item.strip()) if isinstance(item, str) else None
        if link is not None and not is_placeholder(link.group(1)):
            yield Link(span, *split_target(link.group(1)), True, False)


def _split(path: str, text: str) -> Meta:
    """Return values, key lines, the number of lines the front matter takes, and what is wrong with it."""
    if not text.startswith("---"):
        return {}, {}, 0, []
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return {}, {}, 0, []
    for end in range(1, len(lines)):
        if lines[end].rstrip() in ("---", "..."):
            break
    else:
        if any(":" in line for line in lines[1:4]):
            hint = "close it with a line of three dashes"
            return {}, {}, 0, [Diagnostic(Span(path, 1), "F012", "front matter is never closed", hint)]
        return {}, {}, 0, []  # a horizontal rule on line 1
    source = "\n".join(lines[1:end])
    plain = fast.front_matter(source)
    values, key_lines, problems = (*plain, []) if plain else read_yaml(path, source)
    return values, key_lines, end + 1, problems


def read_yaml(path: str, source: str) -> tuple[dict[str, Any], dict[str, int], list[Diagnostic]]:
    """Values, key lines and problems of any front matter."""
    try:
        if len(source) > _SMALL or "&" in source:
            _measure(source)
        loader = _LOADER(source)
        try:
            node = loader.get_single_node()
            if node is None:
                return {}, {}, []
            if not isinstance(node, yaml.MappingNode):
                hint = "write `key: value` lines"
                return {}, {}, [Diagnostic(Span(path, 2), "F011", "front matter is not a mapping", hint)]
            values = loader.construct_document(node)
            repr(values)  # a number with too many digits to be shown would only fail later
            if not isinstance(values, dict):
                raise TypeError("it is not a plain mapping")
        finally:
            loader.dispose()
    except Exception as error:  # the constructors of PyYAML raise whatever int(), a regex or a dictionary raises
        if is_placeholder(source):
            return {}, {}, []  # a template becomes YAML when it is filled in
        mark = getattr(error, "problem_mark", None)
        line = (mark.line if mark else 0) + 2
        problem = getattr(error, "problem", None) or str(error).split("\n")[0]
        hint = "quote a value that contains `: `, `#`, `[` or `{`" if mark else "write plain `key: value` lines"
        return {}, {}, [Diagnostic(Span(path, line), "F010", f"front matter is not valid YAML: {problem}", hint)]
    key_lines = {str(key.value): key.start_mark.line + 2 for key, _ in node.value}
    return {str(key): value for key, value in values.items()}, key_lines, []


def _measure(source: str) -> None:
    """ValueError if the YAML nests so deeply, or repeats itself by anchors so often, that building it is unsafe."""
    sizes: dict[str, int] = {}
    total = 0
    opened: list[tuple[str, int]] = []  # anchor of each open collection, and the size before it
    for event in yaml.parse(source, Loader=_LOADER):
        anchor = getattr(event, "anchor", None) or ""
        if isinstance(event, yaml.AliasEvent):
            if anchor in {name for name, _ in opened}:
                raise ValueError(f"anchor {anchor!r} contains itself")
            total += sizes.get(anchor, 1)
        elif isinstance(event, yaml.CollectionStartEvent):
            opened.append((anchor, total))
            total += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            name, before = opened.pop()
            sizes[name] = total - before
        elif isinstance(event, yaml.ScalarEvent):
            sizes[anchor] = 1
            total += 1
        if len(opened) > _DEEPEST or total > _LARGEST:
            raise ValueError("it is nested too deeply" if len(opened) > _DEEPEST else "it has too many values")

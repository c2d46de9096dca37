"""Fences of JSON, YAML and TOML that nothing could read, and fences that hold nothing."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from zhixing.syntax.slips import Slip

_YAML: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LARGEST = 20_000  # characters
# What says that something is left out, or will be put in: such a text is no file.
_PART = re.compile(r"…|\.\.\.|\{\{|\{%|<%|\$\{|<[A-Za-z][\w /-]*>|^\s*```", re.M)
_REMARK = re.compile(r"(?:^|[,{\[:\s])(?://|/\*|#)")
_WHOLE = re.compile(r"\s*[{\[]")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_CODE = frozenset(
    ["", "text", "json", "yaml", "yml", "toml", "bash", "sh", "javascript", "js", "sql", "cpp", "c", "output"]
)
_HINT = "mend it; write … for what is left out, or fence it as ```text"
Problem = tuple[int, str]


def unread(language: str, code: str) -> Iterator[Slip]:
    """Why a fence of data cannot be read: the line in it, from 1."""
    reader = _READERS.get(language.lower())
    if reader is None or len(code) > _LARGEST or _PART.search(code) or not code.strip():
        return
    problem = reader(code)
    if problem is not None:
        line, why = problem
        yield Slip(max(1, min(line, code.count("\n"))), "S018", f"the {language.upper()} does not parse: {why}", _HINT)


def empty(language: str, code: str, *, is_python: bool) -> Iterator[Slip]:
    """A fence with nothing in it, or Python with nothing but comments."""
    if is_python and all(line.lstrip()[:1] in ("", "#") for line in code.split("\n")):
        yield Slip(0, "S019", "the block holds no code", "write it, or delete the fence")
    elif language.lower() in _CODE and not code.strip():
        yield Slip(0, "S019", "the fence holds nothing", "write what is missing, or delete the fence")


def _json(code: str) -> Problem | None:
    """One value or several, one after the other; a part of an object, or one with remarks, is no file."""
    if not _WHOLE.match(code) or _REMARK.search(re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', code)):
        return None
    decoder, at = json.JSONDecoder(), 0
    try:
        while rest := len(code[at:].lstrip()):
            at = decoder.raw_decode(code, len(code) - rest)[1]
    except json.JSONDecodeError as error:
        return _unexpected(code, error.pos)
    except (ValueError, RecursionError):
        return None
    return None


def _unexpected(code: str, at: int) -> Problem:
    """In words of our own: those of Python's reader differ from one version to the next."""
    before, rest = code[:at].rstrip(), code[at:].lstrip(", \n\t")
    line = code.count("\n", 0, len(before)) + 1
    if rest[:1] in ("}", "]") and (before[-1:] == "," or code[at : at + 1] == ","):
        return line, f"a comma stands before the last {rest[0]}"
    if not code[at:].strip():
        return line, "it ends too early"
    return code.count("\n", 0, at) + 1, f"{code[at:].split(maxsplit=1)[0][:20]} is not expected"


def _yaml(code: str) -> Problem | None:
    """What its events tell: nothing is built of them."""
    try:
        for _ in yaml.parse(code, Loader=_YAML):
            pass
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return line, str(error.problem)
    except (yaml.YAMLError, ValueError, RecursionError):
        return 1, "a sign that YAML does not have"
    return None


def _toml(code: str) -> Problem | None:
    try:
        tomllib.loads(code)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        line = int(found[1]) if found and found[1] else code.count("\n")
        why = _AT.sub("", str(error))
        return line, why[:1].lower() + why[1:]
    except (ValueError, RecursionError):
        return None
    return None


_READERS: dict[str, Callable[[str], Problem | None]] = {"json": _json, "yaml": _yaml, "yml": _yaml, "toml": _toml}

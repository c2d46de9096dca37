"""P: files of judged tasks, read and not run; what a list, a page or the judge would stumble over."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from zhixing.blocks.extract import is_extracted, source_cards
from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.syntax.slug import module_name

_NEEDED = ("minutes", "level", "title", "prompt", "hints", "properties", "wrong", "right")
_WRITTEN = ("minutes", "level", "title", "prompt", "hints", "claims", "blank", "given", "withheld")
_FIELDS = (*_NEEDED, "claims", "blank", "given", "withheld", "forbid", "equivalent", "use")
_LEAST = {"hints": 2, "properties": 1, "wrong": 3, "right": 1}
_TORCH = "_torch"


@dataclass(frozen=True)
class _Task:
    """A call of `task` in a file; `card` is the one whose definition it empties."""

    call: ast.Call
    path: str
    card: Card
    vault: Vault

    @property
    def given(self) -> dict[str, ast.expr]:
        return {keyword.arg: keyword.value for keyword in self.call.keywords if keyword.arg}

    def at(self, node: ast.AST, code: str, problem: str, hint: str) -> Diagnostic:
        return Diagnostic(Span(self.path, getattr(node, "lineno", self.call.lineno)), code, problem, hint)


def check_tasks(vault: Vault) -> Iterator[Diagnostic]:
    """Every file of tasks, and the ids of all."""
    cards = {module_name(card.name): card for card in source_cards(vault)}
    known: dict[str, str] = {}
    for path, data in vault.tasks.items():
        name = PurePosixPath(path).stem.removesuffix(_TORCH)
        try:
            tree = ast.parse(data.decode("utf-8"))
        except UnicodeDecodeError:
            yield Diagnostic(Span(path, 1), "P001", "the file is not UTF-8", "save it as UTF-8")
            continue
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", 1) or 1
            said = getattr(error, "msg", str(error))
            yield Diagnostic(
                Span(path, line), "P001", f"the file is not Python: {said}", "mend it; no task of it is shown"
            )
            continue
        if name not in cards:
            hint = _near(name, cards) or "a file is named as its card's module in the snippets package"
            yield Diagnostic(Span(path, 1), "P001", f"no card becomes the module {name!r}", hint)
            continue
        for call in _calls_of(ast.walk(tree), "task"):
            one = _Task(call, path, cards[name], vault)
            ident = _literal(call.args[0]) if call.args else None
            if isinstance(ident, str) and ident in known:
                yield one.at(call, "P004", f"the task {ident!r} is there already", f"the other one: {known[ident]}")
            elif isinstance(ident, str):
                known[ident] = f"{path}:{call.lineno}"
            yield from _check(one)


def _check(one: _Task) -> Iterator[Diagnostic]:
    names = [_literal(node) for node in one.call.args[:2]]
    if len(names) < 2 or not all(isinstance(name, str) for name in names):
        hint = 'begin with two texts: task("my-task", "my_definition", …)'
        yield one.at(one.call, "P002", "a task has no id, or names no definition", hint)
        return
    yield from _fields(one)
    source = _definition(one.card, names[1])
    if source is None:
        hint = _near(names[1], _defined(one.card)) or f"{one.card.path} defines {', '.join(sorted(_defined(one.card)))}"
        yield one.at(one.call.args[1], "P003", f"the card defines no {names[1]!r}", hint)
    yield from _texts(one)
    yield from _links(one)
    for field in ("wrong", "right"):
        for answer in _calls_of(_entries(one.given.get(field)), field):
            yield from _edits(one, answer, field, source)


def _fields(one: _Task) -> Iterator[Diagnostic]:
    for name in _NEEDED:
        if name not in one.given:
            yield one.at(one.call, "P002", f"the task has no {name}", f"write {name}=…, as in the other tasks")
    for name, node in one.given.items():
        if name not in _FIELDS:
            hint = _near(name, _FIELDS) or f"there is {', '.join(_FIELDS)}"
            yield one.at(node, "P002", f"a task has no field {name!r}", hint)
        elif name in _WRITTEN and _literal(node) is None:
            yield one.at(
                node, "P002", f"{name} is computed", "write it out: lists and pages read it without running it"
            )
        elif name in _LEAST and len(_entries(node)) < _LEAST[name]:
            count = len(_entries(node))
            yield one.at(
                node, "P006", f"{name}: {count}, at least {_LEAST[name]} are needed", f"write another of {name}"
            )


def _texts(one: _Task) -> Iterator[Diagnostic]:
    """A sentence is one text for all languages, or one for each."""
    langs = one.vault.config.languages
    given = [one.given[name] for name in ("title", "prompt") if name in one.given]
    given += _entries(one.given.get("hints"))
    for field, maker in (("properties", ("agrees", "holds")), ("wrong", ("wrong",))):
        given += [call.args[0] for call in _calls_of(_entries(one.given.get(field)), *maker) if call.args]
    for node in given:
        text = _literal(node)
        if isinstance(text, tuple) and len(text) != len(langs or ("",)):
            hint = f"one text for each of {', '.join(langs)}" if langs else "one text: the vault has no languages"
            yield one.at(node, "P008", f"a sentence has {len(text)} texts", hint)


def _links(one: _Task) -> Iterator[Diagnostic]:
    """Claims of the card, and the block that explains a mistake: an id of the card, or Card#^id."""
    cards = {card.name: card for card in one.vault.cards.values() if card.lang == one.card.lang}
    named = _literal(one.given["claims"]) if "claims" in one.given else ()
    for claim in named if isinstance(named, (list, tuple)) else ():
        ids = {known.id for known in one.card.claims if known.id}
        if claim not in ids:
            hint = _near(str(claim), ids) or f"claims={sorted(ids)}"
            yield one.at(one.given["claims"], "P005", f"the card has no claim ^{claim}", hint)
    for call in _calls_of(_entries(one.given.get("wrong")), "wrong"):
        link = _literal(call.args[1]) if len(call.args) > 1 else None
        if not isinstance(link, str) or not link:
            yield one.at(call, "P005", "a mistake leads nowhere", "name the block that explains it, as second argument")
            continue
        name, _, block = link.partition("#^") if "#^" in link else (one.card.name, "", link)
        if name not in cards or block not in cards[name].block_ids:
            near = _near(block, cards[name].block_ids) if name in cards else _near(name, cards)
            yield one.at(call, "P005", f"{name} has no block ^{block}", near or "an id of this card, or Card#^id")


def _edits(one: _Task, answer: ast.Call, field: str, source: tuple[str, str] | None) -> Iterator[Diagnostic]:
    """An edit must find its text once in the code after the docstring, or else once before."""
    start = 2 if field == "wrong" else 1
    for node in answer.args[start:]:
        pair = _literal(node)
        if pair is not None and (not isinstance(pair, tuple) or [type(part) for part in pair] != [str, str]):
            yield one.at(
                node,
                "P007",
                "an edit is a pair of texts",
                "(what stands in the card's code, what stands there instead)",
            )
        elif pair is not None and source is not None:
            head, body = source
            old = pair[0]
            if body.count(old) != 1 and not (body.count(old) == 0 and head.count(old) == 1):
                problem = f"{old!r} stands {body.count(old)} times in the card's code"
                yield one.at(node, "P007", problem, "the card changed, or a longer piece of its text is needed")
    if len(answer.args) == start and not any(keyword.arg == "code" for keyword in answer.keywords):
        yield one.at(answer, "P007", "a known answer changes nothing", "give it an edit, or the whole text as code=…")


def _definition(card: Card, name: str) -> tuple[str, str] | None:
    """The definition's text up to the end of its docstring, and the rest."""
    for block in card.python_blocks():
        if block.python is None or block.python.kind != "definition" or not is_extracted(block):
            continue
        lines = block.code.splitlines(keepends=True)
        for node in ast.parse(block.code).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                has_doc = ast.get_docstring(node) is not None
                cut = (node.body[0].end_lineno or 0) if has_doc else first - 1
                return "".join(lines[first - 1 : cut]), "".join(lines[cut : node.end_lineno])
    return None


def _defined(card: Card) -> set[str]:
    blocks = [block for block in card.python_blocks() if block.python and block.python.kind == "definition"]
    nodes = [node for block in blocks if is_extracted(block) for node in ast.parse(block.code).body]
    return {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def _calls_of(nodes: Iterable[ast.AST], *names: str) -> list[ast.Call]:
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in names]


def _entries(node: ast.expr | None) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, (ast.List, ast.Tuple)) else []


def _literal(node: ast.expr) -> Any:
    """What is written out; None if it is computed."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _near(name: str, known: Iterable[str] | Mapping[str, object]) -> str:
    found = difflib.get_close_matches(name, sorted(known), 1)
    return f"did you mean {found[0]}?" if found else ""

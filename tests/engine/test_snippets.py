"""Line N of a module is line N of its card, and nothing but whole files is ever written."""

from __future__ import annotations

import errno
import importlib
import os
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from engine_cases import card, load, put, snapshot
from zhixing.blocks.extract import emit_snippets, is_extracted, module_source
from zhixing.hosts.cli.main import main
from zhixing.model import Card
from zhixing.syntax.slug import function_name, module_name
from zhixing.vault import write

Edit = Callable[[str, str, str], None]
PAGE = '''\
# Page

```python
import math

RATE = 0.5


def root(x):
    """√x."""
    return math.sqrt(x)
```

Prose with """ in it.

```python
from snippets.card import root

text = """first
  second
    third \\
    fourth
"""
shown = f"""a
  {root(
4)}
b"""
if text:
    print(text, end="")
    print(shown)
```

<!--pytest-codeblocks:importorskip(torch)-->
```python
import torch


class Layer(torch.nn.Module):
    """A layer."""

    NOTE = """one
  two
"""
```

<!--pytest-codeblocks:importorskip(torch)-->
```python
# nothing yet
```

> [!CLAIM] It holds.

^it-holds

```python
from snippets.card import root

assert root(4) == 2
```

```python
```
'''


def run(source: str, **modules: Any) -> types.ModuleType:
    """Import a module's source, with other modules given or, where None, absent."""
    kept = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        module = types.ModuleType("snippets.card")
        exec(compile(source.encode(), "card.py", "exec"), module.__dict__)
        return module
    finally:
        for name, value in kept.items():
            if value is None:
                del sys.modules[name]
            else:
                sys.modules[name] = value


def assert_line_for_line(parsed: Card) -> None:
    """Every line of every extracted block stands on its own line of the module; all else is a comment or blank."""
    lines, page = module_source(parsed).split("\n"), parsed.text.split("\n")
    assert len(lines) <= len(page) + 1
    code: set[int] = set()
    for block in parsed.blocks:
        if is_extracted(block):
            for offset, line in enumerate(block.code.split("\n")[:-1]):
                number = block.span.line + offset
                assert page[number].rstrip() == line.rstrip()
                assert lines[number].lstrip() == line.lstrip() if line.strip() else not lines[number].strip()
                code.add(number)
            code |= {block.span.line - 1, block.end_line - 1}  # the fences may become def, try and except
    assert all(line.startswith("#") or not line for number, line in enumerate(lines) if number not in code)


def test_every_line_stands_where_it_stands_on_the_card() -> None:
    assert_line_for_line(card(PAGE))


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2] / "docs/en").rglob("*.md")), ids=lambda path: path.name
)
def test_every_line_of_the_real_cards_does_too(path: Path) -> None:
    parsed = card(path.read_text(encoding="utf-8"), f"docs/en/{path.name}")
    assert_line_for_line(parsed)
    compile(module_source(parsed).encode(), str(path), "exec")


def test_import_defines_and_does_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    module = run(module_source(card(PAGE)), torch=None)
    assert module.RATE == 0.5 and module.root(4) == 2
    assert capsys.readouterr().out == ""


def test_traceback_points_at_the_line_of_the_card() -> None:
    module = run(module_source(card(PAGE)), torch=None)
    with pytest.raises(TypeError) as caught:
        module.root("x")
    line = caught.traceback[-1].lineno + 1
    assert PAGE.split("\n")[line - 1].strip() == "return math.sqrt(x)"


def test_strings_keep_their_content_inside_a_demo(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = run(module_source(card(PAGE)), torch=None)
    monkeypatch.setitem(
        sys.modules, "snippets", types.ModuleType("snippets")
    )  # others use the real one, before and after
    monkeypatch.setitem(sys.modules, "snippets.card", module)
    module.demo_page()
    module.claim_it_holds()
    assert capsys.readouterr().out == "first\n  second\n    third     fourth\na\n  2.0\nb\n"


def test_module_imports_without_torch_and_lacks_only_what_needs_it() -> None:
    module = run(module_source(card(PAGE)), torch=None)
    assert not hasattr(module, "Layer") and hasattr(module, "root")


def test_module_has_what_needs_torch_where_there_is_one() -> None:
    torch = types.ModuleType("torch")
    torch.nn = types.SimpleNamespace(Module=object)  # type: ignore[attr-defined]
    module = run(module_source(card(PAGE)), torch=torch)
    assert module.Layer.NOTE == "one\n  two\n"


@pytest.mark.parametrize("name", ["snippets", "importlib"])
def test_fault_inside_a_torch_block_is_not_swallowed(name: str) -> None:
    text = "<!--pytest-codeblocks:importorskip(torch)-->\n```python\nimport torch\nX = torch.missing\n```\n"
    with pytest.raises(AttributeError):
        run(module_source(card(text)), torch=types.ModuleType("torch"))


ODD = {
    "a second line like an encoding": "---\ntopic: Positional Encoding: latin-1\n---\n```python\nX = 'é'\n```\n",
    "a form feed in the margin": "```python\nif True:\n\f    print(1)\n```\n",
    "tabs": "```python\nif True:\n\tprint(1)\n```\n",
    "a block on the first line": "```python\nprint(1)\n```\n",
    "no line end at the end": "```python\nprint(1)\n```",
    "only a comment": "```python\n# a\n```\n",
    "nothing": "```python\n```\n",
    "a heading that is no identifier": "# x² ① ፩ – 1\n```python\nprint(1)\n```\n",
    "a heading of emoji": "# 🔥\n```python\nprint(1)\n```\n",
    "two headings of one identifier": "# a b\n```python\nprint(1)\n```\n# a_b\n```python\nprint(2)\n```\n",
    "a backslash at a line end": "```python\nx = 1 + \\\n  2\nprint(x)\n```\n",
    "a separator that is no line end for Python": "a\x0b\x0c\x1c\x85\u2028b\n```python\nprint('\u2028')\n```\n",
    "a decorator, a nested string, a lambda": "```python\n@f\ndef g(): return '''\na'''\nf = lambda: 1\nf()\n```\n",
    "Chinese names": "# 缩放\n```python\n缩放 = 1\nprint(缩放)\n```\n",
}


@pytest.mark.parametrize("what", ODD)
def test_module_compiles_with(what: str) -> None:
    parsed = card(ODD[what])
    compile(module_source(parsed).encode(), "card.py", "exec")
    assert_line_for_line(parsed)


def test_demos_with_like_names_become_two_functions() -> None:
    source = module_source(card(ODD["two headings of one identifier"]))
    assert "def demo_a_b() -> None:" in source and "def demo_a_b_2() -> None:" in source


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("Multi-Head_Attention", "multi_head_attention"),
        ("KV Cache", "kv_cache"),
        ("注意力机制", "注意力机制"),
        ("GPT-3.5", "gpt_3_5"),
        ("3D", "_3d"),
        ("Class", "_class"),
        ("x²", "x2"),
        ("🔥", "card"),
        ("__init__", "init"),
    ],
)
def test_module_name_is_always_importable(name: str, module: str) -> None:
    assert module_name(name) == module
    assert module.isidentifier()


def test_function_name_keeps_letters_of_any_script() -> None:
    assert function_name("3-原理实现-x²") == "3_原理实现_x2"


def test_pages_without_python_write_nothing(tmp_path: Path) -> None:
    put(tmp_path, {"mkdocs.yml": "plugins: [zhixing]\n", "docs/a.md": "# A\n\n```text\nx\n```\n"})
    assert emit_snippets(load(tmp_path)) == {}
    assert main(["--root", str(tmp_path), "extract"]) == 0
    assert not (tmp_path / "snippets").exists()


def test_check_shows_the_difference_and_writes_nothing(
    good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--root", str(good), "extract"])
    assert main(["--root", str(good), "extract", "--check"]) == 0
    edit("docs/en/foundations/Norm.md", "return math.sqrt", "return  math.sqrt")
    before = snapshot(good)
    capsys.readouterr()
    assert main(["--root", str(good), "extract", "--check"]) == 1
    shown = capsys.readouterr()
    assert "--- committed/snippets/norm.py\n+++ cards/snippets/norm.py\n" in shown.out
    assert "-    return math.sqrt(sum(a * a for a in x))\n+    return  math.sqrt(sum(a * a for a in x))\n" in shown.out
    assert "hint: run `zhixing extract`" in shown.err
    assert snapshot(good) == before


def test_module_of_a_card_that_is_gone_is_removed(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--root", str(good), "extract"])
    (good / "docs/en/foundations/Cosine.md").unlink()
    capsys.readouterr()
    assert main(["--root", str(good), "extract"]) == 0
    assert capsys.readouterr().out == "removed snippets/cosine.py\n"
    assert sorted(path.name for path in (good / "snippets").iterdir()) == ["__init__.py", "norm.py"]


def test_file_written_by_hand_is_neither_removed_nor_replaced(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(good, {"snippets/mine.py": "print(1)\n"})
    assert main(["--root", str(good), "extract"]) == 0
    assert (good / "snippets/mine.py").read_text() == "print(1)\n"
    put(good, {"snippets/norm.py": "print(2)\n"})
    capsys.readouterr()
    assert main(["--root", str(good), "extract"]) == 1
    assert capsys.readouterr().out == (
        "snippets/norm.py:1: S007 the file was written by hand and would be lost\n"
        "  hint: move it: the folder holds generated modules alone\n"
    )
    assert (good / "snippets/norm.py").read_text() == "print(2)\n"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("return math.sqrt", "return (math.sqrt", "S002"),
        ("print(norm([3.0, 4.0]))\n```", "print(norm([3.0, 4.0]))\n", "S001"),
        ("import math\n", "from __future__ import annotations\nimport math\n", "S010"),
    ],
)
def test_broken_card_leaves_the_last_good_module(
    good: Path, edit: Edit, capsys: pytest.CaptureFixture[str], old: str, new: str, code: str
) -> None:
    main(["--root", str(good), "extract"])
    edit("docs/en/foundations/Norm.md", old, new)
    before = snapshot(good)
    capsys.readouterr()
    assert main(["--root", str(good), "extract"]) == 1
    assert f": {code} " in capsys.readouterr().out
    assert snapshot(good) == before


def test_unreadable_card_leaves_the_last_good_module(good: Path) -> None:
    main(["--root", str(good), "extract"])
    before = snapshot(good)
    put(good, {"docs/en/foundations/Norm.md": b"\xff"})
    assert main(["--root", str(good), "extract"]) == 1
    assert {path: data for path, data in snapshot(good).items() if path.startswith("snippets/")} == {
        path: data for path, data in before.items() if path.startswith("snippets/")
    }


def _no_space(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _fails_at(count: int, real: Callable[..., Any]) -> Callable[..., Any]:
    calls = iter(range(1, 1000))
    return lambda *a, **k: _no_space() if next(calls) == count else real(*a, **k)


@pytest.mark.parametrize("name", ["replace", "write"])
def test_failing_write_leaves_the_last_good_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    put(tmp_path, {"a.txt": "good\n"})
    if name == "replace":
        monkeypatch.setattr(os, "replace", _no_space)
    else:
        real = write._write

        def half(path: Path, data: bytes) -> None:
            real(path, data[: len(data) // 2])
            _no_space()

        monkeypatch.setattr(write, "_write", half)
    with pytest.raises(OSError, match="No space"):
        write.write_file(tmp_path / "a.txt", b"new words\n")
    assert snapshot(tmp_path) == {"a.txt": b"good\n"}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_disk_full_at_any_file_changes_no_file(
    good: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    main(["--root", str(good), "extract"])
    edit("docs/en/foundations/*.md", "## 📚", "## 📚 ")
    put(good, {"snippets/__init__.py": (good / "snippets/__init__.py").read_text() + "\n"})
    load(good)  # the cache is written now
    before = snapshot(good)
    monkeypatch.setattr(write, "_write", _fails_at(count, write._write))
    capsys.readouterr()
    assert main(["--root", str(good), "extract"]) == 1
    assert re.fullmatch(
        r"snippets/\w+\.py:1: F031 cannot be written: No space left on device\n  hint: make room [^\n]*; the file is as it was\n",
        capsys.readouterr().err,
    )
    assert snapshot(good) == before


def test_file_that_is_the_same_is_not_touched(tmp_path: Path) -> None:
    put(tmp_path, {"a.txt": "a"})
    stamp = (tmp_path / "a.txt").stat().st_mtime_ns
    assert write.write_file(tmp_path / "a.txt", b"a") is False
    assert (tmp_path / "a.txt").stat().st_mtime_ns == stamp


def test_new_file_never_replaces_another(tmp_path: Path) -> None:
    put(tmp_path, {"a.txt": "a"})
    with pytest.raises(FileExistsError):
        write.create_file(tmp_path / "a.txt", b"b")
    assert snapshot(tmp_path) == {"a.txt": b"a"}


def test_package_is_importable_from_the_root(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["--root", str(good), "extract"])
    kept = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "snippets"}
    for name in kept:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(good))
    try:
        cosine = importlib.import_module("snippets.cosine")
        assert cosine.cosine([1.0, 0.0], [1.0, 0.0]) == 1
        assert cosine.claim_cosine_bounded() is None
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "snippets"]:
            del sys.modules[name]

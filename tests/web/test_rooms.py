"""The rooms of `scripts/web/src` import downwards only; each README says what its room may import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from zhixing.page import assets

SOURCE = assets.WEB / "src"
ROOMS = sorted(path.name for path in SOURCE.iterdir() if path.is_dir())
# The formatter keeps the form: `import … from "x"`, `export … from "x"`, `import "x"`, `import("x")`.
IMPORTED = re.compile(r"""\b(?:from|import)\s*\(?\s*["'`]([^"'`]+)["'`]""")


def may_import(room: str) -> set[str]:
    """What the sentence in a room's README allows."""
    said = re.search(
        r"^May import: ([\w, ]+)\.$", (SOURCE / room / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert said, f"{room}/README.md says nothing of what it may import"
    return set(said.group(1).split(", ")) - {"nothing"}


def imports(file: Path) -> Iterator[Path]:
    """The project's own modules that one imports, types included, relative to `src`."""
    for name in IMPORTED.findall(file.read_text(encoding="utf-8")):
        if name.startswith("."):
            yield (file.parent / name).resolve().relative_to(SOURCE.resolve())


def modules(room: str) -> list[Path]:
    return sorted((SOURCE / room).rglob("*.ts"))


def test_rooms_are_those_of_the_plan() -> None:
    assert ROOMS == ["connect", "drawn", "explore", "offline", "page", "practice", "run", "search", "study", "theme"]
    assert [path.name for path in SOURCE.glob("*.ts")] == ["main.ts"]


def test_rooms_stand_above_each_other() -> None:
    TopologicalSorter({room: may_import(room) for room in ROOMS}).prepare()


def test_imports_are_seen() -> None:
    assert any(target.parts[0] == "study" for file in modules("study") for target in imports(file))


@pytest.mark.parametrize("room", ROOMS)
def test_room_imports_what_it_says(room: str) -> None:
    allowed = {room, *may_import(room)}
    seen = [(file, target) for file in modules(room) for target in imports(file)]
    wrong = {f"{file.name} imports {target}" for file, target in seen if target.parts[0] not in allowed}
    assert wrong == set()


@pytest.mark.parametrize("room", ROOMS)
def test_readme_names_modules_that_exist(room: str) -> None:
    text = (SOURCE / room / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", text))
    assert named and named <= {file.stem for file in modules(room)}


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.test.ts")), ids=lambda file: file.stem)
def test_a_test_stands_beside_what_it_tests(file: Path) -> None:
    assert file.with_name(file.name.replace(".test.ts", ".ts")).is_file()


def test_what_ships_imports_no_test() -> None:
    """Neither a test nor what is made up for tests."""
    shipped = [file for file in SOURCE.rglob("*.ts") if not file.name.endswith(".test.ts") and file.stem != "made"]
    assert {
        file.name for file in shipped for target in imports(file) if target.name.endswith((".test", "made"))
    } == set()


@pytest.mark.parametrize(
    "line",
    [
        'import { a } from "../study/a";',
        'import type { A } from "../study/a";',
        'import {\n  a,\n  b,\n} from "../study/a";',
        'export * from "../study/a";',
        'import "../study/a";',
        'await import("../study/a");',
        "const a = import(`../study/a`);",
    ],
)
def test_every_form_of_import_is_seen(line: str) -> None:
    assert IMPORTED.findall(line) == ["../study/a"]

"""A first page for a vault that has none: its folders, each with its notes."""

from __future__ import annotations

from collections.abc import Iterable

NAME = "index.md"
_WRITTEN = (NAME, "README.md", "readme.md")
_MARKS = frozenset("\\`*_[]<>#$%!|")


def needs_home(uris: Iterable[str], start: str) -> bool:
    """Whether none of the sources is a first page for the folder `start`, which is "" or ends with a slash."""
    return not {f"{start}{name}" for name in _WRITTEN} & set(uris)


def home_page(title: str, pages: Iterable[tuple[str, str]]) -> str:
    """Its Markdown; `pages` are titles, each with the path by which to link to it."""
    lines = [f"# {title}", ""]
    folder = ""
    for name, path in sorted(pages, key=lambda page: ("/" in page[1], page[1])):
        above = path.rpartition("/")[0].partition("/")[0]
        if above != folder:
            folder = above
            lines += ["", f"## {_escaped(folder)}", ""]
        lines.append(f"- [{_escaped(name)}](<{_address(path)}>)")
    return "\n".join(lines) + "\n"


def _address(path: str) -> str:
    """The path as an address in which no letter is a mark."""
    return "".join(f"%{ord(c):02X}" if c in _MARKS or c in "?'\"" else c for c in path)


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in _MARKS else c for c in text)

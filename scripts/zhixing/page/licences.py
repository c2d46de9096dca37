"""The licence notices of what the site ships: the theme, its icons, what is built into it, and the packages in the bundles."""

from __future__ import annotations

import re
import sys
import sysconfig
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from zhixing.page.assets import WEB

NAME = "licences.txt"
THEME = "mkdocs-material"
LINE = f"\n{'=' * 80}\n\n"  # between two works; the bundler's part has the same
HEAD = "The works that this site ships, and their licences.\n本站所含的第三方作品及其许可声明。\n"
# Stemmers and segmenters for the theme's own search: minified, without a source map.
_UNNAMED = frozenset({"lunr-languages"})
_BUILT_IN = re.compile(r"node_modules/((?:@[^/\"\s]+/)?[^/\"\s@]+)/")


def site_notices(bundled: str) -> str:
    """One text for the site; `bundled` is what the bundler collected."""
    return LINE.join((HEAD, *theme_notices(), *([bundled] if bundled else []), *python_notices()))


def python_notices() -> tuple[str, ...]:
    """The notices of what the page's Python is made of, as the same works have them that are installed here.

    The packed environment holds no text of either; that of its own package stands beside it.
    """
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    files = [place / name for place in places for name in ("LICENSE.txt", "LICENSE")]
    python = next((_read(path) for path in files if path.is_file()), "https://docs.python.org/3/license.html")
    try:
        found = distribution("numpy")
        numpy = found.read_text("licenses/LICENSE.txt") or found.read_text("LICENSE.txt") or ""
    except PackageNotFoundError:
        numpy = ""
    return (
        _part("CPython (in assets/py, PSF-2.0)", python),
        _part("NumPy (in assets/py, BSD-3-Clause)", numpy or "https://numpy.org/doc/stable/license.html"),
    )


@cache
def theme_notices(notices: Path = WEB / "notices") -> tuple[str, ...]:
    """The notices of the theme, of its sets of icons, and of what is built into it; none without the theme."""
    try:
        theme = distribution(THEME)
    except PackageNotFoundError:
        return ()
    title = f"{THEME} {theme.version}"
    own = theme.read_text("licenses/LICENSE") or theme.read_text("LICENSE") or ""
    icons = sorted(_templates().glob(".icons/*/LICENSE*"))
    return (
        _part(f"{title} ({theme.metadata['License-Expression'] or 'MIT'})", own),
        *(_part(f"icons: {path.parent.name} (in {title})", _read(path)) for path in icons),
        *(_part(f"{name} (in {title})", _kept(notices, name)) for name in theme_packages()),
    )


def theme_packages() -> list[str]:
    """Names of the packages that are built into the theme's scripts and styles, as its source maps tell."""
    maps = sorted(_templates().glob("assets/**/*.map"))
    return sorted({name for path in maps for name in _BUILT_IN.findall(_read(path))} | _UNNAMED)


def _templates() -> Path:
    return Path(str(distribution(THEME).locate_file("material/templates")))


def _kept(notices: Path, name: str) -> str:
    """The notice kept for a package; another version of the theme may have one that nobody has met yet."""
    path = notices / f"{name.replace('/', '__')}.txt"
    return _read(path) if path.is_file() else f"https://www.npmjs.com/package/{name}"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _part(title: str, text: str) -> str:
    return f"{title}\n\n{text.replace(chr(13), '').strip()}\n"

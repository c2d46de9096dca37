"""Notes that MkDocs would leave out, or write over one another: each gets a page of its own."""

from __future__ import annotations

import posixpath
from collections.abc import Collection

from mkdocs.structure.files import File, Files

from zhixing.hosts.mkdocs.site import Site
from zhixing.page.addresses import language_root

_FIRST, _SECOND = "index.md", "README.md"
_WRITTEN = ("404.html", "feed.xml", "manifest.webmanifest", "sitemap.xml", "sitemap.xml.gz", "sw.js")


def add_second_pages(files: Files, site: Site) -> None:
    """`README.md` beside `index.md`, which MkDocs takes for the same page: its address is its name."""
    for path in site.vault.cards:
        uri = site.uri(path)
        folder, name = posixpath.split(uri)
        first = files.src_uris.get(posixpath.join(folder, _FIRST))
        if name != _SECOND or uri in files.src_uris or first is None:
            continue
        config = site.config
        file = File(uri, config.docs_dir, config.site_dir, config.use_directory_urls)
        file.inclusion = first.inclusion
        place = posixpath.dirname(first.dest_uri)
        file.dest_uri = posixpath.join(place, "README/index.html" if config.use_directory_urls else "README.html")
        if hasattr(first, "alternates"):
            file.alternates = {}  # type: ignore[attr-defined]  # as mkdocs-static-i18n has it
        files.append(file)


def add_canvases(files: Files, site: Site) -> None:
    """A page for each canvas, below its whole name: a note may have the same name but for the ending."""
    for path, card in site.vault.cards.items():
        uri = site.uri(path)
        if not card.is_canvas or uri in files.src_uris or card.lang not in ("", site.language):
            continue
        file = File.generated(site.config, uri, content="")
        if card.lang:
            file.alternates = {}  # type: ignore[attr-defined]
            if not language_root(card.lang, site.default):
                file.dest_uri = file.dest_uri.removeprefix(f"{card.lang}/")
        files.append(file)


def part_pages(files: Files) -> None:
    """`Plan.md` and `Plan/index.md` would be one page: the first is shown below its whole name."""
    taken: dict[str, File] = {}
    for file in sorted(files.documentation_pages(), key=lambda one: one.src_uri.count("/"), reverse=True):
        if taken.setdefault(file.dest_uri, file) is file:
            continue
        name = posixpath.basename(file.src_uri)
        above = posixpath.dirname(posixpath.dirname(file.dest_uri))
        file.dest_uri = posixpath.join(above, name, "index.html")
        taken[file.dest_uri] = file


def file_names(files: Files, languages: Collection[str]) -> frozenset[str]:
    """What no folder of the site can be called: the files that it has, those included that are written at its root."""
    made = (f"{lang}/{name}" if lang else name for lang in ("", *languages) for name in _WRITTEN)
    return frozenset((*made, *(file.dest_uri for file in files if not file.is_documentation_page())))


def lies_in_a_file(uri: str, names: Collection[str]) -> int:
    """How many parts of an address are the name of a file, so that it cannot be a folder; 0 if it can."""
    parts = uri.split("/")
    return next((depth for depth in range(1, len(parts)) if "/".join(parts[:depth]) in names), 0)


def stand_aside(files: Files, names: Collection[str]) -> None:
    """`film.mp4.md` beside `film.mp4`, or a note in a folder `sitemap.xml`: its folder on the site gets another name."""
    taken = {file.dest_uri for file in files}
    for file in files:
        if not lies_in_a_file(file.dest_uri, names):
            continue
        parts = file.dest_uri.split("/")
        while (depth := lies_in_a_file("/".join(parts), names)) or "/".join(parts) in taken - {file.dest_uri}:
            parts[(depth or len(parts) - 1) - 1] += "_"
        file.dest_uri = "/".join(parts)
        file.url = file._get_url()
        taken.add(file.dest_uri)

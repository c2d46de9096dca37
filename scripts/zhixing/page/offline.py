"""What a finished site needs to be kept by a browser: the list of its files, and a service worker that knows its build."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from zhixing.vault.read import hashed, read_file
from zhixing.vault.write import write_files

LIST = "assets/zx/offline.json"
WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
_MARK = b"self.zxBuild="
_LEFT_OUT = frozenset({WORKER, LIST, "sitemap.xml", "sitemap.xml.gz", ".nojekyll", "CNAME"})
_SHOWN_ELSEWHERE = "assets/share/"  # pictures for other sites; no page has them
_COLOUR = "#b7352b"
_ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable"))


def write_offline(site: Path) -> str:
    """List the files of a built site, and write the build into its worker; return the build, "" where there is no worker.

    The same files always give the same build. A worker whose bytes did not change is no new version to a browser.
    """
    worker = read_file(site / WORKER)
    if worker is None:
        return ""
    if worker.startswith(_MARK):
        worker = worker.partition(b"\n")[2]
    files = {name: entry for name, entry in hashed(site).items() if not _is_left_out(name)}
    listed = json.dumps(files, ensure_ascii=False, separators=(",", ":"))
    build = hashlib.sha256(worker + listed.encode()).hexdigest()[:16]
    made = {
        LIST: f'{{"build":"{build}","files":{listed}}}\n'.encode(),
        WORKER: _MARK + f'"{build}";\n'.encode() + worker,
    }
    write_files(site, made)
    return build


def _is_left_out(name: str) -> bool:
    return name in _LEFT_OUT or name.startswith(_SHOWN_ELSEWHERE)


def web_manifests(names: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Address and text of what makes a site installable: folder of a language → its code and the name of the site."""
    for folder, (lang, name) in names.items():
        up = "../" * folder.count("/")
        data = {
            "id": f"./{folder}",
            "name": name,
            "short_name": name,
            "lang": lang or "en",
            "start_url": "./",
            "scope": up or "./",
            "display": "standalone",
            "background_color": "#ffffff",
            "theme_color": _COLOUR,
            "icons": [
                {"src": f"{up}assets/images/{file}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
                for file, size, purpose in _ICONS
            ],
        }
        yield f"{folder}{MANIFEST}", json.dumps(data, ensure_ascii=False, indent=2) + "\n"

"""A host that can be stopped, and replaced while it runs: for what must work without a network."""

from __future__ import annotations

import os
import shutil
import threading
from functools import partial
from pathlib import Path

from site_server import Quiet, Server
from zhixing.page.offline import write_offline

BELOW = "some/where/"
# The files are kept, and so is every script and every module that they name, and those that they name in turn.
KEPT_WHOLE = """async (wanted) => {
  const kept = new Set();
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) kept.add(url);
  const waiting = wanted.map((file) => new URL(file, document.querySelector('script[src$="zx.js"]').src).href);
  const seen = new Set();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (seen.has(at)) continue;
    if (!kept.has(at)) return false;
    seen.add(at);
    const text = await (await caches.match(at)).text();
    const named = at.endsWith(".js") ? /["'](\\.\\/[^"']+\\.js)["']/g : /snippets\\.(\\w+) import/g;
    for (const [, name] of text.matchAll(named)) waiting.push(new URL(at.endsWith(".js") ? name : `${name}.json`, at).href);
  }
  return true;
}"""


class _Server(Server):
    is_gone = False


class _Answers(Quiet):
    def parse_request(self) -> bool:
        """A server that was stopped answers nothing on the connections that are still open either."""
        self.close_connection = is_gone = bool(getattr(self.server, "is_gone", False))
        return not is_gone and super().parse_request()


class Host:
    """A site below a path of a server that can be stopped, and replaced while it runs."""

    def __init__(self, site: Path, folder: Path) -> None:
        self.folder = folder / BELOW
        shutil.copytree(site, self.folder, copy_function=os.link)
        self._server = _Server(("127.0.0.1", 0), partial(_Answers, directory=str(folder)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/{BELOW}"[:-1]

    def stop(self) -> None:
        if not self._server.is_gone:
            self._server.is_gone = True
            self._server.shutdown()
            self._server.server_close()

    def replace(self, name: str) -> None:
        """Another build: every page and the script on all of them say its name."""
        for path in [*self.folder.rglob("*.html"), self.folder / "assets/zx/zx.js"]:
            text = path.read_text(encoding="utf-8")
            text = (
                text.replace("<body ", f'<body data-made="{name}" ', 1)
                if path.suffix == ".html"
                else f"{text};globalThis.zxMade={name!r};"
            )
            path.unlink()  # it is a link to the file that other tests read
            path.write_text(text, encoding="utf-8")
        write_offline(self.folder)  # replaces files, and so breaks the links

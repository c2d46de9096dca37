"""An editor as small as can be: it starts `zhixing lsp` and speaks the protocol over its standard input and output, by hand."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WAIT = 120.0  # seconds; the whole check of a small vault takes one


class Editor:
    """One server and what it has said; columns are in UTF-16 units, as the protocol has them unless both agree on others."""

    def __init__(self, folder: Path, capabilities: dict[str, Any] | None = None) -> None:
        command = [sys.executable, "-m", "zhixing", "lsp", "--stdio"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=dict(os.environ)
        )
        self._heard: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._number = 0
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self.messages: list[str] = []
        self.registered: list[str] = []
        self.folder = folder
        folders = [{"uri": folder.as_uri(), "name": "vault"}]
        self.can = self.ask(
            "initialize",
            processId=os.getpid(),
            rootUri=folder.as_uri(),
            workspaceFolders=folders,
            capabilities=capabilities or {},
        )["capabilities"]
        self.tell("initialized")

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while head := self.process.stdout.readline():
            assert head.startswith(b"Content-Length: "), head
            while self.process.stdout.readline().strip():
                pass
            self._heard.put(json.loads(self.process.stdout.read(int(head.split()[1]))))
        self._heard.put({"method": "end"})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def _hear(self) -> dict[str, Any]:
        message = self._heard.get(timeout=WAIT)
        match message.get("method"):
            case "end":
                raise AssertionError("the server has ended")
            case "textDocument/publishDiagnostics":
                params = message["params"]
                self.diagnostics[params["uri"]] = params["diagnostics"]
            case "window/showMessage":
                self.messages.append(message["params"]["message"])
            case "client/registerCapability":
                self.registered += [it["method"] for it in message["params"]["registrations"]]
                self._send({"id": message["id"], "result": None})
        return message

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._hear()
            if message.get("id") == self._number and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def uri(self, path: str) -> str:
        return (self.folder / path).as_uri()

    def open(self, path: str, text: str | None = None) -> None:
        text = (self.folder / path).read_text(encoding="utf-8") if text is None else text
        it = {"uri": self.uri(path), "languageId": "markdown", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=it)

    def write(self, path: str, text: str) -> None:
        it = {"uri": self.uri(path), "version": 2}
        self.tell("textDocument/didChange", textDocument=it, contentChanges=[{"text": text}])

    def save(self, path: str, text: str) -> None:
        (self.folder / path).write_text(text, encoding="utf-8")
        self.tell("textDocument/didSave", textDocument={"uri": self.uri(path)})

    def at(self, method: str, path: str, line: int, character: int, **more: Any) -> Any:
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": self.uri(path)}, position=place, **more)

    def offered(self, path: str, line: int, character: int) -> dict[str, str]:
        """What may be written, by its label: the text of the line with it."""
        found = self.at("completion", path, line, character)
        rows = {}
        for item in found["items"] if found else ():
            edit = item["textEdit"]
            assert edit["range"]["start"]["line"] == edit["range"]["end"]["line"] == line
            rows[item["label"]] = (
                edit["range"]["start"]["character"],
                edit["range"]["end"]["character"],
                edit["newText"],
            )
        return {label: f"{start}-{end} {text}" for label, (start, end, text) in rows.items()}

    def shown(self, path: str) -> list[str]:
        """What the editor shows of a file: lines from 1, columns, code and words."""
        rows = []
        for it in self.diagnostics.get(self.uri(path), []):
            start, end = it["range"]["start"], it["range"]["end"]
            where = f"{start['line'] + 1}:{start['character']}-{end['character']}"
            rows.append(f"{where} {it['code']} {it['message']}")
        return rows

    def wait_for(self, path: str, wanted: list[str]) -> None:
        """Hear what comes until the editor shows this of the file."""
        while self.shown(path) != wanted:
            try:
                self._hear()
            except queue.Empty:
                raise AssertionError(f"{path} shows {self.shown(path)}, not {wanted}") from None

    def hear_message(self) -> str:
        while not self.messages:
            self._hear()
        return self.messages.pop(0)

    def close(self) -> int:
        """End as the protocol says; the code with which the server ends."""
        if self.process.poll() is None:
            self.ask("shutdown")
            self.tell("exit")
        code = self.process.wait(timeout=WAIT)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        return code

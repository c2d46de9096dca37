"""The server itself: what an editor asks and tells, turned into questions to a `Project`."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from zhixing import __version__
from zhixing.hosts.lsp import places
from zhixing.hosts.lsp.project import Project
from zhixing.model import Card, Diagnostic, Link, Span
from zhixing.vault.config import ConfigError
from zhixing.vault.read import find_root
from zhixing.vault.resolve import Target

_WATCHED = "**/*.{md,markdown,canvas,py,yml}"
_PAUSE = 0.2  # seconds without a key, after which a note that is being written is read again
_KINDS = {
    places.NOTE: types.CompletionItemKind.Reference,
    places.ALIAS: types.CompletionItemKind.Text,
    places.HEADING: types.CompletionItemKind.Struct,
    places.BLOCK: types.CompletionItemKind.Value,
    places.FILE: types.CompletionItemKind.File,
}


class Session:
    """One editor: the vaults that its texts lie in, and the checks that are under way."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.projects: dict[Path, Project] = {}
        self._told: dict[Path, set[str]] = {}  # paths that have findings on the screen
        self._pauses: dict[str, asyncio.TimerHandle] = {}
        self._checks: dict[Path, subprocess.Popen[bytes]] = {}
        self._waits: dict[Path, asyncio.Task[None]] = {}  # a task that nothing names may be collected

    def start(self) -> None:
        """Say what is served."""
        completion = types.CompletionOptions(trigger_characters=["[", "#", "^"])
        handlers: tuple[tuple[str, Callable[..., object], object], ...] = (
            (types.INITIALIZED, self.initialized, None),
            (types.TEXT_DOCUMENT_DID_OPEN, self.opened, None),
            (types.TEXT_DOCUMENT_DID_CHANGE, self.changed, None),
            (types.TEXT_DOCUMENT_DID_SAVE, self.saved, None),
            (types.TEXT_DOCUMENT_DID_CLOSE, self.closed, None),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self.watched, None),
            (types.TEXT_DOCUMENT_COMPLETION, self.completion, completion),
            (types.TEXT_DOCUMENT_DEFINITION, self.definition, None),
            (types.TEXT_DOCUMENT_HOVER, self.hover, None),
            (types.TEXT_DOCUMENT_REFERENCES, self.references, None),
        )
        for name, handler, options in handlers:
            self.server.feature(name, options)(partial(handler))  # pygls writes on what it is given

    def initialized(self, params: types.InitializedParams) -> None:
        """Ask to be told of files that change outside of the editor, if it can."""
        workspace = self.server.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace else None
        if watching is None or not watching.dynamic_registration:
            return
        watchers = types.DidChangeWatchedFilesRegistrationOptions(
            watchers=[types.FileSystemWatcher(glob_pattern=_WATCHED)]
        )
        wanted = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers)
        self.server.client_register_capability(types.RegistrationParams(registrations=[wanted]))

    # What is told.

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """A text is open."""
        found = self._located(params.text_document.uri)
        if found is None:
            return
        project, path = found
        project.opened(path, params.text_document.text)
        if project.root not in self._told:
            self._told[project.root] = set()
            self._check(project)
        self._show(project, path)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """A text was changed; it is read again when its writer pauses."""
        uri = params.text_document.uri
        if uri in self._pauses:
            self._pauses[uri].cancel()
        self._pauses[uri] = asyncio.get_running_loop().call_later(_PAUSE, self._read, uri)

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """A text is on the disk: the whole vault is checked."""
        self._flush()
        found = self._located(params.text_document.uri)
        if found is not None:
            self._reload(found[0])

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """A text was closed."""
        uri = params.text_document.uri
        pause = self._pauses.pop(uri, None)
        if pause is not None:
            pause.cancel()
        found = self._located(uri)
        if found is not None:
            found[0].drop(found[1])
            self._show(*found)

    def watched(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Files were changed by something else."""
        located = [found for change in params.changes if (found := self._located(change.uri))]
        for project in {project.root: project for project, _ in located}.values():
            self._reload(project)

    # What is asked.

    def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What the link that is being written may name."""
        asked = self._asked(params.text_document, params.position)
        if asked is None:
            return None
        project, card, line, character = asked
        found = places.offers(project.vault, project.index, card, line, character)
        if found is None:
            return None
        where = self._range(card, line, found.start, found.end)
        items = [
            types.CompletionItem(
                label=it.label,
                kind=_KINDS[it.kind],
                detail=it.detail,
                text_edit=types.TextEdit(where, it.text + found.close),
            )
            for it in found.items
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    def definition(self, params: types.DefinitionParams) -> types.Location | None:
        """Where the link leads."""
        asked = self._linked(params.text_document, params.position)
        if asked is None:
            return None
        project, card, link, *_ = asked
        target = project.index.follow(link, card)
        if not isinstance(target, Target):
            return None
        there = project.vault.cards.get(target.path)
        return self._location(project, Span(target.path, places.place_of(there, target) + 1))

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What is where the link leads."""
        asked = self._linked(params.text_document, params.position)
        if asked is None:
            return None
        project, card, link, line, start, end = asked
        words = places.about(card, link, project.index)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, words), self._range(card, line, start, end))

    def references(self, params: types.ReferenceParams) -> list[types.Location] | None:
        """Links to what the link leads to; elsewhere, those to the note itself."""
        asked = self._asked(params.text_document, params.position)
        if asked is None:
            return None
        project, card, line, character = asked
        at = places.link_at(card, line, character)
        target = project.index.follow(at[0], card) if at else None
        path = target.path if isinstance(target, Target) else card.path
        return [self._location(project, link.span) for link in places.backlinks(project.vault, project.index, path)]

    # How it is found out.

    def _read(self, uri: str) -> None:
        self._pauses.pop(uri, None)
        found = self._located(uri)
        text = self.server.workspace.get_text_document(uri).source if found else None
        if found is not None and text is not None:
            found[0].put(found[1], text)
            self._show(*found)

    def _flush(self) -> None:
        """Read now what waits for a pause, so that an answer is about what is on the screen."""
        for uri, pause in list(self._pauses.items()):
            pause.cancel()
            self._read(uri)

    def _located(self, uri: str) -> tuple[Project, str] | None:
        """The project that a file lies in, and its path there."""
        parts = urlsplit(uri)
        if parts.scheme != "file":
            return None
        file = Path(url2pathname(parts.path))
        root = find_root(file.parent)
        if not (root / "mkdocs.yml").is_file():
            root = self._opened_folder(file)
        project = self._project(root)
        return (project, file.relative_to(root).as_posix()) if project else None

    def _opened_folder(self, file: Path) -> Path:
        """Without an mkdocs.yml a vault is the folder that the editor has open."""
        folders = [Path(url2pathname(urlsplit(uri).path)) for uri in self.server.workspace.folders]
        return next((folder for folder in folders if file.is_relative_to(folder)), file.parent)

    def _project(self, root: Path) -> Project | None:
        if root not in self.projects:
            try:
                self.projects[root] = Project(root)
            except (ConfigError, OSError) as error:
                self._say(str(error))
                return None
        return self.projects[root]

    def _reload(self, project: Project) -> None:
        try:
            project.reload()
        except (ConfigError, OSError) as error:
            self._say(str(error))
            return
        self._check(project)

    def _asked(
        self, text: types.TextDocumentIdentifier, position: types.Position
    ) -> tuple[Project, Card, int, int] | None:
        """The note that a question is about, and the place in it."""
        self._flush()
        found = self._located(text.uri)
        card = found[0].vault.cards.get(found[1]) if found else None
        if found is None or card is None:
            return None
        lines = card.text.split("\n")
        place = self.server.workspace.position_codec.position_from_client_units(lines, position)
        return found[0], card, place.line, place.character

    def _linked(
        self, text: types.TextDocumentIdentifier, position: types.Position
    ) -> tuple[Project, Card, Link, int, int, int] | None:
        asked = self._asked(text, position)
        at = places.link_at(*asked[1:]) if asked else None
        return (*asked[:2], at[0], asked[2], *at[1:]) if asked and at else None

    def _range(self, card: Card, line: int, start: int, end: int) -> types.Range:
        lines = card.text.split("\n")
        text = lines[line] if line < len(lines) else ""
        units = self.server.workspace.position_codec.client_num_units
        return types.Range(types.Position(line, units(text[:start])), types.Position(line, units(text[:end])))

    def _location(self, project: Project, span: Span) -> types.Location:
        line = types.Position(max(span.line - 1, 0), 0)
        return types.Location(project.root.joinpath(span.path).as_uri(), types.Range(line, line))

    # What is shown.

    def _check(self, project: Project) -> None:
        """Start the whole check: what `zhixing check` says of the files on the disk, in a process of its own.

        Editing goes on meanwhile. One that is under way would tell of what has changed since.
        """
        before = self._checks.get(project.root)
        if before is not None:
            before.kill()
        command = [sys.executable, "-m", "zhixing", "--root", str(project.root), "check", "--format", "json"]
        pipe, nothing, environment = subprocess.PIPE, subprocess.DEVNULL, {**os.environ, "PYTHONUTF8": "1"}
        process = subprocess.Popen(command, stdin=nothing, stdout=pipe, stderr=pipe, env=environment)
        self._checks[project.root] = process
        self._waits[project.root] = asyncio.get_running_loop().create_task(self._whole(project, process))

    async def _whole(self, project: Project, process: subprocess.Popen[bytes]) -> None:
        try:
            out, err = await asyncio.to_thread(process.communicate)
        except asyncio.CancelledError:
            process.kill()  # the editor has gone
            raise
        if self._checks.get(project.root) is not process:
            return
        if process.returncode not in (0, 1):
            self._say(err.decode("utf-8", "replace").strip())
            return
        project.found = {}
        for row in json.loads(out):
            finding = Diagnostic(Span(row["path"], row["line"]), row["code"], row["problem"], row["hint"])
            project.found.setdefault(finding.span.path, []).append(finding)
        for path in sorted(self._told.setdefault(project.root, set()) | project.found.keys()):
            self._show(project, path)

    def _show(self, project: Project, path: str) -> None:
        """What is wrong with a file, on the screen."""
        found = project.findings(path)
        told = self._told.setdefault(project.root, set())
        if not found and path not in told:
            return
        (told.add if found else told.discard)(path)
        uri = project.root.joinpath(path).as_uri()
        shown = list(self._diagnostics(project.vault.cards.get(path), found))
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown))

    def _diagnostics(self, card: Card | None, found: Iterable[Diagnostic]) -> Iterable[types.Diagnostic]:
        lines = card.text.split("\n") if card else []
        for finding in found:
            line = max(finding.span.line - 1, 0)
            text = lines[line] if line < len(lines) else ""
            where = types.Range(types.Position(line, 0), types.Position(line, 0))
            if card is not None and text:
                where = self._range(card, line, *places.marked(finding, text))
            words = f"{finding.problem}\n{finding.hint}" if finding.hint else finding.problem
            yield types.Diagnostic(
                where, words, severity=types.DiagnosticSeverity.Error, code=finding.code, source="zhixing"
            )

    def _say(self, words: str) -> None:
        self.server.window_show_message(types.ShowMessageParams(types.MessageType.Error, words))


def serve() -> None:
    """Speak with an editor over standard input and output until it ends."""
    server = LanguageServer("zhixing", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
    Session(server).start()
    server.start_io()

"""A person who studies: opens the study pages, answers, saves and loads files, and looks into the browser's database."""

from __future__ import annotations

import json
import time
import uuid
from pathlib import Path
from typing import Any

from site_reader import PATIENCE, Reader

START = "2026-11-16T10:00:00"  # where the clocks of learners start: their own time, whatever the zone
HOMES = {"en": "/", "zh": "/zh/"}
EVENTS = """async () => {
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open("zhixing-study");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  try {
    if (!database.objectStoreNames.contains("events")) return [];
    const all = database.transaction("events").objectStore("events").getAll();
    return await new Promise((resolve) => (all.onsuccess = () => resolve(all.result)));
  } finally {
    database.close();
  }
}"""


def event(at: str, **values: Any) -> dict[str, Any]:
    """An event with an id of its own."""
    return {"id": str(uuid.uuid4()), "at": at, **values}


def history(*events: dict[str, Any]) -> str:
    """The text of a file."""
    return json.dumps({"format": "zhixing-study", "version": 1, "events": list(events)})


def settings(**values: Any) -> str:
    """A file that sets something."""
    return history(event("2026-01-01T00:00:00.000Z", type="settings", **values))


class Learner:
    """A reader on the study pages of one language."""

    def __init__(self, reader: Reader, language: str = "en") -> None:
        self.reader = reader
        self.page = reader.page
        self.language = language

    def open(self, name: str = "") -> Any:
        """A study page: "" is the first one."""
        self.reader.open(f"{HOMES[self.language]}study/{name}{'/' if name else ''}")
        self.page.wait_for_function("() => document.querySelector('[data-study]')?.childElementCount > 0")
        return self.page

    def events(self) -> list[dict[str, Any]]:
        """What the browser has kept, in the order of time."""
        found: list[dict[str, Any]] = self.page.evaluate(EVENTS)
        return sorted(found, key=lambda one: (one["at"], one["id"]))

    def kept(self, count: int, **values: Any) -> list[dict[str, Any]]:
        """Wait until so many events with these values are kept."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            found = [one for one in self.events() if values.items() <= one.items()]
            if len(found) == count:
                return found
            assert time.monotonic() < end, f"{len(found)} events, not {count}: {found}"

    @property
    def asked(self) -> str:
        """The id of the question on the page."""
        return str(self.page.locator("[data-item]").get_attribute("data-item"))

    @property
    def said(self) -> str:
        """The status line of the page's last part."""
        return str(self.page.locator("[data-study] .zx-status").last.inner_text())

    def press(self, *keys: str) -> None:
        """Keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def load(self, text: str | bytes, folder: Path) -> str:
        """Load a file on the first study page; what the page says to it."""
        file = folder / "loaded.json"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.open()  # what an earlier file was told is gone
        self.page.set_input_files("[data-study=data] input[type=file]", file)
        self.page.wait_for_function("() => document.querySelector('[data-study=data] .zx-status').textContent !== ''")
        return self.said

    def save(self, folder: Path) -> str:
        """Save to a file; its text."""
        self.open()
        with self.page.expect_download() as download:
            self.page.locator("[data-study=data] button").first.click()
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file.read_text(encoding="utf-8")

    def clear(self) -> None:
        """Clear everything, and say yes."""
        self.open()
        self.page.click("[data-study=data] .zx-danger")
        self.page.click("dialog[open] .zx-danger")
        self.kept(0)

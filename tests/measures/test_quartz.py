"""Quartz beside this site: what is weighed of a page, and how it is shown. Nothing is built here."""

from __future__ import annotations

import gzip
from pathlib import Path

from bench.page_weight import weight_of
from bench.quartz import table


def test_a_page_weighs_what_its_own_host_sends(tmp_path: Path) -> None:
    page = (
        '<link rel="stylesheet" href="https://fonts.example/all.css"><link href="../../index.css" rel="stylesheet">'
        '<script src="../../pre.js"></script><script src="https://cdn.example/more.js"></script><p>text</p>'
    )
    files = {"en/notes/Card.html": page, "index.css": "p { margin: 0 }", "pre.js": "let one = 1;"}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    html, styles, scripts = (len(gzip.compress(text.encode(), 9, mtime=0)) for text in files.values())
    found = weight_of(tmp_path, "en/notes/Card.html")
    assert (found.html, found.styles, found.scripts) == (html, styles, scripts)
    assert (found.elements, found.foreign) == (5, 2)
    ours, theirs = table([found, found._replace(foreign=0)], [0, 1_000])[2:]
    assert ours.endswith(f"| 0 | {html + styles + scripts:,} | 2 | 5 |")
    assert theirs.endswith(f"| 1,000 | {html + styles + scripts + 1_000:,} | 0 | 5 |")

"""Try the engine on vaults of others: `python scripts/try_vaults.py FOLDER…` prints a table, a vault a row.

Each vault is copied to a temporary folder, in which `zhixing init`, `zhixing check` and `mkdocs build` run as its owner would
run them. Then each page is compared with what the check read of its note, and looked through for syntax that is shown as
it is written. `--details` names the notes. With `--write` the table goes into the handbook.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

PAGE = Path(__file__).parent.parent / "docs/en/contributing/other-vaults.md"
BEGIN, END = "<!-- table: made by scripts/try_vaults.py -->", "<!-- end of the table -->"
COLUMNS = ("notes", "pages", "links", "unresolved", "other findings", "check ≠ page", "syntax left")
HIDDEN = re.compile(r"<(pre|code|script|style|math|svg|template)\b.*?</\1>", re.S)
OWN = re.compile(r'<(section|details|p) class="zx-(?:backlinks|near|origin|properties)".*', re.S)
TABLE = re.compile(r'<details class="zx-properties".*?</details>', re.S)
EMBED = re.compile(r'<div class="zx-embed">')
LEFT = {
    "link": re.compile(r"\[\[(?!\{)[^\[\]\n{}<]+\]\]"),
    "mark": re.compile(r"(?<![=!<>])==(?=[^\s=])[^=\n<>]+(?<=\S)==(?!=)"),
    "footnote": re.compile(r"\[\^[^\]\s]+\]|\^\["),
    "callout": re.compile(r"<p>\s*\[!\w+\]"),
    "comment": re.compile(r"%%\S"),
    "task": re.compile(r"<li>\s*\[.\] "),
    "tag": re.compile(r"(?<=\s)#[A-Za-z]\w*"),
    "address": re.compile(r"(?<![\">\w/=])https?://[\w.-]+\.\w"),
}


def try_one(folder: Path) -> dict[str, Any]:
    """Run the three commands in a copy of a vault, and compare."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from zhixing.hosts.cli.main import main
    from zhixing.vault.load import load_vault

    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / folder.name
        ignored = shutil.ignore_patterns(".git", "mkdocs.yml")
        shutil.copytree(folder, root, symlinks=True, ignore=ignored, copy_function=_linked)
        main(["--root", str(root), "init"])
        vault = load_vault(root, cache=False)
        found = _findings(root)
        config = load_config(str(root / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        site = config.plugins["zhixing"].site
        details: list[str] = []
        pages = left = 0
        for path, card in site.vault.cards.items():
            file = Path(config.site_dir) / unquote(site.addresses.get(path, "?")) / "index.html"
            if not file.is_file():
                details.append(f"{path}: no page")
                continue
            pages += 1
            article = _article(file.read_text(encoding="utf-8"))
            if "zx-unshown" in article:
                details.append(f"{path}: not shown")
            details += [f"{path}: {said}" for said in _differences(card, article, _withheld(site, path))]
            syntax = _left(article)
            left += sum(syntax.values())
            details += [f"{path}: left {dict(syntax)}"] if syntax else []
        unresolved = sum(count for code, count in found.items() if code in ("L001", "L003", "L004", "L005"))
        return {
            "name": folder.name.replace("+", "/"),
            "notes": len(vault.cards),
            "pages": pages,
            "links": sum(len(card.links) for card in vault.cards.values()),
            "unresolved": unresolved,
            "other findings": sum(found.values()) - unresolved,
            "check ≠ page": sum(": left " not in said for said in details),
            "syntax left": left,
            "codes": dict(found.most_common()),
            "details": details,
        }


def _linked(source: str, target: str) -> str:
    """A second name in place of a copy, where the system has such: nothing here writes into a note."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target


def _findings(root: Path) -> Counter[str]:
    command = [sys.executable, "-m", "zhixing", "--root", str(root), "check", "--format", "json"]
    out = subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout
    return Counter(finding["code"] for finding in json.loads(out))


def _article(html: str) -> str:
    start = html.find("<article")
    return OWN.sub("", TABLE.sub("", html[start : html.find("</article", start)]))


def _withheld(site: Any, path: str) -> int:
    """Links of a note to what is not published: their words stand on the page, and no link."""
    return sum(step.problem is not None and step.problem.code == "L009" for step in site.survey.outgoing[path])


def _differences(card: Any, article: str, withheld: int) -> list[str]:
    """What the check reads of a note and its page does not show as often; pages that embed others show more."""
    if EMBED.search(article) or card.diagnostics:
        return []
    wiki = sum(link.wiki and not link.embed for link in card.links) - len(card.front.links) - withheld
    shown = len(re.findall(r'class="wikilink"|class="zx-broken" title="link \[', article))
    said = [f"{wiki} links, {shown} on the page"] if wiki != shown and "zx-broken" not in article else []
    headings = len(re.findall(r"<h[1-6]\b", article))
    written, html = len(card.headings), len(re.findall(r"<h[1-6]\b", card.shown))
    is_right = card.is_canvas or written <= headings <= written + html + 1
    return said if is_right else [*said, f"{written} headings, {headings} on the page"]


def _left(article: str) -> Counter[str]:
    """Syntax among the words of a page, which Obsidian would not show."""
    bare = re.sub(r"<a\b.*?</a>", "", HIDDEN.sub("", article), flags=re.S)
    text = unescape(re.sub(r"<(?!p>|li>)[^<>]*>", "\0", bare))
    return Counter({name: len(hits) for name, pattern in LEFT.items() if (hits := pattern.findall(text))})


def table(rows: list[dict[str, Any]]) -> str:
    """All rows, and their sum."""
    lines = [f"| vault | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    total = {"name": f"**{len(rows)} vaults**", **{column: sum(row[column] for row in rows) for column in COLUMNS}}
    lines += [
        f"| {row['name']} | " + " | ".join(f"{row[column]:,}" for column in COLUMNS) + " |" for row in [*rows, total]
    ]
    return "\n".join(lines)


def main() -> int:
    """Each vault in a process of its own: one that fails does not end the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--rows", type=Path, help="keep what was found here; a vault that is in it is not tried again")
    parser.add_argument("--details", action="store_true", help="name the notes that differ")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.name}")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(try_one(options.folders[0].resolve())))
        return 0
    known = options.rows.read_text(encoding="utf-8").splitlines() if options.rows and options.rows.is_file() else []
    rows, failed = [json.loads(line) for line in known], []
    for folder in options.folders:
        if folder.name.replace("+", "/") in {row["name"] for row in rows}:
            continue
        command = [sys.executable, __file__, "--one", str(folder)]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if run.returncode:
            failed.append(folder.name)
            print(f"{folder.name}: failed\n{run.stderr[-2000:]}", file=sys.stderr)
            continue
        row = json.loads(run.stdout.splitlines()[-1])
        rows.append(row)
        if options.rows:
            with options.rows.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(row) + "\n")
        print(row["name"], {column: row[column] for column in COLUMNS}, row["codes"], flush=True)
        if options.details:
            print("\n".join(f"  {said}" for said in row["details"]), flush=True)
    rows.sort(key=lambda row: str(row["name"]).casefold())
    print(table(rows))
    if options.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{table(rows)}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

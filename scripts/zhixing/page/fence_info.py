"""What stands behind the marks of a fence, in the one form that the highlighter reads: a language and its options.

Plugins of Obsidian and other programs write the title, the lines to mark and the first number in many ways. Obsidian
itself reads the language and passes over the rest.
"""

from __future__ import annotations

import re

_READ = re.compile(r"""[\w#.+-]*(?:[ \t]+[a-zA-Z]\w*=(?:"[^"]*"|'[^']*'))*""")  # as superfences wants it
_BRACES = re.compile(r"[\w#.+-]*[ \t]*\{[ \t]*[.#][^{}]*\}")  # attributes of Python-Markdown
_LANGUAGE = re.compile(r"[{.]?[ \t]*\.?([A-Za-z][\w#.+-]*|)")
_FILE = re.compile(r":([^\s{}\"'=]+)")
_TITLE = re.compile(r"""(?<![\w-])(?:title|file|filename|name|label)[=:][ \t]*(?:"([^"]*)"|'([^']*)'|([^\s{}"']+))""")
_LINES = re.compile(
    r"(?:^|[\s=:])\{?[ \t]*(\d+(?:[ \t]*-[ \t]*\d+)?(?:[ \t]*,[ \t]*\d+(?:[ \t]*-[ \t]*\d+)?)*)[ \t]*\}"
)
_RANGE = re.compile(r"(\d+)(?:[ \t]*-[ \t]*(\d+))?")


def readable(info: str, code: str) -> str:
    """The info string of a fence around `code` as the highlighter wants it; one that it can read stays."""
    info = info.strip()
    if _READ.fullmatch(info) or _BRACES.fullmatch(info):
        return info
    match = _LANGUAGE.match(info)
    language = match.group(1) if match else ""
    rest = info[match.end() if match else 0 :]
    file = _FILE.match(rest)
    title = _TITLE.search(rest)
    named = next(filter(None, title.groups()), "") if title else file.group(1) if file else ""
    marked = _LINES.search(_TITLE.sub("", rest))
    options = [language or "text"]
    if named:
        options.append(f'title="{named.replace(chr(34), "")}"')
    if marked:
        lines = " ".join(_within(marked.group(1), code.count("\n") + 1))
        options += [f'hl_lines="{lines}"'] if lines else []
    return " ".join(options)


def _within(ranges: str, last: int) -> list[str]:
    """The ranges as far as the code has lines: another program makes a list of each."""
    found = [(int(one[:9]), int((other or one)[:9])) for one, other in _RANGE.findall(ranges)]
    return [f"{first}-{min(end, last)}" for first, end in found if 0 < first <= last and first <= end]

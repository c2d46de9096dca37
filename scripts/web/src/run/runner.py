"""Runs one block in the page's Python as the tests run it: alone, with its card's definitions, at the card's own lines.

Plain Python and NumPy: the same file runs in the browser's worker and, under test, in CPython.
"""

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import linecache
import sys
import traceback
import warnings

MOST = 200_000  # characters of output that are kept


class Modules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """`from snippets.softmax import softmax`: a module is the definitions of a card."""

    def __init__(self, package, modules):
        self.package, self.modules = package, modules

    def find_spec(self, name, path, target=None):
        parent, _, module = name.rpartition(".")
        if name == self.package:
            return importlib.machinery.ModuleSpec(name, None, is_package=True)
        if parent == self.package and module in self.modules:
            return importlib.machinery.ModuleSpec(name, self)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        card = self.modules[module.__name__.rpartition(".")[2]]
        module.__file__ = card["path"]
        for line, code in card["blocks"]:
            exec(compiled(code, card["path"], line), module.__dict__)


def compiled(code, path, line):
    """Code whose lines are those of the card: the fence stands on `line`."""
    return compile("\n" * line + code, path, "exec", dont_inherit=True)


class Printed(io.StringIO):
    """Standard output with an end: a loop that prints for ever fills no memory."""

    def write(self, text):
        if self.tell() < MOST:
            super().write(text[: MOST - self.tell()])
        return len(text)


def run(job):
    """`job`: package, modules by name, the card's own module, and the block's path, line and code."""
    package = job["package"]
    forget = [name for name in sys.modules if name == package or name.startswith(package + ".")]
    for name in forget:
        del sys.modules[name]
    finder = Modules(package, job["modules"])
    sys.meta_path.insert(0, finder)
    printed, pictures, error = Printed(), [], None
    path, line, code = job["path"], job["line"], job["code"]
    remember(job)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            own = importlib.import_module(f"{package}.{job['module']}")
            namespace = dict(own.__dict__)
            namespace["show"] = lambda values, kind="": pictures.append(picture(values, kind))
            exec(compiled(code, path, line), namespace)
    except BaseException as raised:
        error = explained(raised, job)
    finally:
        sys.meta_path.remove(finder)
    return {"output": printed.getvalue(), "pictures": pictures, "error": error}


def remember(job):
    """Let tracebacks show the code as it is in the page."""
    pieces = {}
    for card in job["modules"].values():
        pieces.setdefault(card["path"], []).extend(card["blocks"])
    pieces.setdefault(job["path"], []).append((job["line"], job["code"]))
    for path, blocks in pieces.items():
        lines = []
        for line, code in blocks:
            end = line + code.count("\n") + 1
            lines.extend([""] * (end - len(lines)))
            lines[line:end] = code.split("\n")[: end - line]
        linecache.cache[path] = (sum(map(len, lines)), None, [text + "\n" for text in lines], path)


def explained(raised, job):
    """What went wrong and where, in the words and lines of the card."""
    paths = {job["path"], *(card["path"] for card in job["modules"].values())}
    frames = [frame for frame in traceback.extract_tb(raised.__traceback__) if frame.filename in paths]
    steps = [{"path": frame.filename, "line": frame.lineno, "name": frame.name, "code": frame.line} for frame in frames]
    if isinstance(raised, SyntaxError) and raised.filename in paths:
        steps = [{"path": raised.filename, "line": raised.lineno, "name": "", "code": (raised.text or "").strip()}]
    message = raised.msg if isinstance(raised, SyntaxError) else str(raised)
    return {"kind": type(raised).__name__, "message": message[:MOST], "steps": steps}


def picture(values, kind=""):
    """Numbers as a small SVG: a line for one row, a heat map for a matrix, bars where asked."""
    import numpy as np

    numbers = np.nan_to_num(np.atleast_1d(np.asarray(values, dtype=float)))
    if numbers.ndim == 1 and kind != "heat":
        return bars(numbers) if kind == "bars" else curve(numbers)
    return heat(numbers.reshape(-1, numbers.shape[-1]))


def frame(width, height, body, low, high):
    text = f'<text x="0" y="{height + 12}" font-size="10">{low:.4g} … {high:.4g}</text>'
    view = f'viewBox="-2 -2 {width + 4} {height + 20}" width="{width + 4}" height="{height + 20}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" fill="currentColor" {view}>{body}{text}</svg>'


def curve(numbers):
    low, high = float(numbers.min()), float(numbers.max())
    step, scale = 320 / max(len(numbers) - 1, 1), 120 / ((high - low) or 1)
    points = " ".join(f"{i * step:.1f},{120 - (value - low) * scale:.1f}" for i, value in enumerate(numbers[:2000]))
    body = f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="1.5"/>'
    return frame(320, 120, body, low, high)


def bars(numbers):
    low, high = min(float(numbers.min()), 0.0), max(float(numbers.max()), 0.0)
    step, scale = 320 / len(numbers), 120 / ((high - low) or 1)
    body = "".join(
        f'<rect x="{i * step:.1f}" width="{step * 0.8:.1f}" y="{(high - max(value, 0)) * scale:.1f}" '
        f'height="{abs(value) * scale:.1f}"/>'
        for i, value in enumerate(numbers[:500])
    )
    return frame(320, 120, body, low, high)


def heat(numbers):
    low, high = float(numbers.min()), float(numbers.max())
    rows, columns = numbers.shape[0], numbers.shape[1]
    size = max(2.0, min(24.0, 320 / columns))
    body = "".join(
        f'<rect x="{c * size:.1f}" y="{r * size:.1f}" width="{size:.1f}" height="{size:.1f}" '
        f'fill-opacity="{(numbers[r, c] - low) / ((high - low) or 1):.3f}"><title>{numbers[r, c]:.6g}</title></rect>'
        for r in range(min(rows, 64))
        for c in range(min(columns, 64))
    )
    return frame(min(columns, 64) * size, min(rows, 64) * size, body, low, high)


def main(job_path, answer_path):
    """Read a job, run it, write the answer."""
    with open(job_path, encoding="utf-8") as handle:
        job = json.load(handle)
    answer = run(job)
    with open(answer_path, "w", encoding="utf-8") as handle:
        json.dump(answer, handle)

"""Run one shell block."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path

from zhixing.blocks.failure import Failure, around, from_death, too_long
from zhixing.blocks.isolate import PATIENCE, in_child
from zhixing.blocks.run import KINDS, Result
from zhixing.blocks.sandbox import Sandbox
from zhixing.model import CodeBlock, Diagnostic

_TAIL = 20


def run_shell(root: Path, block: CodeBlock, seconds: float, walls: Sandbox | None = None) -> Result:
    """Run a bash or sh block in the project's root, or behind walls in an empty folder; what it started ends with it."""
    executable = shutil.which(block.language)
    if executable is None:
        return Result(skipped=f"needs {block.language}, which is not installed")
    if walls is None:
        return _run(executable, root, root, block, seconds)
    work = partial(_run, executable, root, None, block, seconds)
    answer = in_child(work, seconds, KINDS, walls)
    return answer if isinstance(answer, Result) else Result(failure=from_death(answer, root, block, seconds))


def _run(executable: str, root: Path, folder: Path | None, block: CodeBlock, seconds: float) -> Result:
    process = subprocess.Popen(
        [executable, "-c", block.code],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=seconds * PATIENCE)  # it may have to wait for a processor
    except subprocess.TimeoutExpired:
        return Result(failure=Failure(too_long(block, seconds), _code(root, block)))
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode == -signal.SIGXCPU:
        return Result(failure=Failure(too_long(block, seconds), _code(root, block)))
    if process.returncode:
        said = tuple(f"  {line}" for line in (output + errors).splitlines()[-_TAIL:])
        problem = Diagnostic(block.span, "S020", f"`{block.name}` exited with {process.returncode}")
        return Result(output, failure=Failure(problem, (*_code(root, block), *said)))
    return Result(output)


def _code(root: Path, block: CodeBlock) -> tuple[str, ...]:
    return tuple(around(root, block.span.path, 0, block.span.line + 1, block.end_line - 1, spread=block.end_line))

"""Run one shell block in the project's root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from zhixing.blocks.failure import Failure, around, too_long
from zhixing.blocks.isolate import PATIENCE
from zhixing.blocks.run import Result
from zhixing.model import CodeBlock, Diagnostic

_TAIL = 20


def run_shell(root: Path, block: CodeBlock, seconds: float) -> Result:
    """Run a bash or sh block; everything that it started ends with it."""
    executable = shutil.which(block.language)
    if executable is None:
        return Result(skipped=f"needs {block.language}, which is not installed")
    process = subprocess.Popen(
        [executable, "-c", block.code],
        cwd=root,
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
    if process.returncode:
        said = tuple(f"  {line}" for line in (output + errors).splitlines()[-_TAIL:])
        problem = Diagnostic(block.span, "S020", f"`{block.name}` exited with {process.returncode}")
        return Result(output, failure=Failure(problem, (*_code(root, block), *said)))
    return Result(output)


def _code(root: Path, block: CodeBlock) -> tuple[str, ...]:
    return tuple(around(root, block.span.path, 0, block.span.line + 1, block.end_line - 1, spread=block.end_line))

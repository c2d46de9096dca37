"""The kernels need Triton; where it is absent their tests are skipped, never passed by."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def with_triton() -> None:
    """Skip, with a reason that says what to run."""
    pytest.importorskip("torch", reason="needs torch, which is not installed")
    pytest.importorskip("triton", reason="needs triton, which is not installed: run `make test-triton`")

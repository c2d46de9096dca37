"""Oracles compare to the last digits: one thread, and a first call out of the way."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def calm_torch() -> None:
    """Let torch choose its kernels before anything is measured; more threads only disturb tensors this small."""
    torch = pytest.importorskip("torch", reason="needs torch, which is not installed")
    torch.set_num_threads(1)
    torch.exp(torch.zeros(1))

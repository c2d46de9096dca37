"""Every card of this vault is read in three depths."""

from __future__ import annotations

import pytest
from this_vault import this_vault
from zhixing.checks import depths


def test_every_card_has_its_essence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depths, "EVERY_CARD", True)  # another vault is asked once it carries its first mark
    assert [str(finding) for finding in depths.check_depths(this_vault())] == []

"""Text that was read in a wrong encoding and saved is turned back, and what is lost is named (T24)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zhixing.hosts.cli.main import main
from zhixing.syntax.encoding import mend, misread

NOTE = "# 👁️ 注意力机制 (Attention)\n\n- **定义**：“加权”求和，café ⭐⭐ √d_k\n"
LOST = (0x81, 0x8D, 0x8E, 0x8F, 0x90, 0x9D, 0x9E, 0xAD)  # bytes that Windows-1254 leaves free, and the soft hyphen


def read_as(text: str, page: str) -> str:
    """The text as a program shows it that takes it for another code page; free bytes stay control characters."""
    return "".join(bytes([b]).decode(page) if _has(page, b) else chr(b) for b in text.encode())


def _has(page: str, byte: int) -> bool:
    try:
        bytes([byte]).decode(page)
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("page", ["latin-1", "cp1252", "cp1254"], ids="T24 {}".format)
def test_misread_text_is_turned_back(page: str) -> None:
    assert mend(read_as(NOTE, page)).text == NOTE


def test_text_misread_twice_is_turned_back() -> None:
    assert mend(read_as(read_as(NOTE, "cp1252"), "cp1254")).text == NOTE


def test_lost_bytes_are_named_by_line_and_nothing_is_guessed() -> None:
    damaged = "".join(bytes([b]).decode("cp1254") for b in "第一行：注意\n第二行：公开\n".encode() if b not in LOST)
    result = mend(damaged)
    assert result.lost == (1,)
    assert result.text.split("\n")[1] == "第二行：公开"


@given(st.text())
def test_good_text_is_left_alone(text: str) -> None:
    if not misread(text):
        assert mend(text).text == text


@given(
    st.text(alphabet=st.characters(min_codepoint=0x1000, max_codepoint=0x3FFFF, exclude_categories=("Cs",)), min_size=1)
)
def test_wide_characters_survive_latin_1(text: str) -> None:
    assert mend(text.encode().decode("latin-1")).text == text


def test_the_command_mends_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(read_as(NOTE, "cp1254"), encoding="utf-8")
    assert main(["mend", "a.md"]) == 0
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == NOTE
    assert "turned back" in capsys.readouterr().out


def test_a_file_with_lost_bytes_exits_1_and_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "".join(chr(b) for b in "注意 注意\n".encode() if b != 0x8F)
    (tmp_path / "a.md").write_text(text + read_as("公式", "latin-1"), encoding="utf-8")
    assert main(["mend", "a.md"]) == 1
    assert "a.md:1: F008 bytes are missing" in capsys.readouterr().out


def test_a_file_that_is_not_utf8_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_bytes(b"\xe9\n")
    assert main(["mend", "a.md"]) == 2
    assert (tmp_path / "a.md").read_bytes() == b"\xe9\n"

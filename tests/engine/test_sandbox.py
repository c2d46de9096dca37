"""Blocks of a stranger: `pytest` says what it is about to run, and a sandbox keeps it from network, files, memory and time."""

from __future__ import annotations

import os
import pickle
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from plugin_run import SCRIPTS, Run, make_vault, run
from zhixing.blocks.isolate import Lost, in_child
from zhixing.blocks.sandbox import Sandbox, sandbox
from zhixing.hosts.pytest.marks import refuse_code

pytestmark = pytest.mark.skipif(
    not sandbox().is_closed, reason="this system has no means to keep a process from the network"
)

CARD = """# Blocks

```python
import socket
socket.create_connection(("127.0.0.1", PORT), timeout=5)
```

```python
import asyncio
asyncio.run(asyncio.open_connection("127.0.0.1", PORT))
```

```python
import socket
socket.socket(socket.AF_UNIX).connect("UNIX")
```

```python
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
assert libc.socket(2, 1, 0) >= 0, "no socket"
```

```python
import subprocess, sys
code = "import socket; socket.create_connection(('127.0.0.1', PORT))"
subprocess.run([sys.executable, "-c", code], check=True, stderr=subprocess.DEVNULL)
```

```python
open("OUTSIDE/written", "w")
```

```python
import os
os.remove("OUTSIDE/precious")
```

```python
import ctypes
assert ctypes.CDLL(None).rename(b"OUTSIDE/precious", b"OUTSIDE/moved") == 0
```

```python
import os
os.mkfifo("OUTSIDE/pipe")
```

```python
from pathlib import Path
Path("leaves").symlink_to("OUTSIDE")
Path("leaves/written").write_text("x")
```

```bash
echo x > OUTSIDE/written
```

```bash
exec 3<>/dev/tcp/127.0.0.1/PORT
```

```python
x = bytearray(3 << 30)
```

```python
import mmap
x = mmap.mmap(-1, 3 << 30)
```

<!--zhixing:time-limit 1-->
```python
while True:
    pass
```

<!--zhixing:time-limit 1-->
```bash
while true; do :; done
```

```python
import os
os.kill(PARENT, 9)
```

```python
import evil
print(evil)
```

```python
import os
from pathlib import Path
assert Path.home() == Path.cwd() == Path(os.environ["TMPDIR"]) and not list(Path.cwd().iterdir())
Path("mine").write_text("x" * 1000)
assert Path("mine").stat().st_size == 1000 and "TOKEN" not in os.environ
print("inside")
```

```output
inside
```

```bash
echo x > mine && test "$(pwd)" = "$HOME" && cat mine
```

<!--pytest.mark.skipif(sys.platform == "nowhere", reason="a fact")-->
```python
import subprocess, sys
code = "import os, time; os.setsid(); open('OUTSIDE/../daemon', 'r').close(); time.sleep(600)"
subprocess.Popen([sys.executable, "-c", code, "SLEEPER"])
```
"""
FAILS = 18  # the first of them; the rest pass
TRAP = "from pathlib import Path\nPath({!r}).mkdir(exist_ok=True)\n"


@pytest.fixture(scope="module")
def listening() -> Iterator[tuple[int, Callable[[], bool]]]:
    """A port of this machine, and whether anyone came."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)

        def visited() -> bool:
            try:
                server.accept()[0].close()
            except BlockingIOError:
                return False
            return True

        yield server.getsockname()[1], visited


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory, listening: tuple[int, Callable[[], bool]]) -> tuple[Path, Run]:
    root = tmp_path_factory.mktemp("foreign")
    outside, trap = root / "outside", str(root / "trap")
    outside.mkdir()
    (outside / "precious").write_text("kept")
    (root / "daemon").write_text("")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(outside / "s"))
        server.listen()
        values = {"PORT": str(listening[0]), "OUTSIDE": str(outside), "UNIX": str(outside / "s")}
        text = CARD.replace("PARENT", str(os.getpid())).replace("SLEEPER", str(root))
        for name, value in values.items():
            text = text.replace(name, value)
        vault = make_vault(root / "vault", {"A.md": text, "sub/B.md": "# B\n\n```python\nassert 1 + 1 == 2\n```\n"})
        for name in (
            "conftest.py",
            "docs/conftest.py",
            "docs/test_it.py",
            "docs/sub/__init__.py",
            "evil.py",
            "snippets.py",
        ):
            (vault / name).write_text(TRAP.format(trap))
        (vault / "docs/C.md").write_text(f"# C\n\n    >>> import os; os.mkdir({trap!r})\n")
        (vault / "pytest.ini").write_text(
            "[pytest]\naddopts = --doctest-glob=*.md --doctest-modules -p no:logging\npythonpath = .\n"
        )
        os.environ["TOKEN"] = "secret"
        try:
            done = run(vault, "-v", "--zhixing-sandbox", "docs")
        finally:
            del os.environ["TOKEN"]
    return root, done


@pytest.mark.thorough
def test_the_header_says_what_will_run(ran: tuple[Path, Run]) -> None:
    root, done = ran
    assert (
        f"zhixing: 22 blocks of 2 notes will be executed from {root / 'vault'}\nzhixing: in a sandbox: no " in done.text
    )


@pytest.mark.thorough
def test_nothing_gets_out(ran: tuple[Path, Run], listening: tuple[int, Callable[[], bool]]) -> None:
    root, done = ran
    verdicts = [done.verdicts.get(f"docs/A.md::{name}") for name in ["blocks", *(f"blocks-{n}" for n in range(2, 22))]]
    assert verdicts == ["FAILED"] * FAILS + ["PASSED"] * 3, done.text
    assert done.verdicts["docs/sub/B.md::b"] == "PASSED"
    assert not listening[1]()
    assert sorted(path.name for path in (root / "outside").iterdir()) == ["precious", "s"]
    assert not (root / "trap").exists(), "pytest itself ran code of the vault"
    assert "Python files or tests of others did not run" in done.text
    assert done.text.count("S021") >= 2 and "S020 MemoryError" in done.text
    running = [path for path in Path("/proc").glob("[0-9]*/cmdline") if str(root).encode() in _read(path)]
    assert running == [], "what a block started outlives it"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


@pytest.mark.thorough
def test_without_a_sandbox_the_header_says_so(tmp_path: Path) -> None:
    vault = make_vault(tmp_path / "v", {"A.md": "# A\n\n```python\nassert 1 + 1 == 2\n```\n", "B.md": "# B\n"})
    said = run(vault, "-v", "docs", "--collect-only").text
    assert f"zhixing: 1 block of 1 note will be executed from {vault}\nzhixing: as you; --zhixing-sandbox " in said
    assert "zhixing:" not in run(vault, "-v", "docs/B.md").text
    for quiet in (["-q"], ["-qq"], ["--no-header"]):
        assert run(vault, *quiet, "docs").text.count(f"zhixing: 1 block of 1 note will be executed from {vault}\n") == 1
    (vault / "pytest.ini").write_text("[pytest]\naddopts = -p evil\n")
    (vault / "evil.py").write_text("")
    refused = run(vault, "--zhixing-sandbox", "docs", path=os.pathsep.join([SCRIPTS, str(vault)]))
    assert refused.status == 4 and "makes pytest load a plugin, which ran outside the sandbox" in refused.text


def connects(port: int) -> str:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError as error:
        return type(error).__name__
    return "connected"


def writes(path: Path) -> str:
    try:
        path.write_text("x")
    except OSError as error:
        return type(error).__name__
    return "written"


@pytest.mark.parametrize("wall", ["namespaces", "filter"])
def test_each_wall_against_the_network_stands_alone(wall: str, listening: tuple[int, Callable[[], bool]]) -> None:
    if not getattr(sandbox(), wall):
        pytest.skip(f"no {wall} here")
    alone = Sandbox(wall == "namespaces", wall == "filter", 0)
    assert in_child(lambda: connects(listening[0]), 60.0) == "connected" and listening[1]()
    assert in_child(lambda: connects(listening[0]), 60.0, walls=alone) in (
        "PermissionError",
        "OSError",
        "ConnectionRefusedError",
    )
    assert not listening[1]() and ("no network" in alone.words()) == (wall == "namespaces")


def test_without_landlock_it_is_said(tmp_path: Path) -> None:
    bare = replace(sandbox(), landlock=0)
    assert "WRITES ANYWHERE" in bare.words()
    assert in_child(lambda: writes(tmp_path / "a"), 60.0, walls=bare) == "written"
    if sandbox().landlock:
        assert in_child(lambda: writes(tmp_path / "b"), 60.0, walls=sandbox()) == "PermissionError"
        assert in_child(lambda: writes(Path("inside")), 60.0, walls=sandbox()) == "written"


class Evil:
    """Unpickled, it would run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.path),)


def test_an_answer_holds_no_code(tmp_path: Path) -> None:
    assert isinstance(in_child(lambda: Evil(tmp_path / "trap"), 60.0), Lost)
    pickle.dumps(Evil(tmp_path / "trap"))
    assert not (tmp_path / "trap").exists()
    assert in_child(lambda: {"a": [1, (2.5, None)], "b": {b"c"}}, 60.0) == {"a": [1, (2.5, None)], "b": {b"c"}}


def test_what_hangs_in_c_ends(tmp_path: Path) -> None:
    def work() -> object:
        return max(range(10**12))

    began = time.process_time()
    assert isinstance(in_child(work, 0.2, walls=sandbox()), Lost)
    assert time.process_time() - began < 60


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("pytest.mark.slow", True),
        ("pytest.mark.skipif(sys.version_info < (3, 12), reason='old')", True),
        ("pytest.mark.skipif(not sys.platform == 'linux' or sys.maxsize > 5, reason='x')", True),
        ("pytest.mark.xfail(raises=(ValueError, KeyError), strict=True)", True),
        ('pytest.mark.skipif(\'__import__("os").mkdir("x")\')', False),
        ("pytest.mark.xfail(condition='evil()')", False),
        ("pytest.mark.skipif(evil())", False),
        ("pytest.mark.skipif(sys.modules['os'].mkdir('x'))", False),
        ("pytest.mark.skipif([x for x in ()])", False),
        ("pytest.mark.skipif((lambda: 1)())", False),
        ("pytest.mark.__class__.mro()", False),
        ("pytest.mark.a.b(1)", False),
        ("sys.exit(1)", False),
        ("pytest.exit('x')", False),
        ("pytest.mark.skipif(**{'condition': 'x'})", False),
        ("pytest.mark.skipif(f'{sys}')", False),
        ("pytest.mark.skipif('evil()' or 1)", False),
        ("pytest.mark.xfail(['evil()'][0])", False),
        ("pytest.mark.skipif(*['evil()'])", False),
    ],
)
def test_a_mark_is_no_way_in(text: str, is_plain: bool) -> None:
    if is_plain:
        refuse_code(text)
    else:
        with pytest.raises((ValueError, SyntaxError)):
            refuse_code(text)

"""The engine as others get it: the wheel, in a virtual environment of its own, far from this checkout, on a vault of one's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from zhixing.page import assets

ROOT = Path(__file__).resolve().parents[2]
BIN = "Scripts" if os.name == "nt" else "bin"
VAULT = {
    "Doubling.md": "# Doubling\n\nThe way there; [[Halving]] is the way back. ==Twice== is [[Halving#By two|not half]].\n\n"
    "```python\ndef double(x):\n    return 2 * x\n```\n\n"
    "```python\nfrom snippets.doubling import double\n\nassert double(2) == 4\nprint(double(3))\n```\n\n"
    "```output\n6\n```\n\n> [!QUESTION]- What is twice two?\n> Four.\n\n^twice-two\n",
    "Halving.md": "# Halving\n\n## By two\n\n%%a secret%% Back to ![[Doubling#^twice-two]]\n",
}
CLIENT = """\
import zhixing

vault = zhixing.load_vault(".")
count: int = len(zhixing.check(vault))
modules: dict[str, bytes] = zhixing.extract(vault)
card: zhixing.Card = vault.cards["Doubling.md"]
wrong: int = card.title
"""
Run = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the source distribution, as an index would have it: what that lacks the wheel lacks too."""
    folder = tmp_path_factory.mktemp("dist")
    environment = {**os.environ, "HOME": str(folder)}  # the build asks for one that is there
    _done([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)], ROOT, environment)
    (packed,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(packed, folder, filter="data")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "-w",
        str(folder),
    ]
    _done([*command, str(folder / packed.name.removesuffix(".tar.gz"))], folder, environment)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home without caches, except for the web packages that were installed for the site of this checkout."""
    home = tmp_path_factory.mktemp("home")
    packages = assets.install_packages(assets.asset_cache())
    shutil.copytree(packages, home / ".cache/zhixing/web" / packages.name, symlinks=True)
    return home


@pytest.fixture(scope="module")
def run(wheel: Path, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a program of a new virtual environment that holds the wheel, and around it what is installed here.

    No index is asked: the packages beside the wheel are those of this environment, but not its own engine.
    """
    env = tmp_path_factory.mktemp("env")
    _done([sys.executable, "-m", "venv", "--without-pip", str(env)], env, os.environ)
    python = env / BIN / ("python.exe" if os.name == "nt" else "python")
    install = ["-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--no-compile", str(wheel)]
    _done([sys.executable, *install], env, os.environ)
    own = Path(
        _done([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], env, {}).stdout.strip()
    )
    (own / "beside.pth").write_text(
        f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n", encoding="utf-8"
    )
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG") if name in os.environ}
    places = {"HOME": str(home), "USERPROFILE": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    path = os.pathsep.join([str(env / BIN), str(Path(sys.executable).parent), kept["PATH"]])

    def start(folder: Path, *command: str, code: int = 0, **also: str) -> subprocess.CompletedProcess[str]:
        words = [str(env / BIN / "zhixing"), *command[1:]] if command[0] == "zhixing" else [str(python), "-m", *command]
        offline = {"npm_config_offline": "true", "NO_MKDOCS_2_WARNING": "1"}
        return _done(words, folder, {**kept, **places, **offline, "PATH": path, **also}, code)

    return start


def _done(
    command: list[str], folder: Path, environment: Mapping[str, str], code: int = 0
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == code, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for name, text in VAULT.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_wheel_holds_every_source_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    command = ["git", "ls-files", "scripts/zhixing", "scripts/web"]
    tracked = _done(command, ROOT, os.environ).stdout.split()
    wanted = {name.replace("scripts/web", "scripts/zhixing/web").removeprefix("scripts/") for name in tracked}
    surplus = {name for name in wanted if name.endswith((".test.ts", "_test.mjs", ".test.json", "biome.json"))}
    assert surplus and names == wanted - surplus
    assert {"zhixing/py.typed", "zhixing/web/src/study/fsrs.json", "zhixing/web/.npmrc"} <= names


def test_the_command_is_that_of_the_wheel(run: Run, vault: Path) -> None:
    from zhixing import __version__

    assert run(vault, "zhixing", "--version").stdout == f"zhixing {__version__}\n"
    told = vault / "told.py"
    told.write_text(
        "import zhixing.checks.run as r, zhixing\nprint(r.__file__, zhixing.__version__)\n", encoding="utf-8"
    )
    place, version = run(vault, "told").stdout.split()
    assert version == __version__ and not Path(place).is_relative_to(ROOT)


def test_a_vault_of_one_s_own_is_checked_extracted_tested_and_built(run: Run, vault: Path) -> None:
    run(vault, "zhixing", "init", "--name", "Mine")
    run(vault, "zhixing", "check")
    run(vault, "zhixing", "extract")
    assert (vault / "snippets/doubling.py").is_file()
    tested = run(vault, "pytest", "-q", "-p", "no:cacheprovider")
    assert "2 passed" in tested.stdout
    built = run(vault, "mkdocs", "build")
    assert "WARNING" not in built.stderr
    page = (vault / "site/Doubling/index.html").read_text(encoding="utf-8")
    assert 'href="../Halving/"' in page and "assets/zx/zx.js" in page
    assert (vault / "site/assets/zx/zx.js").stat().st_size > 10_000
    assert (vault / "site/assets/zx/zx.css").stat().st_size > 1_000
    index = (vault / "site/assets/zx/search/all/cards.js").read_text(encoding="utf-8")
    cards = json.loads(index[index.index("{") : index.rindex("}") + 1])["cards"]
    assert {card[2] for card in cards} >= {"Doubling", "Halving"}


def test_what_is_wrong_is_said(run: Run, vault: Path) -> None:
    run(vault, "zhixing", "init")
    text = VAULT["Doubling.md"].replace("[[Halving]]", "[[Halfing]]").replace("== 4", "== 5")
    (vault / "Doubling.md").write_text(text, encoding="utf-8")
    found = run(vault, "zhixing", "check", code=1).stdout
    assert found == "Doubling.md:3: L001 link [[Halfing]] has no target\n  hint: did you mean [[Halving]]?\n"
    tested = run(vault, "pytest", "-q", "-p", "no:cacheprovider", code=1).stdout
    assert "Doubling.md:13" in tested and "1 failed, 1 passed" in tested


def test_the_site_is_built_where_the_web_packages_cannot_be_had(
    run: Run, vault: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    run(vault, "zhixing", "init")
    empty = str(tmp_path_factory.mktemp("empty"))
    built = run(
        vault,
        "mkdocs",
        "build",
        HOME=empty,
        USERPROFILE=empty,
        XDG_CACHE_HOME=f"{empty}/.cache",
        npm_config_cache=f"{empty}/npm",
    )
    assert "installing the web packages failed" in built.stderr and "hint: check the network" in built.stderr
    assert 'href="../Halving/"' in (vault / "site/Doubling/index.html").read_text(encoding="utf-8")


def test_decks_and_the_history_of_a_learner(run: Run, vault: Path) -> None:
    run(vault, "zhixing", "init")
    assert "build/decks/" in run(vault, "zhixing", "decks", "--format", "csv", "--format", "apkg").stdout
    assert "1" in run(vault, "zhixing", "study", "status", XDG_DATA_HOME=str(vault / "data")).stdout


def test_the_api_is_typed_for_whoever_imports_it(run: Run, vault: Path) -> None:
    (vault / "client.py").write_text(CLIENT, encoding="utf-8")
    said = run(vault, "mypy", "--strict", "--cache-dir", str(vault / "types"), "client.py", code=1).stdout
    assert 'client.py:7: error: Incompatible types in assignment (expression has type "str"' in said
    assert "Found 1 error in 1 file" in said

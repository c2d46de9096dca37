"""Lint, format and type-check `scripts/web`; with `--fix`, mend what can be mended. Packages are installed once, into the cache."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from zhixing.page import assets
from zhixing.page.kept import MissingError


def lint(packages: Path, web: Path, *, fix: bool = False) -> int:
    """Run Biome over the sources as they lie."""
    verb = ["check", "--write"] if fix else ["ci"]
    biome = packages / "node_modules/@biomejs/biome/bin/biome"
    return subprocess.run(
        [assets.tool("node"), biome, *verb, "--error-on-warnings", "."], cwd=web, check=False
    ).returncode


def compiler(folder: Path, config: str = "tsconfig.json") -> list[str]:
    """The command that type-checks what one configuration names."""
    return [assets.tool("node"), str(folder / "node_modules/typescript/bin/tsc"), "--noEmit", "-p", config]


def types(folder: Path) -> int:
    """Run the compiler over the sources, then over their tests, which also know node."""
    commands = (compiler(folder), compiler(folder, "tsconfig.test.json"))
    return max(subprocess.run(command, cwd=folder, check=False).returncode for command in commands)


def main() -> int:
    """Return 0 if nothing is wrong."""
    cache = assets.asset_cache()
    try:
        packages = assets.install_packages(cache, dev=True)
        found = lint(packages, assets.WEB, fix="--fix" in sys.argv[1:])
        with TemporaryDirectory() as folder:
            return max(found, types(assets.lay_out(Path(folder), cache, dev=True)))
    except MissingError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

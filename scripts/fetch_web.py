"""Fetch what pages are made of besides Python packages, so that no later step needs a network; `--dev`: what their tests need."""

from __future__ import annotations

import sys

from zhixing.page import assets, runtime
from zhixing.page.kept import MissingError


def main() -> int:
    """Return 0 if all of it is there."""
    cache = assets.asset_cache()
    try:
        assets.build_assets(cache)
        runtime.fetch(cache)
        if "--dev" in sys.argv[1:]:
            assets.install_packages(cache, dev=True)
    except MissingError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The picture that stands for a page where a link to it is shown (Open Graph), drawn by one process of node.

What was drawn once is kept beside the assets, by all that went into it. The packages and fonts are fetched by the first
build that wants pictures, and by no other.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import unicodedata
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from zhixing.model import Card
from zhixing.page import assets
from zhixing.page.assets import AssetError
from zhixing.page.kept import fill, forget, have
from zhixing.page.phrases import pieces
from zhixing.page.text import description, name_in_text
from zhixing.page.words import words

FOLDER = "assets/share"
WIDTH, HEIGHT = 1200, 630
_SOURCE = "share"  # the folder of `scripts/web`
_PROGRAM = "draw.mjs"
_NAME = "picture.png"
_LOWERED = re.compile(r"[\u1d62-\u1d6a\u2080-\u209c\u2c7c]*[\u208a-\u209c][\u1d62-\u1d6a\u2080-\u209c\u2c7c]*")


class Picture(NamedTuple):
    """The words of one; the title as pieces between which its lines may end."""

    site: str
    title: tuple[str, ...]
    other: str = ""
    about: str = ""
    category: str = ""
    minutes: str = ""
    stars: int = 0


def picture_of(card: Card, site: str, twin: Card | None, terms: Collection[str]) -> Picture:
    """What the picture of a card says; `twin` is the same card in another language."""
    say, front = words(card.lang), card.front
    title = name_in_text(card)
    other = name_in_text(twin) if twin is not None else ""
    return Picture(
        site,
        tuple(pieces(title, terms)),
        "" if other == title else other,
        _LOWERED.sub(_raised, description(card, card.body)),
        say.named.get(front.category, front.category),
        say.minutes.format(front.minutes) if front.minutes else "",
        front.difficulty,
    )


def _raised(lowered: re.Match[str]) -> str:
    """Letters below the line that the fonts do not have: `xₗ₊₁` → `x_(l+1)`."""
    text = unicodedata.normalize("NFKC", lowered.group()).replace("\u2212", "-")
    return f"_{text}" if len(text) == 1 else f"_({text})"


def picture_uri(lang: str, key: str) -> str:
    """Where a picture lies; that of the site itself has no key."""
    return "/".join(part for part in (FOLDER, lang, f"{key or 'site'}.png") if part)


def draw(pictures: Mapping[str, Picture], cache: Path) -> dict[str, Path]:
    """The file of each picture, by its address; AssetError if one that is not kept cannot be drawn."""
    web = assets.WEB / _SOURCE
    version = assets.digest(web, (*assets.PACKAGES, _PROGRAM))
    places = {uri: cache / f"share-{_key(version, picture)}" for uri, picture in pictures.items()}
    missing = {place: pictures[uri] for uri, place in places.items() if not have(place)}
    if missing:
        _draw(missing, cache, web)
        forget(cache, "share-*", cache)
    return {uri: place / _NAME for uri, place in places.items()}


def _key(version: str, picture: Picture) -> str:
    return hashlib.sha256(f"{version} {json.dumps(picture)}".encode()).hexdigest()[:24]


def _draw(missing: Mapping[Path, Picture], cache: Path, web: Path) -> None:
    packages = assets.install_packages(cache, web=web)
    with TemporaryDirectory(prefix=".sources-", dir=packages) as folder:  # node looks for packages above
        program, made = Path(folder) / _PROGRAM, Path(folder)
        program.write_bytes((web / _PROGRAM).read_bytes())
        listed = [{**picture._asdict(), "file": f"{place.name}.png"} for place, picture in missing.items()]
        command = [assets.tool("node"), str(program), folder]
        done = subprocess.run(command, input=json.dumps(listed).encode(), capture_output=True, check=False)
        if done.returncode:
            lines = done.stderr.decode("utf-8", "replace").splitlines()
            why = next((f": {line}" for line in lines if "Error" in line), "")
            raise AssetError(f"node ended (exit {done.returncode}){why}")
        for place in missing:
            with fill(place) as target:
                (made / f"{place.name}.png").rename(target / _NAME)

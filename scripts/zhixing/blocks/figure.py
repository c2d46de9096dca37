"""A Matplotlib figure → SVG bytes that are the same on every run: vectors only, no date, no random ids."""

from __future__ import annotations

import importlib
import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zhixing.blocks.themed_svg import clean

_GRID = 2**20  # values between two colours of a map; a power of two, so that the borders of 256 colours lie on it
MAX_CELLS = 4096  # of one imshow: more would be a bitmap, whose bytes depend on the machine

_STYLE = {
    "svg.fonttype": "none",  # text stays text: it can be searched, and the page's own fonts draw it
    "svg.image_inline": True,
    "font.family": ["DejaVu Sans"],  # ships with Matplotlib, so the layout is the same everywhere
    "path.simplify": False,
}


class FigureError(Exception):
    """The block drew nothing, or something that cannot be drawn the same way twice."""


def pyplot() -> Any:
    """Matplotlib's interface for notebooks; loaded only where one is used."""
    return importlib.import_module("matplotlib.pyplot")


@contextmanager
def default_style() -> Iterator[None]:
    """Matplotlib as it comes, whatever the user's own settings are."""
    matplotlib: Any = importlib.import_module("matplotlib")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"backend": "Agg", "font.family": _STYLE["font.family"], "legend.frameon": False})
        with _steady_colours():
            yield


@contextmanager
def _steady_colours() -> Iterator[None]:
    """A value at the border of two colours of a map gets the same one everywhere: 0.5 also where it is 0.4999999."""
    import numpy as np

    colormap: Any = importlib.import_module("matplotlib.colors").Colormap
    as_it_comes = colormap.__call__

    def steady(self: Any, values: Any, *rest: Any, **named: Any) -> Any:
        given = np.asanyarray(values)
        if given.dtype.kind != "f":  # whole numbers are places in the map
            return as_it_comes(self, values, *rest, **named)
        with np.errstate(all="ignore"):
            near = np.round(given.astype(np.float64) * _GRID) / _GRID
        return as_it_comes(self, near if given.ndim else float(near), *rest, **named)

    colormap.__call__ = steady
    try:
        yield
    finally:
        colormap.__call__ = as_it_comes


def render(figure: object, name: str) -> bytes:
    """The figure as an SVG whose black is the page's text colour; `name` keeps its ids apart from other figures'."""
    matplotlib: Any = importlib.import_module("matplotlib")
    if not isinstance(figure, importlib.import_module("matplotlib.figure").Figure):
        raise FigureError("the block leaves no Matplotlib Figure in a variable named `figure`")
    drawn: Any = figure
    for artist in drawn.findobj(lambda artist: artist.get_rasterized()):
        artist.set_rasterized(False)
    for axes in drawn.axes:
        for image in list(axes.images):
            _as_cells(axes, image)
    buffer = io.BytesIO()
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}), _outlined_formulas(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
        metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
        drawn.savefig(buffer, format="svg", transparent=True, dpi=72, bbox_inches="tight", metadata=metadata)
    try:
        return clean(buffer.getvalue(), name)
    except ValueError as error:
        raise FigureError(str(error)) from error


@contextmanager
def _outlined_formulas() -> Iterator[None]:
    """Words stay text; formulas become outlines, because no page has Matplotlib's symbol fonts."""
    renderer: Any = importlib.import_module("matplotlib.backends.backend_svg").RendererSVG
    as_text, as_path = renderer._draw_text_as_text, renderer._draw_text_as_path

    def draw(self: Any, gc: Any, x: Any, y: Any, s: str, prop: Any, angle: Any, ismath: Any, mtext: Any = None) -> None:
        (as_path if ismath else as_text)(self, gc, x, y, s, prop, angle, ismath, mtext)

    renderer._draw_text_as_text = draw
    try:
        yield
    finally:
        renderer._draw_text_as_text = as_text


def _as_cells(axes: Any, image: Any) -> None:
    """Replace an imshow by one rectangle per cell."""
    import numpy as np
    from matplotlib.collections import QuadMesh

    colours = image.to_rgba(image.get_array())
    rows, columns = colours.shape[:2]
    if rows * columns > MAX_CELLS:
        raise FigureError(f"an image of {rows}×{columns} cells; at most {MAX_CELLS} cells can be drawn as vectors")
    left, right, bottom, top = image.get_extent()
    if image.origin == "upper":
        bottom, top = top, bottom
    corners = np.stack(np.meshgrid(np.linspace(left, right, columns + 1), np.linspace(bottom, top, rows + 1)), axis=-1)
    mesh = QuadMesh(corners, facecolors=colours.reshape(-1, 4), edgecolors="none", antialiased=False)
    mesh.set_zorder(image.get_zorder())
    mesh.set_clip_path(axes.patch)
    image.remove()
    axes.add_collection(mesh, autolim=False)

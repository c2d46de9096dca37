"""Fonts that a page asks for before the styles that name them: what is drawn in another font first moves when they come."""

from __future__ import annotations

TEXT = "inter-latin"
CODE = "mono-latin"
MATH = ("math-common", "math-letters")


def font_links(root: str, *names: str) -> str:
    """Links for the head of a page; `root` is the way to the root of the site."""
    kind = 'rel="preload" as="font" type="font/woff2" crossorigin'
    return "".join(f'<link {kind} href="{root}assets/zx/fonts/{name}.woff2">' for name in names)

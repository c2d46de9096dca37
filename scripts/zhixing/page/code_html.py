"""Highlighted code with fewer elements: most of the tokens that Pygments tells apart look the same on the page."""

from __future__ import annotations

import re

# Names, punctuation, operators and spaces have the colour of the code itself; a long card has seven thousand of them.
_PLAIN = re.compile(r'<span class="(?:n|p|o|w|err)">([^<]*)</span>')


def lighter(html: str) -> str:
    """The HTML of one code block without the marks that nothing is made of."""
    return _PLAIN.sub(r"\1", html)

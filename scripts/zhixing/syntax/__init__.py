"""One text at a time: Markdown, front matter, Python and notebooks → nouns. Pure: no disk, no clock.

May import: model.
"""

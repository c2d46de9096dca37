"""The language server: the only room that knows pygls. An editor starts it by `zhixing lsp` and speaks to it over stdio.

May import: what `hosts` may.
"""

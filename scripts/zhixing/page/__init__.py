"""A card → its page: a Python-Markdown extension, and what the site adds around the words. Knows no host.

May import: model, syntax, vault, blocks.
"""

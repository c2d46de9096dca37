"""Code blocks: extracted into `snippets/`, run alone, compared with what the card shows of them.

May import: model, syntax, vault.
"""

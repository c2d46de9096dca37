"""`Vault` → diagnostics: one file a letter of the codes.

May import: model, syntax, vault, blocks.
"""

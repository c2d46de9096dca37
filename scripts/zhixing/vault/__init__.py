"""The project on disk → `Vault`: config, reading, writing, the cache of parsed cards, and where each link leads.

May import: model, syntax.
"""

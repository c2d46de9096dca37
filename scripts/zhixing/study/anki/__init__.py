"""Decks as Anki packages.

May import: what `study` may.
"""

"""Study in the terminal: a screen, its keys and words.

May import: what `study` may.
"""

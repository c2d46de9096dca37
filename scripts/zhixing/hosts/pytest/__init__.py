"""The pytest plugin: every block of every card is a test.

May import: what `hosts` may.
"""

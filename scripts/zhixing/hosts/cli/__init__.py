"""The `zhixing` command: the only room that prints or exits.

May import: what `hosts` may.
"""

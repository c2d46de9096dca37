"""The MkDocs plugin: the only room that knows MkDocs. Moving to another host costs this room.

May import: what `hosts` may.
"""

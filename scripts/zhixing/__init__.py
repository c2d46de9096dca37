"""Zhixing: a checked, searchable site and tested code from a Markdown vault."""

__version__ = "0.1.0"

"""The judge itself: pure Python and NumPy, no engine, no process, no clock; a terminal and a Web Worker run the same.

May import: nothing outside this folder but the standard library and NumPy.
"""

"""Display formulas as expressions: the subset of TeX that is read, the marks that bind its letters, what is compared with what.

May import: model.
"""

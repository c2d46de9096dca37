"""A definition of a card as an exercise: its empty form, the judge, its mutants. `core` knows nothing of the engine.

May import: model, syntax, vault, blocks.
"""

"""Programs that the engine lives in. A host holds no logic that another host needs.

May import: model, syntax, vault, blocks, checks, page, practice, study.
"""

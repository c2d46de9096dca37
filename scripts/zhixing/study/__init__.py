"""What a learner is asked, and when: items, decks, the history and the schedule made from it.

May import: model, syntax, vault, blocks, page, practice.
"""

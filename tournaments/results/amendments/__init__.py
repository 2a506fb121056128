"""Amendments: what an act changed, its undo and redo; setting pairings aside."""

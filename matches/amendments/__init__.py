"""Amendments: what an act changed, so that it can be undone and redone."""

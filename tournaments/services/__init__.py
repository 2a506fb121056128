"""Writes: each function is one act in one transaction, with a line in the journal."""

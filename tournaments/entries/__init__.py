"""Entries: one name, a pasted list or a file; check-in, wishes and pairs."""

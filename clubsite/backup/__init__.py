"""Backups: everything of a club in one file, made while it plays, and its way back."""

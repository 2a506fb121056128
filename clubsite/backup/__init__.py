"""Backups: all data of a club in one file, made while the site runs; restoring them."""

"""Shared pages: bytes for every phone."""

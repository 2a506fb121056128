"""Tests mirror the code, path for path."""

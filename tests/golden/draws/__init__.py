"""Frozen draws."""

"""Reads for pages: plain values with everything fetched, never a write."""

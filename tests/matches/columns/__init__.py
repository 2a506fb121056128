"""Tests of `matches.columns`."""

"""Tests of `matches.reports`."""

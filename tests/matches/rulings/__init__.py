"""Tests of `matches.rulings`."""

"""Tests of `matches.rulebook`."""

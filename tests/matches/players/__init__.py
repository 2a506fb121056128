"""Tests of `matches.players`."""

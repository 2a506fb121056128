"""Tests of `tournaments.results.correction`."""

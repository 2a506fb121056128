"""Tests of `tournaments.engine.bracket`."""

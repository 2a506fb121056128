"""Tests of `tournaments.engine.standings`."""

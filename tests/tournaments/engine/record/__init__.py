"""Tests of `tournaments.engine.record`."""

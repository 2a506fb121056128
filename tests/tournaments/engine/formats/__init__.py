"""Tests of `tournaments.engine.formats`."""

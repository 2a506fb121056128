"""Tests of `tournaments.engine.pairing`."""

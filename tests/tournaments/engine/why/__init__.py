"""Tests of `tournaments.engine.why`."""

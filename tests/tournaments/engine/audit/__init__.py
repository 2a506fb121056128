"""Tests of `tournaments.engine.audit`."""

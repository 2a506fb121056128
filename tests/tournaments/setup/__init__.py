"""Tests of `tournaments.setup`."""

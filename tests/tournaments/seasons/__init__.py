"""Tests of `tournaments.seasons`."""

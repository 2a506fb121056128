"""Tests of `tournaments.draws`."""

"""Tests of `tournaments.amendments`."""

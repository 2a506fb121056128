"""Tests of `tournaments.participation`."""

"""Tests of `tournaments.results`."""

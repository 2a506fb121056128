"""Tests of `tournaments.engine`."""

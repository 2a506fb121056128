"""Tests of `matches.decisions`."""

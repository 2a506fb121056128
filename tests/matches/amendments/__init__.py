"""Tests of `matches.amendments`."""

"""Tests of `matches.diagrams`."""

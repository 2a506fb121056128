"""Tests of `matches.rules`."""

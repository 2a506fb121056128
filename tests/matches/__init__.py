"""Tests of `matches`."""

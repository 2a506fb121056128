"""Tests of `matches.jobs`."""

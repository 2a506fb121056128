"""Tests of `matches.accounts`."""

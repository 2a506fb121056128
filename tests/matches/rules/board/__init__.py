"""Tests of `matches.rules.board`."""

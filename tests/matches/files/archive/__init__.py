"""Tests of `matches.files.archive`."""

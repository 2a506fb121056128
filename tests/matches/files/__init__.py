"""Tests of `matches.files`."""

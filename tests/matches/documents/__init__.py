"""Tests of `matches.documents`."""

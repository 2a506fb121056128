"""Tests of `matches.match_page`."""

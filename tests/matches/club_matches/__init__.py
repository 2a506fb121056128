"""Tests of `matches.club_matches`."""

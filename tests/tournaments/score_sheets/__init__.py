"""Tests of `tournaments.score_sheets`."""

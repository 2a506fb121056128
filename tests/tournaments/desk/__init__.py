"""Tests of `tournaments.desk`."""

"""Tests of `tournaments.brackets`."""

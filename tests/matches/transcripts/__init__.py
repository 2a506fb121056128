"""Tests of `matches.transcripts`."""

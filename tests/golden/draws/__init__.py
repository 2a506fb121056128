"""Tests of `golden.draws`."""

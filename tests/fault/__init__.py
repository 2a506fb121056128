"""Tests of `fault`."""

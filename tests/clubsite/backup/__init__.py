"""Tests of `clubsite.backup`."""

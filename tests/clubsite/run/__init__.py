"""Tests of `clubsite.run`."""

"""Tests of `tournaments`."""

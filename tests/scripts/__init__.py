"""Checks and tests of the scripts of the pages, on Node."""

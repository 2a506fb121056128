"""Tests of `matches.ledger`."""

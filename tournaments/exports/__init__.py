"""Standings, crosstables and the finishing order as files for others."""

"""Brackets: a graph of matches fed by lines, winners and losers, and its course."""

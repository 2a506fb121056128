"""Matches: players, games and scores. This app does not import `tournaments`."""

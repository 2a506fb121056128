"""Forecasts: the chances of all entrants, by simulating the rest many times."""

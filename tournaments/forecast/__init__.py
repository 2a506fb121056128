"""Forecasts: the chances of everybody in an event, by playing the rest many times."""

"""Filters of seasons: points, places, days and sentences as text."""

from django import template

from tournaments.seasons import words

register = template.Library()

register.filter("season_points", words.season_points)
register.filter("points_list", words.points_list)
register.filter("season_place", words.season_place)
register.filter("season_days", words.shown_days)
register.filter("season_rules", words.rules_text)
register.filter("season_term", words.shown_term)
register.filter("tonight_text", words.tonight_text)

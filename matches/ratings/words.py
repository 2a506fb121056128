"""Ratings and their changes as text."""

from decimal import Decimal

from django.utils.formats import number_format

from matches.rules.ratings import POINT


def shown_rating(rating: int, places: int = 2) -> str:
    """Return a rating in points as text: 1712.34."""
    points = round(Decimal(rating) / POINT, places)
    return number_format(points, decimal_pos=places)


def shown_change(change: int, places: int = 2) -> str:
    """Return a change with its sign as text: +4.01, −2.50, 0.00."""
    text = shown_rating(abs(change), places)
    if not change:
        return text
    return f"+{text}" if change > 0 else f"−{text}"

"""Ratings and their changes as text; "" where there is none."""

from decimal import Decimal

from django.utils.formats import number_format

from matches.rules.ratings import POINT


def shown_rating(rating: int | None, places: int = 2) -> str:
    """Return a rating in points as text: 1712.34."""
    if rating is None:
        return ""
    points = round(Decimal(rating) / POINT, places)
    return number_format(points, decimal_pos=places)


def shown_change(change: int | None, places: int = 2) -> str:
    """Return a change with its sign as text: +4.01, −2.50, 0.00."""
    if not change:
        return shown_rating(change, places)
    text = shown_rating(abs(change), places)
    return f"+{text}" if change > 0 else f"−{text}"

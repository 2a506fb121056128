"""Context processor: what every page says of the club."""

from typing import Any

from django.http import HttpRequest

from matches.club.known import club as club_now


def club(_request: HttpRequest) -> dict[str, Any]:
    """Return the club as it is now. At most one query, mostly none."""
    return {"club": club_now()}

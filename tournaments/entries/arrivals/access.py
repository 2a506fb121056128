"""Access to the check-in by phone and at the door.

The permission is a code: that of the hall, or the key of the tablet at its door. Views
of players get the check-in only from here. A private tournament and one in the bin have
none for them.
"""

from django.db.models import QuerySet

from matches.players.links import hash_of
from tournaments.entries.arrivals.models import ArrivalWindow
from tournaments.structure.models import Visibility


def window_with_code(code: str) -> ArrivalWindow | None:
    """Return the check-in with this code of the hall, None without one. One query."""
    return _for_everybody().filter(code=code).first() if code else None


def window_with_door(key: str) -> ArrivalWindow | None:
    """Return the check-in with this key of a tablet, None without one. One query."""
    window = _for_everybody().filter(door_hash=hash_of(key)).first()
    if window is not None:
        window.came_by = key
    return window


def _for_everybody() -> QuerySet[ArrivalWindow]:
    rows = ArrivalWindow.objects.select_related("tournament")
    rows = rows.filter(tournament__deleted_at__isnull=True)
    return rows.exclude(tournament__visibility=Visibility.PRIVATE)

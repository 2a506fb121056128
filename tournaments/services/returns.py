"""Room in a bracket for somebody who comes back."""

from matches.models import Match
from tournaments.errors import PlaceTakenError
from tournaments.models import Entry, Stage
from tournaments.selectors.options import scene_of
from tournaments.services.shelves import shelve


def make_room(entry: Entry) -> None:
    """Set aside what was opened without somebody who has not withdrawn any more.

    The tournament is held by the caller. Raises PlaceTakenError.
    """
    roots = Stage.objects.filter(
        division=entry.division_id, parent__isnull=True, plan__isnull=False
    )
    for root in roots.select_related("division__profile", "division__tournament"):
        scene = scene_of(root)
        where = scene.course.where_now(entry.number)
        if where is None:
            continue
        unfit = scene.unfit(scene.drawn, where.node.number)
        begun = [
            f"M{row.match_number}"
            for row in unfit
            if row.match is not None and row.match.state != Match.State.READY
        ]
        if begun:
            raise PlaceTakenError(name=entry.player.name, labels=", ".join(begun))
        shelve(unfit, reason=entry.player.name)

"""What a match of a tournament was played in, for its own page."""

from django.urls import reverse
from django.utils.translation import gettext

from matches.models import Match
from matches.occasions import Occasion
from tournaments.models import Pairing


def occasion(match: Match) -> Occasion | None:
    """Return the surroundings of a tournament's match. One query."""
    pairing = (
        Pairing.objects.filter(match=match)
        .select_related("draw__stage", "tournament")
        .first()
    )
    if pairing is None:
        return None
    tournament = pairing.tournament
    return Occasion(
        title=tournament.name,
        url=tournament.get_absolute_url(),
        desk_url=reverse("tournament_desk", args=[tournament.slug]),
        detail=gettext("Round %(number)s") % {"number": pairing.draw.round_number},
        label=f"M{pairing.match_number}",
        table=pairing.table,
        language=tournament.language,
    )

"""The stage, round and table of a tournament match, for the match page."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion
from tournaments.results.correction.dependents import is_rested
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.names import shown_name

BELONGING: Final = Q(pairing__isnull=False)
"""Keeps the matches that belong to a tournament."""


def occasions(matches: Sequence[Match]) -> dict[int, Occasion]:
    """Return the context of tournament matches, by primary key. One query."""
    pairings = (
        Pairing.objects.filter(match__in=[match.pk for match in matches])
        .select_related("draw", "stage__division", "tournament")
        # Large columns that are not needed here.
        .defer("draw__record", "stage__plan", "stage__lots")
    )
    known = {match.pk: match for match in matches}
    return {
        pairing.match_id: _occasion(pairing, known[pairing.match_id])
        for pairing in pairings
        if pairing.match_id
    }


def _occasion(pairing: Pairing, match: Match) -> Occasion:
    tournament = pairing.tournament
    return Occasion(
        title=tournament.name,
        url=tournament.get_absolute_url(),
        desk_url=reverse("tournament_desk", args=[tournament.slug]),
        detail=_detail(pairing),
        label=f"M{pairing.match_number}",
        table=pairing.table,
        language=tournament.language,
        correct_url=_correct_url(pairing, match),
        is_rested=lambda: _is_rested(pairing.pk),
    )


def _detail(pairing: Pairing) -> str:
    """Return division, stage and round of a match; unnamed ones are left out."""
    stage = pairing.stage
    names = [shown_name(stage.division.name), shown_name(stage.name)]
    title = " · ".join(dict.fromkeys(name for name in names if name))
    number = gettext("Round %(number)s") % {"number": pairing.round_number}
    return f"{title} · {number}" if title else number


def _is_rested(pk: int) -> bool:
    rows = Pairing.objects.live().filter(pk=pk)
    pairing = rows.select_related("draw__stage").first()
    return pairing is not None and is_rested(pairing)


def _correct_url(pairing: Pairing, match: Match) -> str:
    is_live = pairing.draw.state == Draw.State.PUBLISHED
    if match.state != Match.State.DONE or pairing.tournament.is_closed or not is_live:
        return ""
    return reverse("correct", args=[pairing.tournament.slug, match.code])

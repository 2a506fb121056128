"""The rounds that a player sits out, on the page of the player."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.players.panels import PlayerVisit
from tournaments.engine import StageState
from tournaments.engine.state import Rest
from tournaments.rounds.rests import RestRow, rows_of
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import listed_tournaments


@dataclass(frozen=True, slots=True)
class TournamentRests:
    """The rounds of a tournament that a player sits out, or has sat out."""

    tournament: Tournament
    rows: Sequence[RestRow]


@dataclass(frozen=True, slots=True)
class RestsPanel:
    """Those of the tournaments that are not closed, the newest first."""

    tournaments: Sequence[TournamentRests]


def rests_panel(visit: PlayerVisit) -> RestsPanel:
    """Return what a player has said of coming rounds. One query; more if there is any.

    A pair belongs to both of its players.
    """
    if visit.against is not None:
        return RestsPanel(())
    entries = Entry.objects.active().filter(
        rests__isnull=False, tournament__closed_at__isnull=True
    )
    entries = entries.filter(tournament__in=listed_tournaments())
    mine = entries.filter(player=visit.player) | entries.filter(
        player__members=visit.player
    )
    found = mine.select_related("tournament", "player").distinct()
    return RestsPanel(
        [_of(entry) for entry in found.order_by("-tournament__date", "pk")]
    )


def _of(entry: Entry) -> TournamentRests:
    stages = Stage.objects.filter(division=entry.division_id, source__isnull=True)
    stage = stages.filter(parent__isnull=True).order_by("number")[0]
    state = StageState(
        stage.format, stage.rounds, stage.match_length, (), options=stage.chosen
    )
    rests = [Rest(one, entry.number, kind) for one, kind in entry.sits_out.items()]
    rows = rows_of(state, rests, {entry.number: entry.player.name})
    return TournamentRests(entry.tournament, rows)

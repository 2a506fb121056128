"""Reads for files that need more than a page shows."""

from tournaments.exports.trf import (
    HIGHEST_RATING,
    Reported,
    ReportHead,
    can_be_reported,
    trf16,
)
from tournaments.rounds import engine_state
from tournaments.standings.queries import standings_table
from tournaments.structure.models import Entry, Stage


def report_of(stage: Stage, mark: str) -> str | None:
    """Return the report of a stage, None where the format has no rounds to report."""
    if not stage.is_in_rounds:
        return None
    state = engine_state.load(stage)
    if not can_be_reported(state):
        return None
    places = {row.number: row.place for row in standings_table(stage, mark).rows}
    entries = Entry.objects.filter(division=stage.division_id).select_related("player")
    people = {
        entry.number: Reported(
            entry.player.name,
            min(HIGHEST_RATING, round(entry.told_rating or 0)),
            places[entry.number],
        )
        for entry in entries
        if entry.number in places
    }
    tournament = stage.division.tournament
    event = ReportHead(tournament.name, tournament.place, tournament.date)
    return trf16(event, state, people)

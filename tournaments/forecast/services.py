"""Switching the forecasts of a tournament on and off."""

from matches.accounts.models import User
from matches.journal import services as journal
from tournaments.structure.locking import locked_tournament
from tournaments.structure.models import Tournament


def show_forecasts(
    tournament: Tournament, first: int | None, *, by: User | None
) -> None:
    """Make and show forecasts of the chance to finish in this many first places.

    None shows none any more; stored ones are kept.
    """
    with locked_tournament(tournament) as locked:
        if locked.forecast_first == first:
            return
        Tournament.objects.filter(pk=locked.pk).update(forecast_first=first)
        journal.record_act(
            act="forecasts_hidden" if first is None else "forecasts_shown",
            by=by,
            subject=locked.subject,
            details={} if first is None else {"count": first},
        )

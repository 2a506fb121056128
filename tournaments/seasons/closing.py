"""Closing a season with its table, reopening it, and closing it again."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from tournaments.seasons.errors import SEASON_EMPTY, SEASON_RUNNING, TABLE_CHANGED
from tournaments.seasons.models import Season, SeasonClosing, SeasonPlace
from tournaments.seasons.scoring import EveningResult, ScoredLine
from tournaments.seasons.services import record_change
from tournaments.seasons.state import state_of


def close_season(*, of: Season, known: str, by: User | None) -> SeasonClosing:
    """Close a season with its table as it is now; `known` is the digest that was shown.

    Of two directors who close it at once the second one changes nothing. If results
    were corrected since it was closed, it is closed anew with the new table.

    Raises SEASON_EMPTY, SEASON_RUNNING, TABLE_CHANGED.
    """
    with transaction.atomic():
        # The table is computed under the lock and compared with the digest that the
        # director saw: results may have been corrected in between.
        locked = Season.objects.locked(of.pk)
        state = state_of(locked)
        if state.running:
            names = [one.tournament.name for one in state.running]
            raise SEASON_RUNNING(names=", ".join(names))
        if not any(line.place for line in state.lines):
            raise SEASON_EMPTY()
        before = locked.closing()
        # Closed with this very table already: the second of two directors who close at
        # once.
        if before is not None and before.digest == state.digest:
            return before
        if state.digest != known:
            raise TABLE_CHANGED()
        now = timezone.now()
        if before is not None:
            _end(before, now)
        closing = locked.closings.create(digest=state.digest, at=now, by=by)
        SeasonPlace.objects.bulk_create(
            _kept(closing, number, line)
            for number, (line, _player) in enumerate(state.rows, start=1)
        )
        _set_closed(locked, now, "season_closed", by=by)
    return closing


def _kept(closing: SeasonClosing, number: int, line: ScoredLine) -> SeasonPlace:
    def pairs(results: Iterable[EveningResult]) -> list[tuple[int, int]]:
        return [(result.order[1], result.points) for result in results]

    return SeasonPlace(
        closing=closing,
        row=number,
        player_id=line.player,
        place=line.place,
        shared=line.shared,
        points=line.points,
        carried=line.carried,
        counted=pairs(line.counted),
        dropped=pairs(line.dropped),
    )


def reopen_season(*, of: Season, by: User | None) -> bool:
    """Undo closing; return False if the season is open."""
    with transaction.atomic():
        locked = Season.objects.locked(of.pk)
        if not locked.is_closed:
            return False
        _put_in_force(locked, None, instead_of=locked.closing(), by=by)
    return True


def undo_closing(*, closing: SeasonClosing, by: User | None) -> bool:
    """Undo a closing; return False if it is not in force.

    The season is as it was before: closed with the table in whose place the new one
    came, or else open.
    """
    with transaction.atomic():
        locked = Season.objects.locked(closing.season_id)
        if locked.closing() != closing:
            return False
        _put_in_force(locked, closing.replaced(), instead_of=closing, by=by)
    return True


def restore_closing(*, closing: SeasonClosing, by: User | None) -> bool:
    """Close a season again with the table of a closing that was undone.

    Returns False if the season was closed anew since then.
    """
    with transaction.atomic():
        locked = Season.objects.locked(closing.season_id)
        in_force = locked.closing()
        if in_force is not None and in_force.pk >= closing.pk:
            return False
        _put_in_force(locked, closing, instead_of=in_force, by=by)
    return True


def _put_in_force(
    locked: Season,
    closing: SeasonClosing | None,
    *,
    instead_of: SeasonClosing | None,
    by: User | None,
) -> None:
    """Let a season be closed by another closing, or be open with None."""
    is_newer = closing is not None and (
        instead_of is None or closing.pk > instead_of.pk
    )
    if instead_of is not None:
        # The moment says which closing took its place: see `SeasonClosing.replaced`.
        _end(instead_of, closing.at if closing and is_newer else timezone.now())
    if closing is None:
        _set_closed(locked, None, "season_reopened", by=by)
        return
    _end(closing, None)
    act = "season_closed" if is_newer else "season_corrections_undone"
    _set_closed(locked, closing.at, act, by=by)


def _end(closing: SeasonClosing, moment: datetime | None) -> None:
    """Say when a closing ceased to be in force; None if it is in force."""
    SeasonClosing.objects.filter(pk=closing.pk).update(reopened_at=moment)


def _set_closed(
    locked: Season, moment: datetime | None, act: str, *, by: User | None
) -> None:
    locked.closed_at = moment
    locked.save(update_fields=["closed_at"])
    record_change(locked, act, by=by)

"""Closing a season with its table, reopening it, and closing it again."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.journal import services as journal
from tournaments.seasons.errors import (
    SEASON_EMPTY,
    SEASON_RUNNING,
    TABLE_CHANGED,
)
from tournaments.seasons.models import (
    Season,
    SeasonClosing,
    SeasonPlace,
)
from tournaments.seasons.queries import closing_of, season_rows, table_digest
from tournaments.seasons.scoring import (
    EveningResult,
    ScoredLine,
)
from tournaments.seasons.services import count_change
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
        locked = Season.objects.live().select_for_update().get(pk=of.pk)
        state = state_of(locked)
        if state.running:
            names = [one.tournament.name for one in state.running]
            raise SEASON_RUNNING(names=", ".join(names))
        if not any(line.place for line in state.lines):
            raise SEASON_EMPTY()
        digest = table_digest(state.lines)
        before = closing_of(locked)
        # Closed with this very table already: the second of two directors who close at
        # once.
        if before is not None and before.digest == digest:
            return before
        if digest != known:
            raise TABLE_CHANGED()
        now = timezone.now()
        if before is not None:
            SeasonClosing.objects.filter(pk=before.pk).update(reopened_at=now)
        closing = SeasonClosing.objects.create(
            season=locked, digest=digest, at=now, by=by
        )
        rows = season_rows(state.lines)
        SeasonPlace.objects.bulk_create(
            _kept(closing, number, row.line) for number, row in enumerate(rows, start=1)
        )
        locked.closed_at = now
        locked.save(update_fields=["closed_at"])
        count_change(locked)
        journal.record_act(act="season_closed", by=by, name=locked.name)
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
        locked = Season.objects.live().select_for_update().get(pk=of.pk)
        if not locked.is_closed:
            return False
        SeasonClosing.objects.filter(season=locked, reopened_at=None).update(
            reopened_at=timezone.now()
        )
        locked.closed_at = None
        locked.save(update_fields=["closed_at"])
        count_change(locked)
        journal.record_act(act="season_reopened", by=by, name=locked.name)
    return True


def undo_closing(*, closing: SeasonClosing, by: User | None) -> bool:
    """Undo a closing; return False if it is not in force.

    The season is as it was before: closed with the table in whose place the new one
    came, or else open.
    """
    with transaction.atomic():
        live = Season.objects.live()
        locked = live.select_for_update().get(pk=closing.season_id)
        if closing_of(locked) != closing:
            return False
        _put_in_force(locked, closing.replaced(), instead_of=closing, by=by)
    return True


def restore_closing(*, closing: SeasonClosing, by: User | None) -> bool:
    """Close a season again with the table of a closing that was undone.

    Returns False if the season was closed anew since then.
    """
    with transaction.atomic():
        live = Season.objects.live()
        locked = live.select_for_update().get(pk=closing.season_id)
        in_force = closing_of(locked)
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
        ends = closing.at if closing is not None and is_newer else timezone.now()
        SeasonClosing.objects.filter(pk=instead_of.pk).update(reopened_at=ends)
    if closing is not None:
        SeasonClosing.objects.filter(pk=closing.pk).update(reopened_at=None)
    locked.closed_at = None if closing is None else closing.at
    locked.save(update_fields=["closed_at"])
    count_change(locked)
    act = "season_closed" if is_newer else "season_corrections_undone"
    if closing is None:
        act = "season_reopened"
    journal.record_act(act=act, by=by, name=locked.name)

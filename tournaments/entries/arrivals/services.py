"""Opening and closing the check-in by phone, and checking in without the desk."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.players.codes import new_match_code
from matches.players.links import new_link
from matches.web import journal
from matches.web.shown import full_names
from tournaments.entries.arrivals.errors import (
    ARRIVAL_ABSENT,
    ARRIVAL_WITHDRAWN,
    ARRIVALS_LATER,
    ARRIVALS_PRIVATE,
    ARRIVALS_SHUT,
    NOT_IN_THE_LIST,
    NOT_YOUR_TAP,
)
from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.entries.arrivals.queries import absent_in, may_tap
from tournaments.entries.arrivals.words import time_text
from tournaments.entries.services import check_in
from tournaments.rounds.announcements.errors import (
    END_HAS_PASSED,
    ENDS_BEFORE_IT_BEGINS,
)
from tournaments.rounds.announcements.services import moment_text
from tournaments.structure.locking import lock_open, locked_tournament
from tournaments.structure.models import CheckedIn, Entry, Tournament, Visibility


def open_arrivals(
    tournament: Tournament,
    *,
    opens_at: datetime | None,
    closes_at: datetime,
    by: User | None,
) -> ArrivalWindow:
    """Let players check in by phone, from now on if no beginning is given.

    Raises END_HAS_PASSED, ENDS_BEFORE_IT_BEGINS, ARRIVALS_PRIVATE.
    """
    now = timezone.now()
    begins = opens_at or now
    if closes_at <= now:
        raise END_HAS_PASSED(time=moment_text(closes_at))
    if closes_at <= begins:
        raise ENDS_BEFORE_IT_BEGINS()
    return _change(
        tournament, "arrivals_opened", by=by, opens_at=begins, closes_at=closes_at
    )


def close_arrivals(tournament: Tournament, *, by: User | None) -> ArrivalWindow:
    """Close the check-in by phone at once, also one that would open later."""

    def now_shut(row: ArrivalWindow) -> dict[str, object]:
        if row.phase == WindowPhase.OPEN:
            return {"closes_at": timezone.now()}
        if row.phase == WindowPhase.BEFORE:
            return {"opens_at": None, "closes_at": None}
        return {}

    return _change(tournament, "arrivals_shut", by=by, chosen=now_shut)


def renew_code(tournament: Tournament, *, by: User | None) -> ArrivalWindow:
    """Give the hall another code; the former one is invalid."""
    return _change(tournament, "arrivals_code_changed", by=by, code=new_match_code())


def open_door_tablet(tournament: Tournament, *, by: User | None) -> ArrivalWindow:
    """Make a link for a tablet at the door; a former one is invalid."""
    return _change_door(tournament, "arrivals_door_made", new_link(), by=by)


def close_door_tablet(tournament: Tournament, *, by: User | None) -> ArrivalWindow:
    """End the link of the tablet at the door."""
    return _change_door(tournament, "arrivals_door_gone", ("", ""), by=by)


def undo_window_change(row: ArrivalWindow, version: int, *, by: User | None) -> None:
    """Undo the last change of a check-in window, or redo it. Raises CHANGED_SINCE."""
    with locked_tournament(row.tournament):
        row.refresh_from_db()
        row.undo_change(version)
        _tell(row, "arrivals_back", by=by)


def arrive(
    window: ArrivalWindow, number: int, *, how: CheckedIn, player: int | None = None
) -> tuple[Entry, bool]:
    """Check a player in without the desk; False if they were checked in already.

    `player` is the primary key of the player whose personal link this phone has.

    Raises ARRIVALS_SHUT, ARRIVALS_LATER, NOT_IN_THE_LIST, ARRIVAL_WITHDRAWN,
    ARRIVAL_ABSENT, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        tournament = _lock(window, how)
        entry = _entry(tournament, number)
        if entry is None or not may_tap(entry, player):
            raise NOT_IN_THE_LIST()
        if entry.withdrawn_at is not None:
            raise ARRIVAL_WITHDRAWN(name=entry.player.name)
        if round_number := absent_in(entry):
            raise ARRIVAL_ABSENT(name=entry.player.name, round=round_number)
        if entry.checked_in_at is not None:
            return entry, False
        _check_in(tournament, number, here=True, how=how)
        entry.refresh_from_db(fields=["checked_in_at", "checked_in_by"])
    return entry, True


def take_back(
    window: ArrivalWindow, number: int, *, how: CheckedIn, moment: str
) -> Entry:
    """Take back a check-in by the same phone or tablet, identified by its time.

    Raises ARRIVALS_SHUT, ARRIVALS_LATER, NOT_YOUR_TAP, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        tournament = _lock(window, how)
        entry = _entry(tournament, number)
        since = None if entry is None else entry.checked_in_at
        if entry is None or since is None or since.isoformat() != moment:
            raise NOT_YOUR_TAP()
        _check_in(tournament, number, here=False, how=how)
    return entry


def _check_in(
    tournament: Tournament, number: int, *, here: bool, how: CheckedIn
) -> None:
    """Check in or out; the log, which only directors read, has the full names."""
    with full_names():
        check_in(tournament=tournament, numbers=[number], here=here, by=None, how=how)


def _entry(tournament: Tournament, number: int) -> Entry | None:
    rows = Entry.objects.filter(tournament=tournament, number=number)
    return rows.select_related("player", "division").first()


def _lock(window: ArrivalWindow, how: CheckedIn) -> Tournament:
    """Lock the tournament if players can check in now."""
    if window.tournament.is_closed:
        raise ARRIVALS_SHUT()
    tournament = lock_open(window.tournament)
    if how == CheckedIn.BY_PHONE:
        window.refresh_from_db(fields=["opens_at", "closes_at"])
        _refuse_phase(window)
    return tournament


def _refuse_phase(window: ArrivalWindow) -> None:
    if window.phase == WindowPhase.BEFORE and window.opens_at is not None:
        raise ARRIVALS_LATER(time=time_text(window.opens_at))
    if window.phase != WindowPhase.OPEN:
        raise ARRIVALS_SHUT()


def _change_door(
    tournament: Tournament, act: str, link: tuple[str, str], *, by: User | None
) -> ArrivalWindow:
    nonce, hashed = link
    return _change(tournament, act, by=by, door_nonce=nonce, door_hash=hashed)


def _change(
    tournament: Tournament,
    act: str,
    *,
    by: User | None,
    chosen: Callable[[ArrivalWindow], dict[str, object]] | None = None,
    **values: object,
) -> ArrivalWindow:
    with locked_tournament(tournament) as locked:
        if locked.visibility == Visibility.PRIVATE and act != "arrivals_shut":
            raise ARRIVALS_PRIVATE()
        # The tournament is locked, so no other request makes the row between the look
        # and the insert.
        row, _made = ArrivalWindow.objects.get_or_create(tournament=locked)
        wanted = values if chosen is None else chosen(row)
        if wanted and row.change(**wanted):
            _tell(row, act, by=by)
    return row


def _tell(row: ArrivalWindow, act: str, *, by: User | None) -> None:
    times: dict[str, Any] = {}
    if act == "arrivals_opened" and row.opens_at and row.closes_at:
        times["begins"] = moment_text(row.opens_at)
        times["ends"] = moment_text(row.closes_at)
    journal.record_act(act=act, by=by, subject=row.tournament.subject, **times)

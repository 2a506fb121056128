"""Acts on tables: calling, moving, taking back, pausing.

Every act on a match is an amendment, so that it can be undone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.web import journal
from tournaments.results.amendments.services import Recording, recording
from tournaments.results.services import no_match
from tournaments.rounds.models import Pairing, PairingQuerySet
from tournaments.structure.locking import bump, lock_live_matches, lock_open
from tournaments.structure.models import Tournament
from tournaments.tables.calling import advance
from tournaments.tables.calls import (
    AGAIN,
    ALL_SIT,
    CALLED,
    LINE_LEFT,
    LINED_UP,
    MANY,
    MOVED,
    SITS,
    TAKEN_BACK,
    HallState,
    hall_of,
    lock_calling,
)
from tournaments.tables.errors import (
    CALLED_ALREADY,
    HAS_BEGUN,
    NEEDS_NO_TABLE,
    NO_FREE_TABLE,
    NO_SUCH_TABLE,
    NO_TABLE_NUMBER,
    NOT_CALLED,
    PLAYER_AT_TABLE,
    PLAYER_ELSEWHERE,
    TABLE_OUT,
)
from tournaments.tables.models import Hall, HallUse
from tournaments.tables.people import AT_A_TABLE, refuse_taken, with_same_people

LARGEST: Final = 32_767
_CALL: Final = ("table", "called_at", "recalled_at", "on_hold", "wanted_table")


@dataclass(frozen=True, slots=True)
class HallAct:
    """A completed act: its key, the labels of its matches, the table of a single one.

    `undo` is the key of its amendment, None if nothing was changed. `gone` names
    players of a called match who have withdrawn.
    """

    act: str
    labels: tuple[str, ...]
    table: int | None = None
    undo: int | None = None
    gone: tuple[str, ...] = ()


def call(
    tournament: Tournament, number: int, *, table: int | None = None, by: User | None
) -> HallAct:
    """Call a match to a table, or to the next free one; a called match again.

    With a table, a called match moves there and keeps its clock. Raises
    NO_SUCH_MATCH, NOT_OPEN_YET, NEEDS_NO_TABLE, NO_SUCH_TABLE, NO_TABLE_NUMBER,
    TABLE_OUT, TABLE_TAKEN, NO_FREE_TABLE, PLAYER_AT_TABLE, PLAYER_ELSEWHERE,
    TOURNAMENT_CLOSED.
    """
    with _all_locked(tournament) as locked:
        pairing = _open_match(locked, number)
        act = _act_of(pairing, table)
        label = f"M{pairing.match_number}"
        if act == MOVED and pairing.table == table:
            return HallAct(act, (label,), table)
        wanted = pairing.table if act == AGAIN else _table(pairing, table)
        params = {"label": label, "table": wanted}
        with recording(locked, act=act, by=by, params=params) as made:
            if act == AGAIN:
                pairing.recalled_at = timezone.now()
            elif act == CALLED:
                pairing.called_at, pairing.on_hold = timezone.now(), False
            pairing.table, pairing.wanted_table = wanted, None
            pairing.save(update_fields=_CALL)
        return HallAct(act, (label,), wanted, made.made.pk, _gone(pairing))


def take_back(tournament: Tournament, number: int, *, by: User | None) -> HallAct:
    """Take back the call of a match, which then waits until it is called by hand.

    Raises NO_SUCH_MATCH, NOT_OPEN_YET, NEEDS_NO_TABLE, NOT_CALLED, HAS_BEGUN,
    TOURNAMENT_CLOSED.
    """
    with _all_locked(tournament) as locked:
        pairing = _called_match(locked, number)
        label, table = f"M{pairing.match_number}", pairing.table
        if pairing.match is not None and pairing.match.state != Match.State.READY:
            raise HAS_BEGUN(label=label)
        params = {"label": label, "table": table}
        with recording(locked, act=TAKEN_BACK, by=by, params=params) as made:
            Pairing.objects.filter(pk=pairing.pk).update(
                table=None,
                called_at=None,
                recalled_at=None,
                playing_at=None,
                on_hold=True,
            )
        return HallAct(TAKEN_BACK, (label,), table, made.made.pk)


def line_up(
    tournament: Tournament, number: int, *, table: int | None, by: User | None
) -> HallAct:
    """Line a match up for a table, to which it is called as soon as it is free.

    Without a table it may go to any again. Raises NO_SUCH_MATCH, NOT_OPEN_YET,
    NEEDS_NO_TABLE, CALLED_ALREADY, NO_SUCH_TABLE, NO_TABLE_NUMBER, TABLE_OUT,
    TOURNAMENT_CLOSED.
    """
    with _all_locked(tournament) as locked:
        pairing = _open_match(locked, number)
        label = f"M{pairing.match_number}"
        if pairing.called_at is not None:
            raise CALLED_ALREADY(label=label, table=pairing.table or 0)
        act = LINED_UP if table is not None else LINE_LEFT
        if pairing.wanted_table == table:
            return HallAct(act, (label,), table)
        if table is not None:
            _refuse_no_table(locked, table)
        params = {"label": label, "table": table or pairing.wanted_table}
        with recording(locked, act=act, by=by, params=params) as made:
            Pairing.objects.filter(pk=pairing.pk).update(
                wanted_table=table, on_hold=False
            )
        advance(locked.pk)
        return HallAct(act, (label,), table, made.made.pk, _gone(pairing))


def sit(tournament: Tournament, number: int, *, by: User | None) -> HallAct:
    """Note that both players of a called match sit at their table.

    Raises NO_SUCH_MATCH, NOT_OPEN_YET, NEEDS_NO_TABLE, NOT_CALLED, TOURNAMENT_CLOSED.
    """
    with _all_locked(tournament) as locked:
        pairing = _called_match(locked, number)
        label, table = f"M{pairing.match_number}", pairing.table
        if pairing.playing_at is not None:
            return HallAct(SITS, (label,), table)
        params = {"label": label, "table": table}
        with recording(locked, act=SITS, by=by, params=params) as made:
            Pairing.objects.filter(pk=pairing.pk).update(playing_at=timezone.now())
        return HallAct(SITS, (label,), table, made.made.pk)


def all_sit(tournament: Tournament, *, by: User | None) -> HallAct:
    """Note that the players of all called matches sit at their tables."""

    def act(made: Recording) -> list[Pairing]:
        rows = list(_called_and_open(made.scope.tournament).filter(playing_at=None))
        now = timezone.now()
        for row in rows:
            row.playing_at = now
        Pairing.objects.bulk_update(rows, ["playing_at"])
        return rows

    return _many(tournament, ALL_SIT, act, by=by)


def call_next(
    tournament: Tournament, most: int | None = None, *, by: User | None
) -> HallAct:
    """Call the next matches to the free tables, `most` of them at most."""

    def act(made: Recording) -> list[Pairing]:
        state = HallState.of(made.scope.tournament)
        return state.make(state.next_calls(most))

    return _many(tournament, MANY, act, by=by)


def set_pause(tournament: Tournament, *, paused: bool, by: User | None) -> None:
    """Stop or resume calling by itself, for all tournaments in the hall."""
    with _all_locked(tournament) as locked:
        hall = hall_for(locked)
        if hall.is_paused == paused:
            return
        Hall.objects.filter(pk=hall.pk).update(is_paused=paused)
        tell_hall(hall)
        act = "calling_paused" if paused else "calling_resumed"
        journal.record_act(act=act, by=by, subject=locked.subject)
        advance(locked.pk)


def hall_for(tournament: Tournament) -> Hall:
    """Return the hall of a tournament; a new one without tables if it has none."""
    hall = hall_of(tournament)
    if hall is None:
        hall = Hall.objects.create()
        HallUse.objects.create(tournament=tournament, hall=hall)
    return hall


def tell_hall(hall: Hall) -> None:
    """Count a change of the hall in the revision of every tournament there."""
    for use in hall.uses.select_related("tournament"):
        bump(use.tournament)


def tables_text(hall: Hall | None) -> str:
    """Return the numbers of the tables, such as 1–12; "" if they are not counted."""
    numbers = sorted(hall.tables.values_list("number", flat=True)) if hall else []
    if not numbers:
        return ""
    if numbers[-1] - numbers[0] + 1 == len(numbers):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(str(number) for number in numbers)


@contextmanager
def _all_locked(tournament: Tournament) -> Iterator[Tournament]:
    with transaction.atomic():
        locked = lock_open(tournament)
        lock_live_matches(locked)
        lock_calling()
        yield locked


def _many(
    tournament: Tournament,
    act: str,
    change: Callable[[Recording], list[Pairing]],
    *,
    by: User | None,
) -> HallAct:
    """Change several matches as one act; nothing is recorded if there are none."""
    with _all_locked(tournament) as locked:
        # `recording` stores an amendment and a line of the journal even if nothing
        # changes; this takes both back and keeps the locks.
        point = transaction.savepoint()
        with recording(locked, act=act, by=by) as made:
            rows = change(made)
            labels = tuple(f"M{row.match_number}" for row in rows)
            made.params["labels"] = ", ".join(labels)
        if not rows:
            transaction.savepoint_rollback(point)
            return HallAct(act, ())
        transaction.savepoint_commit(point)
        return HallAct(act, labels, undo=made.made.pk)


def _act_of(pairing: Pairing, table: int | None) -> str:
    if pairing.called_at is None:
        return CALLED
    return AGAIN if table is None else MOVED


def _open_match(locked: Tournament, number: int) -> Pairing:
    """Return a match that may be at a table.

    Raises NO_SUCH_MATCH, NOT_OPEN_YET, NEEDS_NO_TABLE.
    """
    pairing = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=locked, match_number=number)
        .select_related(
            *("match", "tournament", "entry_1__player", "entry_2__player"),
        )
        .first()
    )
    if pairing is None or pairing.match is None:
        raise no_match(locked, number)
    if pairing.match.state not in AT_A_TABLE:
        raise NEEDS_NO_TABLE(label=f"M{number}")
    return pairing


def _called_match(locked: Tournament, number: int) -> Pairing:
    pairing = _open_match(locked, number)
    if pairing.called_at is None:
        raise NOT_CALLED(label=f"M{number}")
    return pairing


def _called_and_open(locked: Tournament) -> PairingQuerySet:
    return Pairing.objects.live().filter(
        tournament=locked, called_at__isnull=False, match__state__in=AT_A_TABLE
    )


def _table(pairing: Pairing, table: int | None) -> int:
    """Return the table for a match, after checking that it may be called there."""
    _refuse_busy(pairing)
    if table is not None:
        _refuse_table(pairing, table)
        return table
    found = HallState.of(pairing.tournament).table_for(pairing.match_number or 0)
    if found is None:
        raise NO_FREE_TABLE(label=f"M{pairing.match_number}")
    return found


def _refuse_busy(pairing: Pairing) -> None:
    found = with_same_people(pairing)
    if found is None:
        return
    other, people = found
    name = Player.objects.filter(pk__in=people).order_by("pk").first()
    told = {"name": str(name), "label": f"M{pairing.match_number}"}
    shown = f"M{other.match_number}"
    if other.tournament_id != pairing.tournament_id:
        if not other.tournament.is_listed:
            raise PLAYER_ELSEWHERE(**told)
        shown = f"{shown}, {other.tournament.name}"
    raise PLAYER_AT_TABLE(**told, table=other.table or 0, other=shown)


def _refuse_table(pairing: Pairing, table: int) -> None:
    _refuse_no_table(pairing.tournament, table)
    refuse_taken(pairing, table)


def _refuse_no_table(locked: Tournament, table: int) -> None:
    hall = hall_of(locked)
    listed = hall.tables.filter(number=table).first() if hall else None
    numbers = tables_text(hall)
    if numbers and listed is None:
        raise NO_SUCH_TABLE(table=table, tables=numbers)
    if not 1 <= table <= LARGEST:
        raise NO_TABLE_NUMBER(table=table)
    if listed is not None and listed.is_out:
        raise TABLE_OUT(table=table)


def _gone(pairing: Pairing) -> tuple[str, ...]:
    entries = (pairing.entry_1, pairing.entry_2)
    return tuple(
        entry.player.name
        for entry in entries
        if entry is not None and entry.withdrawn_at is not None
    )

"""The settings of a hall: its tables, their use, the way of calling."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time as Time  # noqa: N812 - names of fields are small letters
from typing import Final

from django.db import transaction
from django.utils.formats import time_format

from matches.accounts.access import events_of
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.web import journal
from tournaments.hall.services import hall_for, tables_text, tell_hall
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stages_of, title_of
from tournaments.tables.calling import advance
from tournaments.tables.calls import hall_of, lock_calling
from tournaments.tables.errors import TABLE_IN_USE
from tournaments.tables.models import Hall, HallTable, HallUse
from tournaments.tables.people import called_today, same_day

MOST_TABLES: Final = 200


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The plan of one table. `stage` is the key of the stage that it is kept for."""

    name: str = ""
    room: str = ""
    stage: int | None = None
    by_hand: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class HallPlan:
    """The plan of a hall.

    `count` is the number of tables, 0 for as many as are needed. `tables` are those
    that the form showed, by number. `ranks` are those of the stages, by their key.
    """

    count: int
    calls_itself: bool = True
    rest_minutes: int = 0
    tables: Mapping[int, TablePlan] = field(default_factory=dict)
    ranks: Mapping[int, int] = field(default_factory=dict)


def set_hall(tournament: Tournament, plan: HallPlan, *, by: User | None) -> Hall:
    """Apply a plan to a hall, and call the matches that can be called.

    Raises TABLE_IN_USE, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        lock_calling()
        hall = hall_for(locked)
        Hall.objects.filter(pk=hall.pk).update(
            calls_itself=plan.calls_itself, rest_minutes=plan.rest_minutes
        )
        if plan.calls_itself:
            Hall.objects.filter(pk=hall.pk).update(is_paused=False)
        _set_tables(locked, hall, plan)
        for key, rank in plan.ranks.items():
            Stage.objects.filter(tournament=locked, pk=key).update(call_rank=rank)
        tell_hall(hall)
        journal.record_act(
            act="tables_set",
            by=by,
            subject=locked.subject,
            tables=tables_text(hall) or "–",
        )
        advance(locked.pk)
    return hall


def share_hall(tournament: Tournament, other: Tournament, *, by: User | None) -> None:
    """Let a tournament use the hall of another one of its day."""
    with transaction.atomic():
        locked = lock_open(tournament)
        lock_calling()
        hall = hall_of(other)
        if hall is None or not same_day(locked).filter(pk=other.pk).exists():
            return
        own = hall_of(locked)
        HallUse.objects.update_or_create(tournament=locked, defaults={"hall": hall})
        if own is not None and own.pk != hall.pk and not own.uses.exists():
            own.delete()
        tell_hall(hall)
        journal.record_act(
            act="tables_shared", by=by, subject=locked.subject, name=other.name
        )
        advance(locked.pk)


def set_over_by(
    tournament: Tournament, at: Time | None, reason: str, *, by: User | None
) -> None:
    """Set the time when everything must be over, and the reason; None for no time.

    Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        locked.over_by, locked.over_by_reason = at, reason if at else ""
        locked.save(update_fields=["over_by", "over_by_reason"])
        bump(locked)
        if at is None:
            journal.record_act(act="over_by_removed", by=by, subject=locked.subject)
            return
        time = time_format(at, "H:i")
        journal.record_act(
            act="over_by_set",
            by=by,
            subject=locked.subject,
            time=f"{time} ({reason})" if reason else time,
        )


def tables_of(hall: Hall | None) -> list[HallTable]:
    """Return the tables of a hall, by number."""
    return list(hall.tables.select_related("stage")) if hall else []


def stage_titles(tournament: Tournament, hall: Hall | None) -> list[tuple[Stage, str]]:
    """Return the stages that are played in a hall, with titles that tell them apart."""
    shared = [use.tournament for use in _uses(hall)] or [tournament]
    return [
        (
            stage,
            title_of(stage) if len(shared) == 1 else f"{one.name}: {title_of(stage)}",
        )
        for one in shared
        for stage in stages_of(one)
    ]


def halls_to_share(tournament: Tournament, *, by: User) -> list[Tournament]:
    """Return the other open tournaments of the day that have a hall of their own.

    Of those in no list only the ones that this person directs.
    """
    own = hall_of(tournament)
    others = same_day(tournament).exclude(pk=tournament.pk)
    rows = others.listed(events_of(by, Act.SET_UP)).filter(hall_use__isnull=False)
    if own is not None:
        rows = rows.exclude(hall_use__hall=own)
    return list(rows.distinct())


def sharing(tournament: Tournament, hall: Hall | None) -> list[str]:
    """Return the names of the other tournaments that play at the same tables."""
    return [
        use.tournament.name for use in _uses(hall) if use.tournament_id != tournament.pk
    ]


def _uses(hall: Hall | None) -> Sequence[HallUse]:
    return [] if hall is None else list(hall.uses.select_related("tournament"))


def _set_tables(locked: Tournament, hall: Hall, plan: HallPlan) -> None:
    known = {table.number: table for table in tables_of(hall)}
    _refuse_in_use(locked, hall, [n for n in known if n > plan.count])
    hall.tables.filter(number__gt=plan.count).delete()
    HallTable.objects.bulk_create(
        HallTable(hall=hall, number=number)
        for number in range(1, plan.count + 1)
        if number not in known
    )
    for number, table in plan.tables.items():
        hall.tables.filter(number=number).update(
            name=table.name,
            room=table.room,
            stage=table.stage,
            by_hand=table.by_hand,
            is_out=table.is_out,
        )


def _refuse_in_use(locked: Tournament, hall: Hall, numbers: Iterable[int]) -> None:
    """Raise TABLE_IN_USE if a match is at one of these tables."""
    together = hall.uses.values("tournament")
    rows = called_today(locked).filter(tournament__in=together, table__in=numbers)
    found = rows.order_by("table").first()
    if found is not None:
        raise TABLE_IN_USE(label=f"M{found.match_number}", table=found.table or 0)

"""Lists that start by themselves: when one is full, it is drawn and the next opens.

A jackpot of eight starts as soon as eight are checked in: the worker draws it,
publishes it and calls its matches, and opens a list like it, with the same fee and
prizes, for whoever comes next. A list that was drawn before, even if that was undone,
is left to the director.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.rules.refusals import RuleError
from tournaments.draws.job import make_draw
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries.queries import first_stage
from tournaments.money.models import Pool, PoolKind
from tournaments.rounds.models import Draw
from tournaments.setup.queries import plan_of
from tournaments.setup.stage_services import add_division
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Division, Entry, Placing, Stage

KIND: Final = "full_lists"
AGAIN_AFTER: Final = timedelta(seconds=20)
"""The delay before a list is tried again after a failure."""


def queue_due() -> list[int]:
    """Queue the job if a list is full; return its id. One query else."""
    if not full_lists():
        return []
    return jobs_queue.queue_alone(KIND, again_after=AGAIN_AFTER)


def start(job: Job) -> None:
    """Do the job: start every list that is full."""
    for division in full_lists():
        start_list(division)
    with transaction.atomic():
        jobs_queue.finish(job)


def full_lists() -> list[Division]:
    """Return the lists that have enough players and were never drawn. One query."""
    here = Q(entries__withdrawn_at=None, entries__checked_in_at__isnull=False)
    rows = Division.objects.filter(
        ~Exists(Draw.objects.filter(stage__division=OuterRef("pk"))),
        starts_at__gt=0,
        tournament__closed_at=None,
        tournament__deleted_at=None,
    ).annotate(here=Count("entries", filter=here & ~Q(entries__placing=Placing.WAITS)))
    full = rows.filter(here__gte=F("starts_at")).select_related("tournament")
    return list(full.order_by("pk"))


def start_list(division: Division) -> Division | None:
    """Draw and publish a full list; return the list that opens in its place.

    If the draw is refused, its draft or its failure is left to the director. Returns
    None if the list has started already, or is not full any more.
    """
    with transaction.atomic():
        locked = lock_open(division.tournament)
        if division not in full_lists():
            return None
        arrived = Entry.objects.active().placed().filter(division=division)
        players = list(
            arrived.filter(checked_in_at__isnull=False)
            .order_by("checked_in_at", "number")
            .values_list("pk", flat=True)[: division.starts_at]
        )
        following = add_division(
            tournament=locked,
            plan=plan_of(division, name=_next_name(division)),
            by=None,
        )
        _copy_pools(division, following)
        later = Entry.objects.active().filter(division=division)
        later.exclude(pk__in=players).update(division=following)
        stage = first_stage(division)
        draw = request_draw(tournament=locked, stage=stage, by=None)
    _draw(draw)
    return following


def _draw(draw: Draw) -> None:
    jobs_queue.run(draw.job_id or 0, work=make_draw)
    draw.refresh_from_db(fields=["state"])
    if draw.is_draft:
        try:
            publish_round(
                draw_id=draw.pk, tournament=draw.stage.division.tournament, by=None
            )
        except RuleError:
            return  # something changed meanwhile: the draft waits for the director


def _next_name(division: Division) -> str:
    """Return the name of the following list.

    >>> _next_name(Division(name="Jackpot"))
    'Jackpot 2'
    >>> _next_name(Division(name="Jackpot 9"))
    'Jackpot 10'
    """
    name, _, number = division.name.rpartition(" ")
    if name and number.isascii() and number.isdecimal():
        return f"{name[:50]} {int(number) + 1}"
    return f"{division.name[:50]} 2"


def _copy_pools(division: Division, following: Division) -> None:
    """Let the players of the following list pay and win what those of this one do."""
    numbers = dict(
        zip(
            _stage_numbers(division.stages.all()),
            _stage_numbers(following.stages.all()),
            strict=True,
        )
    )
    pools = Pool.objects.filter(
        tournament=division.tournament_id, division=division.number, is_gone=False
    )
    for pool in pools.exclude(kind=PoolKind.AUCTION):
        Pool.make(
            tournament=pool.tournament,
            kind=pool.kind,
            name=str(following) if pool.name == str(division) else pool.name,
            division=following.number,
            fee=pool.fee,
            fee_again=pool.fee_again,
            kept_each=pool.kept_each,
            kept_part=pool.kept_part,
            added=pool.added,
            split=pool.split,
            shares={
                numbers[number]: share
                for number, share in pool.shares.items()
                if number in numbers
            },
            to_first=pool.to_first,
        )


def _stage_numbers(stages: Iterable[Stage]) -> list[str]:
    return [str(stage.number) for stage in stages]

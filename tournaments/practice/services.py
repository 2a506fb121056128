"""Begins, changes, pauses, ends and deletes a practice."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.accounts.models import User
from matches.players.models import Player
from matches.players.services import NewPlayer
from matches.rulebook.profiles import Reporting
from matches.web import journal
from tournaments.entries.services import add_entries
from tournaments.practice.course import chance_of, invented_people
from tournaments.practice.models import Practice
from tournaments.setup.bin import move_to_bin
from tournaments.setup.presets import Preset
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.details import EventDetails
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Entry, Tournament, Visibility

LATE_ONE_OF: Final = 5
"""One person in this many arrives after the beginning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticePlan:
    """The director's choices: a template, the number of people, the speed, the desk.

    The same `seed` makes the same people and the same courses; empty: a new one.
    """

    card: Preset
    name: str
    people: int
    speed: int
    does_desk: bool
    language: str
    seed: str = ""


def begin(*, plan: PracticePlan, by: User | None, op: str = "") -> Tournament:
    """Make a practice with its people, and let it begin.

    `op` is the key of the form: sent twice, it returns the tournament that it made.
    """
    with transaction.atomic():
        made = create_tournament(plan=_tournament_plan(plan), by=by, op=op)
        if Practice.objects.filter(tournament=made).exists():
            return made
        seed = plan.seed or secrets.token_hex(8)
        _enter(made, seed, plan.people)
        Practice.objects.create(
            tournament=made, seed=seed, speed=plan.speed, does_desk=plan.does_desk
        )
    return made


def _tournament_plan(plan: PracticePlan) -> TournamentPlan:
    structure = plan.card.structure
    stage = structure.divisions[0].stages[0]
    return TournamentPlan(
        name=plan.name,
        date=timezone.localdate(),
        language=plan.language,
        format=stage.format,
        match_length=stage.match_length,
        rounds=stage.rounds,
        reporting=Reporting.AGREE,
        rated=False,
        divisions=structure.divisions,
        details=EventDetails(visibility=Visibility.PRACTICE),
    )


def _enter(tournament: Tournament, seed: str, count: int) -> None:
    """Enter invented people into the divisions in turn; some are not checked in yet."""
    divisions = list(tournament.divisions.order_by("number"))
    people = invented_people(seed, count)
    for place, division in enumerate(divisions):
        add_entries(
            tournament=tournament,
            known=[],
            new=[NewPlayer(*one) for one in people[place :: len(divisions)]],
            here=True,
            division=division.number,
            by=None,
        )
    entries = Entry.objects.filter(tournament=tournament)
    Player.objects.filter(entries__in=entries).update(is_invented=True)
    first = chance_of(seed) % LATE_ONE_OF
    late = [
        number
        for number in entries.values_list("number", flat=True)
        if number % LATE_ONE_OF == first
    ]
    entries.filter(number__in=late).update(checked_in_at=None)


def change(*, practice: Practice, speed: int, does_desk: bool, by: User | None) -> None:
    """Change how fast a practice runs, and what is done without the director."""
    with _acting(practice, "practice_changed", by, speed=speed) as locked:
        locked.update(speed=speed, does_desk=does_desk)


def pause(*, practice: Practice, by: User | None) -> None:
    """Pause a practice."""
    with _acting(practice, "practice_paused", by) as locked:
        locked.filter(paused_at=None).update(paused_at=timezone.now())


def resume(*, practice: Practice, by: User | None) -> None:
    """Resume a paused or ended practice."""
    with _acting(practice, "practice_resumed", by) as locked:
        locked.update(paused_at=None, ended_at=None, turned_at=timezone.now())


def end(*, practice: Practice, by: User | None) -> None:
    """End a practice; its results stay."""
    with _acting(practice, "practice_ended", by) as locked:
        locked.filter(ended_at=None).update(ended_at=timezone.now())


def throw_away(*, practice: Practice, by: User | None) -> None:
    """Move a practice to the bin, from which it can be restored."""
    move_to_bin(tournament=practice.tournament, by=by, knows_begun=True)


@contextmanager
def _acting(
    practice: Practice, act: str, by: User | None, **details: object
) -> Iterator[QuerySet[Practice]]:
    with transaction.atomic():
        locked = lock_open(practice.tournament)
        yield Practice.objects.filter(pk=practice.pk)
        bump(locked)
        journal.record_act(act=act, by=by, subject=locked.subject, details=details)

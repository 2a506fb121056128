"""The border post: rows become the engine's frozen picture of a stage."""

from fractions import Fraction
from typing import Final

from django.db.models import Q

from matches.models import Match
from tournaments.engine import Entrant, Outcome, StageState
from tournaments.models import Entry, Pairing, Stage

_ON_THE_BOARD: Final = {"", Match.How.PLAYED.value}


def load(stage: Stage, *, before_round: int | None = None) -> StageState:
    """Return the published facts of a stage, in two queries whatever its size.

    `before_round` leaves out that round and later ones.
    """
    profile = stage.division.profile.profile
    return StageState(
        format=stage.format,
        rounds=stage.rounds,
        length=stage.match_length,
        entrants=_entrants(stage),
        outcomes=_outcomes(stage, before_round),
        bye=Fraction(profile.bye_halves, 2),
        walkover=profile.walkover,
    )


def _entrants(stage: Stage) -> tuple[Entrant, ...]:
    rows = (
        Entry.objects.filter(division=stage.division_id)
        .order_by("number")
        .values_list(
            "number",
            "player__rating",
            "player__club",
            "checked_in_at",
            "withdrawn_at",
            "joined_round",
            "lot",
        )
    )
    return tuple(
        Entrant(
            number=number,
            rating=rating,
            club=club,
            present=here is not None and gone is None,
            joined=joined,
            lot=lot,
        )
        for number, rating, club, here, gone, joined, lot in rows
    )


def _outcomes(stage: Stage, before_round: int | None) -> tuple[Outcome, ...]:
    chosen = Q(draw__round__isnull=False, draw__stage=stage.pk)
    if before_round is not None:
        chosen &= Q(draw__round_number__lt=before_round)
    rows = (
        Pairing.objects.filter(chosen)
        .order_by("draw__round_number", "table")
        .values_list(
            "draw__round_number",
            "entry_1__number",
            "entry_2__number",
            "match__winner",
            "match__score_1",
            "match__score_2",
            "match__how",
            "match__state",
            "match__length",
        )
    )
    return tuple(
        _bye(round_number, one)
        if two is None
        else Outcome(
            round=round_number,
            one=one,
            two=two,
            winner=None if winner is None else (one, two)[winner - 1],
            points_one=points_one,
            points_two=points_two,
            played=how in _ON_THE_BOARD,
            length=length,
            nobody=winner is None and state == Match.State.DONE,
        )
        for (
            round_number,
            one,
            two,
            winner,
            points_one,
            points_two,
            how,
            state,
            length,
        ) in rows
    )


def _bye(round_number: int, entrant: int) -> Outcome:
    return Outcome(
        round=round_number, one=entrant, two=None, winner=entrant, played=False
    )

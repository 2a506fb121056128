"""Results typed at the desk, and what a changed winner may not break."""

from dataclasses import dataclass

from django.db.models import Max

from matches.models import Match, User
from matches.services.recording import Recorded, record_final
from tournaments.engine import format_named
from tournaments.engine.resultline import LONGEST, read_result_line
from tournaments.errors import (
    LineUnreadableError,
    NoSuchMatchError,
    WinnerAdvancedError,
)
from tournaments.models import Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line in the result box did."""

    pairing: Pairing
    recorded: Recorded


def record_line(*, tournament: Tournament, typed: str, by: User | None) -> Typed:
    """Record `match-number top-score bottom-score`.

    Raises LineUnreadableError, NoSuchMatchError, and whatever the score is refused for.
    """
    line = read_result_line(typed)
    if line is None:
        raise LineUnreadableError(typed=typed.strip()[:LONGEST])
    pairing = (
        Pairing.objects.filter(
            tournament=tournament,
            match_number=line.number,
            draw__round__isnull=False,
            match__isnull=False,
        )
        .select_related("match")
        .first()
    )
    if pairing is None or pairing.match_id is None:
        raise NoSuchMatchError(number=line.number)
    recorded = record_final(
        match_id=pairing.match_id, score_1=line.one, score_2=line.two, by=by
    )
    return Typed(pairing=pairing, recorded=recorded)


def match_in_line(*, tournament: Tournament, typed: str) -> Match | None:
    """Return the match that a line in the result box names, or None."""
    line = read_result_line(typed)
    if line is None:
        return None
    return Match.objects.filter(
        pairing__tournament=tournament,
        pairing__match_number=line.number,
        pairing__draw__round__isnull=False,
    ).first()


def guard_winner(match: Match) -> None:
    """Refuse a change of winner that a drawn cup round already rests on.

    Called inside the transaction that records, with the match held; publishing a round
    holds the matches too, so the two cannot miss each other.

    Raises WinnerAdvancedError.
    """
    pairing = (
        Pairing.objects.filter(match=match, draw__round__isnull=False)
        .select_related("draw__stage")
        .first()
    )
    if pairing is None:
        return
    stage = pairing.draw.stage
    if not format_named(stage.format).is_bracket:
        return
    newest = Round.objects.filter(stage=stage).aggregate(newest=Max("number"))["newest"]
    if newest is not None and newest > pairing.draw.round_number:
        raise WinnerAdvancedError(round_number=pairing.draw.round_number + 1)

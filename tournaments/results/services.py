"""Recording results that a director types into the result box of the desk."""

from dataclasses import dataclass

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.ledger.recording import Recorded, record_final
from tournaments.results.errors import LineUnreadableError, NoSuchMatchError
from tournaments.results.result_line import LONGEST, read_result_line
from tournaments.rounds.models import Pairing
from tournaments.structure.models import LIVE_MATCH, Tournament


@dataclass(frozen=True, slots=True)
class Typed:
    """The result of a line in the result box."""

    pairing: Pairing
    recorded: Recorded


def record_line(*, tournament: Tournament, typed: str, by: User | None) -> Typed:
    """Record `match-number top-score bottom-score`.

    Raises LineUnreadableError, NoSuchMatchError, and the errors of `record_final`.
    """
    line = read_result_line(typed)
    if line is None:
        raise LineUnreadableError(typed=typed.strip()[:LONGEST])
    pairing = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament, match_number=line.number)
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
    """Return the match that a line of the result box names, or None. One query."""
    line = read_result_line(typed)
    if line is None:
        return None
    return Match.objects.filter(
        LIVE_MATCH,
        pairing__tournament=tournament,
        pairing__match_number=line.number,
    ).first()

"""Ends of matches that are not played out, and interruptions."""

from dataclasses import asdict, dataclass

from matches.ledger.book import LockedMatch, Recorded, RecordedEnd, lock_match, store
from matches.ledger.errors import ALREADY_REPORTED, NOT_PLAYING, SESSION_HAS_NO_SCORE
from matches.ledger.models.facts import Interruption
from matches.ledger.models.match import Match
from matches.ledger.reporter import By
from matches.rules import Score, Side
from matches.rules.errors import NEGATIVE_SCORE, SCORE_FALLS
from matches.rules.refusals import Refusal

NOT_UNFINISHED = Refusal(
    "ending.not_unfinished",
    "This match is not adjourned. Reload the page and try again.",
)
SESSION_ONLY = Refusal(
    "ending.session_only",
    "This is a match, not a money session, so there are no payments.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The state of a match when it was put aside. The clocks are seconds left."""

    cube: int = 1
    cube_owner: Side | None = None
    on_roll: Side | None = None
    clock_1: int | None = None
    clock_2: int | None = None
    position: str = ""
    note: str = ""


NOTHING_KNOWN = Stopped()


def record_ending(
    *,
    match_id: int,
    how: str,
    winner: Side | None,
    score: Score | None = None,
    by: By,
    remark: str = "",
) -> Recorded:
    """End a match without playing it out, at the score reached so far.

    `score` is that on paper, where not all games are recorded. `how` is a walk-over,
    forfeit, retirement or penalty for `winner`, or a double forfeit, which has no
    winner.

    Raises RuleError: the match has a result already, is locked or cancelled; the score
    ends the match, or is lower than that of the games recorded.
    """
    with lock_match(match_id, by) as book:
        match, known = book.match, book.outcome
        if match.is_money:
            raise SESSION_HAS_NO_SCORE()
        if known is not None:
            if (known.how, known.winner) == (how, winner):
                return Recorded(match, changed=False)
            raise ALREADY_REPORTED(one=match.score_1, two=match.score_2)
        shown = book.ledger.shown
        if score is not None:
            _check_score(book, score)
            shown = score
        book.set_final(RecordedEnd(shown.one, shown.two, winner, how), remark=remark)
        book.resume()
        recorded = store(book)
        _tell(book, how, winner)
    return recorded


def _check_score(book: LockedMatch, score: Score) -> None:
    """Raise a RuleError if a match cannot be stopped at this score."""
    one, two = score.one, score.two
    if min(one, two) < 0:
        raise NEGATIVE_SCORE(score=min(one, two))
    if max(one, two) >= book.match.length:
        raise NOT_PLAYING(one=one, two=two)
    shown = book.ledger.shown
    if one < shown.one or two < shown.two:
        raise SCORE_FALLS(one=shown.one, two=shown.two)


def record_walkover(*, match_id: int, winner: Side, by: By) -> Recorded:
    """Give the match to `winner` without play. Raises what `record_ending` raises."""
    return record_ending(
        match_id=match_id, how=Match.How.WALKOVER, winner=winner, by=by
    )


def put_aside(*, match_id: int, stopped: Stopped = NOTHING_KNOWN, by: By) -> Recorded:
    """Interrupt a match that is to be finished later, and store its state.

    A repeat with other values replaces the stored state.

    Raises RuleError: the match has a result already, is locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        match = book.match
        if book.outcome is not None:
            raise ALREADY_REPORTED(one=match.score_1, two=match.score_2)
        kept = asdict(stopped) | {"game": len(book.games) + 1}
        for earlier in match.interruptions.open():
            if all(getattr(earlier, name) == value for name, value in kept.items()):
                return Recorded(match, changed=False)
            book.void(earlier)
        Interruption.objects.create(match=match, **kept, **book.source)
        recorded = store(book)
        book.tell("put_aside", score=f"{match.score_1}–{match.score_2}")
    return recorded


def resume_match(*, match_id: int, by: By) -> Recorded:
    """Resume an interrupted match. Raises NOT_UNFINISHED; locked or cancelled."""
    with lock_match(match_id, by) as book:
        if book.match.state != Match.State.UNFINISHED:
            raise NOT_UNFINISHED()
        book.resume()
        recorded = store(book)
        book.tell("resumed")
    return recorded


def close_session(*, match_id: int, by: By) -> Recorded:
    """End a money session. Repeating it changes nothing. Raises SESSION_ONLY."""
    with lock_match(match_id, by) as book:
        if not book.match.is_money:
            raise SESSION_ONLY()
        if book.final is not None:
            return Recorded(book.match, changed=False)
        book.check_may()
        book.set_final(RecordedEnd(0, 0, None))
        recorded = store(book)
        book.tell("session_closed", balance=str(book.match.balance))
    return recorded


def _tell(book: LockedMatch, how: str, winner: Side | None) -> None:
    if winner is None:
        book.tell("double_forfeit_recorded")
        return
    book.tell(f"{how}_recorded", winner=book.match.player(winner).name)

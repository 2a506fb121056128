"""Facts that are not games: penalty points, rulings, match length, payments.

And what directors do beside the result: players’ notes, the score sheet.
"""

from dataclasses import asdict, dataclass
from decimal import Decimal

from matches.ledger import errors
from matches.ledger.book import (
    LockedMatch,
    Recorded,
    RecordedEnd,
    lock_match,
    noted,
    store,
)
from matches.ledger.errors import ALREADY_REPORTED, NOT_PLAYING, SESSION_HAS_NO_SCORE
from matches.ledger.models.facts import Adjustment, Interruption, Payment
from matches.ledger.models.match import FormerSheetCode, Match
from matches.ledger.reporter import By
from matches.players.codes import new_sheet_code
from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    MatchRules,
    Score,
    Side,
    apply,
    check_final,
)
from matches.rules.errors import NEGATIVE_SCORE, SCORE_FALLS, SCORE_TOO_HIGH
from matches.rules.refusals import Refusal
from matches.web import form_keys

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsDecision:
    """A director's decision on points: the side, the points, the reason, the rule.

    `in_play`: a game was being played; it does not become the Crawford game.
    """

    side: Side
    points: int = 0
    reason: AdjustmentReason = AdjustmentReason.RULING
    in_play: bool = False
    rule: str = ""
    decision: str = ""
    is_public: bool = False


def adjust(
    *, match_id: int, decision: PointsDecision, op: str = "", by: By
) -> Recorded:
    """Record a decision before the next game.

    `op` is the key of this act: a repeat with the same key changes nothing.

    Raises RuleError: a score would fall below zero, points are given after the end of
    the match, the key belongs to another act; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        content = _content(book.match, decision)
        if form_keys.is_repeat(op, content):
            return Recorded(book.match, changed=False)
        if book.match.is_money:
            raise errors.SESSION_HAS_NO_SCORE()
        if decision.points:
            book.check_undecided()
        write_adjustment(book, decision)
        recorded = store(book) if decision.points else noted(book)
        form_keys.use_key(op, content, match=book.match)
        tell_decision(book, decision)
    return recorded


def tell_decision(book: LockedMatch, decision: PointsDecision) -> None:
    act = "adjusted" if decision.rule else "points_given"
    book.tell(
        act if decision.points else "ruling_kept",
        winner=book.match.player(decision.side).name,
        points=f"{decision.points:+}",
        rule=decision.rule,
    )


def write_adjustment(book: LockedMatch, decision: PointsDecision) -> Adjustment:
    """Add the row of a decision. Raises RuleError: the rules do not allow it."""
    fact = AdjustmentFact(
        decision.side, decision.points, reason=decision.reason, in_play=decision.in_play
    )
    if decision.points or decision.reason != AdjustmentReason.RULING:
        apply(book.ledger, fact)
    row = Adjustment.objects.create(
        match=book.match,
        before=len(book.games) + 1,
        side=decision.side,
        points=decision.points,
        reason=decision.reason,
        in_play=decision.in_play,
        rule=decision.rule,
        decision=decision.decision,
        is_public=decision.is_public,
        **book.source,
    )
    book.adjustments.append(row)
    return row


def remove_adjustment(*, match_id: int, row: int, by: By) -> Recorded:
    """Void a decision. Repeating it changes nothing.

    Raises NOTHING_TO_REMOVE: there is no such row; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        adjustment = Adjustment.objects.filter(match=book.match, pk=row).first()
        if adjustment is None:
            raise errors.NOTHING_TO_REMOVE()
        if adjustment.voided_at is not None:
            return Recorded(book.match, changed=False)
        if adjustment.points:
            book.check_undecided()
        book.void(adjustment)
        recorded = store(book) if adjustment.points else noted(book)
        act = "adjustment_removed" if adjustment.points else "ruling_removed"
        book.tell(act, points=f"{adjustment.points:+}")
    return recorded


def change_length(
    *, match_id: int, length: int, revision: int, reason: str = "", by: By
) -> Recorded:
    """Correct the length of a match; its score is computed again.

    Games after the new end stay recorded and do not count.

    Raises RuleError: the length is out of range, a final score contradicts it, the
    match was changed meanwhile; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        match = book.match
        if match.is_money:
            raise errors.SESSION_HAS_NO_SCORE()
        if match.length == length:
            return Recorded(match, changed=False)
        if match.revision != revision:
            raise errors.SCORE_CHANGED(one=match.score_1, two=match.score_2)
        book.check_undecided()
        before, match.length = match.length, length
        _check_length(book)
        Match.objects.filter(pk=match.pk).update(length=length, score_1=0, score_2=0)
        recorded = store(book)
        book.tell("length_changed", before=before, length=length, reason=reason)
    return recorded


def add_payment(
    *, match_id: int, payer: Side, amount: Decimal, op: str = "", by: By
) -> Recorded:
    """Record a payment in a session. `op` as in `adjust`.

    Raises SESSION_ONLY and what `lock_match` raises.
    """
    with lock_match(match_id, by) as book:
        content = f"{book.match.pk} {int(payer)} {amount.normalize()}"
        if form_keys.is_repeat(op, content):
            return Recorded(book.match, changed=False)
        if not book.match.is_money:
            raise SESSION_ONLY()
        if book.final is not None:
            raise errors.SESSION_CLOSED()
        book.check_may()
        row = Payment.objects.create(
            match=book.match,
            after=len(book.games),
            payer=payer,
            amount=amount,
            **book.source,
        )
        book.payments.append(row)
        recorded = store(book)
        form_keys.use_key(op, content, match=book.match)
        book.tell(
            "payment_noted", winner=book.match.player(payer).name, amount=str(amount)
        )
    return recorded


def remove_payment(*, match_id: int, row: int, by: By) -> Recorded:
    """Void a payment. Repeating it changes nothing. Raises NOTHING_TO_REMOVE."""
    with lock_match(match_id, by) as book:
        book.check_may()
        payment = Payment.objects.filter(match=book.match, pk=row).first()
        if payment is None:
            raise errors.NOTHING_TO_REMOVE()
        if payment.voided_at is not None:
            return Recorded(book.match, changed=False)
        book.void(payment)
        recorded = store(book)
        book.tell("payment_removed", amount=str(payment.amount))
    return recorded


def _check_length(book: LockedMatch) -> None:
    rules: MatchRules = book.match.rules
    final = book.final
    if final is None:
        return
    if not final.is_walkover:
        check_final(rules, final.score_1, final.score_2)
    reached = max(final.score_1, final.score_2)
    if reached > rules.length:
        raise SCORE_TOO_HIGH(score=reached, length=rules.length)


def _content(match: Match, decision: PointsDecision) -> str:
    return (
        f"{match.pk} {int(decision.side)} {decision.points:+} {decision.reason} "
        f"{decision.in_play} {decision.is_public} {decision.rule} {decision.decision}"
    )


# Beside the result -----------------------------------------------------------


def show_remark(*, match_id: int, row: int, is_shown: bool, by: By) -> Recorded:
    """Show the remark of the game with this primary key to everybody, or hide it.

    Repeating it changes nothing. Raises REMARK_GONE: the game was corrected or removed
    meanwhile, or no player wrote about it; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        game = next((game for game in book.games if game.pk == row), None)
        if game is None or not game.remark or game.remark_side is None:
            raise errors.REMARK_GONE()
        if game.is_remark_shown == is_shown:
            return Recorded(book.match, changed=False)
        game.is_remark_shown = is_shown
        game.save(update_fields=["is_remark_shown"])
        recorded = noted(book)
        book.tell("remark_shown" if is_shown else "remark_hidden", number=game.number)
    return recorded


def renew_sheet(*, match_id: int, known: str, by: By) -> Recorded:
    """Give a match another sheet code; phones that came by the old one are out.

    `known` is the code of the page: a repeat with an older one changes nothing. Games
    and reports stay. Raises what `lock_match` raises.
    """
    with lock_match(match_id, by) as book:
        match = book.match
        if match.sheet_code != known:
            return Recorded(match, changed=False)
        FormerSheetCode.objects.create(match=match, code=match.sheet_code)
        _write(match, sheet_code=new_sheet_code(), seats=None)
        book.tell("sheet_renewed")
    return Recorded(match, changed=True)


def remove_seat(*, match_id: int, device: str, by: By) -> Recorded:
    """Take a browser away from a score sheet. Raises what `lock_match` raises."""
    with lock_match(match_id, by) as book:
        match = book.match
        seats = dict(match.seats or {})
        seat = seats.pop(device, None)
        if seat is None:
            return Recorded(match, changed=False)
        _write(match, seats=seats)
        name = match.player(seat["side"]).name
        book.tell("seat_removed", name=name, device=device)
    return Recorded(match, changed=True)


def _write(match: Match, **columns: object) -> None:
    """Write columns; the revision lets every page of the match look again."""
    Match.objects.filter(pk=match.pk).move(match.state, **columns)
    match.refresh_from_db(fields=["revision", *columns])

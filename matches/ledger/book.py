"""A match locked for writing: its facts, the derived columns, and the permissions.

Every act on a match goes through `lock_match`. The function locks the row and reads the
facts; the act adds or voids rows; `store` rewrites the derived columns. All of this is
one transaction.

Lock order: the tournament's row first (`tournaments.structure.locking`), then rows of
matches. Code that holds a match must not lock its tournament. For this reason the
listeners of `tell_state_changed`, which lock the tournament, run after the commit.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from threading import Lock
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.ledger import errors
from matches.ledger.models.facts import (
    Adjustment,
    Fact,
    FinalScore,
    Game,
    Interruption,
    MatchFile,
    Payment,
    in_order,
    session_in_order,
)
from matches.ledger.models.match import Match, MatchCounts
from matches.ledger.models.report import Report
from matches.ledger.occasions import guard_winner, tell_state_changed
from matches.ledger.reporter import By, Reporter, reporter_of, write_line
from matches.ledger.versions import StillPlaying, Told, Version, game_values
from matches.rulebook.profiles import Reporting
from matches.rules import (
    GameResult,
    Ledger,
    MoneySession,
    Side,
    replay_session,
    rescore,
)
from matches.rules.ledger import GameCounts, count_games

AT_ONCE: Final = 500
_COLUMNS: Final = [f"{field}_{side}" for field in GameCounts._fields for side in (1, 2)]


def keep_counts(match: Match, ledger: Ledger) -> None:
    _write([_row(match, ledger)])


def forget_counts(match: Match) -> None:
    """Remove the counts of a match without games. One query."""
    MatchCounts.objects.filter(match=match).delete()


def count_again(keys: Iterable[int]) -> None:
    """Count the games of decided matches anew, such as those of an imported file."""
    wanted = list(keys)
    for start in range(0, len(wanted), AT_ONCE):
        part = Match.objects.filter(pk__in=wanted[start : start + AT_ONCE])
        matches = part.filter(state=Match.State.DONE, length__gt=0)
        rows = [
            _row(match, ledger)
            for match, ledger in _ledgers(list(matches.select_related("profile")))
            if ledger.lines
        ]
        _write(rows)


def _ledgers(matches: list[Match]) -> Iterable[tuple[Match, Ledger]]:
    games: dict[int, list[Game]] = {match.pk: [] for match in matches}
    decisions: dict[int, list[Adjustment]] = {match.pk: [] for match in matches}
    for game in Game.objects.valid().filter(match__in=games).order_by("number"):
        games[game.match_id].append(game)
    given = Adjustment.objects.valid().filter(match__in=games)
    for row in given.order_by("before", "pk"):
        decisions[row.match_id].append(row)
    for match in matches:
        facts = in_order(games[match.pk], decisions[match.pk])
        yield match, rescore(match.rules, facts)


def _row(match: Match, ledger: Ledger) -> MatchCounts:
    values = {
        f"{field}_{side}": value
        for side, counts in enumerate(count_games(ledger), 1)
        for field, value in counts._asdict().items()
    }
    return MatchCounts(match=match, **values)


def _write(rows: list[MatchCounts]) -> None:
    # One statement inserts or replaces: looking first would let two writers both
    # insert.
    MatchCounts.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["match"], update_fields=_COLUMNS
    )


_WRITER: Final = Lock()
TAKEN_BACK_WITHIN: Final = timedelta(minutes=15)
"""The time in which a player may take back their own result that counted at once."""
_CENT: Final = Decimal("0.01")
_HAS_REPORTS: Final = (Match.State.REPORTED, Match.State.DISPUTED, Match.State.DONE)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The match after an act, and whether the act changed it (a repeat does not).

    `games` are its valid games, so that the page need not read them again; None where
    more than games may be recorded.
    """

    match: Match
    changed: bool
    games: tuple[Game, ...] | None = None


class RecordedEnd(NamedTuple):
    """The end of a match: `winner` is 1 or 2, None if neither player won."""

    one: int
    two: int
    winner: int | None
    how: str = Match.How.PLAYED

    @property
    def said(self) -> tuple[int, int, int | None]:
        return self[:3]

    @property
    def text(self) -> str:
        """The result in the notation of tables, the same in every language."""
        if self.how == Match.How.PLAYED:
            return f"{self.one}–{self.two}"
        return {1: "+ : −", 2: "− : +"}.get(self.winner or 0, "− : −")


@dataclass(slots=True)
class LockedMatch:
    """A match whose row is locked, with its valid facts and the reporter who acts."""

    match: Match
    reporter: Reporter
    games: list[Game]
    adjustments: list[Adjustment]
    payments: list[Payment]
    final: FinalScore | None

    @property
    def ledger(self) -> Ledger:
        return rescore(self.match.rules, in_order(self.games, self.adjustments))

    @property
    def only_games(self) -> tuple[Game, ...] | None:
        """The games, None if more is recorded than games."""
        is_more = self.match.is_money or self.adjustments or self.final is not None
        return None if is_more else tuple(self.games)

    @property
    def session(self) -> MoneySession:
        return replay_session(
            self.match.money_rules, session_in_order(self.games, self.payments)
        )

    @property
    def outcome(self) -> RecordedEnd | None:
        """The end of the match by its facts, or None while it goes on."""
        final = self.final
        if final is not None:
            return RecordedEnd(final.score_1, final.score_2, final.winner, final.how)
        if self.match.is_money:
            return None
        ledger = self.ledger
        if ledger.winner is None:
            return None
        shown = ledger.shown
        return RecordedEnd(shown.one, shown.two, ledger.winner)

    @property
    def results(self) -> tuple[GameResult, ...]:
        return tuple(game.result for game in self.games)

    def add_game(
        self,
        number: int,
        result: GameResult,
        *,
        remark: str = "",
        remark_of: Game | None = None,
        file: MatchFile | None = None,
    ) -> Game:
        """Add a game; `file` is the match file that contains its moves.

        The remark is `remark`, or that of the game `remark_of`, by any writer.
        """
        kept = remark_of
        game = Game.objects.create(
            match=self.match,
            file=file,
            number=number,
            winner=result.winner,
            kind=result.kind,
            cube=result.cube,
            ending=result.ending,
            automatic=result.automatic,
            beavers=result.beavers,
            checkers=None if result.checkers is None else list(result.checkers),
            awarded=None if result.awarded is None else as_decimal(result.awarded),
            reason=result.reason or "",
            remark=remark if kept is None else kept.remark,
            remark_side=self.reporter.side if kept is None else kept.remark_side,
            is_remark_shown=kept is not None and kept.is_remark_shown,
            **self.source,
        )
        self.games = sorted([*self.games, game], key=lambda row: row.number)
        return game

    def set_final(self, outcome: RecordedEnd, *, remark: str = "") -> FinalScore:
        self.final = FinalScore.objects.create(
            match=self.match,
            score_1=outcome.one,
            score_2=outcome.two,
            winner=outcome.winner,
            how=outcome.how,
            remark=remark,
            **self.source,
        )
        return self.final

    def void(self, row: Fact) -> None:
        """Void a row: it no longer counts, but it stays in the database."""
        row.voided_at = timezone.now()
        row.voided_by = self.reporter.user
        row.voided_side = self.reporter.side
        row.save(update_fields=["voided_at", "voided_by", "voided_side"])
        # The lists in memory must follow: `store` derives the score from them and does
        # not read the rows again.
        if isinstance(row, FinalScore):
            self.final = None
        if isinstance(row, Game):
            self.games = [game for game in self.games if game.pk != row.pk]
        if isinstance(row, Adjustment):
            self.adjustments = [
                adjustment for adjustment in self.adjustments if adjustment.pk != row.pk
            ]
        if isinstance(row, Payment):
            self.payments = [
                payment for payment in self.payments if payment.pk != row.pk
            ]

    def resume(self) -> None:
        if self.match.state != Match.State.UNFINISHED:
            return
        self.match.interruptions.open().update(
            resumed_at=timezone.now(), resumed_by=self.reporter.user
        )

    @property
    def source(self) -> dict[str, object]:
        """The columns of a fact that say who reported it and from where."""
        reporter = self.reporter
        return {
            "reported_by": reporter.user,
            "reported_side": reporter.side,
            "via": reporter.via,
            "device": reporter.device,
        }

    def check_may(self) -> None:
        """Raise an error if the reporter may not write now.

        A director may write unless the players disagree; then the director must settle
        the dispute first. A player may write until there is a result. After that, a
        player may change a result for `TAKEN_BACK_WITHIN`, if only they reported it.

        Raises ANSWER_FIRST, ONLY_DIRECTOR, RESULT_STANDS, WAITING_FOR_ANSWER.
        """
        match, side = self.match, self.reporter.side
        if side is None:
            if match.state == Match.State.DISPUTED:
                raise errors.ANSWER_FIRST()
            return
        if match.reporting == Reporting.DIRECTOR:
            raise errors.ONLY_DIRECTOR()
        if match.state == Match.State.DISPUTED:
            raise errors.WAITING_FOR_ANSWER()
        if match.state in _HAS_REPORTS:
            # If the opponent's report is open too, this player cannot change it alone.
            sides = set(open_reports(match).values_list("side", flat=True))
            if sides == {side} and self.is_fresh:
                return
            if match.state == Match.State.REPORTED:
                raise errors.WAITING_FOR_ANSWER()
            raise errors.RESULT_STANDS()

    def check_undecided(self) -> None:
        """Refuse an act that would settle an open report as a side effect.

        Raises ANSWER_FIRST.
        """
        if self.match.state in {Match.State.REPORTED, Match.State.DISPUTED}:
            raise errors.ANSWER_FIRST()

    def check_may_show(self) -> None:
        """Refuse a photo or file from a player where only directors record.

        Otherwise a player may add such evidence at any time: while a report waits, and
        after the result counts.

        Raises ONLY_DIRECTOR.
        """
        if self.reporter.is_player and self.match.reporting == Reporting.DIRECTOR:
            raise errors.ONLY_DIRECTOR()

    @property
    def is_fresh(self) -> bool:
        """Whether the result has counted for less than `TAKEN_BACK_WITHIN`, if at all.

        Later, other people rely on it.
        """
        finished = self.match.finished_at
        return finished is None or timezone.now() - finished < TAKEN_BACK_WITHIN

    def tell(self, act: str, **details: object) -> None:
        write_line(act=act, reporter=self.reporter, match=self.match, **details)


@contextmanager
def _one_writer() -> Iterator[None]:
    """Make the threads of this process write one after another in SQLite.

    SQLite allows one writer at a time. A second writer sleeps and tries again, with
    longer and longer sleeps, so some requests wait ten times as long as others. A lock
    of the process wakes the next thread at once. Other processes still use SQLite's
    own waiting (`timeout` in the settings).
    """
    # Inside a transaction this thread may already hold SQLite's write lock. To wait for
    # `_WRITER` here could be a deadlock: its holder may be waiting for that write lock.
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _WRITER:
        yield


@contextmanager
def lock_match(match_id: int, by: By) -> Iterator[LockedMatch]:
    """Lock the row of the match until the block ends, and read its valid facts.

    No other transaction can write facts of this match meanwhile.

    Raises MATCH_CANCELLED, MATCH_LOCKED.
    """
    # `_one_writer` encloses the transaction: the next thread starts after the commit.
    with _one_writer(), transaction.atomic():
        # `of=("self",)`: the joined players and profile stay unlocked, because other
        # matches of the same players are recorded at the same time.
        match = (
            Match.objects.select_for_update(of=("self",))
            .select_related("player_1", "player_2", "profile")
            .get(pk=match_id)
        )
        if match.state == Match.State.VOID:
            raise errors.MATCH_CANCELLED()
        if match.locked_at is not None:
            raise errors.MATCH_LOCKED()
        yield LockedMatch(
            match=match,
            reporter=reporter_of(by),
            games=list(match.games.valid().order_by("number")),
            adjustments=list(match.adjustments.valid().order_by("before", "pk")),
            payments=list(match.payments.valid()) if match.is_money else [],
            final=match.final_scores.valid().order_by("pk").first(),
        )


def store(
    book: LockedMatch, *, trusted: bool = False, accept: bool = False
) -> Recorded:
    """Write the columns that follow from the facts; the revision grows by one.

    With `accept` the winner may change although later matches depend on it: the caller
    has already decided what happens to those, in the same transaction.

    A result that a player reports counts at once only where first reports are trusted,
    or with `trusted`, which the caller sets because both players agree.

    Raises RuleError: later matches already depend on the known winner.
    """
    match, outcome, reporter = book.match, book.outcome, book.reporter
    winner_before, state_before, was_over = match.winner, match.state, match.is_over
    had_reports = state_before in _HAS_REPORTS
    counts = _counts_at_once(book, agreed=trusted)
    _set_winner(match, outcome, counts=counts)
    # The guard raises an error to refuse; the transaction then rolls back the facts
    # that the act has added.
    if was_over and not accept and (outcome is None or winner_before != match.winner):
        guard_winner(match)
    _score(book, outcome)
    match.how = "" if outcome is None else outcome.how
    match.state = _state(book, outcome, trusted=counts)
    is_done = match.state == Match.State.DONE
    # A correction keeps the time of the first end: `is_fresh` counts from there, so
    # repeated corrections do not extend the time in which a player may take back.
    match.finished_at = (match.finished_at or timezone.now()) if is_done else None
    write(match)
    if is_done and not match.is_money:
        _count(book, counted=state_before == Match.State.DONE)
    # The listeners run after the commit; this call only registers them.
    if match.state != state_before or match.winner != winner_before:
        tell_state_changed(match)
    if not trusted and (reporter.is_player or had_reports):
        _follow_reports(book, outcome)
    return Recorded(match, changed=True, games=book.only_games)


def _counts_at_once(book: LockedMatch, *, agreed: bool) -> bool:
    """Tell whether a result counts before the other player has confirmed it."""
    match = book.match
    is_trusted = not book.reporter.is_player or match.reporting == Reporting.TRUST
    # A session has no winner to confirm.
    return agreed or is_trusted or match.is_money


def _set_winner(match: Match, outcome: RecordedEnd | None, *, counts: bool) -> None:
    winner = None if outcome is None or outcome.winner is None else int(outcome.winner)
    match.winner = winner if counts else None
    match.claimed = None if counts else winner


def noted(book: LockedMatch) -> Recorded:
    """Store an act that is only a note: it settles no report and starts no match."""
    write(book.match)
    return Recorded(book.match, changed=True)


def write(match: Match) -> None:
    """Write the derived columns of a match; its revision grows by one.

    Raises MATCH_CANCELLED: its state cannot become the new one.
    """
    # `move` changes the row only from a state that may become the new one, and counts
    # the rows: no row means that the stored state forbids it.
    moved = Match.objects.filter(pk=match.pk).move(
        match.state,
        score_1=match.score_1,
        score_2=match.score_2,
        balance=match.balance,
        winner=match.winner,
        claimed=match.claimed,
        how=match.how,
        finished_at=match.finished_at,
    )
    if not moved:
        raise errors.MATCH_CANCELLED()
    match.revision += 1


def open_reports(match: Match) -> QuerySet[Report]:
    return Report.objects.open().filter(match=match)


def version_of(book: LockedMatch, outcome: RecordedEnd) -> Version:
    """Return how the match ended by its recorded facts, as a version."""
    games = () if book.final is not None else book.results
    return Version(outcome.one, outcome.two, Side(outcome.winner or 0), games)


def new_report(
    book: LockedMatch, told: Told, *, state: str, comment: str = ""
) -> Report:
    """Store a report of the acting player; it replaces their earlier open report."""
    reporter, side = book.reporter, side_of(book)
    open_reports(book.match).filter(side=side).update(
        state=Report.State.REPLACED, closed_at=timezone.now()
    )
    return Report.objects.create(
        match=book.match,
        side=side,
        via=reporter.via,
        device=reporter.device,
        claim=_claim_of(told),
        score_1=None if told is None else told.one,
        score_2=None if told is None else told.two,
        winner=told.winner if isinstance(told, Version) else None,
        games=[game_values(game) for game in told.games] if told else [],
        comment=comment,
        revision=book.match.revision,
        state=state,
    )


def _claim_of(told: Told) -> str:
    if told is None:
        return Report.Claim.REMARK
    is_over = not isinstance(told, StillPlaying)
    return Report.Claim.RESULT if is_over else Report.Claim.PLAYING


def side_of(book: LockedMatch) -> int:
    """Return the side of the acting player. Raises ValueError for a director."""
    if book.reporter.side is None:
        message = "a director reports for neither side"
        raise ValueError(message)
    return int(book.reporter.side)


def close_report(book: LockedMatch, report: Report, state: str) -> None:
    Report.objects.filter(pk=report.pk).update(
        state=state,
        closed_at=timezone.now(),
        closed_by=book.reporter.user,
        closed_side=book.reporter.side,
    )


def answer_reports(book: LockedMatch, agrees: Callable[[Report], bool]) -> None:
    """Close every open report: confirmed if it agrees, else rejected."""
    for report in open_reports(book.match):
        confirmed, rejected = Report.State.CONFIRMED, Report.State.REJECTED
        close_report(book, report, confirmed if agrees(report) else rejected)


def as_decimal(points: int | Fraction) -> Decimal:
    """Return exact points or money as a decimal with two places, as columns store."""
    # Through Decimal and not through float: a third of a point has to become the same
    # two digits in every column and on every machine.
    exact = Fraction(points)
    return (Decimal(exact.numerator) / exact.denominator).quantize(_CENT)


def _count(book: LockedMatch, *, counted: bool) -> None:
    """Store the counts of the games; delete stored counts if there are no games."""
    if book.games:
        keep_counts(book.match, book.ledger)
    elif counted:
        forget_counts(book.match)


def _score(book: LockedMatch, outcome: RecordedEnd | None) -> None:
    match = book.match
    if match.is_money:
        match.balance = as_decimal(book.session.balance)
        return
    shown = book.ledger.shown
    match.score_1 = shown.one if outcome is None else outcome.one
    match.score_2 = shown.two if outcome is None else outcome.two


def _state(book: LockedMatch, outcome: RecordedEnd | None, *, trusted: bool) -> str:
    if outcome is not None:
        return Match.State.DONE if trusted else Match.State.REPORTED
    if Interruption.objects.open().filter(match=book.match).exists():
        return Match.State.UNFINISHED
    given = any(adjustment.points for adjustment in book.adjustments)
    begun = book.games or given or book.payments
    return Match.State.PLAYING if begun else Match.State.READY


def _follow_reports(book: LockedMatch, outcome: RecordedEnd | None) -> None:
    """Update the open reports after an act changed the facts.

    An act of a player becomes or withdraws their own report. An act of a director
    answers all open reports: confirmed if they say the same, else rejected.
    """
    match, side = book.match, book.reporter.side
    if side is not None:
        if outcome is not None and outcome.winner is not None:
            waits = match.reporting != Reporting.TRUST
            state = Report.State.WAITING if waits else Report.State.RECORDED
            new_report(book, version_of(book, outcome), state=state)
            return
        open_reports(match).filter(side=side).update(
            state=Report.State.REPLACED, closed_at=timezone.now()
        )
        return
    said = None if outcome is None else outcome.said
    answer_reports(book, lambda report: report.said == said)

"""Reads of matches and players, with everything a page needs fetched."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from django.db.models import Q, QuerySet

from matches.ledger.models.facts import (
    Adjustment,
    Fact,
    FinalScore,
    Game,
    Payment,
    in_order,
    session_in_order,
)
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import newest_first
from matches.players.models import Player
from matches.rules import (
    AdjustmentLine,
    GameResult,
    Ledger,
    Line,
    MoneyLine,
    MoneySession,
    PaymentLine,
    Phase,
    ScoreChange,
    apply,
    changes,
    replay_session,
    rescore,
)
from matches.web.models import JournalEntry
from matches.web.sentences import sentence_of

MOST_PLAYED: Final = 50
"""The most played matches that a player's link shows, the newest ones."""
MOST_OPEN: Final = 5
"""The most open matches on a player's page; each needs a query for its table."""
_PEOPLE: Final = ("reported_by", "voided_by")
_UNDECIDED: Final = (
    Match.State.READY,
    Match.State.PLAYING,
    Match.State.REPORTED,
    Match.State.DISPUTED,
    Match.State.UNFINISHED,
)


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of the match page: the row, and the values that the rules compute.

    `length` caps the score: points beyond it have no value. `counts` is False for a
    game after the end of the match, which is still listed.
    """

    game: Game
    line: Line
    length: int
    counts: bool = True

    @property
    def score(self) -> tuple[int, int]:
        after = self.line.after
        return min(after.one, self.length), min(after.two, self.length)


@dataclass(frozen=True, slots=True)
class DecisionLine:
    row: Adjustment
    line: AdjustmentLine
    length: int

    @property
    def score(self) -> tuple[int, int]:
        after = self.line.after
        return min(after.one, self.length), min(after.two, self.length)


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match with its valid games and decisions and, if reported, its final score.

    `lines` are the games by number, those after the end included; `entries` games and
    decisions in the order in which they happened.
    """

    match: Match
    ledger: Ledger
    lines: tuple[GameLine, ...]
    entries: tuple[GameLine | DecisionLine, ...]
    final: FinalScore | None

    def ledger_before(self, number: int) -> Ledger:
        games = [line.game for line in self.lines[: number - 1]]
        rows = [entry.row for entry in self.entries if isinstance(entry, DecisionLine)]
        earlier = [row for row in rows if row.before <= number]
        return rescore(self.match.rules, in_order(games, earlier))

    @property
    def game_number(self) -> int:
        return len(self.lines) + 1


@dataclass(frozen=True, slots=True)
class SessionGame:
    game: Game
    line: MoneyLine


@dataclass(frozen=True, slots=True)
class SessionPayment:
    row: Payment
    line: PaymentLine


@dataclass(frozen=True, slots=True)
class SessionView:
    match: Match
    session: MoneySession
    entries: tuple[SessionGame | SessionPayment, ...]
    final: FinalScore | None

    @property
    def lines(self) -> tuple[SessionGame, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, SessionGame))

    def session_before(self, number: int) -> MoneySession:
        lines = [entry.line for entry in self.entries]
        earlier = takewhile(
            lambda line: isinstance(line, PaymentLine) or line.number < number, lines
        )
        return MoneySession(self.session.rules, tuple(earlier))

    @property
    def game_number(self) -> int:
        return len(self.lines) + 1


def match_view(match: Match, games: Sequence[Game] | None = None) -> MatchView:
    """Score a match. Three queries, none if its `games` are all that is recorded."""
    rows: list[Adjustment] = []
    final = None
    if games is None:
        games = list(match.games.valid().order_by("number"))
        rows = list(match.adjustments.valid().select_related("ruling"))
        final = final_score_of(match)
    ledger = rescore(match.rules, in_order(games, rows))
    played = [entry for entry in ledger.entries if isinstance(entry, Line)]
    lines = tuple(
        GameLine(game, line, match.length, counts=line.phase is not Phase.OVER)
        for game, line in zip(games, played, strict=True)
    )
    return MatchView(
        match=match,
        ledger=ledger,
        lines=lines,
        entries=_entries(ledger, lines, rows),
        final=final,
    )


def correction_changes(
    view: MatchView, *, number: int, result: GameResult
) -> tuple[str, ...]:
    """Return what a correction of game `number` changes elsewhere, as sentences.

    Raises a GameError: the game is impossible at the score at which it was played.
    """
    match, before = view.match, view.ledger_before(number)
    apply(before, result)
    facts = [
        entry.line.adjustment
        if isinstance(entry, DecisionLine)
        else result
        if entry.game.number == number
        else entry.line.result
        for entry in view.entries
    ]
    after = rescore(match.rules, facts)
    is_last = number == len(view.lines)
    if is_last and view.ledger.winner is None and after.winner is None:
        return ()  # the correction changes only the game itself
    return tuple(_change_text(change, match) for change in changes(view.ledger, after))


def _change_text(change: ScoreChange, match: Match) -> str:
    values = dict(change.params)
    if "side" in values:
        values["side"] = match.player(int(values["side"])).name
    return sentence_of(change.message, values)


def session_view(match: Match) -> SessionView:
    """Balance a money session. Three queries."""
    games = list(match.games.valid().order_by("number"))
    payments = list(match.payments.valid())
    facts = session_in_order(games, payments)
    session = replay_session(match.money_rules, facts)
    of_games, of_payments = iter(games), iter(payments)
    return SessionView(
        match=match,
        session=session,
        entries=tuple(
            SessionPayment(next(of_payments), line)
            if isinstance(line, PaymentLine)
            else SessionGame(next(of_games), line)
            for line in session.entries
        ),
        final=final_score_of(match),
    )


def undecided_of(player: Player) -> QuerySet[Match]:
    """Return the matches that a player has to play, or that are to be decided.

    The newest come first: old matches imported from files are not the current ones.
    """
    return (
        Match.objects.filter(Q(player_1=player) | Q(player_2=player))
        .filter(state__in=_UNDECIDED, locked_at__isnull=True)
        .select_related("player_1", "player_2")
        .order_by("-created_at", "-pk")
    )


def _entries(
    ledger: Ledger, lines: tuple[GameLine, ...], rows: list[Adjustment]
) -> tuple[GameLine | DecisionLine, ...]:
    if not rows:
        return lines
    of_games, of_rows = iter(lines), iter(rows)
    entries: list[GameLine | DecisionLine] = [
        DecisionLine(next(of_rows), line, ledger.rules.length)
        if isinstance(line, AdjustmentLine)
        else next(of_games)
        for line in ledger.entries
    ]
    return (*entries, *of_games)


def final_score_of(match: Match) -> FinalScore | None:
    return match.final_scores.valid().first()


def newest_adjustment(match: Match) -> Adjustment | None:
    return match.adjustments.valid().order_by("-pk").first()


def matches_of(
    player: Player,
    *,
    against: Player | None = None,
    among: QuerySet[Match] | None = None,
) -> QuerySet[Match]:
    """Return a player's matches and sessions that have begun, the newest first.

    `among` are the matches that the reader may see, None for all.
    """
    matches = Match.objects.all() if among is None else among
    played = matches.filter(Q(player_1=player) | Q(player_2=player))
    if against is not None:
        played = played.filter(Q(player_1=against) | Q(player_2=against))
    begun = played.exclude(state__in=(Match.State.READY, Match.State.VOID))
    return newest_first(begun.select_related("player_1", "player_2", "profile"))


def reports_of(match: Match) -> list[Report]:
    """Return every report of a match, also answered ones, oldest first."""
    return list(match.reports.select_related("closed_by").order_by("pk"))


def everything_recorded(match: Match) -> Iterator[Iterable[Fact]]:
    """Yield all facts by kind, also voided ones. Six queries."""
    yield match.games.select_related(*_PEOPLE)
    yield match.final_scores.select_related(*_PEOPLE)
    if match.is_money:
        yield match.payments.select_related(*_PEOPLE)
    else:
        yield match.adjustments.select_related(*_PEOPLE)
    yield match.interruptions.select_related(*_PEOPLE)
    yield match.files.select_related(*_PEOPLE).defer("content")
    yield match.photos.select_related(*_PEOPLE).defer("content")


def journal_of(match: Match) -> QuerySet[JournalEntry]:
    return match.journal_entries.select_related("actor").order_by("-pk")

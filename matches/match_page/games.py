"""The games and decisions of a match as rows of its page, with their texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.template.defaultfilters import floatformat
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.ledger.models.facts import Adjustment, Game, Ruling
from matches.ledger.models.match import Match
from matches.ledger.queries import (
    DecisionLine,
    GameLine,
    MatchView,
    SessionGame,
    SessionPayment,
    SessionView,
)
from matches.rules import (
    AdjustmentReason,
    AwardReason,
    Ending,
    GameResult,
    GameRules,
    Kind,
    Line,
    Phase,
)
from matches.rules.errors import ADJUSTMENT_AFTER_END, GameError
from matches.web import answers

_KINDS: Final = {
    Kind.SINGLE: gettext_lazy("single game"),
    Kind.GAMMON: gettext_lazy("gammon"),
    Kind.BACKGAMMON: gettext_lazy("backgammon"),
}
_RESIGNED: Final = {
    Kind.SINGLE: gettext_lazy("resigned"),
    Kind.GAMMON: gettext_lazy("resigned as a gammon"),
    Kind.BACKGAMMON: gettext_lazy("resigned as a backgammon"),
}
_AWARDED: Final = {
    Kind.SINGLE: gettext_lazy("awarded by the director"),
    Kind.GAMMON: gettext_lazy("awarded by the director as a gammon"),
    Kind.BACKGAMMON: gettext_lazy("awarded by the director as a backgammon"),
}
AWARD_REASONS: Final[dict[AwardReason, Promise]] = {
    AwardReason.CRAWFORD_ANNULLED: gettext_lazy("double in the Crawford game annulled"),
    AwardReason.CRAWFORD_STANDS: gettext_lazy(
        "double in the Crawford game noticed too late, so it counts"
    ),
    AwardReason.DECISION: gettext_lazy("director’s decision"),
    AwardReason.SETTLED: gettext_lazy("settled by the players"),
    AwardReason.AGREED: gettext_lazy("resigned for agreed points"),
}
_ADJUSTED: Final[dict[AdjustmentReason, Promise]] = {
    AdjustmentReason.LATE: gettext_lazy("opponent was late"),
    AdjustmentReason.CONDUCT: gettext_lazy("conduct"),
    AdjustmentReason.CLOCK: gettext_lazy("clock"),
    AdjustmentReason.CORRECTION: gettext_lazy("correction"),
    AdjustmentReason.RULING: gettext_lazy("director’s ruling"),
}


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of the games of a match.

    `sees_private`: also what is not public; `decides`: may show it to everybody;
    `side`: the side of a player of the match.
    """

    sees_private: bool = False
    decides: bool = False
    side: int | None = None


STRANGER: Final = Reader()
"""A reader without any permission."""


@dataclass(frozen=True, slots=True)
class Remark:
    """The remark about a game, for a reader who may see it.

    `row` is the primary key of the game. `is_shown` says whether everybody sees the
    remark; it is None for what a director wrote, which is always public. `to_decide`
    says whether the reader may show or hide it.
    """

    row: int
    text: str
    is_shown: bool | None
    to_decide: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One row of the list of games on the match page.

    `number` is the number of the game, None for a decision or a payment. `side` is the
    side that gains the points, or loses them if `points` begins with a minus; `name` is
    empty if no player gains. `score` is the score after the row. In a money session it
    is the balance in points, and `money` the balance in money. `ruling` is the primary
    key of the ruling that the ruling desk stored for a decision. `is_public` says
    whether all visitors see the text of a decision; it is None for visitors who are not
    directors, and if there is no text.
    """

    number: int | None = None
    side: int
    name: str
    points: str
    how: str
    cube: int = 1
    is_crawford: bool = False
    counts: bool = True
    score: str
    money: str = ""
    notes: tuple[str, ...] = ()
    remark: Remark | None = None
    file: int | None = None
    ruling: int | None = None
    is_public: bool | None = None


def rows_of(
    view: MatchView | SessionView, reader: Reader = STRANGER
) -> tuple[GameRow, ...]:
    """Return the rows as a reader sees them, the newest first."""
    if isinstance(view, SessionView):
        rows = [_session_row(view, entry, reader) for entry in view.entries]
    else:
        rows = [
            _decision_row(view.match, entry, is_director=reader.sees_private)
            if isinstance(entry, DecisionLine)
            else _game_row(view, entry, reader)
            for entry in view.entries
            if reader.sees_private or not _is_private(entry)
        ]
    return tuple(reversed(rows))


def _is_private(line: GameLine | DecisionLine) -> bool:
    """Return True if only directors see the line: a ruling that changed no score."""
    if not isinstance(line, DecisionLine):
        return False
    return not line.row.points and not line.row.is_public


def remark_of(game: Game, reader: Reader) -> Remark | None:
    is_players = game.remark_side is not None
    is_own = is_players and reader.side == game.remark_side
    is_seen = not is_players or game.is_remark_shown or reader.sees_private or is_own
    if not game.remark or not is_seen:
        return None
    return Remark(
        row=game.pk,
        text=game.remark,
        is_shown=game.is_remark_shown if is_players else None,
        to_decide=is_players and reader.decides,
    )


def _game_row(view: MatchView, entry: GameLine, reader: Reader) -> GameRow:
    match, game, line = view.match, entry.game, entry.line
    notes = _game_notes(game, match.rules)
    if not entry.counts:
        notes = [_("after the end of the match, does not count"), *notes]
    elif line.irregular is not None:
        notes = [_irregular(line.irregular), *notes]
    return GameRow(
        number=game.number,
        side=game.winner,
        name=_winner(match, game),
        points=signed_balance(line.points)
        if entry.counts
        else signed_balance(game.result.points),
        how=how_words(game.result),
        cube=game.cube,
        is_crawford=_is_crawford(line),
        counts=entry.counts,
        score="{}–{}".format(*entry.score),
        notes=tuple(notes),
        remark=remark_of(game, reader),
        file=game.file_id,
    )


def _winner(match: Match, game: Game) -> str:
    """Return the winner's name, "" for a washed game, whose winner is meaningless."""
    return "" if game.ending == Ending.WASHED else match.player(game.winner).name


def _is_crawford(line: Line) -> bool:
    return line.phase is Phase.CRAWFORD


def _decision_row(match: Match, entry: DecisionLine, *, is_director: bool) -> GameRow:
    row, irregular = entry.row, entry.line.irregular
    has_words = bool(row.decision or not row.points)
    notes = []
    if row.in_play:
        notes.append(_("While the game was in progress."))
    if row.rule:
        notes.append(row.rule)
    if row.decision and (row.is_public or is_director):
        notes.append(row.decision)
    if irregular is not None:
        notes.append(_irregular(irregular))
    return GameRow(
        side=row.side,
        name=match.player(row.side).name if row.points else "",
        points=signed_balance(row.points) if row.points else "",
        how=str(_ADJUSTED[AdjustmentReason(row.reason)]),
        counts=irregular is None or irregular.refusal is not ADJUSTMENT_AFTER_END,
        score="{}–{}".format(*entry.score) if row.points else "",
        notes=tuple(notes),
        ruling=_ruling_of(row) if row.is_public or is_director else None,
        is_public=row.is_public if is_director and has_words else None,
    )


def _ruling_of(row: Adjustment) -> int | None:
    """Return the primary key of the ruling desk's ruling for a decision, or None."""
    kept: Ruling | None = getattr(row, "ruling", None)
    return None if kept is None else kept.pk


def _session_row(
    view: SessionView, entry: SessionGame | SessionPayment, reader: Reader
) -> GameRow:
    match, line = view.match, entry.line
    score = balance_words(match, line.balance_points)
    money = money_words(line.balance_money, view.session.rules.currency)
    if isinstance(entry, SessionPayment):
        paid = money_words(entry.line.payment.amount, view.session.rules.currency)
        return GameRow(
            side=entry.row.payer,
            name=match.player(entry.row.payer).name,
            points="",
            how=_("paid %(money)s") % {"money": paid},
            score=score,
            money=money,
        )
    game = entry.game
    return GameRow(
        number=game.number,
        side=game.winner,
        name=_winner(match, game),
        points=signed_balance(entry.line.points),
        how=how_words(game.result),
        cube=game.cube,
        score=score,
        money=money,
        notes=tuple(_game_notes(game, view.session.rules)),
        remark=remark_of(game, reader),
        file=game.file_id,
    )


def how_words(result: GameResult) -> str:
    if result.ending is Ending.WASHED:
        return _("void game")
    if result.ending is Ending.DROPPED:
        return _("dropped double")
    by_ending = {Ending.RESIGNED: _RESIGNED, Ending.AWARDED: _AWARDED}
    return str(by_ending.get(result.ending, _KINDS)[result.kind])


def _game_notes(game: Game, rules: GameRules) -> list[str]:
    result, notes = game.result, []
    if result.awarded is not None and result.reason is not None:
        notes.append(
            _("Points awarded: %(points)s instead of %(computed)s – %(why)s")
            % {
                "points": number(result.awarded),
                "computed": rules.computed(result),
                "why": AWARD_REASONS[result.reason],
            }
        )
    if result.checkers is not None:
        notes.append(
            _(
                "Checkers left: %(home)s in the home board, %(outer)s in the outer "
                "board, %(far_outer)s in the winner’s outer board, %(far_home)s in the "
                "winner’s home board or on the bar"
            )
            % result.checkers._asdict()
        )
    if result.automatic:
        notes.append(_("Automatic doubles: %(number)s") % {"number": result.automatic})
    if result.beavers:
        notes.append(_("Beavers: %(number)s") % {"number": result.beavers})
    return notes


def _irregular(error: GameError) -> str:
    return _("Counted although it breaks a rule. %(rule)s") % {
        "rule": answers.sentence(error)
    }


def number(value: int | Fraction) -> str:
    return str(floatformat(float(value), "-2"))


def signed_balance(points: int | Fraction) -> str:
    if points < 0:
        return "−" + number(-points)
    return "+" + number(points) if points else "0"


def balance_words(match: Match, balance: Fraction) -> str:
    """Return in words who is ahead in a money session, in points."""
    if not balance:
        return _("even")
    leader = match.player_1 if balance > 0 else match.player_2
    return f"{leader.name} {signed_balance(abs(balance))}"


def money_words(amount: Fraction, currency: str) -> str:
    return f"{number(abs(amount))} {currency}".strip()


def reasons_for(
    *, is_money: bool, is_director: bool = True
) -> Sequence[tuple[str, Promise]]:
    """Return the choices of reasons for other points than the computed ones.

    Players may divide a stake or agree on points; the other reasons are for directors.
    """
    if not is_director:
        agreed = (AwardReason.SETTLED, AwardReason.AGREED)
        return [(reason.value, AWARD_REASONS[reason]) for reason in agreed]
    left_out = (
        {AwardReason.CRAWFORD_ANNULLED, AwardReason.CRAWFORD_STANDS}
        if is_money
        else {AwardReason.SETTLED}
    )
    return [
        (reason.value, words)
        for reason, words in AWARD_REASONS.items()
        if reason not in left_out
    ]


def balance_of(view: MatchView | SessionView) -> dict[str, str] | None:
    """Return the points ahead of both sides of a session, and who owes how much.

    None for a match.
    """
    if not isinstance(view, SessionView):
        return None
    session, match = view.session, view.match
    owes = _("Nothing is owed.")
    if session.owes is not None:
        side, amount = session.owes
        owes = _("%(name)s owes %(other)s %(money)s.") % {
            "name": match.player(side).name,
            "other": match.player(side.other).name,
            "money": money_words(amount, session.rules.currency),
        }
    balance = session.balance
    return {
        "one": signed_balance(balance),
        "two": signed_balance(-balance),
        "owes": owes,
    }

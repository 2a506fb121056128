"""The balance of a money session: games for a stake per point, without a fixed end."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from matches.rules.check_game import check_game
from matches.rules.conditions import GameRules
from matches.rules.errors import (
    NO_CRAWFORD_DOUBLE,
    PAYMENT_NOT_POSITIVE,
    STAKE_NOT_POSITIVE,
)
from matches.rules.game import AwardReason, GameResult, Side

_CRAWFORD: Final = (AwardReason.CRAWFORD_ANNULLED, AwardReason.CRAWFORD_STANDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRules(GameRules):
    """The rules of a session; `stake` is the money per point, above 0.

    Raises STAKE_NOT_POSITIVE, and what `GameRules` raises.

    Source: "Spelregels backgammon" (Dutch leaflet), "Verdubbelaar": an agreed stake per
    point, doubling without limit.
    """

    cube_cap: int | None = None
    stake: Fraction = Fraction(1)
    currency: str = ""

    def __post_init__(self) -> None:
        if self.stake <= 0:
            raise STAKE_NOT_POSITIVE(stake=str(self.stake))
        GameRules.__post_init__(self)


@dataclass(frozen=True, slots=True)
class PaymentFact:
    """Money that one player pays to the other. Raises PAYMENT_NOT_POSITIVE."""

    payer: Side
    amount: Fraction

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise PAYMENT_NOT_POSITIVE(amount=str(self.amount))


MoneyFact: TypeAlias = GameResult | PaymentFact
"""A fact from which a session is scored."""


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One game of a session.

    The balances are those after the game, above 0 if side ONE is ahead: the points, and
    the money that is still to be paid for them.
    """

    number: int
    result: GameResult
    points: int | Fraction
    balance_points: Fraction
    balance_money: Fraction


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A payment before game `number`, with the balances after it."""

    number: int
    payment: PaymentFact
    balance_points: Fraction
    balance_money: Fraction


MoneyEntry: TypeAlias = MoneyLine | PaymentLine


@dataclass(frozen=True, slots=True)
class MoneySession:
    rules: MoneyRules
    entries: tuple[MoneyEntry, ...] = ()

    @property
    def lines(self) -> tuple[MoneyLine, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, MoneyLine))

    @property
    def balance(self) -> Fraction:
        """The points by which side ONE is ahead; below 0, side TWO is ahead."""
        return self.entries[-1].balance_points if self.entries else Fraction(0)

    @property
    def balance_money(self) -> Fraction:
        """Money due to side ONE after all payments; below 0, due to side TWO."""
        return self.entries[-1].balance_money if self.entries else Fraction(0)

    @property
    def owes(self) -> tuple[Side, Fraction] | None:
        """The side that owes money and the amount; None if the players are even."""
        due = self.balance_money
        if not due:
            return None
        return (Side.TWO if due > 0 else Side.ONE), abs(due)

    @property
    def number(self) -> int:
        if not self.entries:
            return 1
        last = self.entries[-1]
        return last.number + 1 if isinstance(last, MoneyLine) else last.number

    def apply(self, fact: MoneyFact) -> "MoneySession":
        """Raises a GameError if the game is impossible."""
        return MoneySession(self.rules, (*self.entries, _enter(self, fact)))


def replay_session(rules: MoneyRules, facts: Iterable[MoneyFact]) -> MoneySession:
    """Raises a GameError with the number of the first impossible game."""
    session = MoneySession(rules)
    for fact in facts:
        session = session.apply(fact)
    return session


def _enter(session: MoneySession, fact: MoneyFact) -> MoneyEntry:
    number, points, money = session.number, session.balance, session.balance_money
    if isinstance(fact, PaymentFact):
        paid = fact.amount if fact.payer == Side.ONE else -fact.amount
        return PaymentLine(number, fact, points, money + paid)
    rules = session.rules
    check_game(rules, fact, number=number)
    if fact.reason in _CRAWFORD:
        raise NO_CRAWFORD_DOUBLE(number=number)
    won = rules.computed(fact) if fact.awarded is None else fact.awarded
    # Exact, because awarded points can be thirds; `as_decimal` rounds when a column
    # takes it.
    change = Fraction(won if fact.winner == Side.ONE else -won)
    return MoneyLine(number, fact, won, points + change, money + change * rules.stake)

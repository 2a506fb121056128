"""Every tie-break a second time, from its definition and without any care for speed.

Shares nothing with the engine but the values `StageState` and `Outcome`. Numbers are
exact fractions. Rounds in which an entrant was not drawn are unplayed matches, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any

from tournaments.engine import Outcome, StageState

HALF = Fraction(1, 2)
FEW = 5
"""Missing matches are filled in every possible way up to so many entrants."""


@dataclass(frozen=True)
class Game:
    """One match of an entrant, played or not; `opponent` is None without one."""

    round: int
    opponent: int | None
    won: bool
    worth: Fraction
    played: bool
    own: int = 0
    other: int = 0


class Naive:
    """One stage, asked for one value at a time."""

    def __init__(self, state: StageState) -> None:
        self.state = state
        self.numbers = [one.number for one in state.entrants]
        self.legs = state.options.legs
        self.last = max([one.round for one in state.outcomes], default=0)
        self.games = {number: list(self._games(number)) for number in self.numbers}
        self.wins = cache(self._wins)
        self.counted = cache(self._counted)
        self.opponents_scores = cache(self._opponents_scores)
        self.points = cache(self._points)

    def _games(self, number: int) -> Iterator[Game]:
        for round_number in range(1, self.last + 1):
            seen = 0
            for one in self.state.outcomes:
                if one.round != round_number or number not in (one.one, one.two):
                    continue
                if one.two is None:
                    won = one.winner == number
                    for _ in range(self.legs):
                        yield Game(
                            round_number,
                            None,
                            won,
                            self.state.bye if won else Fraction(0),
                            played=False,
                        )
                    seen += self.legs
                    continue
                seen += 1
                if one.winner is None and not one.nobody:
                    continue  # an open match is nothing at all
                yield self._match(one, number)
            for _ in range(self.legs - seen):
                worth = Fraction(0) if seen else self._agreed(number, round_number)
                yield Game(round_number, None, False, worth, played=False)

    def _agreed(self, number: int, round_number: int) -> Fraction:
        """What a round without a pairing counts, for each of its matches."""
        options = self.state.options
        (entrant,) = (one for one in self.state.entrants if one.number == number)
        worth = Fraction(0)
        for rest in self.state.rests:
            if (rest.round, rest.entrant) == (round_number, number):
                kinds = {"bye": options.asked_worth, "absent": options.absent_worth}
                worth += Fraction(kinds[rest.kind])
        drawn = any(number in (one.one, one.two) for one in self.state.outcomes)
        if round_number < entrant.joined and (entrant.present or drawn):
            worth += Fraction(options.late_worth)
        return worth

    def _match(self, one: Outcome, number: int) -> Game:
        other = one.two if one.one == number else one.one
        own, against = one.points_one, one.points_two
        if one.one != number:
            own, against = against, own
        won = one.winner == number
        played = one.played and not one.nobody
        if not played:
            length = one.length or self.state.length
            high, low = {
                "none": (0, 0),
                "full": (length, 0),
                "half": (length, length // 2),
            }[self.state.walkover]
            own, against = (high, low) if won else (low, high)
            if one.nobody:
                own = against = 0
        return Game(one.round, other, won, Fraction(won), played, own, against)

    def length(self, number: int, game: Game) -> int:
        lengths = [
            one.length
            for one in self.state.outcomes
            if one.round == game.round and number in (one.one, one.two) and one.length
        ]
        return lengths[0] if lengths else self.state.length

    def _wins(self, number: int) -> Fraction:
        return sum((game.worth for game in self.games[number]), Fraction(0))

    def _counted(self, number: int) -> Fraction:
        """What somebody counts for an opponent."""
        if self.state.options.unplayed != "virtual":
            return self.wins(number)
        return sum(
            (game.worth if game.played else HALF for game in self.games[number]),
            Fraction(0),
        )

    def stand_in(self, number: int, missed: Game) -> Fraction:
        """The score of whoever stands in for the opponent that there was not."""
        rule = self.state.options.unplayed
        if rule == "nothing":
            return Fraction(0)
        if rule == "own_score":
            return self.wins(number)
        games = self.games[number]
        before = sum((g.worth for g in games if g.round < missed.round), Fraction(0))
        together = [g for g in games if g.round == missed.round and not g.played]
        lost = len(together) - sum(g.worth for g in together)
        return before + lost + HALF * self.legs * (self.last - missed.round)

    def against(self, number: int, game: Game) -> Fraction:
        if game.played and game.opponent is not None:
            return self.counted(game.opponent)
        return self.stand_in(number, game)

    def _opponents_scores(self, number: int) -> list[Fraction]:
        return sorted(self.against(number, game) for game in self.games[number])

    def value(self, key: str, number: int) -> Any:
        return getattr(self, key)(number)

    def buchholz(self, number: int) -> Fraction:
        return sum(self.opponents_scores(number), Fraction(0))

    def buchholz_cut1(self, number: int) -> Fraction:
        return sum(self.opponents_scores(number)[1:], Fraction(0))

    def buchholz_cut2(self, number: int) -> Fraction:
        return sum(self.opponents_scores(number)[2:], Fraction(0))

    def median(self, number: int) -> Fraction:
        scores = list(self.opponents_scores(number))
        for worst_or_best in (min, max):
            if scores:
                scores.remove(worst_or_best(scores))
        return sum(scores, Fraction(0))

    def median2(self, number: int) -> Fraction:
        scores = list(self.opponents_scores(number))
        for worst_or_best in (min, max, min, max):
            if scores:
                scores.remove(worst_or_best(scores))
        return sum(scores, Fraction(0))

    def sonneborn_cut1(self, number: int) -> Fraction:
        met = [(self.against(number, game), game.worth) for game in self.games[number]]
        if met:
            met.remove(min(met))
        return sum((score * worth for score, worth in met), Fraction(0))

    def progressive_cut1(self, number: int) -> Fraction:
        first = [game.worth for game in self.games[number] if game.round == 1]
        return self.progressive(number) - sum(first, Fraction(0))

    def sonneborn(self, number: int) -> Fraction:
        return sum(
            (game.worth * self.against(number, game) for game in self.games[number]),
            Fraction(0),
        )

    def progressive(self, number: int) -> Fraction:
        running, total = Fraction(0), Fraction(0)
        for round_number in range(1, self.last + 1):
            running += sum(
                g.worth for g in self.games[number] if g.round == round_number
            )
            total += running
        return total

    def at_the_table(self, number: int, *, won: bool) -> int:
        """Matches against somebody, walk-overs and double forfeits too."""
        byes = sum(
            one.two is None and one.one == number and one.winner is None
            for one in self.state.outcomes
        )
        found = [g for g in self.games[number] if g.opponent is not None]
        return sum(g.won == won for g in found) + (0 if won else byes)

    def koya(self, number: int) -> int:
        return sum(
            game.won
            and self.at_the_table(game.opponent or 0, won=True)
            >= self.at_the_table(game.opponent or 0, won=False)
            for game in self.games[number]
            if game.played
        )

    def opponents_opponents(self, number: int) -> Fraction:
        total = Fraction(0)
        for game in self.games[number]:
            if game.played and game.opponent is not None:
                total += self.buchholz(game.opponent)
            elif self.state.options.unplayed != "nothing":
                total += self.buchholz(number)
        return total

    def _points(self, number: int, capped: bool) -> tuple[int, int]:
        own = other = 0
        for game in self.games[number]:
            length = self.length(number, game) if capped else 10**9
            own += min(game.own, length)
            other += min(game.other, length)
        return own, other

    def difference(self, number: int) -> int:
        own, other = self.points(number, True)
        return own - other

    def full_difference(self, number: int) -> int:
        own, other = self.points(number, False)
        return own - other

    def points_won(self, number: int) -> int:
        return self.points(number, True)[0]

    def point_share(self, number: int) -> Fraction:
        own, other = self.points(number, True)
        return Fraction(own, own + other) if own else Fraction(0)

    def win_share(self, number: int) -> Fraction:
        won = self.at_the_table(number, won=True)
        lost = self.at_the_table(number, won=False)
        return Fraction(won, won + lost) if won else Fraction(0)

    def matches_won(self, number: int) -> int:
        return sum(game.played and game.won for game in self.games[number])

    def fewest_byes(self, number: int) -> int:
        return -sum(
            one.two is None and one.winner == number for one in self.state.outcomes
        )

    def rating(self, number: int) -> Fraction:
        rating = next(one.rating for one in self.state.entrants if one.number == number)
        return Fraction(0) if rating is None else Fraction(rating)

    def pr(self, number: int) -> int:
        (pr,) = (one.pr for one in self.state.entrants if one.number == number)
        return 0 if pr is None else 10_000 - round(100 * pr)

    def opponents_rating(self, number: int) -> Fraction:
        rated = {one.number for one in self.state.entrants if one.rating is not None}
        met = [g.opponent for g in self.games[number] if g.played]
        known = [self.rating(one) for one in met if one is not None and one in rated]
        return sum(known, Fraction(0)) / len(known) if known else Fraction(0)

    def lots(self, number: int) -> int:
        seed = self.state.lots_seed
        if not seed:
            return 0

        def lot(one: int) -> bytes:
            return sha256(f"{seed}:standings:{one}".encode()).digest()

        return -sum(lot(one) <= lot(number) for one in self.numbers)

    def direct(self, group: Sequence[int]) -> dict[int, int]:
        """How many of a group are below each, by the matches of the group alone."""
        return {
            number: sum(level > place for other, level in places.items())
            for places in [self._levels(list(group))]
            for number, place in places.items()
        }

    def _levels(self, group: list[int]) -> dict[int, int]:
        """A level for each, 0 the best; those who stay equal have the same."""
        parts = self._split(group)
        if len(parts) == 1:
            return dict.fromkeys(group, 0)
        levels: dict[int, int] = {}
        base = 0
        for part in parts:
            inner = self._levels(part)
            levels |= {number: base + level for number, level in inner.items()}
            base += max(inner.values()) + 1
        return levels

    def _split(self, group: list[int]) -> list[list[int]]:
        pairs = [(a, b) for a in group for b in group if a < b]
        unmet = [(a, b) for a, b in pairs if not self._meetings(a, b)]
        won = {
            number: sum(
                g.played and g.won and g.opponent in group for g in self.games[number]
            )
            for number in group
        }
        if not unmet:
            return [
                [one for one in group if won[one] == level]
                for level in sorted(set(won.values()), reverse=True)
            ]
        firsts: list[list[int]] = []
        left = list(group)
        while len(left) > 1:
            first = [one for one in left if self._is_first(one, left, won, unmet)]
            if not first:
                break
            firsts.append(first)
            left.remove(first[0])
        return [*firsts, left]

    def _is_first(
        self,
        number: int,
        left: list[int],
        won: dict[int, int],
        unmet: list[tuple[int, int]],
    ) -> bool:
        """Whether somebody is alone in front however the missing matches end."""
        times = self.legs * self.state.options.times
        if len(left) > FEW or times * len(unmet) > 2 * FEW:
            most = {
                one: won[one] + times * sum(one in pair for pair in unmet)
                for one in left
            }
            return all(most[one] < won[number] for one in left if one != number)
        missing = [pair for pair in unmet for _ in range(times)]
        for winners in product(*missing):
            table = dict(won)
            for winner in winners:
                table[winner] += 1
            if any(table[one] >= table[number] for one in left if one != number):
                return False
        return True

    def _meetings(self, one: int, two: int) -> int:
        return sum(game.played and game.opponent == two for game in self.games[one])

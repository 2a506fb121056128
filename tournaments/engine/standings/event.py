"""The input of tie-breaks: the outcomes of a stage, counted once."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Final

from tournaments.engine.standings.tally import Tally, given_wins
from tournaments.engine.state import Outcome, StageState, Wins


@dataclass(frozen=True, slots=True)
class Points:
    """Points by entrant number.

    `won` and `lost` count no match for more than its length, and walk-overs as the
    stage has it. `beyond` is won minus lost of what was noted beyond the length.
    """

    won: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    beyond: Counter[int] = field(default_factory=Counter)

    def difference(self, number: int) -> int:
        return self.won[number] - self.lost[number]

    def played_for(self, number: int) -> int:
        return self.won[number] + self.lost[number]


def points_in(state: StageState) -> Points:
    points = Points()
    for outcome in state.outcomes:
        noted = points_scored(state, outcome, is_capped=False)
        capped = points_scored(state, outcome)
        if noted is None or capped is None or outcome.two is None:
            continue
        lead = noted[0] - noted[1] - (capped[0] - capped[1])
        for number, own, other, sign in (
            (outcome.one, *capped, 1),
            (outcome.two, *reversed(capped), -1),
        ):
            points.won[number] += own
            points.lost[number] += other
            points.beyond[number] += sign * lead
    return points


def points_scored(
    state: StageState, outcome: Outcome, *, is_capped: bool = True
) -> tuple[int, int] | None:
    """A walk-over counts as the stage has it; None where no points count."""
    winner = outcome.winner
    if winner is None or outcome.two is None:
        return None
    length = outcome.length or state.length
    if not outcome.played:
        if state.walkover == "none":
            return None
        least = length // 2 if state.walkover == "half" else 0
        return (length, least) if winner == outcome.one else (least, length)
    one, two = outcome.points_one, outcome.points_two
    return (min(one, length), min(two, length)) if is_capped else (one, two)


NOTHING: Final = "nothing"
VIRTUAL: Final = "virtual"
OWN_SCORE: Final = "own_score"
UNPLAYED_RULES: Final = (NOTHING, VIRTUAL, OWN_SCORE)
"""The values of `Options.unplayed`."""


@dataclass(frozen=True, slots=True)
class UnplayedRound:
    """The matches of a round that an entrant did not play, in halves of a win.

    `matches` are one, or two where pairings have two. `gained` is what they count, for
    example for a bye, `before` the wins of all rounds before.
    """

    round: int
    matches: int
    gained: int
    before: int


WON: Final = "won"
LOST: Final = "lost"
WALKOVER_WON: Final = "walkover_won"
WALKOVER_LOST: Final = "walkover_lost"
NOBODY: Final = "nobody"
BYE: Final = "bye"
RESTED: Final = "rested"
ABSENT: Final = "absent"
OPEN: Final = "open"
"""The kinds of a past match of an entrant: the values of `PastGame.how`."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """`opponent` is None without one; `gained` counts halves of a win."""

    round: int
    opponent: int | None
    how: str
    gained: int = 0
    outcome: Outcome | None = None

    @property
    def is_played(self) -> bool:
        return self.how in {WON, LOST}


GAINED: Final = attrgetter("gained")


class Event:
    """A stage and its counts; everything else is computed when it is asked for.

    `rounds` is the newest round with a pairing, `matches` the number of matches of a
    pairing, `wins` the wins in halves.
    """

    def __init__(self, state: StageState, tally: Tally) -> None:
        self.state = state
        self.tally = tally
        self.numbers = sorted(tally.wins)
        self.wins = {number: int(2 * wins) for number, wins in tally.wins.items()}
        self.matches = state.options.legs
        self.rule = state.options.unplayed

    @property
    def rounds(self) -> int:
        return self.state.next_round - 1

    @cached_property
    def games(self) -> Mapping[int, tuple[PastGame, ...]]:
        """All that each entrant did, round by round."""
        own = defaultdict[tuple[int, int], list[Outcome]](list)
        for outcome in self.state.outcomes:
            for number in {outcome.one, outcome.two} - {None}:
                own[number or 0, outcome.round].append(outcome)
        return {
            number: tuple(
                game
                for place in range(1, self.rounds + 1)
                for game in self._in_round(number, place, own[number, place])
            )
            for number in self.numbers
        }

    def _in_round(
        self, number: int, place: int, outcomes: Sequence[Outcome]
    ) -> list[PastGame]:
        if outcomes:
            return [_game(self.state, outcome, number) for outcome in outcomes]
        gained = self.given.get(number, {}).get(place, 0)
        return [PastGame(place, None, RESTED if gained else ABSENT, gained)]

    @cached_property
    def opponents(self) -> dict[int, list[int]]:
        """The opponents in matches that were played, once for each match."""
        beaten, lost_to = self.tally.beaten, self.tally.lost_to
        return {number: beaten[number] + lost_to[number] for number in self.numbers}

    @cached_property
    def unplayed(self) -> Mapping[int, tuple[UnplayedRound, ...]]:
        """The rounds in which entrants did not play; those who played all are absent.

        Byes, walk-overs, double forfeits, and rounds in which the entrant was not
        drawn. An open match is none of these.
        """
        missed = {number: tuple(self._missed(number)) for number in self.numbers}
        return {number: rounds for number, rounds in missed.items() if rounds}

    def _missed(self, number: int) -> Iterator[UnplayedRound]:
        before = 0
        for place, rows in groupby(self.games[number], attrgetter("round")):
            games = list(rows)
            free = [game for game in games if not game.is_played and game.how != OPEN]
            if (missing := self.matches - len(games) + len(free)) > 0:
                yield UnplayedRound(place, missing, sum(map(GAINED, free)), before)
            before += sum(map(GAINED, games))

    @cached_property
    def given(self) -> Mapping[int, Mapping[int, int]]:
        """The worth of rounds without a pairing, in half wins: by entrant and round."""
        state, found = self.state, dict[int, dict[int, int]]()
        if not given_wins(state):
            return found
        before: Mapping[int, Fraction] = {}
        for number in range(1, self.rounds + 1):
            until = given_wins(state, number + 1)
            for entrant, wins in until.items():
                if more := in_halves(wins - before.get(entrant, 0)):
                    found.setdefault(entrant, {})[number] = more
            before = until
        return found

    @cached_property
    def as_opponent(self) -> Mapping[int, int]:
        """With virtual opponents every match that was not played counts half a win."""
        if self.rule != VIRTUAL or not self.unplayed:
            return self.wins
        changed = {
            number: 2 * len(self.tally.beaten[number])
            + sum(one.matches for one in all_)
            for number, all_ in self.unplayed.items()
        }
        return self.wins | changed

    def stand_in(self, number: int, missed: UnplayedRound) -> int:
        if self.rule == VIRTUAL:
            following = (self.rounds - missed.round) * self.matches
            return missed.before + 2 * missed.matches - missed.gained + following
        return self.wins[number] if self.rule == OWN_SCORE else 0

    @cached_property
    def opponents_scores(self) -> Mapping[int, Sequence[int]]:
        """In halves, the lowest first; the unplayed have the score of the stand-in."""
        found = {}
        for number, met in self.opponents.items():
            scores = [self.as_opponent[other] for other in met]
            for missed in self.unplayed.get(number, ()):
                scores += [self.stand_in(number, missed)] * missed.matches
            found[number] = sorted(scores)
        return found

    @cached_property
    def sums(self) -> Mapping[int, int]:
        """The sums of the scores of all opponents, in halves."""
        return {number: sum(one) for number, one in self.opponents_scores.items()}

    @cached_property
    def matches_won(self) -> dict[int, int]:
        won = {number: len(beaten) for number, beaten in self.tally.beaten.items()}
        for outcome in self.tally.unplayed:
            if outcome.winner and outcome.two is not None:
                won[outcome.winner] += 1
        return won

    @cached_property
    def points(self) -> Points:
        return points_in(self.state)

    @cached_property
    def ratings(self) -> dict[int, int]:
        """The ratings of those who have one, in hundredths."""
        return {
            entrant.number: int(entrant.rating * 100)
            for entrant in self.state.entrants
            if entrant.rating is not None
        }

    @cached_property
    def prs(self) -> dict[int, int]:
        """The performance ratings of those who have one, in hundredths."""
        return {
            entrant.number: int(entrant.pr * 100)
            for entrant in self.state.entrants
            if entrant.pr is not None
        }


def in_halves(wins: Wins) -> int:
    """Return a number of wins in halves of a win."""
    return int(wins * 2)


def was_played(outcome: Outcome) -> bool:
    return outcome.played and outcome.winner is not None and outcome.two is not None


def points_of(state: StageState, outcome: Outcome, number: int) -> int:
    if outcome.winner != number:
        return 0
    if outcome.two is None:
        return in_halves(state.bye * state.options.legs)
    return 2


def _game(state: StageState, outcome: Outcome, number: int) -> PastGame:
    gained = points_of(state, outcome, number)
    if outcome.two is None:
        how = BYE if outcome.winner == number else ABSENT
        return PastGame(outcome.round, None, how, gained, outcome)
    other = outcome.two if outcome.one == number else outcome.one
    if outcome.is_open:
        how = OPEN
    elif outcome.winner is None:
        how = NOBODY
    elif was_played(outcome):
        how = WON if outcome.winner == number else LOST
    else:
        how = WALKOVER_WON if outcome.winner == number else WALKOVER_LOST
    return PastGame(outcome.round, other, how, gained, outcome)

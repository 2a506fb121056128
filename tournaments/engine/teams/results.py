"""The boards of a team match, and what they make of it.

A match of teams counts as two matches of a stage (`Options.legs` is 2): the side with
more boards wins both, and with as many boards each side wins one. So a win is 2, a draw
1 and a loss nothing, as teams count them everywhere, and every format of rounds draws
and ranks teams as it does players. The points of the first of the two are the boards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.engine.state import Entrant, Outcome, StageState
from tournaments.engine.teams.line_ups import LineUp, Team, TeamRules, sharing

LEGS = 2
"""The number of outcomes of a team match, and the team points of a win."""


@dataclass(frozen=True, slots=True)
class Single:
    """The result of the match on a board: `winner` is 1 or 2, the side of the team.

    None and not `nobody`: not decided yet. `nobody`: given to neither. A match that was
    not `played` was given up.
    """

    winner: int | None = None
    points_one: int = 0
    points_two: int = 0
    played: bool = True
    nobody: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A board with one player is won without a match; an empty one has no winner."""

    number: int
    one: int | None
    two: int | None

    @property
    def is_played(self) -> bool:
        return self.one is not None and self.two is not None


@dataclass(frozen=True, slots=True)
class Boards:
    """How many boards each side has won, and how many are not decided yet."""

    one: int
    two: int
    outstanding: int = 0


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams with their line-ups, in a round of a stage.

    `singles` are the results by board, from the first on; those that are missing at the
    end are not decided yet, and what stands for a board without two players does not
    matter. `two` is None for a bye. `slot` is the node of a bracket; there `decider`, 1
    or 2, is the side that goes on after a draw.
    """

    round: int
    one: LineUp
    two: LineUp | None
    singles: tuple[Single, ...] = ()
    slot: int | None = None
    decider: int | None = None


def boards_of(match: TeamMatch, rules: TeamRules) -> tuple[Board, ...]:
    """Return the boards of a match: first against first, and so on. None of a bye."""
    if match.two is None:
        return ()
    return tuple(
        Board(number, match.one.on(number), match.two.on(number))
        for number in range(1, rules.boards + 1)
    )


def singles_of(match: TeamMatch, rules: TeamRules) -> tuple[tuple[Board, Single], ...]:
    return tuple((board, _single(match, board)) for board in boards_of(match, rules))


def boards_won(match: TeamMatch, rules: TeamRules) -> Boards:
    singles = [single for _, single in singles_of(match, rules)]
    won = [single.winner for single in singles]
    missing = sum(one.winner is None and not one.nobody for one in singles)
    return Boards(won.count(1), won.count(2), missing)


def outcomes(match: TeamMatch, rules: TeamRules) -> tuple[Outcome, ...]:
    """Return a match as the outcomes of a stage of rounds.

    Two, or one for a bye, which the stage counts twice. The match is open as long as a
    board is.
    """
    one = match.one.team
    if match.two is None:
        return (Outcome(match.round, one, None, one),)
    two, won = match.two.team, boards_won(match, rules)
    first = Outcome(match.round, one, two, None)
    if won.outstanding:
        return (first,) * LEGS
    first = replace(
        first, points_one=won.one, points_two=won.two, played=_is_played(match, rules)
    )
    if not won.one and not won.two:
        nobody = replace(first, played=False, nobody=True)
        return (nobody,) * LEGS
    leader = one if won.one > won.two else two
    last = two if won.one == won.two else leader
    if won.one == won.two:
        leader = one
    return (
        replace(first, winner=leader),
        replace(first, winner=last, points_one=0, points_two=0),
    )


def bracket_outcome(match: TeamMatch, rules: TeamRules) -> Outcome:
    """It is open after a draw until `decider` says who goes on."""
    first, *_ = outcomes(match, rules)
    first = replace(first, slot=match.slot)
    if match.two is None or first.is_open or first.nobody:
        return first
    won = boards_won(match, rules)
    if won.one != won.two:
        return first
    sides = {1: match.one.team, 2: match.two.team, None: None}
    return replace(first, winner=sides[match.decider])


def stage_of(
    state: StageState,
    teams: Iterable[Team],
    *,
    rules: TeamRules,
    matches: Iterable[TeamMatch] = (),
) -> StageState:
    """Return a stage of rounds with these teams as its entrants.

    `state` has everything else: format, rounds, options. Entrants that it knows keep
    what it says of them.
    """
    played = [outcome for match in matches for outcome in outcomes(match, rules)]
    options = replace(state.options, legs=LEGS)
    return replace(_entered(state, teams, rules=rules, played=played), options=options)


def bracket_of(
    state: StageState,
    teams: Iterable[Team],
    *,
    rules: TeamRules,
    matches: Iterable[TeamMatch] = (),
) -> StageState:
    played = [bracket_outcome(match, rules) for match in matches]
    return _entered(state, teams, rules=rules, played=played)


def _entered(
    state: StageState,
    teams: Iterable[Team],
    *,
    rules: TeamRules,
    played: Iterable[Outcome],
) -> StageState:
    known = {entrant.number: entrant for entrant in state.entrants}
    people = {team.number: team.players for team in teams}
    return replace(
        state,
        length=rules.boards,
        entrants=tuple(known.get(number, Entrant(number)) for number in sorted(people)),
        outcomes=tuple(played),
        same_person=sharing(people),
    )


def _single(match: TeamMatch, board: Board) -> Single:
    if board.is_played:
        done = board.number <= len(match.singles)
        return match.singles[board.number - 1] if done else Single()
    if board.one is None and board.two is None:
        return Single(played=False, nobody=True)
    return Single(1 if board.two is None else 2, played=False)


def _is_played(match: TeamMatch, rules: TeamRules) -> bool:
    return any(single.played for _, single in singles_of(match, rules))

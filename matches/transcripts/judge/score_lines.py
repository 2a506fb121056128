"""Compares the score lines above the games with the results between them.

If a score does not fit the result of the game before it, usually the score is right.
But if it fits neither that result nor the score above the next game, the score was
mistyped: to trust it would change the results of two games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import TypeAlias

from matches.rules import Kind, Score, Side
from matches.rules.refusals import RuleError
from matches.transcripts import doubts
from matches.transcripts.judge.course import GameCourse
from matches.transcripts.judge.results import JudgedFile, JudgedGame
from matches.transcripts.record import WrittenGame

Rise: TypeAlias = tuple[Side, int]
"""The points that the next score adds for one side; 0 points belong to no side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """`jacoby`: the Jacoby rule holds. `is_money`: the match has no length."""

    game: WrittenGame
    course: GameCourse
    jacoby: bool
    is_money: bool

    @property
    def after(self) -> Score | None:
        """The score by the stated result, None if cube and moves do not allow it."""
        if not allows(self.course, self.game, jacoby=self.jacoby):
            return None
        return _after(self.game)

    def contradicts(self, rise: Rise) -> bool:
        """Return True if the moves allow the stated result, but not the next score."""
        if self.after is None or self._agrees(rise):
            return False
        # A player may resign in any position, also in a game that does not count.
        gave_up = self.course.winner is None
        winner, points = rise
        return not gave_up or (winner is self.game.winner and points > 0)

    def leaves_open(self, rise: Rise) -> bool:
        """Return True if the moves allow both: a resignation, and the points differ."""
        gave_up = self.course.winner is None
        return gave_up and self.after is not None and self._agrees(rise)

    def _agrees(self, rise: Rise) -> bool:
        winner, points = rise
        if winner is not self.game.winner or not points:
            return False
        cube = self.course.cube
        # Text files do not say whether the Jacoby rule holds.
        gammons_count_once = self.jacoby or self.is_money
        if gammons_count_once and not cube.touched and points == cube.value:
            return True
        possible = worth(self.course, winner, jacoby=self.jacoby).values()
        return points in possible


def rise(game: WrittenGame, following: WrittenGame | None) -> Rise | None:
    """Return the points that the next score line adds, None if no game adds them."""
    if following is None or not _is_next(game, following):
        return None
    one = following.before.one - game.before.one
    two = following.before.two - game.before.two
    if min(one, two) != 0:
        return None
    return (Side.TWO, two) if two else (Side.ONE, one)


def with_right_scores(played: Sequence[PlayedGame]) -> tuple[WrittenGame, ...]:
    found: list[WrittenGame] = []
    for now, following in zip_longest(played, played[1:]):
        game = now.game
        if found:
            place = len(found) - 1
            last = replace(played[place], game=found[place])
            right = _right_score(last, game, following.game if following else None)
            game = replace(game, before=right or game.before)
        found.append(game)
    return tuple(found)


def _right_score(
    last: PlayedGame, game: WrittenGame, following: WrittenGame | None
) -> Score | None:
    """Return the score that replaces a mistyped one, None if the score may be right."""
    right = last.after
    if right is None or right == game.before or not _is_next(last.game, game):
        return None
    added, is_last = rise(last.game, game), True
    if following and _is_next(game, following):
        if _after(replace(game, before=right)) == following.before:
            return right
        if _after(game) == following.before:
            return None
        is_last = False
    # The running score of a money session may include points that the players agreed
    # on.
    if added is None or last.is_money:
        return None
    is_wrong = last.contradicts(added) or (is_last and last.leaves_open(added))
    return right if is_wrong else None


def _after(game: WrittenGame) -> Score | None:
    if game.winner is None or game.stated is None:
        return None
    return game.before.plus(game.winner, game.stated)


def _is_next(game: WrittenGame, following: WrittenGame) -> bool:
    return following.number <= game.number + 1


def worth(course: GameCourse, winner: Side | None, *, jacoby: bool) -> dict[Kind, int]:
    """Return the points of each kind of win that the cube and the moves allow.

    The board and a drop restrict the kinds only for the winner that they show, who may
    be another player than the stated winner.
    """
    stake = course.cube.value
    kinds = [*Kind]
    if course.winner is winner and course.cube.dropped:
        return {Kind.SINGLE: stake}
    if course.winner is winner and course.verdict:
        kinds = [course.verdict.kind]
    if jacoby and not course.cube.touched:
        return dict.fromkeys(kinds[:1], stake)
    return {kind: stake * kind.multiplier for kind in kinds}


def allows(course: GameCourse, game: WrittenGame, *, jacoby: bool) -> bool:
    if game.winner is None or course.winner is game.winner.other:
        return False
    return game.stated in worth(course, game.winner, jacoby=jacoby).values()


def match_doubts(judged: JudgedFile) -> Iterator[RuleError]:
    """Leave out what the reader of the file has noted already, with the line."""
    noted = {note.refusal for note in judged.transcript.notes}
    yield from _names(judged, changes_noted=doubts.OTHER_NAMES in noted)
    yield from _start(judged)
    for game, following in pairwise(judged.games):
        if following.number > game.number + 1 and doubts.GAME_ORDER not in noted:
            yield doubts.GAMES_MISSING(number=game.number, following=following.number)
        if _is_gap(game, following):
            yield _gap(game, following.before)
    yield from _end(judged)


def _names(judged: JudgedFile, *, changes_noted: bool) -> Iterator[RuleError]:
    for place, name in enumerate(judged.names, 1):
        if not name.strip():
            yield doubts.NO_PLAYER_NAME(place=place)
    if changes_noted:
        return
    for game, following in pairwise(judged.games):
        names = zip(game.written.names, following.written.names, strict=True)
        for was, name in names:
            if was != name:
                yield doubts.NAMES_CHANGE(number=following.number, was=was, name=name)


def _start(judged: JudgedFile) -> Iterator[RuleError]:
    if not judged.games:
        return
    first = judged.games[0]
    if first.number > 1 or judged.start != Score(0, 0):
        start = judged.start
        yield doubts.STARTS_LATER(number=first.number, one=start.one, two=start.two)


def _is_gap(game: JudgedGame, following: JudgedGame) -> bool:
    rises = (
        following.before.one >= game.before.one
        and following.before.two >= game.before.two
    )
    if following.number > game.number + 1:
        return not rises
    return game.by_headers is None


def _gap(game: JudgedGame, following: Score) -> RuleError:
    return doubts.SCORE_GAP(
        number=game.number,
        one=game.before.one,
        two=game.before.two,
        next_one=following.one,
        next_two=following.two,
    )


def _end(judged: JudgedFile) -> Iterator[RuleError]:
    length, shown = judged.length, judged.shown
    if not length:
        return
    late = (
        game for game in judged.games if max(game.before.one, game.before.two) >= length
    )
    after_end = next(late, None)
    if after_end:
        yield doubts.PLAYS_ON(number=after_end.number, length=length)
    if judged.winner:
        return
    doubt = doubts.ENDS_EARLY if judged.says_over else doubts.MATCH_UNFINISHED
    yield doubt(one=shown.one, two=shown.two, length=length)

"""Applies the rules to a match file: results for the ledger, and doubts.

The result of a game is derived from its score lines, its cube and its last line only,
so an unreadable or illegal play never loses a result.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Final, TypeAlias

from matches.rules import Score, Side
from matches.rules.board import Situation
from matches.rules.refusals import Param, RuleError
from matches.transcripts import doubts
from matches.transcripts.judge.course import GameCourse, follow
from matches.transcripts.judge.evidence import settle
from matches.transcripts.judge.results import JudgedFile, JudgedGame
from matches.transcripts.judge.score_lines import (
    PlayedGame,
    match_doubts,
    rise,
    with_right_scores,
)
from matches.transcripts.record import ActKind, Dialect, Transcript, WrittenGame

GALAXY_UNLIMITED: Final = 16
"""The length Backgammon Galaxy writes over a game that is no match."""

_Lines: TypeAlias = frozenset[Param | None]
_NO_POINTS: Final = Score(0, 0)


def judge(transcript: Transcript, *, unlimited: bool | None = None) -> JudgedFile:
    """Return the results and doubts of a match file.

    `unlimited`: whether to read the file as a money game if it may be one that was
    written as a match. None uses `may_be_unlimited` and adds a doubt.
    """
    as_money = may_be_unlimited(transcript) if unlimited is None else unlimited
    conditions = Situation(
        length=0 if as_money else transcript.length,
        jacoby=bool(transcript.jacoby) or as_money,
        beavers=as_money or not transcript.length,
    )
    games = _judge_games(transcript, conditions)
    judged = JudgedFile(
        transcript=transcript,
        length=conditions.length,
        crawford=has_crawford(transcript, conditions.length),
        jacoby=conditions.jacoby,
        start=games[0].before if games else _NO_POINTS,
        games=games,
        final=games[-1].after if games else _NO_POINTS,
        says_over=any(game.written.ends_match for game in games),
        is_unlimited=as_money,
    )
    said = [doubts.UNLIMITED_GAME(length=transcript.length)] if as_money else []
    return replace(judged, issues=(*said, *match_doubts(judged)))


def may_be_unlimited(transcript: Transcript) -> bool:
    """Return True if Backgammon Galaxy may have written a money game as this match."""
    return (
        transcript.dialect is Dialect.GALAXY
        and transcript.length == GALAXY_UNLIMITED
        and len(transcript.games) == 1
        and not transcript.games[0].ends_match
        and transcript.games[0].before == _NO_POINTS
    )


def _judge_games(
    transcript: Transcript, conditions: Situation
) -> tuple[JudgedGame, ...]:
    watch = CrawfordWatch(transcript, conditions.length)
    noted = frozenset(note.params.get("line") for note in transcript.notes)
    played = [
        PlayedGame(
            game=game,
            course=follow(game),
            jacoby=conditions.jacoby,
            is_money=not conditions.length,
        )
        for game in transcript.games
    ]
    games = with_right_scores(played)
    judged = []
    # The last game has no score above a next one: `following` is None.
    for entry, game, following in zip_longest(played, games, games[1:]):
        is_crawford, seen = watch.look(game)
        opening = replace(conditions, score=game.before, crawford=is_crawford)
        found = _judge_game(
            replace(entry, game=game),
            following,
            opening=opening,
            found=(*_mistyped(entry.game, game), *seen),
            noted=noted,
        )
        if found.result:
            watch.count(is_crawford=is_crawford)
        judged.append(found)
    return tuple(judged)


def _judge_game(
    played: PlayedGame,
    following: WrittenGame | None,
    *,
    opening: Situation,
    found: tuple[RuleError, ...],
    noted: _Lines,
) -> JudgedGame:
    game, course = played.game, played.course
    first = game.acts[0].side if game.acts else Side.ONE
    opening = replace(
        opening,
        position=game.start if first is Side.ONE else game.start.turned,
        on_roll=first,
        cube=game.cube,
    )
    added = rise(game, following)
    judged = JudgedGame(
        written=game,
        opening=opening,
        stated=game.stated,
        by_headers=added[1] if added else None,
        after=game.before,
        is_crawford=opening.crawford,
        position=course.position,
        sure=course.sure,
        issues=(*found, *_course_doubts(game, course, noted)),
    )
    return settle(played, added, judged)


def _mistyped(as_written: WrittenGame, game: WrittenGame) -> Iterator[RuleError]:
    if as_written.before != game.before:
        yield doubts.SCORE_MISTYPED(
            number=game.number,
            one=as_written.before.one,
            two=as_written.before.two,
            right_one=game.before.one,
            right_two=game.before.two,
        )


def _course_doubts(
    game: WrittenGame, course: GameCourse, noted: _Lines
) -> Iterator[RuleError]:
    number, cube = game.number, course.cube
    if cube.odd:
        yield doubts.CUBE_COURSE(number=number, line=cube.odd[0].line)
    if course.illegal:
        first = course.illegal[0]
        yield doubts.ILLEGAL_PLAYS(
            number=number,
            count=len(course.illegal),
            line=first.line,
            dice="{}{}".format(*(first.dice or ("", ""))),
            play=first.text,
        )
    unreadable = [act for act in course.unreadable if act.line not in noted]
    if unreadable:
        first = unreadable[0]
        yield doubts.UNREADABLE_PLAYS(
            number=number, count=len(unreadable), line=first.line, play=first.text
        )


def has_crawford(transcript: Transcript, length: int) -> bool:
    return length > 1 and transcript.crawford is not False


class CrawfordWatch:
    def __init__(self, transcript: Transcript, length: int) -> None:
        self._length = length
        self._is_on = has_crawford(transcript, length)
        self._first = next(iter(transcript.games), None)
        self._is_played = False

    def look(self, game: WrittenGame) -> tuple[bool, tuple[RuleError, ...]]:
        if not self._is_on:
            return False, ()
        score = (game.before.one, game.before.two)
        is_due = max(score) == self._length - 1 and not self._is_played
        if is_due and game is self._first:
            return self._first_game(game)
        if game.crawford is None or game.crawford == is_due:
            return is_due, self._double(game) if is_due else ()
        # If the file says that the due game is not the Crawford game, no later game may
        # become due: one doubt is enough.
        self._is_played |= is_due
        mark = doubts.CRAWFORD_MARK(number=game.number)
        return game.crawford, (mark, *(self._double(game) if game.crawford else ()))

    def count(self, *, is_crawford: bool) -> None:
        self._is_played |= is_crawford

    def _first_game(self, game: WrittenGame) -> tuple[bool, tuple[RuleError, ...]]:
        """Judge the first game of a file that begins at match point."""
        one, two = game.before.one, game.before.two
        if game.crawford is not None:
            self._is_played = not game.crawford
            return game.crawford, self._double(game) if game.crawford else ()
        if one == two:
            self._is_played = True
            return False, ()
        params = {"number": game.number, "one": one, "two": two}
        if self._double(game):
            self._is_played = True
            return False, (doubts.CRAWFORD_BEHIND(**params),)
        return True, (doubts.CRAWFORD_UNKNOWN(**params),)

    @staticmethod
    def _double(game: WrittenGame) -> tuple[RuleError, ...]:
        if any(act.kind is ActKind.DOUBLE for act in game.acts):
            return (doubts.CRAWFORD_GAME_DOUBLED(number=game.number),)
        return ()

"""Doubts about a match as a whole: names, game numbers, scores, its end."""

from collections.abc import Iterator
from itertools import pairwise

from matches.rules import Score
from matches.rules.refusals import RuleError
from matches.transcripts import doubts
from matches.transcripts.judge.results import JudgedFile, JudgedGame


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

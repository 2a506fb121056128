"""Does with a damaged file whatever the product does, and counts what comes of it."""

import json

from matches.diagrams import DiagramOptions, board_svg
from matches.rules import MatchRules, RuleError, rescore
from matches.rules.board import format_play, gnubg_id, position_id, xgid
from matches.transcripts import frames, judge, read, resolved, write_mat, write_sgf
from tests.matches.transcripts.mutations import damaged

_GAMES = 2
_FRAMES = 3
_OTHER_READING = 0.2
_NAMES = ("", "a.mat", "b.sgf", "c.txt", "d.xg", "e.bgf", "%s.match", "é.zip")


def take_file(random, *collections):
    """Damage a file and see; yield what came of it."""
    content = damaged(random, *collections)
    yield from survive(content, random, name=random.choice(_NAMES))


def survive(content, random, *, name=""):
    """Read, judge, replay, draw, write and read again."""
    try:
        transcript = read(content, name=name)
    except RuleError as refusal:
        assert str(refusal)
        yield f"refused: {refusal.code}"
        return
    judged = judge(transcript)
    yield from _look(judged, random)
    if random.random() < _OTHER_READING:
        yield from _look(judge(transcript, unlimited=not judged.is_unlimited), random)
    write = random.choice((write_mat, write_sgf))
    yield from _read_again(write, random.choice((transcript, resolved(judged))))
    yield "read, with doubts" if judged.doubts else "read, without a doubt"


def _look(judged, random):
    """Read every sentence, count the score, and look at a few of the boards."""
    for doubt in judged.doubts:
        assert isinstance(doubt, RuleError)
        assert str(doubt)
    assert json.dumps([dict(doubt.params) for doubt in judged.doubts])
    _count(judged)
    for game in random.sample(judged.games, min(_GAMES, len(judged.games))):
        found = frames(game)
        assert len(found) == len(game.written.acts)
        for frame in random.sample(found, min(_FRAMES, len(found))):
            yield from _show(frame, random)


def _count(judged):
    """Enter the results; what the rules of a match do not allow is refused."""
    try:
        rules = MatchRules(judged.length, cube_cap=None, start=judged.start)
        assert rescore(rules, judged.results).score
    except RuleError as refusal:
        assert str(refusal)


def _show(frame, random):
    if frame.illegal is not None:
        assert str(frame.illegal)
        yield f"a play: {frame.illegal.code}"
    if frame.play is not None:
        steps = frame.play.steps
        assert bool(steps) == bool(format_play(steps, frame.situation.position))
    situation = random.choice((frame.situation, frame.after))
    assert position_id(situation.position)
    assert board_svg(situation, look=DiagramOptions(label="Board"))
    for name in (xgid, gnubg_id):
        yield from _named(name, situation)


def _named(name, situation):
    try:
        assert name(situation)
    except RuleError as refusal:
        assert str(refusal)
        yield f"no ID: {refusal.code}"


def _read_again(write, transcript):
    """Read what was written; none of it is refused, and no game gets lost."""
    again = read(write(transcript).encode())
    assert judge(again)
    if len(again.games) != len(transcript.games):
        yield f"{write.__name__}: other games"
    elif [_told(game) for game in again.games] != list(map(_told, transcript.games)):
        yield f"{write.__name__}: other results"


def _told(game):
    return game.winner, game.stated, game.before

"""Completes a transcript for the writers by what the rules have found."""

from dataclasses import replace

from matches.transcripts.judge.results import How, JudgedFile, JudgedGame
from matches.transcripts.record import Transcript, WrittenGame
from matches.transcripts.replay import frames
from matches.transcripts.write.mat import with_steps

_GIVEN_UP = (How.RESIGNED, How.TIMEOUT)


def resolved(judged: JudgedFile) -> Transcript:
    """Return the match with every legal play die by die, and with every result.

    Stated results stay as they are; results that follow from the moves or from the next
    score are filled in, and so are the Crawford game and the resignations.
    """
    return replace(
        judged.transcript,
        length=judged.length,
        crawford=judged.crawford if judged.length > 1 else None,
        games=tuple(_resolved(judged, game) for game in judged.games),
    )


def _resolved(judged: JudgedFile, game: JudgedGame) -> WrittenGame:
    written = with_steps(game.written, (frame.play for frame in frames(game)))
    if judged.crawford and judged.length > 1:
        written = replace(written, crawford=game.is_crawford)
    if game.how in _GIVEN_UP:
        written = replace(written, resigned=True)
    is_told = written.winner is not None and written.stated is not None
    if is_told or game.result is None or not game.points:
        return written
    return replace(written, winner=game.result.winner, stated=game.points)

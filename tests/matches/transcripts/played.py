"""Invented games for the writers: legal plays and cubes, drawn at random."""

from hypothesis import strategies as st

from matches.rules import Side
from matches.rules.board import START
from matches.rules.board.plays import legal_plays
from matches.transcripts.record import (
    Action,
    ActKind,
    FileFormat,
    Transcript,
    WrittenGame,
)

NAMES = ("Ada Aas", "Bo Berg")

_TURN = st.tuples(
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.integers(0, 50),
    st.sampled_from(["", "", "", "take", "beaver", "drop"]),
)


def transcripts():
    """Return matches of one unfinished or resigned game."""
    return st.builds(
        _transcript,
        st.sampled_from(Side),
        st.lists(_TURN, min_size=1, max_size=25),
        st.sampled_from(Side),
    )


def _transcript(first, turns, winner):
    acts = tuple(_acts(first, turns))
    if acts and acts[-1].kind is ActKind.DROP:
        winner = acts[-1].side.other
    game = WrittenGame(number=1, names=NAMES, acts=acts, winner=winner, stated=1)
    return Transcript(format=FileFormat.MAT, length=0, names=NAMES, games=(game,))


def _acts(side, turns):
    position, cube, owner = START, 1, None
    for dice, choice, answer in turns:
        if answer and owner in (None, side):
            yield Action(side, ActKind.DOUBLE, value=cube * 2)
            if answer == "drop":
                yield Action(side.other, ActKind.DROP)
                return
            kind = ActKind.BEAVER if answer == "beaver" else ActKind.TAKE
            cube, owner = cube * (4 if answer == "beaver" else 2), side.other
            value = cube if answer == "beaver" else 0
            yield Action(side.other, kind, value=value)
        plays = legal_plays(position, dice)
        steps = plays[choice % len(plays)].steps if plays else ()
        yield Action(side, ActKind.ROLL, dice, steps)
        after = plays[choice % len(plays)].after if plays else position
        position, side = after.turned, side.other

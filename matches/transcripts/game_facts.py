"""Facts about a game that do not depend on luck: first plays, doubles, the clock.

Pure, and fast: only the first two rolls of a game are judged.
"""

from typing import Final, NamedTuple

from matches.rules import Side
from matches.rules.board import START, Dice, Position
from matches.rules.board.illegal_plays import IllegalPlayError
from matches.rules.board.notation import format_play
from matches.rules.board.plays import Play
from matches.transcripts.judge.results import How, JudgedGame
from matches.transcripts.moves import judged_play
from matches.transcripts.record import Action, ActKind

_TAKEN: Final = frozenset({ActKind.TAKE, ActKind.BEAVER})


class FirstPlay(NamedTuple):
    """Dice, the higher first, and play; empty if not told, or against the rules."""

    dice: str = ""
    play: str = ""


class GameFacts(NamedTuple):
    """The facts about one game, for the left and for the right column of its file.

    `opener` is the column that began, None if that is not known. `doubles` are those
    that each side made, `takes` and `drops` its answers to those of the other.
    `out_of_time` is the column that lost by the clock, as far as the file tells it.
    """

    opener: Side | None
    opening: FirstPlay
    reply: FirstPlay
    doubles: tuple[int, int]
    takes: tuple[int, int]
    drops: tuple[int, int]
    out_of_time: Side | None


def facts_of(game: JudgedGame) -> GameFacts:
    opener, opening, reply = _first_plays(game)
    kinds = [(act.kind, act.side) for act in game.written.acts]
    loser = None if game.winner is None else game.winner.other
    return GameFacts(
        opener=opener,
        opening=opening,
        reply=reply,
        doubles=_count(kinds, ActKind.DOUBLE),
        takes=_count(kinds, *_TAKEN),
        drops=_count(kinds, ActKind.DROP),
        out_of_time=loser if game.how is How.TIMEOUT else None,
    )


def _count(kinds: list[tuple[ActKind, Side]], *wanted: ActKind) -> tuple[int, int]:
    sides = [side for kind, side in kinds if kind in wanted]
    return sides.count(Side.ONE), sides.count(Side.TWO)


def _first_plays(game: JudgedGame) -> tuple[Side | None, FirstPlay, FirstPlay]:
    none = None, FirstPlay(), FirstPlay()
    acts = game.written.acts
    if game.written.start != START or any(act.kind is ActKind.SETUP for act in acts):
        return none
    rolls = [act for act in acts if act.kind is ActKind.ROLL][:2]
    if not rolls or not _opens(rolls[0].dice):
        return none
    opening = _played(START, rolls[0])
    if opening is None:
        return none
    first = _told(opening, START, rolls[0])
    opener = rolls[0].side
    if len(rolls) == 1 or rolls[1].side is opener:
        return opener, first, FirstPlay()
    position = opening.after.turned
    reply = _played(position, rolls[1])
    if reply is None:
        return opener, first, FirstPlay()
    return opener, first, _told(reply, position, rolls[1])


def _opens(dice: Dice | None) -> bool:
    return dice is not None and dice[0] != dice[1]


def _played(position: Position, act: Action) -> Play | None:
    if act.dice is None or not act.moves:
        return None
    try:
        return judged_play(position, act)
    except IllegalPlayError:
        return None


def _told(play: Play, position: Position, act: Action) -> FirstPlay:
    high, low = sorted(act.dice or (0, 0), reverse=True)
    return FirstPlay(f"{high}{low}", format_play(play, position))

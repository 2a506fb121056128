"""Follows the checkers of a game that is being written, to mark its hits.

The rules are not applied here: a play that cannot be followed is written without hits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from matches.rules import Side
from matches.rules.board import Move, Position
from matches.rules.board.plays import Play
from matches.transcripts.moves import forced
from matches.transcripts.record import Action, ActKind, WrittenGame


@dataclass(slots=True)
class Trace:
    """The board of a game as far as it has been written, seen by side ONE.

    `position` is None after a play that cannot be followed, until a position is set up.
    """

    position: Position | None

    def set_up(self, side: Side, position: Position) -> None:
        """Set the position, which is seen by `side`."""
        self.position = _seen(side, position)

    def play(self, side: Side, moves: Iterable[Move]) -> list[bool]:
        """Make the moves; return for each whether it hits, or [] if that is unknown."""
        if self.position is None:
            return []
        made = forced(_seen(side, self.position), moves)
        self.position = _seen(side, made.after) if made else None
        return list(made.hits) if made else []

    def lose(self) -> None:
        self.position = None


def with_steps(game: WrittenGame, plays: Iterable[Play | None]) -> WrittenGame:
    """Return the game with every roll written die by die, the farthest checker first.

    `plays` are the judged plays, one for each act in order; None keeps an act as
    written.
    """
    acts = zip(game.acts, plays, strict=True)
    return replace(game, acts=tuple(_stepped(act, play) for act, play in acts))


def _stepped(act: Action, play: Play | None) -> Action:
    if play is None or act.kind is not ActKind.ROLL:
        return act
    return act._replace(moves=tuple(sorted(play.steps, key=_by_distance)))


def _by_distance(step: Move) -> Move:
    return -step[0], step[1]


def _seen(side: Side, position: Position) -> Position:
    return position if side is Side.ONE else position.turned

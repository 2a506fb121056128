"""Invented matches: random, legal play by our own rules, the same in every run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from matches.rules import Score, Side
from matches.rules.board import START, Dice, Play, Position, legal_plays, verdict
from matches.transcripts import (
    Action,
    ActKind,
    FileFormat,
    Transcript,
    WrittenGame,
    write_mat,
)

SEED: Final = "3 1 4 1 5 9"
LENGTH: Final = 7
NAMES: Final = ("Iris Holm", "Tor Vik")

_NO_POINTS: Final = Score(0, 0)
_DOUBLES: Final = 0.03
_TAKES: Final = 0.7
_TRIED: Final = 4
_DICE: Final = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def matches_of(size: int) -> Iterator[bytes]:
    """Yield matches until they have so many bytes.

    Written as GNU Backgammon writes, step by step, because all programs read that.
    """
    random, written = Random(SEED), 0
    while written < size:
        match = write_mat(_Table(random).play()).encode()
        written += len(match)
        yield match


@dataclass(slots=True)
class _Table:
    """A match while it is played."""

    random: Random
    score: Score = _NO_POINTS
    games: list[WrittenGame] = field(default_factory=list)
    was_crawford: bool = False

    def play(self) -> Transcript:
        while max(self.score.one, self.score.two) < LENGTH:
            self._play_game()
        games = tuple(self.games)
        return Transcript(
            format=FileFormat.MAT, length=LENGTH, names=NAMES, games=games
        )

    def _play_game(self) -> None:
        is_crawford = not self.was_crawford and (
            LENGTH - 1 in (self.score.one, self.score.two)
        )
        self.was_crawford |= is_crawford
        game = _Game(self.random, may_double=not is_crawford)
        winner, points = game.play()
        after = self.score.plus(winner, points)
        self.games.append(
            WrittenGame(
                number=len(self.games) + 1,
                names=NAMES,
                before=self.score,
                acts=tuple(game.acts),
                winner=winner,
                stated=points,
                ends_match=after.of(winner) >= LENGTH,
            )
        )
        self.score = after


@dataclass(slots=True)
class _Game:
    """A game while it is played; `position` is seen by `side`, who is on roll."""

    random: Random
    may_double: bool
    position: Position = START
    side: Side = Side.ONE
    cube: int = 1
    owner: Side | None = None
    acts: list[Action] = field(default_factory=list)

    def play(self) -> tuple[Side, int]:
        """Return who wins, and how many points."""
        self.side = self.random.choice([*Side])
        dice = self.random.choice([(one, two) for one, two in _DICE if one != two])
        while True:
            self._roll(dice)
            if over := verdict(self.position):
                return self.side, self.cube * over.kind.multiplier
            self.position, self.side = self.position.turned, self.side.other
            if self._doubles() and not self._is_taken():
                return self.side, self.cube
            dice = self.random.choice(_DICE)

    def _roll(self, dice: Dice) -> None:
        plays = legal_plays(self.position, dice)
        if not plays:
            self.acts.append(Action(self.side, ActKind.ROLL, dice))
            return
        play = self._chosen(plays)
        moves = tuple(sorted(play.steps, reverse=True))
        self.acts.append(Action(self.side, ActKind.ROLL, dice, moves))
        self.position = play.after

    def _chosen(self, plays: Sequence[Play]) -> Play:
        """Leave few blots, so that games take about as many rolls as real ones."""
        some = self.random.sample(plays, min(_TRIED, len(plays)))
        return min(some, key=lambda play: play.after.points.count(1))

    def _doubles(self) -> bool:
        if not self.may_double or self.owner is self.side.other:
            return False
        return self.random.random() < _DOUBLES

    def _is_taken(self) -> bool:
        """Offer a double, and let the opponent take it or not."""
        self.acts.append(Action(self.side, ActKind.DOUBLE, value=self.cube * 2))
        if self.random.random() >= _TAKES:
            self.acts.append(Action(self.side.other, ActKind.DROP))
            return False
        self.acts.append(Action(self.side.other, ActKind.TAKE))
        self.cube, self.owner = self.cube * 2, self.side.other
        return True
